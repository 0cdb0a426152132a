//! A server that reads lines and answers them in order.

use crate::{
    Setup,
    input::{Line, Room, each_line},
    worker::{SearchResult, Worker},
};
use engines::SearchEvent;
use search::Report;
use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// A protocol: its answers to lines and to search results.
///
/// While a search is under way lines wait, unless [`overhear`](Self::overhear) says otherwise; so a
/// protocol handles one request at a time.
///
/// ```
/// use engines::SearchRequest;
/// use protocols::{Flow, Heard, Protocol, SearchResult, Setup, Worker, serve};
/// use search::{Limits, Report};
/// use std::io::{self, Write};
///
/// /// Hears a position, and answers with a move.
/// struct Oracle;
///
/// impl Protocol for Oracle {
///     fn hear(
///         &mut self,
///         line: &str,
///         _cut: bool,
///         engine: &mut Worker,
///         out: &mut dyn Write,
///     ) -> io::Result<Flow> {
///         if let Err(error) = engine.think(line, SearchRequest::new(Limits::depth(2))) {
///             writeln!(out, "{error}")?;
///         }
///         Ok(Flow::On)
///     }
///
///     fn overhear(&self, _line: &str) -> Heard {
///         Heard::Later
///     }
///
///     fn progress(&mut self, _report: &Report<String>, _out: &mut dyn Write) -> io::Result<()> {
///         Ok(())
///     }
///
///     fn answer(
///         &mut self,
///         answer: SearchResult,
///         _engine: &mut Worker,
///         out: &mut dyn Write,
///     ) -> io::Result<()> {
///         match answer {
///             Ok(report) => writeln!(out, "{}", report.best().unwrap_or_default()),
///             Err(error) => writeln!(out, "{error}"),
///         }
///     }
/// }
///
/// let setup = Setup { config: "pvs,eval=none,hash=1".parse()?, ..Setup::new(engines::game("othello")?) };
/// // Black's only move.
/// let input = b"XO-------------------------------------------------------------- X\n";
/// let mut answers = Vec::new();
/// serve(Oracle, &setup, &input[..], &mut answers)?;
/// assert_eq!(answers, b"c1\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Protocol {
    /// Answers a line in its turn, or begins a search that [`answer`](Self::answer) will answer.
    /// `cut` is set if the line was too long and has been cut.
    ///
    /// # Errors
    /// If nothing can be written.
    fn hear(
        &mut self,
        line: &str,
        cut: bool,
        engine: &mut Worker,
        out: &mut dyn Write,
    ) -> io::Result<Flow>;

    /// What an arriving line means for the search under way.
    fn overhear(&self, line: &str) -> Heard;

    /// Writes the progress of the search.
    ///
    /// # Errors
    /// If nothing can be written.
    fn progress(&mut self, report: &Report<String>, out: &mut dyn Write) -> io::Result<()>;

    /// Writes the result of the search, or begins another.
    ///
    /// # Errors
    /// If nothing can be written.
    fn answer(
        &mut self,
        answer: SearchResult,
        engine: &mut Worker,
        out: &mut dyn Write,
    ) -> io::Result<()>;

    /// Whether only a command ends the search under way, so that it is pointless once no more
    /// commands can come.
    fn waits_for_a_word(&self) -> bool {
        false
    }

    /// Writes an answer that was held back for another command: the input has ended, and all lines
    /// have had their turn.
    ///
    /// # Errors
    /// If nothing can be written.
    fn hang_up(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}

