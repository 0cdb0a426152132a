/// How many positions a look for a win by continuous fours may take; 0 for none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThreatBudget {
    /// At the root.
    pub root: u64,
    /// For the opponent, after each of the root's moves, whatever is left to search: a move that
    /// leaves him a win loses.
    pub defence: u64,
    /// Below, where a ply or more is left to search.
    pub inner: u64,
    /// At the horizon, where the evaluator's word does not cut off.
    pub horizon: u64,
}

impl ThreatBudget {
    /// What one may take at `ply` with `depth` left, where the search has so much `left`: the first
    /// ones leave it the most of that.
    #[inline]
    pub(super) fn at(&self, ply: usize, depth: i32, left: impl FnOnce() -> Option<u64>) -> u64 {
        let anywhere = if depth > 0 { self.inner } else { self.horizon };
        let share = |nodes: u64, parts| left().map_or(nodes, |left| nodes.min(left / parts));
        match ply {
            0 => share(self.root, 4),
            1 => share(self.defence, 16).max(anywhere),
            _ => anywhere,
        }
    }
}

impl Default for ThreatBudget {
    fn default() -> Self {
        Self {
            root: 20_000,
            defence: 2_000,
            inner: 500,
            horizon: 60,
        }
    }
}
