//! Xiangqi: captures before quiet moves, checks extended and answered, repetition heeded.

mod endgames;

use crate::{Level, RuleSetting, Wiring};
use game_core::{Line, Player, Position, Window};
use pattern_eval::xiangqi::{Handmade, piece_value};
use search::{BackTo, Budget, Guide, Horizon, Kind, NullMove, Options, PathScore, Proof, Reductions, Slack, Stage, Stopped};
use xiangqi_movegen::{Kind as PieceKind, Move, RepetitionRule, Rules};

/// The wiring.
pub struct Xiangqi;

/// What a search of xiangqi should know.
#[derive(Clone, Debug, Default)]
pub struct Tactics;

type XiangqiLine<'e> = Line<'e, xiangqi_movegen::Xiangqi, Handmade>;

impl Tactics {
    /// Above history's 2^14 and below a killer's 2^24.
    const CAPTURE: i32 = 1 << 20;

    /// Most valuable victim, least valuable attacker.
    #[inline]
    fn capture_rank(pos: &xiangqi_movegen::Xiangqi, mv: Move) -> i32 {
        let value = |square| pos.piece_at(square).map_or(0, |piece| piece_value(piece.kind));
        match pos.piece_at(mv.to) {
            Some(_) => Self::CAPTURE + 16 * value(mv.to) - value(mv.from),
            None => 0,
        }
    }

    /// Whether `player` has a piece that can be trusted to find a useful move: with generals, advisors, elephants and
    /// soldiers alone, having to move is often what loses.
    fn has_attackers(pos: &xiangqi_movegen::Xiangqi, player: Player) -> bool {
        [PieceKind::Chariot, PieceKind::Horse, PieceKind::Cannon]
            .into_iter()
            .any(|kind| !pos.board().pieces(player, kind).is_empty())
    }
}

impl Guide<xiangqi_movegen::Xiangqi, Handmade> for Tactics {
    #[inline]
    fn candidates(&mut self, line: &mut XiangqiLine<'_>, stage: Stage, _depth: i32, moves: &mut Vec<Move>) {
        match stage {
            Stage::Noisy => line.pos().generate_captures(moves),
            Stage::Quiet => line.pos().generate_quiets(moves),
        }
    }

    #[inline]
    fn rank(&mut self, line: &mut XiangqiLine<'_>, moves: &[Move], ranks: &mut [i32]) {
        for (&mv, rank) in moves.iter().zip(ranks) {
            *rank += Self::capture_rank(line.pos(), mv);
        }
    }

    #[inline]
    fn kind(&mut self, line: &mut XiangqiLine<'_>, mv: Move) -> Kind {
        if line.pos().piece_at(mv.to).is_some() {
            Kind::Noisy
        } else if line.pos().in_check() {
            Kind::Forced
        } else {
            Kind::Quiet
        }
    }

    #[inline]
    fn horizon(&mut self, line: &mut XiangqiLine<'_>, _depth: i32) -> Horizon {
        if line.pos().in_check() { Horizon::MustAnswer } else { Horizon::StandPat }
    }

    #[inline]
    fn extension(&mut self, line: &mut XiangqiLine<'_>, _mv: Move) -> i32 {
        line.pos().in_check().into()
    }

    #[inline]
    fn null_move(&mut self, line: &mut XiangqiLine<'_>) -> Option<Move> {
        let pos = line.pos();
        (!pos.in_check() && Self::has_attackers(pos, pos.turn())).then_some(Move::NULL)
    }

    /// The rules' verdict, and before it is due: a position that comes back within the search is a draw, for whoever
    /// found nothing better the first time will not the second. Losing by perpetual check or chase waits for the third
    /// occurrence, when it is certain.
    #[inline]
    fn path_verdict(&mut self, line: &mut XiangqiLine<'_>) -> Option<PathScore> {
        if let Some(verdict) = line.pos().adjudicate() {
            return Some(PathScore::adjudicated(line, verdict));
        }
        let back = line.pos().last_occurrence().filter(|&back| back < line.ply())?;
        Some(PathScore { score: game_core::Score::DRAW, back_to: BackTo::ply((line.ply() - back) as i32) })
    }

    #[inline]
    fn prove(
        &mut self,
        line: &mut XiangqiLine<'_>,
        _depth: i32,
        _window: Window,
        _budget: &mut Budget<'_>,
    ) -> Result<Option<Proof<Move>>, Stopped> {
        Ok(endgames::prove(line.pos(), line.ply()))
    }

    fn proof_line(
        &mut self,
        line: &mut XiangqiLine<'_>,
        moves: &mut Vec<Move>,
        _budget: &mut Budget<'_>,
    ) -> Result<(), Stopped> {
        endgames::foresee(line.pos(), moves);
        Ok(())
    }
}

impl Wiring for Xiangqi {
    type Position = xiangqi_movegen::Xiangqi;
    type Evaluator = Handmade;
    type Guide = Tactics;

    const RULES: &'static [RuleSetting] = &[
        RuleSetting {
            name: "rule",
            about: "how repetition is judged",
            values: &["asian", "check-ban", "draw-only"],
            range: None,
            default: "asian",
        },
        RuleSetting {
            name: "move-limit",
            about: "plies without a capture before a draw",
            values: &["none"],
            range: Some((1, u16::MAX as u32)),
            default: "120",
        },
    ];

    fn set_rule(rules: &mut Rules, name: &str, value: &str) -> Option<()> {
        match (name, value) {
            ("rule", "asian") => rules.repetition = RepetitionRule::AsianCore,
            ("rule", "check-ban") => rules.repetition = RepetitionRule::CheckBan,
            ("rule", _) => rules.repetition = RepetitionRule::DrawOnly,
            (_, "none") => rules.move_limit = None,
            _ => rules.move_limit = Some(value.parse().ok()?),
        }
        Some(())
    }

    fn evaluator(_: &Rules) -> Handmade {
        Handmade::default()
    }

    const UNIT: &'static str = "soldiers";

    fn guide() -> Tactics {
        Tactics
    }

    fn options() -> Options {
        Options {
            null_move: Some(NullMove::default()),
            late_moves: Some(Reductions::default()),
            reverse_futility: Some(Slack::default()),
            futility: Some(Slack::default()),
            quiescence: 8,
            ..Options::default()
        }
    }

    const LEVELS: [Level; 10] = [
        Level::new(1, 1_000, 900),
        Level::new(1, 1_000, 500),
        Level::new(1, 1_000, 200),
        Level::new(2, 20_000, 100),
        Level::new(3, 20_000, 50),
        Level::new(4, 50_000, 0),
        Level::new(5, 100_000, 0),
        Level::new(6, 200_000, 0),
        Level::new(8, 500_000, 0),
        Level::new(60, 4_000_000, 0),
    ];

    const BENCH: (&'static [&'static str], u32) = (
        &[
            "startpos",
            "startpos moves h2e2 h9g7 h0g2 i9h9 b0c2 b9c7 c3c4 h7i7",
            "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
            "1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w - - 0 1",
        ],
        6,
    );
}
