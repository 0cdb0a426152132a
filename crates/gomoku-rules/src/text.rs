//! Positions as one line of text: `startpos`, or a set-up such as `X:h8i9 O:g7 turn:X`.

use crate::{Error, Gomoku, Point, Rules, point::words};
use core::{fmt, str::FromStr};
use game_core::{Player, Position, clip};

/// The parts of a set-up, as they are written.
const PARTS: [&str; 3] = ["X:", "O:", "turn:"];

/// The position that `text` describes.
///
/// # Errors
/// See [`Notation::parse`](game_core::Notation::parse).
pub(crate) fn parse(text: &str, rules: Rules) -> Result<Gomoku, Error> {
    let text = text.trim();
    match text {
        "" => return Err(Error::NoPosition),
        "startpos" => return Ok(Gomoku::new(rules)),
        _ => {}
    }
    let mut values: [Option<Vec<&str>>; 3] = [const { None }; 3];
    let mut current = None;
    for word in text.split_whitespace() {
        let begun = (0..).zip(PARTS).find_map(|(part, name)| {
            let head = word.get(..name.len())?;
            head.eq_ignore_ascii_case(name)
                .then(|| (part, &word[name.len()..]))
        });
        let value = match begun {
            Some((part, rest)) => {
                if values[part].is_some() {
                    return Err(Error::Twice(PARTS[part]));
                }
                values[part] = Some(Vec::new());
                current = Some(part);
                rest
            }
            None => word,
        };
        let Some(part) = current else {
            return Err(Error::Stray(clip(word)));
        };
        if !value.is_empty() {
            values[part].get_or_insert_default().push(value);
        }
    }
    let [black, white, turn] = values;
    let black = points(black.as_deref(), rules)?;
    let white = points(white.as_deref(), rules)?;
    let turn = match turn.as_deref() {
        None if black.len() <= white.len() => Player::First,
        None => Player::Second,
        Some([one]) if one.eq_ignore_ascii_case("X") || one.eq_ignore_ascii_case("black") => {
            Player::First
        }
        Some([one]) if one.eq_ignore_ascii_case("O") || one.eq_ignore_ascii_case("white") => {
            Player::Second
        }
        Some(other) => return Err(Error::Turn(clip(&other.join(" ")))),
    };
    Gomoku::set_up(rules, &black, &white, turn)
}

fn points(list: Option<&[&str]>, rules: Rules) -> Result<Vec<Point>, Error> {
    list.into_iter()
        .flatten()
        .flat_map(|list| words(list))
        .map(|word| point(word, rules))
        .collect()
}

/// The point of the board that `word` names.
pub(crate) fn point(word: &str, rules: Rules) -> Result<Point, Error> {
    let off = || Error::OffBoard {
        text: clip(word),
        size: rules.size(),
    };
    match word.parse() {
        Ok(point) if rules.contains(point) => Ok(point),
        Ok(_) | Err(Error::OffBoard { .. }) => Err(off()),
        Err(error) => Err(error),
    }
}

impl fmt::Display for Gomoku {
    /// Writes the points in board order and always whose turn it is; `startpos` for the empty board
    /// with Black to move.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.stones() == 0 && self.turn() == Player::First {
            return f.write_str("startpos");
        }
        for (player, part) in Player::BOTH.into_iter().zip(PARTS) {
            f.write_str(part)?;
            for point in self.points(player) {
                write!(f, "{point}")?;
            }
            f.write_str(" ")?;
        }
        f.write_str(if self.turn() == Player::First {
            "turn:X"
        } else {
            "turn:O"
        })
    }
}

impl FromStr for Gomoku {
    type Err = Error;

    /// Reads a position under the default rules: a board of 15, freestyle.
    fn from_str(text: &str) -> Result<Self, Error> {
        parse(text, Rules::default())
    }
}
