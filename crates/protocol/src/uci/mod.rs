//! The protocols of chess programs, as programs for xiangqi speak them.

mod board;
mod command;
mod dialect;
mod findings;
mod go;
mod options;
mod ranks;
mod refusal;

use crate::{Answer, Engine, Flow, Heard, Protocol, Setup};
use board::{Board, Placed};
use command::{Command, Greeting, Told};
pub use dialect::Dialect;
use engines::{Glyphs, Question};
use findings::Memory;
use go::Go;
use options::{Effect, Options};
use ranks::Ranks;
use refusal::Refusal;
use search::{Limits, Report};
use std::io::{self, Write};

/// The Universal Chess Interface (R. Huber and S. Meyer-Kahlen, April 2006) as programs for xiangqi speak it, and the Universal
/// Chinese Chess Protocol (Huang Chen, version 3.0, <https://www.xqbase.com/protocol/cchess_ucci.htm>), which was made of it.
///
/// The word `uci` or `ucci` says which of them is spoken; most words are the same.
///
/// | command | what is answered |
/// |---|---|
/// | `uci`, `ucci` | `id` and `option` lines, `uciok` or `ucciok` |
/// | `isready` | `readyok`, also while a search is under way |
/// | `position startpos moves ...`, `position fen ... moves ...` | nothing |
/// | `banmoves ...` | nothing: these are not played in the position |
/// | `setoption name X value Y`, `setoption x y` | nothing |
/// | `go ...` | `info` lines, and `bestmove` or `nobestmove` |
/// | `stop`, `ponderhit` | the search under way ends; it goes on, on its own time |
/// | `probe fen ...` | `pophash`, with what the last search has found out about the position |
/// | `d` | the board, for people |
/// | `quit` | in UCCI `bye` |
///
/// Ranks may be counted from 0 or from 1, which the moves of a position show; they are written as the other side counts them, or
/// as an option says. After `UCI_Variant` has been set they count from 1 until something else is shown.
///
/// What is wrong is told in an `info string` or `info message`, and changes nothing. In UCI lines wait for the search under way;
/// one that can only be stopped is, where the next position or search comes. UCCI takes nothing but `stop`, `ponderhit`,
/// `probe`, `isready` and `quit` while it thinks, and in `batch` mode nothing at all.
pub struct Uci {
    setup: Setup,
    dialect: Dialect,
    options: Options,
    board: Board,
    /// How the other side counts the ranks, as far as it has shown.
    shown: Option<Ranks>,
    /// Whether it has said that it speaks Cyclone's dialect, with ranks from 0 whatever the variant.
    cyclone: bool,
    task: Option<Task>,
    memory: Option<Memory>,
}

/// A search, from `go` to `bestmove`.
struct Task {
    /// What is thought about.
    line: String,
    /// What is played where nobody thinks, for the rules have ended the game.
    any: Option<String>,
    /// Its answer waits for a stop,
    infinite: bool,
    /// or for the opponent's move.
    pondering: bool,
    /// The opponent offers a draw.
    draw: bool,
    /// What was last told.
    told: Option<Report<String>>,
    /// The answer, while it waits.
    found: Option<Answer>,
}

impl Uci {
    /// So many plies can be counted before whoever asks is tired of waiting.
    const PERFT: u64 = 5;

    /// Plays xiangqi from its initial position, in `dialect` until the other side says which it speaks.
    ///
    /// # Panics
    /// If the game of `setup` is another, or has no such rules.
    pub fn new(setup: &Setup, dialect: Dialect) -> Self {
        assert_eq!(setup.game.name(), "xiangqi", "UCI and UCCI are for xiangqi here");
        Self {
            setup: setup.clone(),
            dialect,
            options: Options::new(setup),
            board: Board::new(setup.game, &setup.settings),
            shown: None,
            cyclone: false,
            task: None,
            memory: None,
        }
    }

    /// The position that is thought about, as a FEN.
    pub fn position(&self) -> String {
        self.board.session().position()
    }

    /// How ranks are written, and read where nothing is shown.
    fn ranks(&self) -> Ranks {
        self.options.ranks.or(self.shown).unwrap_or(Ranks::FromZero)
    }

