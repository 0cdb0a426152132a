mod options;
mod tell;
mod tree;
mod walk;

use crate::{Budget, Control, Guide, MAX_PLY, Report, Request, Searcher};
use game_core::{Evaluator, Line, Position};
pub use options::{Leaf, MctsOptions, Selection};
use std::time::{Duration, Instant};
use tree::Tree;
use walk::Walk;

/// Monte Carlo tree search: grows a tree where it looks best, and plays the move most often tried.
///
/// Each round walks from the root to a leaf by UCT or PUCT ([`Selection`]), values the leaf by the evaluator or a random
/// game ([`Leaf`]), and takes the value back up (Kocsis and Szepesvári, *Bandit based Monte-Carlo planning*, 2006; Coulom,
/// 2006). Wins, losses and draws that the tree proves are taken up too, and not tried again (Winands, Björnsson and Saito,
/// *Monte-Carlo tree search solver*, 2008). What the tree holds of the next position of a game is kept.
///
/// A node of a report is a round; its depth is the length of the principal variation. A depth limit ends the search once
/// that is so long, or can grow no further. Where a win within some plies is looked for, the tree is no deeper than it
/// takes to see that; if there is none, only another limit ends the search. At a fixed number of nodes a fresh search repeats exactly.
///
/// ```
/// use game_core::{Outcome, Player, Position, Score, from_fn};
/// use search::{Limits, Mcts, Searcher};
/// # #[derive(Clone)]
/// # struct Heap(u8);
/// # impl Position for Heap {
/// #     type Move = u8;
/// #     type Undo = ();
/// #     const SLOTS: usize = 4;
/// #     fn turn(&self) -> Player { Player::First }
/// #     fn key(&self) -> u64 { self.0.into() }
/// #     fn decided(&self) -> Option<Outcome> { (self.0 == 0).then_some(Outcome::Loss) }
/// #     fn stuck(&self) -> Outcome { Outcome::Loss }
/// #     fn generate(&self, moves: &mut Vec<u8>) { moves.extend(1..=self.0.min(3)) }
/// #     fn play(&mut self, mv: u8) { self.0 -= mv }
/// #     fn undo(&mut self, mv: u8, (): ()) { self.0 += mv }
/// #     fn pack(mv: u8) -> u16 { mv.into() }
/// #     fn unpack(&self, bits: u16) -> Option<u8> { (1..=self.0.min(3)).find(|&mv| u16::from(mv) == bits) }
/// #     fn slot(&self, mv: u8) -> usize { mv.into() }
/// # }
/// // Take one to three counters; whoever takes the last one wins, by leaving a multiple of four.
/// let report = Mcts::new(from_fn(|_: &Heap| 0)).think(&Heap(13), Limits::nodes(10_000));
/// assert_eq!(report.best(), Some(1));
/// assert!(report.score() > Score::MAX_EVAL, "a proved win");
/// ```
#[derive(Clone, Debug)]
pub struct Mcts<P: Position, E, G = ()> {
    eval: E,
    guide: G,
    options: MctsOptions,
    tree: Tree<P::Move>,
    /// The position at the tree's root, where the tree holds all its moves.
    root: Option<P>,
    buffers: walk::Buffers<P>,
}

impl<P: Position, E> Mcts<P, E> {
    /// The name it goes by beside [`Algorithm::name`](crate::Algorithm::name).
    pub const NAME: &'static str = "mcts";

    /// A search with no game-specific guide and the default options.
    pub fn new(eval: E) -> Self {
        let options = MctsOptions::default();
        let (tree, buffers) = (Tree::with_bytes(options.bytes), walk::Buffers::new(options.seed));
        Self { eval, guide: (), options, tree, root: None, buffers }
    }
}

impl<P: Position, E: Evaluator<P>, G> Mcts<P, E, G> {
    /// The same search led by `guide`: its candidates are the children, its ranks their priors.
    pub fn guided_by<H: Guide<P, E>>(self, guide: H) -> Mcts<P, E, H> {
        let Self { eval, options, tree, buffers, .. } = self;
        Mcts { eval, guide, options, tree, root: None, buffers }
    }

    /// The same search with other `options`, and nothing in its tree.
    pub fn with_options(self, options: MctsOptions) -> Self {
        let (tree, buffers) = (Tree::with_bytes(options.bytes), walk::Buffers::new(options.seed));
        Self { options, tree, buffers, root: None, ..self }
    }

    /// What the search does.
    pub fn options(&self) -> &MctsOptions {
        &self.options
    }

