use super::Kernel;
use crate::table::Entry;
use crate::{Bound, Guide, Options, PathScore, Stopped};
use game_core::{Evaluator, Node, Position, Window};

/// How a node's moves are to be searched.
pub(super) struct Plan {
    /// The depth left.
    pub(super) depth: i32,
    /// The static evaluation in the table's form, if it is known.
    pub(super) eval: i16,
    /// The first move stands alone.
    pub(super) singular: bool,
    /// There is one move only.
    pub(super) only: bool,
    /// So many moves are searched before quiet ones are left out.
    pub(super) enough: i32,
}

/// What is done at a node before its moves are searched.
impl<P: Position, E: Evaluator<P>, G: Guide<P, E>> Kernel<'_, P, E, G> {
    /// Whether `options` want any of it.
    pub(super) fn has_to_consider(options: &Options) -> bool {
        options.prunes_forward()
            || options.late_pruning.is_some()
            || options.futility.is_some()
            || options.internal_reduction.is_some()
            || options.enhanced_cutoffs.is_some()
            || options.singular.is_some()
            || options.single_reply
    }

    /// Makes the `plan` for a node of which the table knows `entry`; or the value with which the
    /// node is left at once.
    // Kept apart from the loop over moves, for the sake of the nodes that go without.
    #[inline(never)]
    pub(super) fn consider<const PV: bool>(
        &mut self,
        line: &mut Node<'_, P, E>,
        window: Window,
        entry: Option<Entry>,
        table_move: Option<P::Move>,
        plan: &mut Plan,
    ) -> Result<Option<PathScore>, Stopped> {
        let ply = line.ply();
        let Plan {
            depth,
            eval,
            singular,
            only,
            enough,
        } = plan;
        let whole = self.memory.frames[ply].excluded.is_none();
        if !PV
            && self.prunes
            && let Some(value) = self.prune(line, *depth, window, table_move, eval)?
        {
            return Ok(Some(value));
        }
        if table_move.is_none()
            && whole
            && self
                .options
                .internal_reduction
                .is_some_and(|least| *depth >= least.max(2))
        {
            *depth -= 1;
        }
        let depth = *depth;
        if !(PV && self.scout)
            && whole
            && self
                .options
                .enhanced_cutoffs
                .is_some_and(|least| depth >= least.max(2) && depth > self.table_depth)
            && let Some((mv, value)) = self.known_cutoff(line, depth, window)
        {
            self.stats.table_cutoffs += 1;
            let score = value.score.to_table(ply);
            let mv = P::pack(mv);
            let eval = *eval;
            self.remember(
                line.pos(),
                depth,
                Entry {
                    score,
                    eval,
                    mv,
                    depth: Entry::searched(depth),
                    bound: Bound::Lower,
                },
            );
            return Ok(Some(value));
        }
        if let (Some(entry), Some(mv)) = (entry, table_move) {
            *singular = self.is_singular(line, entry, mv, depth)?;
        }
        *only = self.options.single_reply && self.is_forced(line, depth);
        if !PV && self.skips {
            *enough = self.enough(line, depth, window, eval);
        }
        Ok(None)
    }
}
