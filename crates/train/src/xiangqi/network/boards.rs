use crate::xiangqi::games::{GameError, PositionFilter, Target, between, read};
use game_core::{Player, Position};
use pattern_eval::xiangqi::Layers;

/// The network inputs of games' quiet positions, some 80 bytes each.
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
    target: Target,
}

/// A position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Board<'b> {
    /// The [inputs](Layers::input) as Red sees them.
    pub(super) pieces: &'b [u16],
    pub(super) turn: Player,
    pub(super) target: Target,
}

impl Boards {
    /// Reads games, one a line: see [the module](crate::xiangqi). Empty lines are skipped. Keeps
    /// the positions that `choice` admits.
    ///
    /// # Errors
    /// If a line is no game, saying which.
    pub fn read(text: &str, choice: PositionFilter) -> Result<Self, GameError> {
        let mut boards = Self::default();
        boards.games = read(text, choice, |pos, target| {
            for at in pos.board().occupied() {
                let input = pos
                    .piece_at(at)
                    .map(|piece| Layers::input(Player::First, piece, at) as u16);
                boards.pieces.extend(input);
            }
            boards.positions.push(Entry {
                end: boards.pieces.len(),
                turn: pos.turn(),
                target,
            });
        })?;
        Ok(boards)
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
        between(game, |game| self.games[game])
    }

    #[inline]
    pub(super) fn board(&self, position: usize) -> Board<'_> {
        let Entry { turn, target, .. } = self.positions[position];
        Board {
            pieces: &self.pieces[between(position, |position| self.positions[position].end)],
            turn,
            target,
        }
    }
}
