//! The protocol of NBoard.

mod client;
mod findings;
mod position;
mod words;

use crate::{Flow, Heard, Protocol, SearchResult, Setup, Unplayable, Worker};
pub(crate) use client::NBoardClient;
use engines::SearchRequest;
use position::Position;
use search::{Limits, Report};
use std::io::{self, Write};
use std::time::{Duration, Instant};
use words::{Command, Malformed};

/// The protocol of C. Welty's Othello board NBoard, version 2 ("NBoard Protocol",
/// <https://github.com/weltyc/ntest/blob/master/instructions/Protocol.htm>).
///
/// | command | what is answered |
/// |---|---|
/// | `nboard 2` | `set myname Boyi` |
/// | `set depth n` | `set myname Boyi6`; searches go no deeper |
/// | `set game GGF`, `move F5/eval/time` | nothing, or why it was not understood, as a `status` |
/// | `set contempt n` | nothing: it is for draws in a book |
/// | `hint n` | `search` lines for the best `n` moves, depth by depth, limited by the depth alone |
/// | `go` | the same, or a `book` line, and `=== F5/1.50/0.25`, limited by the depth and by the clock of the game |
/// | `ping n` | `pong n`, when a search has been stopped and its answer given |
/// | `learn` | `learned` |
/// | `analyze` | `analysis n eval` for every position of the game, the last first |
/// | `quit` | |
///
/// Unknown lines are ignored, as the protocol asks. Values are in discs for the side to move; the
/// depth of a proved value is `100%`, and `100%W` if the proof says who wins but not by how much:
/// then the value is two discs, the least winning margin, or a better known bound. Only `move` and
/// `set game` change the board: the answer to `go` is not played.
///
/// ```
/// use protocols::{NBoard, Setup, serve};
/// let setup = Setup { config: "level=1".parse()?, ..Setup::new(engines::game("othello")?) };
/// let input = b"nboard 2\nset depth 4\nmove F5\nmove F5\nping 1\n";
/// let mut answers = Vec::new();
/// serve(NBoard::new(&setup)?, &setup, &input[..], &mut answers)?;
/// let answers = String::from_utf8(answers)?;
/// assert_eq!(answers, "set myname Boyi\nset myname Boyi4\nstatus f5 is occupied\npong 1\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct NBoard {
    setup: Setup,
    version: u32,
    depth: Option<u32>,
    position: Position,
    task: Option<Task>,
    /// The lines last written about the search under way.
    reported: Vec<String>,
}

/// What a search is for.
struct Task {
    kind: Kind,
    since: Instant,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A move to play.
    Go,
    /// Advice: this many moves.
    Hint(usize),
    /// The value of the position after this many moves, and then of the earlier ones.
    Analyze(usize),
}

impl NBoard {
    /// The name of the one game that it is spoken for.
    pub const GAME: &str = "othello";

    /// Plays Othello from its initial position.
    ///
    /// # Errors
    /// If the game of `setup` is another.
    pub fn new(setup: &Setup) -> Result<Self, Unplayable> {
        Unplayable::check(setup, "NBoard", Self::GAME)?;
        Ok(Self {
            setup: setup.clone(),
            version: 2,
            depth: None,
            position: Position::new(setup)?,
            task: None,
            reported: Vec::new(),
        })
    }

    fn obey(
        &mut self,
        command: Command,
        engine: &mut Worker,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        match command {
            Command::NBoard(version) => {
                self.version = version;
                writeln!(out, "set myname Boyi")
            }
            Command::Depth(depth) => {
                self.depth = Some(depth);
                writeln!(out, "set myname Boyi{depth}")
            }
            Command::Contempt => Ok(()),
            Command::Game(game) => {
                self.position.set(&game);
                engine.new_game();
                Ok(())
            }
            Command::Move { mv, seconds } => match self.position.play(&mv, seconds) {
                Ok(()) => Ok(()),
                Err(error) => complain(out, &error),
            },
            Command::Hint(count) => self.begin(Kind::Hint(count), engine, out),
            Command::Go => self.begin(Kind::Go, engine, out),
            Command::Analyze => self.begin(Kind::Analyze(self.position.plies()), engine, out),
            Command::Ping(number) => writeln!(out, "pong {number}"),
            Command::Learn => writeln!(out, "learned"),
            Command::Quit => Ok(()),
        }
    }

    fn begin(&mut self, kind: Kind, engine: &mut Worker, out: &mut dyn Write) -> io::Result<()> {
        if self.position.is_over() && !matches!(kind, Kind::Analyze(_)) {
            return complain(out, &"the game is over");
        }
        writeln!(
            out,
            "status Boyi is {}",
            if kind == Kind::Go {
                "thinking"
            } else {
                "analyzing"
            }
        )?;
        self.think(kind, engine, out)
    }

