//! Piskvork's game records, `.psq`.
//!
//! The format is the one that Petr Laštovička's manager Piskvork, which runs the Gomocup
//! tournaments, reads and writes:
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
//! - The number pair is kept: `8,3` is `h3`. Piskvork draws row 1 at the top, so its picture is the
//!   mirror image of our diagram; no rule can tell the two apart.
//! - What a move took is the `seconds` of its note; 0 milliseconds is nothing known. Levels other
//!   than 0:0, a code other than -1 and the line after the code are the tags `Levels`, `Code` and
//!   `Event`. Code 15 tells that time ran out.
//! - A player without a name is written as Piskvork calls a person, `homo-1` or `homo-2`. So is one
//!   whose name the format cannot hold: empty, of several lines, or to be taken for a move or a
//!   code.
//! - A file may hold one record after another, which Piskvork does not write: each begins with its
//!   header.
//! - The format knows no set-up. A game that starts from one is written with a last line
//!   `set-up X:h8 O:i9 turn:X`, which Piskvork ignores.
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

use crate::{Error, Gomoku, Point, Rule, Rules, RulesError};
use core::fmt::Write;
use core::iter;
use game_core::{Notation, Note, Player, Position, Record, Tags, clip};
use thiserror::Error;

/// The error in a line of a record.
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
/// The two players' levels, the first mover's first, which set Piskvork's times for a move; 0 for a
/// person.
const LEVELS: &str = "Levels";
/// The result code.
const CODE: &str = "Code";

/// The beginning of a record.
const HEADER: &str = "Piskvorky ";

/// The first record in `text`, played by `rule`.
///
/// # Errors
/// At the first line that is malformed or holds an illegal move.
pub(crate) fn parse(text: &str, rule: Rule) -> Result<Record<Gomoku>, Error> {
    records(text, rule)
        .next()
        .unwrap_or_else(|| record("", 1, rule))
}

/// The records in `text`, which stand one after another, played by `rule`. An empty text holds one,
/// which is refused.
pub(crate) fn records(
    text: &str,
    rule: Rule,
) -> impl Iterator<Item = Result<Record<Gomoku>, Error>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut rest = Some((text, 1));
    iter::from_fn(move || {
        let (text, number) = rest?;
        // A record ends where another's header begins.
        let mut at = 0;
        let mut is_begun = false;
        let mut count = 0;
        for line in text.split_inclusive('\n') {
            let is_header = line.trim_start().starts_with(HEADER);
            if is_begun && is_header {
                break;
            }
            is_begun |= !line.trim().is_empty();
            at += line.len();
            count += 1;
        }
        let (this, after) = text.split_at(at);
        rest = (!after.is_empty()).then_some((after, number + count));
        Some(record(this, number, rule))
    })
}

/// The record that makes up `text`, whose first line has that number.
fn record(text: &str, first: usize, rule: Rule) -> Result<Record<Gomoku>, Error> {
    let mut lines = (first..)
        .zip(text.lines().map(str::trim))
        .filter(|(_, line)| !line.is_empty());
    let at = |line, problem| Error::Psq { line, problem };
    let game = |line| {
        move |error| Error::Psq {
            line,
            problem: PsqError::Game(Box::new(error)),
        }
    };

    let (number, first) = lines.next().unwrap_or((first, ""));
    let Header {
        rules,
        levels,
        second_began,
    } = header(first, rule).map_err(|problem| at(number, problem))?;
    let lines: Vec<(usize, &str)> = lines.collect();
    // The moves end at the first line that is no attempt at one.
    let (moves, rest) = lines.split_at(
        lines
            .iter()
            .position(|(_, line)| !is_move(line))
            .unwrap_or(lines.len()),
    );

    let mut start = Gomoku::new(rules);
    let mut names = Vec::new();
    let mut tags = Tags::default();
    let levels = if second_began {
        levels.map(|[one, other]| [other, one])
    } else {
        levels
    };
    let levels = levels.filter(|&levels| levels != [0, 0]);
    tags.set_known(LEVELS, levels.map(|[one, other]| format!("{one}:{other}")));
    let mut code = None;
    for &(number, line) in rest {
        if let Some(set_up) = line.strip_prefix(SET_UP) {
            start = Gomoku::parse(set_up, &rules).map_err(game(number))?;
        } else if code.is_some() {
            if tags.get(Tags::EVENT).is_none() {
                tags.set(Tags::EVENT, line);
            }
        } else if let Ok(number) = line.parse::<i64>() {
            code = Some(number);
            tags.set_known(
                CODE,
                code.filter(|&code| code != NO_CODE)
                    .map(|code| format!("{code}")),
            );
        } else if is_move(line) {
            return Err(at(number, PsqError::Move(clip(line))));
        } else if names.len() < 2 {
            names.push(line);
        }
    }
    let mut names = [0, 1].map(|i| {
        names
            .get(i)
            .filter(|&&name| name != PERSONS[i])
            .map(|&name| name.to_owned())
    });
    if second_began {
        names.swap(0, 1);
    }

    let mut pos = start.clone();
    let mut played = Vec::with_capacity(moves.len());
    let mut notes = Vec::with_capacity(moves.len());
    for &(number, line) in moves {
        let (col, row, millis) =
            fields(line).ok_or_else(|| at(number, PsqError::Move(clip(line))))?;
        let point = col
            .checked_sub(1)
            .zip(row.checked_sub(1))
            .and_then(|(col, row)| Point::new(col, row));
        let off_board = || Error::OffBoard {
            text: format!("{col},{row}"),
            size: rules.size(),
        };
        let point = point
            .filter(|&point| rules.contains(point))
            .ok_or_else(off_board)
            .map_err(game(number))?;
        pos.check_move(point).map_err(game(number))?;
        pos.play(point);
        played.push(point);
        let seconds = (millis > 0).then_some(f64::from(millis) / 1e3);
        notes.push(Note {
            seconds,
            ..Note::default()
        });
    }
    let mut record = Record {
        names,
        tags,
        ..Record::new(start, played)
    };
    record.annotate(notes);
    Ok(record)
}

