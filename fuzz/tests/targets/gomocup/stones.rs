//! Lists of stones.

use super::{
    answers::Due,
    model::{Model, Stone},
    words::number,
};
use game_core::{Player, Position};
use gomoku_rules::{Gomoku, Point, Rules};

impl Model {
    pub fn stones(&mut self, word: &str, rest: &str) -> Vec<Due> {
        self.reading = Some((word.to_owned(), Some(Vec::new())));
        let words: Vec<&str> = rest.split_whitespace().collect();
        let end = words
            .iter()
            .position(|word| word.eq_ignore_ascii_case("DONE"));
        if end.is_some_and(|end| end + 1 < words.len()) {
            self.reading = None;
            return vec![Due::Error];
        }
        words[..end.unwrap_or(words.len())]
            .iter()
            .for_each(|text| self.stone(text));
        if end.is_some() {
            self.done()
        } else {
            Vec::new()
        }
    }

    pub fn stone(&mut self, text: &str) {
        let Some((word, told)) = &mut self.reading else {
            return;
        };
        let fields: Option<Vec<u64>> = text.split(',').map(|field| number(field.trim())).collect();
        let stone = match (word.as_str(), fields.as_deref()) {
            ("SWAP2BOARD", Some(&[x, y])) => Some((x, y, None)),
            ("BOARD" | "YXBOARD", Some(&[x, y, field @ 1..=2])) => Some((x, y, Some(field == 1))),
            _ => None,
        };
        // What is on no board is found to be so later; a byte is enough to tell.
        let small = |number: u64| u8::try_from(number).unwrap_or(u8::MAX);
        match (
            stone.filter(|&(x, y, _)| x.max(y) <= u64::from(u32::MAX)),
            told,
        ) {
            (Some((x, y, own)), Some(told)) => told.push(((small(x), small(y)), own)),
            (None, told) => *told = None,
            _ => {}
        }
    }

    pub fn done(&mut self) -> Vec<Due> {
        let (word, told) = self.reading.take().expect("stones were told");
        let refused = vec![Due::Error];
        let (Some(told), Some((size, ..))) = (told, self.game.clone()) else {
            return refused;
        };
        let swap2 = word == "SWAP2BOARD";
        let own = told.iter().filter(|stone| stone.1 == Some(true)).count();
        let count = told.len();
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
        let Some(pos) = self.position_of(size, &stones, turn) else {
            return refused;
        };
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
}
