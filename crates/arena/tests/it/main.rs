//! Matches and tournaments, their statistics, and external programs as players.

mod laws;
mod sprt;
mod tournament;
mod tuning;
