//! The extension module of the Python package `boyi`: what the package offers, with the classes that
//! hold something of the library's. It is generic as the command is: a game is one of the table in
//! `games.rs`, known by what it says of itself.

mod batch;
mod database;
mod engine;
mod error;
mod games;
mod learning;
mod matches;
mod openings;
mod options;
mod plain;
mod position;
mod report;
mod review;
mod solve;
mod thinking;
mod tournament;
mod work;

use pyo3::prelude::*;

/// Boyi's rules, search and matches, as the package `boyi` offers them.
#[pymodule]
mod _boyi {
    #[pymodule_export]
    use crate::{
        batch::Batch,
        database::{Counts, Database, Explored, ExploredMove, FoundGame, Imported, Refusal},
        engine::Engine,
        games::{Game, game, games},
        learning::{Round, learn_game},
        matches::{MatchGame, MatchResult, play_match},
        openings::{Opening, openings},
        position::{BookMove, Evaluation, Outcome, Position, restored},
        report::{Line, Report, Score},
        review::{ReviewedMove, analyze},
        solve::{Puzzle, Solution, solve},
        thinking::Thinking,
        tournament::{Ranked, TournamentResult, tournament},
    };
}
