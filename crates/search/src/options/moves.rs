/// By how much late quiet moves are searched less deeply: a table by depth and move number,
/// computed once.
///
/// Such a move that still passes the window is searched again to the full depth, so that only what
/// looks bad from near is lost. Unsound where it pays later than that.
///
/// ```
/// use game_core::from_fn;
/// use othello_bitboard::Othello;
/// use search::{AlphaBeta, Limits, Options, Reductions, Searcher};
/// let nodes = |late_moves| {
///     let options = Options::default().with_late_moves(late_moves);
///     let mut engine = AlphaBeta::new(from_fn(Othello::margin)).with_options(options);
///     engine.think(&Othello::START, Limits::depth(6)).nodes
/// };
/// let early = Reductions { after: 1, ..Reductions::default() };
/// assert!(nodes(Some(early)) < nodes(None));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct Reductions {
    /// Begins with this depth left.
    pub depth: i32,
    /// Begins after this many moves.
    pub after: i32,
    /// How it grows.
    pub shape: ReductionShape,
    /// Points of history that take off one ply, or add one where they are negative; 0 to leave
    /// history out.
    pub history: i32,
    /// More, in hundredths of a ply, where a cutoff is expected.
    pub cut_node: i32,
    /// More, in hundredths of a ply, where the static evaluation has not risen in two plies.
    pub not_improving: i32,
    /// Less, in hundredths of a ply, in the principal variation.
    pub pv: i32,
    /// More, in hundredths of a ply, where more than two of the replies at this ply have cut off
    /// already: the moves here are refuted (the cutoff count of Stockfish).
    pub refuted: i32,
    /// More, in hundredths of a ply, where the table's move is noisy.
    pub noisy_first: i32,
    /// Reduces moves at the root too.
    pub root: bool,
}

/// How reductions grow with depth and move number.
///
/// ```
/// use search::{OptionRow, Options, ReductionShape, Reductions};
/// let shape = ReductionShape::Steps(8);
/// let options = Options::default().with_late_moves(Some(Reductions { shape, ..Reductions::default() }));
/// // As text: from depth 3 and the fifth move on, a ply more for every eight moves.
/// let steps = OptionRow::named("late_moves").ok_or("no such option")?;
/// assert_eq!(steps.get(&options)[0].to_string(), "3:4:8");
/// assert!(matches!(Reductions::logarithmic().shape, ReductionShape::Logarithmic { base: 50, slope: 45 }));
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum ReductionShape {
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
        shape: ReductionShape::Steps(12),
        history: 0,
        cut_node: 0,
        not_improving: 0,
        pv: 0,
        refuted: 0,
        noisy_first: 0,
        root: false,
    };
}

