use super::Kernel;
use crate::table::Entry;
use crate::{Bound, Guide, Kind, PathScore, Proof, Stopped};
use game_core::{Evaluator, Line, Position, Score, Window};

/// The null move is tried with at least this depth left: nearer the horizon it costs as much as it saves.
const NULL_DEPTH: i32 = 3;
/// Plies by which the reply to a null move is searched less deeply, and one more for every four left.
const NULL_REDUCTION: i32 = 3;
/// Reductions begin with this depth left, after this many moves; every further `LATE_STEP` moves cost another ply.
const LATE_DEPTH: i32 = 3;
const LATE_AFTER: i32 = 4;
const LATE_STEP: i32 = 12;
/// A table move is tested for being singular with at least this depth left, for the test searches half of it.
const SINGULAR_DEPTH: i32 = 6;

impl<P: Position, E: Evaluator<P>, G: Guide<P, E>> Kernel<'_, P, E, G> {
    /// Plies by which the quiet move `mv`, about to be played after `searched` others, is first searched less deeply.
    #[inline]
    pub(super) fn reduction(&mut self, line: &mut Line<'_, P, E>, mv: P::Move, depth: i32, searched: i32) -> i32 {
        let late = self.options.late_moves && depth >= LATE_DEPTH && searched >= LATE_AFTER;
        if late && self.guide.kind(line, mv) == Kind::Quiet { 1 + searched / LATE_STEP } else { 0 }
    }

    /// The extra plies for `mv`, which has led to `child` with `depth` plies left, as far as the line may still grow.
    #[inline]
    pub(super) fn extension(&mut self, child: &mut Line<'_, P, E>, mv: P::Move, depth: i32, singular: bool) -> i32 {
        let wanted = if self.options.extensions { self.guide.extension(child, mv) } else { 0 } + i32::from(singular);
        if wanted == 0 {
            return 0;
        }
        wanted.clamp(0, self.furthest - child.ply() as i32 - depth)
    }

    /// The cutoff that even passing achieves: not at the root, never twice in a row, and never a proof.
    pub(super) fn try_null(
        &mut self,
        line: &mut Line<'_, P, E>,
        depth: i32,
        window: Window,
        eval: &mut i16,
    ) -> Result<Option<PathScore>, Stopped> {
        let ply = line.ply();
        if depth < NULL_DEPTH || self.memory.frames[ply - 1].null || window.beta.is_decisive() {
            return Ok(None);
        }
        let Some(null) = self.guide.null_move(line) else { return Ok(None) };
        if *eval == Entry::NO_EVAL {
            *eval = self.evaluate(line).to_table(ply);
        }
        if Score::from_table(*eval, ply) < window.beta {
            return Ok(None);
        }
        self.memory.frames[ply].slot = line.pos().slot(null);
        self.memory.frames[ply].null = true;
        let reply = self.search::<false>(&mut line.play(null), depth - NULL_REDUCTION - depth / 4, window.flipped());
        self.memory.frames[ply].null = false;
        let value = (-reply?).seen_from(ply);
        let cutoff = value.score >= window.beta && !value.score.is_decisive();
        self.stats.null_cutoffs += u64::from(cutoff);
        Ok(cutoff.then_some(value))
    }

    /// Whether `mv` is so much better than its rivals that it deserves an extra ply.
    pub(super) fn is_singular(
        &mut self,
        line: &mut Line<'_, P, E>,
        entry: Entry,
        mv: P::Move,
        depth: i32,
    ) -> Result<bool, Stopped> {
        let Some(margin) = self.options.singular.filter(|_| depth >= SINGULAR_DEPTH) else { return Ok(false) };
        let ply = line.ply();
        let score = Score::from_table(entry.score, ply);
        let trusted = matches!(entry.bound, Bound::Lower | Bound::Exact) && i32::from(entry.depth) >= depth - 3;
        if !trusted || score.is_decisive() || P::pack(mv) != entry.mv {
            return Ok(false);
        }
        let beta = score - self.options.margin(margin);
        self.memory.frames[ply].excluded = Some(mv);
        let rivals = self.search::<false>(line, depth / 2, Window::null(beta));
        self.memory.frames[ply].excluded = None;
        Ok(rivals?.score < beta)
    }

    /// Keeps a proof that has answered: it holds at any depth.
    pub(super) fn store_proof(&mut self, line: &Line<'_, P, E>, proof: Proof<P::Move>) {
        self.stats.proofs += 1;
        let (score, bound) = (proof.score.to_table(line.ply()), proof.bound);
        let mv = proof.best.map_or(Entry::NO_MOVE, P::pack);
        self.remember(line.pos().key(), Entry { score, eval: Entry::NO_EVAL, mv, depth: Entry::PROVEN as i8, bound });
    }
}
