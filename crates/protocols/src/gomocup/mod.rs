//! The protocol of the Gomocup tournaments.

mod board;
mod chat;
mod client;
mod command;
mod info;
mod obeying;
mod reading;
mod refusal;
mod resources;
mod swap2;
mod thinking;
mod times;

use crate::{Flow, Heard, Protocol, SearchResult, Setup, Unplayable, Worker};
use board::Board;
use chat::Chat;
pub(crate) use client::GomocupClient;
use command::{Command, Stones};
use engines::Wired;
use gomoku_rules::{Gomoku, Rule};
use reading::Reading;
use refusal::Refusal;
use resources::Resources;
use search::{Limits, Report};
use std::io::{self, Write};
use thinking::{Kind, Task};
use times::Times;

/// The protocol that brains for gomoku speak with Piskvork and other managers (P. Laštovička,
/// "Gomoku AI protocol", version 2,
/// <https://plastovicka.github.io/protocl2en.htm>), with `SWAP2BOARD` (Gomocup 2020) and the words
/// of Yixin's dialect that boards use (Kai Sun, "Yixin Protocol").
///
/// | command | what is answered |
/// |---|---|
/// | `START n`, `RECTSTART n,n`, `RESTART` | `OK` |
/// | `BEGIN`, `TURN x,y`, `BOARD` to `DONE`, `YXNBEST n` | a move, `x,y`, which is played |
/// | `PLAY x,y` | `x,y`, played for the side to move |
/// | `TAKEBACK x,y` | `OK`: the stone is taken away, and it is the turn of its side |
/// | `SWAP2BOARD` to `DONE` | three stones; or a move, `SWAP`, or two stones |
/// | `YXBOARD` to `DONE`, `INFO key value` | nothing |
/// | `YXSHOWFORBID` | `FORBID 0708.`: what renju forbids Black |
/// | `YXSHOWINFO` | the most threads and memory; from then on, each iteration is reported |
/// | `ABOUT` | the name, the version, the author and the country |
/// | `YXSTOP`, `STOP`, `END` | the search under way ends |
///
/// Columns and rows count from 0, the row from that of a1. `BOARD` and the like may have their
/// stones in the same line. A command that abandons the position also ends a search, whose answer
/// comes first.
///
/// A wrong line is answered with `ERROR` or `UNKNOWN` and changes nothing. An opponent's stone or a
/// `BOARD` that ends the game is not wrong: it stands and may be taken back, and `ERROR no move
/// follows` says why there is no move.
///
/// ```
/// use protocols::{Gomocup, Setup, serve};
/// let setup = Setup { config: "level=1".parse()?, ..Setup::new(engines::game("gomoku")?) };
/// let input = b"START 15\nPLAY 7,7\nTAKEBACK 7,7\nTURN 7,15\n";
/// let mut answers = Vec::new();
/// serve(Gomocup::new(&setup)?, &setup, &input[..], &mut answers)?;
/// assert_eq!(String::from_utf8(answers)?, "OK\n7,7\nOK\nERROR 7,15 is not on the board\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Gomocup {
    setup: Setup,
    rule: Rule,
    /// The game, once one has been started.
    board: Option<Board>,
    /// The list of stones being read.
    reading: Option<Reading>,
    times: Times,
    /// The limits of depth and nodes that the manager has set.
    limits: Limits,
    resources: Resources,
    chat: Chat,
    task: Option<Task>,
    /// The number of openings made; it varies the next one.
    openings: u64,
}

/// The content of a line: a command, or nothing.
type Read = Result<Option<Command>, Refusal>;

/// The answer to a command: a line, or none, or none yet.
type Reply = Result<Option<String>, Refusal>;

impl Gomocup {
    /// The name of the one game that it is spoken for.
    pub const GAME: &str = "gomoku";

    /// Plays gomoku, by the rule of `setup` until the manager sets another.
    ///
    /// # Errors
    /// If the game of `setup` is another, or has no such rules.
    pub fn new(setup: &Setup) -> Result<Self, Unplayable> {
        Unplayable::check(setup, "Gomocup's protocol", Self::GAME)?;
        let rules = Wired::<engines::gomoku::GomokuWiring>::rules(&setup.settings)?;
        Ok(Self {
            setup: setup.clone(),
            rule: rules.rule(),
            board: None,
            reading: None,
            times: Times::default(),
            limits: Limits::none(),
            resources: Resources::default(),
            chat: Chat::default(),
            task: None,
            openings: 0,
        })
    }

    /// The stones on the board and whose turn it is; `None` before a game has been started.
    pub fn position(&self) -> Option<&Gomoku> {
        self.board.as_ref().map(Board::position)
    }

