use game_core::Position;

/// A game whose books share symmetric positions: the rules are the same when the board is turned or
/// mirrored.
///
/// A game without symmetry implements it with an empty body: each position stands for itself.
///
/// ```
/// use game_core::{Notation, Position};
/// use books::Symmetric;
/// use othello_bitboard::Othello;
///
/// // After each of Black's four first moves the book has one page, and one reply for all four.
/// let after = |mv: &str| {
///     let mut pos = Othello::START;
///     pos.play(pos.parse_move(mv).expect("a first move"));
///     pos
/// };
/// let (one, other) = (after("f5"), after("d3"));
/// let ((canonical, to), (same, back)) = (one.canonical_form(), other.canonical_form());
/// assert_eq!(canonical, same);
/// let reply = canonical.move_image(one.parse_move("d6").expect("a reply"), to);
/// let theirs = other.move_image(reply, Othello::inverse_of(back));
/// assert!(other.parse_move(&theirs.to_string()).is_ok());
/// ```
pub trait Symmetric: Position {
    /// The position that represents this one and all symmetric to it, and the number of the
    /// symmetry that leads there; 0 is the identity. If colours are exchangeable, it may have the
    /// other side to move.
    fn canonical_form(&self) -> (Self, usize) {
        (self.clone(), 0)
    }

    /// The image of `mv` under the symmetry of that number, which
    /// [`canonical_form`](Self::canonical_form) or [`inverse_of`](Self::inverse_of) gave.
    fn move_image(&self, mv: Self::Move, _symmetry: usize) -> Self::Move {
        mv
    }

    /// The number of the symmetry that undoes another.
    fn inverse_of(symmetry: usize) -> usize {
        symmetry
    }
}
