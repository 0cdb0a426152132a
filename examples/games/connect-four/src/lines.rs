//! What the network sees: each line of four squares, and what stands on it.

use crate::rules::{COLUMNS, ConnectFour, ROWS, bit};
use engines::game_core::Player;
use engines::nnue::{Changes, Features};
use std::sync::LazyLock;

/// The squares of each line of four, as bits.
pub static LINES: LazyLock<Vec<[u64; 4]>> = LazyLock::new(|| {
    let mut lines = Vec::new();
    for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
        for column in 0..COLUMNS as i8 {
            for row in 0..ROWS as i8 {
                let square = |nth: i8| (column + nth * right, row + nth * up);
                let (last, top) = square(3);
                if last < COLUMNS as i8 && (0..ROWS as i8).contains(&top) {
                    lines.push([0, 1, 2, 3].map(|nth| {
                        let (column, row) = square(nth);
                        bit(column as u8, row as u8)
                    }));
                }
            }
        }
    }
    lines
});

/// The lines through each square, by the number of its bit.
static THROUGH: LazyLock<Vec<Vec<usize>>> = LazyLock::new(|| {
    let through = |square: u32| {
        let all = LINES.iter().enumerate();
        let hit = all.filter(|(_, line)| line.contains(&(1 << square)));
        hit.map(|(number, _)| number).collect()
    };
    (0..7 * u32::from(COLUMNS)).map(through).collect()
});

/// What may stand on a line: each square is empty, the viewer's or the opponent's.
const CONTENTS: usize = 81;

/// The features: a line and what stands on it, **all that the game says of itself for a network**.
#[derive(Clone, Copy, Debug, Default)]
pub struct LineContents;

impl LineContents {
    /// The feature of a line with these discs of the viewer and of the opponent.
    fn feature(line: usize, [own, other]: [u64; 2]) -> u16 {
        let digit =
            |square: u64| usize::from(own & square != 0) + 2 * usize::from(other & square != 0);
        let contents = LINES[line]
            .iter()
            .fold(0, |number, &square| 3 * number + digit(square));
        (line * CONTENTS + contents) as u16
    }
}

impl Features<ConnectFour> for LineContents {
    const NAME: &'static str = "connect-four lines";
    const COUNT: usize = 69 * CONTENTS;
    const MAX_ACTIVE: usize = 69;
    const BUCKETS: usize = 7;
    const SCALE: i32 = 200;

    fn active(&self, pos: &ConnectFour, viewer: Player, features: &mut Vec<u16>) {
        let discs = [viewer, !viewer].map(|player| pos.discs(player));
        features.extend((0..LINES.len()).map(|line| Self::feature(line, discs)));
    }

    fn changed(&self, pos: &ConnectFour, _: u8, before: &ConnectFour, changes: &mut Changes) {
        let placed = (pos.all_discs() ^ before.all_discs()).trailing_zeros();
        for viewer in Player::BOTH {
            let [before, after] =
                [before, pos].map(|pos| [viewer, !viewer].map(|player| pos.discs(player)));
            for &line in &THROUGH[placed as usize] {
                changes.remove(viewer, Self::feature(line, before));
                changes.add(viewer, Self::feature(line, after));
            }
        }
    }

    fn bucket(&self, pos: &ConnectFour) -> usize {
        (pos.all_discs().count_ones() as usize / 6).min(6)
    }
}
