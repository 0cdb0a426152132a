//! The protocols of chess programs, as programs for xiangqi speak them.

mod board;
mod client;
mod command;
mod dialect;
mod findings;
mod go;
mod offer;
mod options;
mod position;
mod refusal;
mod task;
mod ucci_client;

use crate::{Flow, Heard, Protocol, SearchResult, Setup, Unplayable, Worker};
use board::{Board, Placed};
pub(crate) use client::{UciClient, go};
use command::{Command, Greeting, PositionText};
pub use dialect::Dialect;
use engines::Glyphs;
use findings::Memory;
pub(crate) use offer::{Info, Offer};
use options::{Effect, Options};
pub use position::Letters;
use refusal::Refusal;
use search::Report;
use std::io::{self, Write};
use task::Task;
pub(crate) use ucci_client::UcciClient;
use xiangqi_movegen::notation::Ranks;

/// The Universal Chess Interface (R. Huber and S. Meyer-Kahlen, April 2006) as programs for xiangqi
/// speak it, and the Universal Chinese Chess Protocol (Huang Chen, version 3.0,
/// <https://www.xqbase.com/protocol/cchess_ucci.htm>), which was made of it.
///
/// The word `uci` or `ucci` says which of them is spoken; most words are the same.
///
/// | command | what is answered |
/// |---|---|
/// | `uci`, `ucci` | `id` and `option` lines, `uciok` or `ucciok` |
/// | `isready` | `readyok`, also while a search is under way |
/// | `position startpos moves ...`, `position fen ... moves ...` | nothing |
/// | `banmoves ...` | nothing: these moves are not played in the position |
/// | `setoption name X value Y`, `setoption x y` | nothing |
/// | `go ...` | `info` lines, and `bestmove` or `nobestmove` |
/// | `stop`, `ponderhit` | the search under way ends; pondering becomes a search on the engine's own time |
/// | `probe fen ...` | `pophash`, with the last search's result at the position |
/// | `d` | the board, for people |
/// | `quit` | in UCCI `bye` |
///
/// Ranks may count from 0 or from 1, as the moves of a position show. Boyi writes them as the other
/// side does, or as an option says. After `UCI_Variant` is set they count from 1 until a move shows
/// otherwise.
///
/// An error is reported in an `info string` or `info message` and changes nothing, with two
/// exceptions: a refused `go` is answered by `bestmove (none)` or `nobestmove`, and after a refused
/// `position` there is no position, so that no move is given for another one. In UCI lines wait for
/// the search under way; an endless search is stopped when the next position or search comes.
/// During a search UCCI accepts only `stop`, `ponderhit`, `probe`, `isready` and `quit`, and in
/// `batch` mode nothing.
///
/// ```
/// use protocols::{Dialect, Setup, Uci, serve};
/// let setup = Setup { config: "level=1".parse()?, ..Setup::new(engines::game("xiangqi")?) };
/// // A chariot and the other king guard the files to both sides of Black's king: it has one move.
/// let input = b"position fen 4k4/9/9/9/9/9/9/9/9/3K1R3 b - - 0 1\ngo depth 1\n";
/// let mut answers = Vec::new();
/// serve(Uci::new(&setup, Dialect::Uci)?, &setup, &input[..], &mut answers)?;
/// assert_eq!(String::from_utf8(answers)?.lines().last(), Some("bestmove e9e8"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Uci {
    setup: Setup,
    dialect: Dialect,
    options: Options,
    board: Board,
    /// How the other side counts the ranks, if it has shown that.
    shown: Option<Ranks>,
    /// Whether it speaks Cyclone's dialect, where ranks always count from 0.
    cyclone: bool,
    task: Option<Task>,
    memory: Option<Memory>,
}

impl Uci {
    /// The name of the one game that it is spoken for.
    pub const GAME: &str = "xiangqi";

    /// Plays xiangqi from its initial position, in `dialect` until the other side chooses one.
    ///
    /// # Errors
    /// If the game of `setup` is another, or has no such rules.
    pub fn new(setup: &Setup, dialect: Dialect) -> Result<Self, Unplayable> {
        Unplayable::check(setup, "UCI", Self::GAME)?;
        Ok(Self {
            setup: setup.clone(),
            dialect,
            options: Options::new(setup),
            board: Board::new(setup.game, &setup.settings)?,
            shown: None,
            cyclone: false,
            task: None,
            memory: None,
        })
    }

