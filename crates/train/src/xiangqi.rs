//! Fits the weights of xiangqi's hand-made terms to games: to their quiet positions, with the results
//! of the games and the scores of searches.
//!
//! It is a logistic regression (P. Österlund, *Texel's tuning method*, 2014). The prior holds each
//! weight near its start, and the bonuses of neighbouring squares near each other; the fit is the
//! maximum a posteriori estimate: see [`Fitting`]. The games are those of
//! [data files](crate::data). Of a game's positions those count in which nothing is about to be
//! captured: not in check, and no capture wins by
//! [exchange](xiangqi_movegen::Board::exchange). Whole games, not positions, are set aside for
//! validation, since a game's positions are similar.
//!
//! ```
//! use train::data::read_text;
//! use train::xiangqi::{Fitting, PositionFilter, Samples};
//! use xiangqi_movegen::{Rules, Xiangqi};
//!
//! let text = "boyi games as text 1\ngame xiangqi\nrules \norigin by hand\n\n\
//!     0 win startpos moves h2e2 h9g7 h0g2 i9h9\n1 loss startpos moves c3c4 h7e7 b0c2 h9g7 ; - - 10 35\n";
//! let (_, games) = read_text::<Xiangqi>(text, |_| Ok(Rules::default()))?;
//! let mut samples = Samples::default();
//! for game in &games {
//!     samples.add(game, &Rules::default(), PositionFilter::ALL)?;
//! }
//! assert_eq!((samples.games(), samples.positions()), (2, 6));
//! let mut fitting = Fitting::new(&samples, Default::default());
//! let before = fitting.losses();
//! fitting.round();
//! assert!(fitting.losses().training < before.training);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod options;
mod prior;
mod regression;
mod samples;

pub use options::Options;
pub use regression::Fitting;
pub use samples::{PositionFilter, Samples};
