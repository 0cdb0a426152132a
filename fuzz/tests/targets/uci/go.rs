//! What `go` begins, and what it refuses.

use super::{
    answers::Due,
    model::{Held, Model},
};
use game_core::Position;

impl Model {
    pub fn go(&mut self, words: &[&str]) -> Vec<Due> {
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
        let mut ponder = false;
        let mut infinite = false;
        let mut depth = None;
        let mut perft = None;
        let mut only = Vec::new();
        let mut passed_over = false;
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
                    let Some(number) = digits(next).filter(|&number| number >= least) else {
                        return self.refuse_go();
                    };
                    match word {
                        "depth" => depth = Some(number),
                        "perft" => perft = Some(number),
                        _ => {}
                    }
                    at += 1;
                }
                "movetime" | "wtime" | "btime" | "winc" | "binc" | "time" | "increment"
                | "opptime" | "oppincrement" => {
                    if digits(next.strip_prefix('-').unwrap_or(next)).is_none() {
                        return self.refuse_go();
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
                        return self.refuse_go();
                    }
                }
                _ => passed_over = true,
            }
        }
        let Some(only) = self.named(&only) else {
            return self.refuse_go();
        };
        if depth == Some(0) && !self.ucci || perft.is_some_and(|perft| perft > 5) {
            return self.refuse_go();
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
        self.held = Some(Held {
            moves,
            infinite,
            ponder,
        });
        if !ponder && !infinite {
            due.extend(self.release());
        }
        due
    }
}
