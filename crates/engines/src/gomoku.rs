//! The wiring of gomoku and renju: moves near the stones, threats and their answers first.

mod guide;
mod options;
mod order;
mod puzzles;
mod remarks;
mod solver;
mod threat_budget;
mod verdict;
mod words;

use crate::{
    Bench, Game, Level, NetworkReader, Networked, Phase, PuzzleMaker, Remark, RuleRefused,
    RuleSetting, SearcherOption, Settings, SolverWiring, SwapRule, Wired, Wiring, book::shipped,
    read_network,
};
use books::Book;
use game_core::Text;
use gomoku_rules::{Gomoku, MAX_SIZE, MIN_SIZE, Rule, Rules};
pub use guide::GomokuGuide;
use pattern_eval::gomoku::{Network, Patterns, PointClasses};
use search::{LatePruning, Margin, NullMove, Options, Reductions, TimeManagement};
use std::sync::{Arc, LazyLock};
pub use threat_budget::ThreatBudget;

/// The network, trained on games that begin inside searches, or the hand-made weights of shapes.
pub type EvaluatorChoice = crate::EvaluatorChoice<Network, Patterns>;

/// The wiring.
///
/// ```
/// use engines::{Wired, Wiring, gomoku::GomokuWiring};
/// use gomoku_rules::{Gomoku, Rule};
/// use game_core::Notation;
/// let rules = Wired::<GomokuWiring>::rules(&[("rule".to_owned(), "renju".to_owned())])?;
/// assert_eq!(rules.rule(), Rule::Renju);
/// let start = Gomoku::start(&rules);
/// // Actions are the points of the board, row by row from the top.
/// let corner = start.parse_move("a15")?;
/// assert_eq!((GomokuWiring::actions(&start), GomokuWiring::action(&start, corner)), (225, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct GomokuWiring;

/// Gomoku, with every searcher.
pub static GAME: &dyn Game = &Wired::<GomokuWiring>::NEW;

impl Networked<{ PointClasses::HIDDEN }> for GomokuWiring {
    type Features = PointClasses;

    fn game() -> &'static dyn Game {
        GAME
    }

    fn with_network(network: Network) -> EvaluatorChoice {
        EvaluatorChoice::Trained(network)
    }
}

impl Wiring for GomokuWiring {
    type Position = Gomoku;
    type Evaluator = EvaluatorChoice;
    type Guide = GomokuGuide;

    fn actions(pos: &Gomoku) -> usize {
        usize::from(pos.rules().size()).pow(2)
    }

    fn pieces(pos: &Gomoku, each: &mut dyn FnMut(usize, game_core::Piece)) {
        let size = pos.rules().size();
        for (col, row) in (0..size).flat_map(|row| (0..size).map(move |col| (col, row))) {
            let point = gomoku_rules::Point::new(col, row);
            if let Some((point, owner)) = point.and_then(|point| Some((point, pos.stone(point)?))) {
                let letter = ['X', 'O'][owner.index()];
                each(Self::action(pos, point), game_core::Piece { owner, letter });
            }
        }
    }

    /// The point's place on this board, as its view and its planes have it: row by row from the top.
    fn action(pos: &Gomoku, point: gomoku_rules::Point) -> usize {
        let size = usize::from(pos.rules().size());
        (size - 1 - usize::from(point.row())) * size + usize::from(point.col())
    }

