/// How far a player who passes is searched, and when the answer is believed (Donninger, 1993).
///
/// Unsound in zugzwang, where every move loses and passing would not; the guide is asked to fear
/// it, and verification catches what it overlooks.
///
/// ```
/// use game_core::{Evaluator, Node, from_fn};
/// use othello_bitboard::{Move, Othello};
/// use search::{AlphaBeta, Guide, Limits, NullMove, Options, Searcher};
///
/// /// Lets the search pass in Othello wherever a player need not.
/// #[derive(Clone)]
/// struct Passing;
///
/// impl<E: Evaluator<Othello>> Guide<Othello, E> for Passing {
///     fn null_move(&mut self, line: &mut Node<'_, Othello, E>) -> Option<Move> {
///         (!line.pos().must_pass()).then_some(Move::PASS)
///     }
/// }
///
/// // Passing is good enough where the opponent has few moves.
/// let mobility = from_fn(|pos: &Othello| {
///     pos.moves().count_ones() as i32 - pos.opponent_moves().count_ones() as i32
/// });
/// let options = Options::default().with_null_move(Some(NullMove::fixed(2)));
/// let mut engine = AlphaBeta::new(mobility).guided_by(Passing).with_options(options);
/// assert!(engine.think(&Othello::START, Limits::depth(6)).stats.null_cutoffs > 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct NullMove {
    /// Tried with at least this depth left: nearer the horizon it costs as much as it saves.
    pub depth: i32,
    /// R: plies by which the reply is searched less deeply than the reply to a move.
    pub reduction: i32,
    /// One ply more for every this many left (adaptive R; Heinz, 1999); 0 for none.
    pub every: i32,
    /// With at least this depth left a cutoff must be confirmed by a search of the position itself,
    /// R plies less deep and without a null move here (Plenkner's verification; Tabibi and
    /// Netanyahu, 2002).
    pub verify: Option<i32>,
    /// One ply more for every this many hundredths of a unit by which the static evaluation is
    /// beyond beta, three at most; 0 for none.
    pub eval: i32,
}

impl NullMove {
    /// R is 2, and one more for every four plies left; no verification.
    pub const DEFAULT: Self = Self {
        depth: 3,
        reduction: 2,
        every: 4,
        verify: None,
        eval: 0,
    };
}

impl Default for NullMove {
    /// [`DEFAULT`](Self::DEFAULT).
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl NullMove {
    /// R, whatever the depth.
    pub fn fixed(reduction: i32) -> Self {
        Self {
            reduction,
            every: 0,
            ..Self::default()
        }
    }

    /// R with `depth` plies left, where the static evaluation is that many hundredths of a unit
    /// `beyond` beta.
    #[inline]
    pub(crate) fn reduction_at(self, depth: i32, beyond: i32) -> i32 {
        let by_depth = depth.checked_div(self.every).unwrap_or(0);
        let by_eval = beyond.checked_div(self.eval).unwrap_or(0).clamp(0, 3);
        self.reduction + by_depth + by_eval
    }
}

/// What an evaluation may be wrong by near the horizon.
///
/// ```
/// use game_core::from_fn;
/// use othello_bitboard::Othello;
/// use search::{AlphaBeta, Limits, Margin, Options, Searcher};
/// // A unit is a disc, and a quiet move may lift the evaluation by one of them a ply.
/// let margin = Margin { depth: 3, per_ply: 100 };
/// let plain = Options::default().with_unit(1);
/// let nodes = |options| {
///     let mut engine = AlphaBeta::new(from_fn(Othello::margin)).with_options(options);
///     engine.think(&Othello::START, Limits::depth(6)).nodes
/// };
/// assert!(nodes(plain.with_futility(Some(margin))) < nodes(plain));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct Margin {
    /// Counts with at most this depth left.
    pub depth: i32,
    /// For every ply left, in hundredths of a unit.
    pub per_ply: i32,
}

