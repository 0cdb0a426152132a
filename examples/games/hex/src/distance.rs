//! How many stones a player needs to join two edges, where bridges hold.

use crate::cells::{Cells, Edge};
use crate::position::Hex;
use engines::game_core::Player;

/// How near the player's stones are to joining the edges, and where.
///
/// The number of stones is that of a shortest way from edge to edge, in which a bridge costs
/// nothing: two cells with two empty neighbours in common are joined, and a cell of the second row
/// is to its edge. It is too low where two bridges need the same cell.
#[derive(Clone, Copy, Debug)]
pub struct Ways {
    /// The stones that a shortest way needs; 0 where bridges join the edges, and
    /// [`MOST`](Self::MOST) where no way is shorter.
    pub stones: u32,
    /// The empty cells of shortest ways, of those with one stone more, and of those with two.
    pub(crate) cells: [Cells; 3],
}

/// Empty cells by the number of stones that join them to an edge, their own included.
type Levels = [Cells; Ways::MOST];

impl Ways {
    /// Longer ways are not looked for.
    pub const MOST: usize = 24;

    /// Those of `player`.
    pub fn of(pos: &Hex, player: Player) -> Self {
        let (own, empty) = (pos.stones(player), pos.empty());
        let [first, last] = &pos.geometry().edges[player.index()];
        let (from_first, free) = levels(first, own, empty);
        let mut ways = Self {
            stones: Self::MOST as u32,
            cells: [Cells::NONE; 3],
        };
        if !(free & last.reach(empty)).is_empty() {
            ways.stones = 0;
            return ways;
        }
        let (from_last, _) = levels(last, own, empty);
        // By way of a cell: the stones from either side, and that on the cell counted once.
        let through = |stones: usize| {
            let parts = (1..=stones).filter(|&part| part.max(stones + 1 - part) < Self::MOST);
            parts.fold(Cells::NONE, |cells, part| {
                cells | from_first[part] & from_last[stones + 1 - part]
            })
        };
        let Some(least) = (1..Self::MOST).find(|&stones| !through(stones).is_empty()) else {
            return ways;
        };
        ways.stones = least as u32;
        for (more, cells) in ways.cells.iter_mut().enumerate() {
            *cells = through(least + more);
        }
        ways
    }

    /// How many stones more than a shortest way one over this cell needs, if not more than two.
    pub(crate) fn detour(&self, cell: u16) -> Option<usize> {
        self.cells.iter().position(|cells| cells.has(cell))
    }

    /// How many cells the shortest ways have, and how many those that need one stone more.
    pub(crate) fn choices(&self) -> [i32; 2] {
        [0, 1].map(|more| self.cells[more].count() as i32)
    }
}

/// The levels from `edge` on, and the stones of `own` that are joined to it as things stand.
fn levels(edge: &Edge, own: Cells, empty: Cells) -> (Levels, Cells) {
    let mut levels = [Cells::NONE; Ways::MOST];
    let mut free = Cells::NONE;
    let mut seen = Cells::NONE;
    let mut reached = edge.reach(empty);
    for level in 0..Ways::MOST {
        // Stones that are there already lead on at no cost.
        loop {
            let stones = reached & own & !seen;
            if stones.is_empty() {
                break;
            }
            seen = seen | stones;
            reached = reached | stones.linked(empty);
        }
        if level == 0 {
            free = seen;
        }
        let cells = reached & empty & !seen;
        if cells.is_empty() || level + 1 == Ways::MOST {
            break;
        }
        levels[level + 1] = cells;
        seen = seen | cells;
        reached = cells.linked(empty);
    }
    (levels, free)
}
