mod consider;
mod enhanced;
mod forward;
mod history;
mod memory;
mod order;
mod picker;
mod preselect;
mod quiescence;
mod recall;
mod reduction;
mod root;
mod scores;
mod selective;
#[cfg(test)]
mod tests;

use crate::table::Entry;
use crate::{Bound, Budget, Guide, Kind, Options, PathScore, Report, Stage, Stats, Stopped, Table};
use consider::Plan;
use game_core::{Evaluator, Node, Position, Score, Window};
use memory::Frame;
pub(crate) use memory::Memory;
pub(crate) use root::Root;
use std::marker::PhantomData;

/// No line grows longer than this, in plies.
pub const MAX_PLY: usize = 120;

/// Alpha-beta with memory over one line: what every searcher here is made of.
pub(crate) struct Kernel<'a, P: Position, E, G> {
    guide: &'a mut G,
    table: &'a Table,
    memory: &'a mut Memory<P>,
    options: Options,
    pub(crate) budget: Budget<'a>,
    pub(crate) stats: Stats,
    /// Tries a null window first.
    scout: bool,
    /// Does any of what may be done before the moves are searched.
    considers: bool,
    /// Leaves nodes before their moves are searched, where it may.
    prunes: bool,
    /// Leaves out some of a node's moves, where it may.
    skips: bool,
    /// Follows some moves by extra plies.
    extends: bool,
    /// Believes no scout that fails high out of a principal variation.
    wary: bool,
    /// Ranks moves also by the move that they answer.
    replies: bool,
    /// Takes the evaluator's word at the horizon, at once.
    judges: bool,
    /// Keeps account of where cutoffs are expected.
    expects: bool,
    /// Depth left, and moves searched, from which reductions begin.
    late: (i32, i32),
    /// Moves searched at most.
    beam: i32,
    /// Depth left from which the table is asked and told.
    table_depth: i32,
    /// The ply that no extension leads beyond: twice the iteration's depth.
    furthest: i32,
    /// The score at the root that is good enough: a win as near as was asked for.
    goal: Score,
    evaluator: PhantomData<fn(&mut E)>,
}

impl<'a, P: Position, E: Evaluator<P>, G: Guide<P, E>> Kernel<'a, P, E, G> {
    pub(crate) fn new(
        guide: &'a mut G,
        table: &'a Table,
        memory: &'a mut Memory<P>,
        options: Options,
        goal: Score,
        budget: Budget<'a>,
    ) -> Self {
        Self {
            scout: options.algorithm.scouts(),
            considers: Self::has_to_consider(&options),
            prunes: options.prunes_forward(),
            skips: options.late_pruning.is_some() || options.futility.is_some(),
            extends: options.extensions || options.singular.is_some() || options.single_reply,
            wary: options.multi_cut.is_some_and(|multi| multi.all_nodes),
            replies: options.continuation || options.counter_moves,
            judges: !options.prove && options.quiescence == 0 && !options.fail_hard,
            expects: options.multi_cut.is_some(),
            late: options
                .late_moves
                .map_or((i32::MAX, i32::MAX), |late| (late.depth, late.after)),
            beam: options
                .beam
                .map_or(i32::MAX, |beam| beam.clamp(1, i32::MAX as u32) as i32),
            table_depth: if options.table {
                options.table_depth
            } else {
                i32::MAX
            },
            stats: Stats::default(),
            furthest: 0,
            goal,
            evaluator: PhantomData,
            guide,
            table,
            memory,
            options,
            budget,
        }
    }

    /// Tells `report` what has been spent.
    pub(crate) fn account<M>(&self, report: &mut Report<M>) {
        (report.nodes, report.stats) = (self.budget.nodes(), self.stats);
        report.selective_depth = self.memory.deepest as u32;
    }

