use crate::{Adjudication, Outcome, Player};
use alloc::vec::Vec;
use core::{fmt::Debug, hash::Hash};

/// A position in a two-player, zero-sum, perfect-information game.
///
/// Turns alternate unless the game [says otherwise](Self::TURNS_ALTERNATE); a game with passes has a
/// pass *move*. [`conform`](crate::conform) checks the laws stated here, and a first implementation
/// takes about sixty lines:
///
/// ```
/// use game_core::{Outcome, Player, Position, perft};
///
/// /// One heap: take one to three counters; the player who takes the last one wins.
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// struct Heap { left: u8, turn: Player }
///
/// impl Position for Heap {
///     type Move = u8;
///     type Undo = ();
///     const SLOTS: usize = 4;
///
///     fn turn(&self) -> Player { self.turn }
///     fn key(&self) -> u64 { game_core::zobrist::mix(u64::from(self.left) << 1 | self.turn as u64) }
///     fn decided(&self) -> Option<Outcome> { (self.left == 0).then_some(Outcome::Loss) }
///     fn stuck(&self) -> Outcome { unreachable!("an undecided heap has a counter to take") }
///     fn generate(&self, moves: &mut Vec<u8>) { moves.extend(1..=self.left.min(3)) }
///     fn play(&mut self, mv: u8) { self.left -= mv; self.turn = !self.turn }
///     fn undo(&mut self, mv: u8, (): ()) { self.left += mv; self.turn = !self.turn }
///     fn slot(&self, mv: u8) -> usize { mv.into() }
/// }
///
/// let heap = Heap { left: 5, turn: Player::First };
/// assert_eq!(perft(&heap, 2), 8);
/// game_core::conform::position(&heap, 5).expect("the laws hold");
/// ```
pub trait Position: Clone + Send {
    /// A move, small enough to copy freely.
    type Move: Copy + Eq + Hash + Debug + Send + Sync;

    /// What a move changed and the position forgets: `()`, a flip mask, a captured piece, or `Self`
    /// for copy-make.
    type Undo;

    /// One more than the greatest [`slot`](Self::slot): the size of a history table.
    const SLOTS: usize;

    /// Whether every move passes the turn to the other player.
    ///
    /// `false` where a player may be to move again: after closing a box in dots and boxes, for the
    /// second stone of Connect6. A search then looks whose [`turn`](Self::turn) it is before it
    /// changes the sign of a value; where turns alternate, that is compiled away.
    const TURNS_ALTERNATE: bool = true;

    /// Whether [`generate`](Self::generate) may offer moves that [`is_legal`](Self::is_legal) then
    /// refuses.
    const LAZY_LEGALITY: bool = false;

    /// What perft counts for a game that ends before its depth: 1 by Othello's custom, 0 by
    /// everyone else's.
    const ENDED_LEAF: u64 = 0;

    /// The player to move.
    fn turn(&self) -> Player;

    /// A 64-bit key, equal for positions with the same placement and turn; kept up to date by
    /// `play`, and the same in every release, so that books and logs may hold it.
    fn key(&self) -> u64;

    /// The key of the position after `mv`, a legal move, where it can be told much more cheaply than
    /// by playing: a search then fetches what its table knows of that position while it plays.
    #[inline]
    fn key_after(&self, _mv: Self::Move) -> Option<u64> {
        None
    }

    /// How the game ended, if the board says so whatever the moves: a five, a full board. Constant
    /// time: every node asks.
    fn decided(&self) -> Option<Outcome>;

    /// What having no legal move means here. Asked only of an undecided position without one.
    fn stuck(&self) -> Outcome;

    /// How the rules end a game that the board would let go on: repetition, a move count, bare
    /// material.
    ///
    /// Asked only of an undecided position. Where there is no legal move it must be `None`: being
    /// [`stuck`](Self::stuck) comes first. Perft does not ask.
    #[inline]
    fn adjudicate(&self) -> Option<Adjudication> {
        None
    }

    /// Appends the moves of an undecided position; those already in the buffer are left alone.
    fn generate(&self, moves: &mut Vec<Self::Move>);

    /// Whether a move that [`generate`](Self::generate) or [`unpack`](Self::unpack) offered is
    /// legal: the costly part of legality, asked just before playing.
    #[inline]
    fn is_legal(&self, _mv: Self::Move) -> bool {
        true
    }

    /// Plays a legal move.
    ///
    /// An illegal move may panic or leave a position that keeps no law; text from outside comes in
    /// by [`Notation::parse_move`](crate::Notation::parse_move), which refuses it.
    fn play(&mut self, mv: Self::Move) -> Self::Undo;

    /// Takes back `mv`, the last move played.
    fn undo(&mut self, mv: Self::Move, undo: Self::Undo);

