use super::{spelling::Spelling, syntax};
use crate::client::{Client, Command, Problem, ProtocolKind, Talk};
use engines::{Answer, Game, GameView, Reply, Session, Turn};
use game_core::Player;
use std::time::Duration;

/// The Go Text Protocol (G. Farnebäck, "Specification of the Go Text Protocol, version 2"), as
/// programs for Othello, such as Edax, and for Hex, such as MoHex, use it: with a pass where there
/// must be one.
pub(crate) struct GtpClient {
    /// The start of every game: the protocol cannot set another position.
    initial: GameView,
    /// Follows the game: it knows what a move is called.
    session: Box<dyn Session>,
    spelling: Spelling,
    /// Sent as commands.
    options: Vec<(String, Option<String>)>,
    id: u32,
    /// The moves that the program knows of.
    known: Option<Vec<String>>,
    /// The times last sent.
    times: String,
}

impl GtpClient {
    /// The client for games that begin where `session` stands.
    pub fn new(command: &Command, game: &dyn Game, session: Box<dyn Session>) -> Self {
        Self {
            initial: session.view(),
            session,
            spelling: Spelling::of(game),
            options: command.options().to_vec(),
            id: 0,
            known: None,
            times: String::new(),
        }
    }

    /// The program's answer to `command`; the inner result is an error if it refuses.
    fn ask(&mut self, talk: &mut Talk, command: &str) -> Result<Result<String, String>, Problem> {
        self.id += 1;
        let id = self.id;
        talk.say(&format!("{id} {command}"))?;
        talk.until("an answer in GTP", |line| answer(line, id))
    }

    /// The answer to a command that must succeed.
    fn obey(&mut self, talk: &mut Talk, command: &str) -> Result<String, Problem> {
        self.ask(talk, command)?.map_err(|answer| Problem::Refused {
            sent: command.to_owned(),
            answer,
        })
    }

    /// Sends a move. A pass may be refused: GRhino plays it by itself and has no word for it.
    fn play(&mut self, talk: &mut Talk, mv: &str) -> Result<(), Problem> {
        let view = self.session.view();
        let word = self.spelling.of_move(&view, mv);
        let color = color(view.turn);
        let sent = match self.spelling {
            Spelling::Vertices => format!("play {color} {}", word.to_ascii_lowercase()),
            Spelling::Notation => format!("play {color} {word}"),
        };
        let answer = self.ask(talk, &sent)?;
        // The caller's line is legal.
        let _ = self.session.play(mv);
        match answer {
            Err(answer) if mv != syntax::PASS => Err(Problem::Refused { sent, answer }),
            _ => Ok(()),
        }
    }

    /// The move that the program's `word` stands for; what is none is left as it is, for the
    /// caller to refuse.
    fn heard(&self, word: String) -> String {
        let meant = self.spelling.read(&word);
        let mv = meant.and_then(|word| self.spelling.to_move(&*self.session, &word));
        mv.unwrap_or(word)
    }

    /// Sends the limits of a move. A program that keeps no time may refuse them.
    fn tell_times(&mut self, talk: &mut Talk, turn: &Turn<'_>) -> Result<(), Problem> {
        let (settings, left) = match (turn.limits.time, turn.limits.clock) {
            (Some(time), _) => {
                let period = period(time);
                (format!("time_settings 0 {period}"), period)
            }
            (None, Some(clock)) => {
                let seconds = clock.remaining.as_secs();
                let moves = clock.moves_to_go;
                // The first time settings are those of the whole game.
                let first = if self.times.is_empty() {
                    format!("time_settings {seconds} 0 0")
                } else {
                    self.times.clone()
                };
                (first, format!("{seconds} {}", moves.unwrap_or(0)))
            }
            (None, None) => return Ok(()),
        };
        if settings != self.times {
            let _ = self.ask(talk, &settings)?;
            self.times = settings;
        }
        self.ask(talk, &format!("time_left {} {left}", color(turn.to_move)))
            .map(drop)
    }
}

impl Client for GtpClient {
    fn greet(&mut self, talk: &mut Talk) -> Result<(), Problem> {
        for (name, value) in self.options.clone() {
            let value = value.map(|value| format!(" {value}")).unwrap_or_default();
            self.obey(talk, &format!("{name}{value}"))?;
        }
        Ok(())
    }

