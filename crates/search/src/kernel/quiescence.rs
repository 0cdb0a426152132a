use super::{Kernel, MAX_PLY};
use crate::table::Entry;
use crate::{Bound, Guide, Horizon, Kind, PathScore, Stage, Stopped};
use game_core::{Evaluator, Node, Position, Score, Window};

/// What the table is told of the depth of all plies beyond the horizon but the first, which the
/// guide may treat otherwise.
const BEYOND: i32 = -1;

impl<P: Position, E: Evaluator<P>, G: Guide<P, E>> Kernel<'_, P, E, G> {
    /// The value of `line` once its noisy moves have been played out; `depth` counts down from
    /// zero.
    ///
    /// Generates nothing where the guide has nothing to add: a leaf costs its evaluation.
    #[inline(always)]
    pub(super) fn quiesce(
        &mut self,
        line: &mut Node<'_, P, E>,
        depth: i32,
        window: Window,
    ) -> Result<PathScore, Stopped> {
        if self.judges {
            return self.judge(line);
        }
        let value = self.quiesce_soft(line, depth, window)?;
        Ok(if self.options.fail_hard {
            value.within(window)
        } else {
            value
        })
    }

    /// The value of `line` where the evaluator has the only word.
    // Kept apart, as is what plays moves, for most nodes are leaves: a large frame would cost them
    // more than it does.
    #[inline(never)]
    fn judge(&mut self, line: &mut Node<'_, P, E>) -> Result<PathScore, Stopped> {
        let settled = self.visit(line)?;
        Ok(settled.unwrap_or_else(|| self.evaluate(line).into()))
    }

    /// Counts a node at the horizon or beyond it, and tells its value if it needs no search.
    #[inline(always)]
    fn visit(&mut self, line: &mut Node<'_, P, E>) -> Result<Option<PathScore>, Stopped> {
        self.budget.spend()?;
        self.memory.deepest = self.memory.deepest.max(line.ply());
        Ok(self.settled(line))
    }

    fn quiesce_soft(
        &mut self,
        line: &mut Node<'_, P, E>,
        depth: i32,
        window: Window,
    ) -> Result<PathScore, Stopped> {
        let settled = self.visit(line)?;
        self.stats.quiescence_nodes += u64::from(depth < 0);
        if let Some(settled) = settled {
            return Ok(settled);
        }
        let asked = self.table_depth <= 0;
        let entry = if asked {
            self.recall(line.pos(), 0)
        } else {
            None
        };
        if let Some(entry) = entry
            && let Some(value) = self.known_answer(line, entry, depth.max(BEYOND), window)
        {
            return Ok(value);
        }
        let mut least = -Score::INFINITE;
        if self.options.prove
            && let Some(proof) = self.guide.prove(line, depth, window, &mut self.budget)?
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
            i64::from(depth) <= -i64::from(self.options.quiescence) || line.ply() >= MAX_PLY;
        let mut eval = entry.map_or(Entry::NO_EVAL, |e| e.eval);
        let (best, last_stage) = match spent || self.guide.horizon(line, depth) == Horizon::StandPat
        {
            true => (
                self.opinion(line, &mut eval).max(least).into(),
                Stage::Noisy,
            ),
            false => (PathScore::from(least), Stage::Quiet),
        };
        if spent || best.score >= window.beta {
            if asked && !spent && entry.is_none() {
                self.keep(line, depth, window, (best, None), eval);
            }
            return Ok(best);
        }
        let hint = entry.map_or(Entry::NO_MOVE, |e| e.mv);
        let known = (hint != Entry::NO_MOVE)
            .then_some(hint)
            .and_then(|hint| line.pos().unpack(hint));
        let first = known.filter(|&mv| {
            line.pos().is_legal(mv)
                && (last_stage == Stage::Quiet || self.guide.kind(line, mv) == Kind::Noisy)
        });
        let found = self.play_out(line, depth, window, best, last_stage, first)?;
        if asked {
            self.keep(line, depth, window, found, eval);
        }
        Ok(found.0)
    }

    /// Lets the table know of a position beyond the horizon.
    fn keep(
        &self,
        line: &Node<'_, P, E>,
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
        let score = value.score.to_table(line.ply());
        let mv = best.map_or(Entry::NO_MOVE, P::pack);
        self.remember(
            line.pos(),
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
    fn play_out(
        &mut self,
        line: &mut Node<'_, P, E>,
        depth: i32,
        window: Window,
        mut best: PathScore,
        last_stage: Stage,
        first: Option<P::Move>,
    ) -> Result<(PathScore, Option<P::Move>), Stopped> {
        let ply = line.ply();
        let mut best_move = None;
        let mut picker = self.memory.stacks.open(first, last_stage);
        while let Some(mv) = self.next_move(&mut picker, line, depth, Self::left_out(first, None)) {
            let alpha = window.alpha.max(best.score);
            self.memory.frames[ply].slot = line.pos().slot(mv);
            let reply = Window { alpha, ..window }.flipped();
            let value = -line.after(mv, |child| self.quiesce(child, depth - 1, reply))?;
            if value.score > best.score {
                best_move = Some(mv);
            }
            best = PathScore {
                score: best.score.max(value.score),
                back_to: best.back_to.min(value.back_to),
            };
            if best.score >= window.beta {
                best.back_to = value.back_to;
                break;
            }
        }
        self.memory.stacks.close(&picker);
        if best.score == -Score::INFINITE {
            return Ok((line.terminal(line.pos().stuck()).into(), None));
        }
        Ok((best.seen_from(ply), best_move))
    }
}
