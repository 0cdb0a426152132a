use super::shapes::{Lanes, disc};
use game_core::Player;
use othello_bitboard::{Move, Othello, squares};

/// The number of every place's filling, kept in step with a game: the sum of 3^i over Black's discs
/// on its squares i, less that over White's. It is 0 for empty squares and changes its sign when the
/// colours are exchanged.
#[derive(Clone, Debug)]
pub(super) struct Fillings {
    now: Lanes,
    /// Those before each move: copying them is cheaper than reverting the move's discs.
    before: Vec<Lanes>,
}

impl Fillings {
    /// Of the empty board.
    pub(super) const EMPTY: Self = Self {
        now: Lanes::ZERO,
        before: Vec::new(),
    };

    /// Those of the position.
    #[inline]
    pub(super) fn now(&self) -> &Lanes {
        &self.now
    }

    /// Those before the last move since the reset.
    #[inline]
    pub(super) fn before(&self) -> Option<&Lanes> {
        self.before.last()
    }

    /// Starts over from `pos`.
    pub(super) fn reset(&mut self, pos: &Othello) {
        self.now = of(pos);
        self.before.clear();
    }

    /// Follows a move of `mover`.
    #[inline]
    pub(super) fn played(&mut self, mover: Player, mv: Move, flipped: u64) {
        self.before.push(self.now);
        self.update(mover, mv, flipped);
    }

    /// Takes back a move of `mover`.
    #[inline]
    pub(super) fn undone(&mut self, mover: Player, mv: Move, flipped: u64) {
        match self.before.pop() {
            Some(before) => self.now = before,
            // A move from before the reset.
            None => self.update(!mover, mv, flipped),
        }
    }

    #[inline]
    fn update(&mut self, mover: Player, mv: Move, flipped: u64) {
        let change = change(mv, flipped);
        match mover {
            Player::First => self.now.add(&change),
            Player::Second => self.now.sub(&change),
        }
    }
}

/// The change in every place, if Black made the move.
#[inline]
fn change(mv: Move, flipped: u64) -> Lanes {
    let mut change = Lanes::ZERO;
    squares(flipped).for_each(|square| change.add(disc(square)));
    // A turned disc also leaves the other colour.
    change.double();
    if let Some(square) = mv.square() {
        change.add(disc(square));
    }
    change
}

/// The fillings of `pos`, from nothing.
pub(super) fn of(pos: &Othello) -> Lanes {
    let mut fillings = Lanes::ZERO;
    squares(pos.board(Player::First)).for_each(|square| fillings.add(disc(square)));
    squares(pos.board(Player::Second)).for_each(|square| fillings.sub(disc(square)));
    fillings
}
