//! The wiring of Othello: the trained evaluator or that of eight terms, moves ordered by the
//! opponent's mobility, no quiescence.

mod forecast;
mod guide;

use crate::{Bench, Level, Wiring, book::shipped};
use books::Book;
use game_core::Score;
pub use guide::OthelloGuide;
use pattern_eval::othello::{Handmade, Patterns, final_margin};
use search::{Margin, MultiProbCut, Options, Reductions};
use std::sync::{Arc, LazyLock};

/// The patterns, trained on games of tournaments and of self-play, or the eight terms.
pub type EvaluatorChoice = crate::EvaluatorChoice<Patterns, Handmade>;

/// The wiring.
pub struct Othello;

impl Wiring for Othello {
    type Position = othello_bitboard::Othello;
    type Evaluator = EvaluatorChoice;
    type Guide = OthelloGuide;

    fn evaluator((): &()) -> EvaluatorChoice {
        EvaluatorChoice::trained()
    }

    /// Built by this engine's own search: `docs/results/othello-book.md` has the
    /// command.
    fn book((): &()) -> Option<Arc<Book>> {
        static BOOK: LazyLock<Arc<Book>> =
            LazyLock::new(|| shipped(include_bytes!("../data/othello.book")));
        Some(BOOK.clone())
    }

    const EVALUATORS: &'static [&'static str] = &["patterns", EvaluatorChoice::HANDMADE];

    const WEIGHTED: Option<&'static str> = Some(EvaluatorChoice::HANDMADE);

    fn evaluator_named(name: &str, (): &()) -> EvaluatorChoice {
        EvaluatorChoice::named(name)
    }

    /// A solved game has a margin of discs.
    fn describe(score: Score) -> String {
        match final_margin(score) {
            Some(0) | None => score.to_string(),
            Some(margin) if margin > 0 => format!("win by {margin}"),
            Some(margin) => format!("loss by {}", -margin),
        }
    }

    const UNIT: &'static str = "discs";

    /// The final margin in discs, if the game was solved.
    fn units(score: Score) -> Option<f64> {
        let margin = final_margin(score).map(f64::from);
        margin.or_else(|| {
            (!score.is_decisive()).then(|| f64::from(score.get()) / f64::from(Self::options().unit))
        })
    }

    /// A margin of discs; a score of 0 may be either.
    fn is_final(score: Score) -> bool {
        score.is_decisive() || final_margin(score).is_some_and(|margin| margin != 0)
    }

    fn margin(pos: &othello_bitboard::Othello) -> Option<i32> {
        Some(pos.final_margin())
    }

    fn guide() -> OthelloGuide {
        OthelloGuide::default()
    }

    fn guide_bytes(depth: u32, threads: usize) -> usize {
        OthelloGuide::bytes(depth, threads)
    }

    fn options() -> Options {
        // No null move: passing is often an advantage. A ply may change the evaluation by several
        // discs.
        let slack = Some(Margin {
            depth: 3,
            per_ply: 300,
        });
        Options {
            late_moves: Some(Reductions {
                by_history: false,
                ..Reductions::logarithmic()
            }),
            reverse_futility: slack,
            futility: slack,
            // A small margin, tried only if the static evaluation agrees: most wrong cuts do no
            // harm.
            multi_prob_cut: Some(MultiProbCut {
                threshold: 80,
                gate: 0,
                depth: 3,
            }),
            aspiration: 200,
            // A killer says less here than history does; and the last ply is faster to search than
            // to look up.
            killers: false,
            table_depth: 2,
            // There are no noisy moves.
            quiescence: 0,
            ..Options::default()
        }
    }

    const LEVELS: [Level; 10] = [
        Level::new(1, 1_000, 500),
        Level::new(1, 1_000, 200),
        Level::new(2, 10_000, 100),
        Level::new(3, 10_000, 50),
        Level::new(4, 50_000, 0),
        Level::new(5, 100_000, 0),
        Level::new(7, 200_000, 0),
        Level::new(9, 1_000_000, 0),
        Level::new(12, 3_000_000, 0),
        Level::new(60, 8_000_000, 0),
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
