//! The weights of xiangqi's evaluator, fitted to the results of games: logistic regression on quiet positions (P. Österlund,
//! *Texel's tuning method*, 2014), by Adam (D. Kingma and J. Ba, 2015).
//!
//! A game is a line of text: what came of it for Red (`1`, `0` or `-1`), and a line as a search is asked about, `startpos
//! moves h2e2 ...` or a FEN and its moves. Of its positions those count in which nothing is about to be captured: not in
//! check, and no capture wins by [exchange](xiangqi_movegen::Board::exchange). Games, not positions, are set aside for
//! validation, for a game's positions are much alike.
//!
//! ```
//! use train::xiangqi::{Fitting, Samples};
//! let games = "1 startpos moves h2e2 h9g7 h0g2 i9h9\n-1 startpos moves c3c4 h7e7 b0c2 h9g7\n";
//! let samples = Samples::read(games)?;
//! assert_eq!((samples.games(), samples.positions()), (2, 8));
//! let mut fitting = Fitting::new(&samples, Default::default());
//! let before = fitting.losses();
//! for _ in 0..3 {
//!     fitting.epoch();
//! }
//! assert!(fitting.losses().training < before.training);
//! # Ok::<(), train::xiangqi::GameError>(())
//! ```

mod regression;
mod samples;

pub use regression::{Fitting, Losses, Options};
pub use samples::{GameError, Samples};
