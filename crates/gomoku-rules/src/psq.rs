//! Piskvork's game records, `.psq`.
//!
//! The format is the one that Petr Laštovička's manager Piskvork, which runs the Gomocup tournaments, reads and writes:
//!
//! ```text
//! Piskvorky 15x15, 11:11, 0     the board, two time levels, and which player began (0 or 1)
//! 8,8,1500                      moves: column, row, milliseconds; both count from 1
//! 9,9,800
//! alpha.zip                     the players' names; left out of games between people
//! beta.zip
//! -1                            a result code
//! ```
//!
//! - The number pair is kept: `8,3` is `h3`. Piskvork draws row 1 at the top, so its picture is the mirror image of our
//!   diagram; no rule can tell the two apart.
//! - Levels, times and the result code are not kept: written as 0, 0 and -1.
//! - A player without a name is written as Piskvork calls a person, `homo-1` or `homo-2`. So is one whose name the format
//!   cannot hold: empty, of several lines, or to be taken for a move or a code.
//! - The format knows no set-up. A game that starts from one is written with a last line `set-up X:h8 O:i9 turn:X`,
//!   which Piskvork ignores.
//!
//! ```
//! use game_core::{Notation, Record};
//! use gomoku_rules::{Gomoku, Rules};
//! let record = Gomoku::parse_line("startpos moves h8i9", &Rules::default())?;
//! let text = Gomoku::format_record(&record);
//! assert_eq!(text, "Piskvorky 15x15, 0:0, 0\n8,8,0\n9,9,0\nhomo-1\nhomo-2\n-1\n");
//! assert_eq!(Gomoku::parse_record(&text, &Rules::default())?, record);
//! # Ok::<(), gomoku_rules::Error>(())
//! ```

use crate::{Error, Gomoku, Point, Rule, Rules, RulesError, error::clip};
use core::fmt::Write;
use game_core::{Notation, Player, Position, Record};
use thiserror::Error;

/// What is wrong with a line of a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PsqError {
    /// The first line is not a header.
    #[error("{0:?} is not a header such as \"Piskvorky 15x15, 0:0, 0\"")]
    Header(String),
    /// The board is not a square.
    #[error("a board of {0} by {1} is not a square")]
    NotSquare(u64, u64),
    /// The board is too small or too large.
    #[error(transparent)]
    Size(#[from] RulesError),
    /// A line among the moves is not one.
    #[error("{0:?} is not a move such as 8,8,0")]
    Move(String),
    /// A move is not legal where it stands, or the set-up is not a position.
    #[error(transparent)]
    Game(Box<Error>),
}

const SET_UP: &str = "set-up ";

/// The record in `text`, played by `rule`.
///
/// # Errors
/// At the first line that is malformed or holds an illegal move.
pub(crate) fn parse(text: &str, rule: Rule) -> Result<Record<Gomoku>, Error> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = (1..).zip(text.lines().map(str::trim)).filter(|(_, line)| !line.is_empty());
    let at = |line, problem| Error::Psq { line, problem };
    let game = |line| move |error| Error::Psq { line, problem: PsqError::Game(Box::new(error)) };

    let (number, first) = lines.next().unwrap_or((1, ""));
    let (rules, second_began) = header(first, rule).map_err(|problem| at(number, problem))?;
    let lines: Vec<(usize, &str)> = lines.collect();
    // The moves end at the first line that is no attempt at one.
    let (moves, rest) = lines.split_at(lines.iter().position(|(_, line)| !is_move(line)).unwrap_or(lines.len()));

    let mut start = Gomoku::new(rules);
    let mut names = Vec::new();
    let mut coded = false;
    for &(number, line) in rest {
        if let Some(set_up) = line.strip_prefix(SET_UP) {
            start = Gomoku::parse(set_up, &rules).map_err(game(number))?;
        } else if !coded && line.parse::<i64>().is_ok() {
            coded = true;
        } else if !coded && is_move(line) {
            return Err(at(number, PsqError::Move(clip(line))));
        } else if !coded && names.len() < 2 {
            names.push(line);
        }
    }
    let mut names = [0, 1].map(|i| names.get(i).filter(|&&name| name != PERSONS[i]).map(|&name| name.to_owned()));
    if second_began {
        names.swap(0, 1);
    }

    let mut pos = start.clone();
    let mut played = Vec::with_capacity(moves.len());
    for &(number, line) in moves {
        let (col, row) = coordinates(line).ok_or_else(|| at(number, PsqError::Move(clip(line))))?;
        let point = col.checked_sub(1).zip(row.checked_sub(1)).and_then(|(col, row)| Point::new(col, row));
        let off_board = || Error::OffBoard { text: format!("{col},{row}"), size: rules.size() };
        let point = point.filter(|&point| rules.contains(point)).ok_or_else(off_board).map_err(game(number))?;
        pos.check_move(point).map_err(game(number))?;
        pos.play(point);
        played.push(point);
    }
    Ok(Record { names, ..Record::new(start, played) })
}

