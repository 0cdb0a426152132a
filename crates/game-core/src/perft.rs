use crate::Position;
use alloc::vec::Vec;

/// Counts the move sequences of length `depth` from `pos`: the standard check of a move generator.
///
/// A game that ends sooner counts [`ENDED_LEAF`](Position::ENDED_LEAF). The last ply is counted,
/// not listed or played; verdicts by [`adjudicate`](Position::adjudicate) end no line. A game may
/// have a [faster way](Position::perft).
///
/// ```
/// use game_core::perft;
/// use othello_bitboard::Othello;
/// assert_eq!([1, 2, 3, 4].map(|depth| perft(&Othello::START, depth)), [4, 12, 56, 244]);
/// ```
pub fn perft<P: Position>(pos: &P, depth: u32) -> u64 {
    pos.perft(depth)
}

/// [`perft`] from the definition, whatever the game's own way.
pub(crate) fn walk<P: Position>(pos: &P, depth: u32) -> u64 {
    count(&mut pos.clone(), depth, &mut Vec::new())
}

/// [`perft`] of `depth - 1` after each legal move: where two generators disagree, this finds the
/// move.
///
/// Empty where the game is over or `depth` is 0; else the counts add up to `perft(pos, depth)`.
///
/// ```
/// use game_core::{divide, perft};
/// use othello_bitboard::Othello;
/// let counts = divide(&Othello::START, 3);
/// let counts = counts.iter().map(|(mv, lines)| format!("{mv} {lines}"));
/// assert!(counts.eq(["d3 14", "c4 14", "f5 14", "e6 14"]));
/// assert_eq!(perft(&Othello::START, 3), 4 * 14);
/// ```
pub fn divide<P: Position>(pos: &P, depth: u32) -> Vec<(P::Move, u64)> {
    let mut moves = Vec::new();
    if depth == 0 || pos.legal_moves(&mut moves).is_some() {
        return Vec::new();
    }
    let mut pos = pos.clone();
    moves
        .into_iter()
        .map(|mv| {
            let undo = pos.play(mv);
            let leaves = pos.perft(depth - 1);
            pos.undo(mv, undo);
            (mv, leaves)
        })
        .collect()
}

fn count<P: Position>(pos: &mut P, depth: u32, stack: &mut Vec<P::Move>) -> u64 {
    if depth == 0 {
        return 1;
    }
    if depth == 1 {
        let moves = if pos.decided().is_some() {
            0
        } else {
            pos.count_moves()
        };
        return if moves == 0 { P::ENDED_LEAF } else { moves };
    }
    let first = stack.len();
    if pos.legal_moves(stack).is_some() {
        return P::ENDED_LEAF;
    }
    let mut leaves = 0;
    for i in first..stack.len() {
        let mv = stack[i];
        let undo = pos.play(mv);
        leaves += count(pos, depth - 1, stack);
        pos.undo(mv, undo);
    }
    stack.truncate(first);
    leaves
}
