use std::time::{Duration, Instant};

/// A token bucket: this many messages at once, and then this many a second.
#[derive(Clone, Debug)]
pub(crate) struct Bucket {
    rate: f64,
    burst: f64,
    tokens: f64,
    last: Instant,
}

impl Bucket {
    /// A full bucket for `burst` messages, refilled at `rate` a second.
    pub fn new(rate: f64, burst: u32, now: Instant) -> Self {
        let burst = f64::from(burst);
        Self {
            rate,
            burst,
            tokens: burst,
            last: now,
        }
    }

    /// Takes a token, and says how long to wait until there is one.
    pub fn take(&mut self, now: Instant) -> Duration {
        let since = now.saturating_duration_since(self.last).as_secs_f64();
        // An infinite rate refills at once.
        let refill = if self.rate.is_finite() {
            since * self.rate
        } else {
            self.burst
        };
        self.last = self.last.max(now);
        self.tokens = (self.tokens + refill).min(self.burst) - 1.0;
        Duration::try_from_secs_f64(-self.tokens / self.rate).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_passes_and_then_the_rate_holds() {
        let start = Instant::now();
        let mut bucket = Bucket::new(10.0, 3, start);
        for _ in 0..3 {
            assert_eq!(bucket.take(start), Duration::ZERO);
        }
        assert_eq!(bucket.take(start), Duration::from_millis(100));
        assert_eq!(
            bucket.take(start),
            Duration::from_millis(200),
            "a message waits for the one before it too"
        );
        let later = start + Duration::from_millis(300);
        assert_eq!(bucket.take(later), Duration::ZERO);
    }

    #[test]
    fn rest_fills_it_to_the_brim_and_no_further() {
        let start = Instant::now();
        let mut bucket = Bucket::new(10.0, 2, start);
        let later = start + Duration::from_secs(3600);
        assert_eq!([0; 3].map(|_| bucket.take(later).as_millis()), [0, 0, 100]);
    }

    #[test]
    fn an_endless_rate_never_waits() {
        let start = Instant::now();
        let mut bucket = Bucket::new(f64::INFINITY, 1, start);
        assert!((0..1000).all(|_| bucket.take(start).is_zero()));
    }
}
