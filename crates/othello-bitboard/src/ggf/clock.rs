use core::{fmt, str::FromStr, time::Duration};
use game_core::clip;
use thiserror::Error;

/// A player's clock: `main/increment/extension`, where what is nothing may be left out.
///
/// A time is `seconds`, `minutes:seconds` or `hours:minutes:seconds`; seconds may have a fraction.
///
/// ```
/// use othello_bitboard::ggf::Clock;
/// use std::time::Duration;
///
/// let clock: Clock = "05:00//02:00".parse()?;
/// assert_eq!((clock.main, clock.extension), (Duration::from_secs(300), Duration::from_secs(120)));
/// assert_eq!(clock.to_string(), "05:00//02:00");
/// # Ok::<(), othello_bitboard::ggf::ClockError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// The time for the whole game.
    pub main: Duration,
    /// What each move brings.
    pub increment: Duration,
    /// What is given once when the time has run out; the game can then no more be won.
    pub extension: Duration,
}

/// A text that is no clock.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text:?} is not a clock, as 15:00 or 05:00/00:01/02:00")]
pub struct ClockError {
    /// The text as it was given, cut to forty characters.
    pub text: String,
}

impl FromStr for Clock {
    type Err = ClockError;

    fn from_str(text: &str) -> Result<Self, ClockError> {
        let mut times = text.trim().split('/').map(|part| {
            if part.is_empty() {
                Some(Duration::ZERO)
            } else {
                time(part)
            }
        });
        let mut next = || times.next().unwrap_or(Some(Duration::ZERO));
        let read = (|| {
            Some(Self {
                main: next()?,
                increment: next()?,
                extension: next()?,
            })
        })();
        let whole = !text.trim().is_empty() && times.next().is_none();
        read.filter(|_| whole)
            .ok_or_else(|| ClockError { text: clip(text) })
    }
}

/// The time that `text` writes, if it does and it is no longer than a thousand hours.
fn time(text: &str) -> Option<Duration> {
    const MOST: f64 = 3_600_000.0;
    let (whole, last) = match text.rsplit_once(':') {
        Some((whole, last)) => (Some(whole), last),
        None => (None, text),
    };
    let digits = |text: &str| {
        text.starts_with(|c: char| c.is_ascii_digit())
            && !text.contains(|c: char| !c.is_ascii_digit())
    };
    let (secs, fraction) = last.split_once('.').unwrap_or((last, "0"));
    let mut seconds: f64 = last
        .parse()
        .ok()
        .filter(|_| digits(secs) && digits(fraction))?;
    let mut unit = 60.0;
    for part in whole.into_iter().flat_map(|whole| whole.rsplit(':')) {
        // Nothing is longer than an hour.
        let number: f64 = part
            .parse()
            .ok()
            .filter(|_| digits(part) && unit <= 3600.0)?;
        seconds += number * unit;
        unit *= 60.0;
    }
    (seconds <= MOST).then(|| Duration::from_secs_f64(seconds))
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_time(f, self.main)?;
        if self.increment.is_zero() && self.extension.is_zero() {
            return Ok(());
        }
        f.write_str("/")?;
        if !self.increment.is_zero() {
            write_time(f, self.increment)?;
        }
        if !self.extension.is_zero() {
            f.write_str("/")?;
            write_time(f, self.extension)?;
        }
        Ok(())
    }
}

fn write_time(f: &mut fmt::Formatter<'_>, time: Duration) -> fmt::Result {
    let seconds = time.as_secs();
    let nanos = time.subsec_nanos();
    let hours = seconds / 3600;
    let minutes = seconds / 60 % 60;
    let seconds = seconds % 60;
    if hours > 0 {
        write!(f, "{hours:02}:")?;
    }
    write!(f, "{minutes:02}:{seconds:02}")?;
    if nanos > 0 {
        write!(f, ".{}", format!("{nanos:09}").trim_end_matches('0'))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_of_all_sorts() {
        let read = |text: &str| {
            let clock: Result<Clock, _> = text.parse();
            clock.ok().map(|clock| {
                [clock.main, clock.increment, clock.extension].map(|time| time.as_secs_f64())
            })
        };
        for (text, clock) in [
            ("15:00", [900.0, 0.0, 0.0]),
            ("0", [0.0; 3]),
            ("0//0", [0.0; 3]),
            ("30", [30.0, 0.0, 0.0]),
            ("1:00:00", [3600.0, 0.0, 0.0]),
            (" 05:00//02:00 ", [300.0, 0.0, 120.0]),
            ("05:00/0:12/", [300.0, 12.0, 0.0]),
            ("/00:01.5", [0.0, 1.5, 0.0]),
            ("1000:00:00", [3_600_000.0, 0.0, 0.0]),
        ] {
            assert_eq!(read(text), Some(clock), "{text}");
            let clock: Clock = text.parse().expect("read before");
            assert_eq!(clock.to_string().parse(), Ok(clock), "{text}");
        }
        for text in [
            "",
            " ",
            "x",
            "1:",
            ":1",
            "1::2",
            "-1",
            "+1",
            "1e3",
            "1:1:1:1",
            "1/2/3/4",
            "1.",
            ".5",
            "1.5:00",
            "1000:00:01",
            "inf",
            "炮",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
        let long: Clock = "1:02:03/00:01.25/02:00".parse().expect("a clock");
        assert_eq!(long.to_string(), "01:02:03/00:01.25/02:00");
    }
}
