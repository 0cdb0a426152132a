use crate::Limits;
use std::time::Duration;

/// A chess clock as the player to move sees it: what is left, and what each move brings.
///
/// A search given one spends what suits the game, and never more than what remains less the
/// overhead.
///
/// ```
/// use search::{Clock, Limits};
/// use std::time::Duration;
/// let clock = Clock::new(Duration::from_secs(60), Duration::from_secs(1)).with_overhead(Duration::from_millis(50));
/// let allotment = Limits::clock(clock).allotment();
/// assert!(allotment.soft < allotment.hard && allotment.hard < Some(clock.available()));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Clock {
    /// Time left for this move and those after it.
    pub remaining: Duration,
    /// Time gained by each move (Fischer's clock), after it is made.
    pub increment: Duration,
    /// Moves to make in the time remaining before more is given; `None` is the rest of the game.
    pub moves_to_go: Option<u32>,
    /// Time that a move costs beside the search: protocol, network, a busy machine.
    pub overhead: Duration,
}

/// What a search may spend on one move; `None` is without end.
///
/// The soft bound is asked between iterations: none is begun after it, nor one that cannot be
/// expected to end before the hard bound. The hard bound ends the search wherever it is.
///
/// ```
/// use search::Limits;
/// use std::time::Duration;
/// let second = Duration::from_secs(1);
/// // A fixed time is spent to its end: iterations begin until then.
/// let allotment = Limits::time(second).allotment();
/// assert_eq!((allotment.soft, allotment.hard), (None, Some(second)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Allotment {
    /// No iteration is begun after this.
    pub soft: Option<Duration>,
    /// The search ends here.
    pub hard: Option<Duration>,
}

impl Clock {
    /// The overhead of [`new`](Self::new).
    pub const OVERHEAD: Duration = Duration::from_millis(10);

    /// Moves that a game without a time control is taken to go on for.
    const HORIZON: u32 = 30;
    /// More moves than this are not saved up for.
    const FURTHEST: u32 = 50;
    /// The soft bound as a share of the move's fair share: an iteration begun there takes about as
    /// long again.
    pub(crate) const SOFT: f64 = 0.5;
    /// A move may take this many fair shares where an iteration turns out long.
    const HARD: f64 = 3.0;
    /// And this much of all there is, where it has to do for many: what is left must outlast a
    /// machine that is busy elsewhere.
    const MOST: f64 = 0.25;

    /// A clock for the rest of the game, with an overhead of [`OVERHEAD`](Self::OVERHEAD).
    pub const fn new(remaining: Duration, increment: Duration) -> Self {
        Self {
            remaining,
            increment,
            moves_to_go: None,
            overhead: Self::OVERHEAD,
        }
    }

    /// The same clock, with `moves` to make before more time is given.
    pub const fn with_moves_to_go(self, moves: u32) -> Self {
        Self {
            moves_to_go: Some(moves),
            ..self
        }
    }

    /// The same clock with another `overhead`.
    pub const fn with_overhead(self, overhead: Duration) -> Self {
        Self { overhead, ..self }
    }

    /// What may be spent on this move without losing on time: what remains less the overhead.
    pub const fn available(&self) -> Duration {
        self.remaining.saturating_sub(self.overhead)
    }

    /// What to spend on this move: its fair share of the time left and of the increments to come,
    /// and a few times that where an iteration turns out long. Neither bound is ever more than what
    /// is [`available`](Self::available).
    pub fn allotment(&self) -> Allotment {
        let available = self.available();
        let seconds = available.as_secs_f64();
        let moves = self
            .moves_to_go
            .map_or(Self::HORIZON, |moves| moves.clamp(1, Self::FURTHEST));
        let share =
            (seconds + self.increment.as_secs_f64() * f64::from(moves - 1)) / f64::from(moves);
        let most = Self::MOST.max(1.0 / f64::from(moves));
        let hard = at_most(share * Self::HARD, seconds * most, available);
        let soft = at_most(share * Self::SOFT, f64::INFINITY, hard);
        Allotment {
            soft: Some(soft),
            hard: Some(hard),
        }
    }
}