    /// The game under way.
    fn open(&mut self) -> Result<&mut Board, Refusal> {
        self.board.as_mut().ok_or(Refusal::NoGame)
    }

    /// The answer to a line. If a command comes where a stone was expected, the error about the
    /// unfinished list comes first.
    fn reply(
        &mut self,
        line: &str,
        read: Read,
        engine: &mut Worker,
        out: &mut dyn Write,
    ) -> io::Result<Reply> {
        if let Some(mut reading) = self.reading.take() {
            match read {
                Ok(Some(Command::Done)) => return Ok(self.take_over(reading, engine)),
                // After a board is set up, pondering on the old game ends.
                Ok(Some(command)) if command != Command::Stop => {
                    writeln!(out, "{}", Refusal::NotDone(reading.kind.word()).line())?;
                    return self.obey(command, engine, out);
                }
                // A command that only stops a search does not end a list of stones.
                Ok(_) => {}
                Err(Refusal::Unknown(_)) => reading.add(line.trim()),
                Err(Refusal::TooLong) => reading.refuse(Refusal::TooLong),
                // A malformed command does not end a list of stones.
                Err(refusal) => {
                    self.reading = Some(reading);
                    return Ok(Err(refusal));
                }
            }
            self.reading = Some(reading);
            return Ok(Ok(None));
        }
        match read {
            Ok(Some(command)) => self.obey(command, engine, out),
            Ok(None) => Ok(Ok(None)),
            Err(refusal) => Ok(Err(refusal)),
        }
    }

    /// Whether `command` abandons the position being searched. One that will be refused does not.
    fn gives_up(&self, command: &Command) -> bool {
        match *command {
            Command::Start(size) => self.rules(size, size).is_ok(),
            Command::RectStart(width, height) => self.rules(width, height).is_ok(),
            Command::TakeBack(at) => self
                .board
                .as_ref()
                .is_some_and(|board| board.stone(at).is_ok()),
            Command::Stones { kind, ref rest } => match (Reading::of(kind, rest), &self.board) {
                (
                    Ok((
                        Reading {
                            stones: Ok(stones), ..
                        },
                        ended,
                    )),
                    Some(board),
                ) => {
                    !ended
                        || kind == Stones::Swap2Board
                        || board.set(&stones, kind == Stones::Board).is_ok()
                }
                _ => false,
            },
            Command::Restart | Command::End => true,
            _ => false,
        }
    }
}

/// Writes the answer to a command.
fn respond(out: &mut dyn Write, reply: Reply) -> io::Result<()> {
    match reply {
        Ok(Some(line)) => writeln!(out, "{line}"),
        Ok(None) => Ok(()),
        Err(refusal) => writeln!(out, "{}", refusal.line()),
    }
}

impl Protocol for Gomocup {
    fn hear(
        &mut self,
        line: &str,
        cut: bool,
        engine: &mut Worker,
        out: &mut dyn Write,
    ) -> io::Result<Flow> {
        let read = if cut {
            Err(Refusal::TooLong)
        } else {
            Command::read(line)
        };
        let flow = if read == Ok(Some(Command::End)) {
            Flow::Over
        } else {
            Flow::On
        };
        let reply = self.reply(line, read, engine, out)?;
        respond(out, reply)?;
        Ok(flow)
    }

    fn overhear(&self, line: &str) -> Heard {
        match Command::read(line) {
            Ok(Some(Command::Stop)) => Heard::StopOnly,
            Ok(Some(command)) if self.gives_up(&command) => Heard::Stop,
            _ => Heard::Later,
        }
    }

    fn progress(&mut self, report: &Report<String>, out: &mut dyn Write) -> io::Result<()> {
        match self.task {
            Some(Task {
                kind: Kind::Move(lines),
                ..
            }) => self.chat.progress(self.setup.game, report, lines, out),
            _ => Ok(()),
        }
    }

    fn answer(
        &mut self,
        answer: SearchResult,
        engine: &mut Worker,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let reply = match (answer, self.task.as_mut().map(|task| &mut task.kind)) {
            (_, None) => return Ok(()),
            (Err(problem), _) => Err(Refusal::Search(problem.to_string())),
            (Ok(report), Some(&mut Kind::Move(lines))) => {
                self.finish();
                self.chat.result(self.setup.game, &report, lines, out)?;
                self.decide(&report)
            }
            (Ok(report), Some(Kind::Swap2(swap2))) => {
                let step = swap2.next(&report, engine.was_stopped());
                step.and_then(|step| self.step(step, engine))
            }
        };
        if reply.is_err() {
            self.finish();
        }
        respond(out, reply)
    }
}
