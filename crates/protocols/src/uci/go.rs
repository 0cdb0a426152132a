use super::refusal::Refusal;
use search::{Clock, Limits};
use std::time::Duration;

/// The arguments of `go` in both protocols: UCI's times are in milliseconds, UCCI's in a unit that
/// an option sets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// The position is the one after the opponent's expected move, and the clock does not run yet.
    pub ponder: bool,
    /// The opponent offers a draw.
    pub draw: bool,
    /// Searches until stopped.
    pub infinite: bool,
    /// Plies; 0 asks only for the value of the position.
    pub depth: Option<u64>,
    nodes: Option<u64>,
    /// Moves to mate within.
    mate: Option<u64>,
    /// Plies to count the leaves of.
    pub perft: Option<u64>,
    move_time: Option<u64>,
    /// The clocks of Red (White in chess) and Black: the time left, and the increment.
    clocks: [(Option<u64>, u64); 2],
    /// The clock of the player to move, in UCCI's unit.
    own: (Option<u64>, u64),
    moves_to_go: u64,
    /// The only moves to consider, as text.
    pub moves: Vec<String>,
    /// Words that are not known.
    pub passed_over: Vec<String>,
}

impl Go {
    const WORDS: [&str; 19] = [
        "ponder",
        "draw",
        "infinite",
        "depth",
        "nodes",
        "mate",
        "perft",
        "movetime",
        "wtime",
        "btime",
        "winc",
        "binc",
        "movestogo",
        "time",
        "increment",
        "opptime",
        "oppincrement",
        "oppmovestogo",
        "searchmoves",
    ];

    /// Reads what follows `go`. Unknown words are ignored, as UCI demands.
    ///
    /// # Errors
    /// If a word that needs a number is followed by none.
    pub fn read(words: &[&str]) -> Result<Self, Refusal> {
        let mut go = Self::default();
        let mut words = words.iter().copied().peekable();
        while let Some(word) = words.next() {
            match word {
                "ponder" => go.ponder = true,
                "draw" => go.draw = true,
                "infinite" => go.infinite = true,
                "depth" if words.next_if_eq(&"infinite").is_some() => go.infinite = true,
                "depth" => go.depth = Some(number("depth", words.next(), 0)?),
                "nodes" => go.nodes = Some(number("nodes", words.next(), 1)?),
                "mate" => go.mate = Some(number("mate", words.next(), 1)?),
                "perft" => go.perft = Some(number("perft", words.next(), 1)?),
                "movetime" => go.move_time = Some(time("movetime", words.next())?),
                "wtime" => go.clocks[0].0 = Some(time("wtime", words.next())?),
                "btime" => go.clocks[1].0 = Some(time("btime", words.next())?),
                "winc" => go.clocks[0].1 = time("winc", words.next())?,
                "binc" => go.clocks[1].1 = time("binc", words.next())?,
                "time" => go.own.0 = Some(time("time", words.next())?),
                "increment" => go.own.1 = time("increment", words.next())?,
                "movestogo" => go.moves_to_go = number("movestogo", words.next(), 0)?,
                // The opponent's time has no effect here.
                "opptime" => drop(time("opptime", words.next())?),
                "oppincrement" => drop(time("oppincrement", words.next())?),
                "oppmovestogo" => drop(number("oppmovestogo", words.next(), 0)?),
                "searchmoves" => {
                    while let Some(mv) = words.next_if(|word| !Self::WORDS.contains(word)) {
                        go.moves.push(mv.to_owned());
                    }
                    if go.moves.is_empty() {
                        return Err(Refusal::argument(
                            "searchmoves",
                            "moves",
                            words.next().unwrap_or_default(),
                        ));
                    }
                }
                other => go.passed_over.push(other.to_owned()),
            }
        }
        Ok(go)
    }

    /// The limits of the search; `red` is whether Red is to move, UCCI's times are in `unit`, and
    /// `overhead` is the time of a move outside the search.
    pub fn limits(&self, red: bool, unit: Duration, overhead: Duration) -> Limits {
        let millis = Duration::from_millis;
        let units = |count: u64| unit.saturating_mul(u32::try_from(count).unwrap_or(u32::MAX));
        // At most half of the time.
        let beside = |time: Duration| overhead.min(time / 2);
        let (left, increment) = match (self.own, self.clocks[usize::from(!red)]) {
            ((Some(left), increment), _) => (Some(units(left)), units(increment)),
            (_, (left, increment)) => (left.map(millis), millis(increment)),
        };
        let clock = left.map(|left| {
            let moves_to_go = u32::try_from(self.moves_to_go)
                .ok()
                .filter(|&moves| moves > 0);
            Clock {
                moves_to_go,
                ..Clock::new(left, increment).with_overhead(beside(left))
            }
        });
        let time = self.move_time.map(|time| millis(time.max(1)));
        Limits {
            depth: self
                .depth
                .map(|depth| u32::try_from(depth).unwrap_or(u32::MAX)),
            nodes: self.nodes,
            time: time.map(|time| time - beside(time)),
            clock,
            // The winner's last move makes the mate: twice the moves, less one ply.
            mate: self
                .mate
                .map(|moves| u32::try_from(moves.saturating_mul(2) - 1).unwrap_or(u32::MAX)),
        }
    }
}

