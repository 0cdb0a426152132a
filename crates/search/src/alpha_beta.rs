use crate::kernel::{Kernel, Memory};
use crate::{
    Bound, Budget, Control, Guide, Limits, MAX_PLY, Options, Report, Request, RootMove, Searcher,
    TranspositionTable,
};
use game_core::{Evaluator, Node, Position};
use std::{
    cmp::Reverse,
    sync::{Arc, OnceLock, atomic::AtomicU64},
    time::Duration,
};
use web_time::Instant;

/// Iterative deepening with an evaluator and a game's guide. A clone shares the table, and is ready
/// for another thread.
///
/// ```
/// use game_core::from_fn;
/// use othello_bitboard::Othello;
/// use search::{Algorithm, AlphaBeta, Limits, Options, Searcher, TranspositionTable};
/// use std::sync::Arc;
/// let table = Arc::new(TranspositionTable::with_bytes(1 << 20));
/// let mut engine = AlphaBeta::new(from_fn(Othello::margin))
///     .with_options(Options::default().with_algorithm(Algorithm::Pvs))
///     .with_table(table);
/// let first = engine.think(&Othello::START, Limits::depth(5));
/// // The table remembers: to ask again costs less.
/// let again = engine.think(&Othello::START, Limits::depth(5));
/// assert!(again.score() == first.score() && again.nodes < first.nodes);
/// ```
#[derive(Debug)]
pub struct AlphaBeta<P: Position, E, G = ()> {
    eval: E,
    guide: G,
    options: Options,
    /// Built when first needed, for the builders below may bring another.
    table: OnceLock<Arc<TranspositionTable>>,
    memory: Memory<P>,
}

impl<P: Position, E: Clone, G: Clone> Clone for AlphaBeta<P, E, G> {
    fn clone(&self) -> Self {
        let Self {
            eval,
            guide,
            options,
            memory,
            ..
        } = self;
        let table = OnceLock::from(Arc::clone(table_of(&self.table)));
        Self {
            eval: eval.clone(),
            guide: guide.clone(),
            options: *options,
            table,
            memory: memory.clone(),
        }
    }
}

/// The table given, or else one of the default size.
fn table_of(table: &OnceLock<Arc<TranspositionTable>>) -> &Arc<TranspositionTable> {
    table.get_or_init(|| Arc::new(TranspositionTable::with_bytes(16 << 20)))
}

impl<P: Position, E: Evaluator<P>> AlphaBeta<P, E> {
    /// A search with no game-specific guide, the default options and a 16 MiB table.
    pub fn new(eval: E) -> Self {
        Self {
            eval,
            guide: (),
            options: Options::default(),
            table: OnceLock::new(),
            memory: Memory::new(),
        }
    }
}

impl<P: Position, E: Evaluator<P>, G> AlphaBeta<P, E, G> {
    /// The same engine led by `guide`.
    pub fn guided_by<H: Guide<P, E>>(self, guide: H) -> AlphaBeta<P, E, H> {
        let Self {
            eval,
            options,
            table,
            memory,
            ..
        } = self;
        AlphaBeta {
            eval,
            guide,
            options,
            table,
            memory,
        }
    }

    /// The same engine with other `options`, their numbers [in range](Options::in_range). What the
    /// table holds is forgotten, for under these it need not be true.
    pub fn with_options(self, options: Options) -> Self {
        let options = options.in_range();
        if let Some(table) = self.table.get().filter(|_| options != self.options) {
            table.clear();
        }
        Self { options, ..self }
    }

    /// The same engine using `table`, perhaps with others of the same evaluator, guide and options.
    pub fn with_table(self, table: Arc<TranspositionTable>) -> Self {
        Self {
            table: OnceLock::from(table),
            ..self
        }
    }

    /// What the engine does.
    pub fn options(&self) -> &Options {
        &self.options
    }
}

impl<P, E, G> Searcher<P> for AlphaBeta<P, E, G>
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
        self.deepen(request, control, progress, &Part::ALONE)
    }

    fn new_game(&mut self) {
        if let Some(table) = self.table.get() {
            table.clear();
        }
        self.memory = Memory::new();
    }
}

/// One thread's part in a search.
pub(crate) struct Part<'a> {
    /// 0 is the leader, who searches every depth.
    pub(crate) number: usize,
    /// Where the threads count their nodes together, if there are several.
    pub(crate) pool: Option<&'a AtomicU64>,
    /// The leader's hand on the others.
    pub(crate) helpers: Option<&'a Control>,
    /// The leader's last iteration.
    pub(crate) last: i32,
}

impl Part<'_> {
    const ALONE: Self = Self {
        number: 0,
        pool: None,
        helpers: None,
        last: 0,
    };

    /// Whether this thread leaves an iteration to the others: helpers skip every other one, two or
    /// three, each at its own phase, so that they are not all at the same place in the same tree.
    /// The first helper is never without the last iteration, the dearest: it begins on that one
    /// while the leader is at the one before.
    fn skips(&self, depth: i32) -> bool {
        let mut size = 1;
        let mut phase = self.number.saturating_sub(1) as i32;
        while phase >= 2 * size {
            phase -= 2 * size;
            size += 1;
        }
        self.number > 0 && (self.last - depth + phase).div_euclid(size).rem_euclid(2) == 1
    }
}

