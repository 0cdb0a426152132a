use crate::Position;
use alloc::{borrow::ToOwned, string::String, vec::Vec};

/// A game so far: its start, its moves, and its tags and notes.
///
/// ```
/// use game_core::{Note, Tags};
/// let tags: Tags = [("Event".into(), "World Championship".into()), ("Date".into(), "1977".into())].into_iter().collect();
/// assert_eq!(tags.get("date"), Some("1977"));
/// assert!(Note::default().is_empty());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Record<P: Position> {
    /// The position before the first move.
    pub start: P,
    /// The moves, in the order of play, each legal where it was played.
    pub moves: Vec<P::Move>,
    /// The players' names, the first mover's first, where the record has them.
    pub names: [Option<String>; 2],
    /// The other tags of the game.
    pub tags: Tags,
    /// The notes of the first moves, one each; later moves have none. See [`note`](Self::note).
    pub notes: Vec<Note>,
}

impl<P: Position> Record<P> {
    /// A record of `moves` from `start`, without names, tags or notes.
    pub fn new(start: P, moves: Vec<P::Move>) -> Self {
        Self {
            start,
            moves,
            names: [None, None],
            tags: Tags::default(),
            notes: Vec::new(),
        }
    }

    /// The position after the last move.
    pub fn end(&self) -> P {
        let mut pos = self.start.clone();
        for &mv in &self.moves {
            pos.play(mv);
        }
        pos
    }

    /// The note of the move after `ply` moves.
    pub fn note(&self, ply: usize) -> Option<&Note> {
        self.notes.get(ply).filter(|note| !note.is_empty())
    }

    /// Sets the notes of the moves, one after another from the first.
    pub fn annotate(&mut self, notes: impl IntoIterator<Item = Note>) {
        self.notes = notes.into_iter().collect();
        let known = self.notes.iter().rposition(|note| !note.is_empty());
        self.notes.truncate(known.map_or(0, |last| last + 1));
    }
}

/// Annotations of a move.
///
/// ```
/// use game_core::{Notation, Note, Record};
/// use othello_bitboard::Othello;
/// let start = Othello::START;
/// let mut record = Record::new(start, start.parse_moves("f5 d6 c3")?);
/// let note = Note { score: Some(1.5), comment: Some("the rose".into()), ..Note::default() };
/// record.annotate([Note::default(), Note::default(), note]);
/// assert_eq!(record.note(2).and_then(|note| note.score), Some(1.5));
/// assert_eq!(record.note(0), None);
/// # Ok::<(), othello_bitboard::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Note {
    /// Its score for the player who made it, in the game's unit: discs, pawns.
    pub score: Option<f64>,
    /// The seconds it took; not negative.
    pub seconds: Option<f64>,
    /// A comment on it.
    pub comment: Option<String>,
}

impl Note {
    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// The tags of a game: names and values, in the order in which they were set.
///
/// The names are those of PGN where it has one for the matter ([`EVENT`](Self::EVENT),
/// [`DATE`](Self::DATE) and so on), so that a format finds what another has read; a game's other
/// names are documented with its formats. Names are compared without case. A value is written as
/// the game's own formats have it: a `Result` may be `1-0` or a margin of discs.
///
/// ```
/// use game_core::Tags;
/// let mut tags = Tags::default();
/// tags.set(Tags::EVENT, "World Championship");
/// tags.set(Tags::DATE, "1976");
/// tags.set("date", "1977");
/// assert_eq!(tags.get("Date"), Some("1977"));
/// assert_eq!(tags.iter().map(|(name, _)| name).collect::<Vec<_>>(), ["Event", "Date"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    /// The tournament or match.
    pub const EVENT: &'static str = "Event";
    /// Where it was played: a town, a server.
    pub const SITE: &'static str = "Site";
    /// When: a year, or year, month and day.
    pub const DATE: &'static str = "Date";
    /// The round of the tournament.
    pub const ROUND: &'static str = "Round";
    /// The result, where the last position does not decide it.
    pub const RESULT: &'static str = "Result";

    /// The value under `name`; of several, the first.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value)
    }

    /// Sets the tag `name` to `value`, replacing an old value.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        match self
            .0
            .iter_mut()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
        {
            Some((_, old)) => *old = value.into(),
            None => self.0.push((name.to_owned(), value.into())),
        }
    }

    /// As [`set`](Self::set), if there is a value.
    pub fn set_known(&mut self, name: &str, value: Option<impl Into<String>>) {
        if let Some(value) = value {
            self.set(name, value);
        }
    }

    /// Names and values in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Whether there are no tags.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The tags in that order, including repeated names.
impl FromIterator<(String, String)> for Tags {
    fn from_iter<I: IntoIterator<Item = (String, String)>>(tags: I) -> Self {
        Self(tags.into_iter().collect())
    }
}

/// A file format that records of games are written in.
///
/// ```
/// use game_core::RecordFormat;
/// let format = RecordFormat { extension: "txt", about: "lists of moves" };
/// assert_eq!(format.extension, "txt");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RecordFormat {
    /// How the names of such files end, in lower case and without the dot.
    pub extension: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_has_one_value() {
        let mut tags = Tags::default();
        tags.set_known(Tags::SITE, None::<&str>);
        assert!(tags.is_empty());
        tags.set(Tags::DATE, "1977");
        tags.set(Tags::EVENT, "a");
        tags.set("date", "1978");
        tags.set_known("x", Some("y"));
        assert_eq!(
            tags.iter().collect::<Vec<_>>(),
            [("Date", "1978"), ("Event", "a"), ("x", "y")]
        );
        assert_eq!(
            (tags.get("EVENT"), tags.get("X"), tags.get("z")),
            (Some("a"), Some("y"), None)
        );
        let twice: Tags = [("a", "1"), ("A", "2")]
            .map(|(name, value)| (name.into(), value.into()))
            .into_iter()
            .collect();
        assert_eq!((twice.get("A"), twice.iter().count()), (Some("1"), 2));
    }
}