/// Whether the conversation goes on.
///
/// ```
/// use protocols::{Flow, Heard, Protocol, SearchResult, Setup, Worker, serve};
/// # use search::Report;
/// use std::io::{self, Write};
///
/// /// Says what it hears, until it hears `quit`.
/// struct Echo;
///
/// impl Protocol for Echo {
///     fn hear(
///         &mut self,
///         line: &str,
///         _cut: bool,
///         _engine: &mut Worker,
///         out: &mut dyn Write,
///     ) -> io::Result<Flow> {
///         if line == "quit" {
///             return Ok(Flow::Over);
///         }
///         writeln!(out, "{line}")?;
///         Ok(Flow::On)
///     }
///     // And the others, which are of no matter without a search.
///     # fn overhear(&self, _: &str) -> Heard { Heard::Later }
///     # fn progress(&mut self, _: &Report<String>, _: &mut dyn Write) -> io::Result<()> { Ok(()) }
///     # fn answer(&mut self, _: SearchResult, _: &mut Worker, _: &mut dyn Write) -> io::Result<()> { Ok(()) }
/// }
///
/// let setup = Setup { config: "pvs,eval=none,hash=1".parse()?, ..Setup::new(engines::game("othello")?) };
/// let mut answers = Vec::new();
/// serve(Echo, &setup, &b"hello\nquit\nanybody?\n"[..], &mut answers)?;
/// assert_eq!(answers, b"hello\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// It goes on.
    On,
    /// It has ended.
    Over,
}

/// What a line means for the search under way.
///
/// ```
/// use protocols::{Heard, Protocol, Setup, Ugi};
/// let ugi = Ugi::new(&Setup::new(engines::game("othello")?))?;
/// let heard = ["stop", "isready", "query result"].map(|line| ugi.overhear(line));
/// assert_eq!(heard, [Heard::Stop, Heard::Now, Heard::Later]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    /// Nothing: it waits for its turn.
    Later,
    /// Nothing, but it has its turn at once, before waiting lines.
    Now,
    /// No request can follow it, so the search need not go on for long.
    Last,
    /// The search must end, and then the line has its turn.
    Stop,
    /// The search must end; the line has no further effect.
    StopOnly,
}

/// How long an endless search may go on after the end of the input: enough for a script to see some
/// output.
const ENDLESS: Duration = Duration::from_millis(500);

/// What the server waits for.
pub(crate) enum Event {
    Line(Line),
    /// There are no more lines.
    End,
    Search(SearchEvent),
}

/// Serves `protocol` until it ends, or until the input ends and all lines are answered. The output
/// is flushed after every answer.
///
/// The input is read on a separate thread, which ends with the input or at its next line after the
/// end.
///
/// # Errors
/// If an answer cannot be written.
///
/// ```
/// use protocols::{Setup, Ugi, serve};
/// let setup = Setup { config: "level=1".parse()?, ..Setup::new(engines::game("gomoku")?) };
/// // From memory and into memory; a program gives its standard input and output.
/// let input = b"position startpos moves h8\nquery p1turn\nquery gameover\nquit\n";
/// let mut answers = Vec::new();
/// serve(Ugi::new(&setup)?, &setup, &input[..], &mut answers)?;
/// assert_eq!(answers, b"response false\nresponse false\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn serve(
    mut protocol: impl Protocol,
    setup: &Setup,
    input: impl Read + Send + 'static,
    mut output: impl Write,
) -> io::Result<()> {
    let (sender, events) = channel();
    let room = Room::default();
    listen(input, room.clone(), sender.clone());
    let mut engine = Worker::new(setup, sender);
    let waiting = VecDeque::new();
    let patience = setup.patience;
    engine.prepare();
    let mut server = Server {
        engine,
        events,
        room,
        waiting,
        ended: false,
        patience,
        deadline: None,
    };
    while let Some(step) = server.next(&protocol) {
        let engine = &mut server.engine;
        let out = &mut output;
        let flow = match step {
            Step::Line(line) => protocol.hear(&line.text, line.cut, engine, out)?,
            Step::Progress(report) => protocol.progress(&report, out).map(|()| Flow::On)?,
            Step::Answer(answer) => protocol.answer(answer, engine, out).map(|()| Flow::On)?,
        };
        output.flush()?;
        if flow == Flow::Over {
            return Ok(());
        }
        server.look_ahead(&protocol);
    }
    protocol.hang_up(&mut output)?;
    output.flush()
}

/// Sends the lines of `input` as they come, as long as there is room for them.
fn listen(input: impl Read + Send + 'static, room: Room, events: Sender<Event>) {
    let listening = move || {
        // A read error ends the input.
        let _ = each_line(input, |line| {
            room.take(&line) && events.send(Event::Line(line)).is_ok()
        });
        let _ = events.send(Event::End);
    };
    thread::spawn(listening);
}

