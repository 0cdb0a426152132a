use std::time::{Duration, Instant};

/// Lets news pass at most ten times a second. The latest of what is held back passes when the time
/// has come.
#[derive(Debug, Default)]
pub(crate) struct Throttle {
    last: Option<Instant>,
    /// Whether somebody has promised to [`flush`](Self::flush).
    promised: bool,
}

impl Throttle {
    const EVERY: Duration = Duration::from_millis(100);

    /// What becomes of news that comes `now`.
    pub fn pass(&mut self, now: Instant) -> Gate {
        if self.promised {
            return Gate::Held;
        }
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

    /// Whether there has been no news for a while; then some may pass now.
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

    /// Keeps the promise: whether there is news to tell.
    pub fn flush(&mut self, now: Instant) -> bool {
        self.last = Some(now);
        std::mem::take(&mut self.promised)
    }
}

/// What becomes of news.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gate {
    /// It passes.
    Open,
    /// It is to be flushed after this time.
    Flush(Duration),
    /// A flush is due already, and will bring it along.
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
    }
}
