use super::offer::{Info, Offer};
use super::position::{best_move, position};
use crate::client::{Client, Command, Problem, Ranks, Talk};
use engines::{Answer, Turn};
use game_core::Player;
use std::fmt::Write;

/// The Universal Chess Interface of R. Huber and S. Meyer-Kahlen, in what Pikafish and
/// Fairy-Stockfish make of it for xiangqi.
pub(crate) struct UciClient {
    command: Command,
    ranks: Option<Ranks>,
}

impl UciClient {
    const VARIANT: &str = "UCI_Variant";

    pub fn new(command: &Command) -> Self {
        Self {
            ranks: command.ranks,
            command: command.clone(),
        }
    }

    fn ready(talk: &mut Talk) -> Result<(), Problem> {
        talk.say("isready")?;
        talk.until("readyok", |line| (line == "readyok").then_some(()))
    }
}

impl Client for UciClient {
    fn greet(&mut self, talk: &mut Talk) -> Result<(), Problem> {
        talk.say("uci")?;
        let offer = Offer::hear(talk, "uciok")?;
        let mut options = offer.chosen(&self.command)?;
        if let Some(variant) = offer.find(Self::VARIANT) {
            // A program that plays other games too counts the ranks as in those.
            self.ranks = self.ranks.or(Some(Ranks::FromOne));
            if options.iter().all(|(name, _)| *name != variant) {
                options.insert(0, (variant, Some("xiangqi")));
            }
        }
        for (name, value) in options {
            let value = value
                .map(|value| format!(" value {value}"))
                .unwrap_or_default();
            talk.say(&format!("setoption name {name}{value}"))?;
        }
        Self::ready(talk)
    }

    fn new_game(&mut self, talk: &mut Talk) -> Result<(), Problem> {
        talk.say("ucinewgame")?;
        Self::ready(talk)
    }

    fn reply(&mut self, talk: &mut Talk, turn: &Turn<'_>) -> Result<Answer, Problem> {
        talk.say(&position(
            turn,
            self.ranks.unwrap_or_default(),
            self.command.letters,
        ))?;
        talk.say(&go(turn, CLOCKS))?;
        let mut info = Info::default();
        let answer = talk.until("bestmove", |line| {
            if let Some(found) = line.strip_prefix("info ") {
                info.hear(found);
            }
            line.strip_prefix("bestmove")
                .map(|answer| answer.trim().to_owned())
        })?;
        if self.ranks.is_none() {
            self.ranks = Ranks::shown_by(answer.split(' ').next().unwrap_or_default());
        }
        let reply = best_move(&answer, self.ranks.unwrap_or_default())?;
        Ok(info.answer(reply))
    }

    fn farewell(&self) -> &'static str {
        "quit"
    }

    fn hurry(&self) -> Option<&'static str> {
        Some("stop")
    }
}

/// The words for the clocks of Red (White in chess) and Black, and for their increments.
const CLOCKS: [&str; 4] = ["wtime", "btime", "winc", "binc"];

/// The `go` that `turn` allows, with these words for the clocks of the first player and the second,
/// and for their increments.
pub(crate) fn go(turn: &Turn<'_>, clocks: [&str; 4]) -> String {
    let mut go = "go".to_owned();
    // Writing to a string cannot fail.
    let mut add = |word: &str, value: u128| _ = write!(go, " {word} {value}");
    let limits = turn.limits;
    if let Some(own) = limits.clock {
        let theirs = turn.clocks.map_or(own, |[_, theirs]| theirs);
        let [first, second] = if turn.to_move == Player::First {
            [own, theirs]
        } else {
            [theirs, own]
        };
        let left = [first, second].map(|clock| clock.remaining);
        let gained = [first, second].map(|clock| clock.increment);
        for (word, time) in clocks.into_iter().zip([left, gained].concat()) {
            add(word, time.as_millis());
        }
        if let Some(moves) = own.moves_to_go {
            add("movestogo", moves.into());
        }
    }
    if let Some(time) = limits.time {
        add("movetime", time.as_millis().max(1));
    }
    if let Some(depth) = limits.depth {
        add("depth", depth.into());
    }
    if let Some(nodes) = limits.nodes {
        add("nodes", nodes.into());
    }
    go
}

#[cfg(test)]
mod tests {
    use super::*;
    use game_core::GameLine;
    use search::{Clock, Limits};
    use std::time::Duration;

    #[test]
    fn limits_as_go() {
        let start = GameLine::from("startpos");
        let moved = GameLine::from("startpos moves h2e2");
        let xiangqi = engines::game("xiangqi").expect("built in");
        let view = xiangqi.session(&Vec::new()).expect("no settings").view();
        let turn = |limits, clocks, (line, to_move)| Turn {
            line,
            to_move,
            start: &view,
            limits,
            clocks,
            patience: None,
        };
        let limits = Limits::depth(7)
            .with_nodes(900)
            .with_time(Duration::from_millis(1500));
        assert_eq!(
            go(&turn(limits, None, (&start, Player::First)), CLOCKS),
            "go movetime 1500 depth 7 nodes 900"
        );
        let own =
            Clock::new(Duration::from_secs(10), Duration::from_millis(100)).with_moves_to_go(40);
        let theirs = Clock::new(Duration::from_secs(20), Duration::from_millis(200));
        let red = turn(
            Limits::clock(own),
            Some([own, theirs]),
            (&start, Player::First),
        );
        assert_eq!(
            go(&red, CLOCKS),
            "go wtime 10000 btime 20000 winc 100 binc 200 movestogo 40"
        );
        let black = turn(
            Limits::clock(own),
            Some([own, theirs]),
            (&moved, Player::Second),
        );
        assert_eq!(
            go(&black, CLOCKS),
            "go wtime 20000 btime 10000 winc 200 binc 100 movestogo 40"
        );
    }
}
