use super::board::at;
use crate::client::{Client, Command, Problem, Talk};
use engines::{Answer, Settings, Turn};
use game_core::{Cell, Player};
use gomoku_rules::Point;

/// The protocol of Piskvork, the manager of the Gomocup tournaments (P. Laštovička, "Gomocup
/// protocol"), for gomoku.
///
/// Column and row count from 0, the row from that of a1: no rule can tell a board from its mirror
/// image.
pub(crate) struct GomocupClient {
    /// Sent as `INFO name value`.
    options: Vec<(String, Option<String>)>,
    size: String,
    /// The protocol's number of the rule.
    rule: u8,
    started: bool,
    /// The times last sent.
    times: Vec<String>,
    /// The game as the program knows it: its start, and the moves since.
    known: Option<(String, Vec<String>)>,
}

impl GomocupClient {
    pub fn new(command: &Command, settings: &Settings) -> Self {
        let setting = |name: &str| {
            settings
                .iter()
                .rev()
                .find(|(other, _)| other == name)
                .map(|(_, value)| value.as_str())
        };
        let rule = match setting("rule") {
            Some("standard") => 1,
            Some("renju") => 4,
            // Exactly five, and not shut in: programs that know the second bit want the first too.
            Some("caro") => 9,
            _ => 0,
        };
        let options = command.options().to_vec();
        let size = setting("size").unwrap_or("15").to_owned();
        Self {
            options,
            size,
            rule,
            started: false,
            times: Vec::new(),
            known: None,
        }
    }

    /// Sends `line`, which the program must confirm; `false` if it does not.
    fn agrees(talk: &mut Talk, line: &str) -> Result<bool, Problem> {
        talk.say(line)?;
        talk.until("OK", |line| match first_word(line).as_str() {
            "OK" => Some(true),
            "ERROR" | "UNKNOWN" => Some(false),
            _ => None,
        })
    }

    /// Sends the limits of a move, if they have changed.
    fn tell_times(&mut self, talk: &mut Talk, turn: &Turn<'_>) -> Result<(), Problem> {
        let limits = turn.limits;
        let mut times = Vec::new();
        if let Some(clock) = limits.clock {
            times.push(format!("time_left {}", clock.remaining.as_millis()));
            times.push(format!("time_increment {}", clock.increment.as_millis()));
            if self.times.is_empty() {
                times.push(format!("timeout_match {}", clock.remaining.as_millis()));
            }
        }
        let longest = limits.time.or(limits.clock.map(|clock| clock.remaining));
        times.extend(longest.map(|time| format!("timeout_turn {}", time.as_millis())));
        // Not in the protocol, but some programs understand it and others ignore it.
        times.extend(limits.depth.map(|depth| format!("max_depth {depth}")));
        times.extend(limits.nodes.map(|nodes| format!("max_node {nodes}")));
        for time in &times {
            if !self.times.contains(time) {
                talk.say(&format!("INFO {time}"))?;
            }
        }
        self.times = times;
        Ok(())
    }

    /// Sends the board from the program's view: its own stones are 1, its opponent's 2.
    fn tell_board(&self, talk: &mut Talk, turn: &Turn<'_>) -> Result<(), Problem> {
        let stones = stones(turn);
        if stones.is_empty() {
            return talk.say("BEGIN");
        }
        talk.say("BOARD")?;
        for (point, own) in stones {
            talk.say(&format!("{},{}", point, if own { 1 } else { 2 }))?;
        }
        talk.say("DONE")
    }

    /// The opponent's move, if it is all that is new to the program.
    fn last_move(&self, turn: &Turn<'_>) -> Option<String> {
        let (start, known) = self.known.as_ref()?;
        let (last, earlier) = turn.line.moves.split_last()?;
        let continues = *start == turn.line.start && known == earlier;
        continues.then(|| write(last)).flatten()
    }

    /// The program's move, or the line with which it refuses to make one.
    fn answer(talk: &mut Talk) -> Result<Result<String, String>, Problem> {
        talk.until("a move as 7,7", |line| match first_word(line).as_str() {
            // UNKNOWN may be the answer to an INFO that the program does not know.
            "ERROR" => Some(Err(line.to_owned())),
            _ => read(line).map(Ok),
        })
    }
}

impl Client for GomocupClient {
    fn greet(&mut self, _: &mut Talk) -> Result<(), Problem> {
        Ok(())
    }

    fn new_game(&mut self, talk: &mut Talk) -> Result<(), Problem> {
        self.known = None;
        // Not all programs understand a restart.
        let ready = self.started && Self::agrees(talk, "RESTART")?;
        if !ready && !Self::agrees(talk, &format!("START {}", self.size))? {
            return Err(Problem::Refused {
                sent: talk.sent(),
                answer: talk.last(),
            });
        }
        self.started = true;
        self.times.clear();
        talk.say(&format!("INFO rule {}", self.rule))?;
        talk.say("INFO game_type 1")?;
        for (name, value) in &self.options {
            talk.say(&format!(
                "INFO {name} {}",
                value.as_deref().unwrap_or_default()
            ))?;
        }
        Ok(())
    }

