use super::{Error, Game, OPEN, Played};
use crate::{Move, Othello, obf};
use core::str::FromStr;
use game_core::{Player, Position, clip};

impl FromStr for Game {
    type Err = Error;

    /// Reads a game, perhaps after the number of games of its match. A forced pass may be written
    /// or left out.
    ///
    /// # Errors
    /// At the first thing in `text` that is not so, a move that is not legal, or what follows the
    /// game.
    fn from_str(text: &str) -> Result<Self, Error> {
        if !super::is_meant_by(text) {
            return Err(Error::NoGame);
        }
        let mut reader = Reader::new(text);
        let (_, game) = reader.game().ok_or(Error::NoGame)?;
        let game = game?;
        let rest = text[reader.at..].trim_start();
        if rest.is_empty() {
            Ok(game)
        } else {
            Err(Error::Trailing {
                at: text.len() - rest.len(),
            })
        }
    }
}

/// A text with whatever could end a value, or a line, made harmless; `None` if nothing is left.
pub(super) fn clean(text: &str) -> Option<String> {
    let words: Vec<&str> = text
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
        .collect();
    let text = words.join(" ").replace('[', "(").replace(']', ")");
    (!text.is_empty()).then_some(text)
}

/// A property and where it stands.
struct Property<'a> {
    name: &'a str,
    at: usize,
    value: &'a str,
    value_at: usize,
}

/// Reads the games of a text, one after another.
pub(super) struct Reader<'a> {
    text: &'a str,
    /// Where it goes on.
    at: usize,
    /// Where the last bracket closes: none is sought behind it, which would be a way to the end of
    /// the text for every game.
    last: Option<usize>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            text,
            at: 0,
            last: text.rfind(']'),
        }
    }

    /// The next game and its place; what stands before it is passed over.
    pub(super) fn game(&mut self) -> Option<(usize, Result<Game, Error>)> {
        let at = self.at + self.text[self.at..].find(OPEN)?;
        self.at = at + OPEN.len();
        Some((at, Draft::read(self).and_then(Draft::finish)))
    }

    /// The next property; `None` at the end of the game, which is passed over.
    fn next(&mut self) -> Result<Option<Property<'a>>, Error> {
        let rest = self.text[self.at..].trim_start();
        self.at = self.text.len() - rest.len();
        let at = self.at;
        if rest.starts_with(";)") {
            self.at += 2;
            return Ok(None);
        }
        if rest.is_empty() {
            return Err(Error::NotEnded);
        }
        let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        let (name, after) = rest.split_at(letters);
        let Some(after) = after.trim_start().strip_prefix('[').filter(|_| letters > 0) else {
            return Err(Error::Property {
                at,
                found: rest.chars().take(8).collect(),
            });
        };
        let value_at = self.text.len() - after.len();
        // Not sought where there is none.
        let Some(end) = self
            .last
            .filter(|&last| value_at <= last)
            .and_then(|_| after.find(']'))
        else {
            return Err(Error::NotClosed {
                at,
                property: clip(name),
            });
        };
        self.at = value_at + end + 1;
        Ok(Some(Property {
            name,
            at,
            value: &after[..end],
            value_at,
        }))
    }
}

/// What has been read of a game.
#[derive(Default)]
struct Draft<'a> {
    game: Option<()>,
    kind: Option<()>,
    place: Option<Option<String>>,
    date: Option<Option<String>>,
    result: Option<Option<String>>,
    names: [Option<Option<String>>; 2],
    ratings: [Option<Option<String>>; 2],
    times: [Option<Option<String>>; 2],
    start: Option<Othello>,
    moves: Vec<(Player, &'a str, usize)>,
}

/// Puts down what there may be but one of.
fn once<T>(place: &mut Option<T>, value: T, property: &Property<'_>) -> Result<(), Error> {
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err(Error::Twice {
            at: property.at,
            property: property.name.into(),
        }),
    }
}

impl<'a> Draft<'a> {
    fn read(reader: &mut Reader<'a>) -> Result<Self, Error> {
        let mut draft = Self::default();
        while let Some(property) = reader.next()? {
            draft.take(&property)?;
        }
        Ok(draft)
    }

