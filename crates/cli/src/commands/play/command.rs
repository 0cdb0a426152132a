use crate::args::{Players, read_players};
use engines::{ConfigError, EngineConfig};
use std::path::PathBuf;
use thiserror::Error;

/// A command at the prompt.
#[derive(Clone, Debug)]
pub enum Command {
    /// A move, in the game's own notation.
    Move(String),
    /// Takes moves back to one's own last turn.
    Undo,
    /// Plays them again.
    Redo,
    /// One ply back.
    Back,
    /// One ply on.
    Next,
    /// Asks the engine for advice.
    Hint,
    /// Makes the engine move.
    Go,
    /// Resigns.
    Resign,
    /// Begins again.
    Restart,
    /// Begins again with sides swapped.
    Swap,
    /// Chooses a side, or to add moves, in an opening that shares the sides.
    Take(String),
    /// Writes the game to a file.
    Save(PathBuf),
    /// Reads a game from a file.
    Load(PathBuf),
    /// Sets the engine's level.
    Level(Box<EngineConfig>),
    /// Sets the players.
    Players(Box<Players>),
    /// Shows the evaluation.
    Eval,
    /// Shows the board.
    Board,
    /// Shows the moves, played and legal.
    Moves,
    /// Lists the commands.
    Help,
    /// Makes the engine answer now.
    Stop,
    /// Leaves.
    Quit,
}

/// A command with a missing, wrong or superfluous argument.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum CommandError {
    /// The command needs a file, a number or players.
    #[error("{0} what? As {1}")]
    Missing(&'static str, &'static str),
    /// The command stands alone.
    #[error("{0} stands alone, without {1:?}")]
    Extra(&'static str, String),
    /// The level is invalid.
    #[error("{0}")]
    Level(ConfigError),
    /// The players are invalid.
    #[error("players: {0}")]
    Players(String),
}

/// Every command: its word, an example, and what it does.
pub const COMMANDS: [(&str, &str, &str); 20] = [
    ("undo", "undo", "take back to your own last turn"),
    ("redo", "redo", "play again what undo took back"),
    ("back", "back", "one ply back"),
    ("next", "next", "one ply on in the record"),
    ("hint", "hint", "what a strong search would play"),
    ("go", "go", "the engine moves for the side to move"),
    ("resign", "resign", "give the game up"),
    ("restart", "restart", "begin again"),
    ("swap", "swap", "begin again with sides swapped"),
    (
        "take",
        "take black",
        "your side, in an opening that shares the sides; take more adds moves",
    ),
    ("save", "save game.txt", "write the game to a file"),
    ("load", "load game.txt", "read a game from a file"),
    ("level", "level 7", "the engine's level, 1 to the strongest"),
    (
        "players",
        "players human,level=3",
        "who plays, the first mover first",
    ),
    ("eval", "eval", "the parts of the evaluation"),
    ("board", "board", "show the board"),
    ("moves", "moves", "the moves played, and the legal ones"),
    ("help", "help", "this list"),
    (
        "stop",
        "stop",
        "the engine answers now; Ctrl-C does the same",
    ),
    ("quit", "quit", "leave"),
];

impl Command {
    /// Reads a line. A line that begins with no command word is a move: no game writes a move like
    /// one of them.
    pub fn read(line: &str) -> Result<Self, CommandError> {
        let (head, rest) = line
            .trim()
            .split_once(char::is_whitespace)
            .unwrap_or((line.trim(), ""));
        let rest = rest.trim();
        let Some(&(word, example, _)) = COMMANDS
            .iter()
            .find(|(word, ..)| head.eq_ignore_ascii_case(word))
        else {
            return Ok(Self::Move(line.trim().to_owned()));
        };
        if word == example && !rest.is_empty() {
            return Err(CommandError::Extra(word, rest.to_owned()));
        }
        if word != example && rest.is_empty() {
            return Err(CommandError::Missing(word, example));
        }
        Ok(match word {
            "undo" => Self::Undo,
            "redo" => Self::Redo,
            "back" => Self::Back,
            "next" => Self::Next,
            "hint" => Self::Hint,
            "go" => Self::Go,
            "resign" => Self::Resign,
            "restart" => Self::Restart,
            "swap" => Self::Swap,
            "take" => Self::Take(rest.to_owned()),
            "save" => Self::Save(rest.into()),
            "load" => Self::Load(rest.into()),
            "level" => Self::Level(Box::new(
                format!("level={rest}")
                    .parse()
                    .map_err(CommandError::Level)?,
            )),
            "players" => {
                Self::Players(Box::new(read_players(rest).map_err(CommandError::Players)?))
            }
            "eval" => Self::Eval,
            "board" => Self::Board,
            "moves" => Self::Moves,
            "help" => Self::Help,
            "stop" => Self::Stop,
            _ => Self::Quit,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engines::Level;

    #[test]
    fn every_word_is_read_as_itself() {
        for (word, example, _) in COMMANDS {
            let command = Command::read(&format!(
                "  {} ",
                example.to_uppercase().replace("HUMAN,LEVEL", "human,level")
            ));
            let read = format!("{command:?}").to_lowercase();
            assert!(read.starts_with(&format!("ok({word}")), "{example}: {read}");
        }
    }

    #[test]
    fn arguments_are_wanted_where_they_belong() {
        assert_eq!(
            Command::read("save").unwrap_err(),
            CommandError::Missing("save", "save game.txt")
        );
        assert_eq!(
            Command::read("undo 2").unwrap_err(),
            CommandError::Extra("undo", "2".to_owned())
        );
        assert!(matches!(
            Command::read(&format!("level {}", Level::MAX + 1)),
            Err(CommandError::Level(_))
        ));
        assert!(matches!(
            Command::read("players human"),
            Err(CommandError::Players(_))
        ));
        assert!(
            matches!(Command::read("save a b.psq"), Ok(Command::Save(path)) if path.as_os_str() == "a b.psq")
        );
        for text in ["h8", "undone", "炮二平五", "", "C2=5"] {
            assert!(
                matches!(Command::read(text), Ok(Command::Move(mv)) if mv == text),
                "{text:?}"
            );
        }
    }

    /// No game may read a command word as a move.
    #[test]
    fn no_game_reads_a_command_as_a_move() {
        for game in &engines::GAMES {
            let mut session = game.session(&Vec::new()).expect("the default rules");
            for _ in 0..6 {
                for (word, ..) in COMMANDS {
                    for text in [word.to_owned(), word.to_uppercase()] {
                        assert!(session.play(&text).is_err(), "{}: {text}", game.name());
                    }
                }
                let legal = session.legal_moves();
                session.play(&legal[legal.len() / 2]).expect("a legal move");
            }
        }
    }
}
