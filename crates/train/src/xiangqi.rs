//! Trains xiangqi's evaluators on games: on quiet positions with the results of the games and the
//! scores of searches.
//!
//! The weights of the hand-made terms are fitted by logistic regression (P. Österlund, *Texel's
//! tuning method*, 2014). The prior holds each weight near its start, and the bonuses of
//! neighbouring squares near each other; the fit is the maximum a posteriori estimate: see
//! [`Fitting`]. The network takes many more games, and learns batch by batch: see [`network`].
//!
//! A game is a line of text: its result for Red (`1`, `0` or `-1`), a game line, `startpos moves
//! h2e2 ...` or a FEN and its moves, and optionally a semicolon and scores, in points for Red, of
//! the positions before the last moves, one each: then only those positions count. Of a game's
//! positions those count in which nothing is about to be captured: not in check, and no capture
//! wins by [exchange](xiangqi_movegen::Board::exchange). Whole games, not positions, are set aside
//! for validation, since a game's positions are similar.
//!
//! ```
//! use train::xiangqi::{PositionFilter, Fitting, Samples};
//! let games = "1 startpos moves h2e2 h9g7 h0g2 i9h9\n-1 startpos moves c3c4 h7e7 b0c2 h9g7 ; -10 35\n";
//! let samples = Samples::read(games, PositionFilter::ALL)?;
//! assert_eq!((samples.games(), samples.positions()), (2, 6));
//! let mut fitting = Fitting::new(&samples, Default::default());
//! let before = fitting.losses();
//! fitting.round();
//! assert!(fitting.losses().training < before.training);
//!
//! use train::{network::TrainingConfig, xiangqi::network};
//! let samples = network::samples(games, PositionFilter::ALL)?;
//! let mut training = network::training(&samples, TrainingConfig::default());
//! while !training.is_over() {
//!     training.epoch();
//! }
//! let file = training.layers().to_bytes(&pattern_eval::xiangqi::PieceSquare::SET, "two games");
//! std::fs::write(std::env::temp_dir().join("xiangqi.network"), file)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod games;
pub mod network;
mod options;
mod prior;
mod regression;
mod samples;

pub use games::{GameError, PositionFilter};
pub use options::Options;
pub use regression::Fitting;
pub use samples::Samples;
