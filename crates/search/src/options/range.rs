//! The numbers that options may hold.

use super::{
    ExchangePruning, HistoryBonus, HistoryPruning, LatePruning, Margin, MultiCut, MultiProbCut,
    NoisyProbCut, NullMove, Options, Preselection, ProbCut, ReductionShape, Reductions, Singular,
};
use crate::{MAX_PLY, MctsOptions, TimeManagement};
use std::ops::RangeInclusive;

/// Plies of a depth or a reduction.
const PLIES: RangeInclusive<i32> = 0..=MAX_PLY as i32;
/// Moves of a position, or steps between them.
const MOVES: RangeInclusive<i32> = 0..=10_000;
/// Hundredths, of a unit, of a ply or of a standard deviation.
const HUNDREDTHS: RangeInclusive<i32> = -1_000_000..=1_000_000;
/// Points of history, of a move or of a cutoff.
const HISTORY: RangeInclusive<i32> = 0..=1 << 14;
/// Earlier plies that continuation history looks at.
const CONTINUATION: RangeInclusive<u32> = 0..=4;
/// Hundredths of a ply of a reduction.
const REDUCTION: RangeInclusive<i32> = -10_000..=10_000;
/// What an evaluator may give for one unit.
const UNIT: RangeInclusive<i32> = 1..=10_000;
/// MiB of the cache of scores.
const SCORE_CACHE: RangeInclusive<u32> = 0..=4_096;

/// Bytes of a tree: its room is asked for when it is planted, and taken as it grows.
const LARGEST_TREE: usize = u32::MAX as usize;

/// The nearest number to `value` in `range`.
fn nearest<T: Ord + Copy>(value: T, range: RangeInclusive<T>) -> T {
    value.clamp(*range.start(), *range.end())
}

impl Options {
    /// The same options with every number in its range: one that is not is taken for the nearest
    /// that is.
    ///
    /// Depths and reductions are 0 to [`MAX_PLY`] plies, moves and steps 0 to 10,000, margins,
    /// slopes and thresholds up to a million hundredths either way, the unit 1 to 10,000 points,
    /// the cache of scores 0 to 4,096 MiB. An [`AlphaBeta`](crate::AlphaBeta) searches by these,
    /// whatever it was given.
    ///
    /// ```
    /// use search::{NullMove, Options};
    /// let null_move = Some(NullMove { every: -1, ..NullMove::default() });
    /// let options = Options::default().with_unit(0).with_null_move(null_move).in_range();
    /// assert_eq!((options.unit, options.null_move.map(|null| null.every)), (1, Some(0)));
    /// assert_eq!(Options::default().in_range(), Options::default());
    /// ```
    pub fn in_range(self) -> Self {
        let plies = |depth| nearest(depth, PLIES);
        // No field is left out: a new one must be given its range here.
        let Self {
            algorithm,
            unit,
            aspiration,
            first_guess,
            step,
            time_management,
            fail_hard,
            table,
            table_depth,
            score_cache,
            enhanced_cutoffs,
            killers,
            history,
            continuation,
            history_bonus,
            counter_moves,
            order_by_eval,
            null_move,
            improving,
            correction,
            reverse_futility,
            razoring,
            futility,
            multi_cut,
            prob_cuts,
            multi_prob_cut,
            noisy_prob_cut,
            late_pruning,
            history_pruning,
            exchange_pruning,
            late_moves,
            internal_reduction,
            beam,
            preselection,
            singular,
            single_reply,
            extensions,
            quiescence,
            delta,
            prove,
            equal_depth,
            path_scores,
        } = self;
        Self {
            algorithm,
            unit: nearest(unit, UNIT),
            aspiration: nearest(aspiration, 1..=*HUNDREDTHS.end()),
            first_guess,
            step: nearest(step, 1..=MAX_PLY as u32),
            time_management: time_management.map(TimeManagement::in_range),
            fail_hard,
            table,
            table_depth: plies(table_depth),
            score_cache: nearest(score_cache, SCORE_CACHE),
            enhanced_cutoffs: enhanced_cutoffs.map(plies),
            killers,
            history,
            continuation: nearest(continuation, CONTINUATION),
            history_bonus: history_bonus.in_range(),
            counter_moves,
            order_by_eval: order_by_eval.map(plies),
            null_move: null_move.map(NullMove::in_range),
            improving,
            correction,
            reverse_futility: reverse_futility.map(Margin::in_range),
            razoring: razoring.map(Margin::in_range),
            futility: futility.map(Margin::in_range),
            multi_cut: multi_cut.map(MultiCut::in_range),
            prob_cuts: prob_cuts.map(|cut| cut.map(ProbCut::in_range)),
            multi_prob_cut: multi_prob_cut.map(MultiProbCut::in_range),
            noisy_prob_cut: noisy_prob_cut.map(NoisyProbCut::in_range),
            late_pruning: late_pruning.map(LatePruning::in_range),
            history_pruning: history_pruning.map(HistoryPruning::in_range),
            exchange_pruning: exchange_pruning.map(ExchangePruning::in_range),
            late_moves: late_moves.map(Reductions::in_range),
            internal_reduction: internal_reduction.map(plies),
            beam: beam.map(|moves| nearest(moves, 1..=*MOVES.end() as u32)),
            preselection: preselection.map(Preselection::in_range),
            singular: singular.map(Singular::in_range),
            single_reply,
            extensions,
            quiescence: nearest(quiescence, 0..=MAX_PLY as u32),
            delta: delta.map(|margin| nearest(margin, 0..=*HUNDREDTHS.end())),
            prove,
            equal_depth,
            path_scores,
        }
    }
}