    fn obey(&mut self, command: Command, engine: &mut Engine, out: &mut dyn Write) -> io::Result<Result<(), Refusal>> {
        match command {
            Command::Hello(greeting) => self.greet(greeting, out)?,
            Command::IsReady => writeln!(out, "readyok")?,
            Command::Nothing => {}
            Command::NewGame => {
                self.release(out)?;
                self.forget(engine);
            }
            Command::Position(told) => match self.board.read(&told, self.ranks()) {
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
            // So that whoever believes that it thinks does not wait in vain.
            Command::Stop if self.dialect == Dialect::Ucci => writeln!(out, "nobestmove")?,
            Command::Stop => {}
            Command::PonderHit { draw } => self.hit(draw, engine, out)?,
            Command::Set { name, value } => return Ok(self.set(&name, value.as_deref(), engine)),
            Command::Probe(told) => match self.probe(&told) {
                Ok(known) => writeln!(out, "pophash{known}")?,
                Err(refusal) => return Ok(Err(refusal)),
            },
            Command::Show => self.show(out)?,
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
        writeln!(out, "id name Boyi {}\nid author the Boyi authors", env!("CARGO_PKG_VERSION"))?;
        self.options.offers(self.dialect).try_for_each(|offer| writeln!(out, "{offer}"))?;
        writeln!(out, "{}", self.dialect.ok())
    }

    /// Begins anew, with nothing learnt.
    fn forget(&mut self, engine: &mut Engine) {
        engine.new_game();
        self.memory = None;
    }

    fn place(&mut self, placed: Placed) {
        self.board.set(placed.session);
        self.shown = placed.ranks.or(self.shown);
    }

    fn set(&mut self, name: &str, value: Option<&str>, engine: &mut Engine) -> Result<(), Refusal> {
        match self.options.set(name, value, self.dialect)? {
            Effect::None => {}
            Effect::Mind => engine.set_mind(self.options.mind()),
            Effect::Rules => self.board.set_rules(&self.options.settings).map_err(Refusal::Position)?,
            Effect::Forget => self.forget(engine),
            Effect::Variant if self.cyclone || self.dialect == Dialect::Ucci => {}
            Effect::Variant => self.shown = Some(Ranks::FromOne),
        }
        Ok(())
    }

    /// The only moves that `go` is to consider, where it can be complied with.
    fn only(&self, go: &Go) -> Result<Vec<String>, Refusal> {
        if go.depth == Some(0) && self.dialect == Dialect::Uci {
            return Err(Refusal::argument("depth", "a number from 1", "0"));
        }
        if let Some(depth) = go.perft.filter(|depth| *depth > Self::PERFT) {
            return Err(Refusal::Perft(depth));
        }
        self.board.moves("searchmoves", &go.moves, self.ranks())
    }

    /// Begins to think, or tells at once what needs no thought.
    fn go(&mut self, go: Go, engine: &mut Engine, out: &mut dyn Write) -> io::Result<Result<(), Refusal>> {
        let only = match self.only(&go) {
            Ok(only) => only,
            Err(refusal) => return Ok(Err(refusal)),
        };
        self.release(out)?;
        if let Some(depth) = go.perft {
            return self.perft(depth as u32, out).map(Ok);
        }
        if go.depth == Some(0) {
            return self.evaluate(out).map(Ok);
        }
        let (line, over) = self.board.question();
        // UCCI's endless search ends by itself where it has found a mate.
        let infinite = go.infinite && self.dialect == Dialect::Uci;
        let asked = go.limits(self.board.session().first_to_move(), self.options.unit(), self.options.overhead);
        let limits = if go.infinite {
            self.setup.limits.and(Limits { time: None, clock: None, ..asked })
        } else {
            self.setup.limits(asked)
        };
        let multi_pv = self.options.multi_pv;
        let exclude = self.board.banned().to_vec();
        let allowed = |mv: &String| (only.is_empty() || only.contains(mv)) && !exclude.contains(mv);
        let any = self.board.session().legal_moves().into_iter().find(allowed);
        let instant = multi_pv == 1 && !go.infinite && limits.mate.is_none();
        let question = Question { multi_pv, only, exclude, instant, ..Question::new(limits) };
        engine.set_rules(self.options.settings.clone());
        let begun = if go.ponder { engine.ponder(line.clone(), question) } else { engine.think(line.clone(), question) };
        if let Err(error) = begun {
            return Ok(Err(Refusal::Search(error.to_string())));
        }
        if let Some(reason) = over {
            let remark = format!("the game is over by the rules ({reason}), and goes on as if the position were its first");
            writeln!(out, "{}", self.dialect.remark(&remark))?;
        }
        if !go.passed_over.is_empty() {
            let remark = format!("go: not understood, and passed over: {}", go.passed_over.join(" "));
            writeln!(out, "{}", self.dialect.remark(&remark))?;
        }
        self.task = Some(Task { line, any, infinite, pondering: go.ponder, draw: go.draw, told: None, found: None });
        Ok(Ok(()))
    }

    /// Counts leaves, move by move.
    fn perft(&self, depth: u32, out: &mut dyn Write) -> io::Result<()> {
        let counted = self.board.session().divide(depth);
        counted.iter().try_for_each(|(mv, leaves)| writeln!(out, "{}: {leaves}", self.ranks().write(mv)))?;
        writeln!(out, "\nNodes searched: {}\n", counted.iter().map(|(_, leaves)| leaves).sum::<u64>())
    }

    /// What the position is worth at a look; no move comes of it.
    fn evaluate(&self, out: &mut dyn Write) -> io::Result<()> {
        if let Some((_, value)) = self.board.session().evaluation() {
            let score = search::game_core::Score::eval(value);
            writeln!(out, "info depth 0 score {}", self.dialect.score(score, self.setup.game.units(score)))?;
        }
        writeln!(out, "{}", self.dialect.no_move())
    }

    fn hit(&mut self, draw: bool, engine: &Engine, out: &mut dyn Write) -> io::Result<()> {
        let Some(task) = self.task.as_mut().filter(|task| task.pondering) else { return Ok(()) };
        (task.pondering, task.draw) = (false, task.draw || draw);
        engine.hit();
        if task.infinite { Ok(()) } else { self.release(out) }
    }

    /// Gives the answer that waits for a word of the other side, if there is one.
    fn release(&mut self, out: &mut dyn Write) -> io::Result<()> {
        match self.task.take_if(|task| task.found.is_some()) {
            Some(Task { found: Some(answer), any, draw, .. }) => self.conclude(answer, any, draw, out),
            _ => Ok(()),
        }
    }

    fn conclude(&self, answer: Answer, any: Option<String>, draw: bool, out: &mut dyn Write) -> io::Result<()> {
        let report = match answer {
            Ok(report) => report,
            Err(problem) => {
                writeln!(out, "{}", Refusal::Search(problem).line(self.dialect))?;
                Report::empty()
            }
        };
        let Some(best) = report.best().or(any) else { return writeln!(out, "{}", self.dialect.no_move()) };
        let ranks = self.ranks();
        let mut line = format!("bestmove {}", ranks.write(&best));
        if let Some(reply) = report.pv().get(1) {
            line += &format!(" ponder {}", ranks.write(reply));
        }
        // Who is not better off is content.
        if draw && report.known_score().is_some_and(|score| score.get() <= 0) {
            line += " draw";
        }
        writeln!(out, "{line}")
    }

    /// Tells how the search stands, unless that has been told.
    fn tell(&mut self, report: &Report<String>, out: &mut dyn Write) -> io::Result<()> {
        let (dialect, ranks) = (self.dialect, self.ranks());
        let Some(task) = &mut self.task else { return Ok(()) };
        if task.told.as_ref().is_some_and(|told| (&told.lines, told.depth) == (&report.lines, report.depth)) {
            return Ok(());
        }
        self.memory = Memory::of(&task.line, report).or(self.memory.take());
        task.told = Some(report.clone());
        findings::lines(self.setup.game, report, dialect, ranks).iter().try_for_each(|line| writeln!(out, "{line}"))
    }

    /// What the last search has found out about a position.
    fn probe(&self, told: &Told) -> Result<String, Refusal> {
        let session = self.board.read(told, self.ranks())?.session;
        let key = session.key();
        let known = self.memory.as_ref().and_then(|memory| memory.answer(key, session, self.setup.game, self.ranks()));
        Ok(known.unwrap_or_default())
    }

    fn show(&self, out: &mut dyn Write) -> io::Result<()> {
        let session = self.board.session();
        writeln!(out, "{}\nFen: {}\nKey: {:016X}", session.diagram(Glyphs::Letters), session.position(), session.key())
    }

    /// Whether `command` is for an engine that does not think, and so gives up a search that nothing else would end.
    fn gives_up(&self, command: &Command) -> bool {
        let endless = self.task.as_ref().is_some_and(|task| task.infinite || task.pondering);
        endless
            && match command {
                Command::Position(told) => self.board.read(told, self.ranks()).is_ok(),
                Command::Go(go) => self.only(go).is_ok(),
                Command::NewGame => true,
                _ => false,
            }
    }
}

impl Protocol for Uci {
    fn hear(&mut self, line: &str, cut: bool, engine: &mut Engine, out: &mut dyn Write) -> io::Result<Flow> {
        let read = if cut { Err(Refusal::TooLong) } else { Command::read(line) };
        let obeyed = match read {
            Ok(None) => Ok(()),
            Ok(Some(command)) => {
                let quits = command == Command::Quit;
                let waits = !matches!(command, Command::IsReady | Command::PonderHit { .. } | Command::Probe(_));
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
            writeln!(out, "{}", refusal.line(self.dialect))?;
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
            // It has its turn after those before it, so that their searches end too.
            (Dialect::Uci, Some(Command::Stop)) => Heard::Stop,
            (Dialect::Uci, Some(Command::IsReady | Command::PonderHit { .. })) => Heard::Now,
            (Dialect::Uci, Some(command)) if self.gives_up(&command) => Heard::Stop,
            (Dialect::Uci, _) => Heard::Later,
        }
    }

    fn progress(&mut self, report: &Report<String>, out: &mut dyn Write) -> io::Result<()> {
        self.tell(report, out)
    }

    fn answer(&mut self, answer: Answer, engine: &mut Engine, out: &mut dyn Write) -> io::Result<()> {
        if let Ok(report) = &answer {
            self.tell(report, out)?;
        }
        let stopped = engine.was_stopped();
        let Some(task) = &mut self.task else { return Ok(()) };
        task.found = Some(answer);
        // UCI promises no answer to an endless search before it is stopped.
        let waits = (task.infinite || task.pondering) && !stopped;
        if waits { Ok(()) } else { self.release(out) }
    }

    fn hang_up(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.release(out)
    }
}
