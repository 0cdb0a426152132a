//! The wiring of xiangqi: winning captures before quiet moves and losing ones last, checks at the
//! horizon, check extensions, and the rules of repetition.

mod endgames;
mod mates;
mod puzzles;
mod remarks;
mod solver;
mod tables;
mod words;

use crate::{
    Bench, EndgameFacts, Game, Level, NetworkReader, Networked, Phase, PuzzleMaker, Remark,
    RuleRefused, RuleSetting, SolverWiring, Wired, Wiring, book::shipped, read_network,
};
use ::endgames::Endgames;
use books::Book;
use game_core::{Evaluator, Node, Outcome, Player, Position, Score, Text, Window};
use pattern_eval::xiangqi::{HalfKa, Handmade, Network, Weights, piece_value};
use search::{
    Budget, Guide, HistoryBonus, Horizon, LatePruning, Margin, MoveKind, NullMove, Options,
    PathDependence, PathScore, Proof, ReductionShape, Reductions, Singular, Stage, Stopped,
};
use std::sync::{Arc, LazyLock};
use xiangqi_movegen::{Kind, Move, RepetitionRule, Rules, Square, Xiangqi};

/// The network, trained on self-play, or the hand-made terms.
pub type EvaluatorChoice = crate::EvaluatorChoice<Network, Handmade>;

/// The wiring.
///
/// ```
/// use engines::{Phase, Wiring, xiangqi::XiangqiWiring};
/// use xiangqi_movegen::Xiangqi;
/// let start = Xiangqi::default();
/// assert_eq!(XiangqiWiring::phase(&start), Phase::Opening);
/// let pos: Xiangqi = "4k4/9/9/9/9/9/9/9/4r4/3KR4 w".parse()?;
/// assert!(XiangqiWiring::is_quiet(&start) && !XiangqiWiring::is_quiet(&pos), "a chariot hangs");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct XiangqiWiring;

/// Xiangqi, with every searcher.
pub static GAME: &dyn Game = &Wired::<XiangqiWiring>::NEW;

/// The guide of xiangqi.
///
/// ```
/// use engines::xiangqi::{EvaluatorChoice, XiangqiGuide};
/// use search::{AlphaBeta, Limits, Searcher};
/// // An elephant protects the horse that the chariot attacks.
/// let pos: xiangqi_movegen::Xiangqi = "4k4/9/4b4/9/2n6/9/2R6/9/9/3K5 w".parse()?;
/// let best = |report: search::Report<xiangqi_movegen::Move>| report.best().map(|mv| mv.to_string());
/// let alone = AlphaBeta::new(EvaluatorChoice::trained()).think(&pos, Limits::depth(1));
/// assert_eq!(best(alone).as_deref(), Some("c3c5"), "it looks no further than its own move");
/// let mut guided = AlphaBeta::new(EvaluatorChoice::trained()).guided_by(XiangqiGuide);
/// assert_ne!(best(guided.think(&pos, Limits::depth(1))).as_deref(), Some("c3c5"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct XiangqiGuide;

type XiangqiNode<'e, E> = Node<'e, Xiangqi, E>;

impl XiangqiGuide {
    /// Above history's 2^14 and below a killer's 2^24.
    const CAPTURE: i32 = 1 << 20;

    /// Whether `mv` loses no material by exchange.
    #[inline]
    fn pays(pos: &Xiangqi, mv: Move) -> bool {
        let value = |square| {
            pos.piece_at(square)
                .map_or(0, |piece| piece_value(piece.kind))
        };
        value(mv.to) >= value(mv.from) || pos.board().exchange_wins(mv, 0, &VALUES)
    }

    /// Whether `player` has a mobile piece: with generals, advisors, elephants and soldiers alone,
    /// zugzwang is common.
    fn has_attackers(pos: &Xiangqi, player: Player) -> bool {
        [Kind::Chariot, Kind::Horse, Kind::Cannon]
            .into_iter()
            .any(|kind| !pos.board().pieces(player, kind).is_empty())
    }
}

/// The piece values of exchanges.
const VALUES: [i32; 7] = {
    let mut values = [0; 7];
    let mut i = 0;
    while i < values.len() {
        values[i] = piece_value(Kind::ALL[i]);
        i += 1;
    }
    values
};

impl<E: Evaluator<Xiangqi>> Guide<Xiangqi, E> for XiangqiGuide {
    /// The first ply of quiescence searches checks.
    #[inline]
    fn candidates(
        &mut self,
        line: &mut XiangqiNode<'_, E>,
        stage: Stage,
        depth: i32,
        moves: &mut Vec<Move>,
    ) {
        let pos = line.pos();
        match stage {
            Stage::Noisy => {
                pos.generate_captures(moves);
                if depth == 0 && !pos.in_check() {
                    pos.generate_checks(moves);
                }
            }
            Stage::Quiet => pos.generate_quiets(moves),
        }
    }

