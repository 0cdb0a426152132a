//! Lists of moves and records of games.

use crate::{Error, Move, MoveTextError, Othello};
use game_core::{Notation, Position, Record};

/// The moves in `text` from `start`, forced passes put in where they are left out.
pub(crate) fn moves(start: &Othello, text: &str) -> Result<Vec<Move>, Error> {
    let mut pos = *start;
    let mut moves = Vec::new();
    let mut rest = text.trim_start();
    let mut number = 0;
    while !rest.is_empty() {
        number += 1;
        let at = text.len() - rest.len();
        let in_list = |error| Error::InList { number, at, error };
        let (mv, after) = Move::split_from(rest).ok_or_else(|| {
            let text = rest.split_whitespace().next().unwrap_or(rest).chars().take(8).collect();
            in_list(MoveTextError { text }.into())
        })?;
        if !mv.is_pass() && pos.must_pass() {
            pos.play(Move::PASS);
            moves.push(Move::PASS);
        }
        pos.play(pos.check(mv).map_err(in_list)?);
        moves.push(mv);
        rest = after.trim_start();
    }
    Ok(moves)
}

/// The first game in `text`.
pub(crate) fn parse(text: &str) -> Result<Record<Othello>, Error> {
    let mut lines = Lines::new(text);
    lines.next().unwrap_or(Err(Error::NoGame))
}

/// The games in `text`; of one that is refused the line is passed over.
pub(crate) fn all(text: &str) -> Vec<Result<Record<Othello>, Error>> {
    let games: Vec<_> = Lines::new(text).collect();
    if games.is_empty() { vec![Err(Error::NoGame)] } else { games }
}

/// What is left to read.
struct Lines<'a> {
    lines: core::iter::Peekable<core::str::Lines<'a>>,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Self {
        Self { lines: text.trim_start_matches('\u{feff}').lines().peekable() }
    }
}

impl Iterator for Lines<'_> {
    type Item = Result<Record<Othello>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut names = [None, None];
        let mut start = None;
        while let Some(line) = self.lines.peek().map(|line| line.trim()) {
            let comment = line.strip_prefix('#');
            let begins = comment.map_or_else(|| is_position(line), |comment| is_name(comment.trim()));
            if start.is_some() && begins {
                // Once the position is read, a name or another position is another game's.
                break;
            }
            self.lines.next();
            if let Some(comment) = comment {
                read_name(comment.trim(), &mut names);
            } else if begins {
                let record = match Othello::parse_line(line, &()) {
                    Ok(record) => record,
                    Err(error) => return Some(Err(error)),
                };
                if !record.moves.is_empty() {
                    return Some(Ok(Record { names, ..record }));
                }
                start = Some(record.start);
            } else if !line.is_empty() {
                let start = start.unwrap_or(Othello::START);
                return Some(start.parse_moves(line).map(|moves| Record { names, ..Record::new(start, moves) }));
            }
        }
        start.map(|start| Ok(Record { names, ..Record::new(start, Vec::new()) }))
    }
}

/// Moves are written with the letters of `abcdefgh` and `pass`, positions with `X`, `O` or `*`, or as `startpos`.
fn is_position(line: &str) -> bool {
    line.contains(['X', 'x', 'O', 'o', '*'])
}

const LABELS: [&str; 2] = ["Black:", "White:"];

fn is_name(comment: &str) -> bool {
    LABELS.iter().any(|label| comment.starts_with(label))
}

fn read_name(comment: &str, names: &mut [Option<String>; 2]) {
    for (label, name) in LABELS.into_iter().zip(names) {
        if let Some(text) = comment.strip_prefix(label).map(str::trim)
            && !text.is_empty()
        {
            *name = Some(text.into());
        }
    }
}

/// `record` as [`parse`] reads it.
pub(crate) fn format(record: &Record<Othello>) -> String {
    let mut text = String::new();
    for (label, name) in LABELS.into_iter().zip(&record.names) {
        // A name is one line, whatever it holds.
        let name: Vec<&str> = name.iter().flat_map(|name| name.split_whitespace()).collect();
        if !name.is_empty() {
            text += &format!("# {label} {}\n", name.join(" "));
        }
    }
    if record.start != Othello::START {
        text += &format!("{}\n", record.start);
    } else if record.moves.is_empty() {
        text += "startpos\n";
    }
    for (i, mv) in record.moves.iter().enumerate() {
        if !mv.is_pass() || i + 1 == record.moves.len() {
            text += &mv.to_string();
        }
    }
    if !record.moves.is_empty() {
        text += "\n";
    }
    text
}