    const RULES: &'static [RuleSetting] = &[
        RuleSetting::choice(
            "rule",
            "what wins, and what Black may not do",
            &["freestyle", "standard", "renju", "caro"],
            "freestyle",
        ),
        RuleSetting::number(
            "size",
            "points along a side of the board",
            (MIN_SIZE as u32, MAX_SIZE as u32),
            "15",
        ),
    ];

    fn set_rule(rules: &mut Rules, name: &str, value: &str) -> Result<(), RuleRefused> {
        let [size, rule] = if name == "rule" {
            [None, Some(value)]
        } else {
            [Some(value), None]
        };
        let size = size.map_or(Ok(rules.size()), str::parse);
        let rule = rule.map_or(Ok(rules.rule()), str::parse);
        let (Ok(size), Ok(rule)) = (size, rule) else {
            return Err(RuleRefused);
        };
        *rules = Rules::new(size, rule).map_err(|_| RuleRefused)?;
        Ok(())
    }

    fn settings_of(pos: &Self::Position) -> Settings {
        vec![("size".to_owned(), pos.rules().size().to_string())]
    }

    /// The books of freestyle and of renju on the board of 15, built by this engine's search:
    /// `docs/results/gomoku-book.md` has the commands. Other rules and sizes have no book.
    fn book(rules: &Rules) -> Option<Arc<Book>> {
        static FREESTYLE: LazyLock<Arc<Book>> =
            LazyLock::new(|| shipped(include_bytes!("../data/gomoku-freestyle.book")));
        static RENJU: LazyLock<Arc<Book>> =
            LazyLock::new(|| shipped(include_bytes!("../data/gomoku-renju.book")));
        match (rules.size(), rules.rule()) {
            (15, Rule::Freestyle) => Some(FREESTYLE.clone()),
            (15, Rule::Renju) => Some(RENJU.clone()),
            _ => None,
        }
    }

    fn evaluator(_: &Rules, name: Option<&str>) -> EvaluatorChoice {
        EvaluatorChoice::named(name)
    }

    const EVALUATORS: &'static [&'static str] = &["network", EvaluatorChoice::HANDMADE];

    const WEIGHTED: Option<&'static str> = Some(EvaluatorChoice::HANDMADE);

    const NETWORK: Option<NetworkReader<EvaluatorChoice>> =
        Some(read_network::<Self, { PointClasses::HIDDEN }>);

    fn guide_bytes(_depth: u32, threads: usize) -> usize {
        threads * GomokuGuide::BYTES
    }

    const GTP_POINTS: bool = true;

    const UNIT: &'static str = "open twos";
    const HALF_WIN: f32 = 1.6;
    const STUDY_DEPTH: u32 = 3;

    fn words() -> Vec<(&'static str, Text)> {
        words::WORDS.to_vec()
    }

    const OPTIONS: &'static [SearcherOption] = &options::ALL;

    fn outfit(eval: EvaluatorChoice, own: &[i32]) -> (EvaluatorChoice, GomokuGuide) {
        options::outfit(eval, own)
    }

    /// Patterns by point, and remembered threat searches.
    const EVALUATOR_BYTES: usize = 1_400_000;

    /// By stones: ten in the opening, forty in the middle.
    fn phase(pos: &Self::Position) -> Phase {
        Phase::filling(pos.stones(), [10, 40])
    }

    fn remarks(pos: &Self::Position, mv: gomoku_rules::Point) -> Vec<Remark> {
        remarks::remarks(pos, mv)
    }

    const SOLVER: Option<SolverWiring<Self>> = Some(solver::SOLVER);

    const PUZZLES: &'static str = include_str!("../data/gomoku.puzzles");

    fn puzzle_maker(_: &Rules) -> Box<dyn PuzzleMaker<Self::Position>> {
        Box::new(puzzles::ByThreats::default())
    }

    fn options(rules: &Rules) -> Options {
        // The natural unit is an open two. The order of moves is reliable, since the patterns at a
        // point tell the value of a stone there: near the horizon a few of some hundred moves are
        // enough. All answers to a threat are searched. In caro, which the network has not learnt, a
        // beam is stronger beside it.
        let beam = (rules.rule() == Rule::Caro).then_some(16);
        Options::default()
            .with_unit(400)
            .with_beam(beam)
            .with_null_move(Some(NullMove::default()))
            .with_late_moves(Some(Reductions::default()))
            .with_late_pruning(Some(LatePruning {
                depth: 8,
                moves: 3,
                per_depth_squared: 1,
            }))
            // By self-play 400 points multiply the odds of winning by e: a ply is allowed a third of
            // that.
            .with_reverse_futility(Some(Margin {
                depth: 20,
                per_ply: 35,
            }))
            // No futility: quiet moves make threats. No killers: the guide's order is better. The
            // last ply is faster to search than to look up. No quiescence: fours extend the search,
            // and beyond the horizon the guide looks for wins by fours; played out in every order
            // they would swamp the search.
            .with_table_depth(2)
            .with_killers(false)
            .with_quiescence(0)
            // Games are short.
            .with_time_management(Some(TimeManagement {
                base: 110,
                ..TimeManagement::DEFAULT
            }))
    }

    const SWAPS: &'static [SwapRule] = &[
        SwapRule {
            name: "swap",
            plies: 3,
            more: 0,
        },
        SwapRule {
            name: "swap2",
            plies: 3,
            more: 2,
        },
    ];

    const LEVELS: &'static [Level] = &[
        Level::new(2, 20_000).with_mistakes(850, 1_500),
        Level::new(2, 20_000).with_mistakes(525, 385),
        Level::new(2, 20_000).with_mistakes(410, 222),
        Level::new(2, 20_000).with_mistakes(303, 137),
        Level::new(2, 20_000).with_mistakes(191, 88),
        Level::new(2, 20_000).with_mistakes(110, 53),
        Level::new(2, 20_000).with_mistakes(53, 27),
        Level::new(60, 300),
        Level::new(60, 1_180),
        Level::new(60, 2_600),
        Level::new(60, 6_300),
        Level::new(60, 25_000),
        Level::new(60, 170_000),
        Level::new(60, 3_000_000),
    ];

    const BENCH: Bench = Bench {
        lines: &[
            "startpos moves h8",
            "startpos moves h8i9h10g9",
            "startpos moves h8h9i9g7j10k11i8i10j8g8",
            "X:h8j9i7k7 O:i8h9j8g10 turn:X",
        ],
        depth: 6,
    };
}
