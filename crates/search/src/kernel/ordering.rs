//! Move ordering: which move comes next, and what is learned from the one that cut off.
//!
//! First the table's move, then the guide's stages, each ranked by killers, counter-move,
//! [history](super::history) and the guide.

use super::memory::Frame;
use super::picker::Picker;
use super::root::Root;
use super::{Kernel, Memory};
use crate::{Guide, MoveKind, Preselection, Stage, Stopped};
use game_core::{Evaluator, Node, Position, Window};
use std::cmp::Reverse;

impl<P: Position, E: Evaluator<P>, G: Guide<P, E>> Kernel<'_, P, E, G> {
    /// The next move to search: legal, and not one of `skip`.
    #[inline(always)]
    pub(super) fn next_move(
        &mut self,
        picker: &mut Picker<P::Move>,
        node: &mut Node<'_, P, E>,
        depth: i32,
        skip: [Option<P::Move>; 2],
    ) -> Option<P::Move> {
        loop {
            let mv = self.next_candidate(picker, node, depth, skip)?;
            if Self::is_legal(picker, node, mv) {
                return Some(mv);
            }
        }
    }

    /// Whether a [candidate](Self::next_candidate) is legal; the table's move has been checked.
    #[inline(always)]
    pub(super) fn is_legal(picker: &Picker<P::Move>, node: &Node<'_, P, E>, mv: P::Move) -> bool {
        !P::LAZY_LEGALITY || picker.first == Some(mv) || node.pos().is_legal(mv)
    }

    /// The next move, legal or not, that is none of `skip`.
    #[inline(always)]
    pub(super) fn next_candidate(
        &mut self,
        picker: &mut Picker<P::Move>,
        node: &mut Node<'_, P, E>,
        depth: i32,
        skip: [Option<P::Move>; 2],
    ) -> Option<P::Move> {
        loop {
            while let Some(mv) = self.memory.stacks.pick(picker) {
                if skip.contains(&Some(mv)) {
                    continue;
                }
                if G::DEFERS && picker.is_noisy() && self.guide.defers(node, mv) {
                    let [deferred, _] = &mut self.memory.frames[node.ply()].deferred;
                    self.memory.stacks.defer(picker, *deferred);
                    *deferred += 1;
                    continue;
                }
                return Some(mv);
            }
            // Before anything is listed nothing is left to pick.
            if let Some(first) = picker.take_first() {
                return Some(first);
            }
            if !self.next_stage(picker, node, depth) {
                return if G::DEFERS {
                    self.next_deferred(picker, node.ply())
                } else {
                    None
                };
            }
        }
    }

    /// The next of the noisy moves that were put off.
    #[inline]
    fn next_deferred(&mut self, picker: &mut Picker<P::Move>, ply: usize) -> Option<P::Move> {
        let [deferred, tried] = &mut self.memory.frames[ply].deferred;
        if picker.is_noisy() || tried == deferred {
            return None;
        }
        *tried += 1;
        Some(self.memory.stacks.deferred(picker, *tried - 1))
    }

    /// Lists the moves of the stages to come, until one has any; whether one has.
    fn next_stage(
        &mut self,
        picker: &mut Picker<P::Move>,
        node: &mut Node<'_, P, E>,
        depth: i32,
    ) -> bool {
        let ply = node.ply();
        if picker.has_stages() && self.techniques.reply_history {
            self.memory.frames[ply].context = self.memory.context(node.pos(), ply);
        }
        while let Some(stage) = picker.next_stage() {
            if G::DEFERS && stage == Stage::Noisy {
                self.memory.frames[ply].deferred = [0; 2];
            }
            let Memory {
                history,
                stacks,
                frames,
                ..
            } = &mut *self.memory;
            let start = stacks.moves.len();
            self.guide.candidates(node, stage, depth, &mut stacks.moves);
            if stacks.moves.len() == start {
                continue;
            }
            let moves = &stacks.moves[start..];
            let pos = node.pos();
            let Frame {
                killers, context, ..
            } = &frames[ply];
            history.rank(pos, moves, context, killers, &mut stacks.ranks);
            self.guide.rank(node, moves, &mut stacks.ranks);
            if self
                .options
                .order_by_eval
                .is_some_and(|least| depth >= least.max(1))
            {
                self.rank_by_eval(node, start);
            }
            self.memory.stacks.begin(picker);
            return true;
        }
        false
    }

    /// Updates killers, counter-moves and history: `mv` cut off, and the moves before it did not.
    #[inline(always)]
    pub(super) fn update_ordering(
        &mut self,
        node: &mut Node<'_, P, E>,
        picker: &Picker<P::Move>,
        mv: P::Move,
        depth: i32,
    ) {
        if self.guide.kind(node, mv) != MoveKind::Quiet {
            return;
        }
        let ply = node.ply();
        if self.techniques.reply_history && !picker.has_listed() {
            self.memory.frames[ply].context = self.memory.context(node.pos(), ply);
        }
        let Memory {
            history,
            stacks,
            frames,
            ..
        } = &mut *self.memory;
        let Frame {
            killers, context, ..
        } = &mut frames[ply];
        history.cutoff(
            node.pos(),
            mv,
            context,
            depth,
            stacks.tried(picker),
            &self.options,
        );
        if self.options.killers && killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }
}