    /// The position to search, as a FEN.
    pub fn position(&self) -> String {
        self.board.session().view().position
    }

    /// How ranks are written, and read if the moves fit both.
    fn ranks(&self) -> Ranks {
        self.options.ranks.or(self.shown).unwrap_or(Ranks::FromZero)
    }

    fn obey(
        &mut self,
        command: Command,
        engine: &mut Worker,
        out: &mut dyn Write,
    ) -> io::Result<Result<(), Refusal>> {
        match command {
            Command::Hello(greeting) => self.greet(greeting, out)?,
            Command::IsReady => {
                if !engine.is_thinking() {
                    engine.set_rules(self.options.settings.clone());
                    engine.prepare();
                }
                writeln!(out, "readyok")?;
            }
            Command::Nothing => {}
            Command::NewGame => {
                self.release(out)?;
                self.forget(engine);
            }
            Command::Position(position) => match self.board.read(&position, self.ranks()) {
                Ok(placed) => {
                    self.release(out)?;
                    self.place(placed);
                }
                Err(refusal) => return Ok(Err(refusal)),
            },
            Command::Ban(moves) => match self.board.moves("banmoves", &moves, self.ranks()) {
                Ok(moves) => self.board.ban(moves),
                Err(refusal) => return Ok(Err(refusal)),
            },
            Command::Go(go) => return self.go(*go, engine, out),
            Command::Stop if self.task.is_some() => self.release(out)?,
            // A client that believes a search is under way waits for an answer.
            Command::Stop if self.dialect == Dialect::Ucci => writeln!(out, "nobestmove")?,
            Command::Stop => {}
            Command::PonderHit { draw } => self.hit(draw, engine, out)?,
            Command::Set { name, value } => return Ok(self.set(&name, value.as_deref(), engine)),
            Command::Probe(position) => match self.probe(&position) {
                Ok(known) => writeln!(out, "pophash{known}")?,
                Err(refusal) => return Ok(Err(refusal)),
            },
            Command::Show => match self.board.check() {
                Ok(()) => self.show(out)?,
                Err(refusal) => return Ok(Err(refusal)),
            },
            Command::Quit => {
                self.release(out)?;
                if self.dialect == Dialect::Ucci {
                    writeln!(out, "bye")?;
                }
            }
        }
        Ok(Ok(()))
    }

    fn greet(&mut self, greeting: Greeting, out: &mut dyn Write) -> io::Result<()> {
        self.dialect = match greeting {
            Greeting::Uci | Greeting::Cyclone => Dialect::Uci,
            Greeting::Ucci => Dialect::Ucci,
        };
        if greeting == Greeting::Cyclone {
            (self.shown, self.cyclone) = (Some(Ranks::FromZero), true);
            return Ok(());
        }
        if greeting == Greeting::Ucci || !self.cyclone {
            (self.shown, self.cyclone) = (None, false);
        }
        writeln!(
            out,
            "id name Boyi {}\nid author the Boyi authors",
            env!("CARGO_PKG_VERSION")
        )?;
        self.options
            .offers(self.dialect)
            .try_for_each(|offer| writeln!(out, "{offer}"))?;
        writeln!(out, "{}", self.dialect.ok())
    }

    /// Clears what the engine has learnt.
    fn forget(&mut self, engine: &mut Worker) {
        engine.new_game();
        self.memory = None;
    }

    fn place(&mut self, placed: Placed) {
        self.board.set(placed.session);
        self.shown = placed.ranks.or(self.shown);
    }

    fn set(&mut self, name: &str, value: Option<&str>, engine: &mut Worker) -> Result<(), Refusal> {
        match self.options.set(name, value, self.dialect)? {
            Effect::None => {}
            Effect::Config => engine.set_config(self.options.config()),
            Effect::Rules => self
                .board
                .set_rules(&self.options.settings)
                .map_err(Refusal::Position)?,
            Effect::Forget => self.forget(engine),
            Effect::Variant if self.cyclone || self.dialect == Dialect::Ucci => {}
            Effect::Variant => self.shown = Some(Ranks::FromOne),
        }
        Ok(())
    }

