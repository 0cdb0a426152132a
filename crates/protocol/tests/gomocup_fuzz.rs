//! Lines at random, for the most part with something wrong, beside a model of what the protocol makes of them: the brain answers
//! each as it should, and the stones lie as the model has them.
//!
//! `cargo test -p protocol --release --test gomocup_fuzz -- --ignored --nocapture` goes on for ten minutes, or for as many
//! seconds as `BOYI_FUZZ_SECONDS` says; `BOYI_FUZZ_SEED` chooses the lines.

mod common;

use common::{Talk, setup};
use gomoku_rules::{Gomoku, Point, Rule, Rules};
use protocol::{Answer, Engine, Flow, Gomocup, Heard, Protocol, Setup};
use search::Report;
use search::game_core::{Player, Position};
use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A brain that lets one look at its board.
struct Glass {
    brain: Gomocup,
    seen: Arc<Mutex<String>>,
}

impl Glass {
    fn look(&self) {
        let seen = self.brain.position().map_or_else(|| "none".to_owned(), |pos| shown(pos.rules(), pos));
        *self.seen.lock().expect("no panic") = seen;
    }
}

fn shown(rules: Rules, pos: &Gomoku) -> String {
    format!("{} {} {pos}", rules.size(), rules.rule())
}

impl Protocol for Glass {
    fn hear(&mut self, line: &str, cut: bool, engine: &mut Engine, out: &mut dyn Write) -> io::Result<Flow> {
        let flow = self.brain.hear(line, cut, engine, out);
        self.look();
        flow
    }

    fn overhear(&self, line: &str) -> Heard {
        self.brain.overhear(line)
    }

    fn progress(&mut self, report: &Report<String>, out: &mut dyn Write) -> io::Result<()> {
        self.brain.progress(report, out)
    }

    fn answer(&mut self, answer: Answer, engine: &mut Engine, out: &mut dyn Write) -> io::Result<()> {
        let answered = self.brain.answer(answer, engine, out);
        self.look();
        answered
    }
}

/// What must be answered to a line.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Due {
    Ok,
    Error,
    /// The game has ended with what was told.
    Ended,
    Unknown,
    Name,
    /// This, word by word.
    Text(String),
    /// A move, which is played.
    Move,
    /// The answer to a swap2 opening of so many stones.
    Swap2(usize),
    /// So many lines of `MESSAGE`.
    Messages(usize),
}

/// A column, a row and whose stone it is.
type Stone = (u8, u8, Player);

type Told = Vec<((u8, u8), Option<bool>)>;

/// The game as the protocol has it, in the simplest terms.
struct Model {
    rule: Rule,
    /// The size of the board, its stones and the turn.
    game: Option<(u8, Vec<Stone>, Player)>,
    /// The command whose stones are told, and these, unless there was something wrong.
    reading: Option<(String, Option<Told>)>,
    yixin: bool,
}

impl Model {
    fn new() -> Self {
        Self { rule: Rule::Freestyle, game: None, reading: None, yixin: false }
    }

    fn position(&self) -> Option<Gomoku> {
        let (size, stones, turn) = self.game.as_ref()?;
        self.position_of(*size, stones, *turn)
    }

    fn position_of(&self, size: u8, stones: &[Stone], turn: Player) -> Option<Gomoku> {
        let of = |player: Player| -> Vec<Point> {
            stones.iter().filter(|stone| stone.2 == player).filter_map(|&(x, y, _)| Point::new(x, y)).collect()
        };
        let rules = Rules::new(size, self.rule).ok()?;
        Gomoku::set_up(rules, &of(Player::First), &of(Player::Second), turn).ok()
    }

    fn shown(&self) -> String {
        self.position().map_or_else(|| "none".to_owned(), |pos| shown(pos.rules(), &pos))
    }

    /// The point, if it is on the board.
    fn on_board(&self, (x, y): (u64, u64)) -> Option<(u8, u8)> {
        let size = u64::from(self.game.as_ref()?.0);
        (x < size && y < size).then_some((x as u8, y as u8))
    }

    fn is_over(&self) -> bool {
        self.position().is_none_or(|pos| pos.decided().is_some())
    }

