//! Lists of moves and records of games.

use crate::{Error, Move, MoveTextError, Othello, tags};
use core::{
    iter::{Peekable, Zip},
    ops::RangeFrom,
};
use game_core::{Notation, Position, Record, Tags};

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
            let text = rest
                .split_whitespace()
                .next()
                .unwrap_or(rest)
                .chars()
                .take(8)
                .collect();
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

/// The games in `text`, read one by one; of one that is refused the line is passed over.
pub(crate) fn all(text: &str) -> impl Iterator<Item = Result<Record<Othello>, Error>> {
    let mut games = Lines::new(text).peekable();
    let none = games.peek().is_none().then_some(Err(Error::NoGame));
    none.into_iter().chain(games)
}

/// What is left to read.
struct Lines<'a> {
    /// With their numbers, from 1.
    lines: Peekable<Zip<RangeFrom<usize>, core::str::Lines<'a>>>,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            lines: (1..)
                .zip(text.trim_start_matches('\u{feff}').lines())
                .peekable(),
        }
    }
}

impl Iterator for Lines<'_> {
    type Item = Result<Record<Othello>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut names = [None, None];
        let mut tags = Tags::default();
        let mut start = None;
        while let Some((number, line)) = self
            .lines
            .peek()
            .map(|&(number, line)| (number, line.trim()))
        {
            let on_line = |error| Error::OnLine {
                line: number,
                error: Box::new(error),
            };
            let comment = line.strip_prefix(['#', '%']);
            let begins =
                comment.map_or_else(|| is_position(line), |comment| label(comment).is_some());
            if start.is_some() && begins {
                // Once the position is read, what is known of a game, or another position, is
                // another game's.
                break;
            }
            self.lines.next();
            if let Some(comment) = comment {
                read_comment(comment, &mut names, &mut tags);
            } else if begins {
                // What follows the semicolon is free text.
                let (game, scores) = line.split_once(';').unwrap_or((line, ""));
                let record = match Othello::parse_line(game, &()) {
                    Ok(record) => record,
                    Err(error) => return Some(Err(on_line(error))),
                };
                tags.set_known(tags::SCORES, tags::one_line(scores));
                if game.split_whitespace().any(|word| word == MOVES) {
                    return Some(Ok(Record {
                        names,
                        tags,
                        ..record
                    }));
                }
                start = Some(record.start);
            } else if !line.is_empty() {
                let start = start.unwrap_or(Othello::START);
                let record = |moves| Record {
                    names,
                    tags,
                    ..Record::new(start, moves)
                };
                return Some(start.parse_moves(line).map(record).map_err(on_line));
            }
        }
        start.map(|start| {
            Ok(Record {
                names,
                tags,
                ..Record::new(start, Vec::new())
            })
        })
    }
}

/// The word between a position and its moves on one line, be they none.
const MOVES: &str = "moves";

/// Moves are written with the letters of `abcdefgh` and `pass`, positions with `X`, `O` or `*`, or
/// as `startpos`.
fn is_position(line: &str) -> bool {
    line.contains(['X', 'x', 'O', 'o', '*'])
}

/// The comments that name the players; other labels are the names of [`tags`].
const PLAYERS: [&str; 2] = ["Black", "White"];

/// What a comment tells of: its label, and what stands behind the colon.
fn label(comment: &str) -> Option<(&'static str, &str)> {
    let (label, value) = comment.trim().split_once(':')?;
    let known = PLAYERS
        .into_iter()
        .chain(tags::ALL)
        .find(|&known| known == label)?;
    Some((known, value))
}

fn read_comment(comment: &str, names: &mut [Option<String>; 2], tags: &mut Tags) {
    if let Some((label, value)) = label(comment)
        && let Some(value) = tags::one_line(value)
    {
        match PLAYERS.iter().position(|&player| player == label) {
            Some(player) => names[player] = Some(value),
            None => tags.set(label, value),
        }
    }
}

/// `record` as [`parse`] reads it.
pub(crate) fn format(record: &Record<Othello>) -> String {
    let mut text = String::new();
    let known = |&label: &&'static str| (label, record.tags.get(label));
    let names = PLAYERS
        .into_iter()
        .zip(record.names.iter().map(Option::as_deref));
    for (label, value) in names.chain(tags::ALL.iter().map(known)) {
        // It is one line, whatever it holds.
        if let Some(value) = value.and_then(tags::one_line) {
            text += &format!("# {label}: {value}\n");
        }
    }
    if record.moves.is_empty() {
        // The word ends the game: moves that come next are another's.
        let start = if record.start == Othello::START {
            "startpos".into()
        } else {
            record.start.to_string()
        };
        text += &format!("{start} {MOVES}\n");
    } else if record.start != Othello::START {
        text += &format!("{}\n", record.start);
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
