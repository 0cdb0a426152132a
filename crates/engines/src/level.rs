use crate::SearcherConfig;

/// How strong a player is: what a search may spend, and how often it does not search at all.
///
/// Limits are in plies and nodes, never in time, so that a level plays alike on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Iterative deepening ends at this depth, in plies.
    pub depth: u32,
    /// And at this many nodes.
    pub nodes: u64,
    /// Of a thousand moves, those chosen at random.
    pub random: u32,
}

impl Level {
    /// A level of these three.
    pub const fn new(depth: u32, nodes: u64, random: u32) -> Self {
        Self {
            depth,
            nodes,
            random,
        }
    }

    /// How large a table it is given, in MiB: what holds its nodes at 16 bytes each, so that many
    /// small ones fit in memory.
    pub const fn hash(self) -> usize {
        let needed = self.nodes.div_ceil((1 << 20) / 16);
        if needed < SearcherConfig::HASH as u64 {
            (needed as usize).next_power_of_two()
        } else {
            SearcherConfig::HASH
        }
    }

    /// Level `number` of a game with these `levels`; beyond [`MIN`](Self::MIN) and
    /// [`MAX`](Self::MAX), the nearest.
    pub(crate) fn nearest(levels: &[Self; Self::MAX as usize], number: u8) -> Self {
        levels[usize::from(number.clamp(Self::MIN, Self::MAX) - 1)]
    }

    /// By how many points a move of the opening book may be worth less than the best, for level
    /// `number` to choose it: half a `unit` for every level below the strongest. The lower ones
    /// vary their openings, the strongest plays the best move.
    pub const fn book_margin(number: u8, unit: i32) -> i32 {
        let below = Self::MAX.saturating_sub(number) as i32;
        below * unit / 2
    }

    /// The weakest.
    pub const MIN: u8 = 1;
    /// The strongest.
    pub const MAX: u8 = 10;
    /// What plays when nothing else is said.
    pub const DEFAULT: u8 = 5;
}
