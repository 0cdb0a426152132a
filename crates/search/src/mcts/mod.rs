mod options;
mod select;
mod tell;
mod tree;
mod walk;

use crate::{
    Budget, Control, Guide, Limits, MAX_PLY, Report, Request, Searcher,
    smp::{StopOnDrop, useful},
    thread_builder,
};
use game_core::{Evaluator, Node, Position};
pub use options::{Leaf, MctsOptions, Selection};
use std::{
    mem,
    num::NonZeroUsize,
    panic::resume_unwind,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    thread,
    time::Duration,
};
use tree::Tree;
use walk::Walk;
use web_time::Instant;

/// Monte Carlo tree search: grows a tree where it looks best, and plays the move most often tried.
///
/// Each round walks from the root to a leaf by UCT or PUCT ([`Selection`]), values the leaf by the
/// evaluator, a proof of the guide's or a random game ([`Leaf`]), and takes the value back up
/// (Kocsis and Szepesvári, *Bandit based Monte-Carlo planning*, 2006; Coulom, 2006). Wins, losses and draws that the tree
/// proves are taken up too, and not tried again (Winands, Björnsson and Saito, *Monte-Carlo tree
/// search solver*, 2008). What the tree holds of the next position of a game is kept.
///
/// A proof says who wins, in the plies of the line that shows it, and not by how much: what else an
/// evaluator makes of a finished game, as a margin of discs, would be that of one line among the
/// opponent's many.
///
/// A node of a report is a round, or a node of a solver that the guide asks; its depth is the length of the principal variation. A depth limit
/// ends the search once that is so long, or can grow no further. Where a win within some plies is
/// looked for, the tree is no deeper than it takes to see that; if there is none, only another
/// limit ends the search. At a fixed number of nodes a fresh search repeats exactly.
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
    helpers: Vec<Helper<P, E, G>>,
}

/// What a thread beside the first needs for itself.
#[derive(Clone, Debug)]
struct Helper<P: Position, E, G> {
    eval: E,
    guide: G,
    buffers: walk::Buffers<P>,
}

impl<P: Position, E: Evaluator<P>, G: Guide<P, E>> Helper<P, E, G> {
    /// Adds rounds to a `tree` planted at `pos` until told to stop, or all is proved; the longest
    /// line, and evaluations.
    fn walk(
        &mut self,
        pos: P,
        options: &MctsOptions,
        tree: &Mutex<Tree<P::Move>>,
        furthest: usize,
        mut budget: Budget<'_>,
    ) -> (usize, u64) {
        self.guide.new_search();
        let mut line = Node::new(pos, &mut self.eval);
        let mut walk = Walk::new(&mut self.guide, options, tree, &mut self.buffers, furthest);
        while !walk.is_over() && budget.spend().is_ok() {
            walk.round(&mut line, &mut budget);
        }
        budget.nodes_of_all();
        (walk.deepest, walk.evaluations)
    }
}

impl<P: Position, E> Mcts<P, E> {
    /// The name it goes by beside [`Algorithm::name`](crate::Algorithm::name).
    pub const NAME: &'static str = "mcts";

    /// A search with no game-specific guide and the default options.
    pub fn new(eval: E) -> Self {
        let options = MctsOptions::default();
        let tree = Tree::with_bytes(options.bytes);
        let buffers = walk::Buffers::new(options.seed);
        Self {
            eval,
            guide: (),
            options,
            tree,
            root: None,
            buffers,
            helpers: Vec::new(),
        }
    }
}

impl<P: Position, E: Evaluator<P>, G> Mcts<P, E, G> {
    /// The same search led by `guide`: its candidates are the children, its ranks their priors. On
    /// one thread again.
    pub fn guided_by<H: Guide<P, E>>(self, guide: H) -> Mcts<P, E, H> {
        let Self {
            eval,
            options,
            tree,
            buffers,
            ..
        } = self;
        Mcts {
            eval,
            guide,
            options,
            tree,
            root: None,
            buffers,
            helpers: Vec::new(),
        }
    }

    /// The same search with other `options`, their numbers [in range](MctsOptions::in_range), and
    /// nothing in its tree.
    pub fn with_options(self, options: MctsOptions) -> Self {
        let options = options.in_range();
        let tree = Tree::with_bytes(options.bytes);
        let buffers = walk::Buffers::new(options.seed);
        let mut search = Self {
            options,
            tree,
            buffers,
            root: None,
            ..self
        };
        search.reseed();
        search
    }

    /// The same search on this many `threads`, itself included, that grow one tree: each takes the
    /// move that another is just trying for lost, and so tries others (virtual loss). With more
    /// than one no two searches are alike. Said last, for each thread has a clone of the evaluator
    /// and the guide; no more than one a core is started.
    pub fn with_threads(self, threads: NonZeroUsize) -> Self
    where
        E: Clone,
        G: Clone,
    {
        let helper = |_| Helper {
            eval: self.eval.clone(),
            guide: self.guide.clone(),
            buffers: walk::Buffers::new(self.options.seed),
        };
        let helpers = (1..threads.get()).map(helper).collect();
        let mut search = Self { helpers, ..self };
        search.reseed();
        search
    }

    /// How many threads search.
    pub fn threads(&self) -> usize {
        1 + self.helpers.len()
    }

    /// Starts the random numbers over, other ones on each thread.
    fn reseed(&mut self) {
        let buffers = [&mut self.buffers]
            .into_iter()
            .chain(self.helpers.iter_mut().map(|helper| &mut helper.buffers));
        (0..).zip(buffers).for_each(|(number, buffers)| {
            *buffers = walk::Buffers::new(self.options.seed.wrapping_add(number))
        });
    }

