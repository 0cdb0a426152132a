//! The generic kernel and the Othello search written by hand, which its cost is measured against,
//! are the same search.

#[path = "../benches/kernel_cost/sides.rs"]
mod sides;
#[path = "../benches/kernel_cost/table.rs"]
mod table;
#[path = "../benches/kernel_cost/twin.rs"]
mod twin;

use boyi::core::Position;
use boyi::othello::Othello;
use rand::{RngExt, SeedableRng, rngs::StdRng};

/// The unfinished position after at most `plies` random moves.
fn wander(plies: usize, seed: u64) -> Othello {
    let mut pos = Othello::START;
    let mut rng = StdRng::seed_from_u64(seed);
    for _ in 0..plies {
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        let mut next = pos;
        next.play(moves[rng.random_range(0..moves.len())]);
        if next.outcome().is_some() {
            break;
        }
        pos = next;
    }
    pos
}

/// Searches `pos` both ways.
fn agree(pos: &Othello, depth: i32) {
    // So small a table is full, and entries must yield.
    let bytes = 1 << 13;
    let kernel = sides::kernel(pos, depth, bytes);
    let twin = sides::twin(pos, depth, bytes);
    // The kernel lengthens a variation that the table has cut short.
    let pv = kernel
        .pv
        .get(..twin.pv.len().max(1))
        .expect("not the shorter")
        .to_vec();
    // It asks the table once before it begins, for the order of the root's moves.
    let asked = u64::from(depth >= twin::TABLE_DEPTH);
    let mut stats = kernel.stats;
    stats.table_probes -= asked;
    assert_eq!(
        twin::Found {
            pv,
            stats,
            ..kernel
        },
        twin,
        "to depth {depth} in {pos}"
    );
}

#[test]
fn both_search_the_same_tree() {
    for (i, pos) in sides::positions().iter().enumerate() {
        (1..=7 + i as i32 / 3).for_each(|depth| agree(pos, depth));
    }
    for seed in 0..120 {
        // To the end of the game, too: full boards, passes, and games that end early.
        agree(&wander(seed as usize / 2, seed), 2 + seed as i32 % 5);
    }
    for seed in 0..30 {
        agree(&wander(50 + seed as usize % 9, seed), 12);
    }
}
