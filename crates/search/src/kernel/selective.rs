use super::Kernel;
use crate::table::Entry;
use crate::{Bound, Guide, Kind, Options, Proof, Stage, Stopped};
use game_core::{Evaluator, Node, Position, Score, Window};

/// A table move is tested for being singular with at least this depth left, for the test searches
/// half of it.
const SINGULAR_DEPTH: i32 = 6;
/// What history must say of a move, of at most 2^14, to change its reduction.
const PRAISED: i32 = 1 << 8;

impl<P: Position, E: Evaluator<P>, G: Guide<P, E>> Kernel<'_, P, E, G> {
    /// Plies by which the quiet move `mv`, about to be played after `searched` others, is first
    /// searched less deeply.
    #[inline]
    pub(super) fn reduction(
        &mut self,
        line: &mut Node<'_, P, E>,
        mv: P::Move,
        depth: i32,
        searched: i32,
    ) -> i32 {
        let late = depth >= self.late.0 && searched >= self.late.1;
        if !late || self.guide.kind(line, mv) != Kind::Quiet {
            return 0;
        }
        let plies = self.memory.reductions.plies(depth, searched);
        if plies == 0 || !self.options.late_moves.is_some_and(|late| late.by_history) {
            return plies;
        }
        let worth = self.memory.history.worth(line.pos(), mv);
        (plies - i32::from(worth > PRAISED) + i32::from(worth < -PRAISED)).max(0)
    }

    /// How many moves are searched, outside the principal variation, before quiet ones are left
    /// out.
    pub(super) fn enough(
        &mut self,
        line: &mut Node<'_, P, E>,
        depth: i32,
        window: Window,
        eval: &mut i16,
    ) -> i32 {
        let Options {
            late_pruning,
            futility,
            ..
        } = self.options;
        let late = late_pruning.filter(|late| depth <= late.depth);
        let slack = futility.filter(|slack| depth <= slack.depth);
        if late.is_none() && slack.is_none()
            || self.guide.is_final(window.alpha)
            || !self.is_calm(line)
        {
            return i32::MAX;
        }
        if let Some(slack) = slack
            && self.opinion(line, eval) + self.slack(slack, depth) <= window.alpha
        {
            return 1;
        }
        late.map_or(i32::MAX, |late| {
            late.moves
                .saturating_add(late.a_square.saturating_mul(depth * depth))
                .max(1)
        })
    }

    /// Whether there is only one move to search.
    pub(super) fn is_forced(&mut self, line: &mut Node<'_, P, E>, depth: i32) -> bool {
        let mut picker = self.memory.stacks.open(None, Stage::Quiet);
        let moves = (0..2)
            .filter(|_| {
                self.next_move(&mut picker, line, depth, Self::left_out(None, None))
                    .is_some()
            })
            .count();
        self.memory.stacks.close(&picker);
        moves == 1
    }

    /// The extra plies for `mv`, which has led to `child` with `depth` plies left, as far as the
    /// line may still grow.
    #[inline]
    pub(super) fn extension(
        &mut self,
        child: &mut Node<'_, P, E>,
        mv: P::Move,
        depth: i32,
        singular: bool,
    ) -> i32 {
        let wanted = if self.options.extensions {
            self.guide.extension(child, mv)
        } else {
            0
        } + i32::from(singular);
        if wanted == 0 {
            return 0;
        }
        wanted.clamp(0, self.furthest - child.ply() as i32 - depth)
    }

    /// Whether `mv` is so much better than its rivals that it deserves an extra ply.
    pub(super) fn is_singular(
        &mut self,
        line: &mut Node<'_, P, E>,
        entry: Entry,
        mv: P::Move,
        depth: i32,
    ) -> Result<bool, Stopped> {
        let Some(margin) = self.options.singular.filter(|_| depth >= SINGULAR_DEPTH) else {
            return Ok(false);
        };
        let ply = line.ply();
        let score = Score::from_table(entry.score, ply);
        let trusted = matches!(entry.bound, Bound::Lower | Bound::Exact)
            && i32::from(entry.depth) >= depth - 3;
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
    pub(super) fn store_proof(&mut self, line: &Node<'_, P, E>, proof: Proof<P::Move>) {
        self.stats.proofs += 1;
        let score = proof.score.to_table(line.ply());
        let bound = proof.bound;
        let mv = proof.best.map_or(Entry::NO_MOVE, P::pack);
        let entry = Entry {
            score,
            eval: Entry::NO_EVAL,
            mv,
            depth: Entry::PROVEN as i8,
            bound,
        };
        self.remember(line.pos(), Entry::PROVEN, entry);
    }
}
