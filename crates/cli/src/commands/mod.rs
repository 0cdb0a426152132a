//! One file a command.

pub mod ablate;
pub mod analyze;
pub mod bench;
pub mod book;
pub mod compare;
pub mod convert;
pub mod endgames;
pub mod eval;
pub mod fit;
mod ladder;
pub mod match_;
pub mod merge;
pub mod openings;
pub mod perft;
pub mod play;
mod plot;
mod positions;
pub mod protocols;
pub mod scale;
pub mod selfplay;
pub mod serve;
pub mod show;
pub mod solve;
mod standing;
pub mod tournament;
pub mod train;
pub mod tune;
