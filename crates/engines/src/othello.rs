//! The wiring of Othello: the trained evaluator or that of eight terms, moves ordered by the
//! opponent's mobility, no quiescence.

mod forecast;
mod guide;
mod names;
mod puzzles;
mod remarks;
mod solver;
mod words;

use crate::{
    Bench, ForeignBook, Game, IndexedGame, Level, Margins, NameList, NetworkReader, Networked,
    Phase, PuzzleMaker, Remark, SolverWiring, Wired, Wiring, book::shipped, read_network,
};
use books::Book;
use books::othello::edax::EdaxBook;
use game_core::{Piece, Text};
pub use guide::OthelloGuide;
use othello_bitboard::{Othello, Square};
use pattern_eval::othello::{DISC, Handmade, Network, PatternFeatures, Patterns, final_margin};
use search::{Margin, MultiProbCut, Options, Reductions, TimeManagement};
use std::sync::{Arc, LazyLock};

/// What is shipped: the patterns, trained on games of tournaments and of self-play, or the eight
/// terms.
pub type Shipped = crate::EvaluatorChoice<Patterns, Handmade>;

/// A network over the patterns, read from a file, or what is shipped.
pub type EvaluatorChoice = crate::EvaluatorChoice<Network, Shipped>;

/// The wiring.
///
/// ```
/// use engines::{Wired, Wiring, othello::OthelloWiring};
/// use othello_bitboard::Othello;
/// use search::{AlphaBeta, Limits, Searcher};
/// // The engine that `engines::game("othello")` makes, with moves and positions in place of text.
/// let (eval, guide) = Wired::<OthelloWiring>::outfit(OthelloWiring::evaluator(&(), None));
/// let mut engine = AlphaBeta::new(eval).guided_by(guide).with_options(OthelloWiring::options(&()));
/// let report = engine.think(&Othello::START, Limits::depth(4));
/// assert!(report.depth == 4 && !report.pv().is_empty());
/// ```
pub struct OthelloWiring;

/// Othello, with every searcher.
pub static GAME: &dyn Game = &Wired::<OthelloWiring>::NEW;

impl Networked<{ PatternFeatures::HIDDEN }> for OthelloWiring {
    type Features = PatternFeatures;

    fn game() -> &'static dyn Game {
        GAME
    }

    fn with_network(
        network: nnue::Network<PatternFeatures, { PatternFeatures::HIDDEN }>,
    ) -> EvaluatorChoice {
        EvaluatorChoice::Trained(network.into())
    }
}

impl Wiring for OthelloWiring {
    type Position = Othello;
    type Evaluator = EvaluatorChoice;
    type Guide = OthelloGuide;

    fn evaluator((): &(), name: Option<&str>) -> EvaluatorChoice {
        EvaluatorChoice::Handmade(Shipped::named(name))
    }

    /// Built by this engine's own search: `docs/results/othello-book.md` has the
    /// command.
    fn book((): &()) -> Option<Arc<Book>> {
        static BOOK: LazyLock<Arc<Book>> =
            LazyLock::new(|| shipped(include_bytes!("../data/othello.book")));
        Some(BOOK.clone())
    }

    fn pieces(pos: &Othello, each: &mut dyn FnMut(usize, Piece)) {
        for (cell, square) in Square::all().enumerate() {
            if let Some(owner) = pos.disc(square) {
                let letter = ['X', 'O'][owner.index()];
                each(cell, Piece { owner, letter });
            }
        }
    }

