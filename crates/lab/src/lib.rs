#![doc = include_str!("../README.md")]

mod ablation;
mod annotation;
mod bench;
mod compare;
mod fit;
mod growth;
mod judge;
mod median;
mod puzzles;
mod scaling;
mod suite;
mod win_fit;

pub use ablation::{Ablation, AblationRow};
pub use annotation::{AnnotatedMove, Annotator, MoveQuality};
pub use bench::{BenchResult, bench};
pub use compare::{Comparison, Milestone, Row, compare};
pub use fit::Fit;
pub use growth::{Course, DepthGrowth, Growth, GrowthRow, MeanLoss, PhaseGrowth};
pub use puzzles::{Checked, Judgement, PuzzleCheck, find_puzzles, select_puzzles};
pub use scaling::{Scaled, Scaling};
pub use suite::{Problem, SuiteError};
pub use win_fit::{WinFit, WinGames};
