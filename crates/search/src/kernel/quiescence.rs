//! Beyond the horizon: noisy moves are played out before the evaluator has its say.

use super::{Kernel, MAX_PLY};
use crate::table::Entry;
use crate::{Bound, Guide, Horizon, MoveKind, PathScore, Stage, Stopped};
use game_core::{Evaluator, Node, Position, Score, Window};

/// The depth stored for all plies beyond the horizon but the first, which the guide may treat
/// otherwise.
const BEYOND: i32 = -1;

impl<P: Position, E: Evaluator<P>, G: Guide<P, E>> Kernel<'_, P, E, G> {
    /// The value of `node` once its noisy moves have been played out; `depth` counts down from
    /// zero.
    ///
    /// Generates nothing where the guide has nothing to add: a leaf costs its evaluation.
    #[inline(always)]
    pub(super) fn quiesce(
        &mut self,
        node: &mut Node<'_, P, E>,
        depth: i32,
        window: Window,
    ) -> Result<PathScore, Stopped> {
        if self.techniques.bare_leaves {
            return self.evaluate_leaf(node);
        }
        let value = self.quiesce_node(node, depth, window)?;
        Ok(if self.options.fail_hard {
            value.within(window)
        } else {
            value
        })
    }

    /// The value of `child`, its noisy moves played out, to its parent, which searches `window`.
    #[inline(always)]
    pub(super) fn quiesce_child(
        &mut self,
        child: &mut Node<'_, P, E>,
        depth: i32,
        window: Window,
    ) -> Result<PathScore, Stopped> {
        let value = self.quiesce(child, depth, child.negamax(window))?;
        Ok(child.negamax(value))
    }

    /// The value of a leaf that is its static evaluation.
    // Kept apart, as is what plays moves, for most nodes are leaves: a large frame would cost them
    // more than it does.
    #[inline(never)]
    fn evaluate_leaf(&mut self, node: &mut Node<'_, P, E>) -> Result<PathScore, Stopped> {
        let settled = self.visit(node)?;
        Ok(settled.unwrap_or_else(|| self.evaluate(node).into()))
    }

    /// Counts a node at the horizon or beyond it; its value, if the game is over.
    #[inline(always)]
    fn visit(&mut self, node: &mut Node<'_, P, E>) -> Result<Option<PathScore>, Stopped> {
        self.budget.spend()?;
        self.memory.deepest = self.memory.deepest.max(node.ply());
        Ok(self.game_over_value(node))
    }

    fn quiesce_node(
        &mut self,
        node: &mut Node<'_, P, E>,
        depth: i32,
        window: Window,
    ) -> Result<PathScore, Stopped> {
        let settled = self.visit(node)?;
        self.stats.quiescence_nodes += u64::from(depth < 0);
        if let Some(settled) = settled {
            return Ok(settled);
        }
        let uses_table = self.techniques.tt_min_depth <= 0;
        let entry = if uses_table {
            self.tt_probe(node.pos(), 0)
        } else {
            None
        };
        if let Some(entry) = entry
            && let Some(value) = self.tt_cutoff(node, entry, depth.max(BEYOND), window)
        {
            return Ok(value);
        }
        let mut least = -Score::INFINITE;
        if self.options.prove
            && let Some(proof) = self.guide.prove(node, depth, window, &mut self.budget)?
        {
            if proof.bound.answers(proof.score, window) {
                self.stats.proofs += 1;
                return Ok(proof.score.into());
            }
            if proof.bound == Bound::Lower {
                least = proof.score;
            }
        }
        let spent =
            i64::from(depth) <= -i64::from(self.options.quiescence) || node.ply() >= MAX_PLY;
        let mut eval = entry.map_or(Entry::NO_EVAL, |e| e.eval);
        let (best, last_stage) = match spent || self.guide.horizon(node, depth) == Horizon::StandPat
        {
            true => (
                self.static_eval(node, &mut eval).max(least).into(),
                Stage::Noisy,
            ),
            false => (PathScore::from(least), Stage::Quiet),
        };
        if spent || best.score >= window.beta {
            if uses_table && !spent && entry.is_none() {
                self.tt_store_beyond(node, depth, window, (best, None), eval);
            }
            return Ok(best);
        }
        let hint = entry.map_or(Entry::NO_MOVE, |e| e.mv);
        let known = (hint != Entry::NO_MOVE)
            .then_some(hint)
            .and_then(|hint| node.pos().unpack(hint));
        let first = known.filter(|&mv| {
            node.pos().is_legal(mv)
                && (last_stage == Stage::Quiet || self.guide.kind(node, mv) == MoveKind::Noisy)
        });
        let found = self.search_noisy(node, depth, window, best, last_stage, first)?;
        if uses_table {
            self.tt_store_beyond(node, depth, window, found, eval);
        }
        Ok(found.0)
    }

    /// Stores a position beyond the horizon.
    fn tt_store_beyond(
        &self,
        node: &Node<'_, P, E>,
        depth: i32,
        window: Window,
        (value, best): (PathScore, Option<P::Move>),
        eval: i16,
    ) {
        let bound = if self.options.path_scores.withholds(value) {
            Bound::None
        } else {
            Bound::of(value.score, window)
        };
        let score = value.score.to_table(node.ply());
        let mv = best.map_or(Entry::NO_MOVE, |best| node.pos().pack(best));
        self.tt_store(
            node.pos(),
            0,
            Entry {
                score,
                eval,
                mv,
                depth: depth.max(BEYOND) as i8,
                bound,
            },
        );
    }

    /// The better of `best`, what the player to move may have at once, and the moves up to
    /// `last_stage`, `first` before them; and the move, if one is better.
    // Kept apart for the same reason.
    #[inline(never)]
    fn search_noisy(
        &mut self,
        node: &mut Node<'_, P, E>,
        depth: i32,
        window: Window,
        mut best: PathScore,
        last_stage: Stage,
        first: Option<P::Move>,
    ) -> Result<(PathScore, Option<P::Move>), Stopped> {
        let ply = node.ply();
        let mut best_move = None;
        let stand_pat = best.score;
        let may_stand_pat = last_stage == Stage::Noisy && !self.guide.is_final(window.alpha);
        let delta = self.options.delta.filter(|_| may_stand_pat);
        let delta = delta.map(|hundredths| self.options.margin(hundredths));
        let mut picker = self.memory.stacks.open(first, last_stage);
        while let Some(mv) = self.next_move(&mut picker, node, depth, [first, None]) {
            let alpha = window.alpha.max(best.score);
            // Delta pruning: what it gains at most does not reach the window.
            if let Some(delta) = delta
                && let Some(gain) = self.guide.gain(node, mv)
                && let most = stand_pat + gain.saturating_add(delta)
                && most <= window.alpha
            {
                best.score = best.score.max(most);
                continue;
            }
            self.memory.try_move(node.pos(), ply, mv);
            self.tt_prefetch(node.pos(), mv, 0);
            let value = node.after(mv, |child| {
                self.quiesce_child(child, depth - 1, Window { alpha, ..window })
            })?;
            if value.score > best.score {
                best_move = Some(mv);
            }
            best = PathScore {
                score: best.score.max(value.score),
                dependence: best.dependence.min(value.dependence),
            };
            if best.score >= window.beta {
                best.dependence = value.dependence;
                break;
            }
        }
        self.memory.stacks.close(&picker);
        if best.score == -Score::INFINITE {
            return Ok((node.terminal(node.pos().stuck()).into(), None));
        }
        Ok((best.seen_from(ply), best_move))
    }
}
