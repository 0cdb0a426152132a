//! The game as the protocols have it, in the simplest terms.

use super::{
    answers::Due,
    moves::{is_legal, mv},
};
use game_core::Position;
use xiangqi_movegen::{Move, Rules, Square, Xiangqi};

/// An answer that waits: one of these moves, until stopped, or until the opponent has played.
pub struct Held {
    pub moves: Vec<Move>,
    pub infinite: bool,
    pub ponder: bool,
}

/// The game as the protocols have it, in the simplest terms.
pub struct Model {
    pub ucci: bool,
    pub pos: Xiangqi,
    /// Whether there is a position, for the last was not refused.
    pub placed: bool,
    pub banned: Vec<Move>,
    /// The first rank is 1: as an option says, and as was shown.
    pub chosen: Option<bool>,
    pub shown: Option<bool>,
    pub cyclone: bool,
    /// The answer that waits.
    pub held: Option<Held>,
}

impl Model {
    pub fn new(ucci: bool) -> Self {
        let pos = Xiangqi::default();
        Self {
            ucci,
            pos,
            placed: true,
            banned: Vec::new(),
            chosen: None,
            shown: None,
            cyclone: false,
            held: None,
        }
    }

    pub fn counts_from_one(&self) -> bool {
        self.chosen.or(self.shown).unwrap_or(false)
    }

    /// The answer that waits is given.
    pub fn release(&mut self) -> Vec<Due> {
        let held = self.held.take();
        held.map(|held| Due::Move(held.moves.iter().map(|&mv| self.text(mv)).collect()))
            .into_iter()
            .collect()
    }

    pub fn text(&self, mv: Move) -> String {
        let first = u8::from(self.counts_from_one());
        let square = |square: Square| {
            format!(
                "{}{}",
                (b'a' + square.file()) as char,
                square.rank() + first
            )
        };
        square(mv.from) + &square(mv.to)
    }

    /// The moves that `texts` name one after another from `pos` on, and the position they lead to.
    pub fn play(pos: &Xiangqi, texts: &[&str], from_one: bool) -> Option<Xiangqi> {
        let mut pos = pos.clone();
        for text in texts {
            let mv = mv(text, from_one).filter(|&mv| is_legal(&pos, mv))?;
            pos.play(mv);
        }
        Some(pos)
    }

    /// The position in a line, and how it counts the ranks.
    pub fn told(&self, words: &[&str]) -> Option<(Xiangqi, Option<bool>)> {
        let end = words
            .iter()
            .position(|&word| word == "moves")
            .unwrap_or(words.len());
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
    pub fn named(&self, texts: &[&str]) -> Option<Vec<Move>> {
        let named = |first| {
            let named = |text: &&str| mv(text, first).filter(|&mv| is_legal(&self.pos, mv));
            texts.iter().map(named).collect::<Option<Vec<_>>>()
        };
        if !self.placed {
            return None;
        }
        named(self.counts_from_one()).or_else(|| named(!self.counts_from_one()))
    }

    /// What a line is answered.
    pub fn hear(&mut self, bytes: &[u8]) -> Vec<Due> {
        let text = String::from_utf8_lossy(bytes).into_owned();
        let words: Vec<&str> = text.split_whitespace().collect();
        let Some((&word, rest)) = words.split_first() else {
            return Vec::new();
        };
        if bytes.len() > 16 << 10 {
            return match word {
                "go" => self.refuse_go(),
                "position" | "startpos" | "fen" => self.refuse_position(),
                _ => vec![Due::Error],
            };
        }
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
            ("d", []) if self.placed => one(Due::After("Key: ")),
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

    pub fn set(&mut self, told: &[&str]) -> Vec<Due> {
        let Some((pos, shown)) = self.told(told) else {
            return self.refuse_position();
        };
        let due = self.release();
        (self.pos, self.placed, self.shown) = (pos, true, shown.or(self.shown));
        self.banned.clear();
        due
    }

    fn refuse_position(&mut self) -> Vec<Due> {
        self.placed = false;
        vec![Due::Error]
    }

    /// Every `go` is answered, the one that waits before the one that is refused.
    pub fn refuse_go(&mut self) -> Vec<Due> {
        let mut due = vec![Due::Error];
        due.extend(self.release());
        due.push(Due::Text(if self.ucci {
            "nobestmove"
        } else {
            "bestmove (none)"
        }));
        due
    }
}
