use super::offer::{Info, Offer};
use super::position::{best_move, position};
use crate::client::{Client, Command, Problem, Ranks, Talk};
use engines::{Answer, Reply, Turn};
use std::time::Duration;

/// The Universal Chinese Chess Protocol of Huang Chen, version 3.0.
pub(crate) struct UcciClient {
    command: Command,
    /// Whether the unit of time is a millisecond; the protocol's default is a second.
    millis: bool,
    /// Whether the program has an option for a new game.
    new_game: bool,
}

impl UcciClient {
    const MILLIS: &str = "usemillisec";
    const NEW_GAME: &str = "newgame";

    pub fn new(command: &Command) -> Self {
        Self {
            command: command.clone(),
            millis: false,
            new_game: false,
        }
    }

    fn ready(talk: &mut Talk) -> Result<(), Problem> {
        talk.say("isready")?;
        talk.until("readyok", |line| (line == "readyok").then_some(()))
    }

    /// `time` in the program's unit, at least 1.
    fn time(&self, time: Duration) -> u128 {
        let time = if self.millis {
            time.as_millis()
        } else {
            time.as_secs().into()
        };
        time.max(1)
    }

    /// The `go` for `turn`. It has room for one limit: a time if there is one, since it must be
    /// kept, else a depth.
    fn go(&self, turn: &Turn<'_>) -> String {
        let limits = turn.limits;
        let time = |time| self.time(time);
        match (limits.time, limits.clock) {
            (Some(only), clock) if clock.is_none_or(|clock| only <= clock.remaining) => {
                format!("go time {} movestogo 1", time(only))
            }
            (_, Some(own)) => {
                let theirs = turn.clocks.map_or(own, |[_, theirs]| theirs);
                let left = time(own.remaining);
                let opponent = time(theirs.remaining);
                match own.moves_to_go {
                    Some(moves) => format!(
                        "go time {left} movestogo {moves} opptime {opponent} oppmovestogo {moves}"
                    ),
                    None => {
                        let unit =
                            |time: Duration| if time.is_zero() { 0 } else { self.time(time) };
                        let [gain, other] = [own, theirs].map(|clock| unit(clock.increment));
                        format!(
                            "go time {left} increment {gain} opptime {opponent} oppincrement {other}"
                        )
                    }
                }
            }
            _ => match (limits.depth, limits.nodes) {
                (Some(depth), _) => format!("go depth {depth}"),
                (None, Some(nodes)) => format!("go nodes {nodes}"),
                (None, None) => "go".to_owned(),
            },
        }
    }
}

impl Client for UcciClient {
    fn greet(&mut self, talk: &mut Talk) -> Result<(), Problem> {
        talk.say("ucci")?;
        let offer = Offer::hear(talk, "ucciok")?;
        let mut options = offer.chosen(&self.command)?;
        let agreed = offer.find(Self::MILLIS);
        // Fairy-Stockfish always uses milliseconds and has no option for it.
        self.millis = agreed.is_some() || offer.name.starts_with("Fairy-Stockfish");
        self.new_game = offer.find(Self::NEW_GAME).is_some();
        options.extend(agreed.map(|name| (name, Some("true"))));
        for (name, value) in options {
            let value = value.map(|value| format!(" {value}")).unwrap_or_default();
            talk.say(&format!("setoption {name}{value}"))?;
        }
        Self::ready(talk)
    }

    fn new_game(&mut self, talk: &mut Talk) -> Result<(), Problem> {
        if self.new_game {
            talk.say("setoption newgame")?;
        }
        Self::ready(talk)
    }

    fn reply(&mut self, talk: &mut Talk, turn: &Turn<'_>) -> Result<Answer, Problem> {
        talk.say(&position(turn, Ranks::FromZero, self.command.letters))?;
        talk.say(&self.go(turn))?;
        let mut info = Info::default();
        let answer = talk.until("bestmove or nobestmove", |line| {
            if let Some(found) = line.strip_prefix("info ") {
                info.hear(found);
            }
            if line == "nobestmove" {
                return Some(Ok(Reply::Resign));
            }
            let answer = line.strip_prefix("bestmove")?;
            Some(best_move(answer.trim(), Ranks::FromZero))
        })?;
        Ok(info.answer(answer?))
    }

    fn farewell(&self) -> &'static str {
        "quit"
    }

    fn hurry(&self) -> Option<&'static str> {
        Some("stop")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game_core::GameLine;
    use search::{Clock, Limits};

    #[test]
    fn limits_as_go() {
        let xiangqi = engines::game("xiangqi").expect("built in");
        let start = xiangqi.session(&Vec::new()).expect("no settings").view();
        let command: Command = "cmd:x".parse().expect("a command");
        let go = |millis, limits, clocks| {
            let ucci = UcciClient {
                millis,
                ..UcciClient::new(&command)
            };
            ucci.go(&Turn {
                line: &GameLine::default(),
                to_move: start.turn,
                start: &start,
                limits,
                clocks,
                patience: None,
            })
        };
        assert_eq!(go(true, Limits::depth(7).with_nodes(9), None), "go depth 7");
        assert_eq!(go(true, Limits::nodes(9), None), "go nodes 9");
        let time = Limits::depth(3).with_time(Duration::from_millis(1500));
        assert_eq!(go(true, time, None), "go time 1500 movestogo 1");
        assert_eq!(go(false, time, None), "go time 1 movestogo 1");
        assert_eq!(
            go(false, Limits::time(Duration::from_millis(20)), None),
            "go time 1 movestogo 1"
        );
        let own = Clock::new(Duration::from_secs(10), Duration::from_millis(100));
        let theirs = Clock::new(Duration::from_secs(20), Duration::ZERO);
        let clocks = Some([own, theirs]);
        assert_eq!(
            go(true, Limits::clock(own), clocks),
            "go time 10000 increment 100 opptime 20000 oppincrement 0"
        );
        let limits = Limits::clock(own.with_moves_to_go(3));
        assert_eq!(
            go(true, limits, clocks),
            "go time 10000 movestogo 3 opptime 20000 oppmovestogo 3"
        );
        let both = Limits::clock(own).with_time(Duration::from_secs(1));
        assert_eq!(go(true, both, clocks), "go time 1000 movestogo 1");
    }
}
