use super::forecast::forecast;
use game_core::{Evaluator, Node, Position, Score, Window};
use othello_bitboard::kernel::{Kernel, Routine, SimdLevel};
use othello_bitboard::{Move, Othello};
use pattern_eval::othello::{DISC, WON, final_score, promise};
use search::{Bound, Budget, Guide, ProbCut, Proof, Stopped};
use solvers::othello::{Endgame, Selectivity, Solution};
use std::{cell::RefCell, ops::ControlFlow};

/// The guide of Othello: it orders moves as endgame solvers do, has the parameters of ProbCut, and
/// lets a solver finish the game where the search would reach its end.
///
/// Moves that leave fewer replies come first ("fastest first"), and corners before all.
///
/// ```
/// use engines::othello::OthelloGuide;
/// use pattern_eval::othello::{Handmade, final_margin};
/// use search::{AlphaBeta, Limits, Searcher};
/// let pos: othello_bitboard::Othello =
///     "OXOOOOO-OXXOXOO-OXOXOOOXOXOXOOOXOXXOOOOOOOOXXOXXOOXXXX---XXXXXX- X".parse()?;
/// let mut engine = AlphaBeta::new(Handmade::default()).guided_by(OthelloGuide::default());
/// let report = engine.think(&pos, Limits::depth(6));
/// // Six squares are empty: the solver has played to the end, and knows by how many discs.
/// assert_eq!(final_margin(report.score()), Some(4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct OthelloGuide {
    level: SimdLevel,
    /// The solver at leaves, built on first use: many games never need it.
    leaves: Option<Box<Endgame>>,
    /// The larger solver for the root.
    root: Option<Box<Endgame>>,
    /// The rest of the game after the solver answered for the root: keys of positions, and moves.
    foreseen: Vec<(u64, Move)>,
}

impl Default for OthelloGuide {
    fn default() -> Self {
        Self {
            level: SimdLevel::best(),
            leaves: None,
            root: None,
            foreseen: Vec::new(),
        }
    }
}

impl OthelloGuide {
    /// With this many empty squares or fewer the solver takes over from the search.
    const LEAVES: u32 = 12;
    /// The size of its table, small because a server may have many games: only the highest level
    /// needs another one.
    const LEAVES_BYTES: usize = 1 << 20;

    /// After a search of this depth there is a good answer, should the solver not finish.
    const FIRST: i32 = 10;
    /// Without limits the solver may spend the cost of a first answer with this many empty squares.
    const UNHURRIED: u32 = 24;
    /// Or this many times the nodes of the search so far, if that is more.
    const PATIENCE: f64 = 100.0;
    /// With more empty squares the solver is not used.
    const MOST: u32 = 30;
    /// The table of the solver at the root.
    const ROOT_BYTES: usize = 16 << 20;

    /// The most memory of the solvers of this many threads in searches no deeper than `depth`.
    pub(super) const fn bytes(depth: u32, threads: usize) -> usize {
        // Only the first thread finishes a search.
        let root = if depth <= Self::LEAVES {
            0
        } else {
            Self::ROOT_BYTES
        };
        threads * Self::LEAVES_BYTES + root
    }

    fn leaves(&mut self) -> &mut Endgame {
        self.leaves
            .get_or_insert_with(|| Box::new(Endgame::with_bytes(Self::LEAVES_BYTES)))
    }

    /// A rough upper estimate of the nodes for the first, probable answer.
    fn cost(empties: u32) -> f64 {
        1e6 * 1.8_f64.powi(empties as i32 - 20)
    }

    /// How many nodes the solver can visit within the rest of the budget, from the speed of the
    /// search so far.
    fn affordable(budget: &mut Budget<'_>) -> f64 {
        const FASTER: f64 = 6.0;
        let (left, time) = budget.left();
        let nodes = budget.nodes() as f64;
        // A search that has just begun has no speed yet.
        let speed = (nodes / budget.elapsed().as_secs_f64().max(1e-6)).max(1e6);
        let unhurried = Self::cost(Self::UNHURRIED).max(Self::PATIENCE * nodes);
        let in_time = time.map_or(unhurried, |time| time.as_secs_f64() * speed * FASTER);
        left.map_or(in_time, |left| in_time.min(left as f64))
    }
}