    const DEFERS: bool = true;

    /// Captures that lose by exchange, and checks that lose the piece.
    #[inline]
    fn defers(&mut self, line: &mut XiangqiNode<'_, E>, mv: Move) -> bool {
        !Self::pays(line.pos(), mv)
    }

    /// Captures by most valuable victim, least valuable attacker.
    #[inline]
    fn rank(&mut self, line: &mut XiangqiNode<'_, E>, moves: &[Move], ranks: &mut [i32]) {
        let pos = line.pos();
        let value = |square| Some(piece_value(pos.piece_at(square)?.kind));
        for (&mv, rank) in moves.iter().zip(ranks) {
            // Captures are listed first.
            let Some(victim) = value(mv.to) else {
                break;
            };
            *rank += Self::CAPTURE + 16 * victim - value(mv.from).unwrap_or(0);
        }
    }

    #[inline]
    fn kind(&mut self, line: &mut XiangqiNode<'_, E>, mv: Move) -> MoveKind {
        if line.pos().piece_at(mv.to).is_some() && Self::pays(line.pos(), mv) {
            MoveKind::Noisy
        } else if line.pos().in_check() {
            MoveKind::Forced
        } else {
            MoveKind::Quiet
        }
    }

    #[inline]
    fn exchange_loses(&mut self, line: &mut XiangqiNode<'_, E>, mv: Move, margin: i32) -> bool {
        !line.pos().board().exchange_wins(mv, -margin, &VALUES)
    }

    #[inline]
    fn gain(&mut self, line: &mut XiangqiNode<'_, E>, mv: Move) -> Option<i32> {
        let captured = line.pos().piece_at(mv.to)?;
        Some(piece_value(captured.kind))
    }

    /// The soldiers and the defenders of both sides.
    #[inline]
    fn structure(&mut self, line: &mut XiangqiNode<'_, E>) -> u64 {
        let board = line.pos().board();
        /// 2^64 divided by the golden ratio: its powers are odd and far apart.
        const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
        // Products that do not wait for one another: this is asked at every node.
        let mut factor = 1_u64;
        let mut key = 0_u64;
        for player in Player::BOTH {
            for kind in [Kind::Soldier, Kind::Advisor, Kind::Elephant] {
                let bits = board.pieces(player, kind).bits();
                factor = factor.wrapping_mul(GOLDEN);
                key = key.wrapping_add((bits as u64 ^ (bits >> 64) as u64).wrapping_mul(factor));
            }
        }
        key
    }

    #[inline]
    fn horizon(&mut self, line: &mut XiangqiNode<'_, E>, _depth: i32) -> Horizon {
        if line.pos().in_check() {
            Horizon::MustAnswer
        } else {
            Horizon::StandPat
        }
    }

    #[inline]
    fn extension(&mut self, line: &mut XiangqiNode<'_, E>, _: Move, _: i32) -> i32 {
        line.pos().in_check().into()
    }

    #[inline]
    fn null_move(&mut self, line: &mut XiangqiNode<'_, E>) -> Option<Move> {
        let pos = line.pos();
        (!pos.in_check() && Self::has_attackers(pos, pos.turn())).then_some(Move::NULL)
    }

    /// The rules' verdict on a repetition, applied early: a position that repeats within the search
    /// may repeat again.
    ///
    /// A side that would lose by the cycle, by perpetual check or chase, may still leave it, so
    /// this is the worst score of a position, not a mate.
    #[inline]
    fn path_verdict(&mut self, line: &mut XiangqiNode<'_, E>) -> Option<PathScore> {
        if let Some(verdict) = line.pos().adjudicate() {
            return Some(PathScore::adjudicated(line, verdict));
        }
        let back = line
            .pos()
            .last_occurrence()
            .filter(|&back| back < line.ply())?;
        let score = match line.pos().cycle_outcome(back) {
            Outcome::Win => Score::MAX_EVAL,
            Outcome::Draw => Score::DRAW,
            Outcome::Loss => -Score::MAX_EVAL,
        };
        Some(PathScore {
            score,
            dependence: PathDependence::ply((line.ply() - back) as i32),
        })
    }

    /// A position that occurred earlier in the game may be judged when it repeats.
    #[inline]
    fn path_matters(&mut self, line: &mut XiangqiNode<'_, E>) -> bool {
        line.pos().last_occurrence().is_some()
    }

