use super::{Kernel, picker::Picker, root::Root};
use crate::{Guide, Preselection, Stage, Stopped};
use game_core::{Evaluator, Node, Position, Window};
use std::cmp::Reverse;

/// Moves judged by more than their order: by the evaluation after each, or by a search of half the
/// depth.
impl<P: Position, E: Evaluator<P>, G: Guide<P, E>> Kernel<'_, P, E, G> {
    /// A point of evaluation outweighs this much history, and the worst of killers outweighs a
    /// decided game.
    const POINT: i32 = 1 << 8;

    /// Adds what the evaluator says after each to the ranks of the moves from `start` on.
    pub(super) fn rank_by_eval(&mut self, line: &mut Node<'_, P, E>, start: usize) {
        for i in start..self.memory.stacks.moves.len() {
            let mv = self.memory.stacks.moves[i];
            if P::LAZY_LEGALITY && !line.pos().is_legal(mv) {
                continue;
            }
            let mut child = line.play(mv);
            let value = match child.pos().decided() {
                Some(outcome) => -child.terminal(outcome),
                None => -self.evaluate(&mut child),
            };
            drop(child);
            self.memory.stacks.ranks[i - start] += value.get() * Self::POINT;
        }
    }

    /// A picker of the moves that half the depth likes best.
    pub(super) fn preselect(
        &mut self,
        line: &mut Node<'_, P, E>,
        options: Preselection,
        first: Option<P::Move>,
        depth: i32,
    ) -> Result<Picker<P::Move>, Stopped> {
        let ply = line.ply();
        let mut kept = std::mem::take(&mut self.memory.frames[ply].kept);
        kept.clear();
        let mut picker = self.memory.stacks.open(first, Stage::Quiet);
        while let Some(mv) = self.next_move(&mut picker, line, depth, Self::left_out(first, None)) {
            self.memory.frames[ply].slot = line.pos().slot(mv);
            let value = -self.search::<false>(&mut line.play(mv), depth / 2 - 1, Window::FULL)?;
            kept.push((value.score, mv));
        }
        self.memory.stacks.close(&picker);
        kept.sort_unstable_by_key(|&(score, _)| Reverse(score));
        kept.truncate(options.keep(kept.len()));
        let picker = self.memory.stacks.open_with(kept.iter().map(|&(_, mv)| mv));
        self.memory.frames[ply].kept = kept;
        Ok(picker)
    }

    /// Brings the roots that half the depth likes best to the front, and tells how many they are.
    /// The first stays first, for if the search is stopped here it is the best that is known.
    pub(super) fn preselect_roots(
        &mut self,
        line: &mut Node<'_, P, E>,
        options: Preselection,
        roots: &mut [Root<P::Move>],
        depth: i32,
    ) -> Result<usize, Stopped> {
        let mut values = Vec::with_capacity(roots.len());
        for root in roots.iter_mut() {
            let mv = root.mv();
            let before = self.budget.nodes();
            self.memory.frames[0].slot = line.pos().slot(mv);
            let value = self.search::<false>(&mut line.play(mv), depth / 2 - 1, Window::FULL);
            root.nodes += self.budget.nodes() - before;
            values.push((mv, (-value?).score));
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