    fn take(&mut self, property: &Property<'a>) -> Result<(), Error> {
        let &Property {
            name,
            value,
            at,
            value_at,
        } = property;
        let text = || clean(value);
        match name {
            "GM" if !value.trim().eq_ignore_ascii_case("Othello") => Err(Error::OtherGame {
                at,
                found: clip(value),
            }),
            "GM" => once(&mut self.game, (), property),
            "PC" => once(&mut self.place, text(), property),
            "DT" => once(&mut self.date, text(), property),
            "RE" => once(
                &mut self.result,
                text().filter(|result| result != "?"),
                property,
            ),
            "PB" => once(&mut self.names[0], text(), property),
            "PW" => once(&mut self.names[1], text(), property),
            "RB" => once(&mut self.ratings[0], text(), property),
            "RW" => once(&mut self.ratings[1], text(), property),
            "TB" => once(&mut self.times[0], text(), property),
            "TW" => once(&mut self.times[1], text(), property),
            "TI" => self
                .times
                .iter_mut()
                .try_for_each(|time| once(time, text(), property)),
            "TY" => {
                kind(value, value_at)?;
                once(&mut self.kind, (), property)
            }
            "KB" | "KW" | "KM" => Err(Error::Komi { at }),
            "BO" => once(&mut self.start, board(value, value_at)?, property),
            "B" | "W" => {
                let player = if name == "B" {
                    Player::First
                } else {
                    Player::Second
                };
                self.moves.push((player, value, value_at));
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn finish(self) -> Result<Game, Error> {
        self.game.ok_or(Error::Missing { property: "GM" })?;
        let start = self.start.ok_or(Error::Missing { property: "BO" })?;
        let mut pos = start;
        let mut moves = Vec::with_capacity(self.moves.len());
        for (number, (player, value, at)) in (1..).zip(self.moves) {
            let played = played(value, number, at)?;
            if pos.must_pass() && pos.turn() != player {
                pos.play(Move::PASS);
                moves.push(Played {
                    mv: Move::PASS,
                    eval: None,
                    seconds: None,
                });
            }
            let mv = pos
                .check(played.mv)
                .map_err(|error| Error::Move { number, at, error });
            // That a move is illegal says less where it is the other's turn.
            if pos.turn() != player {
                return Err(Error::Turn {
                    number,
                    at,
                    turn: pos.turn(),
                });
            }
            pos.play(mv?);
            moves.push(played);
        }
        Ok(Game {
            place: self.place.flatten(),
            date: self.date.flatten(),
            names: self.names.map(Option::flatten),
            ratings: self.ratings.map(Option::flatten),
            times: self.times.map(Option::flatten),
            result: self.result.flatten(),
            start,
            moves,
        })
    }
}

/// Looks whether the kind of game is plain Othello, whichever side plays Black and however the
/// first discs were laid.
fn kind(text: &str, at: usize) -> Result<(), Error> {
    let unknown = || Error::Kind {
        at,
        found: clip(text),
    };
    let mut rest = text.trim();
    let mut size = None;
    while let Some(letter) = rest.chars().next() {
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let (_, after) = rest.split_at(letter.len_utf8());
        rest = match letter.to_ascii_lowercase() {
            's' | 'b' | 'w' => after,
            'r' => &after[digits(after)..],
            'k' => return Err(Error::Komi { at }),
            'a' => return Err(Error::Anti { at }),
            '0'..='9' if size.is_none() => {
                let (number, after) = rest.split_at(digits(rest));
                size = Some(number);
                after
            }
            _ => return Err(unknown()),
        };
    }
    match size {
        Some("8") => Ok(()),
        Some(size) => Err(Error::Size {
            at,
            found: clip(size),
        }),
        None => Err(unknown()),
    }
}

/// The position that `text` writes: `8`, 64 signs, perhaps set apart, and who is to move.
fn board(text: &str, at: usize) -> Result<Othello, Error> {
    let text = text.trim();
    let (size, signs) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    if size != "8" {
        return Err(Error::Size {
            at,
            found: clip(size),
        });
    }
    let mut words: Vec<&str> = signs.split_whitespace().collect();
    // One sign by itself at the end is the side, unless it makes 64 with others that stand by
    // themselves.
    let alone = words.len() > 1
        && words.len() != 64
        && words.last().is_some_and(|word| word.chars().count() == 1);
    let side = if alone { words.pop() } else { None };
    let board = words.concat();
    side.map_or_else(|| obf::position(&board), |side| obf::read(&board, side))
        .map_err(|error| Error::Board { at, error })
}

/// A move, what it is said to be worth, and the seconds it took.
fn played(text: &str, number: usize, at: usize) -> Result<Played, Error> {
    let mut parts = text.split('/').map(str::trim);
    let mv = parts.next().unwrap_or_default();
    let mv = mv.parse().map_err(|error| Error::Move {
        number,
        at,
        error: crate::MoveError::Text(error),
    })?;
    let amount = |text: &str| -> Result<Option<f64>, Error> {
        if text.is_empty() {
            return Ok(None);
        }
        let plain = !text.contains(|c: char| !matches!(c, '0'..='9' | '+' | '-' | '.' | 'e' | 'E'));
        let amount = text
            .parse()
            .ok()
            .filter(|amount: &f64| plain && amount.is_finite());
        amount.map(Some).ok_or_else(|| Error::Number {
            number,
            at,
            found: clip(text),
        })
    };
    let eval = amount(parts.next().unwrap_or_default())?;
    let time = parts.next().unwrap_or_default();
    let seconds = amount(time)?;
    if seconds.is_some_and(|seconds| seconds < 0.0) {
        return Err(Error::Time {
            number,
            at,
            found: clip(time),
        });
    }
    let played = Played { mv, eval, seconds };
    match parts.next() {
        None => Ok(played),
        Some(found) => Err(Error::Extra {
            number,
            at,
            found: clip(found),
        }),
    }
}