    #[inline]
    fn prove(
        &mut self,
        line: &mut XiangqiNode<'_, E>,
        _depth: i32,
        _window: Window,
        _budget: &mut Budget<'_>,
    ) -> Result<Option<Proof<Move>>, Stopped> {
        Ok(endgames::prove(line.pos(), line.ply()))
    }

    fn proof_line(
        &mut self,
        line: &mut XiangqiNode<'_, E>,
        moves: &mut Vec<Move>,
        _budget: &mut Budget<'_>,
    ) -> Result<(), Stopped> {
        endgames::foresee(line.pos(), moves);
        Ok(())
    }
}

impl Networked<{ HalfKa::HIDDEN }> for XiangqiWiring {
    type Features = HalfKa;

    fn game() -> &'static dyn Game {
        GAME
    }

    fn with_network(network: Network) -> EvaluatorChoice {
        EvaluatorChoice::Trained(network)
    }

    /// The plain piece values, for the viewer's own pieces: both perspectives see every piece.
    fn known_values() -> Vec<f32> {
        let mut values = vec![0.0; Self::SET.count];
        for own in values.chunks_mut(14 * Square::COUNT) {
            for (squares, value) in own.chunks_mut(Square::COUNT).zip(Weights::PLAIN.material) {
                squares.fill(value as f32);
            }
        }
        values
    }

    /// Positions that are won by more than 30 soldiers are the search's to know.
    fn teaches(pos: &Self::Position, score: Option<i32>) -> bool {
        score.is_none_or(|score| score.abs() <= 3_000) && Self::is_quiet(pos)
    }
}

impl Wiring for XiangqiWiring {
    type Position = Xiangqi;
    type Evaluator = EvaluatorChoice;
    type Guide = XiangqiGuide;

    fn actions(_: &Xiangqi) -> usize {
        Square::COUNT * Square::COUNT
    }

    fn pieces(pos: &Xiangqi, each: &mut dyn FnMut(usize, game_core::Piece)) {
        let files = || 0..Square::FILES;
        let squares = (0..Square::RANKS)
            .rev()
            .flat_map(|rank| files().map(move |file| (file, rank)));
        for (cell, (file, rank)) in squares.enumerate() {
            if let Some(piece) = pos.board().piece_at(Square::new(file, rank)) {
                let owner = piece.player;
                let letter = piece.kind.letter().to_ascii_uppercase();
                each(cell, game_core::Piece { owner, letter });
            }
        }
    }

    /// From where to where: two chariots may reach one square, which is one slot.
    fn action(_: &Xiangqi, mv: Move) -> usize {
        mv.from.index() * Square::COUNT + mv.to.index()
    }

