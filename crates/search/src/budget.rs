use crate::{Control, Limits, clock::Allotment};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;
use thiserror::Error;
use web_time::Instant;

/// The search ended before it could answer.
///
/// ```
/// use search::{Budget, Control, Limits, Stopped};
/// let control = Control::default();
/// control.stop();
/// assert_eq!(Budget::new(&Limits::none(), &control).spend(), Err(Stopped));
/// assert_eq!(Stopped.to_string(), "the search was stopped, or had no nodes or time left");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the search was stopped, or had no nodes or time left")]
pub struct Stopped;

/// What a search may still spend. Solvers inside a guide spend from it too.
///
/// ```
/// use game_core::Position;
/// use othello_bitboard::Othello;
/// use search::{Budget, Control, Limits, Stopped};
///
/// /// Counts the lines of `depth` plies, while there is something left of `budget`.
/// fn count(pos: Othello, depth: u32, budget: &mut Budget<'_>) -> Result<u64, Stopped> {
///     budget.spend()?;
///     let mut moves = Vec::new();
///     if depth == 0 || pos.legal_moves(&mut moves).is_some() { return Ok(1) }
///     let mut lines = 0;
///     for mv in moves {
///         let mut child = pos;
///         child.play(mv);
///         lines += count(child, depth - 1, budget)?;
///     }
///     Ok(lines)
/// }
///
/// let control = Control::default();
/// let mut budget = Budget::new(&Limits::nodes(100), &control);
/// assert_eq!((count(Othello::START, 2, &mut budget), budget.nodes()), (Ok(12), 17));
/// assert_eq!(count(Othello::START, 4, &mut budget), Err(Stopped));
/// ```
#[derive(Debug)]
pub struct Budget<'a> {
    nodes: u64,
    most: u64,
    /// Where `spend` next looks up from counting: one comparison a node.
    next_look: u64,
    /// Nodes from one look to the next, and the time of the last: adapted to how expensive a node
    /// is.
    stride: u64,
    last_look: Instant,
    begun: Instant,
    allotment: Allotment,
    /// Moves when the clock starts late, at the hit of a search that ponders.
    deadline: Option<Instant>,
    control: &'a Control,
    /// The nodes of all the threads on one search, and how many of ours are among them.
    pool: Option<(&'a AtomicU64, u64)>,
    /// The hand on the threads that help this one.
    helpers: Option<&'a Control>,
}

impl<'a> Budget<'a> {
    /// Looks lie about this far apart, so that a search ends within a few milliseconds of
    /// its deadline.
    const LOOK_EVERY: Duration = Duration::from_millis(1);
    const LONGEST_STRIDE: u64 = 4096;

    /// The budget that `limits` allow, from now on; if `control` ponders, their time counts from
    /// the hit.
    pub fn new(limits: &Limits, control: &'a Control) -> Self {
        let now = Instant::now();
        let mut budget = Self {
            nodes: 0,
            most: limits.nodes.unwrap_or(u64::MAX),
            next_look: 0,
            stride: 16,
            last_look: now,
            begun: now,
            allotment: limits.allotment(),
            deadline: None,
            control,
            pool: None,
            helpers: None,
        };
        budget.set_deadline();
        budget
    }

    /// The same budget, out of a `pool` that several threads count in: its nodes are those of all
    /// of them, to within what each visits from one look at the clock to the next.
    pub(crate) fn pooled(self, pool: &'a AtomicU64) -> Self {
        Self {
            pool: Some((pool, self.nodes)),
            ..self
        }
    }

    /// The same budget on the thread that leads those under `helpers`.
    pub(crate) fn leading(self, helpers: &'a Control) -> Self {
        Self {
            helpers: Some(helpers),
            ..self
        }
    }

    /// Ends the work of the threads that help this one: a solver that has begun on its own has no
    /// use for theirs, and they would spend what it needs.
    pub fn alone(&mut self) {
        if let Some(helpers) = self.helpers {
            helpers.stop();
        }
    }