/// The rules that a header gives, and whether the player named second began.
fn header(line: &str, rule: Rule) -> Result<(Rules, bool), PsqError> {
    let malformed = || PsqError::Header(clip(line));
    let rest = line.strip_prefix("Piskvorky ").ok_or_else(malformed)?;
    let (board, rest) = rest.split_once(',').unwrap_or((rest, ""));
    let (width, height) = board.trim().split_once('x').ok_or_else(malformed)?;
    let number = |text: &str| text.parse::<u64>().map_err(|_| malformed());
    let (width, height) = (number(width)?, number(height)?);
    if width != height {
        return Err(PsqError::NotSquare(width, height));
    }
    let size = u8::try_from(width).map_err(|_| RulesError::Size(width))?;
    let second_began = rest.rsplit(',').next().is_some_and(|who| who.trim() == "1");
    Ok((Rules::new(size, rule)?, second_began))
}

/// Whether a line is a move or fails to be one: a number, a comma and more.
fn is_move(line: &str) -> bool {
    line.split_once(',').is_some_and(|(col, _)| col.trim().parse::<i64>().is_ok())
}

/// The column and row of a move, both from 1, if they are small numbers followed by nothing but a time.
fn coordinates(line: &str) -> Option<(u8, u8)> {
    let mut fields = line.split(',').map(str::trim);
    let (col, row) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
    let timed = fields.next().is_none_or(|time| time.parse::<i64>().is_ok());
    (timed && fields.next().is_none()).then_some((col, row))
}

/// What Piskvork calls people.
const PERSONS: [&str; 2] = ["homo-1", "homo-2"];

/// `record` as [`parse`] reads it.
pub(crate) fn format(record: &Record<Gomoku>) -> String {
    let size = record.start.rules().size();
    let mut text = format!("Piskvorky {size}x{size}, 0:0, 0\n");
    // Writing to a `String` cannot fail.
    for point in &record.moves {
        let _ = writeln!(text, "{},{},0", point.col() + 1, point.row() + 1);
    }
    for (name, person) in record.names.iter().zip(PERSONS) {
        let name = name.as_deref().filter(|name| can_hold(name)).unwrap_or(person);
        let _ = writeln!(text, "{name}");
    }
    text.push_str("-1\n");
    if record.start.stones() > 0 || record.start.turn() != Player::First {
        let _ = writeln!(text, "{SET_UP}{}", record.start);
    }
    text
}

