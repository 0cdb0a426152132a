use super::syntax::{self, Side};
use search::{Clock, Limits};
use std::time::Duration;

/// The clocks of both sides, as the protocol sets them: a main time, then periods with a number of
/// moves each.
#[derive(Clone, Debug, Default)]
pub struct Clocks {
    settings: Option<Settings>,
    left: [Option<Left>; 2],
}

/// The time settings.
#[derive(Clone, Copy, Debug)]
struct Settings {
    main: Duration,
    /// The length of a period and its number of moves; `None` if there is only the main time.
    period: Option<(Duration, u32)>,
}

/// The time left to a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Left {
    /// Of the main time.
    Main(Duration),
    /// Of a period, and the moves to be made in it.
    Period(Duration, u32),
}

/// The longest time: a day. A longer one is no limit in practice.
const MOST: u64 = 86_400;

fn seconds(text: &str) -> Option<Duration> {
    // Times are whole seconds, but some programs send fractions.
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let seconds: f64 = text
        .parse()
        .ok()
        .filter(|_| digits(whole) && digits(part))?;
    Some(Duration::from_secs_f64(seconds.min(MOST as f64)))
}

impl Clocks {
    /// Sets the times by `time_settings`; `None` if a number is malformed, and then nothing
    /// changes.
    pub fn set(&mut self, main: &str, period: &str, moves: &str) -> Option<()> {
        let main = seconds(main)?;
        let period = seconds(period)?;
        let moves = syntax::number(moves)?;
        // A period with no moves means no limit in this protocol.
        let endless = !period.is_zero() && moves == 0;
        let period = (!period.is_zero()).then_some((period, moves));
        self.settings = (!endless).then_some(Settings { main, period });
        self.restart();
        Some(())
    }

    /// Sets the time left by `time_left`; `None` if a number is malformed, and then nothing
    /// changes.
    pub fn left(&mut self, side: Side, time: &str, moves: &str) -> Option<()> {
        let time = seconds(time)?;
        let moves = syntax::number(moves)?;
        self.left[side as usize] = Some(if moves == 0 {
            Left::Main(time)
        } else {
            Left::Period(time, moves)
        });
        Some(())
    }

    /// Begins a game with full clocks.
    pub fn restart(&mut self) {
        let full = |settings: Settings| match settings.period {
            Some((time, moves)) if settings.main.is_zero() => Left::Period(time, moves),
            _ => Left::Main(settings.main),
        };
        self.left = [self.settings.map(full); 2];
    }

    /// Subtracts the `time` of a move of `side`.
    pub fn spend(&mut self, side: Side, time: Duration) {
        let period = self.settings.and_then(|settings| settings.period);
        let left = &mut self.left[side as usize];
        *left = left.map(|left| match (left, period) {
            (Left::Main(main), Some((length, moves))) if time > main => {
                Left::Period(length.saturating_sub(time - main), moves).after_move(length, moves)
            }
            (Left::Main(main), _) => Left::Main(main.saturating_sub(time)),
            (Left::Period(rest, to_go), period) => {
                let (length, moves) = period.unwrap_or((rest, to_go));
                Left::Period(rest.saturating_sub(time), to_go).after_move(length, moves)
            }
        });
    }

    /// The limits of a move of `side`; `None` if no time is set.
    pub fn limits(&self, side: Side) -> Option<Limits> {
        let share = |(time, moves): (Duration, u32)| time / moves.max(1);
        let each = self
            .settings
            .and_then(|settings| settings.period)
            .map(share)
            .unwrap_or_default();
        let clock = match self.left[side as usize]? {
            // After the main time each move has its share of a period.
            Left::Main(time) => Clock::new(time.saturating_add(each), each),
            // Time left of a period after its last move is lost.
            Left::Period(time, 0 | 1) => return Some(Limits::time(time - overhead(time))),
            Left::Period(time, moves) => Clock::new(time, Duration::ZERO).with_moves_to_go(moves),
        };
        Some(Limits::clock(
            clock.with_overhead(overhead(clock.remaining)),
        ))
    }
}

/// The time of a move outside the search, if `left` remains.
fn overhead(left: Duration) -> Duration {
    Clock::OVERHEAD.min(left / 10)
}