    /// Places a stone for the side to move; whether it could be.
    fn place(&mut self, point: (u64, u64), by_the_rules: bool) -> bool {
        let (Some((x, y)), Some(pos)) = (self.on_board(point), self.position()) else { return false };
        let at = Point::new(x, y).expect("on the board");
        let forbidden = by_the_rules && pos.turn() == Player::First && pos.forbidden_at(at).is_some();
        if pos.decided().is_some() || pos.stone(at).is_some() || forbidden {
            return false;
        }
        let (_, stones, turn) = self.game.as_mut().expect("a game");
        stones.push((x, y, *turn));
        *turn = !*turn;
        true
    }

    /// What a line is answered, but for the moves.
    fn hear(&mut self, bytes: &[u8]) -> Vec<Due> {
        let cut = bytes.len() > 16 << 10;
        let line = String::from_utf8_lossy(bytes).into_owned();
        let text = line.trim();
        let (word, rest) = match text.find(char::is_whitespace) {
            Some(at) => (&text[..at], text[at..].trim()),
            None => (text, ""),
        };
        let word = word.to_ascii_uppercase();
        let known = [
            "START",
            "RECTSTART",
            "RESTART",
            "BEGIN",
            "TURN",
            "PLAY",
            "TAKEBACK",
            "BOARD",
            "YXBOARD",
            "SWAP2BOARD",
            "DONE",
            "INFO",
            "ABOUT",
            "YXSTOP",
            "STOP",
            "YXSHOWINFO",
            "YXSHOWFORBID",
            "YXNBEST",
        ]
        .contains(&word.as_str())
            && !cut;
        let mut due = Vec::new();
        if known && !readable(&word, rest) {
            return vec![Due::Error];
        }
        if let Some((_, stones)) = &mut self.reading {
            if known && word == "DONE" {
                return self.done();
            }
            if known && word.ends_with("STOP") {
                return due;
            }
            if !known {
                if cut {
                    *stones = None;
                } else if !text.is_empty() {
                    self.stone(text);
                }
                return due;
            }
            self.reading = None;
            due.push(Due::Error);
        }
        if cut {
            due.push(Due::Error);
        } else if known {
            due.extend(self.command(&word, rest));
        } else if !text.is_empty() {
            due.push(Due::Unknown);
        }
        due
    }

    fn command(&mut self, word: &str, rest: &str) -> Vec<Due> {
        let playing = self.game.is_some();
        let open = playing && !self.is_over();
        vec![match word {
            "START" => self.start(number(rest)),
            "RECTSTART" => match pair(rest) {
                Some((width, height)) if width == height => self.start(Some(width)),
                _ => Due::Error,
            },
            "RESTART" => {
                let size = self.game.as_ref().map(|game| u64::from(game.0));
                self.start(size)
            }
            "BEGIN" if self.game.as_ref().is_some_and(|game| game.1.is_empty()) => Due::Move,
            "TURN" => match small_pair(rest) {
                Some(point) if self.place(point, false) => {
                    if self.is_over() {
                        Due::Ended
                    } else {
                        Due::Move
                    }
                }
                _ => Due::Error,
            },
            "PLAY" => match small_pair(rest) {
                Some((x, y)) if self.place((x, y), true) => Due::Text(format!("{x},{y}")),
                _ => Due::Error,
            },
            "TAKEBACK" => {
                let point = small_pair(rest).and_then(|point| self.on_board(point));
                match (point, self.game.clone()) {
                    (Some((x, y)), Some((size, mut stones, _))) => match stones.iter().position(|s| (s.0, s.1) == (x, y)) {
                        Some(place) => {
                            let (_, _, player) = stones.remove(place);
                            if self.position_of(size, &stones, player).is_some() {
                                self.game = Some((size, stones, player));
                                Due::Ok
                            } else {
                                Due::Error
                            }
                        }
                        None => Due::Error,
                    },
                    _ => Due::Error,
                }
            }
            "YXNBEST" if number(rest).is_some_and(|count| count > 0) && open => Due::Move,
            "BOARD" | "YXBOARD" | "SWAP2BOARD" => return self.stones(word, rest),
            "INFO" => return self.info(rest),
            "ABOUT" => Due::Name,
            "YXSHOWINFO" => {
                self.yixin = true;
                Due::Messages(2)
            }
            "YXSHOWFORBID" if playing => {
                let pos = self.position().expect("a game");
                let black = pos.turn() == Player::First;
                let points = pos.empty().filter(|&point| black && pos.forbidden_at(point).is_some());
                let points = points.map(|point| format!("{:02}{:02}", point.col(), point.row()));
                Due::Text(format!("FORBID {}.", points.collect::<String>()))
            }
            "YXSTOP" | "STOP" => return Vec::new(),
            _ => Due::Error,
        }]
    }

