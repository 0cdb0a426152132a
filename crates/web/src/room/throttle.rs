use std::time::Duration;
use web_time::Instant;

/// Lets updates pass at most ten times a second. The latest of those held back passes when its time
/// has come.
#[derive(Debug, Default)]
pub(crate) struct Throttle {
    last: Option<Instant>,
    /// Whether a [`flush`](Self::flush) is due.
    promised: bool,
}

impl Throttle {
    const EVERY: Duration = Duration::from_millis(100);

    /// What to do with an update that comes `now`.
    pub fn pass(&mut self, now: Instant) -> Gate {
        // A flush that is long due does not come: the search keeps the only thread.
        let overdue = self.last.is_some_and(|last| now >= last + 2 * Self::EVERY);
        if self.promised && !overdue {
            return Gate::Held;
        }
        self.promised = false;
        let wait = self.last.map_or(Duration::ZERO, |last| {
            (last + Self::EVERY).saturating_duration_since(now)
        });
        if wait.is_zero() {
            self.last = Some(now);
            return Gate::Open;
        }
        self.promised = true;
        Gate::Flush(wait)
    }

    /// Whether there has been no update for a while, so that one may pass now.
    pub fn is_quiet(&mut self, now: Instant) -> bool {
        let quiet = !self.promised
            && self
                .last
                .is_none_or(|last| now.saturating_duration_since(last) >= 2 * Self::EVERY);
        if quiet {
            self.last = Some(now);
        }
        quiet
    }

    /// Ends the wait for a flush; returns whether an update is held back.
    pub fn flush(&mut self, now: Instant) -> bool {
        self.last = Some(now);
        std::mem::take(&mut self.promised)
    }
}

/// What to do with an update.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gate {
    /// Send it.
    Open,
    /// Flush it after this time.
    Flush(Duration),
    /// A flush is due already and will include it.
    Held,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_a_second_pass_and_the_last() {
        let start = Instant::now();
        let at = |millis| start + Duration::from_millis(millis);
        let mut throttle = Throttle::default();
        assert_eq!(throttle.pass(start), Gate::Open);
        assert_eq!(
            throttle.pass(at(30)),
            Gate::Flush(Duration::from_millis(70))
        );
        assert_eq!(throttle.pass(at(60)), Gate::Held);
        assert!(throttle.flush(at(100)));
        assert!(!throttle.flush(at(100)), "once");
        assert_eq!(throttle.pass(at(300)), Gate::Open);
        assert!(
            !throttle.is_quiet(at(450))
                && throttle.is_quiet(at(500))
                && !throttle.is_quiet(at(501))
        );
        assert!(matches!(throttle.pass(at(510)), Gate::Flush(_)));
        assert_eq!(throttle.pass(at(690)), Gate::Held);
        assert_eq!(throttle.pass(at(701)), Gate::Open, "the flush did not come");
        assert!(!throttle.flush(at(702)), "nothing is held back");
    }
}
