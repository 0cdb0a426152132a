use super::{Kernel, Memory, picker::Picker};
use crate::table::Entry;
use crate::{Guide, Kind};
use game_core::{Evaluator, Node, Position};

/// Which move comes next, and what is learned from the one that cut off.
impl<P: Position, E: Evaluator<P>, G: Guide<P, E>> Kernel<'_, P, E, G> {
    /// The next move worth trying: legal, and not one of those that are left out, by their bits.
    #[inline(always)]
    pub(super) fn next_move(
        &mut self,
        picker: &mut Picker<P::Move>,
        line: &mut Node<'_, P, E>,
        depth: i32,
        left_out: [u16; 2],
    ) -> Option<P::Move> {
        loop {
            while let Some(mv) = self.memory.stacks.pick(picker) {
                if !left_out.contains(&P::pack(mv))
                    && (!P::LAZY_LEGALITY || line.pos().is_legal(mv))
                {
                    return Some(mv);
                }
            }
            // Before anything is listed nothing is left to pick.
            if let Some(first) = picker.take_first() {
                return Some(first);
            }
            if !self.next_stage(picker, line, depth) {
                return None;
            }
        }
    }

    /// What [`next_move`](Self::next_move) leaves out: what is tried first, and what is not tried
    /// at all.
    #[inline]
    pub(super) fn left_out(first: Option<P::Move>, excluded: Option<P::Move>) -> [u16; 2] {
        [first, excluded].map(|mv| mv.map_or(Entry::NO_MOVE, P::pack))
    }

    /// Lists the moves of the stages to come, until one has any; whether one has.
    fn next_stage(
        &mut self,
        picker: &mut Picker<P::Move>,
        line: &mut Node<'_, P, E>,
        depth: i32,
    ) -> bool {
        while let Some(stage) = picker.next_stage() {
            let Memory {
                history,
                stacks,
                frames,
                ..
            } = &mut *self.memory;
            let start = stacks.moves.len();
            self.guide.candidates(line, stage, depth, &mut stacks.moves);
            if stacks.moves.len() == start {
                continue;
            }
            let ply = line.ply();
            let moves = &stacks.moves[start..];
            let pos = line.pos();
            let last = frames[ply - 1].slot;
            let killers = &frames[ply].killers;
            history.rank(pos, moves, Some(last), killers, &mut stacks.ranks);
            self.guide.rank(line, moves, &mut stacks.ranks);
            if self
                .options
                .order_by_eval
                .is_some_and(|least| depth >= least.max(1))
            {
                self.rank_by_eval(line, start);
            }
            self.memory.stacks.begin(picker);
            return true;
        }
        false
    }

    /// Lets killers, history and replies know that `mv` was enough here, and the moves before it
    /// were not.
    #[inline(always)]
    pub(super) fn remember_cutoff(
        &mut self,
        line: &mut Node<'_, P, E>,
        picker: &Picker<P::Move>,
        mv: P::Move,
        depth: i32,
    ) {
        if self.guide.kind(line, mv) != Kind::Quiet {
            return;
        }
        let ply = line.ply();
        let Memory {
            history,
            stacks,
            frames,
            ..
        } = &mut *self.memory;
        history.cutoff(
            line.pos(),
            mv,
            frames[ply - 1].slot,
            depth,
            stacks.tried(picker),
            &self.options,
        );
        let killers = &mut frames[ply].killers;
        if self.options.killers && killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }
}