    fn start(&mut self, size: Option<u64>) -> Due {
        match size.filter(|size| (5..=20).contains(size)) {
            Some(size) => {
                self.game = Some((size as u8, Vec::new(), Player::First));
                Due::Ok
            }
            None => Due::Error,
        }
    }

    fn info(&mut self, rest: &str) -> Vec<Due> {
        let (key, value) = key_and_value(rest);
        if key == "rule" && !self.set_rule(number(value).expect("readable")) {
            return vec![Due::Error];
        }
        Vec::new()
    }

    fn set_rule(&mut self, number: u64) -> bool {
        let before = self.rule;
        self.rule = match number {
            0 => Rule::Freestyle,
            1 => Rule::Standard,
            4 | 5 => Rule::Renju,
            2 if self.yixin => Rule::Renju,
            _ => return false,
        };
        if self.game.is_some() && self.position().is_none() {
            self.rule = before;
            return false;
        }
        true
    }

    fn stones(&mut self, word: &str, rest: &str) -> Vec<Due> {
        self.reading = Some((word.to_owned(), Some(Vec::new())));
        let words: Vec<&str> = rest.split_whitespace().collect();
        let end = words.iter().position(|word| word.eq_ignore_ascii_case("DONE"));
        if end.is_some_and(|end| end + 1 < words.len()) {
            self.reading = None;
            return vec![Due::Error];
        }
        words[..end.unwrap_or(words.len())].iter().for_each(|text| self.stone(text));
        if end.is_some() { self.done() } else { Vec::new() }
    }

    fn stone(&mut self, text: &str) {
        let Some((word, told)) = &mut self.reading else { return };
        let fields: Option<Vec<u64>> = text.split(',').map(|field| number(field.trim())).collect();
        let stone = match (word.as_str(), fields.as_deref()) {
            ("SWAP2BOARD", Some(&[x, y])) => Some((x, y, None)),
            ("BOARD" | "YXBOARD", Some(&[x, y, field @ 1..=2])) => Some((x, y, Some(field == 1))),
            _ => None,
        };
        // What is on no board is found to be so later; a byte is enough to tell.
        let small = |number: u64| u8::try_from(number).unwrap_or(u8::MAX);
        match (stone.filter(|&(x, y, _)| x.max(y) <= u64::from(u32::MAX)), told) {
            (Some((x, y, own)), Some(told)) => told.push(((small(x), small(y)), own)),
            (None, told) => *told = None,
            _ => {}
        }
    }

    fn done(&mut self) -> Vec<Due> {
        let (word, told) = self.reading.take().expect("stones were told");
        let refused = vec![Due::Error];
        let (Some(told), Some((size, ..))) = (told, self.game.clone()) else { return refused };
        let swap2 = word == "SWAP2BOARD";
        let (own, count) = (told.iter().filter(|stone| stone.1 == Some(true)).count(), told.len());
        let own_is_black = match (count - own).checked_sub(own) {
            Some(0) => true,
            Some(1) => false,
            None if own == count - own + 1 && word == "YXBOARD" => true,
            _ => told.first().is_none_or(|stone| stone.1 == Some(true)),
        };
        let color = |black: bool| if black { Player::First } else { Player::Second };
        let mut stones: Vec<Stone> = Vec::new();
        for (i, &((x, y), own)) in told.iter().enumerate() {
            if x >= size || y >= size || stones.iter().any(|stone| (stone.0, stone.1) == (x, y)) {
                return refused;
            }
            let black = own.map_or(i % 2 == 0, |own| own == own_is_black);
            stones.push((x, y, color(black)));
        }
        let turn = match word.as_str() {
            "SWAP2BOARD" => color(count % 2 == 0),
            "YXBOARD" if own > count - own => color(!own_is_black),
            _ => color(own_is_black),
        };
        let Some(pos) = self.position_of(size, &stones, turn) else { return refused };
        if swap2 && (![0, 3, 5].contains(&count) || self.breaks_rules(size, &stones)) {
            return refused;
        }
        self.game = Some((size, stones, turn));
        match word.as_str() {
            "YXBOARD" => Vec::new(),
            "SWAP2BOARD" => vec![Due::Swap2(count)],
            _ if pos.decided().is_some() => vec![Due::Ended],
            _ => vec![Due::Move],
        }
    }

