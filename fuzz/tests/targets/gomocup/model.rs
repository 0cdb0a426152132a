//! The game as the protocol has it, in the simplest terms.

use super::{
    answers::Due,
    words::{key_and_value, number, pair, readable, small_pair},
};
use game_core::{Player, Position};
use gomoku_rules::{Gomoku, Point, Rule, Rules};

/// A column, a row and whose stone it is.
pub type Stone = (u8, u8, Player);

pub type Told = Vec<((u8, u8), Option<bool>)>;

/// The game as the protocol has it, in the simplest terms.
pub struct Model {
    pub rule: Rule,
    /// The size of the board, its stones and the turn.
    pub game: Option<(u8, Vec<Stone>, Player)>,
    /// The command whose stones are being listed, and these, unless one was wrong.
    pub reading: Option<(String, Option<Told>)>,
    pub yixin: bool,
}

impl Model {
    pub fn new() -> Self {
        Self {
            rule: Rule::Freestyle,
            game: None,
            reading: None,
            yixin: false,
        }
    }

    pub fn position(&self) -> Option<Gomoku> {
        let (size, stones, turn) = self.game.as_ref()?;
        self.position_of(*size, stones, *turn)
    }

    pub fn position_of(&self, size: u8, stones: &[Stone], turn: Player) -> Option<Gomoku> {
        let of = |player: Player| -> Vec<Point> {
            stones
                .iter()
                .filter(|stone| stone.2 == player)
                .filter_map(|&(x, y, _)| Point::new(x, y))
                .collect()
        };
        let rules = Rules::new(size, self.rule).ok()?;
        Gomoku::set_up(rules, &of(Player::First), &of(Player::Second), turn).ok()
    }

    pub fn shown(&self) -> String {
        shown(self.position().as_ref())
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
    pub fn place(&mut self, point: (u64, u64), by_the_rules: bool) -> bool {
        let (Some((x, y)), Some(pos)) = (self.on_board(point), self.position()) else {
            return false;
        };
        let at = Point::new(x, y).expect("on the board");
        let forbidden =
            by_the_rules && pos.turn() == Player::First && pos.forbidden_at(at).is_some();
        if pos.decided().is_some() || pos.stone(at).is_some() || forbidden {
            return false;
        }
        let (_, stones, turn) = self.game.as_mut().expect("a game");
        stones.push((x, y, *turn));
        *turn = !*turn;
        true
    }

    /// What a line is answered, but for the moves.
    pub fn hear(&mut self, bytes: &[u8]) -> Vec<Due> {
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
                    (Some((x, y)), Some((size, mut stones, _))) => {
                        match stones.iter().position(|s| (s.0, s.1) == (x, y)) {
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
                        }
                    }
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
                let points = pos
                    .empty()
                    .filter(|&point| black && pos.forbidden_at(point).is_some());
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
            8 | 9 => Rule::Caro,
            2 if self.yixin => Rule::Renju,
            _ => return false,
        };
        if self.game.is_some() && self.position().is_none() {
            self.rule = before;
            return false;
        }
        true
    }
}

/// A position as it is compared.
pub fn shown(pos: Option<&Gomoku>) -> String {
    pos.map_or_else(
        || "none".to_owned(),
        |pos| format!("{} {} {pos}", pos.rules().size(), pos.rules().rule()),
    )
}
