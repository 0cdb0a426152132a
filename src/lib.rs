//! Board-game AI for gomoku, Othello and xiangqi (Chinese chess) on one generic search engine.
//!
//! This package only gathers the crates of the workspace; take one alone where one is enough.
//!
//! | module | crate | what it is |
//! |---|---|---|
//! | [`core`] | `game-core` | the vocabulary: positions, scores, evaluators, notation, perft, the laws of a game |
//! | [`search`] | `boyi-search` | minimax, alpha-beta, aspiration, PVS and MTD(f) over one kernel |
//! | [`gomoku`] | `gomoku-rules` | freestyle, standard, renju and caro |
//! | [`othello`] | `othello-bitboard` | Othello on two bitboards |
//! | [`xiangqi`] | `xiangqi-movegen` | xiangqi with its rules of repetition |
//! | [`nnue`] | `boyi-nnue` | efficiently updatable networks for any game |
//! | [`eval`] | `pattern-eval` | evaluators |
//! | [`solvers`] | `boyi-solvers` | ends of games, threats, mates: questions with an exact answer |
//! | [`books`] | `boyi-books` | opening books: looked into, read, written and built |
//! | [`endgames`] | `boyi-endgames` | xiangqi's endgames by few pieces: who wins, and how soon |
//! | [`engines`] | `boyi-engines` | each game wired to the search behind one object-safe trait |
//! | [`lab`] | `boyi-lab` | experiments: comparisons of searchers, ablation, benches, annotated games |
//!
//! ```
//! # #[cfg(feature = "othello")] {
//! use boyi::{othello::Othello, eval::othello::Handmade, search::{AlphaBeta, Limits, Searcher}};
//!
//! let mut engine = AlphaBeta::new(Handmade::default());
//! let report = engine.think(&Othello::START, Limits::depth(6));
//! println!("{} discs a hundred, by {:?}", report.score().get(), report.pv());
//! assert_eq!(report.depth, 6);
//! # }
//! ```
//!
//! Feature `serde` adds `Serialize` and `Deserialize` to what is said of games and searches: moves, scores,
//! limits, options, reports, and the boards that are shown.
//!
//! Openings and endgames are known without a search:
//!
//! ```
//! # #[cfg(feature = "xiangqi")] {
//! use boyi::{core::{Outcome, Position}, endgames::Endgames, engines, xiangqi::Xiangqi};
//!
//! let book = engines::game("xiangqi")?.books(&Vec::new())?.shipped().ok_or("xiangqi has a book")?;
//! let best = book.page(&Xiangqi::default())[0];
//! println!("{}: {} in {} games, {} plies deep", best.mv, best.score, best.tally.games(), best.depth);
//! assert!(best.depth >= 10);
//!
//! let pos: Xiangqi = "4k4/4a4/9/9/9/9/4N4/9/9/4K4 w".parse()?;
//! let ending = Endgames::shared().probe(pos.board(), pos.turn()).ok_or("it has a table")?;
//! assert_eq!(ending.outcome, Outcome::Win);
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[doc(inline)]
pub use books;
#[cfg(feature = "xiangqi")]
#[doc(inline)]
pub use endgames;
#[doc(inline)]
pub use engines;
#[doc(inline)]
pub use game_core as core;
#[cfg(feature = "gomoku")]
#[doc(inline)]
pub use gomoku_rules as gomoku;
#[doc(inline)]
pub use lab;
#[doc(inline)]
pub use nnue;
#[cfg(feature = "othello")]
#[doc(inline)]
pub use othello_bitboard as othello;
#[doc(inline)]
pub use pattern_eval as eval;
#[doc(inline)]
pub use search;
#[cfg(any(feature = "gomoku", feature = "othello"))]
#[doc(inline)]
pub use solvers;
#[cfg(feature = "xiangqi")]
#[doc(inline)]
pub use xiangqi_movegen as xiangqi;

/// The README's example, compiled with the others.
#[cfg(all(doctest, feature = "gomoku", feature = "othello", feature = "xiangqi"))]
#[doc = include_str!("../README.md")]
pub struct Readme;