    /// Whether stones played one after another could not be: of five, Black's may be forbidden.
    fn breaks_rules(&self, size: u8, stones: &[Stone]) -> bool {
        let mut pos = Gomoku::new(Rules::new(size, self.rule).expect("a size"));
        stones.iter().any(|&(x, y, _)| {
            let point = Point::new(x, y).expect("on the board");
            let legal = pos.is_legal(point);
            pos.play(point);
            !legal
        })
    }

    /// Takes an answer; what is wrong with it.
    fn answered(&mut self, due: &Due, line: &str) -> Result<(), String> {
        let right = match due {
            Due::Ok => line == "OK",
            Due::Error => line.starts_with("ERROR ") && !line.starts_with("ERROR no move follows"),
            Due::Ended => line.starts_with("ERROR no move follows: "),
            Due::Unknown => line.starts_with("UNKNOWN "),
            Due::Name => line.starts_with("name=\"Boyi\", version="),
            Due::Text(text) => line == text,
            // Black may have no legal point left.
            Due::Move if line == "ERROR no move was found" => self.position().is_some_and(|pos| pos.count_moves() == 0),
            Due::Move => pair(line).is_some_and(|point| self.place(point, true)),
            Due::Swap2(3 | 5) if line == "SWAP" => true,
            Due::Swap2(count) => {
                let points: Option<Vec<_>> = line.split(' ').map(pair).collect();
                let points = points.unwrap_or_default();
                let number = match count {
                    0 => points.len() == 3,
                    3 => points.len() == 1 || points.len() == 2,
                    _ => points.len() == 1,
                };
                number && points.into_iter().all(|point| self.place(point, true))
            }
            Due::Messages(_) => line.starts_with("MESSAGE INFO MAX_"),
        };
        if right { Ok(()) } else { Err(format!("{due:?} answered {line:?}")) }
    }
}

/// Whether what follows the word makes sense, on whatever board.
fn readable(word: &str, rest: &str) -> bool {
    match word {
        "START" => number(rest).is_some(),
        "RECTSTART" => pair(rest).is_some(),
        "TURN" | "PLAY" | "TAKEBACK" => small_pair(rest).is_some(),
        "YXNBEST" => number(rest).is_some_and(|count| count > 0),
        "INFO" => {
            let (key, value) = key_and_value(rest);
            let times = ["timeout_turn", "timeout_match", "time_left", "time_increment"];
            let others = ["max_memory", "hash_size", "thread_num", "max_depth", "max_node", "show_detail", "rule"];
            let bounds = ["max_memory", "max_depth", "max_node"];
            let negative = value.strip_prefix('-').is_some_and(|value| number(value).is_some());
            if [&times[..], &bounds].concat().contains(&key.as_str()) {
                negative || number(value).is_some()
            } else {
                !others.contains(&key.as_str()) || number(value).is_some()
            }
        }
        "BOARD" | "YXBOARD" | "SWAP2BOARD" => true,
        _ => rest.is_empty(),
    }
}

fn key_and_value(rest: &str) -> (String, &str) {
    let (key, value) = match rest.find(char::is_whitespace) {
        Some(at) => (&rest[..at], rest[at..].trim()),
        None => (rest, ""),
    };
    (key.to_ascii_lowercase(), value)
}

fn number(text: &str) -> Option<u64> {
    if text.is_empty() || !text.chars().all(|c| c.is_ascii_digit()) { None } else { text.parse().ok() }
}

fn pair(text: &str) -> Option<(u64, u64)> {
    let (x, y) = text.split_once(',')?;
    Some((number(x.trim())?, number(y.trim())?))
}

fn small_pair(text: &str) -> Option<(u64, u64)> {
    pair(text).filter(|&(x, y)| x.max(y) <= u64::from(u32::MAX))
}