/// The next thing to do.
enum Step {
    Line(Line),
    Progress(Report<String>),
    Answer(SearchResult),
}

struct Server {
    engine: Worker,
    events: Receiver<Event>,
    room: Room,
    /// Lines whose turn has not come.
    waiting: VecDeque<Line>,
    /// Whether the input has ended.
    ended: bool,
    /// How long a search may go on when no request can follow it, or when too many lines wait.
    patience: Duration,
    /// When the search under way must end for that reason.
    deadline: Option<Instant>,
}

impl Server {
    /// The next thing to do; `None` at the end.
    fn next(&mut self, protocol: &impl Protocol) -> Option<Step> {
        loop {
            if !self.engine.is_thinking() {
                if let Some(line) = self.waiting.pop_front() {
                    self.room.free(&line);
                    return Some(Step::Line(line));
                }
                if self.ended {
                    return None;
                }
            }
            match self.event() {
                Event::Line(line) => {
                    if let Some(line) = self.take(line, protocol) {
                        return Some(Step::Line(line));
                    }
                }
                Event::End => {
                    self.ended = true;
                    self.hurry_to_the_end(protocol);
                }
                Event::Search(SearchEvent::Progress(report)) => {
                    return Some(Step::Progress(report));
                }
                Event::Search(SearchEvent::Done(answer)) => {
                    self.deadline = None;
                    self.engine.collect();
                    return Some(Step::Answer(answer.map(|answer| answer.report)));
                }
            }
        }
    }

    /// The next thing that happens; if the deadline passes before, the search is stopped.
    fn event(&mut self) -> Event {
        if let Some(deadline) = self.deadline {
            match self
                .events
                .recv_timeout(deadline.saturating_duration_since(Instant::now()))
            {
                Ok(event) => return event,
                Err(_) => self.engine.stop(),
            }
        }
        // The engine holds a sender, so the channel never closes.
        self.events.recv().unwrap_or(Event::End)
    }

    /// Applies the meaning of a line to the search under way, and queues the line unless its turn
    /// is now.
    fn take(&mut self, line: Line, protocol: &impl Protocol) -> Option<Line> {
        let heard = if self.engine.is_thinking() {
            protocol.overhear(&line.text)
        } else {
            Heard::Later
        };
        self.apply(heard);
        if !matches!(heard, Heard::Now | Heard::StopOnly) {
            self.waiting.push_back(line);
            self.make_room();
            return None;
        }
        self.room.free(&line);
        (heard == Heard::Now).then_some(line)
    }

    /// Applies the meaning of queued lines to a search that has just begun.
    fn look_ahead(&mut self, protocol: &impl Protocol) {
        if self.engine.is_thinking() && self.deadline.is_none() {
            if self.ended {
                self.hurry_to_the_end(protocol);
            }
            self.make_room();
            for i in 0..self.waiting.len() {
                self.apply(protocol.overhear(&self.waiting[i].text));
            }
        }
    }

    fn apply(&mut self, heard: Heard) {
        match heard {
            Heard::Later | Heard::Now => {}
            Heard::Last => self.hurry(),
            Heard::Stop | Heard::StopOnly => self.engine.stop(),
        }
    }

    /// If there is no room left, neither a stop nor the end of the input can be read before waiting
    /// lines have had their turn: the search under way must not delay them for long.
    fn make_room(&mut self) {
        if self.room.is_full() {
            self.hurry();
        }
    }

    /// Sets a deadline for the search under way.
    fn hurry(&mut self) {
        self.end_within(self.patience);
    }

    /// Sets a deadline after the end of the input: the stop that an endless search waits for cannot
    /// come.
    fn hurry_to_the_end(&mut self, protocol: &impl Protocol) {
        let longest = if protocol.waits_for_a_word() {
            ENDLESS
        } else {
            Duration::MAX
        };
        self.end_within(self.patience.min(longest));
    }

    fn end_within(&mut self, time: Duration) {
        let deadline = Instant::now() + time;
        if self.engine.is_thinking() && self.deadline.is_none_or(|earlier| deadline < earlier) {
            self.deadline = Some(deadline);
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.room.close();
    }
}
