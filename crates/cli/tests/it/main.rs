//! The command, run as a process.

mod ablate;
mod analyze;
mod book;
mod common;
mod compare;
mod contract;
mod convert;
mod db;
mod endgames;
mod files;
#[cfg(unix)]
mod full_screen;
mod learn;
mod matches;
mod mcp;
mod openings;
mod play;
mod protocols;
mod puzzles;
mod refusals;
mod selfplay;
mod serve;
mod solve;
mod study;
#[cfg(unix)]
mod terminal;
mod train;
mod tune;
