#![doc = include_str!("../README.md")]

mod algorithm;
mod alpha_beta;
mod budget;
mod builders;
mod clock;
mod dfpn;
mod estimate;
mod guide;
mod handle;
mod kernel;
mod mcts;
mod minimax;
mod options;
mod path;
mod pruned;
mod report;
mod request;
mod searcher;
mod smp;
mod table;
mod thread;
mod time_management;

pub use algorithm::{Algorithm, UnknownAlgorithm};
pub use alpha_beta::AlphaBeta;
pub use budget::{Budget, Stopped};
pub use clock::{Allotment, Clock};
pub use dfpn::{Dfpn, DfpnSolution, DfpnVerdict};
pub use estimate::estimate_tree;
pub use game_core;
pub use guide::{Guide, Horizon, MoveKind, NodeState, Proof, Stage};
pub use handle::{Handle, Task};
pub use kernel::MAX_PLY;
pub use mcts::{Leaf, Mcts, MctsOptions, Selection};
pub use minimax::{Minimax, minimax};
pub use options::{
    ExchangePruning, FirstGuess, HistoryBonus, HistoryPruning, LatePruning, Margin, MultiCut,
    MultiProbCut, NoisyProbCut, NullMove, OPTIONS, OptionKind, OptionNumber, OptionPart,
    OptionRefused, OptionRow, OptionValue, Options, Preselection, ProbCut, ReductionShape,
    Reductions, Singular,
};
pub use path::{PathDependence, PathPolicy, PathScore};
pub use pruned::{Pruned, Pruning};
pub use report::{Report, RootMove, Source, Stats, Variation};
pub use request::{Control, Limits, Request};
pub use searcher::Searcher;
pub use smp::Smp;
pub use table::{Bound, TranspositionTable};
pub use thread::{STACK_SIZE, thread_builder};
pub use time_management::TimeManagement;
