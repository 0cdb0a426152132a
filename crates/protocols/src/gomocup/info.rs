//! The `INFO` of a manager.

use super::command::number;
use super::refusal::Refusal;
use game_core::clip;
use std::time::Duration;

/// One piece of information.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Info {
    /// The time of a move; `None` without a limit. Zero asks for a move as fast as possible.
    TurnTime(Option<Duration>),
    /// The time of all moves of a game; `None` without a limit.
    MatchTime(Option<Duration>),
    /// The time left of it.
    TimeLeft(Option<Duration>),
    /// The time that each move adds.
    Increment(Duration),
    /// The protocol's number of the rule.
    Rule(u64),
    /// The memory of the brain in bytes; `None` without a limit.
    Memory(Option<u64>),
    /// The size of the table in KiB.
    Hash(u64),
    Threads(usize),
    /// The most plies of a search; `None` without a limit.
    Depth(Option<u32>),
    Nodes(Option<u64>),
    /// How much to report of a search: 1 asks for the best move as it changes, 2 for every
    /// iteration, 3 for both.
    Detail(u64),
    /// Information that is not used.
    Other,
}

/// The milliseconds that mean no limit.
const ENDLESS: u64 = i32::MAX as u64;

impl Info {
    /// Reads a key, in either case, and its value. The protocol asks that unknown keys be ignored.
    ///
    /// # Errors
    /// If the value of a known key makes no sense.
    pub fn read(text: &str) -> Result<Self, Refusal> {
        let (key, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let value = value.trim();
        let reads = |key, wanted| Reader { key, wanted, value };
        Ok(match key.to_ascii_lowercase().as_str() {
            "timeout_turn" => Self::TurnTime(reads("timeout_turn", MILLISECONDS).time()?),
            "timeout_match" => {
                let time = reads("timeout_match", MILLISECONDS).time()?;
                Self::MatchTime(time.filter(|time| !time.is_zero()))
            }
            "time_left" => Self::TimeLeft(reads("time_left", MILLISECONDS).time()?),
            "time_increment" => Self::Increment(
                reads("time_increment", MILLISECONDS)
                    .time()?
                    .unwrap_or_default(),
            ),
            "rule" => Self::Rule(reads("rule", "a rule's number").number()?),
            "max_memory" => Self::Memory(reads("max_memory", "bytes").bound()?),
            "hash_size" => Self::Hash(reads("hash_size", "KiB").number()?),
            "thread_num" => Self::Threads(
                reads("thread_num", "a number of threads")
                    .number()?
                    .clamp(1, 64) as usize,
            ),
            "max_depth" => {
                let plies = reads("max_depth", "plies").bound()?;
                Self::Depth(plies.map(|plies| u32::try_from(plies).unwrap_or(u32::MAX)))
            }
            "max_node" => Self::Nodes(reads("max_node", "a number of positions").bound()?),
            "show_detail" => Self::Detail(reads("show_detail", "a number from 0 to 3").number()?),
            _ => Self::Other,
        })
    }
}

const MILLISECONDS: &str = "milliseconds";

/// Reads the value of a known key.
struct Reader<'a> {
    key: &'static str,
    wanted: &'static str,
    value: &'a str,
}

impl Reader<'_> {
    fn refused(&self) -> Refusal {
        Refusal::Info {
            key: self.key,
            wanted: self.wanted,
            given: clip(self.value),
        }
    }

    fn number(&self) -> Result<u64, Refusal> {
        number(self.value).ok_or_else(|| self.refused())
    }

    fn is_negative(&self) -> bool {
        self.value.strip_prefix('-').and_then(number).is_some()
    }

    /// A number; `None` for no limit, which is written as zero, as all bits set, or, by
    /// Yixin-Board, as a negative number.
    fn bound(&self) -> Result<Option<u64>, Refusal> {
        let number = if self.is_negative() {
            0
        } else {
            self.number()?
        };
        Ok(Some(number).filter(|number| (1..u64::MAX).contains(number)))
    }

    /// A time; `None` for no limit. A negative time is zero.
    fn time(&self) -> Result<Option<Duration>, Refusal> {
        let time = if self.is_negative() {
            0
        } else {
            self.number()?
        };
        Ok((time < ENDLESS).then_some(Duration::from_millis(time)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys() {
        let time = |millis| Some(Duration::from_millis(millis));
        for (text, want) in [
            ("timeout_turn 30000", Info::TurnTime(time(30_000))),
            ("TIMEOUT_TURN  0", Info::TurnTime(time(0))),
            ("timeout_match 0", Info::MatchTime(None)),
            ("timeout_match 180000", Info::MatchTime(time(180_000))),
            ("time_left 2147483647", Info::TimeLeft(None)),
            ("time_left 99999999999", Info::TimeLeft(None)),
            ("time_left -20", Info::TimeLeft(time(0))),
            (
                "time_increment 50",
                Info::Increment(Duration::from_millis(50)),
            ),
            ("rule 4", Info::Rule(4)),
            ("max_memory 0", Info::Memory(None)),
            ("max_memory 73400320", Info::Memory(Some(70 << 20))),
            ("hash_size 1024", Info::Hash(1024)),
            ("thread_num 0", Info::Threads(1)),
            ("max_depth 99999999999", Info::Depth(Some(u32::MAX))),
            ("max_node 18446744073709551615", Info::Nodes(None)),
            ("max_node -1", Info::Nodes(None)),
            ("max_depth -1", Info::Depth(None)),
            ("max_memory -1", Info::Memory(None)),
            ("show_detail 3", Info::Detail(3)),
            ("game_type nonsense", Info::Other),
            ("folder C:\\temp", Info::Other),
            ("evaluate 3,4", Info::Other),
            ("caution_factor", Info::Other),
            ("", Info::Other),
        ] {
            assert_eq!(Info::read(text), Ok(want), "{text:?}");
        }
        for text in [
            "timeout_turn",
            "timeout_turn x",
            "timeout_match 1.5",
            "time_left --1",
            "time_left -",
            "rule",
            "rule -1",
            "rule 4 4",
            "max_memory 1e9",
            "max_node --1",
            "hash_size -1",
            "thread_num -1",
            "max_depth deep",
            "thread_num +2",
            "time_left 99999999999999999999",
        ] {
            assert!(
                matches!(Info::read(text), Err(Refusal::Info { .. })),
                "{text:?}"
            );
        }
    }
}
