//! What GTP and NBoard have no words for, and other protocols need: to think on the opponent's
//! time, and to be spoken to meanwhile.

use crate::common::{Talk, setup};
use engines::SearchRequest;
use protocols::{Flow, Heard, Protocol, SearchResult, Worker};
use search::{Limits, Report};
use std::io::{self, Write};
use std::time::Duration;

/// A protocol of four words.
struct Words;

impl Protocol for Words {
    fn hear(
        &mut self,
        line: &str,
        _: bool,
        engine: &mut Worker,
        out: &mut dyn Write,
    ) -> io::Result<Flow> {
        let question = || SearchRequest::new(Limits::time(Duration::from_millis(20)));
        match line {
            "ponder" => engine
                .ponder("startpos moves f5".to_owned(), question())
                .expect("a line"),
            "hit" => engine.hit(),
            "stop" => engine.stop(),
            _ => writeln!(out, "{line}, thinking {}", engine.is_thinking())?,
        }
        Ok(Flow::On)
    }

    fn overhear(&self, line: &str) -> Heard {
        if line == "later" {
            Heard::Later
        } else {
            Heard::Now
        }
    }

    fn progress(&mut self, _: &Report<String>, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn answer(
        &mut self,
        answer: SearchResult,
        engine: &mut Worker,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let found = answer.is_ok_and(|report| report.best().is_some());
        writeln!(out, "found {found}, stopped {}", engine.was_stopped())
    }
}

#[test]
fn thinking_on_the_opponents_time() {
    let mut talk = Talk::new(Words, &setup("othello", "pvs,hash=1"));
    for (word, stopped) in [("hit", false), ("stop", true)] {
        for said in ["ponder", "later", "now"] {
            talk.say(said);
        }
        // It goes on beyond its time, and answers meanwhile.
        assert_eq!(talk.hear().as_deref(), Some("now, thinking true"));
        assert!(talk.is_silent(Duration::from_millis(100)));
        talk.say(word);
        assert_eq!(talk.hear(), Some(format!("found true, stopped {stopped}")));
        assert_eq!(talk.hear().as_deref(), Some("later, thinking false"));
    }
    talk.say("ponder");
    talk.hang_up();
}