    /// What the search does.
    pub fn options(&self) -> &MctsOptions {
        &self.options
    }

    /// How often the root of the tree was visited, in this search and, as far as they are kept, in
    /// those before it.
    pub fn visits(&self) -> u32 {
        self.tree.nodes.first().map_or(0, |root| root.visits)
    }

    /// Finds `pos` among the root of the last search, its children and theirs, and makes it the
    /// root.
    fn reuse(&mut self, pos: &P, legal: &[P::Move]) -> bool {
        let Some(old) = self.root.take() else {
            return false;
        };
        let Some(at) = self.find(&old, pos.key(), 0, 2) else {
            return false;
        };
        let node = &self.tree.nodes[at];
        // What the rules end by the way there is for the root to go on from, and a guide may have
        // left moves out there.
        let known = node.children > 0
            && node
                .family()
                .all(|child| legal.contains(&self.tree.nodes[child].mv));
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
        let pool = AtomicU64::new(0);
        let done = Control::default();
        let mut budget = Budget::new(&request.limits, control);
        if !self.helpers.is_empty() {
            budget = budget.pooled(&pool);
        }
        let mut report = Report::empty();
        let mut legal = Vec::new();
        if let Some(outcome) = request.pos.legal_moves(&mut legal) {
            return Report::finished(
                Node::new(request.pos.clone(), &mut self.eval).terminal(outcome),
            );
        }
        let every = request.only.is_empty() && request.exclude.is_empty();
        // A win found before may be longer than the one that is looked for.
        let kept = every && request.limits.mate.is_none() && self.reuse(request.pos, &legal);

        let Self {
            eval,
            guide,
            options,
            buffers,
            helpers,
            ..
        } = self;
        let tree = Mutex::new(mem::replace(&mut self.tree, Tree::with_bytes(0)));
        guide.new_search();
        // A solver's win may be longer than the one that is looked for, too.
        let options = &MctsOptions {
            proofs: options.proofs && request.limits.mate.is_none(),
            ..*options
        };
        let mut line = Node::new(request.pos.clone(), eval);
        let furthest = request.limits.mate.map_or(MAX_PLY, |plies| {
            (plies as usize).saturating_add(1).min(MAX_PLY)
        });
        let mut walk = Walk::new(guide, options, &tree, buffers, furthest);
        if !kept {
            walk.plant(&mut line, &legal, |mv| request.allows(mv));
        }
        let known = walk.tree().root_visits();
        let wanted = request.multi_pv.clamp(1, known.len().max(1));
        let only_move = known.len() == 1 && request.only.is_empty() && request.hurries();
        let tell = |report: &mut Report<P::Move>, nodes: u64| {
            let tree = tree.lock().unwrap_or_else(PoisonError::into_inner);
            report.lines = tree.lines(options, wanted);
            report.depth = report.pv().len() as u32;
            report.roots.clear();
            report.roots.extend(tree.visits_since(&known));
            report.iterations.push(nodes - report.nodes);
            (report.nodes, report.time, report.hashfull) = (nodes, start.elapsed(), tree.full());
            request
                .limits
                .depth
                .is_some_and(|depth| tree.is_deep(depth.max(1) as usize, options))
        };
        thread::scope(|scope| {
            let stop = StopOnDrop(&done);
            let mut threads = Vec::with_capacity(helpers.len());
            let useful = if known.is_empty() {
                0
            } else {
                useful(helpers.len())
            };
            for helper in &mut helpers[..useful] {
                // The leader alone keeps time; but the system may keep it from seeing that the
                // rounds are spent.
                let limits = Limits {
                    nodes: request.limits.nodes,
                    ..Limits::none()
                };
                let pos = request.pos.clone();
                let budget = Budget::new(&limits, &done).pooled(&pool);
                let tree = &tree;
                let work = move || helper.walk(pos, options, tree, furthest, budget);
                // Where the system has no thread to give, the search goes on with those it gave.
                threads.extend(thread_builder("search").spawn_scoped(scope, work));
            }
            // What there is to tell is told whenever the rounds have doubled; the last two times
            // were these.
            let mut next = 64;
            let mut ends = [Duration::ZERO; 2];
            while !known.is_empty() {
                let mut stopped = control.is_stopped();
                while !stopped && budget.nodes() < next && !walk.is_over() {
                    stopped = budget.spend().is_err();
                    if !stopped {
                        walk.round(&mut line, &mut budget);
                    }
                }
                let over = walk.is_over();
                (report.selective_depth, report.stats.evaluations) =
                    (walk.deepest as u32, walk.evaluations);
                let deep = tell(&mut report, budget.nodes_of_all());
                progress(&report);
                let another = budget.allows_another(ends, report.time, 1.0);
                if stopped || over || only_move || deep || !another || control.is_stopped() {
                    break;
                }
                ends = [ends[1], report.time];
                next = next.saturating_mul(2);
            }
            drop(stop);
            for thread in threads {
                let (deepest, evaluations) =
                    thread.join().unwrap_or_else(|panic| resume_unwind(panic));
                report.selective_depth = report.selective_depth.max(deepest as u32);
                report.stats.evaluations += evaluations;
            }
        });
        if !helpers.is_empty() && !known.is_empty() {
            // The last rounds of the others are told too.
            tell(&mut report, pool.load(Relaxed));
        }
        self.tree = tree.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.root = every.then(|| request.pos.clone());
        report
    }

    fn new_game(&mut self) {
        self.root = None;
        self.reseed();
    }
}
