//! The order of moves.

use game_core::Player;
use gomoku_rules::Point;
use pattern_eval::gomoku::{Patterns, Threat};

/// The rank of a move by its own threat.
const ATTACK: [i32; Threat::ALL.len()] = [
    0, 0, 300, 900, 1_500, 2_200, 6_000, 1_200, 2_000, 9_000, 20_000, 40_000,
];
/// The rank of a move by the opponent's threat there.
const DEFENCE: [i32; Threat::ALL.len()] = [
    0, 0, 200, 600, 1_000, 1_500, 3_500, 700, 1_300, 6_000, 12_000, 30_000,
];

/// The rank of a move of `player`'s; history counts up to 2^14 beside it.
#[inline]
pub(super) fn rank(eval: &Patterns, mv: Point, player: Player) -> i32 {
    let (threat, hope) = eval.threat(mv, player);
    let (denied, fear) = eval.threat(mv, !player);
    ATTACK[threat as usize] + DEFENCE[denied as usize] + 16 * (hope + fear)
}
