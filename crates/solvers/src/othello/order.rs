//! The order of moves.

use super::parity::{ODD, parity};
use arrayvec::ArrayVec;
use othello_bitboard::{Square, kernel::Kernel, spread, squares, stable};
use pattern_eval::othello::weighted;

/// A move, and the board after it from the view of the side then to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) own: u64,
    pub(super) opp: u64,
    pub(super) square: Square,
    pub(super) flipped: u64,
    /// The replies to it, once they are found.
    pub(super) replies: u64,
    /// Higher ranks come first.
    pub(super) rank: i32,
}

/// The moves of a position.
pub(super) type Children = ArrayVec<Child, 64>;

/// Up to this many empty squares a move is ranked only by replies and place: the rest saves few
/// nodes and no time.
const LIGHT: u32 = 11;

/// A square by itself: corners first, those next to them last.
static SQUARES: [i8; 64] = {
    let quarter = [
        [18, 4, 16, 12],
        [4, 2, 6, 8],
        [16, 6, 14, 10],
        [12, 8, 10, 0],
    ];
    let mut squares = [0; 64];
    let mut i = 0;
    while i < 64 {
        let column = i % 8;
        let row = i / 8;
        squares[i] = quarter[if row < 4 { row } else { 7 - row }]
            [if column < 4 { column } else { 7 - column }];
        i += 1;
    }
    squares
};

/// Adds the moves of `own`, without replies and ranks, in no order.
#[inline(always)]
pub(super) fn add<K: Kernel, const MOST: usize>(
    kernel: K,
    children: &mut ArrayVec<Child, MOST>,
    own: u64,
    opp: u64,
    moves: u64,
) {
    for square in squares(moves) {
        let flipped = kernel.flips(square, own, opp);
        children.push(Child {
            own: opp ^ flipped,
            opp: own ^ flipped | square.bit(),
            square,
            flipped,
            replies: 0,
            rank: 0,
        });
    }
}

/// Finds the replies to each move.
#[inline(always)]
pub(super) fn find_replies<K: Kernel>(kernel: K, children: &mut [Child]) {
    for child in children {
        child.replies = kernel.moves(child.own, child.opp);
    }
}

/// The squares of the quadrants with an odd number of empty squares.
#[inline(always)]
pub(super) fn odd(empty: u64) -> u64 {
    ODD[parity(empty) as usize & 15]
}

/// The rank of a move by its square, the replies to it and whether its quadrant is among the `odd`.
#[inline(always)]
pub(super) fn rank_of(square: Square, replies: u64, odd: u64) -> i32 {
    let odd = (odd >> square.index() & 1) as i32;
    i32::from(SQUARES[square.index()]) - 64 * weighted(replies) as i32 + 40 * odd
}

/// Ranks moves by the replies they leave: the fewer, the smaller the tree (fastest first).
#[inline(always)]
pub(super) fn rank(children: &mut Children, best: [u8; 2], empty: u64) {
    let odd = odd(empty);
    let empties = empty.count_ones();
    for child in children {
        let replies = child.replies;
        child.rank = rank_of(child.square, replies, odd);
        if empties > LIGHT {
            let potential = (spread(child.opp) & !(child.own | child.opp)).count_ones();
            let safe = stable(child.opp, child.own).count_ones();
            child.rank += 12 * safe as i32 - 12 * potential as i32;
        }
        let at = child.square.index() as u8;
        if at == best[0] {
            child.rank = i32::MAX;
        } else if at == best[1] {
            child.rank = i32::MAX - 1;
        }
    }
}

/// Swaps the best of the moves from `i` on to index `i`.
#[inline(always)]
pub(super) fn pick(children: &mut [Child], i: usize) -> Child {
    let mut best = i;
    for j in i + 1..children.len() {
        if children[j].rank > children[best].rank {
            best = j;
        }
    }
    children.swap(i, best);
    children[i]
}
