//! Generic libraries on the games of this package: random games, tree search, alpha-beta.

mod board_game;
mod boyi;
mod game;
mod leaves;
mod measure;
mod minimax;
mod table;
mod treant;

pub use game::Game;
pub use measure::measure_alone;

use crate::{connect_four, othello};
use std::io;

/// One position, and how much is done with it.
pub struct Setting<P, E> {
    /// The game's name.
    pub game: &'static str,
    /// Where all begin.
    pub start: P,
    /// Who judges it.
    pub eval: E,
    /// How deep alpha-beta searches, in plies.
    pub depth: u8,
}

/// The simulations of each tree search.
const SIMULATIONS: u32 = 100_000;

/// The random games of one round.
const PLAYOUTS: u32 = 10_000;

/// How much the rarely tried are favoured in each tree search, where it may be said.
const EXPLORATION: f32 = 1.4;

/// What a row does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Workload {
    /// Random games from the initial position.
    Playouts,
    /// Monte Carlo tree search, each leaf valued by one random game.
    TreeSearch,
    /// Alpha-beta to a fixed depth.
    AlphaBeta,
}

impl Workload {
    const ALL: [Self; 3] = [Self::Playouts, Self::TreeSearch, Self::AlphaBeta];

    /// What is counted.
    fn unit(self) -> &'static str {
        match self {
            Self::Playouts => "random games",
            Self::TreeSearch => "simulations",
            Self::AlphaBeta => "leaves",
        }
    }
}

/// What was done once.
#[derive(Clone, Copy, Debug)]
pub struct Done {
    /// How many of the workload's [unit](Workload::unit).
    pub count: u64,
    /// The value of the position, for the player to move: after random games the mean score, 1 for
    /// a win; after alpha-beta the evaluator's. None after a tree search, which estimates it.
    pub value: Option<f64>,
}

/// One workload by one library.
pub struct Row {
    /// The game's name.
    pub game: &'static str,
    /// What is done.
    pub workload: Workload,
    /// The library, and what of it.
    pub library: &'static str,
    /// Does it once.
    pub work: Box<dyn FnMut() -> Done>,
}

/// All rows, Boyi's last in each workload.
pub fn rows() -> Vec<Row> {
    let othello = Setting {
        game: "Othello",
        start: othello::Board::START,
        eval: othello::SquareWorth,
        depth: 10,
    };
    let four = Setting {
        game: "connect four",
        start: connect_four::Board::START,
        eval: connect_four::OpenFours,
        depth: 12,
    };
    let mut rows = of(&othello);
    rows.extend(of(&four));
    rows
}

fn of<E>(setting: &Setting<<E::G as ::minimax::Game>::S, E>) -> Vec<Row>
where
    E: ::minimax::Evaluator<G: Send + Sync + 'static>
        + game_core::Evaluator<<E::G as ::minimax::Game>::S>
        + Clone
        + Send
        + Sync
        + 'static,
    <E::G as ::minimax::Game>::S: Game,
    <E::G as ::minimax::Game>::M: Copy + Eq + Send + Sync,
{
    let mut rows = minimax::rows(setting);
    rows.extend(board_game::rows(setting));
    rows.extend(treant::rows(setting));
    rows.extend(boyi::rows(setting));
    // Stable: the libraries keep their order.
    rows.sort_by_key(|row| row.workload as u8);
    rows
}

/// Measures each row for about `seconds` of CPU time in a separate process, and prints the tables.
///
/// # Errors
/// If a process cannot be started or says something else, or alpha-beta finds two values.
pub fn print(seconds: f64) -> io::Result<()> {
    let figures = measure::in_turn(&rows(), seconds)?;
    let exact = figures
        .iter()
        .filter(|row| row.unit == Workload::AlphaBeta.unit());
    for (one, next) in exact.clone().zip(exact.skip(1)) {
        if one.game == next.game && one.value != next.value {
            return Err(io::Error::other(format!(
                "{}: {} finds {:?}, {} {:?}",
                one.game, one.library, one.value, next.library, next.value
            )));
        }
    }
    print!("{}", table::tables(&figures));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Random games go on for as long in each library, and alpha-beta finds the same value.
    #[test]
    fn all_libraries_play_the_same_games() {
        for game in ["Othello", "connect four"] {
            for workload in [Workload::Playouts, Workload::AlphaBeta] {
                let mut values = Vec::new();
                for mut row in rows() {
                    if row.game == game && row.workload == workload {
                        let done = (row.work)();
                        assert!(done.count > 0, "{game} {}", row.library);
                        values.push((row.library, done.value.expect("it has a value")));
                    }
                }
                assert!(values.len() >= 3, "{game} {workload:?}");
                // Five standard errors of a mean of random games and of another.
                let apart = match workload {
                    Workload::Playouts => 5.0 * (2.0 / f64::from(PLAYOUTS)).sqrt() / 2.0,
                    _ => 0.0,
                };
                for &(library, value) in &values {
                    assert!((value - values[0].1).abs() <= apart, "{library} {values:?}");
                }
            }
        }
    }

    #[test]
    fn every_tree_search_counts_its_simulations() {
        for mut row in rows() {
            if row.workload == Workload::TreeSearch && row.game == "connect four" {
                assert_eq!(
                    (row.work)().count,
                    u64::from(SIMULATIONS),
                    "{}",
                    row.library
                );
            }
        }
    }
}