    /// The value of `line`, below the root, searched to `depth`: exact inside `window`, else a
    /// bound, the best one seen (fail-soft) or the window's edge (fail-hard).
    ///
    /// Without `PV` the window is null.
    #[inline(always)]
    fn search<const PV: bool>(
        &mut self,
        line: &mut Node<'_, P, E>,
        depth: i32,
        window: Window,
    ) -> Result<PathScore, Stopped> {
        // Most nodes are leaves: they are told apart before the call, for the inner nodes' frame is
        // large.
        if depth <= 0 || line.ply() >= MAX_PLY {
            return self.quiesce(line, 0, window);
        }
        let value = self.search_soft::<PV>(line, depth, window)?;
        Ok(if self.options.fail_hard {
            value.within(window)
        } else {
            value
        })
    }

    fn search_soft<const PV: bool>(
        &mut self,
        line: &mut Node<'_, P, E>,
        depth: i32,
        mut window: Window,
    ) -> Result<PathScore, Stopped> {
        self.budget.spend()?;
        if let Some(settled) = self.settled(line) {
            return Ok(settled);
        }

        let ply = line.ply();
        let Frame {
            excluded, nested, ..
        } = self.memory.frames[ply];
        let entry = if excluded.is_none() {
            self.recall(line.pos(), depth)
        } else {
            None
        };
        if let Some(entry) = entry
            // A scout's few full windows are searched, for the sake of their variations.
            && !(PV && self.scout)
            && let Some(value) = self.known_answer(line, entry, depth, window)
        {
            return Ok(value);
        }
        let mut hint = entry.map_or(Entry::NO_MOVE, |e| e.mv);
        if self.options.prove
            && excluded.is_none()
            && !nested
            && let Some(proof) = self.guide.prove(line, depth, window, &mut self.budget)?
        {
            if proof.bound.answers(proof.score, window) {
                self.store_proof(line, proof);
                if PV && let Some(best) = proof.best {
                    self.memory.frames[ply].pv.push(best);
                }
                return Ok(proof.score.into());
            }
            hint = proof.best.map_or(hint, P::pack);
        }

        let playable = |mv: &P::Move| line.pos().is_legal(*mv) && Some(*mv) != excluded;
        let known = (hint != Entry::NO_MOVE).then_some(hint);
        let table_move = known
            .and_then(|hint| line.pos().unpack(hint))
            .filter(playable);
        let eval = entry.map_or(Entry::NO_EVAL, |e| e.eval);
        let mut plan = Plan {
            depth,
            eval,
            singular: false,
            only: false,
            enough: i32::MAX,
        };
        if self.considers
            && let Some(value) = self.consider::<PV>(line, window, entry, table_move, &mut plan)?
        {
            return Ok(value);
        }
        let Plan {
            depth,
            eval,
            singular,
            only,
            enough,
        } = plan;

        let asked = window;
        let mut best = PathScore::from(-Score::INFINITE);
        let mut best_move = None;
        let mut searched = 0;
        let mut skipped = false;
        let mut picker = match self.options.preselection {
            Some(options) if ply < options.plies as usize && depth > 1 && excluded.is_none() => {
                self.preselect(line, options, table_move, depth)?
            }
            _ => self.memory.stacks.open(table_move, Stage::Quiet),
        };
        // Where all that was searched loses by force or by what the rules forbid, the others are
        // looked at too: a forced end must be one.
        let mut most = i32::MAX;
        let left_out = Self::left_out(picker.first, excluded);
        loop {
            let narrow = searched >= most;
            if narrow && searched >= self.beam {
                break;
            }
            let Some(mv) = self.next_move(&mut picker, line, depth, left_out) else {
                break;
            };
            if narrow && searched >= enough && self.guide.kind(line, mv) == Kind::Quiet {
                skipped = true;
                continue;
            }
            let reduction = self.reduction(line, mv, depth, searched);
            if self.replies {
                self.memory.frames[ply].slot = line.pos().slot(mv);
            }
            let value = line.after(mv, |child| {
                let extension = match self.extends {
                    true => self.extension(child, mv, depth - 1, singular && searched == 0 || only),
                    false => 0,
                };
                let reduction = if extension == 0 { reduction } else { 0 };
                self.child::<PV>(child, depth - 1 + extension, reduction, searched, window)
            })?;
            searched += 1;
            let back_to = best.back_to.min(value.back_to);
            if value.score > best.score {
                (best.score, best_move) = (value.score, Some(mv));
                if value.score > -Score::MAX_EVAL {
                    most = enough.min(self.beam);
                }
                if value.score > window.alpha {
                    window.alpha = value.score;
                    if PV {
                        self.memory.update_pv(ply, mv);
                    }
                    if value.score >= window.beta {
                        // One move is enough to show this bound: the others' paths do not matter.
                        best.back_to = value.back_to;
                        self.stats.cutoffs += 1;
                        self.stats.first_move_cutoffs += u64::from(searched == 1);
                        self.remember_cutoff(line, &picker, mv, depth);
                        break;
                    }
                }
            }
            best.back_to = back_to;
        }
        self.memory.stacks.close(&picker);
        let Some(best_move) = best_move else {
            let none = if excluded.is_some() {
                window.alpha
            } else {
                line.terminal(line.pos().stuck())
            };
            return Ok(none.into());
        };

        if skipped && best.score < asked.alpha {
            // Of the moves left out nothing better is known.
            best.score = asked.alpha;
        }
        let best = best.seen_from(ply);
        if excluded.is_none() {
            let bound = if self.options.path_scores.withholds(best) {
                Bound::None
            } else {
                Bound::of(best.score, asked)
            };
            // Where every move failed, the one that was good once is the better guess.
            let known = table_move.filter(|_| best.score <= asked.alpha);
            let score = best.score.to_table(ply);
            let mv = P::pack(known.unwrap_or(best_move));
            self.remember(
                line.pos(),
                depth,
                Entry {
                    score,
                    eval,
                    mv,
                    depth: Entry::searched(depth),
                    bound,
                },
            );
        }
        Ok(best)
    }

