use game_core::{Score, Window};

/// What a score says about the true value.
///
/// ```
/// use game_core::from_fn;
/// use othello_bitboard::Othello;
/// use search::{AlphaBeta, Bound, Limits, Mcts, Searcher};
/// let eval = || from_fn(Othello::margin);
/// let searched = AlphaBeta::new(eval()).think(&Othello::START, Limits::depth(3));
/// assert_eq!(searched.lines[0].bound, Bound::Exact);
/// // What samples proves nothing.
/// let sampled = Mcts::new(eval()).think(&Othello::START, Limits::nodes(100));
/// assert_eq!(sampled.lines[0].bound, Bound::None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(u8)]
pub enum Bound {
    /// Nothing. An entry of the table is there for its move; a [`Variation`](crate::Variation) has
    /// a score by sampling, or a draw's where none is known; a [`Proof`](crate::Proof) by
    /// [`Guide::finish`](crate::Guide::finish) is likely and no more.
    None,
    /// The value is at most the score.
    Upper,
    /// The value is at least the score.
    Lower,
    /// The value is the score.
    Exact,
}

impl Bound {
    /// What a search of `window` that returned `score` has shown.
    #[inline]
    pub(crate) fn of(score: Score, window: Window) -> Self {
        if score >= window.beta {
            Self::Lower
        } else if score <= window.alpha {
            Self::Upper
        } else {
            Self::Exact
        }
    }

    /// Whether a `score` with this bound answers the question that `window` asks.
    #[inline]
    pub(crate) fn answers(self, score: Score, window: Window) -> bool {
        match self {
            Self::None => false,
            Self::Upper => score <= window.alpha,
            Self::Lower => score >= window.beta,
            Self::Exact => true,
        }
    }
}

/// One position's entry: 64 bits, as score 16 | eval 16 | move 16 | depth 8 | bound 2 | age 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) score: i16,
    pub(crate) eval: i16,
    pub(crate) mv: u16,
    pub(crate) depth: i8,
    pub(crate) bound: Bound,
}

impl Entry {
    /// No static evaluation.
    pub(crate) const NO_EVAL: i16 = i16::MIN;
    /// No move.
    pub(crate) const NO_MOVE: u16 = u16::MAX;
    /// The depth of what is true at any depth.
    pub(crate) const PROVEN: i32 = i8::MAX as i32;

    /// The depth that a search of `depth` plies may claim: extensions can lead deeper than an entry
    /// can tell.
    #[inline]
    pub(crate) fn searched(depth: i32) -> i8 {
        depth.clamp(0, Self::PROVEN - 1) as i8
    }

    #[inline]
    pub(super) fn to_bits(self, age: u8) -> u64 {
        u64::from(self.score as u16)
            | u64::from(self.eval as u16) << 16
            | u64::from(self.mv) << 32
            | u64::from(self.depth as u8) << 48
            | (self.bound as u64) << 56
            | u64::from(age) << 58
    }

    #[inline]
    pub(super) fn from_bits(bits: u64) -> Self {
        let bound =
            [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact][(bits >> 56 & 3) as usize];
        Self {
            score: bits as i16,
            eval: (bits >> 16) as i16,
            mv: (bits >> 32) as u16,
            depth: (bits >> 48) as i8,
            bound,
        }
    }

    /// Whether this entry says more than `new` about one position: deeper, or as deep and exact.
    #[inline]
    pub(super) fn outweighs(self, new: Self) -> bool {
        self.bound != Bound::None
            && (new.bound == Bound::None
                || self.depth > new.depth
                || self.depth == new.depth
                    && self.bound == Bound::Exact
                    && new.bound != Bound::Exact)
    }
}

/// How much the entry in `bits` is worth keeping at `age`: by depth, then exactness; least of all
/// another search's.
#[inline]
pub(super) fn worth(bits: u64, age: u8) -> i32 {
    let exact = i32::from(bits >> 56 & 3 == Bound::Exact as u64);
    let current = i32::from(bits >> 58 == u64::from(age));
    512 * current + 2 * i32::from((bits >> 48) as i8) + exact
}
