//! Alpha-beta with memory, generic over a game, an evaluator and a guide.
//!
//! Read [`node`] first: one node, step by step. It calls [`pruning`] for what may end a node before
//! its moves are searched, [`ordering`] for the next move, and [`quiescence`] at the horizon.
//! [`root`] asks the root's moves in the way of each algorithm.

mod correction;
mod eval_cache;
mod history;
mod memory;
mod node;
mod ordering;
mod picker;
mod pruning;
mod quiescence;
mod reductions;
mod root;
#[cfg(test)]
mod tests;

use crate::{Budget, Guide, Options, Reductions, Report, Stats, TranspositionTable};
use game_core::{Evaluator, Position, Score};
pub(crate) use memory::Memory;
pub(crate) use root::Root;
use std::marker::PhantomData;

/// No variation grows longer than this, in plies.
pub const MAX_PLY: usize = 120;

/// One search of one thread: what every alpha-beta searcher here is made of.
pub(crate) struct Kernel<'a, P: Position, E, G> {
    guide: &'a mut G,
    table: &'a TranspositionTable,
    memory: &'a mut Memory<P>,
    options: Options,
    techniques: Techniques,
    pub(crate) budget: Budget<'a>,
    pub(crate) stats: Stats,
    /// The ply that no extension leads beyond: twice the iteration's depth.
    max_extended_ply: i32,
    /// The score at the root that is good enough: a win as near as was asked for.
    goal: Score,
    evaluator: PhantomData<fn(&mut E)>,
}

/// The [`Options`] resolved once a search into what a node asks of them.
#[derive(Clone, Copy)]
struct Techniques {
    /// A null window is tried before a full one.
    scout: bool,
    /// Some step between the table and the moves is on.
    before_moves: bool,
    /// Nodes may be left before their moves are searched.
    forward_pruning: bool,
    /// Quiet moves may be left out.
    quiet_pruning: bool,
    /// The static evaluation is compared with that of two plies before.
    improving: bool,
    /// Some moves are searched deeper.
    extensions: bool,
    /// A scout's fail-high in a principal variation is verified with the full window.
    verified_fail_highs: bool,
    /// Moves are ranked also by the move that they answer.
    reply_history: bool,
    /// A leaf is its static evaluation: no quiescence, no proof.
    bare_leaves: bool,
    /// Expected cut nodes are distinguished from expected all nodes.
    expected_cuts: bool,
    /// Late-move reductions begin at this depth and after this many moves.
    lmr_min_depth: i32,
    lmr_min_moves: i32,
    /// Their terms beside depth and move number, and whether any is on.
    lmr: Reductions,
    lmr_terms: bool,
    /// Late moves are judged by their history.
    move_history: bool,
    /// Moves searched at most.
    beam: i32,
    /// The transposition table is probed and stored with at least this depth left.
    tt_min_depth: i32,
}

impl Techniques {
    fn resolve(options: &Options) -> Self {
        let lmr = options.late_moves;
        let beam = options.beam.unwrap_or(u32::MAX);
        let forward_pruning = options.prunes_forward();
        let quiet_pruning = options.late_pruning.is_some()
            || options.futility.is_some()
            || options.history_pruning.is_some()
            || options.exchange_pruning.is_some();
        let terms = lmr.unwrap_or_default();
        let improving = options.improving || terms.not_improving != 0;
        Self {
            scout: options.algorithm.scouts(),
            before_moves: forward_pruning
                || quiet_pruning
                || improving
                || terms.noisy_first != 0
                || options.correction
                || options.internal_reduction.is_some()
                || options.enhanced_cutoffs.is_some()
                || options.singular.is_some()
                || options.single_reply,
            forward_pruning,
            quiet_pruning,
            improving,
            extensions: options.extensions || options.singular.is_some() || options.single_reply,
            verified_fail_highs: options.multi_cut.is_some_and(|multi| multi.all_nodes),
            reply_history: options.continuation > 0 || options.counter_moves,
            bare_leaves: !options.prove && options.quiescence == 0 && !options.fail_hard,
            expected_cuts: options.multi_cut.is_some()
                || terms.cut_node != 0
                || options
                    .singular
                    .is_some_and(|singular| singular.negative > 0),
            lmr_min_depth: lmr.map_or(i32::MAX, |lmr| lmr.depth),
            lmr_min_moves: lmr.map_or(i32::MAX, |lmr| lmr.after),
            lmr: terms,
            lmr_terms: [
                terms.history,
                terms.cut_node,
                terms.not_improving,
                terms.pv,
                terms.refuted,
                terms.noisy_first,
            ] != [0; 6],
            move_history: terms.history > 0 || options.history_pruning.is_some(),
            beam: beam.clamp(1, i32::MAX as u32) as i32,
            tt_min_depth: if options.table {
                options.table_depth
            } else {
                i32::MAX
            },
        }
    }
}

impl<'a, P: Position, E: Evaluator<P>, G: Guide<P, E>> Kernel<'a, P, E, G> {
    pub(crate) fn new(
        guide: &'a mut G,
        table: &'a TranspositionTable,
        memory: &'a mut Memory<P>,
        options: Options,
        goal: Score,
        budget: Budget<'a>,
    ) -> Self {
        Self {
            guide,
            table,
            memory,
            options,
            techniques: Techniques::resolve(&options),
            budget,
            stats: Stats::default(),
            max_extended_ply: 0,
            goal,
            evaluator: PhantomData,
        }
    }

    /// Writes into `report` what has been spent.
    pub(crate) fn account<M>(&self, report: &mut Report<M>) {
        report.nodes = self.budget.nodes();
        report.stats = self.stats;
        report.selective_depth = self.memory.deepest as u32;
    }
}