    fn think(&mut self, kind: Kind, engine: &mut Worker, out: &mut dyn Write) -> io::Result<()> {
        let depth = Limits {
            depth: self.depth,
            ..Limits::none()
        };
        let (line, question) = match kind {
            Kind::Go => {
                let limits = self.setup.limits(Limits {
                    clock: self.position.clock(),
                    ..depth
                });
                (self.position.line(), SearchRequest::new(limits))
            }
            Kind::Hint(multi_pv) => {
                let question = SearchRequest::new(self.setup.limits(depth));
                (
                    self.position.line(),
                    question.with_multi_pv(multi_pv).with_instant(false),
                )
            }
            Kind::Analyze(ply) => {
                // An analysis covers a whole game, so each position has the default limits too.
                let limits = self.setup.limits(depth).and(Setup::DEFAULT);
                (
                    self.position.line_at(ply),
                    SearchRequest::new(limits).with_instant(false),
                )
            }
        };
        self.reported.clear();
        match engine.think(line, question) {
            Ok(()) => {
                self.task = Some(Task {
                    kind,
                    since: Instant::now(),
                });
                Ok(())
            }
            Err(error) => complain(out, &error),
        }
    }

    /// Writes the best moves, if they are new.
    fn tell(
        &mut self,
        report: &Report<String>,
        count: usize,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let lines: Vec<_> = findings::lines(self.setup.game, report)
            .take(count)
            .collect();
        if self.reported != lines {
            lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
            self.reported = lines;
        }
        Ok(())
    }

    /// Writes `=== F5/1.50/0.25`, without the value if it is unknown.
    fn decide(
        &self,
        report: &Report<String>,
        taken: Duration,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let Some(mv) = report.best() else {
            return complain(out, &"no move was found");
        };
        let eval = findings::eval(self.setup.game, report).filter(|_| mv != "pass");
        let eval = eval.map(|eval| format!("{eval:.2}")).unwrap_or_default();
        writeln!(
            out,
            "=== {}/{eval}/{:.2}",
            words::written(&mv),
            taken.as_secs_f64()
        )
    }
}

/// Writes an error to the status line: the protocol has no other place for it.
fn complain(out: &mut dyn Write, problem: &dyn std::fmt::Display) -> io::Result<()> {
    // Control characters would break the line.
    let problem: String = problem
        .to_string()
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    writeln!(out, "status {problem}")
}

impl Protocol for NBoard {
    fn hear(
        &mut self,
        line: &str,
        cut: bool,
        engine: &mut Worker,
        out: &mut dyn Write,
    ) -> io::Result<Flow> {
        let read = if cut {
            Err(Malformed::TooLong)
        } else {
            Command::read(line, self.version)
        };
        match read {
            Ok(Some(Command::Quit)) => return Ok(Flow::Over),
            Ok(Some(command)) => self.obey(command, engine, out)?,
            Ok(None) => {}
            Err(problem) => complain(out, &problem)?,
        }
        Ok(Flow::On)
    }

    fn overhear(&self, line: &str) -> Heard {
        match Command::read(line, self.version) {
            Ok(Some(Command::Ping(_) | Command::Quit)) => Heard::Stop,
            _ => Heard::Later,
        }
    }

    fn progress(&mut self, report: &Report<String>, out: &mut dyn Write) -> io::Result<()> {
        let Some(Task { kind, .. }) = self.task else {
            return Ok(());
        };
        match kind {
            Kind::Go => self.tell(report, 1, out)?,
            Kind::Hint(count) => self.tell(report, count, out)?,
            Kind::Analyze(_) => return Ok(()),
        }
        writeln!(
            out,
            "nodestats {} {:.2}",
            report.nodes,
            report.time.as_secs_f64()
        )
    }

    fn answer(
        &mut self,
        answer: SearchResult,
        engine: &mut Worker,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let Some(Task { kind, since }) = self.task.take() else {
            return Ok(());
        };
        let report = match answer {
            Ok(report) => report,
            Err(problem) => return complain(out, &problem),
        };
        match kind {
            Kind::Go => self.decide(&report, since.elapsed(), out)?,
            Kind::Hint(count) => {
                self.tell(&report, count, out)?;
                if let (Some(mv), true) = (report.best(), self.reported.is_empty()) {
                    // A hint must have a move; depth 0 shows that its value is unknown.
                    writeln!(out, "search {} 0.00 0 0", words::written(&mv))?;
                }
            }
            // A stopped search of an analysis has no value.
            Kind::Analyze(_) if engine.was_stopped() => {}
            Kind::Analyze(ply) => {
                let eval = findings::eval(self.setup.game, &report).unwrap_or_default();
                writeln!(out, "analysis {ply} {eval:.2}")?;
                if let Some(before) = ply.checked_sub(1) {
                    return self.think(Kind::Analyze(before), engine, out);
                }
            }
        }
        writeln!(out, "status Boyi is waiting")
    }
}
