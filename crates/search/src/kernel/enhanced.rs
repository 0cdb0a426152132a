use super::Kernel;
use crate::{Guide, PathScore, Stage};
use game_core::{Evaluator, Node, Position, Score, Window};

/// Enhanced transposition cutoffs (Plaat, Schaeffer, Pijls and de Bruin, 1996).
impl<P: Position, E: Evaluator<P>, G: Guide<P, E>> Kernel<'_, P, E, G> {
    /// A move to a position whose score in the table cuts off here, and that score: known before
    /// any move is searched.
    pub(super) fn known_cutoff(
        &mut self,
        line: &mut Node<'_, P, E>,
        depth: i32,
        window: Window,
    ) -> Option<(P::Move, PathScore)> {
        let picker = self.memory.stacks.open(None, Stage::Quiet);
        for stage in [Stage::Noisy, Stage::Quiet] {
            self.guide
                .candidates(line, stage, depth, &mut self.memory.stacks.moves);
        }
        let mut found = None;
        for i in self.memory.stacks.since(&picker) {
            let mv = self.memory.stacks.moves[i];
            if P::LAZY_LEGALITY && !line.pos().is_legal(mv) {
                continue;
            }
            let mut child = line.play(mv);
            // What the path says of it the table does not know.
            if self.settled(&mut child).is_some() {
                continue;
            }
            let left = depth - 1 + self.extension(&mut child, mv, depth - 1, false);
            let Some(entry) = self
                .table
                .probe(child.pos().key())
                .filter(|&entry| self.accepts(entry, left))
            else {
                continue;
            };
            let score = Score::from_table(entry.score, child.ply());
            let cuts_off = entry.bound.answers(score, window.flipped()) && -score >= window.beta;
            if cuts_off && !self.guide.path_matters(&mut child) {
                found = Some((mv, (-score).into()));
                break;
            }
        }
        self.memory.stacks.close(&picker);
        found
    }
}
