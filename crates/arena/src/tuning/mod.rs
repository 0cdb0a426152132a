//! Tunes numbers by play, an evaluator's weights or those of search options: by evolution, in which
//! mutants of a champion play each other, or by stochastic approximation.
//!
//! Every optimiser is a pure function of its history, and the games of a round are a function of
//! its number. So a tuning gives the same numbers for the same seed on any number of threads, even
//! if it was killed and resumed, as long as the players' limits are in nodes or plies.
//!
//! ```
//! use arena::tuning::{Evolution, Games, Space, Tuning};
//! use search::Control;
//! let othello = engines::game("othello")?;
//! let config: engines::EngineConfig = "alphabeta,depth=1,hash=1".parse()?;
//! let space = Space::of(othello, &["mobility", "corners"], config.weights())?;
//! let trial = Games { games: 2, ..Games::new(othello, config, space.clone()) };
//! let evolution = Evolution::default();
//! let tuning = Tuning { rounds: 2, ..Tuning::new(&space, &evolution, &trial) };
//! let history = tuning.run(Vec::new(), &Control::default(), &mut ())?;
//! let champion = &history.last().ok_or("two rounds")?.champion;
//! println!("pvs,{}", space.config(champion));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod evolution;
mod games;
mod generation;
mod log;
mod optimizer;
mod part;
mod run;
mod space;
mod spsa;
mod trial;

pub use error::{SpaceError, TuningError};
pub use evolution::Evolution;
pub use games::Games;
pub use generation::{Generation, mean};
pub use log::{TuningLog, TuningLogError};
pub use optimizer::Optimizer;
pub use part::{PartError, RoundGame};
pub use run::{Observer, Tuning};
pub use space::{Parameter, ParameterKind, Space};
pub use spsa::Spsa;
pub use trial::Trial;