    /// `mv`, a move that [`generate`](Self::generate) offers here, in sixteen bits, never
    /// `u16::MAX`: how a table, a book or a data file keeps it.
    ///
    /// By default its place among the moves offered, so that a move itself may be of any size. That
    /// lists them all, in memory taken for it, once for each move packed and each unpacked: a game
    /// whose moves fit overrides both. What books and files hold then depends on the order in which
    /// moves are generated. A move that is not offered packs to `u16::MAX`.
    fn pack(&self, mv: Self::Move) -> u16 {
        let mut moves = Vec::new();
        self.generate(&mut moves);
        let place = moves.iter().position(|&offered| offered == mv);
        place
            .and_then(|place| u16::try_from(place).ok())
            .unwrap_or(u16::MAX)
    }

    /// The move that [`pack`](Self::pack) so packs here, if `generate` would offer it: a table's
    /// moves come from anywhere.
    fn unpack(&self, bits: u16) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.generate(&mut moves);
        moves.get(usize::from(bits)).copied()
    }

    /// A dense index for `mv` in this position: a square, or where a piece goes from and to.
    fn slot(&self, mv: Self::Move) -> usize;

    /// Appends every legal move, or says how the game ended on the board: exactly one of the two.
    fn legal_moves(&self, moves: &mut Vec<Self::Move>) -> Option<Outcome> {
        if let Some(outcome) = self.decided() {
            return Some(outcome);
        }
        let first = moves.len();
        self.generate(moves);
        if Self::LAZY_LEGALITY {
            let mut end = first;
            for i in first..moves.len() {
                if self.is_legal(moves[i]) {
                    moves[end] = moves[i];
                    end += 1;
                }
            }
            moves.truncate(end);
        }
        (moves.len() == first).then(|| self.stuck())
    }

    /// The number of legal moves of an undecided position. Override it where counting is cheaper
    /// than listing.
    fn count_moves(&self) -> u64 {
        let mut moves = Vec::new();
        self.generate(&mut moves);
        moves
            .iter()
            .filter(|&&mv| !Self::LAZY_LEGALITY || self.is_legal(mv))
            .count() as u64
    }

    /// How the game ended, if it did, by the board or by [`adjudicate`](Self::adjudicate).
    ///
    /// Lists the moves unless [`decided`](Self::decided) knows: for the end of a turn, not for
    /// every node of a search.
    fn outcome(&self) -> Option<Outcome> {
        self.legal_moves(&mut Vec::new())
            .or_else(|| self.adjudicate().map(|verdict| verdict.outcome))
    }

    /// Plays random moves, at most `plies` of them, each chosen uniformly from the legal ones.
    /// Returns the outcome for the player to move here, or `None` if the game has not ended by then.
    ///
    /// `below(n)` draws a number below `n`, which is at least 1; `moves` is memory to list moves
    /// in, its contents of no matter before and after. Override it where a random game needs less
    /// than every position on its way does: keys, counters, the moves so far.
    ///
    /// ```
    /// # use game_core::{Outcome, Player, Position};
    /// # #[derive(Clone)]
    /// # struct Heap { left: u8, turn: Player }
    /// # impl Position for Heap {
    /// #     type Move = u8;
    /// #     type Undo = ();
    /// #     const SLOTS: usize = 4;
    /// #     fn turn(&self) -> Player { self.turn }
    /// #     fn key(&self) -> u64 { u64::from(self.left) << 1 | self.turn as u64 }
    /// #     fn decided(&self) -> Option<Outcome> { (self.left == 0).then_some(Outcome::Loss) }
    /// #     fn stuck(&self) -> Outcome { unreachable!("an undecided heap has a counter to take") }
    /// #     fn generate(&self, moves: &mut Vec<u8>) { moves.extend(1..=self.left.min(3)) }
    /// #     fn play(&mut self, mv: u8) { self.left -= mv; self.turn = !self.turn }
    /// #     fn undo(&mut self, mv: u8, (): ()) { self.left += mv; self.turn = !self.turn }
    /// #     fn slot(&self, mv: u8) -> usize { mv.into() }
    /// # }
    /// // Whoever takes the last counter wins. A dice that shows one each time takes one by one.
    /// let heap = Heap { left: 5, turn: Player::First };
    /// assert_eq!(heap.playout(5, &mut Vec::new(), |_| 0), Some(Outcome::Win));
    /// assert_eq!(heap.playout(4, &mut Vec::new(), |_| 0), None);
    /// ```
    fn playout(
        &self,
        plies: usize,
        moves: &mut Vec<Self::Move>,
        mut below: impl FnMut(usize) -> usize,
    ) -> Option<Outcome> {
        let mut pos = self.clone();
        let mut left = plies;
        let ended = loop {
            moves.clear();
            let verdict = || pos.adjudicate().map(|verdict| verdict.outcome);
            if let Some(outcome) = pos.legal_moves(moves).or_else(verdict) {
                break outcome;
            }
            left = left.checked_sub(1)?;
            pos.play(moves[below(moves.len())]);
        };
        Some(Outcome::of(ended.winner(pos.turn()), self.turn()))
    }

    /// What [`perft`](crate::perft()) counts. Override it where a game counts faster than move by
    /// move.
    fn perft(&self, depth: u32) -> u64 {
        crate::perft::walk(self, depth)
    }
}