/// Numbers that look like chance.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: usize) -> usize {
        self.0 = search::game_core::zobrist::mix(self.0);
        (self.0 >> 16) as usize % end
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    fn of<'a>(&mut self, texts: &[&'a str]) -> &'a str {
        texts[self.below(texts.len())]
    }

    /// Some lines as they might be meant, without the damage.
    fn lines(&mut self, model: &Model) -> Vec<String> {
        let size = model.game.as_ref().map_or(15, |game| usize::from(game.0));
        let reach = if self.one_in(20) { 25 } else { size };
        let point = |chance: &mut Self| format!("{},{}", chance.below(reach), chance.below(reach));
        match self.below(16) {
            0 => vec![format!("START {}", if self.one_in(6) { self.below(40) } else { 5 + self.below(16) })],
            1 => vec![self.of(&["RESTART", "RESTART", "RECTSTART 9,9", "RECTSTART 15,20"]).to_owned()],
            2 => vec!["BEGIN".to_owned()],
            3..=6 => vec![format!("TURN {}", point(self))],
            7 => vec![format!("PLAY {}", point(self))],
            8 => {
                let stones = model.game.as_ref().map(|game| game.1.as_slice()).unwrap_or_default();
                match stones.len() {
                    0 => vec![format!("TAKEBACK {}", point(self))],
                    count => {
                        let (x, y, _) = if self.one_in(2) { stones[count - 1] } else { stones[self.below(count)] };
                        vec![format!("TAKEBACK {x},{y}")]
                    }
                }
            }
            9 | 10 => {
                let word = self.of(&["BOARD", "YXBOARD", "SWAP2BOARD", "YXBOARD"]);
                let count = if word == "SWAP2BOARD" { [0, 3, 5, 3, 5, 4][self.below(6)] } else { self.below(2 * size) };
                let first = self.below(2);
                let mut stones: Vec<String> = Vec::new();
                let mut seen: Vec<String> = Vec::new();
                for i in 0..count {
                    let point = point(self);
                    if !seen.contains(&point) || self.one_in(40) {
                        let field = if self.one_in(30) { 1 + self.below(3) } else { 1 + (first + i) % 2 };
                        stones.push(if word == "SWAP2BOARD" { point.clone() } else { format!("{point},{field}") });
                        seen.push(point);
                    }
                }
                if self.one_in(2) {
                    vec![format!("{word} {} DONE", stones.join(" "))]
                } else {
                    let mut lines = vec![word.to_owned()];
                    lines.extend(stones);
                    if !self.one_in(20) {
                        lines.push("DONE".to_owned());
                    }
                    lines
                }
            }
            11 | 12 => {
                let key = self.of(&[
                    "timeout_turn 1000",
                    "timeout_turn 0",
                    "timeout_match 0",
                    "timeout_match 60000",
                    "time_left 5000",
                    "time_left 2147483647",
                    "time_left -5",
                    "time_increment 10",
                    "rule 0",
                    "rule 1",
                    "rule 4",
                    "rule 2",
                    "rule 8",
                    "max_memory 70000000",
                    "max_memory 0",
                    "thread_num 2",
                    "thread_num 1",
                    "max_depth 3",
                    "max_node 500",
                    "max_node 0",
                    "max_node -1",
                    "max_depth -1",
                    "show_detail 3",
                    "show_detail 0",
                    "game_type 1",
                    "folder /tmp",
                    "evaluate 3,3",
                    "caution_factor 4",
                    "pondering 0",
                ]);
                vec![format!("INFO {key}")]
            }
            13 => vec![self.of(&["YXSTOP", "STOP", "ABOUT", "DONE", "YXSHOWFORBID"]).to_owned()],
            14 => vec![self.of(&["YXNBEST 1", "YXNBEST 3", "YXNBEST 900", "YXSHOWFORBID", "YXSHOWINFO"]).to_owned()],
            _ => vec![(0..self.below(40)).map(|_| self.below(256) as u8 as char).collect()],
        }
    }

    /// A line as it comes: one in four is damaged.
    fn damaged(&mut self, line: &str) -> Vec<u8> {
        const SIGNS: &[u8] = b" \t,,-+.0123456789azAZ\x00\x01\x1b\x7f\x80\xe7\xff\r";
        let mut bytes = line.as_bytes().to_vec();
        if self.one_in(4) {
            for _ in 0..=self.below(3) {
                let at = self.below(bytes.len() + 1);
                let sign = SIGNS[self.below(SIGNS.len())];
                match self.below(4) {
                    0 if at < bytes.len() => bytes[at] = sign,
                    1 if at < bytes.len() => drop(bytes.remove(at)),
                    2 if at < bytes.len() => bytes.insert(at, bytes[at]),
                    _ => bytes.insert(at, sign),
                }
            }
        }
        if self.one_in(2_000) {
            bytes.resize(16_380 + self.below(10), b'7');
        }
        // The end is for later, and dozens of threads are for other tests.
        let text = String::from_utf8_lossy(&bytes).to_ascii_lowercase();
        if text.split_whitespace().next() == Some("end") || text.contains("thread_num") {
            bytes = line.as_bytes().to_vec();
        }
        bytes.retain(|&byte| byte != b'\n');
        bytes
    }
}

