//! A client of a server: a program at the other end of two pipes.
#![allow(dead_code)] // Every test binary uses its own part.

use engines::EngineConfig;
use protocols::{Dialect, Gomocup, Gtp, NBoard, Protocol, Setup, Uci, Ugi, serve};
use std::io::{self, BufRead, BufReader, PipeWriter, Write, pipe};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{JoinHandle, spawn};
use std::time::Duration;

/// Longer than anything here takes, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(120);

pub fn setup(game: &str, config: &str) -> Setup {
    let config: EngineConfig = config.parse().expect("a configuration");
    Setup {
        config,
        ..Setup::new(engines::game(game).expect("built in"))
    }
}

/// A conversation.
pub struct Talk {
    input: Option<PipeWriter>,
    lines: Receiver<String>,
    /// What was said last.
    said: String,
    server: Option<JoinHandle<io::Result<()>>>,
}

impl Talk {
    pub fn gtp(setup: &Setup) -> Self {
        Self::new(Gtp::new(setup).expect("the default rules"), setup)
    }

    pub fn nboard(setup: &Setup) -> Self {
        Self::new(NBoard::new(setup).expect("Othello"), setup)
    }

    pub fn gomocup(setup: &Setup) -> Self {
        Self::new(Gomocup::new(setup).expect("gomoku"), setup)
    }

    pub fn uci(setup: &Setup) -> Self {
        Self::new(Uci::new(setup, Dialect::Uci).expect("xiangqi"), setup)
    }

    pub fn ugi(setup: &Setup) -> Self {
        Self::new(Ugi::new(setup).expect("the default rules"), setup)
    }

    pub fn new(protocol: impl Protocol + Send + 'static, setup: &Setup) -> Self {
        let (theirs, input) = pipe().expect("a pipe");
        let (output, answers) = pipe().expect("a pipe");
        let setup = setup.clone();
        let server = spawn(move || serve(protocol, &setup, theirs, answers));
        let (sender, lines) = channel();
        spawn(move || {
            for line in BufReader::new(output).lines() {
                if sender.send(line.expect("text")).is_err() {
                    break;
                }
            }
        });
        Self {
            input: Some(input),
            lines,
            said: String::new(),
            server: Some(server),
        }
    }

    pub fn say(&mut self, line: &str) {
        self.say_bytes(format!("{line}\n").as_bytes());
    }

    pub fn say_bytes(&mut self, bytes: &[u8]) {
        self.said = String::from_utf8_lossy(bytes).into_owned();
        self.input
            .as_mut()
            .expect("not hung up")
            .write_all(bytes)
            .expect("it listens");
    }

    /// Says all of this, as fast as it is listened to, and hangs up; meanwhile the answers can be
    /// heard.
    pub fn pour(&mut self, text: String) {
        let mut input = self.input.take().expect("not hung up");
        // Who ends sooner need not hear it all.
        spawn(move || input.write_all(text.as_bytes()));
    }

    /// The next line; `None` if there are no more.
    pub fn hear(&mut self) -> Option<String> {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("no answer to {:?}", self.said),
        }
    }

    /// Whether nothing is said for a while.
    pub fn is_silent(&mut self, time: Duration) -> bool {
        self.lines.recv_timeout(time) == Err(RecvTimeoutError::Timeout)
    }

    /// The lines up to one that begins with `word`, which is the last.
    pub fn until(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(
                self.hear()
                    .unwrap_or_else(|| panic!("no {word} after {lines:?}")),
            );
            if lines[lines.len() - 1].starts_with(word) {
                return lines;
            }
        }
    }

    /// What a command in GTP is answered.
    pub fn ask(&mut self, command: &str) -> String {
        self.say(command);
        self.gtp_answer()
    }

    pub fn gtp_answer(&mut self) -> String {
        let mut lines: Vec<String> = Vec::new();
        loop {
            match self.hear() {
                Some(line) if line.is_empty() => return lines.join("\n"),
                Some(line) => lines.push(line),
                None => panic!("no end to {lines:?}"),
            }
        }
    }

    pub fn hang_up(&mut self) {
        self.input = None;
    }

    /// Waits for the end of the server; what it said before.
    pub fn end(&mut self) -> Vec<String> {
        let rest = std::iter::from_fn(|| self.hear()).collect();
        let ended = self.server.take().expect("ended once").join();
        ended.expect("no panic").expect("all was written");
        rest
    }
}