impl Margin {
    /// A unit and a half a ply, up to three plies.
    pub const DEFAULT: Self = Self {
        depth: 3,
        per_ply: 150,
    };
}

impl Default for Margin {
    /// [`DEFAULT`](Self::DEFAULT).
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// C cutoffs among the first M moves, searched R plies less deeply, are taken for one at full depth
/// (Björnsson and Marsland, 1999).
///
/// Unsound where several moves look good and none is.
///
/// ```
/// use game_core::from_fn;
/// use othello_bitboard::Othello;
/// use search::{AlphaBeta, Limits, MultiCut, Options, Searcher};
/// let think = |multi_cut| {
///     let options = Options::default().with_multi_cut(multi_cut);
///     let mut engine = AlphaBeta::new(from_fn(Othello::margin)).with_options(options);
///     engine.think(&Othello::START, Limits::depth(6))
/// };
/// let early = MultiCut { cuts: 1, depth: 3, ..MultiCut::default() };
/// assert!(think(Some(early)).nodes < think(None).nodes);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct MultiCut {
    /// C: cutoffs needed.
    pub cuts: i32,
    /// M: moves tried.
    pub moves: i32,
    /// R: plies by which they are searched less deeply.
    pub reduction: i32,
    /// Tried with at least this depth left.
    pub depth: i32,
    /// Tried also at expected ALL nodes, not at expected CUT nodes alone: enhanced forward pruning
    /// (Winands, van den Herik, Uiterwijk and van der Werf, 2005). A scout that fails high out of a
    /// principal variation is then searched again without forward pruning at its first node before
    /// it is believed, so that PVS stays safe.
    pub all_nodes: bool,
}

impl MultiCut {
    /// C = 3, M = 8, R = 2 from depth 5 on, at CUT nodes.
    pub const DEFAULT: Self = Self {
        cuts: 3,
        moves: 8,
        reduction: 2,
        depth: 5,
        all_nodes: false,
    };
}

impl Default for MultiCut {
    /// [`DEFAULT`](Self::DEFAULT).
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// ProbCut over noisy moves: one of them is searched against a raised beta, first by quiescence and
/// then some plies less deeply than the node.
///
/// Unsound where the gain does not last.
///
/// ```
/// use search::{NoisyProbCut, OptionRow, Options};
/// let row = OptionRow::named("noisy_prob_cut").ok_or("no such option")?;
/// let mut options = Options::default();
/// row.set(&mut options, row.parse("6:150")?)?;
/// let expected = NoisyProbCut { depth: 6, margin: 150, ..NoisyProbCut::default() };
/// assert_eq!(options.noisy_prob_cut, Some(expected));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct NoisyProbCut {
    /// Tried with at least this depth left.
    pub depth: i32,
    /// By how much beta is raised, in hundredths of a unit.
    pub margin: i32,
    /// Plies by which the search is shallower than that of a move.
    pub reduction: i32,
}

impl NoisyProbCut {
    /// From depth 5 on, two units above beta, three plies less.
    pub const DEFAULT: Self = Self {
        depth: 5,
        margin: 200,
        reduction: 3,
    };
}

impl Default for NoisyProbCut {
    /// [`DEFAULT`](Self::DEFAULT).
    fn default() -> Self {
        Self::DEFAULT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_null_move_is_reduced_by_depth_and_evaluation() {
        let null = NullMove::DEFAULT;
        assert_eq!(
            [3, 4, 8].map(|depth| null.reduction_at(depth, 900)),
            [2, 3, 4]
        );
        let null = NullMove { eval: 100, ..null };
        let beyond = [-500, 0, 99, 100, 250, 399, 9_000];
        let reductions = beyond.map(|beyond| null.reduction_at(3, beyond));
        assert_eq!(reductions, [2, 2, 2, 3, 4, 5, 5]);
        assert_eq!(NullMove::fixed(2).reduction_at(40, 9_000), 2);
    }
}