/// Ranks moves by the mobility they leave. Compiled for the processor's features, since it runs for
/// every move of half of all nodes.
struct Ranking<'a> {
    moves: &'a [Move],
    ranks: &'a mut [i32],
}

impl Ranking<'_> {
    /// The rank of one reply: as much as a strong history.
    const REPLY: i32 = 1 << 10;
}

impl Routine<()> for Ranking<'_> {
    type Output = ();

    /// The rank by the number of replies; a reply in a corner counts twice.
    #[inline(always)]
    fn run<K: Kernel>(&mut self, kernel: K, own: u64, opp: u64, (): ()) {
        for (mv, rank) in self.moves.iter().zip(&mut *self.ranks) {
            let Some(square) = mv.square() else { continue };
            let flipped = kernel.flips(square, own, opp);
            let replies = kernel.moves(opp ^ flipped, own ^ flipped | square.bit());
            *rank += promise(square, replies) * Self::REPLY;
        }
    }
}

/// The greatest final margin worth at most `score`, -65 if there is none.
fn floor(score: Score) -> i32 {
    match score.get() {
        lost @ ..0 => (lost + WON).div_euclid(DISC).clamp(-65, -1),
        value => ((value - WON) / DISC).clamp(0, 64),
    }
}

/// The least final margin worth at least `score`, 65 if there is none.
fn ceil(score: Score) -> i32 {
    -floor(-score)
}

impl<E: Evaluator<Othello>> Guide<Othello, E> for OthelloGuide {
    fn new_search(&mut self) {
        for solver in [&mut self.leaves, &mut self.root].into_iter().flatten() {
            solver.forget();
        }
        self.foreseen.clear();
    }

    #[inline]
    fn rank(&mut self, line: &mut Node<'_, Othello, E>, moves: &[Move], ranks: &mut [i32]) {
        let pos = line.pos();
        self.level
            .call(&mut Ranking { moves, ranks }, pos.own(), pos.opp(), ());
    }

    #[inline]
    fn prob_cut(&mut self, line: &Node<'_, Othello, E>, depth: i32, nth: usize) -> Option<ProbCut> {
        if nth == 0 {
            forecast(line.pos().empty().count_ones(), depth)
        } else {
            None
        }
    }

    #[inline]
    fn is_final(&self, score: Score) -> bool {
        score.get().abs() >= WON
    }

