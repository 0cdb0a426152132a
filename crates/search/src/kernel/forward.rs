use super::Kernel;
use crate::table::Entry;
use crate::{
    Guide, Horizon, MultiCut, MultiProbCut, NullMove, PathScore, ProbCut, Slack, Stage, Stopped,
};
use game_core::{Evaluator, Node, Position, Score, Window};

/// Forward pruning: nodes outside the principal variation that are left before their moves are
/// searched.
impl<P: Position, E: Evaluator<P>, G: Guide<P, E>> Kernel<'_, P, E, G> {
    /// The value with which the node is left, if it is; `first` is the move to try first.
    ///
    /// `eval` is the static evaluation, if it is known, and becomes so where it is wanted.
    pub(super) fn prune(
        &mut self,
        line: &mut Node<'_, P, E>,
        depth: i32,
        window: Window,
        first: Option<P::Move>,
        eval: &mut i16,
    ) -> Result<Option<PathScore>, Stopped> {
        let frame = &self.memory.frames[line.ply()];
        // A decided game is not a matter of margins.
        if frame.nested || self.guide.is_final(window.beta) {
            return Ok(None);
        }
        if frame.excluded.is_none()
            && let Some(value) = self.by_eval(line, depth, window, eval)?
        {
            return Ok(Some(value));
        }
        if let Some(null) = self.options.null_move
            && let Some(value) = self.try_null(line, null, depth, window, eval)?
        {
            return Ok(Some(value));
        }
        if self.memory.frames[line.ply()].excluded.is_some() {
            return Ok(None);
        }
        for cut in self
            .options
            .prob_cuts
            .into_iter()
            .flatten()
            .filter(|cut| cut.foretells(depth))
        {
            if let Some(value) = self.foretell(line, cut, window, None)? {
                return Ok(Some(value));
            }
        }
        if let Some(multi) = self.options.multi_prob_cut
            && let Some(value) = self.heed_forecasts(line, multi, depth, window, eval)?
        {
            return Ok(Some(value));
        }
        match self.options.multi_cut {
            Some(multi) => self.try_several(line, multi, depth, window, first),
            None => Ok(None),
        }
    }

    /// Reverse futility and razoring: the evaluation is far outside the window, and near the
    /// horizon.
    fn by_eval(
        &mut self,
        line: &mut Node<'_, P, E>,
        depth: i32,
        window: Window,
        eval: &mut i16,
    ) -> Result<Option<PathScore>, Stopped> {
        let high = self
            .options
            .reverse_futility
            .filter(|slack| depth <= slack.depth);
        let low = self.options.razoring.filter(|slack| depth <= slack.depth);
        if high.is_none() && low.is_none() || !self.is_calm(line) {
            return Ok(None);
        }
        let opinion = self.opinion(line, eval);
        if let Some(slack) = high {
            let least = opinion - self.slack(slack, depth);
            if least >= window.beta && !self.guide.is_final(least) {
                return Ok(Some(least.into()));
            }
        }
        if let Some(slack) = low
            && opinion + self.slack(slack, depth) <= window.alpha
        {
            let value = self.quiesce(line, 0, window)?;
            return Ok((value.score <= window.alpha).then_some(value));
        }
        Ok(None)
    }

    /// The cutoff that even passing achieves: not at the root, never twice in a row, and never a
    /// proof.
    fn try_null(
        &mut self,
        line: &mut Node<'_, P, E>,
        options: NullMove,
        depth: i32,
        window: Window,
        eval: &mut i16,
    ) -> Result<Option<PathScore>, Stopped> {
        let ply = line.ply();
        if depth < options.depth || self.memory.frames[ply - 1].null {
            return Ok(None);
        }
        let Some(null) = self.guide.null_move(line) else {
            return Ok(None);
        };
        if self.opinion(line, eval) < window.beta {
            return Ok(None);
        }
        let less = depth - 1 - options.reduction_at(depth);
        self.memory.frames[ply].slot = line.pos().slot(null);
        self.memory.frames[ply].null = true;
        self.expect_below(ply);
        let reply = self.search::<false>(&mut line.play(null), less, window.flipped());
        self.memory.frames[ply].null = false;
        let mut value = (-reply?).seen_from(ply);
        if value.score < window.beta || value.score.is_decisive() {
            return Ok(None);
        }
        if options.verify.is_some_and(|least| depth >= least) {
            value = self.search_itself(line, less, window)?;
        }
        let cutoff = value.score >= window.beta;
        self.stats.null_cutoffs += u64::from(cutoff);
        Ok(cutoff.then_some(value))
    }

    /// ProbCut: what a shallower search of the node foretells. Of an evaluation, and how far astray
    /// it may be, nothing is asked that it contradicts.
    fn foretell(
        &mut self,
        line: &mut Node<'_, P, E>,
        cut: ProbCut,
        window: Window,
        evaluation: Option<(Score, i32)>,
    ) -> Result<Option<PathScore>, Stopped> {
        let (high, low) = cut.bounds(window.alpha, window.beta, self.options.unit);
        if let Some(high) =
            high.filter(|&high| evaluation.is_none_or(|(opinion, astray)| opinion + astray >= high))
        {
            let value = self.search_itself(line, cut.shallow, Window::null(high))?;
            if value.score >= high {
                return Ok(Some(PathScore {
                    score: window.beta,
                    ..value
                }));
            }
        }
        if let Some(low) =
            low.filter(|&low| evaluation.is_none_or(|(opinion, astray)| opinion - astray <= low))
        {
            let value = self.search_itself(line, cut.shallow, Window::null(low + 1))?;
            if value.score <= low {
                return Ok(Some(PathScore {
                    score: window.alpha,
                    ..value
                }));
            }
        }
        Ok(None)
    }

    /// Multi-ProbCut: what the guide's forecasts say, one after the other, of those that the
    /// evaluation does not contradict.
    fn heed_forecasts(
        &mut self,
        line: &mut Node<'_, P, E>,
        options: MultiProbCut,
        depth: i32,
        window: Window,
        eval: &mut i16,
    ) -> Result<Option<PathScore>, Stopped> {
        if depth < options.depth {
            return Ok(None);
        }
        for nth in 0.. {
            let Some(cut) = self.guide.forecast(line, depth, nth) else {
                break;
            };
            let cut = ProbCut {
                threshold: options.threshold,
                ..cut
            };
            if !cut.foretells(depth) {
                continue;
            }
            let evaluation = (
                self.opinion(line, eval),
                cut.doubt(options.gate, self.options.unit),
            );
            if let Some(value) = self.foretell(line, cut, window, Some(evaluation))? {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    /// Multi-cut: the cutoff that several moves promise.
    fn try_several(
        &mut self,
        line: &mut Node<'_, P, E>,
        options: MultiCut,
        depth: i32,
        window: Window,
        first: Option<P::Move>,
    ) -> Result<Option<PathScore>, Stopped> {
        let ply = line.ply();
        let expected = self.memory.frames[ply].cut || options.all_nodes;
        if depth < options.depth || !expected || !self.is_calm(line) {
            return Ok(None);
        }
        let mut best = PathScore::from(window.beta);
        let mut wanted = options.cuts.max(1);
        let mut left = options.moves;
        let mut picker = self.memory.stacks.open(first, Stage::Quiet);
        while (1..=left).contains(&wanted)
            && let Some(mv) = self.next_move(&mut picker, line, depth, Self::left_out(first, None))
        {
            self.memory.frames[ply].slot = line.pos().slot(mv);
            self.expect_below(ply);
            let less = depth - 1 - options.reduction.max(0);
            let value = -self.search::<false>(&mut line.play(mv), less, window.flipped())?;
            left -= 1;
            if value.score >= window.beta {
                wanted -= 1;
                best.back_to = best.back_to.min(value.back_to);
            }
        }
        self.memory.stacks.close(&picker);
        Ok((wanted == 0).then(|| best.seen_from(ply)))
    }

    /// The node's own value at another depth, with nothing pruned here.
    fn search_itself(
        &mut self,
        line: &mut Node<'_, P, E>,
        depth: i32,
        window: Window,
    ) -> Result<PathScore, Stopped> {
        let ply = line.ply();
        self.memory.frames[ply].nested = true;
        let value = self.search::<false>(line, depth, window);
        self.memory.frames[ply].nested = false;
        value
    }

    /// Where a cutoff is expected, none is below, and the other way round.
    #[inline]
    pub(super) fn expect_below(&mut self, ply: usize) {
        if self.expects {
            self.memory.frames[ply + 1].cut = !self.memory.frames[ply].cut;
        }
    }

    /// Whether the evaluation can be believed: no threat must be answered.
    #[inline]
    pub(super) fn is_calm(&mut self, line: &mut Node<'_, P, E>) -> bool {
        self.guide.horizon(line, 0) == Horizon::StandPat
    }

    /// The static evaluation, worked out once.
    #[inline]
    pub(super) fn opinion(&mut self, line: &mut Node<'_, P, E>, eval: &mut i16) -> Score {
        let ply = line.ply();
        if *eval == Entry::NO_EVAL {
            *eval = self.evaluate(line).to_table(ply);
        }
        Score::from_table(*eval, ply)
    }

    /// What the evaluation may be wrong by with `depth` left, as a score.
    #[inline]
    pub(super) fn slack(&self, slack: Slack, depth: i32) -> i32 {
        self.options.margin(slack.a_ply.saturating_mul(depth))
    }
}