    /// How often the root of the tree was visited, in this search and, as far as they are kept, in those before it.
    pub fn visits(&self) -> u32 {
        self.tree.nodes.first().map_or(0, |root| root.visits)
    }

    /// Finds `pos` among the root of the last search, its children and theirs, and makes it the root.
    fn reuse(&mut self, pos: &P, legal: &[P::Move]) -> bool {
        let Some(old) = self.root.take() else { return false };
        let Some(at) = self.find(&old, pos.key(), 0, 2) else { return false };
        let node = &self.tree.nodes[at];
        // What the rules end by the way there is for the root to go on from, and a guide may have left moves out there.
        let known = node.children > 0 && node.family().all(|child| legal.contains(&self.tree.nodes[child].mv));
        if known && at > 0 {
            self.tree.replant(at);
        }
        known
    }

    fn find(&self, pos: &P, key: u64, at: usize, plies: u32) -> Option<usize> {
        if pos.key() == key {
            return Some(at);
        }
        let mut family = self.tree.nodes[at].family().filter(|_| plies > 0);
        family.find_map(|child| {
            let mut next = pos.clone();
            next.play(self.tree.nodes[child].mv);
            self.find(&next, key, child, plies - 1)
        })
    }
}

impl<P, E, G> Searcher<P> for Mcts<P, E, G>
where
    P: Position,
    E: Evaluator<P> + Send,
    G: Guide<P, E> + Send,
{
    fn search(
        &mut self,
        request: &Request<'_, P>,
        control: &Control,
        progress: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        let start = Instant::now();
        let mut budget = Budget::new(&request.limits, control);
        let (mut report, mut legal) = (Report::empty(), Vec::new());
        if let Some(outcome) = request.pos.legal_moves(&mut legal) {
            return Report::finished(Line::new(request.pos.clone(), &mut self.eval).terminal(outcome));
        }
        let every = request.only.is_empty() && request.exclude.is_empty();
        // A win found before may be longer than the one that is looked for.
        let kept = every && request.limits.mate.is_none() && self.reuse(request.pos, &legal);
        let mut line = Line::new(request.pos.clone(), &mut self.eval);
        if !kept {
            let Self { guide, options, tree, buffers, .. } = self;
            Walk::new(guide, options, tree, buffers, MAX_PLY).plant(&mut line, &legal, |mv| request.allows(mv));
        }
        self.root = every.then(|| request.pos.clone());
        let roots = self.tree.nodes[0].family().len();
        if roots == 0 {
            return report;
        }
        let known: Vec<_> = self.tree.nodes[self.tree.nodes[0].family()].iter().map(|root| root.visits).collect();
        let furthest = request.limits.mate.map_or(MAX_PLY, |plies| (plies as usize).saturating_add(1).min(MAX_PLY));
        let wanted = request.multi_pv.clamp(1, roots);
        let only_move = roots == 1 && request.only.is_empty() && request.hurries();
        // What there is to tell is told whenever the rounds have doubled; the last two times were these.
        let (mut next, mut ends) = (64, [Duration::ZERO; 2]);
        loop {
            let (before, mut stopped) = (budget.nodes(), control.is_stopped());
            let mut walk = Walk::new(&mut self.guide, &self.options, &mut self.tree, &mut self.buffers, furthest);
            while !stopped && budget.nodes() < next && !walk.is_over() {
                stopped = budget.spend().is_err();
                if !stopped {
                    walk.round(&mut line, 0);
                }
            }
            report.selective_depth = report.selective_depth.max(walk.deepest as u32);
            report.stats.evaluations += walk.evaluations;
            let over = walk.is_over();
            report.lines = self.tree.lines(&self.options, wanted);
            report.roots.clear();
            report.roots.extend(self.tree.visits_since(&known));
            report.depth = report.pv().len() as u32;
            report.iterations.push(budget.nodes() - before);
            (report.nodes, report.time, report.hashfull) = (budget.nodes(), start.elapsed(), self.tree.full());
            progress(&report);
            let another = budget.allows_another(ends, report.time);
            let deep = request.limits.depth.is_some_and(|depth| self.tree.is_deep(depth.max(1) as usize));
            if stopped || over || only_move || deep || !another || control.is_stopped() {
                return report;
            }
            ends = [ends[1], report.time];
            next = next.saturating_mul(2);
        }
    }

    fn new_game(&mut self) {
        self.root = None;
        self.buffers = walk::Buffers::new(self.options.seed);
    }
}