    /// If the search is deep enough to reach the end of the game, the solver is faster.
    #[inline]
    fn prove(
        &mut self,
        line: &mut Node<'_, Othello, E>,
        depth: i32,
        window: Window,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Proof<Move>>, Stopped> {
        let empties = line.pos().empty().count_ones();
        // `finish` handles the root, within the rest of the budget.
        if empties > Self::LEAVES || depth < empties as i32 || line.ply() == 0 {
            return Ok(None);
        }
        let solver = self.leaves();
        let alpha = floor(window.alpha);
        let beta = ceil(window.beta);
        let mut spend = |nodes| budget.spend_many(nodes).is_ok();
        let found = solver
            .bound(line.pos(), alpha, beta, &mut spend)
            .ok_or(Stopped)?;
        let bound = if found.score <= alpha {
            Bound::Upper
        } else if found.score >= beta {
            Bound::Lower
        } else {
            Bound::Exact
        };
        Ok(Some(Proof {
            score: final_score(found.score),
            bound,
            best: found.best,
        }))
    }

    fn finish(
        &mut self,
        line: &mut Node<'_, Othello, E>,
        depth: i32,
        deepest: i32,
        budget: &mut Budget<'_>,
        answer: &mut Option<Proof<Move>>,
    ) -> Result<(), Stopped> {
        let empties = line.pos().empty().count_ones();
        if deepest < empties as i32 || empties > Self::MOST {
            return Ok(());
        }
        // The last squares are solved faster than an iteration.
        let small = empties <= Self::LEAVES;
        if !small && depth < Self::FIRST {
            return Ok(());
        }
        // A search to the end cannot be improved by a deeper one.
        if depth <= empties as i32 && Self::cost(empties) > Self::affordable(budget) {
            return Ok(());
        }
        budget.alone();
        let (solver, bytes) = if small {
            (&mut self.leaves, Self::LEAVES_BYTES)
        } else {
            (&mut self.root, Self::ROOT_BYTES)
        };
        let solver = solver.get_or_insert_with(|| Box::new(Endgame::with_bytes(bytes)));
        // Two closures use the budget.
        let budget = RefCell::new(budget);
        let foreseen = &mut self.foreseen;
        let spend = &mut |nodes| budget.borrow_mut().spend_many(nodes).is_ok();
        let found = |solution: &Solution| {
            let exact = solution.selectivity == Selectivity::Exact;
            // A score that is only probable is reported as an evaluation.
            let score = if exact {
                final_score(solution.score)
            } else {
                Score::eval(solution.score * DISC)
            };
            let bound = if exact { Bound::Exact } else { Bound::None };
            *answer = Some(Proof {
                score,
                bound,
                best: solution.best,
            });
            let mut pos = *line.pos();
            foreseen.clear();
            foreseen.extend(solution.line.iter().map(|&mv| {
                let key = pos.key();
                pos.play(mv);
                (key, mv)
            }));
            if budget.borrow().is_late() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        solver
            .refine_paid(line.pos(), spend, found)
            .map(drop)
            .map_err(|_| Stopped)
    }

    fn proof_line(
        &mut self,
        line: &mut Node<'_, Othello, E>,
        moves: &mut Vec<Move>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stopped> {
        let mut pos = *line.pos();
        let known = self.foreseen.iter().position(|&(key, _)| key == pos.key());
        if let Some(known) = known {
            moves.extend(self.foreseen[known..].iter().map(|&(_, mv)| mv));
            return Ok(());
        }
        if pos.empty().count_ones() > Self::LEAVES || line.ply() == 0 {
            return Ok(());
        }
        // At a leaf the solver returned only its best move: the rest of the line is solved move by
        // move, mostly from its table.
        let solver = self.leaves();
        let mut window = (-65, 65);
        let mut spend = |nodes| budget.spend_many(nodes).is_ok();
        while pos.outcome().is_none() {
            let found = solver
                .bound(&pos, window.0, window.1, &mut spend)
                .ok_or(Stopped)?;
            let Some(best) = found.best else { break };
            moves.push(best);
            pos.play(best);
            window = (-found.score - 1, -found.score + 1);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::Shipped;
    use super::*;
    use crate::{Wiring, othello::OthelloWiring};
    use pattern_eval::othello::final_margin;
    use search::{Algorithm, AlphaBeta, Control, Limits, Options, Request, Searcher};
    use solvers::othello::{Goal, SolveLimits};

    /// With this many empty squares, after moves by a rule of thumb; the seed chooses among them.
    fn late(empties: u32, seed: u64) -> Othello {
        let mut pos = Othello::START;
        let mut state = seed;
        let mut legal = Vec::new();
        loop {
            legal.clear();
            if pos.legal_moves(&mut legal).is_some() || pos.empty().count_ones() == empties {
                return pos;
            }
            state = game_core::zobrist::mix(state);
            pos.play(legal[(state % legal.len() as u64) as usize]);
        }
    }

    fn engine(options: Options) -> AlphaBeta<Othello, Shipped, OthelloGuide> {
        AlphaBeta::new(Shipped::trained())
            .guided_by(OthelloGuide::default())
            .with_options(options)
    }

    /// With only proofs enabled, the score of a search to the end is the solver's for every
    /// algorithm.
    #[test]
    fn a_search_to_the_end_finds_what_the_solver_finds() {
        let mut solver = Endgame::with_bytes(1 << 20);
        for (empties, seed) in (1..=13).flat_map(|empties| [(empties, 3), (empties, 4)]) {
            let pos = late(empties, seed);
            let solution = solver
                .solve(&pos, Goal::Margin, &SolveLimits::default())
                .expect("it has no limit");
            for algorithm in Algorithm::ALL {
                let options = Options::exact(algorithm).with_prove(true);
                // At the root alone, and below it alone: two variations cannot be finished at once.
                // Passes are plies, too.
                for (multi_pv, depth) in [(1, 60), (2, empties + 6)] {
                    let request = Request::new(&pos, Limits::depth(depth)).with_multi_pv(multi_pv);
                    let report = engine(options).search(&request, &Default::default(), &mut |_| {});
                    assert_eq!(
                        report.score(),
                        final_score(solution.score),
                        "{pos} {algorithm} {multi_pv}"
                    );
                    assert!(report.best().is_some() || solution.best.is_none());
                    for variation in report
                        .lines
                        .iter()
                        .filter(|variation| !variation.moves.is_empty())
                    {
                        let mut end = pos;
                        for &mv in &variation.moves {
                            end.play(mv);
                        }
                        let margin = if end.turn() == pos.turn() {
                            end.final_margin()
                        } else {
                            -end.final_margin()
                        };
                        let expected = (final_margin(variation.score), true);
                        assert_eq!(
                            (Some(margin), end.outcome().is_some()),
                            expected,
                            "{pos} {algorithm} {multi_pv}"
                        );
                    }
                }
            }
        }
    }

    /// A limit in plies is never exceeded.
    #[test]
    fn a_shallow_search_is_not_finished() {
        for (empties, depth) in [(12, 4), (9, 8), (14, 5)] {
            let pos = late(empties, 7);
            let [proving, plain] = [true, false].map(|prove| {
                let options = Options::exact(Algorithm::Pvs).with_prove(prove);
                let report = engine(options).think(&pos, Limits::depth(depth));
                (report.nodes, report.score(), report.best(), report.depth)
            });
            assert_eq!(proving, plain, "{pos}");
        }
    }

    /// A search without limits has a good answer early and improves it often, for a caller that
    /// stops it.
    #[test]
    fn an_answer_is_there_before_the_solver_is_asked() {
        for (empties, least) in [(20, 9), (28, 12)] {
            let pos = late(empties, 5);
            let control = Control::default();
            let mut depths = Vec::new();
            let report = engine(OthelloWiring::options(&())).search(
                &Request::new(&pos, Limits::none()),
                &control,
                &mut |report| {
                    depths.push(report.depth);
                    if report.depth == least {
                        control.stop();
                    }
                },
            );
            assert!(
                depths.contains(&1) && depths.contains(&least) && report.best().is_some(),
                "{empties}: {depths:?}"
            );
        }
    }

    /// A solver that does not finish within the limits does not exceed them, and the earlier answer
    /// stays.
    #[test]
    fn a_solve_within_limits_repeats() {
        for nodes in [1, 300, 5_000, 50_000] {
            let pos = late(18, 5);
            let reports = [0, 1]
                .map(|_| engine(OthelloWiring::options(&())).think(&pos, Limits::nodes(nodes)));
            assert!(
                reports[0].best().is_some() && reports[0].nodes <= nodes,
                "{nodes}"
            );
            assert_eq!(
                (reports[0].nodes, reports[0].score()),
                (reports[1].nodes, reports[1].score()),
                "{nodes}"
            );
        }
        let pos = late(16, 5);
        let mut again = engine(Options::default());
        let reports = [0, 1].map(|_| {
            again.new_game();
            again.think(&pos, Limits::nodes(3_000_000))
        });
        assert_eq!(
            reports[0].nodes, reports[1].nodes,
            "what one search has found the next does not know"
        );
        assert!(
            final_margin(reports[0].score()).is_some() && reports[0].lines[0].bound == Bound::Exact
        );
    }

    #[test]
    fn scores_lie_between_margins() {
        for margin in -64..=64 {
            let score = final_score(margin);
            assert_eq!((floor(score), ceil(score)), (margin, margin));
            assert_eq!(
                (floor(score + 1), ceil(score - 1)),
                (margin, margin),
                "{margin}"
            );
        }
        assert_eq!((floor(-Score::INFINITE), ceil(Score::INFINITE)), (-65, 65));
        for score in (-27_000..=27_000).map(Score::eval) {
            let least = (-64..=64)
                .find(|&margin| final_score(margin) >= score)
                .unwrap_or(65);
            let greatest = (-64..=64)
                .rev()
                .find(|&margin| final_score(margin) <= score)
                .unwrap_or(-65);
            assert_eq!(
                (floor(score), ceil(score)),
                (greatest, least),
                "{}",
                score.get()
            );
        }
        assert_eq!((floor(Score::eval(350)), ceil(Score::eval(351))), (0, 1));
    }
}