    const RULES: &'static [RuleSetting] = &[
        RuleSetting::choice(
            "rule",
            "how repetition is judged",
            &["asian", "check-ban", "draw-only"],
            "asian",
        ),
        RuleSetting {
            name: "move-limit",
            about: "plies without a capture before a draw",
            values: &["none"],
            range: Some((1, u16::MAX as u32)),
            default: "120",
        },
    ];

    fn set_rule(rules: &mut Rules, name: &str, value: &str) -> Result<(), RuleRefused> {
        match (name, value) {
            ("rule", "asian") => rules.repetition = RepetitionRule::AsianCore,
            ("rule", "check-ban") => rules.repetition = RepetitionRule::CheckBan,
            ("rule", _) => rules.repetition = RepetitionRule::DrawOnly,
            (_, "none") => rules.move_limit = None,
            _ => rules.move_limit = Some(value.parse().map_err(|_| RuleRefused)?),
        }
        Ok(())
    }

    /// Built by this engine's own search from games of masters: `docs/results/xiangqi-book.md` has
    /// the command. Other rules of repetition or another move limit have no book.
    fn book(rules: &Rules) -> Option<Arc<Book>> {
        static BOOK: LazyLock<Arc<Book>> =
            LazyLock::new(|| shipped(include_bytes!("../data/xiangqi.book")));
        (*rules == Rules::default()).then(|| BOOK.clone())
    }

    fn evaluator(_: &Rules, name: Option<&str>) -> EvaluatorChoice {
        EvaluatorChoice::named(name)
    }

    const EVALUATORS: &'static [&'static str] = &["network", EvaluatorChoice::HANDMADE];

    const WEIGHTED: Option<&'static str> = Some(EvaluatorChoice::HANDMADE);

    const NETWORK: Option<NetworkReader<EvaluatorChoice>> =
        Some(read_network::<Self, { HalfKa::HIDDEN }>);

    /// Not in check, and no capture wins by exchange.
    fn is_quiet(pos: &Self::Position) -> bool {
        let mut captures = Vec::new();
        pos.generate_captures(&mut captures);
        let wins = |&mv: &Move| pos.is_legal(mv) && pos.board().exchange_wins(mv, 1, &VALUES);
        !pos.in_check() && !captures.iter().any(wins)
    }

    /// An accumulator for each ply, and where refreshes begin.
    const EVALUATOR_BYTES: usize = 1 << 17;

    const UNIT: &'static str = "soldiers";
    const HALF_WIN: f32 = 4.4;
    const STUDY_DEPTH: u32 = 3;

    fn words() -> Vec<(&'static str, Text)> {
        words::WORDS.to_vec()
    }

    fn prepare() {
        Endgames::shared().unpack();
    }

    /// By pieces of 32: four are gone at the most in the opening, half or more in the ending.
    fn phase(pos: &Self::Position) -> Phase {
        let of = |player, kind| pos.board().pieces(player, kind).bits().count_ones();
        let men = Player::BOTH
            .into_iter()
            .flat_map(|player| Kind::ALL.map(|kind| of(player, kind)))
            .sum();
        Phase::emptying(men, [28, 17])
    }

    const ENDGAMES: Option<EndgameFacts> = Some(tables::ENDGAMES);

    fn remarks(pos: &Self::Position, mv: Move) -> Vec<Remark> {
        remarks::remarks(pos, mv)
    }

    const SOLVER: Option<SolverWiring<Self>> = Some(solver::SOLVER);

    const PUZZLES: &'static str = include_str!("../data/xiangqi.puzzles");

    fn puzzle_maker(_: &Rules) -> Box<dyn PuzzleMaker<Self::Position>> {
        Box::new(puzzles::Mates::default())
    }

    fn options(_: &Rules) -> Options {
        Options::default()
            .with_null_move(Some(NullMove {
                reduction: 3,
                ..NullMove::default()
            }))
            .with_improving(true)
            .with_correction(true)
            .with_late_moves(Some(Reductions {
                shape: ReductionShape::Logarithmic {
                    base: 50,
                    slope: 50,
                },
                history: 8_000,
                cut_node: 100,
                not_improving: 50,
                pv: 50,
                refuted: 100,
                noisy_first: 100,
                root: true,
                ..Reductions::DEFAULT
            }))
            .with_late_pruning(Some(LatePruning {
                depth: 6,
                moves: 5,
                per_depth_squared: 1,
            }))
            .with_reverse_futility(Some(Margin {
                depth: 7,
                per_ply: 100,
            }))
            .with_futility(Some(Margin {
                depth: 6,
                per_ply: 120,
            }))
            .with_continuation(3)
            .with_history_bonus(HistoryBonus {
                linear: 240,
                square: 0,
                most: 2_000,
            })
            .with_internal_reduction(Some(4))
            .with_singular(Some(Singular {
                double: 40,
                multi_cut: true,
                negative: 2,
                ..Singular::DEFAULT
            }))
            .with_quiescence(8)
            .with_table_depth(0)
    }

    const LEVELS: &'static [Level] = &[
        Level::new(2, 5_000).with_mistakes(530, 400),
        Level::new(2, 5_000).with_mistakes(423, 278),
        Level::new(2, 5_000).with_mistakes(345, 217),
        Level::new(2, 5_000).with_mistakes(279, 170),
        Level::new(2, 5_000).with_mistakes(223, 134),
        Level::new(2, 5_000).with_mistakes(177, 107),
        Level::new(2, 5_000).with_mistakes(139, 85),
        Level::new(2, 5_000).with_mistakes(107, 66),
        Level::new(2, 5_000).with_mistakes(77, 51),
        Level::new(2, 5_000).with_mistakes(53, 36),
        Level::new(60, 240),
        Level::new(60, 365),
        Level::new(60, 555),
        Level::new(60, 850),
        Level::new(60, 1_300),
        Level::new(60, 2_000),
        Level::new(60, 3_100),
        Level::new(60, 5_000),
        Level::new(60, 8_300),
        Level::new(60, 14_500),
        Level::new(60, 27_000),
        Level::new(60, 54_000),
        Level::new(60, 120_000),
        Level::new(60, 290_000),
        Level::new(60, 850_000),
    ];

    const BENCH: Bench = Bench {
        lines: &[
            "startpos",
            "startpos moves h2e2 h9g7 h0g2 i9h9 b0c2 b9c7 c3c4 h7i7",
            "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
            "1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w - - 0 1",
        ],
        depth: 6,
    };
}
