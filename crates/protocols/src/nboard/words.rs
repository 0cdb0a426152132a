//! Lines and words.

use othello_bitboard::ggf;
use thiserror::Error;

/// The command in a line.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    NBoard(u32),
    Depth(u32),
    Contempt,
    Game(Box<ggf::Game>),
    /// A move, as the session writes it, and the seconds it took.
    Move {
        mv: String,
        seconds: f64,
    },
    Hint(usize),
    Go,
    Ping(i64),
    Learn,
    Analyze,
    Quit,
}

/// The error in a line whose command is known.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum Malformed {
    #[error("the game was not understood: {0}")]
    Game(ggf::Error),
    #[error("the move was not understood: {0}")]
    Move(String),
    #[error("not understood: {0} needs a number{1}")]
    Number(&'static str, &'static str),
    #[error("not understood: the line is too long")]
    TooLong,
}

/// The greatest depth.
const DEEPEST: u32 = 60;

impl Command {
    /// The command in `line`; `None` if it is unknown. In version 1 a move stands alone.
    pub fn read(line: &str, version: u32) -> Result<Option<Self>, Malformed> {
        let (word, rest) = split(line);
        Ok(Some(match word {
            "nboard" => Self::NBoard(
                rest.parse()
                    .ok()
                    .filter(|&n| n > 0)
                    .ok_or(Malformed::Number("nboard", " from 1"))?,
            ),
            "set" => match split(rest) {
                ("depth", depth) => {
                    let depth = depth.parse().ok().filter(|&depth: &u32| depth > 0);
                    Self::Depth(
                        depth
                            .ok_or(Malformed::Number("set depth", " from 1"))?
                            .min(DEEPEST),
                    )
                }
                ("game", game) => Self::Game(Box::new(game.parse().map_err(Malformed::Game)?)),
                ("contempt", contempt) => {
                    contempt
                        .parse::<f64>()
                        .map_err(|_| Malformed::Number("set contempt", ""))?;
                    Self::Contempt
                }
                _ => return Ok(None),
            },
            "move" => read_move(rest)?,
            "hint" => {
                let count = rest.parse().ok().filter(|&count: &usize| count > 0);
                Self::Hint(count.ok_or(Malformed::Number("hint", " from 1"))?)
            }
            "ping" => Self::Ping(rest.parse().map_err(|_| Malformed::Number("ping", ""))?),
            "go" if rest.is_empty() => Self::Go,
            "learn" if rest.is_empty() => Self::Learn,
            "analyze" if rest.is_empty() => Self::Analyze,
            "quit" if rest.is_empty() => Self::Quit,
            _ if version == 1 && rest.is_empty() && word.len() == 2 => {
                return Ok(read_move(word).ok());
            }
            _ => return Ok(None),
        }))
    }
}

/// The first word and what follows it.
fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

/// A move, and optionally its score and the seconds it took.
fn read_move(text: &str) -> Result<Command, Malformed> {
    let malformed = || Malformed::Move(text.chars().take(32).collect());
    let mut parts = text.split('/').map(str::trim);
    let mv: othello_bitboard::Move = parts
        .next()
        .unwrap_or_default()
        .parse()
        .map_err(|_| malformed())?;
    let mut number = || {
        let text = parts.next().unwrap_or_default();
        let number = if text.is_empty() {
            Ok(0.0)
        } else {
            text.parse()
        };
        number
            .ok()
            .filter(|number: &f64| number.is_finite())
            .ok_or_else(malformed)
    };
    let _ = number()?;
    let seconds = number()?;
    if parts.next().is_some() || seconds < 0.0 {
        return Err(malformed());
    }
    Ok(Command::Move {
        mv: mv.to_string(),
        seconds,
    })
}

/// A move of the session as the protocol writes it.
pub fn written(mv: &str) -> String {
    if mv == "pass" {
        "PA".to_owned()
    } else {
        mv.to_ascii_uppercase()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lines_ask_for() {
        let mv = |mv: &str, seconds| Command::Move {
            mv: mv.to_owned(),
            seconds,
        };
        for (line, command) in [
            ("nboard 2", Command::NBoard(2)),
            (" nboard\t1\r", Command::NBoard(1)),
            ("set depth 6", Command::Depth(6)),
            ("set depth 1000", Command::Depth(60)),
            ("set contempt -100", Command::Contempt),
            ("move F5//", mv("f5", 0.0)),
            ("move f5", mv("f5", 0.0)),
            ("move PA/-1.5/2.25", mv("pass", 2.25)),
            ("hint 4", Command::Hint(4)),
            ("go", Command::Go),
            ("ping -7", Command::Ping(-7)),
            ("learn", Command::Learn),
            ("analyze", Command::Analyze),
            ("quit ", Command::Quit),
        ] {
            assert_eq!(Command::read(line, 2), Ok(Some(command)), "{line}");
        }
        assert_eq!(Command::read("F5", 1), Ok(Some(mv("f5", 0.0))));
        assert_eq!(written("f5") + &written("pass"), "F5PA");
    }

    #[test]
    fn what_is_passed_over_or_complained_of() {
        for line in [
            "",
            "  ",
            "F5",
            "GO",
            "go on",
            "sets",
            "set",
            "set colour red",
            "炮",
            "pong 1",
            "quit 1",
            "\0",
        ] {
            assert_eq!(Command::read(line, 2), Ok(None), "{line}");
        }
        assert_eq!(
            (Command::read("炮", 1), Command::read("zz", 1)),
            (Ok(None), Ok(None))
        );
        for line in [
            "nboard",
            "nboard 0",
            "nboard two",
            "set depth",
            "set depth 0",
            "set depth -1",
            "set depth 99999999999",
            "set contempt x",
            "set game",
            "set game (;GM[Go];)",
            "move",
            "move i9",
            "move F5/x",
            "move F5/1/x",
            "move F5/1/-1",
            "move F5/1/2/3",
            "move F5/inf",
            "move 炮",
            "hint",
            "hint 0",
            "hint x",
            "ping",
            "ping x",
            "ping 99999999999999999999",
        ] {
            assert!(Command::read(line, 2).is_err(), "{line}");
        }
    }
}