/// What the first line tells.
struct Header {
    rules: Rules,
    levels: Option<[u32; 2]>,
    /// Whether the player named second began.
    second_began: bool,
}

fn header(line: &str, rule: Rule) -> Result<Header, PsqError> {
    let malformed = || PsqError::Header(clip(line));
    let rest = line.strip_prefix(HEADER).ok_or_else(malformed)?;
    let (board, rest) = rest.split_once(',').unwrap_or((rest, ""));
    let (width, height) = board.trim().split_once('x').ok_or_else(malformed)?;
    let number = |text: &str| text.parse::<u64>().map_err(|_| malformed());
    let width = number(width)?;
    let height = number(height)?;
    if width != height {
        return Err(PsqError::NotSquare(width, height));
    }
    let size = u8::try_from(width).map_err(|_| RulesError::Size(width))?;
    let second_began = rest.rsplit(',').next().is_some_and(|who| who.trim() == "1");
    let levels = levels(rest.split(',').next().unwrap_or_default());
    Ok(Header {
        rules: Rules::new(size, rule)?,
        levels,
        second_began,
    })
}

/// Two levels, such as `11:0`.
fn levels(text: &str) -> Option<[u32; 2]> {
    let (one, other) = text.split_once(':')?;
    Some([one.trim().parse().ok()?, other.trim().parse().ok()?])
}

/// Whether a line is a move or fails to be one: a number, a comma and more.
fn is_move(line: &str) -> bool {
    line.split_once(',')
        .is_some_and(|(col, _)| col.trim().parse::<i64>().is_ok())
}

/// The column and row of a move, both from 1, if they are small numbers, and its milliseconds, if
/// nothing but those follow.
fn fields(line: &str) -> Option<(u8, u8, i32)> {
    let mut fields = line.split(',').map(str::trim);
    let col = fields.next()?.parse().ok()?;
    let row = fields.next()?.parse().ok()?;
    let millis = fields
        .next()
        .map_or(Some(0), |time| time.parse::<i64>().ok())?;
    let millis = i32::try_from(millis).unwrap_or(i32::MAX);
    fields.next().is_none().then_some((col, row, millis))
}

/// What Piskvork calls people.
const PERSONS: [&str; 2] = ["homo-1", "homo-2"];

/// The code of a game that ended in no particular way.
const NO_CODE: i64 = -1;

/// `record` as [`parse`] reads it.
pub(crate) fn format(record: &Record<Gomoku>) -> String {
    let size = record.start.rules().size();
    let [one, other] = record.tags.get(LEVELS).and_then(levels).unwrap_or_default();
    let mut text = format!("{HEADER}{size}x{size}, {one}:{other}, 0\n");
    // Writing to a `String` cannot fail.
    for (ply, point) in record.moves.iter().enumerate() {
        let _ = writeln!(
            text,
            "{},{},{}",
            point.col() + 1,
            point.row() + 1,
            millis(record.note(ply))
        );
    }
    for (name, person) in record.names.iter().zip(PERSONS) {
        let name = name
            .as_deref()
            .filter(|name| can_hold(name))
            .unwrap_or(person);
        let _ = writeln!(text, "{name}");
    }
    let code = record
        .tags
        .get(CODE)
        .and_then(|code| code.trim().parse().ok());
    let _ = writeln!(text, "{}", code.unwrap_or(NO_CODE));
    if let Some(event) = record.tags.get(Tags::EVENT).filter(|event| is_line(event)) {
        let _ = writeln!(text, "{event}");
    }
    if record.start.stones() > 0 || record.start.turn() != Player::First {
        let _ = writeln!(text, "{SET_UP}{}", record.start);
    }
    text
}

/// What a move took, to the nearest millisecond, as far as Piskvork counts.
fn millis(note: Option<&Note>) -> i32 {
    let seconds = note.and_then(|note| note.seconds).unwrap_or_default();
    (seconds.max(0.0) * 1e3 + 0.5) as i32
}

/// Whether a name will be read back as it is.
fn can_hold(name: &str) -> bool {
    is_line(name) && !is_move(name) && name.parse::<i64>().is_err()
}

