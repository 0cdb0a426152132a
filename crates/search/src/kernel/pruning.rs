//! Step 7 of a node, forward pruning, with the cutoffs and limits that are decided before the moves
//! are searched.

use super::Kernel;
use super::node::Plan;
use crate::table::Entry;
use crate::{
    Bound, Guide, Horizon, Margin, MultiCut, MultiProbCut, NoisyProbCut, NullMove, PathScore,
    ProbCut, Stage, Stopped,
};
use game_core::{Evaluator, Node, Position, Score, Window};

/// The static evaluation is corrected by no more than this many hundredths of a unit.
const CORRECTION: i32 = 100;

impl<P: Position, E: Evaluator<P>, G: Guide<P, E>> Kernel<'_, P, E, G> {
    /// The value with which a node outside the principal variation ends before its moves are
    /// searched, if it does; `first` is the move to try first.
    ///
    /// The static evaluation of the `plan` becomes known where it is needed.
    pub(super) fn prune(
        &mut self,
        node: &mut Node<'_, P, E>,
        window: Window,
        first: Option<P::Move>,
        plan: &mut Plan,
    ) -> Result<Option<PathScore>, Stopped> {
        let depth = plan.depth;
        let frame = &self.memory.frames[node.ply()];
        // Margins mean nothing beside a forced win.
        if frame.nested || self.guide.is_final(window.beta) {
            return Ok(None);
        }
        if frame.excluded.is_none()
            && let Some(value) = self.futility_and_razoring(node, window, plan)?
        {
            return Ok(Some(value));
        }
        if let Some(null) = self.options.null_move
            && let Some(value) = self.null_move(node, null, window, plan)?
        {
            return Ok(Some(value));
        }
        if self.memory.frames[node.ply()].excluded.is_some() {
            return Ok(None);
        }
        let cuts = self.options.prob_cuts.into_iter().flatten();
        for cut in cuts.filter(|cut| cut.applies_at(depth)) {
            if let Some(value) = self.prob_cut(node, cut, window, None)? {
                return Ok(Some(value));
            }
        }
        if let Some(multi) = self.options.multi_prob_cut
            && let Some(value) = self.multi_prob_cut(node, multi, window, plan)?
        {
            return Ok(Some(value));
        }
        if let Some(cut) = self.options.noisy_prob_cut
            && let Some(value) = self.noisy_prob_cut(node, cut, plan, window)?
        {
            return Ok(Some(value));
        }
        match self.options.multi_cut {
            Some(multi) => self.multi_cut(node, multi, plan, window, first),
            None => Ok(None),
        }
    }

    /// Reverse futility and razoring: near the horizon the static evaluation is far outside the
    /// window.
    fn futility_and_razoring(
        &mut self,
        node: &mut Node<'_, P, E>,
        window: Window,
        plan: &mut Plan,
    ) -> Result<Option<PathScore>, Stopped> {
        let depth = plan.depth;
        let near = |margin: &Margin| depth <= margin.depth;
        let reverse_futility = self.options.reverse_futility.filter(near);
        let razoring = self.options.razoring.filter(near);
        if reverse_futility.is_none() && razoring.is_none() || !plan.calm {
            return Ok(None);
        }
        let static_eval = self.planned_eval(node, plan);
        if let Some(margin) = reverse_futility {
            let improving = self.options.improving && plan.improving;
            let least = static_eval - self.margin(margin, depth - i32::from(improving));
            if least >= window.beta && !self.guide.is_final(least) {
                return Ok(Some(least.into()));
            }
        }
        if let Some(margin) = razoring
            && static_eval + self.margin(margin, depth) <= window.alpha
        {
            let value = self.quiesce(node, 0, window)?;
            return Ok((value.score <= window.alpha).then_some(value));
        }
        Ok(None)
    }

    /// Null move: the cutoff that even passing achieves. Never twice in a row, and never a proof.
    fn null_move(
        &mut self,
        node: &mut Node<'_, P, E>,
        options: NullMove,
        window: Window,
        plan: &mut Plan,
    ) -> Result<Option<PathScore>, Stopped> {
        let (ply, depth) = (node.ply(), plan.depth);
        if depth < options.depth || self.memory.frames[ply - 1].null {
            return Ok(None);
        }
        let Some(null) = self.guide.null_move(node) else {
            return Ok(None);
        };
        let static_eval = self.planned_eval(node, plan);
        if static_eval < window.beta {
            return Ok(None);
        }
        let beyond = 100 * (static_eval.get() - window.beta.get()) / self.options.unit;
        let reduced = depth - 1 - options.reduction_at(depth, beyond);
        self.memory.try_move(node.pos(), ply, null);
        self.memory.frames[ply].null = true;
        let value = node.after(null, |child| {
            self.expect_of_child(child);
            self.value_of_child::<false>(child, reduced, window)
        });
        self.memory.frames[ply].null = false;
        let mut value = value?.seen_from(ply);
        if value.score < window.beta || value.score.is_decisive() {
            return Ok(None);
        }
        if options.verify.is_some_and(|least| depth >= least) {
            value = self.search_unpruned(node, reduced, window)?;
        }
        let cutoff = value.score >= window.beta;
        self.stats.null_cutoffs += u64::from(cutoff);
        Ok(cutoff.then_some(value))
    }

    /// ProbCut: the bound that a shallower search of the node predicts.
    ///
    /// Given the static evaluation and its error, skips the side that it is already on the wrong
    /// side of.
    fn prob_cut(
        &mut self,
        node: &mut Node<'_, P, E>,
        cut: ProbCut,
        window: Window,
        static_eval: Option<(Score, i32)>,
    ) -> Result<Option<PathScore>, Stopped> {
        let (high, low) = cut.bounds(window.alpha, window.beta, self.options.unit);
        let reaches = |high: &Score| static_eval.is_none_or(|(eval, error)| eval + error >= *high);
        if let Some(high) = high.filter(reaches) {
            let value = self.search_unpruned(node, cut.shallow, Window::null(high))?;
            if value.score >= high {
                return Ok(Some(PathScore {
                    score: window.beta,
                    ..value
                }));
            }
        }
        let sinks = |low: &Score| static_eval.is_none_or(|(eval, error)| eval - error <= *low);
        if let Some(low) = low.filter(sinks) {
            let value = self.search_unpruned(node, cut.shallow, Window::null(low + 1))?;
            if value.score <= low {
                return Ok(Some(PathScore {
                    score: window.alpha,
                    ..value
                }));
            }
        }
        Ok(None)
    }

    /// Multi-ProbCut: the guide's pairs of depths, one after the other.
    fn multi_prob_cut(
        &mut self,
        node: &mut Node<'_, P, E>,
        options: MultiProbCut,
        window: Window,
        plan: &mut Plan,
    ) -> Result<Option<PathScore>, Stopped> {
        let depth = plan.depth;
        if depth < options.depth {
            return Ok(None);
        }
        for nth in 0.. {
            let Some(cut) = self.guide.prob_cut(node, depth, nth) else {
                break;
            };
            let cut = ProbCut {
                threshold: options.threshold,
                ..cut
            };
            if !cut.applies_at(depth) {
                continue;
            }
            let error = cut.error(options.gate, self.options.unit);
            let static_eval = (self.planned_eval(node, plan), error);
            if let Some(value) = self.prob_cut(node, cut, window, Some(static_eval))? {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    /// ProbCut over noisy moves: one that is well beyond beta, in quiescence and then less deeply.
    fn noisy_prob_cut(
        &mut self,
        node: &mut Node<'_, P, E>,
        options: NoisyProbCut,
        plan: &Plan,
        window: Window,
    ) -> Result<Option<PathScore>, Stopped> {
        let depth = plan.depth;
        if depth < options.depth || !plan.calm {
            return Ok(None);
        }
        let ply = node.ply();
        let raised = window.beta + self.options.margin(options.margin);
        let beyond = Window::null(raised);
        let mut picker = self.memory.stacks.open(None, Stage::Noisy);
        let mut found = None;
        while let Some(mv) = self.next_move(&mut picker, node, depth, [None; 2]) {
            self.memory.try_move(node.pos(), ply, mv);
            let value = node.after(mv, |child| {
                self.expect_of_child(child);
                let value = self.quiesce_child(child, 0, beyond)?;
                if value.score < raised {
                    return Ok(value);
                }
                let reduced = depth - 1 - options.reduction;
                self.value_of_child::<false>(child, reduced, beyond)
            })?;
            if value.score >= raised {
                found = Some((value, mv));
                break;
            }
        }
        self.memory.stacks.close(&picker);
        let Some((value, mv)) = found else {
            return Ok(None);
        };
        let value = value.seen_from(ply);
        if !self.options.path_scores.withholds(value) {
            let entry = Entry {
                score: value.score.to_table(ply),
                eval: plan.eval,
                mv: node.pos().pack(mv),
                depth: Entry::searched((depth - options.reduction).max(1)),
                bound: Bound::Lower,
            };
            self.tt_store(node.pos(), depth, entry);
        }
        Ok(Some(value))
    }

    /// Multi-cut: several of the first moves cut off in a shallower search.
    fn multi_cut(
        &mut self,
        node: &mut Node<'_, P, E>,
        options: MultiCut,
        plan: &Plan,
        window: Window,
        first: Option<P::Move>,
    ) -> Result<Option<PathScore>, Stopped> {
        let ply = node.ply();
        let depth = plan.depth;
        let expected = self.memory.frames[ply].expected_cut || options.all_nodes;
        if depth < options.depth || !expected || !plan.calm {
            return Ok(None);
        }
        let reduced = depth - 1 - options.reduction.max(0);
        let skip = [first, None];
        let mut best = PathScore::from(window.beta);
        let mut cuts_needed = options.cuts.max(1);
        let mut moves_left = options.moves;
        let mut picker = self.memory.stacks.open(first, Stage::Quiet);
        while (1..=moves_left).contains(&cuts_needed)
            && let Some(mv) = self.next_move(&mut picker, node, depth, skip)
        {
            self.memory.try_move(node.pos(), ply, mv);
            let value = node.after(mv, |child| {
                self.expect_of_child(child);
                self.value_of_child::<false>(child, reduced, window)
            })?;
            moves_left -= 1;
            if value.score >= window.beta {
                cuts_needed -= 1;
                best.dependence = best.dependence.min(value.dependence);
            }
        }
        self.memory.stacks.close(&picker);
        Ok((cuts_needed == 0).then(|| best.seen_from(ply)))
    }

    /// The node's own value at another depth, without pruning or proof here.
    fn search_unpruned(
        &mut self,
        node: &mut Node<'_, P, E>,
        depth: i32,
        window: Window,
    ) -> Result<PathScore, Stopped> {
        let ply = node.ply();
        self.memory.frames[ply].nested = true;
        let value = self.search::<false>(node, depth, window);
        self.memory.frames[ply].nested = false;
        value
    }

    /// Step 9: a move to a position whose score in the table cuts off here, and that score, known
    /// before any move is searched.
    pub(super) fn enhanced_tt_cutoff(
        &mut self,
        node: &mut Node<'_, P, E>,
        depth: i32,
        window: Window,
    ) -> Option<(P::Move, PathScore)> {
        let picker = self.memory.stacks.open(None, Stage::Quiet);
        for stage in [Stage::Noisy, Stage::Quiet] {
            self.guide
                .candidates(node, stage, depth, &mut self.memory.stacks.moves);
        }
        let mut found = None;
        for i in self.memory.stacks.since(&picker) {
            let mv = self.memory.stacks.moves[i];
            if P::LAZY_LEGALITY && !node.pos().is_legal(mv) {
                continue;
            }
            let mut child = node.play(mv);
            // The table does not know repetitions.
            if self.game_over_value(&mut child).is_some() {
                continue;
            }
            let left = depth - 1 + self.extension(&mut child, mv, depth - 1, 0, 0);
            let Some(entry) = self
                .table
                .probe(child.pos().key())
                .filter(|&entry| self.is_deep_enough(entry, left))
            else {
                continue;
            };
            let score = Score::from_table(entry.score, child.ply());
            let ours = child.negamax(score);
            let answers = entry.bound.answers(score, child.negamax(window));
            if answers && ours >= window.beta && !self.guide.path_matters(&mut child) {
                found = Some((mv, ours.into()));
                break;
            }
        }
        self.memory.stacks.close(&picker);
        found
    }

    /// Step 6: whether the static evaluation has risen since this side's last turn, or the turn
    /// before if the last one had a threat to answer. Without an earlier evaluation it counts as
    /// risen.
    pub(super) fn is_improving(&mut self, node: &mut Node<'_, P, E>, plan: &mut Plan) -> bool {
        let ply = node.ply();
        let now = if plan.calm {
            Some(self.planned_eval(node, plan))
        } else {
            None
        };
        self.memory.frames[ply].static_eval = now;
        let Some(now) = now else {
            return false;
        };
        let earlier = if P::TURNS_ALTERNATE {
            let mut earlier = [2, 4]
                .into_iter()
                .filter_map(|back| self.memory.frames[ply.checked_sub(back)?].static_eval);
            earlier.next()
        } else {
            let turn = node.pos().turn();
            self.memory.set_turn(node.pos(), ply);
            let before = self.memory.frames[..ply].iter().rev();
            let mut own = before.filter(|frame| frame.turn == turn).take(2);
            own.find_map(|frame| frame.static_eval)
        };
        earlier.is_none_or(|before| now > before)
    }

    /// Step 12: whether quiet moves may be left out here, and how many moves late-move pruning
    /// leaves.
    pub(super) fn plan_pruning(&self, window: Window, plan: &mut Plan) {
        if self.guide.is_final(window.alpha) || !plan.calm {
            return;
        }
        plan.prunes = true;
        let depth = plan.depth;
        if let Some(late) = self.options.late_pruning.filter(|late| depth <= late.depth) {
            let more = late.per_depth_squared.saturating_mul(depth * depth);
            let moves = late.moves.saturating_add(more);
            let halved = self.options.improving && !plan.improving;
            plan.lmp_limit = if halved { moves / 2 } else { moves }.max(1);
        }
    }

    /// Step 14: whether futility, history or exchange pruning leaves out a quiet move with that
    /// `history`, which would be reduced by `reduction` plies.
    #[inline(never)]
    pub(super) fn is_futile(
        &mut self,
        node: &mut Node<'_, P, E>,
        mv: P::Move,
        window: Window,
        plan: &mut Plan,
        reduction: i32,
        history: i32,
    ) -> bool {
        let depth = (plan.depth - reduction).max(1);
        if let Some(margin) = self.options.futility
            && depth <= margin.depth
            && self.planned_eval(node, plan) + self.margin(margin, depth) <= window.alpha
        {
            let deepest = plan.depth.max(1);
            if deepest <= margin.depth
                && self.planned_eval(node, plan) + self.margin(margin, deepest) <= window.alpha
            {
                // So would be any other, however little it was reduced.
                plan.lmp_limit = 0;
            }
            return true;
        }
        if let Some(pruning) = self.options.history_pruning
            && depth <= pruning.depth
            && history < -pruning.per_ply * depth
        {
            return true;
        }
        if let Some(pruning) = self.options.exchange_pruning
            && depth <= pruning.depth
        {
            let margin = pruning.per_depth_squared.saturating_mul(depth * depth);
            let margin = self.options.margin(margin);
            return self.guide.exchange_loses(node, mv, margin);
        }
        false
    }

    /// A child of an expected cut node is an expected all node, and the other way round: where the
    /// turn has passed.
    #[inline]
    pub(super) fn expect_of_child(&mut self, child: &Node<'_, P, E>) {
        if self.techniques.expected_cuts {
            let ply = child.ply();
            let parent = self.memory.frames[ply - 1].expected_cut;
            self.memory.frames[ply].expected_cut = parent != child.turn_passed();
        }
    }

    /// Whether the static evaluation can be trusted: there is no threat that must be answered.
    #[inline]
    pub(super) fn is_calm(&mut self, node: &mut Node<'_, P, E>) -> bool {
        self.guide.horizon(node, 0) == Horizon::StandPat
    }

    /// The static evaluation, computed once a node.
    #[inline]
    pub(super) fn planned_eval(&mut self, node: &mut Node<'_, P, E>, plan: &mut Plan) -> Score {
        if let Some(score) = plan.static_eval {
            return score;
        }
        let score = self.static_eval(node, &mut plan.eval);
        plan.static_eval = Some(score);
        score
    }

    /// The static evaluation: the evaluator's score, which `eval` holds in the table's form once it
    /// is known, corrected by what searches have found.
    #[inline]
    pub(super) fn static_eval(&mut self, node: &mut Node<'_, P, E>, eval: &mut i16) -> Score {
        let ply = node.ply();
        if *eval == Entry::NO_EVAL {
            *eval = self.evaluate(node).to_table(ply);
        }
        let score = Score::from_table(*eval, ply);
        if self.options.correction && !self.guide.is_final(score) {
            let structure = self.guide.structure(node);
            let correction = self.memory.corrections.get(node.pos().turn(), structure);
            return (score + correction).clamp(-Score::MAX_EVAL, Score::MAX_EVAL);
        }
        score
    }

    /// Updates correction history by the difference between the node's `value`, which is `bound`,
    /// and its static evaluation.
    pub(super) fn learn_correction(
        &mut self,
        node: &mut Node<'_, P, E>,
        plan: &Plan,
        value: Score,
        bound: Bound,
    ) {
        if plan.eval == Entry::NO_EVAL || self.guide.is_final(value) || !plan.calm {
            return;
        }
        let ply = node.ply();
        let error = value.get() - Score::from_table(plan.eval, ply).get();
        // A bound that the evaluation already satisfies teaches nothing.
        let teaches = match bound {
            Bound::Exact => true,
            Bound::Lower => error > 0,
            Bound::Upper => error < 0,
            Bound::None => false,
        };
        if teaches {
            let structure = self.guide.structure(node);
            let most = self.options.margin(CORRECTION);
            let turn = node.pos().turn();
            self.memory
                .corrections
                .learn(turn, structure, error, plan.depth, most);
        }
    }

    /// The evaluator's score, from the cache where there is one.
    #[inline]
    pub(super) fn evaluate(&mut self, node: &mut Node<'_, P, E>) -> Score {
        self.stats.evaluations += 1;
        if self.options.score_cache == 0 {
            return node.evaluate();
        }
        let key = node.pos().key();
        let (score, known) = self.memory.evals.score(key, || node.evaluate());
        self.stats.known_evaluations += u64::from(known);
        score
    }

    /// `margin` with `depth` left, as a score.
    #[inline]
    fn margin(&self, margin: Margin, depth: i32) -> i32 {
        self.options.margin(margin.per_ply.saturating_mul(depth))
    }
}