/// Whether a name will be read back as it is.
fn can_hold(name: &str) -> bool {
    let one_line = !name.is_empty() && name.trim() == name && !name.contains(['\n', '\r']);
    one_line && !is_move(name) && name.parse::<i64>().is_err() && !name.starts_with(SET_UP)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Record<Gomoku>, Error> {
        Gomoku::parse_record(text, &Rules::default())
    }

    #[test]
    fn a_tournament_record_is_read() {
        let text = "Piskvorky 20x20, 11:11, 1\r\n8,8,1500\r\n 20 , 1 \r\n9,8,-3\r\nRAPFI.zip\r\nJAX.zip\r\n-1\r\n0,Freestyle20_1\r\n";
        let record = read(text).expect("a record");
        assert_eq!(record.start.rules().size(), 20);
        assert_eq!(record.moves.iter().map(Point::to_string).collect::<Vec<_>>(), ["h8", "t1", "i8"]);
        assert_eq!(record.names, [Some("JAX.zip".into()), Some("RAPFI.zip".into())]);
    }

    #[test]
    fn a_game_between_people_is_read() {
        let record = read("\u{feff}Piskvorky 15x15, 0:0, 0\n\n1,15,0\n-1\n").expect("a record");
        assert_eq!(record.moves, ["a15".parse().expect("a point")]);
        assert_eq!(record.names, [None, None]);
        assert_eq!(read("Piskvorky 5x5").expect("a record").start.rules().size(), 5);
    }

    #[test]
    fn malformed_records_are_refused() {
        let head = "Piskvorky 15x15, 0:0, 0\n";
        let table = [
            ("", 1),
            ("8,8,0", 1),
            ("Piskvorky", 1),
            ("Piskvorky 15", 1),
            ("Piskvorky 15x, 0:0, 0", 1),
            ("Piskvorky -15x-15, 0:0, 0", 1),
            ("Piskvorky 15x16, 0:0, 0", 1),
            ("Piskvorky 4x4, 0:0, 0", 1),
            ("Piskvorky 21x21, 0:0, 0", 1),
            ("Piskvorky 99999999999x99999999999, 0:0, 0", 1),
            ("Piskvorky 99999999999999999999999x15, 0:0, 0", 1),
            (&format!("{head}8,8,0\n8,8,0"), 3),
            (&format!("{head}0,8,0"), 2),
            (&format!("{head}8,0,0"), 2),
            (&format!("{head}16,8,0"), 2),
            (&format!("{head}8,256,0"), 2),
            (&format!("{head}8,-1,0"), 2),
            (&format!("{head}8"), 0),
            (&format!("{head}8,"), 2),
            (&format!("{head}8,x,0"), 2),
            (&format!("{head}8,8,x"), 2),
            (&format!("{head}8,8,0,0"), 2),
            (&format!("{head}8,8,0\n\nalpha\n9,9,0\n-1"), 5),
            (&format!("{head}1,1,0\n1,9,0\n2,1,0\n2,9,0\n3,1,0\n3,9,0\n4,1,0\n4,9,0\n5,1,0\n5,9,0"), 11),
            (&format!("{head}8,8,0\n-1\nset-up X:h8"), 2),
            (&format!("{head}-1\nset-up X:h8h8"), 3),
            (&format!("{head}-1\nset-up X:p16"), 3),
        ];
        for (text, wrong) in table {
            match read(text) {
                Err(Error::Psq { line, .. }) => assert_eq!(line, wrong, "{text:?}"),
                Ok(_) => assert_eq!(wrong, 0, "{text:?} is read"),
                Err(error) => panic!("{text:?}: {error}"),
            }
        }
    }

    #[test]
    fn only_a_set_up_is_written_as_one() {
        let written = |line: &str| format(&Gomoku::parse_line(line, &Rules::default()).expect("a game"));
        let head = "Piskvorky 15x15, 0:0, 0\n8,8,0\nhomo-1\nhomo-2\n-1\n";
        assert_eq!(written("startpos moves h8"), head);
        assert_eq!(written("turn:O moves h8"), format!("{head}set-up X: O: turn:O\n"));
        assert_eq!(written("X:a1 O:b2 moves h8"), format!("{head}set-up X:a1 O:b2 turn:X\n"));
    }

    #[test]
    fn names_come_back_or_are_left_out() {
        let names = ["alpha", "a b, c", "炮", "-", "homo-3"];
        let lost = ["", " x", "1", "-1", "1,2", "8 , x", "a\nb", "set-up X:h8"];
        for (name, kept) in names.map(|name| (name, true)).into_iter().chain(lost.map(|name| (name, false))) {
            let mut record = Gomoku::parse_line("X:h8 moves i9j1", &Rules::default()).expect("a game");
            record.names = [Some("first".into()), Some(name.into())];
            let back = read(&format(&record)).expect("a record");
            assert_eq!(back.names, [Some("first".into()), kept.then(|| name.to_owned())]);
            assert_eq!((back.start, back.moves), (record.start, record.moves));
        }
    }
}
