/// The nodes of a search for wins by continuous fours; 0 for none.
///
/// ```
/// use engines::gomoku::{GomokuGuide, ThreatBudget};
/// use pattern_eval::gomoku::Patterns;
/// use search::{AlphaBeta, Limits, Searcher};
/// let pos: gomoku_rules::Gomoku = "X:h8j9k9h10i10h11i11k11 O:i7j7j8h9i9g10j11g12 turn:X".parse()?;
/// let nodes = |looks| {
///     let mut engine = AlphaBeta::new(Patterns::default()).guided_by(GomokuGuide::looking(looks));
///     engine.think(&pos, Limits::depth(2)).nodes
/// };
/// // There is a win by fours, which a search for them alone finds sooner.
/// let none = ThreatBudget { root: 0, defence: 0, inner: 0, depth: 1, horizon: 0 };
/// assert!(nodes(ThreatBudget { root: 100, ..none }) < nodes(none));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThreatBudget {
    /// At the root.
    pub root: u64,
    /// For the opponent's threats after each root move, at any depth: a move that allows a win
    /// loses.
    pub defence: u64,
    /// At inner nodes with [`depth`](Self::depth) plies or more left. Closer to the horizon these
    /// searches take more time than the wins they find are worth.
    pub inner: u64,
    /// Plies left, from which [`inner`](Self::inner) applies.
    pub depth: i32,
    /// At the horizon, if the static evaluation does not cut off.
    pub horizon: u64,
}

impl ThreatBudget {
    /// The nodes of one threat search at `ply` with `depth` left, if the whole search has `left`
    /// nodes: even the first leave most of them.
    #[inline]
    pub(super) fn at(&self, ply: usize, depth: i32, left: impl FnOnce() -> Option<u64>) -> u64 {
        let anywhere = match depth {
            ..=0 => self.horizon,
            _ if depth < self.depth => 0,
            _ => self.inner,
        };
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
            depth: 6,
            horizon: 60,
        }
    }
}
