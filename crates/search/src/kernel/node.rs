//! One node of the search, its steps numbered.

use super::memory::Frame;
use super::{Kernel, MAX_PLY};
use crate::table::Entry;
use crate::{Bound, Guide, MoveKind, NodeState, PathScore, Proof, Stage, Stopped};
use game_core::{Evaluator, Node, Position, Score, Window};

/// How a node's moves are to be searched.
#[derive(Default)]
pub(super) struct Plan {
    /// The depth left.
    pub(super) depth: i32,
    /// The evaluator's score in the table's form, if it is known.
    pub(super) eval: i16,
    /// The static evaluation, that score corrected, if it is known.
    pub(super) static_eval: Option<Score>,
    /// The static evaluation can be trusted: there is no threat that must be answered.
    pub(super) calm: bool,
    /// The static evaluation has risen since this side's last turn.
    pub(super) improving: bool,
    /// The table's move is noisy.
    pub(super) noisy_first: bool,
    /// Plies by which the table's move is searched deeper: it is better than its rivals by a
    /// margin. Less deeply, if negative: they are good too.
    pub(super) singular: i32,
    /// There is one move only.
    pub(super) only_move: bool,
    /// Quiet moves may be left out.
    pub(super) prunes: bool,
    /// All of them are once this many moves have been searched.
    pub(super) lmp_limit: i32,
}