    /// Pays for one position.
    ///
    /// # Errors
    /// If the nodes or the time are spent, or the search was told to stop.
    #[inline]
    pub fn spend(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.next_look {
            self.look()?;
        }
        self.nodes += 1;
        Ok(())
    }

    /// Pays for this many positions at once; where they are more than there are left, for those.
    ///
    /// # Errors
    /// If the nodes or the time are spent, or the search was told to stop.
    pub fn spend_many(&mut self, nodes: u64) -> Result<(), Stopped> {
        let paid = self.nodes.saturating_add(nodes);
        if paid < self.next_look {
            self.nodes = paid;
            return Ok(());
        }
        let others = self.nodes_of_all() - self.nodes;
        self.nodes = paid.min(self.most.saturating_sub(others).max(self.nodes));
        self.look()
    }

    /// Looks at the clock again soon: what follows may cost more than what a solver has just paid
    /// for, by which the looks were spaced.
    pub(crate) fn look_soon(&mut self) {
        self.stride = self.stride.min(16);
        self.next_look = self.next_look.min(self.nodes.saturating_add(self.stride));
    }

    /// What may still be spent: nodes, and time as far as the clock has started; `None` is without
    /// end.
    pub fn left(&mut self) -> (Option<u64>, Option<Duration>) {
        let spent = self.nodes_of_all();
        let nodes = (self.most < u64::MAX).then(|| self.most.saturating_sub(spent));
        (
            nodes,
            self.deadline
                .map(|end| end.saturating_duration_since(Instant::now())),
        )
    }

    /// Whether a player on a clock had better answer now than begin anything more.
    pub fn is_late(&self) -> bool {
        let begun = self.control.started(self.begun);
        self.allotment
            .soft
            .is_some_and(|soft| begun.is_some_and(|begun| begun.elapsed() >= soft))
    }

    /// How long the search has taken so far.
    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Positions paid for, on this thread.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Positions paid for on all the threads of a search, as far as they have told.
    pub(crate) fn nodes_of_all(&mut self) -> u64 {
        self.publish();
        self.pool.map_or(self.nodes, |(pool, _)| pool.load(Relaxed))
    }

    /// Whether another iteration is worth beginning, if the last two ended at these times since the
    /// search began; the soft bound is taken `doubt` times.
    pub(crate) fn allows_another(&self, ends: [Duration; 2], now: Duration, doubt: f64) -> bool {
        let Some(started) = self.control.started(self.begun) else {
            return true;
        };
        let elapsed = now.saturating_sub(started - self.begun);
        self.allotment
            .allows_another(elapsed, [ends[1] - ends[0], now - ends[1]], doubt)
    }

    /// The clock runs from when `control` says, which may be later than the search does.
    fn set_deadline(&mut self) {
        let started = self.control.started(self.begun);
        // A time too long to add is no limit.
        self.deadline = self
            .allotment
            .hard
            .and_then(|time| started?.checked_add(time));
    }

    fn publish(&mut self) {
        if let Some((pool, known)) = &mut self.pool {
            pool.fetch_add(self.nodes - *known, Relaxed);
            *known = self.nodes;
        }
    }

