//! The threads that search, the tables they keep from move to move, and what one search,
//! laboratory run or review is.

mod cache;
mod job;
mod pool;

pub(crate) use cache::{Cache, Key};
pub(crate) use job::{GameRef, LabJob, ReviewJob, SearchJob, quick};
pub(crate) use pool::{Lane, Party, Pool, Ticket};