    const EVALUATORS: &'static [&'static str] = &["patterns", Shipped::HANDMADE];

    const WEIGHTED: Option<&'static str> = Some(Shipped::HANDMADE);

    const GTP_POINTS: bool = true;

    const NETWORK: Option<NetworkReader<EvaluatorChoice>> =
        Some(read_network::<Self, { PatternFeatures::HIDDEN }>);

    const UNIT: &'static str = "discs";
    const HALF_WIN: f32 = 11.0;
    const STUDY_DEPTH: u32 = 6;

    fn words() -> Vec<(&'static str, Text)> {
        words::WORDS.to_vec()
    }

    /// A game seen to its end is worth a margin of discs.
    const MARGINS: Option<Margins<Othello>> = Some(Margins {
        of_end: Othello::final_margin,
        of_score: final_margin,
    });

    fn guide_bytes(depth: u32, threads: usize) -> usize {
        OthelloGuide::bytes(depth, threads)
    }

    /// By discs: twenty in the opening, twenty empty squares in the ending.
    fn phase(pos: &Self::Position) -> Phase {
        Phase::filling(64 - pos.empty().count_ones(), [20, 43])
    }

    const FOREIGN_BOOKS: &'static [ForeignBook] = &[ForeignBook {
        name: "edax",
        about: "an opening book of Edax, version 4 of its format",
        read: |bytes| Ok(EdaxBook::read(bytes)?.to_book(DISC)),
    }];

    const NAME_LISTS: &'static [NameList] = names::LISTS;

    fn name(game: &mut IndexedGame, lists: &[Vec<String>]) {
        names::name(game, lists);
    }

    fn remarks(pos: &Self::Position, mv: othello_bitboard::Move) -> Vec<Remark> {
        remarks::remarks(pos, mv)
    }

    const SOLVER: Option<SolverWiring<Self>> = Some(solver::SOLVER);

    const PUZZLES: &'static str = include_str!("../data/othello.puzzles");

    fn puzzle_maker((): &()) -> Box<dyn PuzzleMaker<Self::Position>> {
        Box::new(puzzles::Ends::default())
    }

    fn options((): &()) -> Options {
        // No null move: passing is often an advantage. A ply may change the evaluation by several
        // discs.
        let slack = Some(Margin {
            depth: 3,
            per_ply: 300,
        });
        Options::default()
            .with_late_moves(Some(Reductions::logarithmic()))
            .with_reverse_futility(slack)
            .with_futility(slack)
            // A small margin, tried only if the static evaluation agrees: most wrong cuts do no
            // harm.
            .with_multi_prob_cut(Some(MultiProbCut {
                threshold: 80,
                gate: 0,
                depth: 3,
            }))
            .with_aspiration(200)
            // Games are short.
            .with_time_management(Some(TimeManagement {
                base: 110,
                ..TimeManagement::DEFAULT
            }))
            // A killer says less here than history does; and the last ply is faster to search than
            // to look up.
            .with_killers(false)
            .with_table_depth(2)
            // There are no noisy moves.
            .with_quiescence(0)
    }

    /// With few positions a search comes nowhere near the depth at which the solver for many squares is
    /// worth its memory.
    const LEVELS: &'static [Level] = &[
        Level::new(1, 2_000).with_mistakes(700, 1_000),
        Level::new(1, 2_000).with_mistakes(550, 620),
        Level::new(1, 2_000).with_mistakes(455, 450),
        Level::new(1, 2_000).with_mistakes(345, 320),
        Level::new(1, 2_000).with_mistakes(235, 230),
        Level::new(1, 2_000).with_mistakes(145, 145),
        Level::new(1, 2_000).with_mistakes(82, 82),
        Level::new(12, 32),
        Level::new(12, 64),
        Level::new(12, 120),
        Level::new(12, 230),
        Level::new(12, 470),
        Level::new(12, 880),
        Level::new(12, 1_900),
        Level::new(60, 3_800),
        Level::new(60, 8_300),
        Level::new(60, 20_000),
        Level::new(60, 42_000),
        Level::new(60, 110_000),
        Level::new(60, 400_000),
        Level::new(60, 2_000_000),
        Level::new(60, 8_000_000),
    ];

    const BENCH: Bench = Bench {
        lines: &[
            "startpos",
            "startpos moves f5d6c3d3c4f4c5b3c2",
            "startpos moves f5f6e6f4e3d6c4f3g4d3",
            "--XXXXX--OOOXX-O-OOOXXOX-OXOXXOXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- O",
        ],
        depth: 9,
    };
}
