//! The root: its moves, and the question that each algorithm asks about them.

use super::Kernel;
use super::node::Plan;
use crate::table::Entry;
use crate::{Algorithm, Bound, Guide, MoveKind, Options, Proof, Request, Stopped, Variation};
use game_core::{Evaluator, Node, Position, Score, Window};
use std::cmp::Reverse;

/// A move to be compared at the root.
#[derive(Clone, Debug)]
pub(crate) struct Root<M> {
    /// The move, and what is known of it.
    pub(crate) line: Variation<M>,
    /// Positions visited below it.
    pub(crate) nodes: u64,
}

impl<M: Copy> Root<M> {
    #[inline]
    pub(crate) fn mv(&self) -> M {
        self.line.moves[0]
    }
}

/// All of them, best first as far as is known.
pub(crate) struct Roots<M> {
    pub(crate) moves: Vec<Root<M>>,
    /// They are all that the guide would try here, so that their best value is the root's.
    pub(crate) whole: bool,
}

impl<P: Position, E: Evaluator<P>, G: Guide<P, E>> Kernel<'_, P, E, G> {
    /// Chooses among the `legal` moves: those that `request` names, or else those that the guide
    /// finds worth a look.
    pub(crate) fn roots(
        &mut self,
        node: &mut Node<'_, P, E>,
        request: &Request<'_, P>,
        legal: &[P::Move],
    ) -> Roots<P::Move> {
        let mut moves = Vec::new();
        let deepest = request.limits.deepest();
        let mut deferred = Vec::new();
        self.guide
            .all_candidates(node, deepest, &mut moves, &mut deferred);
        moves.retain(|mv| legal.contains(mv));
        let all = moves.len();
        moves.retain(|mv| request.allows(mv));
        let whole = all > 0 && moves.len() == all && request.only.is_empty();
        if !request.only.is_empty() || moves.is_empty() {
            // What is asked for by name need not please the guide.
            moves = legal
                .iter()
                .copied()
                .filter(|mv| request.allows(mv))
                .collect();
        }

        let pos = node.pos();
        let mut ranks = Vec::new();
        let context = self.memory.context(pos, 0);
        self.memory
            .history
            .rank(pos, &moves, &context, &[None; 2], &mut ranks);
        self.guide.rank(node, &moves, &mut ranks);
        let known = self
            .tt_probe(node.pos(), deepest)
            .and_then(|entry| node.pos().unpack(entry.mv));
        let mut ranked: Vec<_> = moves.into_iter().zip(ranks).collect();
        ranked
            .sort_by_key(|&(mv, rank)| (Some(mv) != known, deferred.contains(&mv), Reverse(rank)));
        let root = |(mv, _)| Root {
            line: Variation::unknown(mv),
            nodes: 0,
        };
        Roots {
            moves: ranked.into_iter().map(root).collect(),
            whole,
        }
    }

    /// Whether the guide knows what to play; either way its move comes to the front.
    pub(crate) fn prove_root(
        &mut self,
        node: &mut Node<'_, P, E>,
        roots: &mut [Root<P::Move>],
        depth: i32,
    ) -> Result<bool, Stopped> {
        if !self.options.prove {
            return Ok(false);
        }
        let Some(Proof {
            score,
            bound,
            best: Some(best),
        }) = self
            .guide
            .prove(node, depth, Window::FULL, &mut self.budget)?
        else {
            return Ok(false);
        };
        let Some(at) = roots.iter().position(|root| root.mv() == best) else {
            return Ok(false);
        };
        roots[..=at].rotate_right(1);
        let proven = bound == Bound::Exact || bound == Bound::Lower && score > Score::MAX_EVAL;
        if proven {
            (roots[0].line.score, roots[0].line.bound) = (score, bound);
            self.tt_store_proof(
                node,
                Proof {
                    score,
                    bound,
                    best: Some(best),
                },
            );
            self.extend_pv(node, &mut roots[0].line, depth);
        }
        // Where a win is looked for, a longer one is no answer yet.
        Ok(proven && (self.goal == Score::INFINITE || score >= self.goal))
    }

    /// Whether the guide's own solver has answered in place of the iteration of `depth`: its move
    /// is in front then, with what it is worth.
    ///
    /// # Errors
    /// If the budget was spent, and there is no answer.
    pub(crate) fn finish(
        &mut self,
        node: &mut Node<'_, P, E>,
        roots: &mut [Root<P::Move>],
        depth: i32,
        deepest: i32,
    ) -> Result<bool, Stopped> {
        let mut answer = None;
        let ended = self
            .guide
            .finish(node, depth, deepest, &mut self.budget, &mut answer);
        let known = answer.and_then(|proof| {
            Some((
                proof,
                roots
                    .iter()
                    .position(|root| Some(root.mv()) == proof.best)?,
            ))
        });
        let Some((proof, at)) = known else {
            return ended.map(|()| false);
        };
        roots[..=at].rotate_right(1);
        let root = &mut roots[0].line;
        root.moves.truncate(1);
        // An answer that is only likely is reported like an iteration's value, no proof either.
        (root.score, root.bound) = (proof.score, Bound::Exact);
        if proof.bound != Bound::None {
            self.tt_store_proof(node, proof);
        }
        let root = &mut roots[0].line;
        let mut after = node.pos().clone();
        after.play(root.moves[0]);
        if !over(&after) {
            self.extend_pv_by_proof(node, &mut root.moves, &mut after);
        }
        self.extend_pv(node, root, depth);
        Ok(true)
    }

    /// One iteration: leaves the best of `roots` in front, with its value and variation, as the
    /// algorithm asks for them.
    ///
    /// Earlier roots of a multi-PV search are not in `roots`; `whole` says that none are, and that
    /// all moves are.
    pub(crate) fn iterate(
        &mut self,
        node: &mut Node<'_, P, E>,
        roots: &mut [Root<P::Move>],
        depth: i32,
        whole: bool,
    ) -> Result<(), Stopped> {
        self.max_extended_ply = 2 * depth;
        let guess = roots[0].line.score;
        let kept = match self.options.preselection {
            Some(options) if options.plies > 0 && depth > 1 => {
                self.preselect_roots(node, options, roots, depth)?
            }
            _ => roots.len(),
        };
        let roots = &mut roots[..kept];
        let score = match self.options.algorithm {
            Algorithm::AlphaBeta | Algorithm::Pvs => {
                self.search_roots::<true>(node, roots, depth, Window::FULL, whole)?
            }
            Algorithm::Aspiration => self.aspiration_search(node, roots, depth, guess, whole)?,
            Algorithm::MtdF => {
                let guess = self.options.first_guess.score(guess);
                self.mtdf(node, roots, depth, guess, whole)?
            }
        };
        // A win that is near enough ends the comparison before the others have been asked for a
        // nearer one.
        let bound = if score >= self.goal {
            Bound::Lower
        } else {
            Bound::Exact
        };
        (roots[0].line.score, roots[0].line.bound) = (score, bound);
        self.extend_pv(node, &mut roots[0].line, depth);
        Ok(())
    }

    /// Aspiration: a small window around the last value; the side that fails is widened.
    fn aspiration_search(
        &mut self,
        node: &mut Node<'_, P, E>,
        roots: &mut [Root<P::Move>],
        depth: i32,
        guess: Score,
        whole: bool,
    ) -> Result<Score, Stopped> {
        let mut delta = self.options.margin(self.options.aspiration);
        let mut window = if depth < 3 || guess.is_decisive() {
            Window::FULL
        } else {
            Window::around(guess, delta)
        };
        loop {
            let score = self.search_roots::<true>(node, roots, depth, window, whole)?;
            if score >= self.goal {
                return Ok(score);
            }
            delta = (delta * 4).min(Options::WIDEST);
            if score <= window.alpha && window.alpha > Window::FULL.alpha {
                window.alpha = score - delta;
            } else if score >= window.beta && window.beta < Window::FULL.beta {
                window.beta = score + delta;
            } else {
                return Ok(score);
            }
        }
    }

    /// MTD(f): converges on the value with null windows, the first at `guess`.
    fn mtdf(
        &mut self,
        node: &mut Node<'_, P, E>,
        roots: &mut [Root<P::Move>],
        depth: i32,
        mut guess: Score,
        whole: bool,
    ) -> Result<Score, Stopped> {
        let Window {
            alpha: mut lower,
            beta: mut upper,
        } = Window::FULL;
        while lower < upper && lower < self.goal {
            let beta = if guess == lower { guess + 1 } else { guess }.min(self.goal);
            guess = self.search_roots::<false>(node, roots, depth, Window::null(beta), whole)?;
            if guess < beta {
                upper = guess
            } else {
                lower = guess
            }
        }
        Ok(guess)
    }

    /// The value of the best of `roots`, as [`search`](Kernel::search) below the root.
    fn search_roots<const PV: bool>(
        &mut self,
        node: &mut Node<'_, P, E>,
        roots: &mut [Root<P::Move>],
        depth: i32,
        mut window: Window,
        whole: bool,
    ) -> Result<Score, Stopped> {
        self.budget.spend()?;
        let original = window;
        let mut best = -Score::INFINITE;
        let mut tainted = false;
        for i in 0..roots.len() {
            let mv = roots[i].mv();
            let before = self.budget.nodes();
            self.memory.try_move(node.pos(), 0, mv);
            let reduction = self.root_reduction::<PV>(node, mv, depth, i as i32);
            let value = node.after(mv, |child| {
                let extension = self.extension(child, mv, depth - 1, reduction, 0);
                let reduction = if extension == 0 { reduction } else { 0 };
                self.search_child::<PV>(child, depth - 1 + extension, reduction, i as i32, window)
            });
            roots[i].nodes += self.budget.nodes() - before;
            let value = value?;
            tainted |= self.options.path_scores.withholds(value.seen_from(0));
            best = best.max(value.score);
            if value.score > window.alpha {
                window.alpha = value.score;
                // In front at once, so that a search stopped here plays it.
                roots[..=i].rotate_right(1);
                let line = &mut roots[0].line;
                if PV {
                    self.memory.update_pv(0, mv);
                    line.moves.clone_from(&self.memory.frames[0].pv);
                } else {
                    line.moves.truncate(1);
                }
                (line.score, line.bound) = (value.score, Bound::of(value.score, original));
                if value.score >= window.beta || value.score >= self.goal {
                    break;
                }
            }
        }
        if whole {
            let bound = match Bound::of(best, original) {
                _ if tainted => Bound::None,
                Bound::Exact if best >= self.goal => Bound::Lower,
                bound => bound,
            };
            let score = best.to_table(0);
            let mv = node.pos().pack(roots[0].mv());
            self.tt_store(
                node.pos(),
                depth,
                Entry {
                    score,
                    eval: Entry::NO_EVAL,
                    mv,
                    depth: Entry::searched(depth),
                    bound,
                },
            );
        }
        Ok(best)
    }

    /// Step 14 of a node at the root, where nothing is left out: the plies by which `mv`, after
    /// `searched` others, is first searched less deeply.
    fn root_reduction<const PV: bool>(
        &mut self,
        node: &mut Node<'_, P, E>,
        mv: P::Move,
        depth: i32,
        searched: i32,
    ) -> i32 {
        let late = self.techniques.lmr.root
            && depth >= self.techniques.lmr_min_depth
            && searched >= self.techniques.lmr_min_moves;
        if !late || self.guide.kind(node, mv) != MoveKind::Quiet {
            return 0;
        }
        let plan = Plan {
            depth,
            improving: true,
            ..Plan::default()
        };
        let history = if self.techniques.move_history {
            let context = self.memory.context(node.pos(), 0);
            self.memory.history.score(node.pos(), mv, &context)
        } else {
            0
        };
        self.reduction::<PV>(node, &plan, searched, history)
    }

    /// Extends a variation that a null window, the table or a proof has cut short, by what the
    /// table and the guide know.
    ///
    /// Every move is legal, and the table's end at `depth`, so that a cycle in it does no harm.
    fn extend_pv(&mut self, node: &mut Node<'_, P, E>, root: &mut Variation<P::Move>, depth: i32) {
        let mut pos = node.pos().clone();
        for &mv in &root.moves {
            pos.play(mv);
        }
        // A draw may be the game's or the evaluator's.
        let proved =
            self.options.prove && (root.score == Score::DRAW || self.guide.is_final(root.score));
        let to_come = root
            .score
            .plies_to_end()
            .unwrap_or_default()
            .max(depth as usize);
        // What is proved is surer than the table, in which the move of a bound need not be the
        // best.
        if proved && root.moves.len() < to_come && !over(&pos) {
            self.extend_pv_by_proof(node, &mut root.moves, &mut pos);
        }
        while self.options.table && (root.moves.len() as i32) < depth && !over(&pos) {
            let Some(mv) = self
                .table
                .probe(pos.key())
                .and_then(|entry| legal(&pos, entry.mv))
            else {
                break;
            };
            root.moves.push(mv);
            pos.play(mv);
        }
        if proved && root.moves.len() < to_come && !over(&pos) {
            self.extend_pv_by_proof(node, &mut root.moves, &mut pos);
        }
    }

    /// Adds to `moves`, which lead to `pos`, the rest of the proof found there, or of the one that
    /// the last move is from.
    fn extend_pv_by_proof(
        &mut self,
        node: &mut Node<'_, P, E>,
        moves: &mut Vec<P::Move>,
        pos: &mut P,
    ) {
        let mut proof = Vec::new();
        for from in [moves.len(), moves.len() - 1] {
            proof.clear();
            // If there is no time to show it, it is true all the same.
            self.proof_after(node, &moves[..from], &mut proof)
                .unwrap_or_default();
            if let Some(rest) = proof.strip_prefix(&moves[from..])
                && !rest.is_empty()
            {
                for &mv in rest {
                    if over(pos) || legal(pos, pos.pack(mv)) != Some(mv) {
                        break;
                    }
                    moves.push(mv);
                    pos.play(mv);
                }
                break;
            }
        }
    }

    /// The guide's proof after `moves`.
    fn proof_after(
        &mut self,
        node: &mut Node<'_, P, E>,
        moves: &[P::Move],
        rest: &mut Vec<P::Move>,
    ) -> Result<(), Stopped> {
        match moves.split_first() {
            Some((&mv, moves)) => self.proof_after(&mut node.play(mv), moves, rest),
            None => self.guide.proof_line(node, rest, &mut self.budget),
        }
    }
}

/// The legal move packed in `bits`, if there is one.
fn legal<P: Position>(pos: &P, bits: u16) -> Option<P::Move> {
    pos.unpack(bits).filter(|&mv| pos.is_legal(mv))
}

/// Whether the game ends here, as far as is known without looking for moves.
fn over<P: Position>(pos: &P) -> bool {
    pos.decided().is_some() || pos.adjudicate().is_some()
}