    fn new_game(&mut self, talk: &mut Talk) -> Result<(), Problem> {
        (self.known, self.times) = (None, String::new());
        let size = self.initial.board.columns;
        self.obey(talk, &format!("boardsize {size}")).map(drop)
    }

    fn reply(&mut self, talk: &mut Talk, turn: &Turn<'_>) -> Result<Answer, Problem> {
        if *turn.start != self.initial {
            return Err(Problem::SetUp {
                protocol: ProtocolKind::Gtp,
                start: turn.line.start.to_owned(),
            });
        }
        let known = self
            .known
            .take()
            .filter(|known| turn.line.moves.starts_with(known));
        let played = match known {
            Some(known) => known.len(),
            None => {
                self.obey(talk, "clear_board")?;
                // Every game reads its initial position.
                let _ = self.session.set_line("startpos");
                0
            }
        };
        for mv in &turn.line.moves[played..] {
            self.play(talk, mv)?;
        }
        self.tell_times(talk, turn)?;
        let answer = self.obey(talk, &format!("genmove {}", color(turn.to_move)))?;
        if answer.is_empty() {
            return Err(Problem::NoMove(answer));
        }
        if answer.eq_ignore_ascii_case("resign") {
            return Ok(Answer::new(Reply::Resign));
        }
        let answer = self.heard(answer);
        // What is illegal ends the game.
        let _ = self.session.play(&answer);
        self.known = Some(turn.line.moves.iter().chain([&answer]).cloned().collect());
        Ok(Answer::of_move(answer))
    }

    fn farewell(&self) -> &'static str {
        "quit"
    }
}

/// The colour of `player`.
fn color(player: Player) -> &'static str {
    ["b", "w"][player.index()]
}

/// A period of whole seconds and its number of stones, with `time` for each stone.
fn period(time: Duration) -> String {
    const MOST: u128 = 100;
    let millis = time.as_millis();
    let stones = (1..MOST)
        .find(|stones| (millis * stones).is_multiple_of(1000))
        .unwrap_or(MOST);
    format!("{} {stones}", (millis * stones / 1000).max(1))
}

/// The answer in `line`, if it is one to the command of that number, or has no number. The number
/// should follow the sign at once; Edax puts a space between.
fn answer(line: &str, id: u32) -> Option<Result<String, String>> {
    let complies = line.starts_with('=');
    let rest = line.strip_prefix(['=', '?'])?;
    let close = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (number, text) = match rest.split_at(close) {
        ("", text) => {
            let text = text.trim_start();
            let word = text.split(' ').next().unwrap_or_default();
            if word.parse() == Ok(id) {
                text.split_at(word.len())
            } else {
                ("", text)
            }
        }
        numbered => numbered,
    };
    let text = text.trim().to_owned();
    (number.is_empty() || number.parse() == Ok(id)).then_some(if complies {
        Ok(text)
    } else {
        Err(text)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers() {
        let some = |text: &str| Some(Ok(text.to_owned()));
        assert_eq!(answer("=7 F5", 7), some("F5"));
        assert_eq!(answer("= F5", 7), some("F5"));
        assert_eq!(answer("=7", 7), some(""));
        assert_eq!(answer("= 7 f5", 7), some("f5"));
        assert_eq!(answer("= 7", 7), some(""));
        assert_eq!(answer("? 7 no", 7), Some(Err("no".to_owned())));
        assert_eq!(answer("=", 7), some(""));
        assert_eq!(
            answer("?7 unknown command", 7),
            Some(Err("unknown command".to_owned()))
        );
        for none in [
            "",
            "=6 F5",
            "?6",
            "7 F5",
            "F5",
            "\u{1f600}",
            "=99999999999 F5",
        ] {
            assert_eq!(answer(none, 7), None, "{none}");
        }
    }

    #[test]
    fn times() {
        let spelled = |millis| period(Duration::from_millis(millis));
        assert_eq!(
            [spelled(1_000), spelled(5_000), spelled(100), spelled(60)],
            ["1 1", "5 1", "1 10", "3 50"]
        );
        assert_eq!(
            [spelled(1_500), spelled(333), spelled(1), spelled(0)],
            ["3 2", "33 100", "1 100", "1 1"]
        );
    }
}