impl<P, E, G> AlphaBeta<P, E, G>
where
    P: Position,
    E: Evaluator<P>,
    G: Guide<P, E>,
{
    /// Lets the table tell this search's entries from earlier ones: once for all the threads that
    /// count in one pool.
    pub(crate) fn begin(&self, limits: &Limits) {
        let table = table_of(&self.table);
        if self.options_within(limits) != self.options {
            // What was pruned may have hidden the win that is looked for.
            table.clear();
        }
        table.new_search();
    }

    /// What a search within `limits` does: one for a win leaves nothing out.
    fn options_within(&self, limits: &Limits) -> Options {
        if limits.mate.is_some() {
            self.options.full_width()
        } else {
            self.options
        }
    }

    /// Forgets all but the table.
    pub(crate) fn forget(&mut self) {
        self.memory = Memory::new();
    }

    /// Searches deeper and deeper, as one of the threads that share the table.
    pub(crate) fn deepen(
        &mut self,
        request: &Request<'_, P>,
        control: &Control,
        progress: &mut dyn FnMut(&Report<P::Move>),
        part: &Part<'_>,
    ) -> Report<P::Move> {
        let start = Instant::now();
        let mut budget = Budget::new(&request.limits, control);
        match part.pool {
            Some(pool) => budget = budget.pooled(pool),
            None => self.begin(&request.limits),
        }
        if let Some(helpers) = part.helpers {
            budget = budget.leading(helpers);
        }
        let table = table_of(&self.table);
        let options = self.options_within(&request.limits);
        self.memory.new_search(&options);
        self.guide.new_search();
        let mut report = Report::empty();
        let mut line = Node::new(request.pos.clone(), &mut self.eval);
        let mut legal = Vec::new();
        if let Some(outcome) = request.pos.legal_moves(&mut legal) {
            return Report::finished(line.terminal(outcome));
        }

        let goal = request.limits.goal();
        let mut kernel = Kernel::new(
            &mut self.guide,
            table,
            &mut self.memory,
            options,
            goal,
            budget,
        );
        let mut roots = kernel.roots(&mut line, request, &legal);
        let whole = roots.whole;
        let roots = roots.moves.as_mut_slice();
        if roots.is_empty() {
            return report;
        }
        let wanted = request.multi_pv.clamp(1, roots.len());
        // A legal move is ready before the clock can run out.
        report.lines = roots[..wanted]
            .iter()
            .map(|root| root.line.clone())
            .collect();
        report.roots.reserve_exact(roots.len());
        let only_move = request.hurries() && roots.len() == 1 && request.only.is_empty();
        let deepest = request.limits.deepest();

        let mut proved = wanted == 1 && kernel.prove_root(&mut line, roots, deepest) == Ok(true);
        // Helpers go on with what the leader knows how to finish.
        let may_finish = options.prove
            && !only_move
            && wanted == 1
            && whole
            && request.limits.mate.is_none()
            && part.number == 0;
        let step = options.step.clamp(1, MAX_PLY as u32) as i32;
        // So that the last iteration is the deepest.
        let shallowest = 1 + (deepest - 1) % step;
        let mut before = 0;
        let mut ends = [Duration::ZERO; 2];
        for depth in (shallowest..=deepest)
            .step_by(step as usize)
            .filter(|&depth| !part.skips(depth))
        {
            let end = if may_finish && !proved {
                kernel.finish(&mut line, roots, depth, deepest)
            } else {
                Ok(false)
            };
            proved |= end == Ok(true);
            let finished = proved
                || end.is_ok()
                    && (0..wanted).all(|k| {
                        kernel
                            .iterate(&mut line, &mut roots[k..], depth, whole && k == 0)
                            .is_ok()
                    });
            if finished {
                roots[..wanted].sort_by_key(|root| Reverse(root.line.score));
                report.depth = depth as u32;
                let nodes = kernel.budget.nodes_of_all();
                report.iterations.push(nodes - before);
                before = nodes;
            }
            // Half an iteration has found at least as good a move, but not the second best.
            if finished || wanted == 1 || report.depth == 0 {
                for (line, root) in report.lines.iter_mut().zip(&*roots) {
                    if finished || report.depth == 0 || root.line.bound == Bound::Exact {
                        line.clone_from(&root.line);
                    } else {
                        // Better than a window's edge, but by how much is not known yet: the last
                        // value stays.
                        line.moves.clone_from(&root.line.moves);
                    }
                }
            }
            report.roots.clear();
            report.roots.extend(roots.iter().map(|root| RootMove {
                mv: root.mv(),
                nodes: root.nodes,
            }));
            kernel.account(&mut report);
            report.nodes = if finished {
                before
            } else {
                kernel.budget.nodes_of_all()
            };
            (report.time, report.hashfull) = (start.elapsed(), table.hashfull());
            if !finished {
                break;
            }
            progress(&report);
            // A forced end within the iteration's depth will not get nearer, and what is longer
            // cannot be better: every line that could end sooner has been looked at.
            let settled = roots[..wanted]
                .iter()
                .all(|root| root.line.ends_within(depth as u32));
            let reached = report.score() >= goal;
            let doubt = options
                .time_management
                .map_or(1.0, |rule| rule.factor(&report));
            let another = kernel.budget.allows_another(ends, report.time, doubt);
            ends = [ends[1], report.time];
            if proved || only_move || settled || reached || !another || control.is_stopped() {
                break;
            }
        }
        report
    }
}
