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
        Self { depth, nodes, random }
    }

    /// The weakest.
    pub const MIN: u8 = 1;
    /// The strongest.
    pub const MAX: u8 = 10;
    /// What plays when nothing else is said.
    pub const DEFAULT: u8 = 5;
}
