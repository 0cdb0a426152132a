use alloc::{borrow::ToOwned, format, string::String, vec::Vec};
use core::{convert::Infallible, fmt, str::FromStr};

/// A game as text: the position it began with and the moves since.
///
/// It is the form in which a game crosses a trait object. Its text form is `START`, or `START moves
/// A B ...`; only this type reads and writes that grammar. The texts inside are not checked:
/// [`Notation::parse_line`](crate::Notation::parse_line) does that.
///
/// ```
/// use game_core::GameLine;
/// let line = GameLine::from("startpos moves f5 d6");
/// assert_eq!((line.start.as_str(), line.moves.len()), ("startpos", 2));
/// assert_eq!(line.to_string(), "startpos moves f5 d6");
/// assert_eq!(GameLine::from(" startpos moves ").to_string(), "startpos");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GameLine {
    /// The position before the first move, in the game's notation.
    pub start: String,
    /// The moves in the order of play. Read from text they are its words; a word may name several
    /// moves where the game's notation can be run together, as `f5d6`.
    pub moves: Vec<String>,
}

impl GameLine {
    /// The word between the position and the moves.
    const MOVES: &'static str = "moves";

    /// The line of `moves` from `start`.
    pub fn new(start: impl Into<String>, moves: Vec<String>) -> Self {
        Self {
            start: start.into(),
            moves,
        }
    }

    /// The line up to its first `plies` moves; all of it, if it has fewer.
    pub fn up_to(&self, plies: usize) -> Self {
        let moves = &self.moves[..plies.min(self.moves.len())];
        Self::new(self.start.clone(), moves.to_vec())
    }

    /// The line with `moves` after its own.
    pub fn extended(&self, moves: &[String]) -> Self {
        let moves = self.moves.iter().chain(moves).cloned().collect();
        Self::new(self.start.clone(), moves)
    }

    /// The moves as one text, separated by spaces.
    pub fn moves_text(&self) -> String {
        self.moves.join(" ")
    }

    /// `text` before and after the word `moves`, which stands between spaces and is never the first
    /// word.
    pub(crate) fn split(text: &str) -> (&str, &str) {
        let mut from = 0;
        while let Some(found) = text[from..].find(Self::MOVES) {
            let start = from + found;
            let end = start + Self::MOVES.len();
            let alone = text[..start].ends_with(char::is_whitespace)
                && !text[end..].starts_with(|c: char| !c.is_whitespace());
            if alone {
                return (&text[..start], &text[end..]);
            }
            from = end;
        }
        (text, "")
    }
}

impl From<&str> for GameLine {
    fn from(text: &str) -> Self {
        let (start, moves) = Self::split(text);
        Self {
            start: start.trim().to_owned(),
            moves: moves.split_whitespace().map(ToOwned::to_owned).collect(),
        }
    }
}

impl From<&String> for GameLine {
    fn from(text: &String) -> Self {
        text.as_str().into()
    }
}

impl From<String> for GameLine {
    fn from(text: String) -> Self {
        text.as_str().into()
    }
}

impl From<&GameLine> for GameLine {
    fn from(line: &GameLine) -> Self {
        line.clone()
    }
}

/// Every text is a line; the game decides whether it can read it.
impl FromStr for GameLine {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(text.into())
    }
}

impl fmt::Display for GameLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.start)?;
        if self.moves.is_empty() {
            return Ok(());
        }
        f.write_str(&format!(" {} {}", Self::MOVES, self.moves_text()))
    }
}

#[cfg(test)]
mod tests {
    use super::GameLine;

    #[test]
    fn only_the_word_moves_splits() {
        for (text, start, moves) in [
            ("startpos moves h8 i9", "startpos ", " h8 i9"),
            ("startpos moves", "startpos ", ""),
            ("startpos", "startpos", ""),
            ("removes moves a", "removes ", " a"),
            ("x movesa", "x movesa", ""),
            ("moves a", "moves a", ""),
        ] {
            assert_eq!(GameLine::split(text), (start, moves), "{text}");
        }
    }

    #[test]
    fn lines_read_back() {
        for text in [
            "startpos",
            "startpos moves h8 i9",
            "X:a1 O: turn:O moves b2",
        ] {
            let line = GameLine::from(text);
            assert_eq!(alloc::string::ToString::to_string(&line), text);
        }
    }
}
