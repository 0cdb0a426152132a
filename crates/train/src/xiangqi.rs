//! The weights of xiangqi's evaluator, fitted to games: logistic regression on quiet positions (P. Österlund, *Texel's tuning
//! method*, 2014), of their results and of what searches thought of them. Before the games are seen each weight is held to be near
//! its start, and the bonuses of neighbouring squares near each other; what is fitted is what is likeliest after them.
//!
//! A game is a line of text: what came of it for Red (`1`, `0` or `-1`), a line as a search is asked about, `startpos moves
//! h2e2 ...` or a FEN and its moves, and perhaps a semicolon and what searches thought of the positions before the last so many
//! moves, in points for Red: then those positions alone count. Of a game's positions those count in which nothing is about to be
//! captured: not in check, and no capture wins by [exchange](xiangqi_movegen::Board::exchange). Games, not positions, are set
//! aside for validation, for a game's positions are much alike.
//!
//! ```
//! use train::xiangqi::{Choice, Fitting, Samples};
//! let games = "1 startpos moves h2e2 h9g7 h0g2 i9h9\n-1 startpos moves c3c4 h7e7 b0c2 h9g7 ; -10 35\n";
//! let samples = Samples::read(games, Choice::ALL)?;
//! assert_eq!((samples.games(), samples.positions()), (2, 6));
//! let mut fitting = Fitting::new(&samples, Default::default());
//! let before = fitting.losses();
//! fitting.round();
//! assert!(fitting.losses().training < before.training);
//! # Ok::<(), train::xiangqi::GameError>(())
//! ```

mod options;
mod prior;
mod regression;
mod samples;

pub use options::Options;
pub use regression::{Fitting, Losses};
pub use samples::{Choice, GameError, Samples};
