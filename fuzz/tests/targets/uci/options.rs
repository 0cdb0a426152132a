//! What `setoption` sets, and what it refuses.

use super::{answers::Due, model::Model};

impl Model {
    pub fn option(&mut self, words: &[&str]) -> Vec<Due> {
        let (name, value) = match words {
            ["name", rest @ ..] => {
                let end = rest
                    .iter()
                    .position(|&word| word == "value")
                    .unwrap_or(rest.len());
                (
                    rest[..end].join(" "),
                    rest.get(end + 1..).unwrap_or_default().join(" "),
                )
            }
            [name, value @ ..] => ((*name).to_owned(), value.join(" ")),
            [] => return vec![Due::Error],
        };
        if name.is_empty() {
            return vec![Due::Error];
        }
        let name = name.to_ascii_lowercase().replace('_', " ");
        let raw = value;
        let value = raw.to_ascii_lowercase();
        let number = |least: u64, most: u64| {
            let digits = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
            digits
                && value
                    .parse()
                    .is_ok_and(|number: u64| (least..=most).contains(&number))
        };
        let least = u64::from(!self.ucci);
        let rules: &[&str] = if self.ucci {
            &["asianrule", "checkban", "alwaysdraw"]
        } else {
            &["asian", "check-ban", "draw-only"]
        };
        let is_taken = match name.as_str() {
            "hash" | "hashsize" => number(least, 4_096),
            "threads" => number(least, 64),
            "multipv" => number(1, 128),
            "move overhead" | "overhead" => number(0, 5_000),
            "move limit" => number(0, 65_535),
            "drawmoves" => number(0, 32_767),
            "ponder" | "usemillisec" | "batch" => {
                ["true", "false", "on", "off"].contains(&raw.as_str())
            }
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
                self.chosen = [("0-9", false), ("1-10", true)]
                    .iter()
                    .find(|(name, _)| *name == value)
                    .map(|&(_, one)| one)
            }
            "uci variant" if !self.cyclone && !self.ucci => self.shown = Some(true),
            _ => {}
        }
        Vec::new()
    }
}
