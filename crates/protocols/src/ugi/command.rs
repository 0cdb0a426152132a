//! The commands.

use super::Refusal;
use game_core::{GameLine, Player};
use search::{Clock, Limits};
use std::time::Duration;

/// A command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command<'a> {
    Hello,
    IsReady,
    NewGame,
    Position(GameLine),
    Query(Question),
    Go(Go),
    Stop,
    Set { name: &'a str, value: &'a str },
    Quit,
}

/// What is asked of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    GameOver,
    FirstToMove,
    Result,
}

/// The arguments of `go`: times in milliseconds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// Searches until stopped.
    pub infinite: bool,
    depth: Option<u64>,
    nodes: Option<u64>,
    move_time: Option<u64>,
    /// Each player's time left and increment.
    clocks: [(Option<u64>, u64); 2],
}

impl<'a> Command<'a> {
    /// The command in `line`; `None` if there is none.
    pub fn read(line: &'a str) -> Result<Option<Self>, Refusal> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&word, rest)) = words.split_first() else {
            return Ok(None);
        };
        let command = match (word, rest) {
            ("ugi", []) => Self::Hello,
            ("isready", []) => Self::IsReady,
            ("uginewgame", []) => Self::NewGame,
            ("stop", []) => Self::Stop,
            ("quit", []) => Self::Quit,
            ("query", ["gameover"]) => Self::Query(Question::GameOver),
            ("query", ["p1turn"]) => Self::Query(Question::FirstToMove),
            ("query", ["result"]) => Self::Query(Question::Result),
            ("position", ["startpos"]) => Self::Position("startpos".into()),
            ("position", ["startpos", "moves", ..]) => Self::Position(rest.join(" ").into()),
            ("position", ["fen", start @ ..]) if !start.is_empty() => {
                Self::Position(start.join(" ").into())
            }
            ("go", words) => Self::Go(Go::read(words)?),
            ("setoption", ["name", name, "value", value]) => Self::Set { name, value },
            _ => return Err(format!("not understood: {}", line.trim())),
        };
        Ok(Some(command))
    }
}

impl Go {
    fn read(words: &[&str]) -> Result<Self, Refusal> {
        let mut go = Self::default();
        let mut words = words.iter();
        while let Some(&word) = words.next() {
            let mut number = || {
                let given = words.next().copied().unwrap_or_default();
                // A clock may have run out.
                let late = given.strip_prefix('-').filter(|_| word.ends_with("time"));
                let digits = late.unwrap_or(given);
                let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
                let number: Option<u64> = digits.parse().ok().filter(|_| plain);
                let number = number.map(|number| if late.is_some() { 0 } else { number });
                number.ok_or_else(|| format!("{word} takes a number, not {given:?}"))
            };
            match word {
                "infinite" => go.infinite = true,
                "depth" => go.depth = Some(number()?.max(1)),
                "nodes" => go.nodes = Some(number()?.max(1)),
                "movetime" => go.move_time = Some(number()?.max(1)),
                "p1time" => go.clocks[0].0 = Some(number()?),
                "p2time" => go.clocks[1].0 = Some(number()?),
                "p1inc" => go.clocks[0].1 = number()?,
                "p2inc" => go.clocks[1].1 = number()?,
                _ => return Err(format!("go does not take {word}")),
            }
        }
        Ok(go)
    }

    /// The limits of the search for `player`.
    pub fn limits(&self, player: Player) -> Limits {
        let (left, increment) = self.clocks[player.index()];
        let millis = Duration::from_millis;
        Limits {
            depth: self
                .depth
                .map(|depth| u32::try_from(depth).unwrap_or(u32::MAX)),
            nodes: self.nodes,
            time: self.move_time.map(millis),
            clock: left.map(|left| Clock::new(millis(left), millis(increment))),
            ..Limits::none()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands() {
        for (line, command) in [
            (" ugi ", Command::Hello),
            ("query\tresult", Command::Query(Question::Result)),
            ("position startpos", Command::Position("startpos".into())),
            (
                "position startpos moves a1 b2",
                Command::Position("startpos moves a1 b2".into()),
            ),
            (
                "position fen 8/8 w moves a1",
                Command::Position("8/8 w moves a1".into()),
            ),
            (
                "setoption name Hash value 4",
                Command::Set {
                    name: "Hash",
                    value: "4",
                },
            ),
        ] {
            assert_eq!(Command::read(line), Ok(Some(command)), "{line}");
        }
        assert_eq!(Command::read(" \r"), Ok(None));
        for line in [
            "UGI",
            "ugi x",
            "query",
            "query luck",
            "position",
            "position fen",
            "position moves a1",
            "position startpos a1",
            "setoption name hash",
            "go depth",
            "go depth -1",
            "go fast",
            "go depth +1",
        ] {
            assert!(Command::read(line).is_err(), "{line}");
        }
    }

    #[test]
    fn limits() {
        let go = |text: &str| match Command::read(text) {
            Ok(Some(Command::Go(go))) => go,
            other => panic!("{text}: {other:?}"),
        };
        let clocks = go("go p1time 1000 p2time -5 p1inc 10 p2inc 20");
        let clock = |player| clocks.limits(player).clock.expect("a clock");
        let [first, second] = Player::BOTH.map(clock);
        let millis = Duration::from_millis;
        assert_eq!(
            (first.remaining, first.increment),
            (millis(1000), millis(10))
        );
        assert_eq!(
            (second.remaining, second.increment),
            (millis(0), millis(20))
        );
        let limits = go("go depth 4 nodes 0 movetime 30").limits(Player::First);
        assert_eq!((limits.depth, limits.nodes), (Some(4), Some(1)));
        assert_eq!((limits.time, limits.clock), (Some(millis(30)), None));
        assert!(go("go infinite").infinite);
    }
}
