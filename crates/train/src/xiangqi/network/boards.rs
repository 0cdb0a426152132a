use crate::xiangqi::games::{GameError, Lesson, read};
use crate::xiangqi::samples::Choice;
use game_core::{Player, Position};
use pattern_eval::xiangqi::Layers;

/// Games' quiet positions as a network sees them, some 80 bytes each.
#[derive(Clone, Debug, Default)]
pub struct Boards {
    pieces: Vec<u16>,
    positions: Vec<Entry>,
    /// Where each game's positions end.
    games: Vec<usize>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Where its pieces end.
    end: usize,
    turn: Player,
    lesson: Lesson,
}

/// A position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Board<'b> {
    /// The [inputs](Layers::input) as Red sees them.
    pub(super) pieces: &'b [u16],
    pub(super) turn: Player,
    pub(super) lesson: Lesson,
}

impl Boards {
    /// Reads games, one a line: see [the module](crate::xiangqi). Empty lines are none. Those that are there already stay.
    ///
    /// # Errors
    /// If a line is no game, saying which; those before it are kept.
    pub fn read(&mut self, text: &str, choice: Choice) -> Result<(), GameError> {
        read(text, |learnt| match learnt {
            Some((pos, lesson)) if choice.takes(pos, lesson) => {
                for at in pos.board().occupied() {
                    let input = pos.piece_at(at).map(|piece| Layers::input(Player::First, piece, at) as u16);
                    self.pieces.extend(input);
                }
                self.positions.push(Entry { end: self.pieces.len(), turn: pos.turn(), lesson });
            }
            Some(_) => {}
            None => self.games.push(self.positions.len()),
        })
    }

    /// How many games there are.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// How many positions there are in all.
    pub fn positions(&self) -> usize {
        self.positions.len()
    }

    /// A game's positions, by their places.
    pub(super) fn game(&self, game: usize) -> std::ops::Range<usize> {
        let from = game.checked_sub(1).map_or(0, |last| self.games[last]);
        from..self.games[game]
    }

    #[inline]
    pub(super) fn board(&self, position: usize) -> Board<'_> {
        let from = position.checked_sub(1).map_or(0, |last| self.positions[last].end);
        let Entry { end, turn, lesson } = self.positions[position];
        Board { pieces: &self.pieces[from..end], turn, lesson }
    }
}