impl NullMove {
    fn in_range(self) -> Self {
        let Self {
            depth,
            reduction,
            every,
            verify,
            eval,
        } = self;
        let plies = |depth| nearest(depth, PLIES);
        Self {
            depth: plies(depth),
            reduction: plies(reduction),
            every: plies(every),
            verify: verify.map(plies),
            eval: nearest(eval, 0..=*HUNDREDTHS.end()),
        }
    }
}

impl Margin {
    fn in_range(self) -> Self {
        Self {
            depth: nearest(self.depth, PLIES),
            per_ply: nearest(self.per_ply, HUNDREDTHS),
        }
    }
}

impl MultiCut {
    fn in_range(self) -> Self {
        let Self {
            cuts,
            moves,
            reduction,
            depth,
            all_nodes,
        } = self;
        Self {
            cuts: nearest(cuts, 1..=*MOVES.end()),
            moves: nearest(moves, MOVES),
            reduction: nearest(reduction, PLIES),
            depth: nearest(depth, PLIES),
            all_nodes,
        }
    }
}

impl ProbCut {
    fn in_range(self) -> Self {
        let Self {
            depth,
            shallow,
            slope,
            intercept,
            sigma,
            threshold,
        } = self;
        Self {
            depth: nearest(depth, PLIES),
            shallow: nearest(shallow, PLIES),
            slope: nearest(slope, HUNDREDTHS),
            intercept: nearest(intercept, HUNDREDTHS),
            sigma: nearest(sigma, 0..=*HUNDREDTHS.end()),
            threshold: nearest(threshold, HUNDREDTHS),
        }
    }
}

impl MultiProbCut {
    fn in_range(self) -> Self {
        let Self {
            threshold,
            gate,
            depth,
        } = self;
        let hundredths = |number| nearest(number, HUNDREDTHS);
        Self {
            threshold: hundredths(threshold),
            gate: hundredths(gate),
            depth: nearest(depth, PLIES),
        }
    }
}

impl LatePruning {
    fn in_range(self) -> Self {
        let Self {
            depth,
            moves,
            per_depth_squared,
        } = self;
        Self {
            depth: nearest(depth, PLIES),
            moves: nearest(moves, MOVES),
            per_depth_squared: nearest(per_depth_squared, MOVES),
        }
    }
}

