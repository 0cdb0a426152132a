//! The brain, and what is seen of its board.

use gomoku_rules::{Gomoku, Rules};
use protocol::{Answer, Engine, Flow, Gomocup, Heard, Protocol};
use search::Report;
use std::{
    io::{self, Write},
    sync::{Arc, Mutex},
};

/// A brain that lets one look at its board.
pub struct Glass {
    pub brain: Gomocup,
    pub seen: Arc<Mutex<String>>,
}

impl Glass {
    fn look(&self) {
        let seen = self.brain.position().map_or_else(|| "none".to_owned(), |pos| shown(pos.rules(), pos));
        *self.seen.lock().expect("no panic") = seen;
    }
}

pub fn shown(rules: Rules, pos: &Gomoku) -> String {
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
