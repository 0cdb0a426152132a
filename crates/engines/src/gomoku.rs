//! Gomoku and renju: moves near the stones, fives and fours before anything else.

use crate::{Level, RuleSetting, Settings, Wiring};
use game_core::{Line, Position};
use gomoku_rules::{MAX_SIZE, MIN_SIZE, Point, Rules};
use pattern_eval::gomoku::{Shapes, candidates};
use search::{Guide, Horizon, Kind, LatePruning, NullMove, Options, Reductions, Slack, Stage};

/// The wiring.
pub struct Gomoku;

/// What a search of gomoku should know: where five can be made, one makes it; where the opponent could, one prevents it.
#[derive(Clone, Debug)]
pub struct FoursFirst {
    /// How far from a stone a move may be, in a king's steps.
    pub radius: u32,
}

impl Default for FoursFirst {
    /// Radius 2: every move that touches a line of threes is within it.
    fn default() -> Self {
        Self { radius: 2 }
    }
}

type GomokuLine<'e> = Line<'e, gomoku_rules::Gomoku, Shapes>;

/// Whether the next stone is settled by a five that someone can make.
#[inline]
fn urgent(line: &GomokuLine<'_>) -> bool {
    let turn = line.pos().turn();
    line.eval().can_make_five(turn) || line.eval().can_make_five(!turn)
}

impl Guide<gomoku_rules::Gomoku, Shapes> for FoursFirst {
    /// The stage of noisy moves holds the fives, or else the answers to the opponent's four. Only where there is none, or
    /// none is allowed, are other moves worth a look: those near a stone.
    fn candidates(&mut self, line: &mut GomokuLine<'_>, stage: Stage, _depth: i32, moves: &mut Vec<Point>) {
        let (pos, eval, first) = (line.pos(), line.eval(), moves.len());
        let turn = pos.turn();
        if eval.can_make_five(turn) {
            if stage == Stage::Noisy {
                eval.five_points(turn, moves);
            }
            return;
        }
        let legal = |moves: &[Point]| moves[first..].iter().any(|&mv| pos.is_legal(mv));
        if eval.can_make_five(!turn) {
            eval.five_points(!turn, moves);
            // Black may be forbidden to answer; then any move will do, for the game is lost.
            match (stage, legal(moves)) {
                (Stage::Noisy, true) => {}
                (Stage::Quiet, false) => {
                    moves.truncate(first);
                    pos.generate(moves);
                }
                _ => moves.truncate(first),
            }
            return;
        }
        if stage == Stage::Quiet {
            candidates(pos, self.radius, moves);
            if !legal(moves) {
                moves.truncate(first);
                pos.generate(moves);
            }
        }
    }

    #[inline]
    fn rank(&mut self, line: &mut GomokuLine<'_>, moves: &[Point], ranks: &mut [i32]) {
        for (&mv, rank) in moves.iter().zip(ranks) {
            *rank += line.eval().move_value(line.pos(), mv);
        }
    }

    #[inline]
    fn kind(&mut self, line: &mut GomokuLine<'_>, _mv: Point) -> Kind {
        if urgent(line) { Kind::Forced } else { Kind::Quiet }
    }

    #[inline]
    fn horizon(&mut self, line: &mut GomokuLine<'_>, _depth: i32) -> Horizon {
        if urgent(line) { Horizon::MustAnswer } else { Horizon::StandPat }
    }

    /// A four has one answer: following both costs one position.
    #[inline]
    fn extension(&mut self, line: &mut GomokuLine<'_>, _mv: Point) -> i32 {
        line.eval().can_make_five(!line.pos().turn()).into()
    }

    #[inline]
    fn null_move(&mut self, line: &mut GomokuLine<'_>) -> Option<Point> {
        (!urgent(line)).then_some(Point::NULL)
    }
}

impl Wiring for Gomoku {
    type Position = gomoku_rules::Gomoku;
    type Evaluator = Shapes;
    type Guide = FoursFirst;

    const RULES: &'static [RuleSetting] = &[
        RuleSetting {
            name: "rule",
            about: "what wins, and what Black may not do",
            values: &["freestyle", "standard", "renju"],
            range: None,
            default: "freestyle",
        },
        RuleSetting {
            name: "size",
            about: "points along a side of the board",
            values: &[],
            range: Some((MIN_SIZE as u32, MAX_SIZE as u32)),
            default: "15",
        },
    ];

    fn set_rule(rules: &mut Rules, name: &str, value: &str) -> Option<()> {
        *rules = match name {
            "rule" => Rules::new(rules.size(), value.parse().ok()?).ok()?,
            _ => Rules::new(value.parse().ok()?, rules.rule()).ok()?,
        };
        Some(())
    }

    fn settings_of(pos: &Self::Position) -> Settings {
        vec![("size".to_owned(), pos.rules().size().to_string())]
    }

    fn evaluator(_: &Rules) -> Shapes {
        Shapes::new()
    }

    const UNIT: &'static str = "open twos";

    fn guide() -> FoursFirst {
        FoursFirst::default()
    }

    fn options() -> Options {
        // The natural unit is an open two. What a stone is worth is seen where it is put, so that the order can be
        // trusted far: of some hundred moves 24 are enough. A four is answered by all that answer it, whatever the beam.
        Options {
            unit: 120,
            beam: Some(24),
            null_move: Some(NullMove::default()),
            late_moves: Some(Reductions::default()),
            late_pruning: Some(LatePruning::default()),
            reverse_futility: Some(Slack::default()),
            // No futility: quiet moves make threats. No killers: what a stone is worth is seen better by the guide. The last
            // ply is quicker searched than looked up.
            table_depth: 2,
            killers: false,
            quiescence: 16,
            ..Options::default()
        }
    }

    const LEVELS: [Level; 10] = [
        Level::new(1, 1_000, 300),
        Level::new(1, 1_000, 100),
        Level::new(2, 5_000, 50),
        Level::new(2, 10_000, 0),
        Level::new(3, 20_000, 0),
        Level::new(4, 50_000, 0),
        Level::new(5, 100_000, 0),
        Level::new(6, 250_000, 0),
        Level::new(8, 800_000, 0),
        Level::new(60, 3_000_000, 0),
    ];

    const BENCH: (&'static [&'static str], u32) = (
        &[
            "startpos moves h8",
            "startpos moves h8i9h10g9",
            "startpos moves h8h9i9g7j10k11i8i10j8g8",
            "X:h8j9i7k7 O:i8h9j8g10 turn:X",
        ],
        6,
    );
}
