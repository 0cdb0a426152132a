#![doc = include_str!("../README.md")]

mod algorithm;
mod budget;
mod engine;
mod estimate;
mod guide;
mod kernel;
mod minimax;
mod options;
mod path;
mod report;
mod request;
mod searcher;
mod table;

pub use algorithm::{Algorithm, UnknownAlgorithm};
pub use budget::{Budget, Stopped};
pub use engine::Engine;
pub use estimate::estimate_tree;
pub use game_core;
pub use guide::{Guide, Horizon, Kind, Proof, Stage};
pub use kernel::MAX_PLY;
pub use minimax::{Minimax, minimax};
pub use options::{FirstGuess, LatePruning, MultiCut, NullMove, Options, Preselection, ProbCut, Reductions, Shape, Slack};
pub use path::{PathPolicy, PathScore};
pub use report::{Report, Stats, Variation};
pub use request::{Control, Limits, Request};
pub use searcher::Searcher;
pub use table::{Bound, Table};
