/// By how much late quiet moves are searched less deeply: a table by depth and move number,
/// computed once.
///
/// Such a move that still passes the window is searched again to the full depth, so that only what
/// looks bad from near is lost. Unsound where it pays later than that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct Reductions {
    /// Begins with this depth left.
    pub depth: i32,
    /// Begins after this many moves.
    pub after: i32,
    /// How it grows.
    pub shape: Shape,
    /// One ply less for a move that history praises, one more for one that it blames.
    pub by_history: bool,
}

/// How reductions grow with depth and move number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Shape {
    /// One ply, and another for every this many moves tried before.
    Steps(i32),
    /// `base + ln(depth) * ln(moves) * slope`, both in hundredths of a ply, as engines of chess do
    /// it.
    Logarithmic {
        /// What every late move is reduced by.
        base: i32,
        /// What the product of the logarithms adds.
        slope: i32,
    },
}

impl Reductions {
    /// One ply from depth 3 and the fifth move on, and another for every twelve moves.
    pub const DEFAULT: Self = Self {
        depth: 3,
        after: 4,
        shape: Shape::Steps(12),
        by_history: false,
    };
}

impl Default for Reductions {
    /// [`DEFAULT`](Self::DEFAULT).
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl Reductions {
    /// The shape that engines of chess have come to, heeding history.
    pub fn logarithmic() -> Self {
        Self {
            shape: Shape::Logarithmic {
                base: 50,
                slope: 45,
            },
            by_history: true,
            ..Self::default()
        }
    }

    /// Plies with `depth` left after `searched` other moves.
    pub(crate) fn plies(&self, depth: i32, searched: i32) -> i32 {
        if depth < self.depth || searched < self.after {
            return 0;
        }
        match self.shape {
            Shape::Steps(step) => 1 + searched.checked_div(step).unwrap_or(0).max(0),
            Shape::Logarithmic { base, slope } => {
                let product = f64::from(depth.max(1)).ln() * f64::from(searched.max(1)).ln();
                ((f64::from(base) + f64::from(slope) * product) / 100.0) as i32
            }
        }
    }
}

/// How many moves are enough near the horizon: `moves + per_depth_squared * depth * depth`.
///
/// Unsound where a quiet move far down the order is the good one. Only outside the principal
/// variation, and only while no forced loss has been found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct LatePruning {
    /// Counts with at most this depth left.
    pub depth: i32,
    /// Moves searched in any case, at least 1.
    pub moves: i32,
    /// More of them for deeper searches.
    pub per_depth_squared: i32,
}

impl LatePruning {
    /// Six moves, and three more for each square ply, up to depth 3.
    pub const DEFAULT: Self = Self {
        depth: 3,
        moves: 6,
        per_depth_squared: 3,
    };
}

impl Default for LatePruning {
    /// [`DEFAULT`](Self::DEFAULT).
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// n-best preselection: of a position's s moves, those that a search of half the depth likes best
/// are kept: a share of s/2, but no fewer than `least`.
///
/// Unsound, root and principal variation included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct Preselection {
    /// Done this many plies from the root on, the root's moves being the first.
    pub plies: u32,
    /// No fewer are kept.
    pub least: u32,
}

impl Default for Preselection {
    /// At least three moves, in the first three plies.
    fn default() -> Self {
        Self { plies: 3, least: 3 }
    }
}

impl Preselection {
    /// How many of `moves` are kept.
    pub(crate) fn keep(self, moves: usize) -> usize {
        (moves / 2).max(self.least as usize).max(1).min(moves)
    }
}
