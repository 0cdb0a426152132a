use crate::{Control, Limits};
use std::time::{Duration, Instant};
use thiserror::Error;

/// The search ended before it could answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the search was stopped, or had no nodes or time left")]
pub struct Stopped;

/// What a search may still spend. Solvers inside a guide spend from it too.
#[derive(Debug)]
pub struct Budget<'a> {
    nodes: u64,
    most: u64,
    /// Where `spend` next looks up from counting: one comparison a node.
    next_look: u64,
    /// Nodes from one look to the next, and the time of the last: adapted to how dear a node is.
    stride: u64,
    last_look: Instant,
    deadline: Option<Instant>,
    control: &'a Control,
}

impl<'a> Budget<'a> {
    /// Looks lie about this far apart, so that a search ends within a few milliseconds of its deadline.
    const LOOK_EVERY: Duration = Duration::from_millis(1);
    const LONGEST_STRIDE: u64 = 4096;

    /// The budget that `limits` allow, from now on.
    pub fn new(limits: &Limits, control: &'a Control) -> Self {
        let now = Instant::now();
        // A time too long to add is no limit.
        let deadline = limits.time.and_then(|time| now.checked_add(time));
        Self {
            nodes: 0,
            most: limits.nodes.unwrap_or(u64::MAX),
            next_look: 0,
            stride: 16,
            last_look: now,
            deadline,
            control,
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

    /// Positions paid for.
    pub fn nodes(&self) -> u64 {
        self.nodes
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
        self.next_look = self.most.min(self.nodes.saturating_add(self.stride));
        let late = self.deadline.is_some_and(|end| now >= end);
        if self.nodes >= self.most || late || self.control.is_stopped() { Err(Stopped) } else { Ok(()) }
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
            assert_eq!((0..10_000).take_while(|_| budget.spend().is_ok()).count() as u64, most);
            assert_eq!(budget.nodes(), most);
        }
    }

    #[test]
    fn a_dear_node_is_looked_at_often() {
        let control = Control::default();
        let mut budget = Budget::new(&Limits::time(Duration::from_millis(20)), &control);
        let start = Instant::now();
        while budget.spend().is_ok() {
            std::thread::sleep(Duration::from_micros(500));
        }
        let took = start.elapsed();
        assert!(took >= Duration::from_millis(20) && budget.nodes() <= 60, "{took:?}, {} nodes", budget.nodes());
    }

    #[test]
    fn an_endless_time_is_no_limit() {
        let control = Control::default();
        let mut budget = Budget::new(&Limits::time(Duration::MAX), &control);
        assert_eq!(budget.spend(), Ok(()));
        control.stop();
        assert!((0..100).any(|_| budget.spend() == Err(Stopped)), "a stop is seen soon");
    }
}