    /// The last search's result at a position.
    fn probe(&self, position: &PositionText) -> Result<String, Refusal> {
        let session = self.board.read(position, self.ranks())?.session;
        let key = session.state().key;
        let known = self
            .memory
            .as_ref()
            .and_then(|memory| memory.answer(key, session, self.setup.game, self.ranks()));
        Ok(known.unwrap_or_default())
    }

    fn show(&self, out: &mut dyn Write) -> io::Result<()> {
        let session = self.board.session();
        writeln!(
            out,
            "{}\nFen: {}\nKey: {:016X}",
            session.diagram(Glyphs::Letters),
            session.view().position,
            session.state().key
        )
    }

    /// Reports why `line` is refused. A `go` still gets an answer, and after a `position` there is
    /// none.
    fn refuse(&mut self, line: &str, refusal: &Refusal, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", refusal.line(self.dialect))?;
        if matches!(refusal, Refusal::Thinking(_)) {
            return Ok(());
        }
        match line.split_whitespace().next() {
            Some("go") => {
                self.release(out)?;
                writeln!(out, "{}", self.dialect.no_move())
            }
            Some("position" | "startpos" | "fen") => {
                self.board.refuse();
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Whether `command` needs an idle engine, and so ends a search that otherwise only a stop
    /// would end.
    fn gives_up(&self, command: &Command) -> bool {
        let endless = self
            .task
            .as_ref()
            .is_some_and(|task| task.infinite || task.pondering);
        endless
            && match command {
                Command::Position(position) => self.board.read(position, self.ranks()).is_ok(),
                Command::Go(go) => self.only(go).is_ok(),
                Command::NewGame => true,
                _ => false,
            }
    }
}

impl Protocol for Uci {
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
        let obeyed = match read {
            Ok(None) => Ok(()),
            Ok(Some(command)) => {
                let quits = command == Command::Quit;
                let waits = !matches!(
                    command,
                    Command::IsReady | Command::PonderHit { .. } | Command::Probe(_)
                );
                if engine.is_thinking() && waits {
                    Err(Refusal::Thinking(command.word()))
                } else {
                    let obeyed = self.obey(command, engine, out)?;
                    if quits {
                        return Ok(Flow::Over);
                    }
                    obeyed
                }
            }
            Err(refusal) => Err(refusal),
        };
        if let Err(refusal) = obeyed {
            self.refuse(line, &refusal, out)?;
        }
        Ok(Flow::On)
    }

    fn overhear(&self, line: &str) -> Heard {
        let command = Command::read(line).ok().flatten();
        match (self.dialect, command) {
            (Dialect::Ucci, Some(Command::Quit)) if self.options.batch => Heard::Last,
            (Dialect::Ucci, _) if self.options.batch => Heard::Later,
            (_, Some(Command::Quit)) => Heard::Stop,
            (Dialect::Ucci, Some(Command::Stop)) => Heard::StopOnly,
            (Dialect::Ucci, _) => Heard::Now,
            // It has its turn after the lines before it, so that their searches end too.
            (Dialect::Uci, Some(Command::Stop)) => Heard::Stop,
            (Dialect::Uci, Some(Command::IsReady | Command::PonderHit { .. })) => Heard::Now,
            (Dialect::Uci, Some(command)) if self.gives_up(&command) => Heard::Stop,
            (Dialect::Uci, _) => Heard::Later,
        }
    }

    fn progress(&mut self, report: &Report<String>, out: &mut dyn Write) -> io::Result<()> {
        self.tell(report, out)
    }

    fn answer(
        &mut self,
        answer: SearchResult,
        engine: &mut Worker,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        if let Ok(report) = &answer {
            self.tell(report, out)?;
        }
        let stopped = engine.was_stopped();
        let Some(task) = &mut self.task else {
            return Ok(());
        };
        task.found = Some(answer);
        // UCI promises no answer to an endless search before it is stopped.
        let waits = (task.infinite || task.pondering) && !stopped;
        if waits { Ok(()) } else { self.release(out) }
    }

    fn waits_for_a_word(&self) -> bool {
        self.task
            .as_ref()
            .is_some_and(|task| task.endless || task.pondering)
    }

    fn hang_up(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.release(out)
    }
}
