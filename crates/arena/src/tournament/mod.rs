//! Matches of many games: planned, played on any number of threads or machines, logged, resumed and
//! merged.

mod contestant;
mod log;
mod merge;
mod plan;
mod ranking;
mod record;
mod round_robin;
mod run;
mod shard;
mod standing;

pub use contestant::{Contestant, ContestantError, CustomBot, MakeBot};
pub use log::{Log, LogError};
pub use merge::{MergeError, Merged, merge, merge_all};
pub use plan::{Match, MatchError};
pub use ranking::{Ranked, rank};
pub use record::{GameRecord, LineError, Ticket, read_line, write_line};
pub use round_robin::{MatchPlace, Tournament, UnfitPlayers};
pub use run::{Observer, run, run_under};
pub use shard::{BadShard, Shard};
pub use standing::{Faults, Standing};