impl Default for Reductions {
    /// [`DEFAULT`](Self::DEFAULT).
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl Reductions {
    /// The shape that engines of chess have come to.
    pub fn logarithmic() -> Self {
        Self {
            shape: ReductionShape::Logarithmic {
                base: 50,
                slope: 45,
            },
            ..Self::default()
        }
    }

    /// Hundredths of a ply with `depth` left after `searched` other moves.
    pub(crate) fn hundredths(&self, depth: i32, searched: i32) -> i32 {
        if depth < self.depth || searched < self.after {
            return 0;
        }
        match self.shape {
            ReductionShape::Steps(step) => {
                100 + 100 * searched.checked_div(step).unwrap_or(0).max(0)
            }
            ReductionShape::Logarithmic { base, slope } => {
                let product = f64::from(depth.max(1)).ln() * f64::from(searched.max(1)).ln();
                (f64::from(base) + f64::from(slope) * product) as i32
            }
        }
    }
}

/// How many moves are enough near the horizon: `moves + per_depth_squared * depth * depth`.
///
/// Unsound where a quiet move far down the order is the good one. Only outside the principal
/// variation, and only while no forced loss has been found.
///
/// ```
/// use game_core::from_fn;
/// use othello_bitboard::Othello;
/// use search::{AlphaBeta, LatePruning, Limits, Options, Searcher};
/// let nodes = |late_pruning| {
///     let options = Options::default().with_late_pruning(late_pruning);
///     let mut engine = AlphaBeta::new(from_fn(Othello::margin)).with_options(options);
///     engine.think(&Othello::START, Limits::depth(6)).nodes
/// };
/// let few = LatePruning { moves: 1, per_depth_squared: 1, ..LatePruning::default() };
/// assert!(nodes(Some(few)) < nodes(None));
/// ```
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

/// By how much the table's move must be better than all others to be extended: a search of about
/// half the depth without it must fail low below its score less a margin.
///
/// Changes the value, by looking deeper, but for [`multi_cut`](Self::multi_cut), which is unsound
/// where several moves look good and none is.
///
/// ```
/// use search::{OptionRow, Options, Singular};
/// let singular = Singular { margin: 30, double: 60, ..Singular::default() };
/// let row = OptionRow::named("singular").ok_or("no such option")?;
/// assert_eq!(row.get(&Options::default().with_singular(Some(singular)))[0].to_string(), "30:6:60:0:0");
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct Singular {
    /// The margin, in hundredths of a unit.
    pub margin: i32,
    /// Tried with at least this depth left.
    pub depth: i32,
    /// Extends by a second ply outside the principal variation where it is better by this much
    /// more, in hundredths of a unit; 0 for never.
    pub double: i32,
    /// Leaves the node where another move is beyond beta too, and searches the table's move a ply
    /// less deeply where its own score is.
    pub multi_cut: bool,
    /// Plies by which the table's move is searched less deeply where it is not singular and its
    /// score is beyond beta, and by one ply less where a cutoff is expected (negative extension).
    pub negative: i32,
}

impl Singular {
    /// Half a unit, from depth 6 on.
    pub const DEFAULT: Self = Self {
        margin: 50,
        depth: 6,
        double: 0,
        multi_cut: false,
        negative: 0,
    };
}

impl Default for Singular {
    /// [`DEFAULT`](Self::DEFAULT).
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Leaves out quiet moves with a bad history near the horizon.
///
/// Depths are those that are left after the move's reduction. Unsound where such a move is good
/// this once.
///
/// ```
/// use search::{HistoryPruning, OptionRow, Options};
/// let pruning = HistoryPruning { depth: 3, ..HistoryPruning::default() };
/// let row = OptionRow::named("history_pruning").ok_or("no such option")?;
/// assert_eq!(row.get(&Options::default().with_history_pruning(Some(pruning)))[0].to_string(), "3:3000");
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct HistoryPruning {
    /// Counts with at most this depth left.
    pub depth: i32,
    /// Left out below minus this many points of history for every ply left.
    pub per_ply: i32,
}

impl HistoryPruning {
    /// Up to 4 plies, below minus 3,000 points a ply.
    pub const DEFAULT: Self = Self {
        depth: 4,
        per_ply: 3_000,
    };
}

impl Default for HistoryPruning {
    /// [`DEFAULT`](Self::DEFAULT).
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Leaves out quiet moves that lose by exchange on their square, as the
/// [guide](crate::Guide::exchange_loses) counts it (static exchange evaluation).
///
/// The depth is that left after the move's reduction. Unsound where what is given up is worth it.
///
/// ```
/// use search::{ExchangePruning, OptionRow, Options};
/// let row = OptionRow::named("exchange_pruning").ok_or("no such option")?;
/// let mut options = Options::default();
/// row.set(&mut options, row.parse("6")?)?;
/// assert_eq!(options.exchange_pruning, Some(ExchangePruning { depth: 6, ..ExchangePruning::default() }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct ExchangePruning {
    /// Counts with at most this depth left.
    pub depth: i32,
    /// What a move may lose for every square ply left, in hundredths of a unit.
    pub per_depth_squared: i32,
}

impl ExchangePruning {
    /// Up to 8 plies, a quarter of a unit.
    pub const DEFAULT: Self = Self {
        depth: 8,
        per_depth_squared: 25,
    };
}

impl Default for ExchangePruning {
    /// [`DEFAULT`](Self::DEFAULT).
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// What history learns from a cutoff: `linear * depth + square * depth * depth` points, at most
/// `most`; as much is taken from each move tried before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct HistoryBonus {
    /// Points for every ply left.
    pub linear: i32,
    /// Points for every square ply left.
    pub square: i32,
    /// Points at most, of 2^14 that a move can have.
    pub most: i32,
}

impl HistoryBonus {
    /// The square of the depth, at most 400.
    pub const DEFAULT: Self = Self {
        linear: 0,
        square: 1,
        most: 400,
    };

    /// The points for a cutoff with `depth` plies left.
    ///
    /// ```
    /// use search::HistoryBonus;
    /// assert_eq!([5, 40].map(|depth| HistoryBonus::default().at(depth)), [25, 400]);
    /// ```
    #[inline]
    pub fn at(self, depth: i32) -> i32 {
        (self.linear * depth + self.square * depth * depth).min(self.most)
    }
}

impl Default for HistoryBonus {
    /// [`DEFAULT`](Self::DEFAULT).
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// n-best preselection: of a position's s moves, those that a search of half the depth likes best
/// are kept: a share of s/2, but no fewer than `least`.
///
/// Unsound, root and principal variation included.
///
/// ```
/// use game_core::from_fn;
/// use othello_bitboard::Othello;
/// use search::{AlphaBeta, Limits, Options, Preselection, Searcher};
/// let think = |preselection| {
///     let options = Options::default().with_preselection(preselection);
///     let mut engine = AlphaBeta::new(from_fn(Othello::margin)).with_options(options);
///     engine.think(&Othello::START, Limits::depth(6))
/// };
/// let selective = think(Some(Preselection { plies: 3, least: 1 }));
/// assert!(selective.nodes < think(None).nodes);
/// ```
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
