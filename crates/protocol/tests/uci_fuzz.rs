//! Lines at random, for the most part with something wrong, beside a model of what UCI and UCCI make of them: each is answered as
//! it should be, and the position is what the model has.
//!
//! `cargo test -p protocol --release --test uci_fuzz -- --ignored --nocapture` goes on for ten minutes, or for as many seconds as
//! `BOYI_FUZZ_SECONDS` says; `BOYI_FUZZ_SEED` chooses the lines.

mod common;

use common::{Talk, setup};
use protocol::{Answer, Dialect, Engine, Flow, Heard, Protocol, Setup, Uci};
use search::game_core::Position;
use search::{Limits, Report};
use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::{Duration, Instant};
use xiangqi_movegen::{Move, Rules, Square, Xiangqi};

/// A server that lets one look at its position.
struct Glass {
    server: Uci,
    seen: Arc<Mutex<String>>,
}

impl Glass {
    fn look(&self) {
        *self.seen.lock().expect("no panic") = self.server.position();
    }
}

impl Protocol for Glass {
    fn hear(&mut self, line: &str, cut: bool, engine: &mut Engine, out: &mut dyn Write) -> io::Result<Flow> {
        let flow = self.server.hear(line, cut, engine, out);
        self.look();
        flow
    }

    fn overhear(&self, line: &str) -> Heard {
        self.server.overhear(line)
    }

    fn progress(&mut self, report: &Report<String>, out: &mut dyn Write) -> io::Result<()> {
        self.server.progress(report, out)
    }

    fn answer(&mut self, answer: Answer, engine: &mut Engine, out: &mut dyn Write) -> io::Result<()> {
        self.server.answer(answer, engine, out)
    }

    fn hang_up(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.server.hang_up(out)
    }
}

