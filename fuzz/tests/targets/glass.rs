//! A server, and what is seen of its position.

use protocols::{Flow, Heard, Protocol, SearchResult, Worker};
use search::Report;
use std::{
    io::{self, Write},
    sync::{Arc, Mutex},
};

/// A server that lets one look at its position, as `show` tells it.
pub struct Glass<S> {
    server: S,
    show: fn(&S) -> String,
    seen: Arc<Mutex<String>>,
}

impl<S> Glass<S> {
    /// The server behind glass, and what will be seen of it after every line and every answer.
    pub fn new(server: S, show: fn(&S) -> String) -> (Self, Arc<Mutex<String>>) {
        let seen = Arc::new(Mutex::new(String::new()));
        (
            Self {
                server,
                show,
                seen: seen.clone(),
            },
            seen,
        )
    }

    fn look(&self) {
        *self.seen.lock().expect("no panic") = (self.show)(&self.server);
    }
}

impl<S: Protocol> Protocol for Glass<S> {
    fn hear(
        &mut self,
        line: &str,
        cut: bool,
        engine: &mut Worker,
        out: &mut dyn Write,
    ) -> io::Result<Flow> {
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

    fn answer(
        &mut self,
        answer: SearchResult,
        engine: &mut Worker,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let answered = self.server.answer(answer, engine, out);
        self.look();
        answered
    }

    fn hang_up(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.server.hang_up(out)
    }
}