impl NoisyProbCut {
    fn in_range(self) -> Self {
        let Self {
            depth,
            margin,
            reduction,
        } = self;
        Self {
            depth: nearest(depth, PLIES),
            margin: nearest(margin, 0..=*HUNDREDTHS.end()),
            reduction: nearest(reduction, PLIES),
        }
    }
}

impl Singular {
    fn in_range(self) -> Self {
        let Self {
            margin,
            depth,
            double,
            multi_cut,
            negative,
        } = self;
        Self {
            margin: nearest(margin, HUNDREDTHS),
            // The test searches half the depth, which must be less than the node's.
            depth: nearest(depth, 2..=*PLIES.end()),
            double: nearest(double, 0..=*HUNDREDTHS.end()),
            multi_cut,
            negative: nearest(negative, PLIES),
        }
    }
}

impl TimeManagement {
    fn in_range(self) -> Self {
        Self {
            base: nearest(self.base, 0..=*HUNDREDTHS.end()),
            nodes: nearest(self.nodes, 0..=*HUNDREDTHS.end()),
        }
    }
}

impl HistoryPruning {
    fn in_range(self) -> Self {
        Self {
            depth: nearest(self.depth, PLIES),
            per_ply: nearest(self.per_ply, HISTORY),
        }
    }
}

impl ExchangePruning {
    fn in_range(self) -> Self {
        Self {
            depth: nearest(self.depth, PLIES),
            per_depth_squared: nearest(self.per_depth_squared, 0..=*HUNDREDTHS.end()),
        }
    }
}

impl HistoryBonus {
    fn in_range(self) -> Self {
        let Self {
            linear,
            square,
            most,
        } = self;
        let points = |number| nearest(number, HISTORY);
        Self {
            linear: points(linear),
            square: points(square),
            most: points(most),
        }
    }
}

impl Reductions {
    fn in_range(self) -> Self {
        let Self {
            depth,
            after,
            shape,
            history,
            cut_node,
            not_improving,
            pv,
            refuted,
            noisy_first,
            root,
        } = self;
        let plies = |hundredths| nearest(hundredths, REDUCTION);
        let shape = match shape {
            ReductionShape::Steps(step) => ReductionShape::Steps(nearest(step, MOVES)),
            ReductionShape::Logarithmic { base, slope } => ReductionShape::Logarithmic {
                base: nearest(base, HUNDREDTHS),
                slope: nearest(slope, HUNDREDTHS),
            },
        };
        Self {
            depth: nearest(depth, PLIES),
            after: nearest(after, MOVES),
            shape,
            history: nearest(history, 0..=*HUNDREDTHS.end()),
            cut_node: plies(cut_node),
            not_improving: plies(not_improving),
            pv: plies(pv),
            refuted: plies(refuted),
            noisy_first: plies(noisy_first),
            root,
        }
    }
}

impl Preselection {
    fn in_range(self) -> Self {
        let Self { plies, least } = self;
        Self {
            plies: nearest(plies, 0..=MAX_PLY as u32),
            least: nearest(least, 1..=*MOVES.end() as u32),
        }
    }
}

impl MctsOptions {
    /// The same options with every number in its range, as [`Options::in_range`] has it:
    /// exploration 0 to 1,000 and the first play's debt 0 to 2 (what is no number is 0), visits
    /// before growth 1 to 1,000,000, the unit 1 to 10,000 points, the tree up to 4,096 MiB.
    pub fn in_range(self) -> Self {
        let Self {
            selection,
            exploration,
            leaf,
            first_play,
            expand,
            proofs,
            unit,
            seed,
            bytes,
        } = self;
        let real = |value: f32, most: f32| {
            if value.is_nan() {
                0.0
            } else {
                value.clamp(0.0, most)
            }
        };
        Self {
            selection,
            exploration: real(exploration, 1_000.0),
            leaf,
            first_play: real(first_play, 2.0),
            expand: nearest(expand, 1..=1_000_000),
            proofs,
            unit: nearest(unit, UNIT),
            seed,
            bytes: bytes.min(LARGEST_TREE),
        }
    }
}