    #[cold]
    fn look(&mut self) -> Result<(), Stopped> {
        let now = Instant::now();
        let since = now - self.last_look;
        if since > Self::LOOK_EVERY {
            self.stride = (self.stride / 2).max(1);
        } else if since < Self::LOOK_EVERY / 2 {
            self.stride = (self.stride * 2).min(Self::LONGEST_STRIDE);
        }
        self.last_look = now;
        let spent = self.nodes_of_all();
        self.control.visited(spent);
        // What others have spent shortens the way to the limit.
        let most = self.most.saturating_sub(spent - self.nodes);
        self.next_look = most.min(self.nodes.saturating_add(self.stride));
        if self.deadline.is_none() {
            self.set_deadline();
        }
        // The next look will be about as far off as the last one was, and may come too late.
        let next = now + since.min(Self::LOOK_EVERY);
        let late = self.deadline.is_some_and(|end| next >= end);
        if spent >= self.most || late || self.control.is_stopped() {
            Err(Stopped)
        } else {
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_counted_exactly() {
        let control = Control::default();
        for most in [0, 1, 15, 16, 17, 5_000] {
            let mut budget = Budget::new(&Limits::nodes(most), &control);
            assert_eq!(
                (0..10_000).take_while(|_| budget.spend().is_ok()).count() as u64,
                most
            );
            assert_eq!(budget.nodes(), most);
        }
    }

    #[test]
    fn many_are_paid_for_at_once() {
        let control = Control::default();
        for (most, each) in [
            (0, 1),
            (10, 3),
            (10, 5),
            (5_000, 256),
            (u64::MAX - 1, u64::MAX),
        ] {
            let mut budget = Budget::new(&Limits::nodes(most), &control);
            let mut paid = 0;
            while budget.spend_many(each).is_ok() {
                paid += each;
                assert_eq!((budget.nodes(), budget.left().0), (paid, Some(most - paid)));
            }
            // What is paid for last may be more than there was.
            assert_eq!(
                (budget.nodes(), budget.left().0),
                (most, Some(0)),
                "{each} at a time"
            );
            assert!(paid <= most && most - paid <= each && budget.spend().is_err());
        }
        let mut endless = Budget::new(&Limits::none(), &control);
        assert_eq!(
            (endless.spend_many(1 << 40), endless.left()),
            (Ok(()), (None, None))
        );
        control.stop();
        assert_eq!(endless.spend_many(1 << 40), Err(Stopped));
    }

    #[test]
    fn threads_pay_for_many_from_one_pool() {
        let control = Control::default();
        let pool = AtomicU64::new(0);
        let limits = Limits::nodes(1_000);
        let mut both = [0, 1].map(|_| Budget::new(&limits, &control).pooled(&pool));
        while both.iter_mut().all(|budget| budget.spend_many(300).is_ok()) {}
        let spent: u64 = both.iter().map(Budget::nodes).sum();
        assert!((1_000..=1_300).contains(&spent), "{spent}");
        assert!(both.iter_mut().all(|budget| budget.left().0 == Some(0)));
    }

    #[test]
    fn who_watches_is_told() {
        let control = Control::default();
        let told = |budget: &mut Budget, most: u64| {
            (0..most).for_each(|_| budget.spend().expect("there is no limit"));
            control.nodes()
        };
        let mut budget = Budget::new(&Limits::none(), &control);
        let early = told(&mut budget, 1_000);
        let late = told(&mut budget, 99_000);
        assert!(
            0 < early && early < 1_000 && early < late && late < 100_000,
            "{early} {late}"
        );
        // The next search under the same hand begins anew.
        let mut next = Budget::new(&Limits::none(), &control);
        assert!(told(&mut next, 1_000) < 1_000);
    }

    #[test]
    fn an_expensive_node_is_looked_at_often() {
        let control = Control::default();
        let start = Instant::now();
        let mut budget = Budget::new(&Limits::time(Duration::from_millis(20)), &control);
        while budget.spend().is_ok() {
            std::thread::sleep(Duration::from_micros(500));
        }
        let took = start.elapsed();
        // It ends where the next look would come too late.
        let least = Duration::from_millis(20) - Budget::LOOK_EVERY;
        assert!(
            took >= least && budget.nodes() <= 60,
            "{took:?}, {} nodes",
            budget.nodes()
        );
    }

    #[test]
    fn an_endless_time_is_no_limit() {
        let control = Control::default();
        let mut budget = Budget::new(&Limits::time(Duration::MAX), &control);
        assert_eq!(budget.spend(), Ok(()));
        control.stop();
        assert!(
            (0..100).any(|_| budget.spend() == Err(Stopped)),
            "a stop is seen soon"
        );
    }
}
