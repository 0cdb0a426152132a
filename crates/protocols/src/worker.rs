//! What thinks, on a thread of its own.

use crate::{Setup, server::Event};
use engines::{Engine, EngineConfig, SearchRequest, Settings, TextError};
use search::{Control, Report};
use std::sync::mpsc::Sender;
use std::thread::{Builder, JoinHandle};

/// What thinks, and the search under way.
pub struct Worker {
    setup: Setup,
    /// The rules played by.
    settings: Settings,
    /// At home between searches; made when it is first needed, and again if it was lost.
    engine: Option<Box<dyn Engine>>,
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

/// The end of a search: its answer, and the engine, unless it was lost.
pub(crate) struct Done {
    pub answer: Answer,
    engine: Option<Box<dyn Engine>>,
}

/// Sends the answer when the thread ends, even by a panic: nobody waits in vain.
struct Reply {
    events: Sender<Event>,
    done: Option<Done>,
}

impl Drop for Reply {
    fn drop(&mut self) {
        let lost = || Done {
            answer: Err("the search broke down".to_owned()),
            engine: None,
        };
        // Nobody listens any more only where the program ends.
        let _ = self
            .events
            .send(Event::Done(self.done.take().unwrap_or_else(lost)));
    }
}

impl Worker {
    /// Searches recurse once a ply, beyond what threads are given by default.
    const STACK: usize = 16 << 20;

    pub(crate) fn new(setup: &Setup, events: Sender<Event>) -> Self {
        Self {
            setup: setup.clone(),
            settings: setup.settings.clone(),
            engine: None,
            search: None,
            stopped: false,
            events,
        }
    }

    /// Makes ready to think, so that no clock runs while tables are built. Takes some tenths of a
    /// second the first time, and nothing where all is ready or a search is under way.
    pub fn prepare(&mut self) {
        if self.engine.is_some() || self.search.is_some() {
            return;
        }
        // What cannot be made is told when it is asked to think.
        self.engine = self
            .setup
            .game
            .engine(&self.settings, &self.setup.config, self.setup.seed)
            .ok();
        if let Some(engine) = &mut self.engine {
            engine.prepare();
        }
    }

    /// Begins to think about `line`, as [`Engine::think`] has it; does nothing while a search is
    /// under way.
    ///
    /// # Errors
    /// If the game has no such configuration, or not under these rules.
    pub fn think(&mut self, line: String, question: SearchRequest) -> Result<(), TextError> {
        self.begin(line, question, Control::default())
    }

    /// Begins to think about `line`, the position expected after the opponent's move, on the
    /// opponent's time: the clock runs from the [`hit`](Self::hit) on.
    ///
    /// # Errors
    /// As [`think`](Self::think).
    pub fn ponder(&mut self, line: String, question: SearchRequest) -> Result<(), TextError> {
        self.begin(line, question, Control::pondering())
    }

    /// The opponent has played the move pondered on. Does nothing to another search.
    pub fn hit(&self) {
        if let Some(search) = &self.search {
            search.control.hit();
        }
    }

    fn begin(
        &mut self,
        line: String,
        question: SearchRequest,
        control: Control,
    ) -> Result<(), TextError> {
        if self.search.is_some() {
            return Ok(());
        }
        let mut engine = match self.engine.take() {
            Some(engine) => engine,
            None => self
                .setup
                .game
                .engine(&self.settings, &self.setup.config, self.setup.seed)?,
        };
        let hand = control.clone();
        let events = self.events.clone();
        let mut reply = Reply {
            events: events.clone(),
            done: None,
        };
        let worker = Builder::new()
            .name("search".to_owned())
            .stack_size(Self::STACK)
            .spawn(move || {
                let mut watch =
                    |report: &Report<String>| drop(events.send(Event::Progress(report.clone())));
                let answer = engine
                    .think(&line, &question, &control, &mut watch)
                    .map_err(|error| error.to_string());
                reply.done = Some(Done {
                    answer,
                    engine: Some(engine),
                });
                drop(reply);
            });
        // If there is none, the reply has been dropped, and so sent.
        (self.search, self.stopped) = (
            Some(Search {
                control: hand,
                worker: worker.ok(),
            }),
            false,
        );
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
        match &mut self.engine {
            Some(engine) => engine.new_game(),
            None => self.prepare(),
        }
    }

    /// Goes over to other rules.
    pub fn set_rules(&mut self, settings: Settings) {
        if self.settings != settings {
            (self.settings, self.engine) = (settings, None);
        }
    }

    /// Goes over to another configuration, and forgets what was learnt.
    pub fn set_config(&mut self, config: EngineConfig) {
        (self.setup.config, self.engine) = (config, None);
    }

    /// The search has ended.
    pub(crate) fn end(&mut self, done: Done) -> Answer {
        if let Some(search) = self.search.take() {
            self.stopped = search.control.is_stopped();
            search.join();
        }
        self.engine = done.engine;
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

impl Drop for Worker {
    fn drop(&mut self) {
        self.stop();
        if let Some(search) = self.search.take() {
            search.join();
        }
    }
}
