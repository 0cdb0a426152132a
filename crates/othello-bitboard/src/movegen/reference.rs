//! Moves and flips by walking the board square by square: what the fast functions are tested
//! against.
//!
//! Some fifty times slower than [`moves`](crate::moves) and [`flips`](crate::flips), and plain
//! enough to be read as the rule itself.

use crate::{Square, squares};

/// The discs of `opp` that a disc on `square` turns: every unbroken run of them, in eight
/// directions, up to a disc of `own`.
pub fn flips(square: Square, own: u64, opp: u64) -> u64 {
    let mut flipped = 0;
    for (dx, dy) in [
        (-1, -1),
        (0, -1),
        (1, -1),
        (-1, 0),
        (1, 0),
        (-1, 1),
        (0, 1),
        (1, 1),
    ] {
        let step = |from: Square| {
            let column = from.column().checked_add_signed(dx)?;
            let row = from.row().checked_add_signed(dy)?;
            Square::at(column, row)
        };
        let mut run = 0;
        let mut next = step(square);
        while let Some(at) = next.filter(|at| opp & at.bit() != 0) {
            run |= at.bit();
            next = step(at);
        }
        if next.is_some_and(|at| own & at.bit() != 0) {
            flipped |= run;
        }
    }
    flipped
}

/// The empty squares where a disc of `own` turns something.
pub fn moves(own: u64, opp: u64) -> u64 {
    squares(!(own | opp))
        .filter(|&square| flips(square, own, opp) != 0)
        .map(Square::bit)
        .sum()
}