/// Lines for people to read.
fn texts(lines: &[Vec<u8>]) -> Vec<String> {
    lines.iter().map(|line| String::from_utf8_lossy(line).into_owned()).collect()
}

/// A conversation of so many lines, or of so long a time.
fn converse(mind: &str, seed: u64, lines: usize, until: Option<Instant>) -> usize {
    let setup = Setup { seed, ..setup("gomoku", mind) };
    let seen = Arc::new(Mutex::new(String::new()));
    let mut talk = Talk::new(Glass { brain: Gomocup::new(&setup), seen: seen.clone() }, &setup);
    let (mut chance, mut model, mut said) = (Chance(seed), Model::new(), 0);
    while said < lines && until.is_none_or(|until| Instant::now() < until) {
        // Several at once, so that some come while it thinks. What is said next does not depend on answers.
        let mut burst = Vec::new();
        for _ in 0..=chance.below(6) {
            burst.extend(chance.lines(&model).iter().map(|line| chance.damaged(line)).collect::<Vec<_>>());
        }
        burst.push(b"ABOUT".to_vec());
        said += burst.len();
        for line in &burst {
            talk.say_bytes(&[line, b"\n".as_slice()].concat());
        }
        let mut script = VecDeque::from(burst.clone());
        while let Some(line) = script.pop_front() {
            for due in model.hear(&line) {
                let count = if let Due::Messages(count) = due { count } else { 1 };
                for _ in 0..count {
                    let told = |line: &String| line.starts_with("MESSAGE ") && !line.starts_with("MESSAGE INFO");
                    let answer = std::iter::repeat_with(|| talk.hear().expect("it lives")).find(|line| !told(line));
                    let checked = model.answered(&due, &answer.expect("an answer"));
                    checked.unwrap_or_else(|wrong| {
                        let (line, burst) = (String::from_utf8_lossy(&line), texts(&burst));
                        panic!("seed {seed}, {said} lines: {line:?}: {wrong}; {}; {burst:?}", model.shown())
                    });
                }
            }
        }
        let seen = seen.lock().expect("no panic").clone();
        assert_eq!(seen, model.shown(), "seed {seed}, {said} lines: {:?}", texts(&burst));
    }
    talk.say("END");
    assert_eq!(talk.end(), [""; 0]);
    said
}

#[test]
fn ten_thousand_lines_of_gomocup() {
    let said = (1..=4).map(|seed| converse("pvs,depth=1,hash=1", seed, 2_000, None)).sum::<usize>()
        + (5..=6).map(|seed| converse("aspiration,nodes=300,hash=1", seed, 1_000, None)).sum::<usize>();
    assert!(said >= 10_000);
}

#[test]
#[ignore = "goes on for ten minutes"]
fn as_long_as_one_likes() {
    let number = |name: &str, default: u64| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default);
    let end = Instant::now() + Duration::from_secs(number("BOYI_FUZZ_SECONDS", 600));
    let (mut seed, mut said, mut talks) = (number("BOYI_FUZZ_SEED", 1_000), 0, 0);
    while Instant::now() < end {
        for mind in ["pvs,depth=1,hash=1", "aspiration,nodes=2000,hash=1", "smp,depth=2,hash=1", "level=2"] {
            said += converse(mind, seed, 5_000, Some(end));
            (seed, talks) = (seed + 1, talks + 1);
        }
    }
    println!("{said} lines in {talks} conversations, seeds to {seed}: all answered as they should be");
}