impl<P: Position, E: Evaluator<P>, G: Guide<P, E>> Kernel<'_, P, E, G> {
    /// The value of `node`, below the root, searched to `depth`: exact inside `window`, else a
    /// bound, the best one seen (fail-soft) or the window's edge (fail-hard).
    ///
    /// Without `PV` the window is null.
    #[inline(always)]
    pub(super) fn search<const PV: bool>(
        &mut self,
        node: &mut Node<'_, P, E>,
        depth: i32,
        window: Window,
    ) -> Result<PathScore, Stopped> {
        // Most nodes are leaves. They branch off before the call, since the stack frame of an inner
        // node is large.
        if depth <= 0 || node.ply() >= MAX_PLY {
            return self.quiesce(node, 0, window);
        }
        let value = self.search_node::<PV>(node, depth, window)?;
        Ok(if self.options.fail_hard {
            value.within(window)
        } else {
            value
        })
    }

    fn search_node<const PV: bool>(
        &mut self,
        node: &mut Node<'_, P, E>,
        depth: i32,
        mut window: Window,
    ) -> Result<PathScore, Stopped> {
        // Step 1. Count the node; stop where the budget is spent.
        self.budget.spend()?;

        // Step 2. The game is over, on the board or by its path (repetition).
        if let Some(value) = self.game_over_value(node) {
            return Ok(value);
        }

        // Step 3. Transposition table. A scout's few full windows are searched all the same, for
        // the sake of their variations.
        let ply = node.ply();
        self.memory.frames[ply + 2].cutoffs = 0;
        let Frame {
            excluded, nested, ..
        } = self.memory.frames[ply];
        let entry = if excluded.is_none() {
            self.tt_probe(node.pos(), depth)
        } else {
            None
        };
        if let Some(entry) = entry
            && !(PV && self.techniques.scout)
            && let Some(value) = self.tt_cutoff(node, entry, depth, window)
        {
            return Ok(value);
        }
        let mut hint = entry.map_or(Entry::NO_MOVE, |e| e.mv);

        // Step 4. The guide's proof: threat search, endgame solver, tables.
        if self.options.prove
            && excluded.is_none()
            && !nested
            && let Some(proof) = self.guide.prove(node, depth, window, &mut self.budget)?
        {
            if proof.bound.answers(proof.score, window) {
                self.tt_store_proof(node, proof);
                if PV && let Some(best) = proof.best {
                    self.memory.frames[ply].pv.push(best);
                }
                return Ok(proof.score.into());
            }
            hint = proof.best.map_or(hint, |best| node.pos().pack(best));
        }

        // Step 5. The move to try first, checked: the table may be of another position.
        let playable = |mv: &P::Move| node.pos().is_legal(*mv) && Some(*mv) != excluded;
        let known = (hint != Entry::NO_MOVE).then_some(hint);
        let table_move = known
            .and_then(|hint| node.pos().unpack(hint))
            .filter(playable);

        // Steps 6 to 12. What may end the node, or change how its moves are searched.
        let mut plan = Plan {
            depth,
            eval: entry.map_or(Entry::NO_EVAL, |e| e.eval),
            lmp_limit: i32::MAX,
            ..Plan::default()
        };
        if (self.techniques.before_moves || G::PRUNES)
            && let Some(value) =
                self.before_moves::<PV>(node, window, entry, table_move, &mut plan)?
        {
            return Ok(value);
        }
        let depth = plan.depth;

        // Step 13. Loop over the moves until one cuts off.
        let original = window;
        let mut best = PathScore::from(-Score::INFINITE);
        let mut best_move = None;
        let mut searched = 0;
        let mut skipped = false;
        let mut picker = match self.options.preselection {
            Some(options) if ply < options.plies as usize && depth > 1 && excluded.is_none() => {
                self.preselect(node, options, table_move, depth)?
            }
            _ => self.memory.stacks.open(table_move, Stage::Quiet),
        };
        let skip = [picker.first, excluded];
        // Nothing is left out while every move searched loses by force, or by what the rules
        // forbid: a forced end must be one.
        let mut limit = i32::MAX;
        let mut prunes = false;
        let state = G::PRUNES.then(|| self.node_state::<PV>(node, window, &mut plan));
        loop {
            if searched >= limit {
                break;
            }
            let Some(mv) = self.next_candidate(&mut picker, node, depth, skip) else {
                break;
            };

            // Step 14. Late-move reduction, and moves left out.
            let late =
                depth >= self.techniques.lmr_min_depth && searched >= self.techniques.lmr_min_moves;
            let mut reduction = 0;
            if late || prunes {
                if prunes && searched >= plan.lmp_limit && !picker.is_noisy() {
                    skipped = true;
                    break;
                }
                let Some(plies) =
                    self.late_move::<PV>(node, mv, searched, window, &mut plan, prunes)
                else {
                    skipped = true;
                    continue;
                };
                reduction = plies;
            }
            if let Some(state) = state {
                let state = NodeState { window, ..state };
                match self.guide.reduce(node, mv, searched, reduction, &state) {
                    Some(plies) => reduction = plies.max(0),
                    // Nothing is left out before there is a move that does not lose by force.
                    None if best.score > -Score::MAX_EVAL => {
                        skipped = true;
                        continue;
                    }
                    None => {}
                }
            }
            // Asked only now: most moves of most nodes are left out.
            if !Self::is_legal(&picker, node, mv) {
                continue;
            }

            // Step 15. Play the move, extend it, search the child, take it back.
            if self.techniques.reply_history {
                self.memory.try_move(node.pos(), ply, mv);
            }
            self.tt_prefetch(node.pos(), mv, depth - 1);
            let value = node.after(mv, |child| {
                let extension = if self.techniques.extensions {
                    let more = if searched == 0 { plan.singular } else { 0 };
                    let more = more + i32::from(plan.only_move);
                    self.extension(child, mv, depth - 1, reduction, more)
                } else {
                    0
                };
                let reduction = if extension == 0 { reduction } else { 0 };
                self.search_child::<PV>(child, depth - 1 + extension, reduction, searched, window)
            })?;
            searched += 1;

            // Step 16. A new best move; beyond beta it ends the loop.
            let dependence = best.dependence.min(value.dependence);
            if value.score > best.score {
                best.score = value.score;
                best_move = Some(mv);
                if value.score > -Score::MAX_EVAL {
                    limit = self.techniques.beam;
                    prunes = plan.prunes;
                }
                if value.score > window.alpha {
                    window.alpha = value.score;
                    if PV {
                        self.memory.update_pv(ply, mv);
                    }
                    if value.score >= window.beta {
                        // One move is enough to show this bound: the others' paths do not matter.
                        best.dependence = value.dependence;
                        self.memory.frames[ply].cutoffs += 1;
                        self.stats.cutoffs += 1;
                        self.stats.first_move_cutoffs += u64::from(searched == 1);
                        self.update_ordering(node, &picker, mv, depth);
                        break;
                    }
                }
            }
            best.dependence = dependence;
        }
        self.memory.stacks.close(&picker);

        // Step 17. No move to search: stalemate, or the excluded move was the only one.
        let Some(best_move) = best_move else {
            let value = if excluded.is_some() {
                window.alpha
            } else {
                node.terminal(node.pos().stuck())
            };
            return Ok(value.into());
        };
        if skipped && best.score < original.alpha {
            // The moves left out may be as good as alpha.
            best.score = original.alpha;
        }
        let best = best.seen_from(ply);

        // Step 18. Store the result.
        if excluded.is_none() {
            let bound = if self.options.path_scores.withholds(best) {
                Bound::None
            } else {
                Bound::of(best.score, original)
            };
            if self.options.correction
                && (best.score <= original.alpha
                    || self.guide.kind(node, best_move) == MoveKind::Quiet)
            {
                self.learn_correction(node, &plan, best.score, bound);
            }
            // Where every move failed low, the one that was good once is the better guess.
            let failed_low = best.score <= original.alpha;
            let mv = table_move.filter(|_| failed_low).unwrap_or(best_move);
            let entry = Entry {
                score: best.score.to_table(ply),
                eval: plan.eval,
                mv: node.pos().pack(mv),
                depth: Entry::searched(depth),
                bound,
            };
            self.tt_store(node.pos(), depth, entry);
        }
        Ok(best)
    }

    /// Steps 6 to 12: completes the `plan` of a node of which the table knows `entry`, or returns
    /// the value with which the node ends at once.
    // Kept out of the node, for the sake of the searches that go without.
    #[inline(never)]
    fn before_moves<const PV: bool>(
        &mut self,
        node: &mut Node<'_, P, E>,
        window: Window,
        entry: Option<Entry>,
        table_move: Option<P::Move>,
        plan: &mut Plan,
    ) -> Result<Option<PathScore>, Stopped> {
        let ply = node.ply();
        let whole = self.memory.frames[ply].excluded.is_none();

        // Step 6. Whether the static evaluation can be trusted, and has risen since this side's
        // last turn.
        plan.calm = self.is_calm(node);
        if self.techniques.improving {
            plan.improving = self.is_improving(node, plan);
        }

        // Step 7. Forward pruning: reverse futility, razoring, null move, ProbCut, multi-cut; then
        // the guide's own.
        if !PV
            && self.techniques.forward_pruning
            && let Some(value) = self.prune(node, window, table_move, plan)?
        {
            return Ok(Some(value));
        }
        if !PV && G::PRUNES && whole && !self.memory.frames[ply].nested {
            let state = self.node_state::<PV>(node, window, plan);
            if let Some(score) = self.guide.prune(node, &state) {
                return Ok(Some(score.into()));
            }
        }

        // Step 8. Internal iterative reduction.
        let reduces = |least: i32| plan.depth >= least.max(2);
        if table_move.is_none() && whole && self.options.internal_reduction.is_some_and(reduces) {
            plan.depth -= 1;
        }
        let depth = plan.depth;

        // Step 9. Enhanced transposition cutoff.
        let enhanced = |least: i32| depth >= least.max(2) && depth > self.techniques.tt_min_depth;
        if !(PV && self.techniques.scout)
            && whole
            && self.options.enhanced_cutoffs.is_some_and(enhanced)
            && let Some((mv, value)) = self.enhanced_tt_cutoff(node, depth, window)
        {
            self.stats.table_cutoffs += 1;
            let entry = Entry {
                score: value.score.to_table(ply),
                eval: plan.eval,
                mv: node.pos().pack(mv),
                depth: Entry::searched(depth),
                bound: Bound::Lower,
            };
            self.tt_store(node.pos(), depth, entry);
            return Ok(Some(value));
        }

        // Step 10. Singular extension.
        if let (Some(entry), Some(mv)) = (entry, table_move)
            && let Some(value) = self.singular::<PV>(node, entry, mv, window, plan)?
        {
            return Ok(Some(value));
        }

        plan.noisy_first = self.techniques.lmr.noisy_first != 0
            && table_move.is_some_and(|mv| self.guide.kind(node, mv) == MoveKind::Noisy);

        // Step 11. Single-reply extension.
        plan.only_move = self.options.single_reply && self.has_one_move(node, depth);

        // Step 12. Whether moves may be left out, and how many late-move pruning leaves.
        if !PV && self.techniques.quiet_pruning {
            self.plan_pruning(window, plan);
        }
        Ok(None)
    }

    /// What a pruning technique of the guide's may want to know.
    fn node_state<const PV: bool>(
        &mut self,
        node: &mut Node<'_, P, E>,
        window: Window,
        plan: &mut Plan,
    ) -> NodeState {
        NodeState {
            depth: plan.depth,
            window,
            static_eval: plan.calm.then(|| self.planned_eval(node, plan)),
            pv: PV,
        }
    }

    /// The value of `child` to its parent, which searches `window` and has `searched` that many moves
    /// before: reduced first, then with a null window, then with the full one.
    // Part of the loop over moves: kept out of it, it would cost a call a move.
    #[inline(always)]
    pub(super) fn search_child<const PV: bool>(
        &mut self,
        child: &mut Node<'_, P, E>,
        depth: i32,
        reduction: i32,
        searched: i32,
        window: Window,
    ) -> Result<PathScore, Stopped> {
        let ply = child.ply();
        if PV {
            self.memory.frames[ply].pv.clear();
        }
        if reduction > 0 {
            self.memory.frames[ply].expected_cut = child.turn_passed();
            let value = self.value_of_child::<false>(child, depth - reduction, window.scout())?;
            if value.score <= window.alpha {
                return Ok(value);
            }
        }
        if self.techniques.expected_cuts {
            self.expect_of_child(child);
            self.memory.frames[ply].expected_cut |= PV;
        }
        if PV && self.techniques.scout && searched > 0 {
            let value = self.value_of_child::<false>(child, depth, window.scout())?;
            let fails_high = value.score >= window.beta && !self.techniques.verified_fail_highs;
            if value.score <= window.alpha || fails_high {
                return Ok(value);
            }
        }
        self.value_of_child::<PV>(child, depth, window)
    }

    /// The value of `child`, searched to `depth`, to its parent, which searches `window`.
    #[inline(always)]
    pub(super) fn value_of_child<const PV: bool>(
        &mut self,
        child: &mut Node<'_, P, E>,
        depth: i32,
        window: Window,
    ) -> Result<PathScore, Stopped> {
        let value = self.search::<PV>(child, depth, child.negamax(window))?;
        Ok(child.negamax(value))
    }

    /// The value of a node that needs no search: the game is over, on the board or by its path.
    #[inline]
    pub(super) fn game_over_value(&mut self, node: &mut Node<'_, P, E>) -> Option<PathScore> {
        if let Some(outcome) = node.pos().decided() {
            return Some(node.terminal(outcome).into());
        }
        self.guide
            .path_verdict(node)
            .filter(|&verdict| self.options.path_scores.accepts(verdict))
    }

    /// Step 14: the plies by which `mv`, about to be played after `searched` others, is first
    /// searched less deeply; `None` leaves it out.
    #[inline]
    fn late_move<const PV: bool>(
        &mut self,
        node: &mut Node<'_, P, E>,
        mv: P::Move,
        searched: i32,
        window: Window,
        plan: &mut Plan,
        prunes: bool,
    ) -> Option<i32> {
        if self.guide.kind(node, mv) != MoveKind::Quiet {
            return Some(0);
        }
        let history = if self.techniques.move_history {
            let memory = &self.memory;
            let context = &memory.frames[node.ply()].context;
            memory.history.score(node.pos(), mv, context)
        } else {
            0
        };
        let reduction = self.reduction::<PV>(node, plan, searched, history);
        if prunes && self.is_futile(node, mv, window, plan, reduction, history) {
            return None;
        }
        Some(reduction)
    }

    /// Plies by which a quiet move with that `history`, after `searched` others, is first searched
    /// less deeply.
    #[inline]
    pub(super) fn reduction<const PV: bool>(
        &self,
        node: &Node<'_, P, E>,
        plan: &Plan,
        searched: i32,
        history: i32,
    ) -> i32 {
        let hundredths = self.memory.reductions.hundredths(plan.depth, searched);
        let lmr = &self.techniques.lmr;
        if hundredths == 0 || !self.techniques.lmr_terms {
            return hundredths / 100;
        }
        let cut_node = !PV && self.memory.frames[node.ply()].expected_cut;
        let refuted = self.memory.frames[node.ply() + 1].cutoffs > 2;
        let terms = if cut_node { lmr.cut_node } else { 0 }
            + if plan.improving { 0 } else { lmr.not_improving }
            + if refuted { lmr.refuted } else { 0 }
            + if plan.noisy_first { lmr.noisy_first } else { 0 }
            - if PV { lmr.pv } else { 0 }
            - (100 * history).checked_div(lmr.history).unwrap_or(0);
        ((hundredths + terms) / 100).max(0)
    }

    /// The extra plies for `mv`, which has led to `child` with `depth` plies left and the `reduction`
    /// of a late move, as far as the line may still grow; `more` plies are added to the guide's.
    #[inline]
    pub(super) fn extension(
        &mut self,
        child: &mut Node<'_, P, E>,
        mv: P::Move,
        depth: i32,
        reduction: i32,
        more: i32,
    ) -> i32 {
        let asked = if self.options.extensions {
            self.guide.extension(child, mv, reduction)
        } else {
            0
        };
        let wanted = asked + more;
        if wanted <= 0 {
            // Only the singular search asks for less depth, never the guide.
            return wanted.max(more.min(0));
        }
        wanted.clamp(0, self.max_extended_ply - child.ply() as i32 - depth)
    }

    /// Step 10: tests whether `mv`, the table's, is better than all its rivals by the margin of the
    /// singular extension: a search of half the depth without it fails low. Writes the extension
    /// into `plan`, or returns the value of a node in which another move is beyond beta too.
    fn singular<const PV: bool>(
        &mut self,
        node: &mut Node<'_, P, E>,
        entry: Entry,
        mv: P::Move,
        window: Window,
        plan: &mut Plan,
    ) -> Result<Option<PathScore>, Stopped> {
        let depth = plan.depth;
        let Some(options) = self
            .options
            .singular
            .filter(|options| depth >= options.depth)
        else {
            return Ok(None);
        };
        let ply = node.ply();
        let score = Score::from_table(entry.score, ply);
        let trusted = matches!(entry.bound, Bound::Lower | Bound::Exact)
            && i32::from(entry.depth) >= depth - 3;
        let nested = self.memory.frames[ply].excluded.is_some();
        if !trusted || nested || score.is_decisive() || node.pos().pack(mv) != entry.mv {
            return Ok(None);
        }
        let beta = score - self.options.margin(options.margin);
        self.memory.frames[ply].excluded = Some(mv);
        let rivals = self.search::<false>(node, depth / 2, Window::null(beta));
        self.memory.frames[ply].excluded = None;
        let rivals = rivals?;
        if rivals.score < beta {
            let by_far = !PV
                && options.double > 0
                && rivals.score < beta - self.options.margin(options.double);
            plan.singular = 1 + i32::from(by_far);
        } else if options.multi_cut && !PV && beta >= window.beta && !rivals.score.is_decisive() {
            return Ok(Some(rivals));
        } else if score >= window.beta {
            plan.singular = -options.negative.max(options.multi_cut.into());
        } else if !PV && self.memory.frames[ply].expected_cut {
            plan.singular = -(options.negative - 1).max(0);
        }
        Ok(None)
    }

    /// Whether there is one move to search only.
    fn has_one_move(&mut self, node: &mut Node<'_, P, E>, depth: i32) -> bool {
        let mut picker = self.memory.stacks.open(None, Stage::Quiet);
        let one = self
            .next_move(&mut picker, node, depth, [None; 2])
            .is_some()
            && self
                .next_move(&mut picker, node, depth, [None; 2])
                .is_none();
        self.memory.stacks.close(&picker);
        one
    }

    /// What the table knows of `pos`, probed with `depth` left.
    #[inline]
    pub(super) fn tt_probe(&mut self, pos: &P, depth: i32) -> Option<Entry> {
        if depth < self.techniques.tt_min_depth {
            return None;
        }
        let entry = self.table.probe(pos.key());
        self.stats.table_probes += 1;
        self.stats.table_hits += u64::from(entry.is_some());
        entry
    }

    /// Has the table look up the child that `mv` leads to, with `depth` left there, while it is
    /// played.
    #[inline]
    pub(super) fn tt_prefetch(&self, pos: &P, mv: P::Move, depth: i32) {
        if depth >= self.techniques.tt_min_depth
            && let Some(key) = pos.key_after(mv)
        {
            self.table.prefetch(key);
        }
    }

    /// Stores what is known of `pos`, searched with `depth` left.
    #[inline]
    pub(super) fn tt_store(&self, pos: &P, depth: i32, entry: Entry) {
        if depth >= self.techniques.tt_min_depth {
            self.table.store(pos.key(), entry);
        }
    }

    /// Stores a proof that has answered: it holds at any depth.
    pub(super) fn tt_store_proof(&mut self, node: &Node<'_, P, E>, proof: Proof<P::Move>) {
        self.stats.proofs += 1;
        let entry = Entry {
            score: proof.score.to_table(node.ply()),
            eval: Entry::NO_EVAL,
            mv: proof
                .best
                .map_or(Entry::NO_MOVE, |best| node.pos().pack(best)),
            depth: Entry::PROVEN as i8,
            bound: proof.bound,
        };
        self.tt_store(node.pos(), Entry::PROVEN, entry);
    }

    /// The score with which `entry` ends the search of `node` to `depth` at once, if it does.
    #[inline(always)]
    pub(super) fn tt_cutoff(
        &mut self,
        node: &mut Node<'_, P, E>,
        entry: Entry,
        depth: i32,
        window: Window,
    ) -> Option<PathScore> {
        if !self.is_deep_enough(entry, depth) {
            return None;
        }
        let score = Score::from_table(entry.score, node.ply());
        if !entry.bound.answers(score, window) || self.guide.path_matters(node) {
            return None;
        }
        self.stats.table_cutoffs += 1;
        Some(score.into())
    }

    /// Whether an entry may answer a search to `depth`.
    #[inline]
    pub(super) fn is_deep_enough(&self, entry: Entry, depth: i32) -> bool {
        let stored = i32::from(entry.depth);
        if self.options.equal_depth {
            stored == depth || stored == Entry::PROVEN
        } else {
            stored >= depth
        }
    }
}
