use engines::duration;
use search::Clock;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use thiserror::Error;

/// The time that each player has for a game: `100ms+10ms` is a base and what every move adds to it
/// (R. Fischer's clock), and `40/60s+0` gives the base again after every 40 moves.
///
/// ```
/// use arena::game::TimeControl;
/// use std::time::Duration;
/// let control: TimeControl = "40/60s+500ms".parse()?;
/// assert_eq!((control.base, control.moves), (Duration::from_secs(60), Some(40)));
/// assert_eq!(control.to_string(), "40/60s+500ms");
/// assert!("60s+".parse::<TimeControl>().is_err());
/// # Ok::<(), arena::game::BadTimeControl>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimeControl {
    /// The time at the start.
    pub base: Duration,
    /// The time added after every move.
    pub increment: Duration,
    /// After this many moves of a player the base is added again; `None` is never.
    pub moves: Option<u32>,
}

/// A text that is no time control.
///
/// ```
/// use arena::game::TimeControl;
/// let error = "a minute".parse::<TimeControl>().unwrap_err();
/// assert!(error.to_string().starts_with("\"a minute\" is no clock; one is written as 100ms+10ms, or "));
/// ```
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error(
    "{0:?} is no clock; one is written as 100ms+10ms, or with the moves to make in the base as 40/60s+0"
)]
pub struct BadTimeControl(pub String);

impl TimeControl {
    /// The clock as the game begins. A tenth of a short base, or [`Clock::OVERHEAD`] of a long one,
    /// is reserved for the time of a move outside the search.
    pub fn clock(&self) -> Clock {
        let Self {
            base: remaining,
            increment,
            moves: moves_to_go,
        } = *self;
        Clock {
            remaining,
            increment,
            moves_to_go,
            overhead: Clock::OVERHEAD.min(remaining / 10),
        }
    }

    /// The time control of a game that begins with `clock`.
    pub fn of(clock: &Clock) -> Self {
        Self {
            base: clock.remaining,
            increment: clock.increment,
            moves: clock.moves_to_go,
        }
    }
}

impl FromStr for TimeControl {
    type Err = BadTimeControl;

    fn from_str(text: &str) -> Result<Self, BadTimeControl> {
        let read = || {
            let (moves, time) = match text.split_once('/') {
                Some((moves, time)) => (Some(moves.parse().ok().filter(|&moves| moves > 0)?), time),
                None => (None, text),
            };
            let (base, increment) = time.split_once('+')?;
            let increment = if increment == "0" {
                Duration::ZERO
            } else {
                duration(increment)?
            };
            Some(Self {
                base: duration(base).filter(|base| !base.is_zero())?,
                increment,
                moves,
            })
        };
        read().ok_or_else(|| BadTimeControl(text.to_owned()))
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        let spelt = |time: Duration| match time.subsec_nanos() {
            _ if time.is_zero() => "0".to_owned(),
            0 => format!("{}s", time.as_secs()),
            _ => format!("{}ms", time.as_secs_f64() * 1e3),
        };
        write!(f, "{}+{}", spelt(self.base), spelt(self.increment))
    }
}

/// How a player's clock went, in microseconds.
///
/// ```
/// use arena::game::{Referee, TimeControl};
/// use search::{Control, Limits};
/// # use arena::EngineBot;
/// # let othello = engines::game("othello")?;
/// # let bot = || -> Result<_, Box<dyn std::error::Error>> {
/// #     Ok(EngineBot { engine: othello.engine(&Vec::new(), &"pvs,hash=1,depth=1".parse()?, 1)? })
/// # };
/// # let (mut black, mut white) = (bot()?, bot()?);
/// # let mut session = othello.session(&Vec::new())?;
/// let control: TimeControl = "60s+0".parse()?;
/// let referee = Referee::new([Limits::none().with_clock(control.clock()); 2]);
/// let played = referee.play(&mut *session, [&mut black, &mut white], &Control::default()).ok_or("stopped")?;
/// let [black, _] = played.timing.ok_or("there were clocks")?;
/// assert!(black.used_us > 0 && black.left_us < 60_000_000);
/// assert_eq!(black.least_us, black.left_us as i64, "without an increment the least is the last");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Timing {
    /// The time used in all.
    pub used_us: u64,
    /// The time on the clock at the end.
    pub left_us: u64,
    /// The least time on the clock after a move, before its increment: negative if a move came
    /// within the referee's margin, or too late.
    pub least_us: i64,
}

/// A player's clock, which runs during its moves.
#[derive(Clone, Debug)]
pub(super) struct Running {
    start: Clock,
    clock: Clock,
    used: Duration,
    least_us: i64,
}

impl Running {
    pub fn new(start: Clock) -> Self {
        Self {
            start,
            clock: start,
            used: Duration::ZERO,
            least_us: micros(start.remaining) as i64,
        }
    }

    /// The time on the clock.
    pub fn clock(&self) -> Clock {
        self.clock
    }