impl Left {
    /// The time left after a move in a period: the last move begins a new one.
    fn after_move(self, length: Duration, moves: u32) -> Self {
        match self {
            Self::Period(_, 0 | 1) => Self::Period(length, moves),
            Self::Period(time, to_go) => Self::Period(time, to_go - 1),
            main => main,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn secs(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn clocks(settings: [&str; 3]) -> Clocks {
        let mut clocks = Clocks::default();
        assert_eq!(clocks.set(settings[0], settings[1], settings[2]), Some(()));
        clocks
    }

    fn left(clocks: &Clocks, side: Side) -> Option<(Duration, Duration, Option<u32>)> {
        let limits = clocks.limits(side)?;
        let Some(clock) = limits.clock else {
            // The overhead is subtracted from the limit.
            return Some((limits.time? + overhead(limits.time?), secs(0), Some(1)));
        };
        Some((clock.remaining, clock.increment, clock.moves_to_go))
    }

    #[test]
    fn settings_of_all_sorts() {
        use Side::Black;
        assert_eq!(left(&Clocks::default(), Black), None);
        assert_eq!(
            left(&clocks(["60", "0", "0"]), Black),
            Some((secs(60), secs(0), None))
        );
        assert_eq!(
            left(&clocks(["60", "0", "5"]), Black),
            Some((secs(60), secs(0), None))
        );
        assert_eq!(
            left(&clocks(["60", "30", "10"]), Black),
            Some((secs(63), secs(3), None))
        );
        assert_eq!(
            left(&clocks(["0", "30", "10"]), Black),
            Some((secs(30), secs(0), Some(10)))
        );
        assert_eq!(
            left(&clocks(["0", "0", "0"]), Black),
            Some((secs(0), secs(0), None))
        );
        // No limit.
        assert_eq!(left(&clocks(["60", "30", "0"]), Black), None);
        assert_eq!(
            left(&clocks(["99999999999999999999", "0", "0"]), Black),
            Some((secs(86_400), secs(0), None))
        );
        for bad in [
            ["", "0", "0"],
            ["-1", "0", "0"],
            ["1", "x", "0"],
            ["1", "1", "1.5"],
            ["1", "1", "+1"],
            ["1e3", "0", "0"],
            ["nan", "0", "0"],
        ] {
            let mut before = clocks(["60", "0", "0"]);
            assert_eq!(before.set(bad[0], bad[1], bad[2]), None, "{bad:?}");
            assert_eq!(left(&before, Black), Some((secs(60), secs(0), None)));
        }
    }

    #[test]
    fn clocks_run_by_themselves() {
        use Side::{Black, White};
        let mut clocks = clocks(["10", "6", "2"]);
        clocks.spend(Black, secs(4));
        assert_eq!(left(&clocks, Black), Some((secs(9), secs(3), None)));
        assert_eq!(
            left(&clocks, White),
            Some((secs(13), secs(3), None)),
            "each has a clock"
        );
        // Seven seconds: the main time, and a second of the first move of a period.
        clocks.spend(Black, secs(7));
        assert_eq!(left(&clocks, Black), Some((secs(5), secs(0), Some(1))));
        clocks.spend(Black, secs(2));
        assert_eq!(
            left(&clocks, Black),
            Some((secs(6), secs(0), Some(2))),
            "another period"
        );
        clocks.spend(Black, secs(9));
        assert_eq!(
            left(&clocks, Black),
            Some((secs(0), secs(0), Some(1))),
            "too late"
        );
        clocks.restart();
        assert_eq!(left(&clocks, Black), Some((secs(13), secs(3), None)));
    }

    #[test]
    fn what_is_told_counts() {
        use Side::{Black, White};
        let mut clocks = clocks(["10", "6", "2"]);
        assert_eq!(clocks.left(White, "5", "2"), Some(()));
        assert_eq!(left(&clocks, White), Some((secs(5), secs(0), Some(2))));
        assert_eq!(clocks.left(White, "7", "0"), Some(()));
        assert_eq!(left(&clocks, White), Some((secs(10), secs(3), None)));
        assert_eq!(
            clocks.left(White, "x", "0").or(clocks.left(White, "1", "")),
            None
        );
        assert_eq!(left(&clocks, White), Some((secs(10), secs(3), None)));
        let mut unset = Clocks::default();
        assert_eq!(unset.left(Black, "3.5", "0"), Some(()));
        assert_eq!(
            left(&unset, Black),
            Some((Duration::from_millis(3_500), secs(0), None))
        );
        unset.spend(Black, secs(1));
        assert_eq!(unset.left(Black, "3", "2"), Some(()));
        unset.spend(Black, secs(1));
        unset.spend(Black, secs(1));
        assert_eq!(left(&unset, White), None);
    }
}
