//! What is answered, and whether that is right.

use super::{model::Model, words::pair};
use game_core::Position;

/// What must be answered to a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Due {
    Ok,
    Error,
    /// The game has ended with what was told.
    Ended,
    Unknown,
    Name,
    /// This, word by word.
    Text(String),
    /// A move, which is played.
    Move,
    /// The answer to a swap2 opening of this many stones.
    Swap2(usize),
    /// This many lines of `MESSAGE`.
    Messages(usize),
}

impl Model {
    /// Takes an answer; what is wrong with it.
    pub fn answered(&mut self, due: &Due, line: &str) -> Result<(), String> {
        let right = match due {
            Due::Ok => line == "OK",
            Due::Error => line.starts_with("ERROR ") && !line.starts_with("ERROR no move follows"),
            Due::Ended => line.starts_with("ERROR no move follows: "),
            Due::Unknown => line.starts_with("UNKNOWN "),
            Due::Name => line.starts_with("name=\"Boyi\", version="),
            Due::Text(text) => line == text,
            // Black may have no legal point left.
            Due::Move if line == "ERROR no move was found" => {
                self.position().is_some_and(|pos| pos.count_moves() == 0)
            }
            Due::Move => pair(line).is_some_and(|point| self.place(point, true)),
            Due::Swap2(3 | 5) if line == "SWAP" => true,
            Due::Swap2(count) => {
                let points: Option<Vec<_>> = line.split(' ').map(pair).collect();
                let points = points.unwrap_or_default();
                let number = match count {
                    0 => points.len() == 3,
                    3 => points.len() == 1 || points.len() == 2,
                    _ => points.len() == 1,
                };
                number && points.into_iter().all(|point| self.place(point, true))
            }
            Due::Messages(_) => line.starts_with("MESSAGE INFO MAX_"),
        };
        if right {
            Ok(())
        } else {
            Err(format!("{due:?} answered {line:?}"))
        }
    }
}
