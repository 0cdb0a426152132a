use super::{
    Game, GameResult, PgnError, PgnProblem,
    game::OWN,
    scanner::{Scanner, Word},
};
use crate::{Move, Rules, Xiangqi, notation::read_move};
use core::iter::FusedIterator;
use game_core::{Note, Position, Record};
use std::collections::HashSet;

/// The games of a PGN text, under the default rules.
///
/// ```
/// use xiangqi_movegen::notation::pgn::games;
/// let text = "[Red \"Hu Ronghua\"]\n\n1. C2=5 {the usual} 马８进７ 2. h0g2 (2. P3+1) 1-0";
/// let game = games(text).next().unwrap()?;
/// assert_eq!(game.record.names[0].as_deref(), Some("Hu Ronghua"));
/// assert_eq!(game.record.moves, ["h2e2", "h9g7", "h0g2"].map(|mv| mv.parse().unwrap()));
///
/// let error = games("1. h2e2\nh2e2").next().unwrap().unwrap_err();
/// assert_eq!(error.line, 2);
/// # Ok::<(), xiangqi_movegen::notation::pgn::PgnError>(())
/// ```
pub fn games(text: &str) -> Games<'_> {
    Games::new(text, &Rules::default())
}

/// The first game of a PGN text, under `rules`.
///
/// # Errors
/// If the text holds no game, or its first is malformed or has an illegal move.
pub fn first(text: &str, rules: &Rules) -> Result<Game, PgnError> {
    Games::new(text, rules).next().unwrap_or(Err(PgnError {
        line: 1,
        problem: PgnProblem::NoGame,
    }))
}

/// An iterator over the games of a PGN text; made by [`games`].
///
/// After an error it goes on with the next game that begins with tags.
#[derive(Clone, Debug)]
pub struct Games<'a> {
    text: Scanner<'a>,
    rules: Rules,
    in_moves: bool,
}

impl<'a> Games<'a> {
    /// The games of `text`, under `rules`.
    pub fn new(text: &'a str, rules: &Rules) -> Self {
        Self {
            text: Scanner::new(text),
            rules: *rules,
            in_moves: false,
        }
    }

    fn read(&mut self) -> Result<Option<Game>, PgnError> {
        loop {
            self.in_moves = false;
            let mut tags = Tags {
                list: Vec::new(),
                names: HashSet::new(),
                start: Xiangqi::initial(&self.rules),
            };
            while self.text.at_tag()? && !self.begins_next(&tags) {
                self.read_tag(&mut tags)?;
            }
            self.in_moves = true;
            if tags.list.is_empty() {
                // It is unclear whether this belongs to the game before.
                self.text.remarks();
            }
            let play = self.read_moves(&tags.start)?;
            if !tags.list.is_empty() || !play.moves.is_empty() || play.end.is_some() {
                return Ok(Some(tags.game(play)));
            }
            if self.text.is_at_end() {
                return Ok(None);
            }
        }
    }

    /// Whether the tag here belongs to another game: one that comes after an empty line and was
    /// there before.
    fn begins_next(&self, tags: &Tags) -> bool {
        self.text.is_after_gap()
            && self
                .text
                .clone()
                .tag()
                .is_some_and(|(name, _)| tags.has(&name))
    }

    fn read_tag(&mut self, tags: &mut Tags) -> Result<(), PgnError> {
        let Some((name, value)) = self.text.tag() else {
            return Err(self
                .text
                .error(PgnProblem::Tag(self.text.rest_of_line().into())));
        };
        if name.eq_ignore_ascii_case("FEN") {
            tags.start = Xiangqi::from_fen(&value, &self.rules)
                .map_err(|error| self.text.error(PgnProblem::Fen(error)))?;
        }
        self.text.remarks();
        tags.names.insert(name.to_ascii_lowercase());
        tags.list.push((name, value));
        Ok(())
    }

    /// The moves up to the result, or to what comes instead.
    fn read_moves(&mut self, start: &Xiangqi) -> Result<Play<'a>, PgnError> {
        let mut pos = start.clone();
        let mut play = Play::default();
        while let Some(Word { text, line }) = self.text.word()? {
            play.remark(self.text.remarks());
            let word = text.trim_end_matches(['!', '?']);
            if word == "*" || GameResult::from_text(word).is_some() {
                play.end = Some(word);
                return Ok(play);
            }
            let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
            let dots = digits.trim_start_matches(['.', '…']);
            if dots.is_empty() {
                continue; // A number, a glyph or an ellipsis alone.
            }
            // A number may be joined to its move, `1.h2e2`; but a move may look so, too: `15.6` in
            // WXF.
            let text = if dots.len() < digits.len() {
                dots
            } else {
                word
            };
            let mv = read_move(&pos, text)
                .or_else(|error| read_move(&pos, word).map_err(|_| error))
                .map_err(|error| PgnError {
                    line,
                    problem: PgnProblem::Move(error),
                })?;
            pos.play(mv);
            play.moves.push(mv);
            play.notes.push(Note::default());
        }
        play.remark(self.text.remarks());
        Ok(play)
    }
}

impl Iterator for Games<'_> {
    type Item = Result<Game, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        let read = self.read();
        if read.is_err() {
            self.text.skip_game(self.in_moves);
        }
        read.transpose()
    }
}

impl FusedIterator for Games<'_> {}

/// The moves of a game, and what stands among them.
#[derive(Default)]
struct Play<'a> {
    moves: Vec<Move>,
    notes: Vec<Note>,
    /// What is said before the first move.
    before: Option<String>,
    /// The result, if there is one.
    end: Option<&'a str>,
}

impl Play<'_> {
    /// Puts down what is said of the last move.
    fn remark(&mut self, text: Option<String>) {
        let place = self
            .notes
            .last_mut()
            .map_or(&mut self.before, |note| &mut note.comment);
        match (place, text) {
            (Some(before), Some(text)) => before.extend([" ", &text]),
            (place, Some(text)) => *place = Some(text),
            (_, None) => {}
        }
    }
}

/// The tags of a game, and the position they say it starts from.
struct Tags {
    list: Vec<(String, String)>,
    /// The names in lower case.
    names: HashSet<String>,
    start: Xiangqi,
}

impl Tags {
    fn has(&self, name: &str) -> bool {
        self.names.contains(&name.to_ascii_lowercase())
    }

    fn game(self, play: Play<'_>) -> Game {
        let Play {
            moves,
            notes,
            before,
            end,
        } = play;
        let known = |name: &str| {
            let (_, value) = self
                .list
                .iter()
                .find(|(tag, _)| tag.eq_ignore_ascii_case(name))?;
            (!says_nothing(value)).then(|| value.clone())
        };
        let names = [known("Red").or_else(|| known("White")), known("Black")];
        // The word after the moves tells more than the tag.
        let result = end
            .and_then(GameResult::from_text)
            .or_else(|| GameResult::from_text(known("Result")?.trim()));
        let own = |name: &str| OWN.iter().any(|own| own.eq_ignore_ascii_case(name));
        let mut tags: game_core::Tags = self
            .list
            .into_iter()
            .filter(|(name, value)| !own(name) && !says_nothing(value))
            .collect();
        if tags.get("Annotation").is_none() {
            tags.set_known("Annotation", before);
        }
        let mut record = Record {
            names,
            tags,
            ..Record::new(self.start, moves)
        };
        record.annotate(notes);
        Game { record, result }
    }
}

/// Whether the value of a tag is that nothing is known.
pub(in crate::notation) fn says_nothing(value: &str) -> bool {
    matches!(value.trim(), "" | "?" | "????.??.??")
}