    fn reply(&mut self, talk: &mut Talk, turn: &Turn<'_>) -> Result<Answer, Problem> {
        self.tell_times(talk, turn)?;
        let last = self.last_move(turn);
        self.known = None;
        let told = match last {
            Some(point) => {
                talk.say(&format!("TURN {point}"))?;
                Self::answer(talk)?.ok()
            }
            None => None,
        };
        let mv = match told {
            Some(mv) => mv,
            // Nothing was told yet, or lost: some programs lose a TURN that comes before they are
            // done with their own (Rapfi 0.43).
            None => {
                self.tell_board(talk, turn)?;
                Self::answer(talk)?.map_err(|answer| Problem::Refused {
                    sent: talk.sent(),
                    answer,
                })?
            }
        };
        let moves = turn.line.moves.iter().chain([&mv]).cloned().collect();
        self.known = Some((turn.line.start.to_owned(), moves));
        Ok(Answer::of_move(mv))
    }

    fn farewell(&self) -> &'static str {
        "END"
    }
}

fn first_word(line: &str) -> String {
    line.split_ascii_whitespace()
        .next()
        .unwrap_or_default()
        .to_ascii_uppercase()
}

/// A point such as `h8` as `7,7`.
fn write(point: &str) -> Option<String> {
    let point: Point = point.parse().ok()?;
    Some(at(point).to_string())
}

/// A line such as `7,7` as `h8`; as it is, if it lies outside of any board; `None` if it is no pair
/// of numbers.
fn read(line: &str) -> Option<String> {
    let (x, y) = line.split_once(',')?;
    let [x, y]: [i64; 2] = [x.trim().parse().ok()?, y.trim().parse().ok()?];
    let point = u8::try_from(x).ok().zip(u8::try_from(y).ok());
    let point = point.and_then(|(x, y)| Point::new(x, y));
    Some(point.map_or_else(|| line.to_owned(), |point| point.to_string()))
}

/// The stones on the board, and whether each is of the player to move: first those set up, then
/// those played, in order.
fn stones(turn: &Turn<'_>) -> Vec<(String, bool)> {
    let us = turn.to_move;
    let of = |player: Player| {
        let cells = turn.start.board.cells.iter();
        let own = move |cell: &&Cell| cell.piece.is_some_and(|piece| piece.owner == player);
        cells.filter(own).filter_map(|cell| write(&cell.name))
    };
    let set_up = Player::BOTH
        .into_iter()
        .flat_map(|player| of(player).map(move |point| (point, player == us)));
    // The last move is the opponent's, and so on backwards.
    let played = turn.line.moves.len();
    let moves = turn.line.moves.iter().enumerate();
    let moves = moves.filter_map(|(at, mv)| Some((write(mv)?, (played - at).is_multiple_of(2))));
    set_up.chain(moves).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use game_core::GameLine;
    use search::Limits;

    #[test]
    fn points() {
        for (ours, theirs) in [("a1", "0,0"), ("h8", "7,7"), ("t20", "19,19")] {
            assert_eq!(write(ours).as_deref(), Some(theirs));
            assert_eq!(read(theirs).as_deref(), Some(ours));
        }
        assert_eq!(read(" 7 , 9 ").as_deref(), Some("h10"));
        for (outside, inside) in [
            ("-1,3", "-1,3"),
            ("26,0", "26,0"),
            ("0,100", "0,100"),
            ("25,25", "25,25"),
        ] {
            assert_eq!(read(outside).as_deref(), Some(inside));
        }
        for none in [
            "",
            ",",
            "7",
            "7,",
            "7;7",
            "7,7,1",
            "seven,7",
            "MESSAGE 7,7",
            "99999999999999999999,1",
            "\u{1f600},1",
        ] {
            assert_eq!(read(none), None, "{none}");
        }
        for none in ["", "h", "h0", "88", "\u{1f600}"] {
            assert_eq!(write(none), None, "{none}");
        }
    }

    #[test]
    fn boards() {
        let board = |start: &str, moves: &[&str]| {
            let moves = moves.iter().map(|&mv| mv.to_owned()).collect();
            let gomoku = engines::game("gomoku").expect("built in");
            let mut session = gomoku.session(&Vec::new()).expect("the default rules");
            session.set_line(start).expect("a position");
            let line = GameLine::new(start, moves);
            let mut end = gomoku.session(&Vec::new()).expect("the default rules");
            end.set_line(&line).expect("a line");
            let turn = Turn {
                line: &line,
                to_move: end.state().turn,
                start: &session.view(),
                limits: Limits::none(),
                clocks: None,
                patience: None,
            };
            let stones = stones(&turn)
                .into_iter()
                .map(|(point, own)| format!("{point},{}", if own { 1 } else { 2 }));
            stones.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(board("startpos", &[]), "");
        assert_eq!(board("startpos", &["h8"]), "7,7,2");
        assert_eq!(board("startpos", &["h8", "i9"]), "7,7,1 8,8,2");
        assert_eq!(board("X:h8i10 O:g7 turn:O", &[]), "8,9,2 7,7,2 6,6,1");
        assert_eq!(
            board("X:h8i10 O:g7 turn:O", &["a1"]),
            "8,9,1 7,7,1 6,6,2 0,0,2"
        );
        assert_eq!(board("X:h8 turn:X", &["a1", "a2"]), "7,7,1 0,0,1 0,1,2");
    }
}
