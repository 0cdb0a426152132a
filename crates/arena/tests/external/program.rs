//! A program that speaks every protocol, plays set moves, and misbehaves on request: this test
//! itself, started again with a role among its arguments.

use engines::{Engine, SearchRequest, Session};
use game_core::Player;
use search::{Control, Limits};
use std::io::Write;
use std::time::Duration;

/// What the program is to be, read from `role=...` among the arguments, as
/// `role=uci;config=pvs;deed=silent;at=2`.
pub struct Role(String);

impl Role {
    pub fn given() -> Option<Self> {
        std::env::args().find_map(|argument| {
            argument
                .strip_prefix("role=")
                .map(|role| Self(role.to_owned()))
        })
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.0
            .split(';')
            .find_map(|part| part.strip_prefix(name)?.strip_prefix('='))
    }

    fn is(&self, word: &str) -> bool {
        self.0.split(';').any(|part| part == word)
    }

    /// Plays until the input ends.
    pub fn play(self) {
        let protocol = self.0.split(';').next().unwrap_or_default().to_owned();
        let game = match protocol.as_str() {
            "gomocup" => "gomoku",
            "gtp" | "nboard" | "ugi" => "othello",
            _ => "xiangqi",
        };
        let game = engines::game(game).expect("built in");
        let rule = self
            .get("rule")
            .map(|rule| ("rule".to_owned(), rule.to_owned()));
        let settings = rule.into_iter().collect();
        let config = self
            .get("config")
            .unwrap_or("pvs,hash=1")
            .parse()
            .expect("a configuration");
        let engine = game.engine(&settings, &config, 1).expect("settings");
        let session = game.session(&settings).expect("settings");
        let mut program = Program {
            role: self,
            session,
            engine,
            limits: Limits::none(),
            moved: 0,
            nodes: 0,
        };
        if program.role.is("mute") {
            program.hang();
        }
        let mut lines = std::iter::from_fn(hear);
        while let Some(line) = lines.next() {
            let done = match protocol.as_str() {
                "gomocup" => program.gomocup(&line, &mut lines),
                "gtp" => program.gtp(&line),
                "nboard" => program.nboard(&line),
                "uci" => program.uci(&line),
                "ugi" => program.ugi(&line),
                _ => program.ucci(&line),
            };
            if done {
                break;
            }
        }
    }
}

/// Says a line.
fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
        std::process::exit(1);
    }
}

/// The next line heard.
fn hear() -> Option<String> {
    let mut line = String::new();
    let heard = std::io::stdin()
        .read_line(&mut line)
        .is_ok_and(|length| length > 0);
    heard.then(|| line.trim_end().to_owned())
}

struct Program {
    role: Role,
    session: Box<dyn Session>,
    engine: Box<dyn Engine>,
    limits: Limits,
    moved: usize,
    nodes: u64,
}

impl Program {
    fn hang(&self) -> ! {
        loop {
            std::thread::sleep(Duration::from_secs(1_000));
        }
    }

    /// The move to make, or what is to be said instead.
    fn choose(&mut self) -> String {
        self.moved += 1;
        let at = self
            .role
            .get("at")
            .map_or(1, |at| at.parse().expect("a number"));
        if self.moved >= at {
            match self.role.get("deed").unwrap_or_default() {
                "" => {}
                "crash" => {
                    say("these are its last words");
                    std::process::exit(3)
                }
                "panic" => panic!("it broke down"),
                "illegal" => return self.role.get("word").unwrap_or("zz").to_owned(),
                "silent" => self.hang(),
                "think" => assert_eq!(hear().as_deref(), Some("stop")),
                "flood" => loop {
                    say("info string MESSAGE blah");
                },
                "garbage" => {
                    for line in [
                        "",
                        "  ",
                        "\u{1f600}",
                        "hello?",
                        "1,2,3",
                        "no =",
                        "bestmov e2e4",
                        "pong",
                        "MESSAGE 7,7",
                        "# x",
                    ] {
                        say(line);
                    }
                    std::io::stdout()
                        .lock()
                        .write_all(b"\xff\xfe\0\r\n")
                        .expect("written");
                }
                "long" => say(&"x".repeat(1 << 20)),
                other => return other.to_owned(),
            }
        }
        let question = SearchRequest::new(self.limits);
        let report = self
            .engine
            .think(
                &self.session.line(),
                &question,
                &Control::default(),
                &mut |_| {},
            )
            .expect("a line");
        self.nodes = report.nodes;
        report.best().expect("a move")
    }

    fn set(&mut self, line: &str) {
        self.session
            .set_line(line)
            .unwrap_or_else(|error| panic!("{line:?}: {error}"));
    }