/// The least of three spans; what is too long for a duration is longer than the last.
fn at_most(seconds: f64, other: f64, most: Duration) -> Duration {
    Duration::try_from_secs_f64(seconds.min(other)).map_or(most, |span| span.min(most))
}

impl Limits {
    /// What these limits allow one move: a fixed time is spent to its end, a clock is shared out;
    /// the less of both. A time within the clock's soft bound is spent to its end, too.
    pub fn allotment(&self) -> Allotment {
        let clock = self
            .clock
            .map_or_else(Allotment::default, |clock| clock.allotment());
        Allotment {
            // What the clock can spare twice over is a fixed time.
            soft: clock
                .soft
                .filter(|&soft| self.time.is_none_or(|time| soft < time)),
            hard: clock.hard.into_iter().chain(self.time).min(),
        }
    }

    /// Whether wall-clock time matters; if not, a search repeats exactly.
    pub fn is_timed(&self) -> bool {
        self.time.is_some() || self.clock.is_some()
    }
}

impl Allotment {
    /// Whether another iteration is worth beginning `elapsed` after the clock started, when the
    /// last two took `times`, the later one second, and the soft bound is taken `doubt` times.
    ///
    /// An iteration is expected to grow as the last one grew, but to twice its length at least and
    /// eight times at most.
    pub(crate) fn allows_another(
        &self,
        elapsed: Duration,
        times: [Duration; 2],
        doubt: f64,
    ) -> bool {
        let (Some(soft), Some(hard)) = (self.soft, self.hard) else {
            return true;
        };
        let [before, last] = times.map(|time| time.as_secs_f64());
        let growth = if before > 0.0 {
            (last / before).clamp(2.0, 8.0)
        } else {
            2.0
        };
        let (elapsed, soft, hard) = (
            elapsed.as_secs_f64(),
            soft.as_secs_f64(),
            hard.as_secs_f64(),
        );
        elapsed < soft * doubt && elapsed + last * growth <= hard
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn durations() -> impl Strategy<Value = Duration> {
        prop_oneof![
            Just(Duration::ZERO),
            Just(Duration::MAX),
            (0u64..200_000).prop_map(Duration::from_micros),
            (0u64..10_000_000).prop_map(Duration::from_millis),
            (any::<u64>(), 0u32..1_000_000_000)
                .prop_map(|(secs, nanos)| Duration::new(secs, nanos)),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]
        #[test]
        fn no_more_is_spent_than_there_is(
            remaining in durations(),
            increment in durations(),
            overhead in durations(),
            moves_to_go in prop_oneof![Just(None), any::<u32>().prop_map(Some), (0u32..60).prop_map(Some)],
            time in prop_oneof![Just(None), durations().prop_map(Some)],
        ) {
            let clock = Clock { remaining, increment, moves_to_go, overhead };
            let limits = Limits { time, ..Limits::clock(clock) };
            let Allotment { soft, hard: Some(hard) } = limits.allotment() else { panic!("a clock bounds it") };
            let sooner = clock.allotment().soft.filter(|&soft| time.is_none_or(|time| soft < time));
            prop_assert_eq!(soft, sooner, "a time that the clock can spare is spent to its end");
            prop_assert!(hard <= remaining.saturating_sub(overhead));
            prop_assert!(clock.allotment().soft <= clock.allotment().hard);
            prop_assert!(time.is_none_or(|time| hard <= time));
            // Where there is anything to spend, something is.
            let enough = clock.available() >= ms(1) && time.is_none_or(|time| time > Duration::ZERO);
            prop_assert!(!enough || hard > Duration::ZERO);
        }
    }

    #[test]
    fn named_allotments() {
        let soft = |clock: Clock| clock.allotment().soft.expect("a clock has one");
        let hard = |clock: Clock| clock.allotment().hard.expect("a clock has one");
        let minute =
            Clock::new(Duration::from_secs(60), Duration::ZERO).with_overhead(Duration::ZERO);
        assert_eq!(
            (soft(minute), hard(minute)),
            (ms(1_000), ms(6_000)),
            "a thirtieth, give or take"
        );
        let last = minute.with_moves_to_go(1);
        assert_eq!(
            hard(last),
            Duration::from_secs(60),
            "all there is, where more is to come"
        );
        assert_eq!(
            hard(minute.with_moves_to_go(0)),
            hard(last),
            "no move to go is taken for one"
        );
        assert!(soft(minute.with_moves_to_go(10)) > soft(minute));
        assert!(
            soft(Clock {
                increment: Duration::from_secs(2),
                ..minute
            }) > soft(minute)
        );
        assert_eq!(
            hard(minute.with_overhead(Duration::from_secs(61))),
            Duration::ZERO
        );
        assert_eq!(hard(Clock::new(ms(8), ms(10))), Duration::ZERO);
        assert_eq!(
            Limits::time(ms(70)).allotment(),
            Allotment {
                soft: None,
                hard: Some(ms(70))
            }
        );
        assert_eq!(
            Limits::clock(minute).with_time(ms(70)).allotment(),
            Limits::time(ms(70)).allotment(),
            "the clock can spare it"
        );
        assert_eq!(
            Limits::clock(minute).with_time(ms(2_000)).allotment(),
            Allotment {
                soft: Some(ms(1_000)),
                hard: Some(ms(2_000))
            }
        );
        assert_eq!(Limits::depth(3).allotment(), Allotment::default());
    }

    #[test]
    fn an_iteration_that_cannot_end_is_not_begun() {
        let clock = Allotment {
            soft: Some(ms(100)),
            hard: Some(ms(400)),
        };
        assert!(clock.allows_another(ms(50), [ms(10), ms(30)], 1.0));
        assert!(
            !clock.allows_another(ms(100), [ms(10), ms(30)], 1.0),
            "past the soft bound"
        );
        assert!(
            clock.allows_another(ms(90), [ms(5), ms(38)], 1.0),
            "38 ms may grow to 304 ms"
        );
        assert!(
            !clock.allows_another(ms(90), [ms(5), ms(40)], 1.0),
            "but 40 ms not to 320 ms"
        );
        assert!(
            clock.allows_another(ms(90), [ms(80), ms(90)], 1.0)
                && clock.allows_another(ms(90), [ms(0), ms(90)], 1.0)
        );
        let fixed = Allotment {
            soft: None,
            hard: Some(ms(400)),
        };
        assert!(
            fixed.allows_another(ms(399), [ms(10), ms(300)], 1.0),
            "a fixed time is used up"
        );
    }

    /// A thousand games of any length by players who spend anything up to the hard bound and
    /// overrun it by less than the overhead and what the increment makes good: none loses on time,
    /// and no long one leaves most of its time unused.
    #[test]
    fn a_thousand_games_within_the_clock() {
        for (base, increment) in [(100, 10), (10, 1), (1_000, 0), (60_000, 1_000)] {
            let mut state = 7;
            let mut random = move || {
                state = game_core::zobrist::mix(state);
                (state % 1_000) as f64 / 1_000.0
            };
            let overhead = Clock::OVERHEAD.min(ms(base) / 10);
            for game in 0..1_000 {
                let mut clock = Clock::new(ms(base), ms(increment)).with_overhead(overhead);
                let turns = 20 + (random() * 180.0) as u32;
                for turn in 0..turns {
                    let Allotment {
                        soft: Some(soft),
                        hard: Some(hard),
                    } = clock.allotment()
                    else {
                        unreachable!()
                    };
                    // Most searches end near the soft bound; some are cut off at the hard one.
                    let span = if random() < 0.3 {
                        hard
                    } else {
                        soft + (hard - soft).mul_f64(random() * random())
                    };
                    let spent = span + overhead.min(ms(increment)).mul_f64(random());
                    let left = clock.remaining.checked_sub(spent);
                    clock.remaining = left.unwrap_or_else(|| {
                        panic!("game {game}, move {turn}: {clock:?}, {spent:?}")
                    }) + ms(increment);
                }
                let unused = ms(base).mul_f64(0.6) + 4 * ms(increment);
                assert!(
                    turns < 100 || clock.remaining < unused,
                    "game {game}, {turns} moves: {clock:?}"
                );
            }
        }
    }
}