/// The number that follows `word`.
fn number(word: &'static str, given: Option<&str>, least: u64) -> Result<u64, Refusal> {
    let given = given.unwrap_or_default();
    let digits = given.bytes().all(|byte| byte.is_ascii_digit());
    let number = digits
        .then(|| given.parse().ok())
        .flatten()
        .filter(|&number| number >= least);
    let wanted = if least == 0 {
        "a number"
    } else {
        "a number from 1"
    };
    number.ok_or_else(|| Refusal::argument(word, wanted, given))
}

/// The time that follows `word`; a negative time is zero.
fn time(word: &'static str, given: Option<&str>) -> Result<u64, Refusal> {
    match given.and_then(|given| given.strip_prefix('-')) {
        Some(late) => number(word, Some(late), 0).map(|_| 0),
        None => number(word, given, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(text: &str) -> Go {
        Go::read(&text.split(' ').collect::<Vec<_>>())
            .unwrap_or_else(|refusal| panic!("{text}: {refusal}"))
    }

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn limits(text: &str, red: bool) -> Limits {
        go(text).limits(red, Duration::from_secs(1), ms(10))
    }

    #[test]
    fn limits_of_uci() {
        let clock = |left, gain| Clock::new(ms(left), ms(gain));
        for (text, red, black) in [
            ("infinite", Limits::none(), Limits::none()),
            (
                "depth 7 nodes 900",
                Limits::depth(7).with_nodes(900),
                Limits::depth(7).with_nodes(900),
            ),
            (
                "movetime 1500",
                Limits::time(ms(1490)),
                Limits::time(ms(1490)),
            ),
            ("movetime 8", Limits::time(ms(4)), Limits::time(ms(4))),
            ("mate 2", Limits::mate(3), Limits::mate(3)),
            (
                "wtime 5000 btime 7000 winc 100",
                Limits::clock(clock(5000, 100)),
                Limits::clock(clock(7000, 0)),
            ),
            (
                "wtime 5000 winc 100 binc 9",
                Limits::clock(clock(5000, 100)),
                Limits::none(),
            ),
            (
                "wtime -30 btime 7000 movestogo 12",
                Limits::clock(clock(0, 0).with_overhead(ms(0)).with_moves_to_go(12)),
                Limits::clock(clock(7000, 0).with_moves_to_go(12)),
            ),
            (
                "wtime 5000 movestogo 0",
                Limits::clock(clock(5000, 0)),
                Limits::none(),
            ),
        ] {
            assert_eq!(
                (limits(text, true), limits(text, false)),
                (red, black),
                "{text}"
            );
        }
        assert_eq!(limits("depth 99999999999", true).depth, Some(u32::MAX));
        assert_eq!(
            limits("mate 18446744073709551615", true).mate,
            Some(u32::MAX)
        );
    }

    #[test]
    fn limits_of_ucci() {
        let text = "time 60 increment 2 opptime 50 oppincrement 2";
        let seconds = Clock::new(ms(60_000), ms(2_000));
        assert_eq!(limits(text, false), Limits::clock(seconds));
        let millis = go(text).limits(true, ms(1), ms(10));
        assert_eq!(millis, Limits::clock(Clock::new(ms(60), ms(2))));
        let draw = go("draw time 60 movestogo 3 opptime 7 oppmovestogo 3");
        let pondered = go("ponder time 60 increment 0");
        assert!(draw.draw && !draw.ponder && pondered.ponder);
        assert_eq!(
            draw.limits(true, ms(1_000), ms(10)),
            Limits::clock(Clock::new(ms(60_000), ms(0)).with_moves_to_go(3))
        );
        assert!(go("depth infinite").infinite);
        assert_eq!(go("depth 0").depth, Some(0));
        assert!(limits("time 18446744073709551615", true).clock.is_some());
    }

    #[test]
    fn moves_end_with_the_next_word() {
        let go = go("searchmoves h2e2 h3e3 depth 3 foo infinite");
        assert_eq!((go.moves.len(), go.depth, go.infinite), (2, Some(3), true));
        assert_eq!(go.passed_over, ["foo"]);
    }

    #[test]
    fn what_needs_a_number() {
        for text in [
            "depth",
            "depth x",
            "depth -1",
            "nodes 0",
            "mate 0",
            "perft +1",
            "wtime 1.5",
            "wtime --1",
            "wtime -",
            "time",
            "btime 99999999999999999999",
            "movestogo wtime",
            "searchmoves",
            "searchmoves depth 3",
        ] {
            assert!(
                Go::read(&text.split(' ').collect::<Vec<_>>()).is_err(),
                "{text}"
            );
        }
    }
}