    /// Stops the clock after a move that took `taken`. Fails with the time by which it had run out,
    /// if that is more than `margin`; otherwise the clock then stands at zero.
    pub fn stop(&mut self, taken: Duration, margin: Duration) -> Result<(), Duration> {
        let lack = taken.saturating_sub(self.clock.remaining);
        self.used = self.used.saturating_add(taken);
        self.clock.remaining = self.clock.remaining.saturating_sub(taken);
        self.least_us = self
            .least_us
            .min(micros(self.clock.remaining) as i64 - micros(lack) as i64);
        if lack > margin {
            return Err(lack);
        }
        self.clock.remaining = self.clock.remaining.saturating_add(self.clock.increment);
        if let Some(moves) = &mut self.clock.moves_to_go {
            *moves = moves.saturating_sub(1);
            if *moves == 0 {
                self.clock.moves_to_go = self.start.moves_to_go;
                self.clock.remaining = self.clock.remaining.saturating_add(self.start.remaining);
            }
        }
        Ok(())
    }

    pub fn timing(&self) -> Timing {
        Timing {
            used_us: micros(self.used),
            left_us: micros(self.clock.remaining),
            least_us: self.least_us,
        }
    }
}

/// Whole microseconds, saturating.
fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).map_or(i64::MAX as u64, |micros| micros.min(i64::MAX as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn texts_of_time_controls() {
        for (text, base, increment, moves) in [
            ("100ms+10ms", ms(100), ms(10), None),
            ("10ms+1ms", ms(10), ms(1), None),
            ("1.5ms+0", Duration::from_micros(1_500), ms(0), None),
            ("40/60s+0", ms(60_000), ms(0), Some(40)),
            ("1/2s+500ms", ms(2_000), ms(500), Some(1)),
        ] {
            let control: TimeControl = text.parse().expect(text);
            assert_eq!(
                control,
                TimeControl {
                    base,
                    increment,
                    moves
                },
                "{text}"
            );
            assert_eq!(control.to_string(), text);
            assert_eq!(TimeControl::of(&control.clock()), control);
        }
        assert_eq!(
            "1m+0s"
                .parse::<TimeControl>()
                .map(|control| control.to_string()),
            Ok("60s+0".to_owned())
        );
        for text in [
            "",
            "+",
            "1s",
            "1s+",
            "+1s",
            "0s+1s",
            "0/1s+0",
            "-1/1s+0",
            "1/+0",
            "4294967296/1s+0",
            "1s+1",
            "1s+-1s",
            "\u{e9}/1s+0",
        ] {
            assert_eq!(
                text.parse::<TimeControl>(),
                Err(BadTimeControl(text.to_owned()))
            );
        }
    }

    #[test]
    fn little_is_set_aside_of_little() {
        let overhead = |text: &str| text.parse::<TimeControl>().expect(text).clock().overhead;
        assert_eq!(
            ["10ms+1ms", "100ms+10ms", "60s+0"].map(overhead),
            [ms(1), ms(10), Clock::OVERHEAD]
        );
    }

    #[test]
    fn clocks_run() {
        // The time control; the margin; the moves' times, and the time left after each, or by how
        // much it was too late.
        type Case = (&'static str, u64, &'static [(u64, Result<u64, u64>)]);
        let cases: [Case; 6] = [
            (
                "100ms+10ms",
                0,
                &[(30, Ok(80)), (0, Ok(90)), (90, Ok(10)), (11, Err(1))],
            ),
            (
                "100ms+10ms",
                5,
                &[(105, Ok(10)), (15, Ok(10)), (16, Err(6))],
            ),
            ("100ms+0", 0, &[(100, Ok(0)), (0, Ok(0)), (1, Err(1))]),
            (
                "2/50ms+1ms",
                0,
                &[(50, Ok(1)), (1, Ok(51)), (20, Ok(32)), (30, Ok(53))],
            ),
            ("1/50ms+0", 0, &[(20, Ok(80)), (20, Ok(110))]),
            ("3/50ms+0", 0, &[(51, Err(1))]),
        ];
        for (text, margin, moves) in cases {
            let mut running = Running::new(text.parse::<TimeControl>().expect(text).clock());
            let mut used = 0;
            let mut least = i64::MAX;
            for &(taken, after) in moves {
                let before = running.clock().remaining;
                let stopped = running.stop(ms(taken), ms(margin));
                assert_eq!(
                    stopped.map(|()| running.clock().remaining),
                    after.map(ms).map_err(ms),
                    "{text}: {taken}"
                );
                used += 1_000 * taken;
                least = least.min(before.as_micros() as i64 - 1_000 * taken as i64);
            }
            let timing = running.timing();
            assert_eq!((timing.used_us, timing.least_us), (used, least), "{text}");
            assert_eq!(
                u128::from(timing.left_us),
                running.clock().remaining.as_micros(),
                "{text}"
            );
        }
    }

    #[test]
    fn no_duration_is_too_long() {
        let mut running = Running::new(Clock::new(Duration::MAX, Duration::MAX));
        assert_eq!(running.stop(Duration::MAX, Duration::ZERO), Ok(()));
        assert_eq!(running.stop(ms(1), Duration::MAX), Ok(()));
        assert_eq!(running.timing().left_us, i64::MAX as u64);
        let mut short = Running::new(Clock::new(ms(1), ms(0)));
        assert!(short.stop(Duration::MAX, Duration::ZERO).is_err());
    }
}