/// Study techniques: moves ordered by the evaluation after each, or by a search of half the depth.
impl<P: Position, E: Evaluator<P>, G: Guide<P, E>> Kernel<'_, P, E, G> {
    /// A point of evaluation outweighs this much history, and the worst of killers outweighs a
    /// decided game.
    const POINT: i32 = 1 << 8;

    /// Adds what the evaluator says after each to the ranks of the moves from `start` on.
    pub(super) fn rank_by_eval(&mut self, node: &mut Node<'_, P, E>, start: usize) {
        for i in start..self.memory.stacks.moves.len() {
            let mv = self.memory.stacks.moves[i];
            if P::LAZY_LEGALITY && !node.pos().is_legal(mv) {
                continue;
            }
            let mut child = node.play(mv);
            let value = match child.pos().decided() {
                Some(outcome) => child.terminal(outcome),
                None => self.evaluate(&mut child),
            };
            let value = child.negamax(value);
            drop(child);
            self.memory.stacks.ranks[i - start] += value.get() * Self::POINT;
        }
    }

    /// A picker of the moves that half the depth likes best.
    pub(super) fn preselect(
        &mut self,
        node: &mut Node<'_, P, E>,
        options: Preselection,
        first: Option<P::Move>,
        depth: i32,
    ) -> Result<Picker<P::Move>, Stopped> {
        let ply = node.ply();
        let mut kept = std::mem::take(&mut self.memory.frames[ply].preselected);
        kept.clear();
        let mut picker = self.memory.stacks.open(first, Stage::Quiet);
        while let Some(mv) = self.next_move(&mut picker, node, depth, [first, None]) {
            self.memory.try_move(node.pos(), ply, mv);
            let value = node.after(mv, |child| {
                self.value_of_child::<false>(child, depth / 2 - 1, Window::FULL)
            })?;
            kept.push((value.score, mv));
        }
        self.memory.stacks.close(&picker);
        kept.sort_unstable_by_key(|&(score, _)| Reverse(score));
        kept.truncate(options.keep(kept.len()));
        self.memory.frames[ply].deferred = [0; 2];
        let picker = self.memory.stacks.open_with(kept.iter().map(|&(_, mv)| mv));
        self.memory.frames[ply].preselected = kept;
        Ok(picker)
    }

    /// Brings the roots that half the depth likes best to the front, and tells how many they are.
    /// The first stays first, for if the search is stopped here it is the best that is known.
    pub(super) fn preselect_roots(
        &mut self,
        node: &mut Node<'_, P, E>,
        options: Preselection,
        roots: &mut [Root<P::Move>],
        depth: i32,
    ) -> Result<usize, Stopped> {
        let mut values = Vec::with_capacity(roots.len());
        for root in roots.iter_mut() {
            let mv = root.mv();
            let before = self.budget.nodes();
            self.memory.try_move(node.pos(), 0, mv);
            let value = node.after(mv, |child| {
                self.value_of_child::<false>(child, depth / 2 - 1, Window::FULL)
            });
            root.nodes += self.budget.nodes() - before;
            values.push((mv, value?.score));
        }
        let value = |root: &Root<P::Move>| {
            values
                .iter()
                .find(|(mv, _)| *mv == root.mv())
                .map(|&(_, score)| score)
        };
        roots[1..].sort_by_key(|root| Reverse(value(root)));
        Ok(options.keep(roots.len()))
    }
}