/// Whether a text stands in one line, and is not to be taken for a set-up or for the header of the
/// next record.
fn is_line(text: &str) -> bool {
    let is_plain = !text.is_empty() && text.trim() == text && !text.contains(['\n', '\r']);
    is_plain && !text.starts_with(SET_UP) && !text.starts_with(HEADER)
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
        assert_eq!(
            record
                .moves
                .iter()
                .map(Point::to_string)
                .collect::<Vec<_>>(),
            ["h8", "t1", "i8"]
        );
        assert_eq!(
            record.names,
            [Some("JAX.zip".into()), Some("RAPFI.zip".into())]
        );
        assert_eq!(
            record.tags.iter().collect::<Vec<_>>(),
            [("Levels", "11:11"), ("Event", "0,Freestyle20_1")]
        );
        let seconds = |ply| record.note(ply).and_then(|note| note.seconds);
        assert_eq!([0, 1, 2].map(seconds), [Some(1.5), None, None]);
    }

    #[test]
    fn what_is_known_of_a_game_comes_back() {
        let moves = "8,8,1500\n9,9,0\n1,1,2147483647\n2,2,7\n3,3,0\n";
        let text =
            format!("Piskvorky 15x15, 3:11, 0\n{moves}alpha.exe\nbeta.exe\n15\nA cup, round 3\n");
        let record = read(&text).expect("a record");
        let known = [
            ("Levels", "3:11"),
            ("Code", "15"),
            ("Event", "A cup, round 3"),
        ];
        assert_eq!(record.tags.iter().collect::<Vec<_>>(), known);
        assert_eq!(record.note(3).and_then(|note| note.seconds), Some(0.007));
        assert_eq!(format(&record), text);
        // Who began is named first.
        let other =
            format!("Piskvorky 15x15, 11:3, 1\n{moves}beta.exe\nalpha.exe\n15\nA cup, round 3\n");
        assert_eq!(format(&read(&other).expect("a record")), text);
        // What cannot be held is left out.
        let mut odd = record;
        for (name, value) in [("Levels", "x:1"), ("Code", "win"), ("Event", "a\nb")] {
            odd.tags.set(name, value);
        }
        odd.annotate([-1.0, 1e20, f64::NAN].map(|seconds| Note {
            seconds: Some(seconds),
            ..Note::default()
        }));
        let written = format(&odd);
        assert!(
            written.starts_with("Piskvorky 15x15, 0:0, 0\n8,8,0\n9,9,2147483647\n1,1,0\n2,2,0\n"),
            "{written}"
        );
        assert!(written.ends_with("beta.exe\n-1\n"), "{written}");
        for event in ["", " x", "set-up X:h8"] {
            odd.tags.set(Tags::EVENT, event);
            assert_eq!(format(&odd), written, "{event:?}");
        }
    }

    #[test]
    fn a_game_between_people_is_read() {
        let record = read("\u{feff}Piskvorky 15x15, 0:0, 0\n\n1,15,0\n-1\n").expect("a record");
        assert_eq!(record.moves, ["a15".parse().expect("a point")]);
        assert_eq!(record.names, [None, None]);
        assert_eq!(
            read("Piskvorky 5x5")
                .expect("a record")
                .start
                .rules()
                .size(),
            5
        );
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
            (
                &format!(
                    "{head}1,1,0\n1,9,0\n2,1,0\n2,9,0\n3,1,0\n3,9,0\n4,1,0\n4,9,0\n5,1,0\n5,9,0"
                ),
                11,
            ),
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
        let written =
            |line: &str| format(&Gomoku::parse_line(line, &Rules::default()).expect("a game"));
        let head = "Piskvorky 15x15, 0:0, 0\n8,8,0\nhomo-1\nhomo-2\n-1\n";
        assert_eq!(written("startpos moves h8"), head);
        assert_eq!(
            written("turn:O moves h8"),
            format!("{head}set-up X: O: turn:O\n")
        );
        assert_eq!(
            written("X:a1 O:b2 moves h8"),
            format!("{head}set-up X:a1 O:b2 turn:X\n")
        );
    }

    #[test]
    fn names_come_back_or_are_left_out() {
        let names = ["alpha", "a b, c", "炮", "-", "homo-3"];
        let lost = [
            "",
            " x",
            "1",
            "-1",
            "1,2",
            "8 , x",
            "a\nb",
            "set-up X:h8",
            "Piskvorky 15x15, 0:0, 0",
        ];
        for (name, kept) in names
            .map(|name| (name, true))
            .into_iter()
            .chain(lost.map(|name| (name, false)))
        {
            let mut record =
                Gomoku::parse_line("X:h8 moves i9j1", &Rules::default()).expect("a game");
            record.names = [Some("first".into()), Some(name.into())];
            let back = read(&format(&record)).expect("a record");
            assert_eq!(
                back.names,
                [Some("first".into()), kept.then(|| name.to_owned())]
            );
            assert_eq!((back.start, back.moves), (record.start, record.moves));
        }
    }
}
