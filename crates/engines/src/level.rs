use crate::SearcherConfig;

/// A level of strength: the limits of the search, and how often it plays at random.
///
/// Limits are in plies and nodes, never in time, so a level plays the same on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Iterative deepening ends at this depth, in plies.
    pub depth: u32,
    /// And at this many nodes.
    pub nodes: u64,
    /// Plays a random move with probability N/1000.
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

    /// The levels of a game that has none of its own: a depth and a budget that grow, and mistakes
    /// that become fewer.
    pub const LADDER: [Self; Self::MAX as usize] = [
        Self::new(1, 1_000, 500),
        Self::new(1, 1_000, 200),
        Self::new(2, 10_000, 100),
        Self::new(3, 10_000, 50),
        Self::new(4, 50_000, 0),
        Self::new(5, 100_000, 0),
        Self::new(6, 200_000, 0),
        Self::new(8, 500_000, 0),
        Self::new(10, 1_000_000, 0),
        Self::new(60, 3_000_000, 0),
    ];

    /// The size of its table in MiB: 16 bytes for each of its nodes, so that the tables of many
    /// lower levels fit in memory.
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

    /// How many points worse than the best an opening move of level `number` may be: half a `unit`
    /// for every level below the strongest. So the lower levels vary their openings, and the
    /// strongest plays the best move.
    pub const fn book_margin(number: u8, unit: i32) -> i32 {
        let below = Self::MAX.saturating_sub(number) as i32;
        below * unit / 2
    }

    /// The weakest.
    pub const MIN: u8 = 1;
    /// The strongest.
    pub const MAX: u8 = 10;
    /// The default level.
    pub const DEFAULT: u8 = 5;
}
