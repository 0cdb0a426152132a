//! One who listens, and answers in order.

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

/// What one protocol makes of lines, and of what a search finds.
///
/// While a search is under way lines wait, but for what [`overhear`](Self::overhear) makes of them;
/// so a protocol is asked one thing at a time.
pub trait Protocol {
    /// Answers a line in its turn, or begins a search, unless one is under way, whose
    /// [`answer`](Self::answer) will. `cut` tells that the line was longer than any that makes
    /// sense.
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

    /// What a line means to the search under way when it comes.
    fn overhear(&self, line: &str) -> Heard;

    /// Tells how the search goes.
    ///
    /// # Errors
    /// If nothing can be written.
    fn progress(&mut self, report: &Report<String>, out: &mut dyn Write) -> io::Result<()>;

    /// Tells what came of the search; or goes on with another.
    ///
    /// # Errors
    /// If nothing can be written.
    fn answer(
        &mut self,
        answer: SearchResult,
        engine: &mut Worker,
        out: &mut dyn Write,
    ) -> io::Result<()>;

    /// Whether the search under way ends by a word alone, so that without one it need not go on.
    fn waits_for_a_word(&self) -> bool {
        false
    }

    /// The input has ended, and all that was asked has had its turn: what was held back until
    /// another word comes is told now.
    ///
    /// # Errors
    /// If nothing can be written.
    fn hang_up(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}

/// Whether the conversation goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// It goes on.
    On,
    /// It has ended.
    Over,
}

/// What a line means to the search under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    /// Nothing: it waits for its turn.
    Later,
    /// Nothing; but it has its turn at once, before those that wait.
    Now,
    /// Nothing can be asked after it, so that the search need not go on for long.
    Last,
    /// The search is to end, whereupon the line has its turn.
    Stop,
    /// The search is to end, and that was all.
    StopOnly,
}

/// How long an endless search may go on when the input has ended: enough for a script to see what
/// it thinks.
const ENDLESS: Duration = Duration::from_millis(500);

/// What the server waits for.
pub(crate) enum Event {
    Line(Line),
    /// There are no more lines.
    End,
    Search(SearchEvent),
}

/// Speaks `protocol` until it has ended, or the input has and all is answered. Answers are written
/// out one by one.
///
/// The input is read on a thread of its own, which ends with the input, or when it next says
/// something.
///
/// # Errors
/// If an answer cannot be written.
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
        // What cannot be read any more has ended.
        let _ = each_line(input, |line| {
            room.take(&line) && events.send(Event::Line(line)).is_ok()
        });
        let _ = events.send(Event::End);
    };
    thread::spawn(listening);
}

/// What is due next.
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
    /// Whether there will be no more.
    ended: bool,
    /// How long a search may go on when nobody can ask for anything after it, or all that was asked
    /// has no room.
    patience: Duration,
    /// When the search under way is to end for that reason.
    deadline: Option<Instant>,
}

impl Server {
    /// What is due next; `None` if nothing will be any more.
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
        // The engine has a sender, so that they are never all gone.
        self.events.recv().unwrap_or(Event::End)
    }

    /// Applies what a line means to the search under way and queues it, unless that
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

    /// Applies what the queued lines mean to a search that has just begun.
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

    /// Where there is no room left, no word to stop is heard, nor the end of the input, until lines
    /// that wait have had their turn: the search under way is not to hold them up for long.
    fn make_room(&mut self) {
        if self.room.is_full() {
            self.hurry();
        }
    }

    /// The search under way need not go on for long.
    fn hurry(&mut self) {
        self.end_within(self.patience);
    }

    /// The same where no more lines will come: the word that an endless search waits for will not
    /// either.
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
