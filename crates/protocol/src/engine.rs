//! What thinks, on a thread of its own.

use crate::{Setup, server::Event};
use engines::{Mind, Question, Settings, TextError, Thinker};
use search::{Control, Report};
use std::sync::mpsc::Sender;
use std::thread::{Builder, JoinHandle};

/// What thinks, and the search under way.
pub struct Engine {
    setup: Setup,
    /// The rules played by.
    settings: Settings,
    /// At home between searches; made when it is first needed, and again if it was lost.
    thinker: Option<Box<dyn Thinker>>,
    search: Option<Search>,
    stopped: bool,
    events: Sender<Event>,
}

/// A search under way.
struct Search {
    control: Control,
    /// None if no thread could be had: then its answer is on the way already.
    worker: Option<JoinHandle<()>>,
}

/// What came of a search: what it found, or why it found nothing.
pub type Answer = Result<Report<String>, String>;

/// The end of a search: its answer, and the thinker, unless it was lost.
pub(crate) struct Done {
    pub answer: Answer,
    thinker: Option<Box<dyn Thinker>>,
}

/// Sends the answer when the thread ends, even by a panic: nobody waits in vain.
struct Reply {
    events: Sender<Event>,
    done: Option<Done>,
}

impl Drop for Reply {
    fn drop(&mut self) {
        let lost = || Done { answer: Err("the search broke down".to_owned()), thinker: None };
        // Nobody listens any more only where the program ends.
        let _ = self.events.send(Event::Done(self.done.take().unwrap_or_else(lost)));
    }
}

impl Engine {
    /// Searches recurse once a ply, beyond what threads are given by default.
    const STACK: usize = 16 << 20;

    pub(crate) fn new(setup: &Setup, events: Sender<Event>) -> Self {
        Self { setup: setup.clone(), settings: setup.settings.clone(), thinker: None, search: None, stopped: false, events }
    }

    /// Makes ready to think, so that no clock runs while tables are built. Takes some tenths of a second
    /// the first time, and nothing where all is ready or a search is under way.
    pub fn prepare(&mut self) {
        if self.thinker.is_some() || self.search.is_some() {
            return;
        }
        // What cannot be made is told when it is asked to think.
        self.thinker = self.setup.game.thinker(&self.settings, &self.setup.mind, self.setup.seed).ok();
        if let Some(thinker) = &mut self.thinker {
            thinker.prepare();
        }
    }

    /// Begins to think about `line`, as [`Thinker::think`] has it; does nothing while a search is under way.
    ///
    /// # Errors
    /// If the game has no such mind, or not under these rules.
    pub fn think(&mut self, line: String, question: Question) -> Result<(), TextError> {
        self.begin(line, question, Control::default())
    }

    /// Begins to think about `line`, the position expected after the opponent's move, on the opponent's time: the clock runs
    /// from the [`hit`](Self::hit) on.
    ///
    /// # Errors
    /// As [`think`](Self::think).
    pub fn ponder(&mut self, line: String, question: Question) -> Result<(), TextError> {
        self.begin(line, question, Control::pondering())
    }

    /// The opponent has played the move pondered on. Does nothing to another search.
    pub fn hit(&self) {
        if let Some(search) = &self.search {
            search.control.hit();
        }
    }

    fn begin(&mut self, line: String, question: Question, control: Control) -> Result<(), TextError> {
        if self.search.is_some() {
            return Ok(());
        }
        let mut thinker = match self.thinker.take() {
            Some(thinker) => thinker,
            None => self.setup.game.thinker(&self.settings, &self.setup.mind, self.setup.seed)?,
        };
        let (hand, events) = (control.clone(), self.events.clone());
        let mut reply = Reply { events: events.clone(), done: None };
        let worker = Builder::new().name("search".to_owned()).stack_size(Self::STACK).spawn(move || {
            let mut watch = |report: &Report<String>| drop(events.send(Event::Progress(report.clone())));
            let answer = thinker.think(&line, &question, &control, &mut watch).map_err(|error| error.to_string());
            reply.done = Some(Done { answer, thinker: Some(thinker) });
            drop(reply);
        });
        // If there is none, the reply has been dropped, and so sent.
        (self.search, self.stopped) = (Some(Search { control: hand, worker: worker.ok() }), false);
        Ok(())
    }

    /// Whether a search is under way.
    pub fn is_thinking(&self) -> bool {
        self.search.is_some()
    }

    /// Ends the search under way within a few milliseconds, without waiting for its answer.
    pub fn stop(&self) {
        if let Some(search) = &self.search {
            search.control.stop();
        }
    }

    /// Whether the last search was stopped.
    pub fn was_stopped(&self) -> bool {
        self.stopped
    }

    /// Forgets what was learnt from the last game, and makes ready for the next.
    pub fn new_game(&mut self) {
        match &mut self.thinker {
            Some(thinker) => thinker.new_game(),
            None => self.prepare(),
        }
    }

    /// Goes over to other rules.
    pub fn set_rules(&mut self, settings: Settings) {
        if self.settings != settings {
            (self.settings, self.thinker) = (settings, None);
        }
    }

    /// Goes over to another mind, and forgets what was learnt.
    pub fn set_mind(&mut self, mind: Mind) {
        (self.setup.mind, self.thinker) = (mind, None);
    }

    /// The search has ended.
    pub(crate) fn end(&mut self, done: Done) -> Answer {
        if let Some(search) = self.search.take() {
            self.stopped = search.control.is_stopped();
            search.join();
        }
        self.thinker = done.thinker;
        done.answer
    }
}

impl Search {
    fn join(self) {
        if let Some(worker) = self.worker {
            // What it had to say it has said.
            let _ = worker.join();
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
        if let Some(search) = self.search.take() {
            search.join();
        }
    }
}