/// What must be answered to a line.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Due {
    /// That something is wrong.
    Error,
    /// This, word by word.
    Text(&'static str),
    /// One that begins so, after any others.
    After(&'static str),
    /// A move that is one of these where there are any, and none where there is none.
    Move(Vec<String>),
    /// So many leaves counted.
    Leaves(u64),
}

/// An answer that waits: one of these moves, until stopped, or until the opponent has played.
struct Held {
    moves: Vec<Move>,
    infinite: bool,
    ponder: bool,
}

/// The game as the protocols have it, in the simplest terms.
struct Model {
    ucci: bool,
    pos: Xiangqi,
    banned: Vec<Move>,
    /// The first rank is 1: as an option says, and as was shown.
    chosen: Option<bool>,
    shown: Option<bool>,
    cyclone: bool,
    /// The answer that waits.
    held: Option<Held>,
}

impl Model {
    fn new(ucci: bool) -> Self {
        Self { ucci, pos: Xiangqi::default(), banned: Vec::new(), chosen: None, shown: None, cyclone: false, held: None }
    }

    fn counts_from_one(&self) -> bool {
        self.chosen.or(self.shown).unwrap_or(false)
    }

    /// The answer that waits is given.
    fn release(&mut self) -> Vec<Due> {
        let held = self.held.take();
        held.map(|held| Due::Move(held.moves.iter().map(|&mv| self.text(mv)).collect())).into_iter().collect()
    }

    fn text(&self, mv: Move) -> String {
        let first = u8::from(self.counts_from_one());
        let square = |square: Square| format!("{}{}", (b'a' + square.file()) as char, square.rank() + first);
        square(mv.from) + &square(mv.to)
    }

    /// The moves that `texts` name one after another from `pos` on, and the position they lead to.
    fn play(pos: &Xiangqi, texts: &[&str], from_one: bool) -> Option<Xiangqi> {
        let mut pos = pos.clone();
        for text in texts {
            let mv = mv(text, from_one).filter(|&mv| is_legal(&pos, mv))?;
            pos.play(mv);
        }
        Some(pos)
    }

    /// The position that is told, and what it shows.
    fn told(&self, words: &[&str]) -> Option<(Xiangqi, Option<bool>)> {
        let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let moves = words.get(end + 1..).unwrap_or_default();
        let start = match &words[..end] {
            ["startpos"] | ["fen", "startpos"] => Xiangqi::default(),
            ["fen", fen @ ..] => Xiangqi::from_fen(&fen.join(" "), &Rules::default()).ok()?,
            _ => return None,
        };
        let first = self.counts_from_one();
        let [own, other] = [first, !first].map(|first| Self::play(&start, moves, first));
        match (own, other) {
            _ if moves.is_empty() => Some((start, None)),
            (Some(pos), Some(_)) => Some((pos, None)),
            (Some(pos), None) => Some((pos, Some(first))),
            (None, Some(pos)) => Some((pos, Some(!first))),
            (None, None) => None,
        }
    }

    /// The legal moves that all of `texts` name.
    fn named(&self, texts: &[&str]) -> Option<Vec<Move>> {
        let named = |first| {
            let named = |text: &&str| mv(text, first).filter(|&mv| is_legal(&self.pos, mv));
            texts.iter().map(named).collect::<Option<Vec<_>>>()
        };
        named(self.counts_from_one()).or_else(|| named(!self.counts_from_one()))
    }

    /// What a line is answered.
    fn hear(&mut self, bytes: &[u8]) -> Vec<Due> {
        let text = String::from_utf8_lossy(bytes).into_owned();
        let words: Vec<&str> = text.split_whitespace().collect();
        if bytes.len() > 16 << 10 {
            return vec![Due::Error];
        }
        let Some((&word, rest)) = words.split_first() else { return Vec::new() };
        let one = |due| vec![due];
        match (word, rest) {
            ("uci", []) => {
                self.ucci = false;
                if !self.cyclone {
                    self.shown = None;
                }
                one(Due::After("uciok"))
            }
            ("ucci", []) => {
                (self.ucci, self.shown, self.cyclone) = (true, None, false);
                one(Due::After("ucciok"))
            }
            ("ucicyclone", []) => {
                (self.ucci, self.shown, self.cyclone) = (false, Some(false), true);
                Vec::new()
            }
            ("isready", []) => one(Due::Text("readyok")),
            ("ucinewgame" | "uccinewgame", []) => self.release(),
            ("debug", ["on" | "off"]) | ("register", _) => Vec::new(),
            ("ponderhit", [] | ["draw"]) => match &mut self.held {
                Some(held @ Held { infinite: true, .. }) => {
                    held.ponder = false;
                    Vec::new()
                }
                Some(Held { ponder: true, .. }) => self.release(),
                _ => Vec::new(),
            },
            ("stop", []) if self.held.is_some() || !self.ucci => self.release(),
            ("stop", []) => one(Due::Text("nobestmove")),
            ("d", []) => one(Due::After("Key: ")),
            ("position", told) => self.set(told),
            ("startpos" | "fen", _) => self.set(&words),
            ("probe", told) if self.told(told).is_some() => one(Due::After("pophash")),
            ("banmoves", moves @ [_, ..]) => match self.named(moves) {
                Some(banned) => {
                    self.banned = banned;
                    Vec::new()
                }
                None => one(Due::Error),
            },
            ("go", words) => self.go(words),
            ("setoption", words) => self.option(words),
            _ => one(Due::Error),
        }
    }

    fn set(&mut self, told: &[&str]) -> Vec<Due> {
        let Some((pos, shown)) = self.told(told) else { return vec![Due::Error] };
        let due = self.release();
        (self.pos, self.shown) = (pos, shown.or(self.shown));
        self.banned.clear();
        due
    }

    fn option(&mut self, words: &[&str]) -> Vec<Due> {
        let (name, value) = match words {
            ["name", rest @ ..] => {
                let end = rest.iter().position(|&word| word == "value").unwrap_or(rest.len());
                (rest[..end].join(" "), rest.get(end + 1..).unwrap_or_default().join(" "))
            }
            [name, value @ ..] => ((*name).to_owned(), value.join(" ")),
            [] => return vec![Due::Error],
        };
        if name.is_empty() {
            return vec![Due::Error];
        }
        let (name, raw) = (name.to_ascii_lowercase().replace('_', " "), value);
        let value = raw.to_ascii_lowercase();
        let number = |least: u64, most: u64| {
            let digits = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
            digits && value.parse().is_ok_and(|number: u64| (least..=most).contains(&number))
        };
        let least = u64::from(!self.ucci);
        let rules: &[&str] =
            if self.ucci { &["asianrule", "checkban", "alwaysdraw"] } else { &["asian", "check-ban", "draw-only"] };
        let is_taken = match name.as_str() {
            "hash" | "hashsize" => number(least, 4_096),
            "threads" => number(least, 64),
            "multipv" => number(1, 128),
            "move overhead" | "overhead" => number(0, 5_000),
            "move limit" => number(0, 65_535),
            "drawmoves" => number(0, 32_767),
            "ponder" | "usemillisec" | "batch" => ["true", "false", "on", "off"].contains(&raw.as_str()),
            "level" => value == "full" || (1..=10).any(|level| value == level.to_string()),
            "repetition rule" | "repetition" => rules.contains(&value.as_str()),
            "uci variant" => value == "xiangqi",
            "ranks" => ["auto", "0-9", "1-10"].contains(&value.as_str()),
            "clear hash" | "newgame" | "uci engineabout" => true,
            _ => self.ucci,
        };
        if !is_taken {
            return vec![Due::Error];
        }
        match name.as_str() {
            "ranks" => {
                self.chosen = [("0-9", false), ("1-10", true)].iter().find(|(name, _)| *name == value).map(|&(_, one)| one)
            }
            "uci variant" if !self.cyclone && !self.ucci => self.shown = Some(true),
            _ => {}
        }
        Vec::new()
    }

    fn go(&mut self, words: &[&str]) -> Vec<Due> {
        let wrong = || vec![Due::Error];
        let known = [
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
        let (mut ponder, mut infinite, mut depth, mut perft, mut only, mut passed_over) =
            (false, false, None, None, Vec::new(), false);
        let mut at = 0;
        while at < words.len() {
            let word = words[at];
            let next = words.get(at + 1).copied().unwrap_or_default();
            at += 1;
            let digits = |text: &str| {
                let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
                digits.then(|| text.parse::<u64>().ok()).flatten()
            };
            match word {
                "ponder" => ponder = true,
                "draw" => {}
                "infinite" => infinite = true,
                "depth" if next == "infinite" => (infinite, at) = (true, at + 1),
                "depth" | "nodes" | "mate" | "perft" | "movestogo" | "oppmovestogo" => {
                    let least = u64::from(matches!(word, "nodes" | "mate" | "perft"));
                    let Some(number) = digits(next).filter(|&number| number >= least) else { return wrong() };
                    match word {
                        "depth" => depth = Some(number),
                        "perft" => perft = Some(number),
                        _ => {}
                    }
                    at += 1;
                }
                "movetime" | "wtime" | "btime" | "winc" | "binc" | "time" | "increment" | "opptime" | "oppincrement" => {
                    if digits(next.strip_prefix('-').unwrap_or(next)).is_none() {
                        return wrong();
                    }
                    at += 1;
                }
                "searchmoves" => {
                    let before = only.len();
                    while at < words.len() && !known.contains(&words[at]) {
                        only.push(words[at]);
                        at += 1;
                    }
                    // What was named before is named still.
                    if only.len() == before && before == 0 {
                        return wrong();
                    }
                }
                _ => passed_over = true,
            }
        }
        let Some(only) = self.named(&only) else { return wrong() };
        if depth == Some(0) && !self.ucci || perft.is_some_and(|perft| perft > 5) {
            return wrong();
        }
        let mut due = self.release();
        if let Some(depth) = perft {
            due.push(Due::Leaves(self.pos.perft(depth as u32)));
            return due;
        }
        if depth == Some(0) {
            due.push(Due::After("nobestmove"));
            return due;
        }
        if passed_over {
            due.push(Due::Error);
        }
        let mut moves = Vec::new();
        self.pos.legal_moves(&mut moves);
        moves.retain(|mv| (only.is_empty() || only.contains(mv)) && !self.banned.contains(mv));
        let infinite = infinite && !self.ucci;
        self.held = Some(Held { moves, infinite, ponder });
        if !ponder && !infinite {
            due.extend(self.release());
        }
        due
    }
}

/// The move that `text` names, if it names one.
fn mv(text: &str, from_one: bool) -> Option<Move> {
    /// All moves as they are written, with ranks from 0 and from 1.
    static ALL: LazyLock<[HashMap<String, Move>; 2]> = LazyLock::new(|| {
        [0, 1].map(|first| {
            let name = |square: Square| format!("{}{}", (b'a' + square.file()) as char, square.rank() + first);
            let pairs = Square::all().flat_map(|from| Square::all().map(move |to| (from, to)));
            let moves = pairs.filter(|(from, to)| from != to);
            moves.map(|(from, to)| (name(from) + &name(to), Move::new(from, to))).collect()
        })
    });
    let text = text.to_ascii_lowercase();
    // A dash may stand between the squares.
    let dashed = text.split_once('-').filter(|(from, to)| from.len() >= 2 && to.len() >= 2);
    let text = dashed.map_or(text.clone(), |(from, to)| format!("{from}{to}"));
    let all = &ALL[usize::from(from_one)];
    let mv = all.get(&text).copied();
    // It stands nowhere else: `a1-0a1` is no move.
    mv.filter(|mv| dashed.is_none_or(|(from, _)| from[1..] == (mv.from.rank() + u8::from(from_one)).to_string()))
}

fn is_legal(pos: &Xiangqi, mv: Move) -> bool {
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    moves.contains(&mv)
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

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    /// Some moves that follow one another from `pos` on, mostly, as one side or the other counts ranks.
    fn moves(&mut self, pos: &Xiangqi, count: usize, model: &Model) -> Vec<String> {
        let mut writer = Model::new(false);
        writer.shown = Some(if self.one_in(4) { !model.counts_from_one() } else { model.counts_from_one() });
        let mut pos = pos.clone();
        let mut texts = Vec::new();
        for _ in 0..count {
            let mut legal = Vec::new();
            if pos.legal_moves(&mut legal).is_some() {
                break;
            }
            let mv = self.of(&legal);
            pos.play(mv);
            texts.push(writer.text(mv));
        }
        if self.one_in(5) && !texts.is_empty() {
            let at = self.below(texts.len());
            texts[at] = self.of(&["a0a0", "e9e8", "h10g8", "c3c4", "xyz", "h2e2"]).to_owned();
        }
        texts
    }

    /// A position, as a line tells it.
    fn position(&mut self, model: &Model) -> String {
        const FENS: &[&str] = &[
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
            "1r2kab1r/2c1a4/n1c1b1n2/4p2N1/p1p6/1C4P2/P1P1P4/2N1B3C/4A4/1RBAK2R1 w - - 0 1",
            "4k4/9/9/9/9/R8/9/8R/9/3K5 w - - 0 1",
            "3k5/3R5/3R5/9/9/9/9/9/9/4K4 b - - 0 1",
            "3ak4/9/9/9/9/9/9/9/9/3K5 b",
            "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 119 60",
            "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1",
            "4k4/9/9/9/9/9/9/9/3K5 w - - 0 1",
            "4k4/9/9/9/4P4/9/9/9/9/4K4 x - - 0 1",
        ];
        let (start, pos) = if self.one_in(3) {
            ("startpos".to_owned(), Xiangqi::default())
        } else {
            let fen = self.of(FENS);
            (format!("fen {fen}"), Xiangqi::from_fen(fen, &Rules::default()).unwrap_or_default())
        };
        let count = if self.one_in(3) { 0 } else { self.below(12) };
        let moves = self.moves(&pos, count, model);
        if moves.is_empty() && self.one_in(2) { start } else { format!("{start} moves {}", moves.join(" ")) }
    }

    /// A line as it might be meant, without the damage.
    fn line(&mut self, model: &Model) -> String {
        match self.below(20) {
            0..=5 => format!("{} {}", self.of(&["position", "position", "position", "probe"]), self.position(model)),
            6 => self.position(model),
            7 => {
                let count = 1 + self.below(3);
                let moves: Vec<_> = (0..count).flat_map(|_| self.moves(&model.pos, 1, model)).collect();
                format!("banmoves {}", moves.join(" "))
            }
            8..=11 => {
                let how = self.of(&[
                    "depth 1",
                    "depth 2",
                    "nodes 200",
                    "movetime 1",
                    "wtime 100 btime 100 winc 0 binc 0 movestogo 9",
                    "time 0 increment 0 opptime 5 oppincrement 1",
                    "mate 1",
                    "infinite",
                    "depth infinite",
                    "ponder wtime 100 btime 100",
                    "ponder infinite",
                    "draw nodes 100",
                    "depth 0",
                    "perft 1",
                    "perft 2",
                    "perft 9",
                    "wtime -7 btime -7",
                    "depth",
                    "style risky depth 1",
                ]);
                if self.one_in(3) {
                    let moves = self.moves(&model.pos, 1, model);
                    format!("go {how} searchmoves {}", moves.join(" "))
                } else {
                    format!("go {how}")
                }
            }
            12..=14 => {
                let set = self.of(&[
                    "name Hash value 1",
                    "name Hash value 0",
                    "name MultiPV value 3",
                    "name MultiPV value 1",
                    "name Threads value 1",
                    "name Ponder value true",
                    "name Clear Hash",
                    "name UCI_Variant value xiangqi",
                    "name UCI_Variant value chess",
                    "name Level value 2",
                    "name Level value full",
                    "name Move Overhead value 20",
                    "name Ranks value auto",
                    "name Ranks value 0-9",
                    "name Ranks value 1-10",
                    "name Repetition Rule value check-ban",
                    "name Move Limit value 0",
                    "name Move Limit value 120",
                    "name UCI_EngineAbout value x",
                    "name Contempt value 3",
                    "usemillisec true",
                    "hashsize 1",
                    "newgame",
                    "style risky",
                    "repetition alwaysdraw",
                    "drawmoves 60",
                    "ranks auto",
                    "",
                ]);
                format!("setoption {set}")
            }
            15 | 16 => self.of(&["stop", "ponderhit", "ponderhit draw", "isready", "d", "ucinewgame"]).to_owned(),
            17 => self.of(&["uci", "ucci", "ucicyclone", "debug on", "debug", "register later", "uci"]).to_owned(),
            18 => self
                .of(&["xboard", "protover 2", "position", "position fen", "banmoves", "go depth x", "bestmove h2e2"])
                .to_owned(),
            _ => (0..self.below(40)).map(|_| self.below(256) as u8 as char).collect(),
        }
    }

    /// A line as it comes: one in four is damaged.
    fn damaged(&mut self, line: &str) -> Vec<u8> {
        const SIGNS: &[u8] = b" \t,-+.0123456789azAZ/\x00\x01\x1b\x7f\x80\xe7\xff\r";
        let mut bytes = line.as_bytes().to_vec();
        if self.one_in(4) {
            for _ in 0..=self.below(3) {
                let at = self.below(bytes.len() + 1);
                let sign = self.of(SIGNS);
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
        bytes.retain(|&byte| byte != b'\n');
        // The end is for later; much memory, many threads, deep counts and long thoughts are for other tests.
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let words: Vec<String> = text.split_whitespace().map(str::to_ascii_lowercase).collect();
        let has = |word: &str| words.iter().any(|other| other.contains(word));
        let costly = words.first().is_some_and(|word| word == "setoption") && (has("hash") || has("thread") || has("batch"));
        let long = words.first().is_some_and(|word| word == "go") && (has("perft") || has("mate") || has("time"));
        let quits = words.first().is_some_and(|word| word == "quit");
        if costly || long || quits { line.as_bytes().to_vec() } else { bytes }
    }
}

/// Takes what is answered; what is wrong with it.
fn check(due: &Due, talk: &mut Talk, ucci: bool) -> Result<(), String> {
    let mut hear = || talk.hear().ok_or("the end");
    // What is told of a search comes before its answer, and belongs to no line.
    let over = |line: &str| line.contains("the game is over by the rules");
    let told = |line: &str| line.starts_with("info ") && (!is_remark(line) || over(line));
    let mut line = hear()?;
    match due {
        Due::Error if is_remark(&line) && !over(&line) => Ok(()),
        Due::Error => {
            while told(&line) {
                line = hear()?;
            }
            is_remark(&line).then_some(()).ok_or(format!("{line:?} is no error"))
        }
        Due::Text(text) => {
            while told(&line) {
                line = hear()?;
            }
            if line == *text { Ok(()) } else { Err(format!("{line:?} is not {text}")) }
        }
        Due::After(text) => {
            while !line.starts_with(text) {
                line = hear()?;
            }
            Ok(())
        }
        Due::Leaves(leaves) => {
            let mut counted = 0;
            while !line.starts_with("Nodes searched: ") {
                counted += line.split_once(": ").and_then(|(_, count)| count.parse().ok()).unwrap_or(0);
                line = hear()?;
            }
            hear()?;
            let sum: u64 = line.rsplit(' ').next().and_then(|sum| sum.parse().ok()).unwrap_or(u64::MAX);
            if (sum, counted) == (*leaves, *leaves) { Ok(()) } else { Err(format!("{line:?} are not {leaves}")) }
        }
        Due::Move(legal) => {
            while told(&line) {
                line = hear()?;
            }
            let mut words = line.split(' ');
            let right = match (words.next(), words.next()) {
                (Some("nobestmove"), None) => ucci && legal.is_empty(),
                (Some("bestmove"), Some("(none)")) => !ucci && legal.is_empty(),
                (Some("bestmove"), Some(mv)) => legal.iter().any(|other| other == mv),
                _ => false,
            };
            if right { Ok(()) } else { Err(format!("{line:?} is none of {legal:?}")) }
        }
    }
}

fn is_remark(line: &str) -> bool {
    line.starts_with("info string ") || line.starts_with("info message ")
}

/// A conversation of so many lines, or of so long a time.
fn converse(mind: &str, seed: u64, lines: usize, until: Option<Instant>) -> usize {
    // Whatever is chosen thinks no longer than that.
    let setup = Setup { seed, limits: Limits::nodes(3_000), ..setup("xiangqi", mind) };
    let seen = Arc::new(Mutex::new(String::new()));
    let mut chance = Chance(seed);
    let ucci = chance.one_in(2);
    let server = Uci::new(&setup, if ucci { Dialect::Ucci } else { Dialect::Uci });
    let mut talk = Talk::new(Glass { server, seen: seen.clone() }, &setup);
    let (mut model, mut said) = (Model::new(ucci), 0);
    while said < lines && until.is_none_or(|until| Instant::now() < until) {
        // Several at once, so that in UCI some come while it thinks. UCCI listens to few of them then: one after another.
        let held = model.held.is_some();
        let count = if model.ucci || held { 1 } else { 1 + chance.below(6) };
        let (mut burst, mut due) = (Vec::new(), Vec::new());
        for _ in 0..count {
            let line = chance.line(&model);
            let mut line = chance.damaged(&line);
            // Where it is not the first it may be answered before its turn.
            if !burst.is_empty() && String::from_utf8_lossy(&line).trim() == "isready" {
                line = b"d".to_vec();
            }
            due.extend(model.hear(&line).into_iter().map(|due| (due, model.ucci)));
            burst.push(line);
            if model.held.is_some() || model.ucci {
                break;
            }
        }
        said += burst.len();
        for line in &burst {
            talk.say_bytes(&[line, b"\n".as_slice()].concat());
        }
        let texts = || burst.iter().map(|line| String::from_utf8_lossy(line).into_owned()).collect::<Vec<_>>();
        for (due, ucci) in &due {
            check(due, &mut talk, *ucci)
                .unwrap_or_else(|wrong| panic!("seed {seed}, {said} lines: {wrong}; {}; {:?}", model.pos, texts()));
        }
        if held && model.held.is_some() {
            // What was said has had its turn; a stop would come before.
            talk.say("d");
            talk.until("Key: ");
        }
        // While it thinks UCCI can be asked for nothing else.
        if model.held.is_some() && (model.ucci || chance.one_in(2)) {
            talk.say("stop");
            for due in model.release() {
                check(&due, &mut talk, model.ucci)
                    .unwrap_or_else(|wrong| panic!("seed {seed}, {said} lines: {wrong}; {:?}", texts()));
            }
        }
        if model.held.is_none() {
            talk.say("isready");
            talk.until("readyok");
            let seen = seen.lock().expect("no panic").clone();
            assert_eq!(placement(&seen), placement(&model.pos.to_string()), "seed {seed}, {said} lines: {:?}", texts());
        }
    }
    if model.held.is_some() {
        talk.say("stop");
    }
    talk.say("quit");
    let rest = talk.end();
    assert!(
        rest.iter()
            .all(|line| ["info", "bestmove", "nobestmove", "bye"].contains(&line.split(' ').next().unwrap_or_default()))
    );
    said
}

/// The pieces, and whose turn it is.
fn placement(fen: &str) -> String {
    fen.split(' ').take(2).collect::<Vec<_>>().join(" ")
}

#[test]
fn ten_thousand_lines_of_uci_and_ucci() {
    let said = (1..=5).map(|seed| converse("pvs,depth=1,hash=1", seed, 2_000, None)).sum::<usize>();
    assert!(said >= 10_000, "{said}");
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
