use crate::{Mistakes, SearcherConfig};

/// A level of strength: the limits of the search, and the mistakes that it makes all the same.
///
/// Limits are in plies and nodes, never in time, so a level plays the same on every machine.
///
/// ```
/// use engines::Level;
/// let gomoku = engines::game("gomoku")?.facts();
/// let [weakest, strongest] = [gomoku.level(Level::MIN), gomoku.level(gomoku.strongest())];
/// assert!(weakest.nodes < strongest.nodes && !weakest.mistakes.is_none());
/// assert_eq!(gomoku.level(Level::MAX), strongest, "the nearest that there is");
/// // A table for 150,000 nodes.
/// assert_eq!(Level::new(6, 150_000).hash(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Iterative deepening ends at this depth, in plies.
    pub depth: u32,
    /// And at this many nodes.
    pub nodes: u64,
    /// What it overlooks, and how softly it chooses. A level that makes mistakes uses no solver.
    pub mistakes: Mistakes,
}

impl Level {
    /// A level with these limits that makes no mistakes but those of its search.
    pub const fn new(depth: u32, nodes: u64) -> Self {
        Self {
            depth,
            nodes,
            mistakes: Mistakes::NONE,
        }
    }

    /// The same level with these mistakes: moves overlooked in a thousand, and the temperature in
    /// hundredths of a unit.
    pub const fn with_mistakes(self, oversight: u32, temperature: u32) -> Self {
        Self {
            mistakes: Mistakes {
                oversight,
                temperature,
            },
            ..self
        }
    }

    /// The levels of a game that has none of its own: a depth and a budget that grow, and mistakes
    /// that become fewer.
    pub const LADDER: [Self; 16] = [
        Self::new(1, 2_000).with_mistakes(700, 600),
        Self::new(1, 2_000).with_mistakes(550, 400),
        Self::new(2, 5_000).with_mistakes(500, 300),
        Self::new(2, 5_000).with_mistakes(400, 220),
        Self::new(2, 5_000).with_mistakes(300, 160),
        Self::new(2, 5_000).with_mistakes(220, 120),
        Self::new(2, 5_000).with_mistakes(150, 80),
        Self::new(3, 10_000).with_mistakes(100, 50),
        Self::new(3, 10_000).with_mistakes(50, 25),
        Self::new(3, 10_000),
        Self::new(4, 20_000),
        Self::new(5, 50_000),
        Self::new(6, 150_000),
        Self::new(8, 400_000),
        Self::new(10, 1_000_000),
        Self::new(60, 3_000_000),
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

    /// Its searcher, without the limits.
    pub(crate) fn searcher(self) -> SearcherConfig {
        let mut config = SearcherConfig::default();
        config.hash = self.hash();
        if !self.mistakes.is_none() {
            config.without_solver();
        }
        config
    }

    /// Level `number` of a game with these `levels`; beyond the first and the last, the nearest.
    pub(crate) fn nearest(levels: &[Self], number: u8) -> Self {
        levels[usize::from(number.max(Self::MIN) - 1).min(levels.len() - 1)]
    }

    /// How many points worse than the best an opening move of level `number` may be, in a game with
    /// these `levels` and points in a `unit`.
    pub(crate) const fn book_margin(levels: &[Self], number: u8, unit: i32) -> i32 {
        let below = levels.len().saturating_sub(number as usize) as i32;
        below * unit / 3
    }

    /// The weakest.
    pub const MIN: u8 = 1;
    /// The highest number of a level in any game; each has as many as its strengths can be told
    /// apart by.
    pub const MAX: u8 = 25;
    /// The default level.
    pub const DEFAULT: u8 = 8;
}