    fn gomocup(&mut self, line: &str, lines: &mut dyn Iterator<Item = String>) -> bool {
        let point = |text: &str| {
            let mut numbers = text
                .split(',')
                .map(|number| number.parse::<u8>().expect("a number"));
            let x = numbers.next().expect("x");
            let y = numbers.next().expect("y");
            (format!("{}{}", char::from(b'a' + x), y + 1), numbers.next())
        };
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "START" | "RESTART" => {
                self.set("startpos");
                self.engine.new_game();
                say("OK");
                return false;
            }
            "INFO" => {
                if let Some(depth) = rest.strip_prefix("max_depth ") {
                    self.limits.depth = depth.parse().ok();
                }
                return false;
            }
            "BEGIN" => {}
            "TURN" => drop(self.session.play(&point(rest).0).expect("legal")),
            "BOARD" => {
                let stones: Vec<_> = lines
                    .take_while(|line| line != "DONE")
                    .map(|line| point(&line))
                    .collect();
                // Own stones and the other's alternate, in the order in which they were played; or
                // they were set up.
                let alternate = stones
                    .iter()
                    .rev()
                    .zip([2, 1].iter().cycle())
                    .all(|((_, side), &due)| *side == Some(due));
                if alternate {
                    let moves: Vec<_> = stones.into_iter().map(|(point, _)| point).collect();
                    self.set(&format!("startpos moves {}", moves.join(" ")));
                } else {
                    let of = |due| -> String {
                        stones
                            .iter()
                            .filter(|(_, side)| *side == Some(due))
                            .map(|(point, _)| point.as_str())
                            .collect()
                    };
                    self.set(&format!("X:{} O:{} turn:X", of(1), of(2)));
                }
            }
            "END" => return true,
            _ => {
                say("UNKNOWN");
                return false;
            }
        }
        let mv = self.choose();
        if self.session.play(&mv).is_ok() {
            let row: u8 = mv[1..].parse().expect("a row");
            say(&format!("{},{}", mv.as_bytes()[0] - b'a', row - 1));
        } else {
            say(&mv);
        }
        false
    }

    fn gtp(&mut self, line: &str) -> bool {
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        let (id, rest) = line.split_at(digits);
        let words: Vec<&str> = rest.split_whitespace().collect();
        // A program that passes by itself, as GRhino does.
        let passes = self.role.is("passes");
        let other = words
            .get(1)
            .is_some_and(|color| (*color == "b") != (self.session.state().turn == Player::First));
        if passes && other && self.session.legal_moves() == ["pass"] {
            self.session.play("pass").expect("legal");
        }
        let answer = match words.as_slice() {
            ["play", _, "pass"] if passes => Err("syntax error".to_owned()),
            ["boardsize", "8"] | ["time_settings" | "time_left", ..] | ["quit"] => {
                Ok(String::new())
            }
            ["level", level] if level.parse::<u8>().is_ok() => Ok(String::new()),
            ["clear_board"] => {
                self.set("startpos");
                self.engine.new_game();
                Ok(String::new())
            }
            ["play", _, mv] => self
                .session
                .play(mv)
                .map(|_| String::new())
                .map_err(|error| error.to_string()),
            ["genmove", color] => {
                assert_eq!(*color == "b", self.session.state().turn == Player::First);
                let mv = self.choose();
                let _ = self.session.play(&mv);
                Ok(mv.to_uppercase())
            }
            _ => Err("unknown command".to_owned()),
        };
        match answer {
            Ok(answer) => say(&format!("={id} {answer}\n")),
            Err(answer) => say(&format!("?{id} {answer}\n")),
        }
        words == ["quit"]
    }

    fn nboard(&mut self, line: &str) -> bool {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let plain = |mv: &str| {
            if mv == "PA" {
                "pass".to_owned()
            } else {
                mv.to_lowercase()
            }
        };
        match word {
            "ping" => say(&format!("pong {rest}")),
            "move" => {
                let mv = plain(rest.split('/').next().unwrap_or_default());
                self.session.play(&mv).expect("legal");
            }
            "set" => {
                if let Some(depth) = rest.strip_prefix("depth ") {
                    self.limits.depth = depth.parse().ok();
                } else if let Some(game) = rest.strip_prefix("game ") {
                    let board = game
                        .split_once("BO[8 ")
                        .and_then(|(_, rest)| rest.split_once(']'))
                        .expect("a board");
                    let moves = board
                        .1
                        .split(']')
                        .filter_map(|part| part.split_once('['))
                        .map(|(_, mv)| plain(mv));
                    let moves = moves.collect::<Vec<_>>().join(" ");
                    self.set(&format!("{} moves {moves}", board.0.replace('*', "X")));
                    self.engine.new_game();
                }
            }
            "go" => {
                say("status thinking");
                let mv = self.choose();
                say(&format!("nodestats {} 0.1", self.nodes));
                say(&format!("=== {}/1.25/0.1", mv.to_uppercase()));
            }
            "quit" => return true,
            _ => {}
        }
        false
    }

    /// The position of a `position` line, moves as they are written here.
    fn position(&mut self, rest: &str, from_one: bool) {
        let line = rest.strip_prefix("fen ").expect("a FEN");
        let (fen, moves) = line.split_once(" moves ").unwrap_or((line, ""));
        let read = |mv: &str| -> String {
            let mut squares = Vec::new();
            for c in mv.chars() {
                match c {
                    'a'..='i' => squares.push((c, String::new())),
                    _ => squares.last_mut().expect("a file").1.push(c),
                }
            }
            let rank = |rank: &str| rank.parse::<u8>().expect("a rank") - u8::from(from_one);
            squares
                .iter()
                .map(|(file, digits)| format!("{file}{}", rank(digits)))
                .collect()
        };
        let moves: Vec<String> = moves
            .split(' ')
            .filter(|mv| !mv.is_empty())
            .map(read)
            .collect();
        if self.role.is("he") {
            assert!(
                !fen.split(' ')
                    .next()
                    .unwrap_or_default()
                    .contains(['N', 'n', 'B', 'b']),
                "{fen}"
            );
        }
        self.set(&format!("{fen} moves {}", moves.join(" ")));
    }

    fn go(&mut self, rest: &str, from_one: bool) {
        self.limits = Limits::none();
        let mut words = rest.split(' ');
        while let Some(word) = words.next() {
            match word {
                "depth" => self.limits.depth = words.next().and_then(|depth| depth.parse().ok()),
                "nodes" => self.limits.nodes = words.next().and_then(|nodes| nodes.parse().ok()),
                _ => {}
            }
        }
        if self.limits == Limits::none() {
            self.limits.depth = Some(1);
        }
        let mv = self.choose();
        let shifted = |c: char| {
            c.to_digit(10)
                .map_or(c.to_string(), |rank| (rank + 1).to_string())
        };
        let mv = if from_one {
            mv.chars().map(shifted).collect()
        } else {
            mv
        };
        say(&format!(
            "info depth 1 score cp 12 nodes {} pv {mv}",
            self.nodes
        ));
        if mv == "nobestmove" {
            say(&mv)
        } else {
            say(&format!("bestmove {mv} ponder a0a1"))
        }
    }

    fn uci(&mut self, line: &str) -> bool {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let from_one = self.role.is("variant");
        match word {
            "uci" => {
                say("id name test");
                say("option name Hash type spin default 16 min 1 max 64");
                say("option name Clear Hash type button");
                if from_one {
                    say("option name UCI_Variant type combo default chess var chess var xiangqi");
                }
                say("uciok");
            }
            "setoption" => {
                let known = [
                    "name Hash value 8",
                    "name Clear Hash",
                    "name UCI_Variant value xiangqi",
                ];
                assert!(known.contains(&rest), "{rest}");
            }
            "isready" => say("readyok"),
            "ucinewgame" => self.engine.new_game(),
            "position" => self.position(rest, from_one),
            "go" => self.go(rest, from_one),
            "quit" => return true,
            _ => {}
        }
        false
    }

    fn ugi(&mut self, line: &str) -> bool {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "ugi" => {
                say("id name test");
                say("option name hash type spin default 16 min 1 max 64");
                say("ugiok");
            }
            "setoption" => assert_eq!(rest, "name hash value 8"),
            "isready" => say("readyok"),
            "uginewgame" => self.engine.new_game(),
            "position" => self.set(rest.strip_prefix("fen ").unwrap_or(rest)),
            "go" => self.go(rest, false),
            "quit" => return true,
            _ => {}
        }
        false
    }

    fn ucci(&mut self, line: &str) -> bool {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "ucci" => {
                say("id name test");
                say("option usemillisec type check default false");
                say("option newgame type button");
                say("ucciok");
            }
            "setoption" if rest == "newgame" => self.engine.new_game(),
            "setoption" => assert_eq!(rest, "usemillisec true"),
            "isready" => say("readyok"),
            "position" => self.position(rest, false),
            "go" => self.go(rest, false),
            "quit" => {
                say("bye");
                return true;
            }
            _ => {}
        }
        false
    }
}