    /// One child's value for its parent, whose window is `window` and who has already `searched`
    /// others.
    // Part of the loop over moves: kept out of it, it would cost a call a move.
    #[inline(always)]
    fn child<const PV: bool>(
        &mut self,
        child: &mut Node<'_, P, E>,
        depth: i32,
        reduction: i32,
        searched: i32,
        window: Window,
    ) -> Result<PathScore, Stopped> {
        if self.expects {
            let ply = child.ply();
            self.memory.frames[ply].cut = PV || !self.memory.frames[ply - 1].cut;
        }
        if PV {
            self.memory.frames[child.ply()].pv.clear();
        }
        let scout = window.scout();
        if reduction > 0 {
            let value = -self.search::<false>(child, depth - reduction, scout.flipped())?;
            if value.score <= window.alpha {
                return Ok(value);
            }
        }
        if PV && self.scout && searched > 0 {
            let value = -self.search::<false>(child, depth, scout.flipped())?;
            if value.score <= window.alpha || value.score >= window.beta && !self.wary {
                return Ok(value);
            }
        }
        Ok(-self.search::<PV>(child, depth, window.flipped())?)
    }

    /// The value of a line that needs no search: settled by the board or by its path.
    #[inline]
    fn settled(&mut self, line: &mut Node<'_, P, E>) -> Option<PathScore> {
        if let Some(outcome) = line.pos().decided() {
            return Some(line.terminal(outcome).into());
        }
        self.guide
            .path_verdict(line)
            .filter(|&verdict| self.options.path_scores.heeds(verdict))
    }

    #[inline]
    fn evaluate(&mut self, line: &mut Node<'_, P, E>) -> Score {
        self.stats.evaluations += 1;
        if self.options.score_cache == 0 {
            return line.evaluate();
        }
        let key = line.pos().key();
        let (score, known) = self.memory.scores.score(key, || line.evaluate());
        self.stats.known_evaluations += u64::from(known);
        score
    }
}
