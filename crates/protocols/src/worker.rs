//! The engine of a protocol's session, searching in the background.

use crate::{Setup, server::Event};
use engines::{BackgroundSearch, EngineConfig, EngineError, SearchRequest, Settings};
use game_core::GameLine;
use search::{Control, Report};
use std::sync::mpsc::Sender;

/// The engine of a session: built when it is first needed, and again when the rules or the
/// configuration change.
///
/// ```
/// use engines::SearchRequest;
/// use protocols::{Flow, Heard, Protocol, SearchResult, Setup, Worker, serve};
/// use search::Limits;
/// # use search::Report;
/// use std::io::{self, Write};
///
/// /// Hears `level 3` and the like, and else a position to choose a move in.
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
///         match line.strip_prefix("level ").map(|level| format!("level={level}").parse()) {
///             Some(Ok(config)) => engine.set_config(config),
///             Some(Err(error)) => writeln!(out, "{error}")?,
///             None => {
///                 let begun = engine.think(line, SearchRequest::new(Limits::depth(2)));
///                 begun.map_err(io::Error::other)?;
///             }
///         }
///         Ok(Flow::On)
///     }
///     # fn overhear(&self, _: &str) -> Heard { Heard::Later }
///     # fn progress(&mut self, _: &Report<String>, _: &mut dyn Write) -> io::Result<()> { Ok(()) }
///
///     fn answer(
///         &mut self,
///         answer: SearchResult,
///         _engine: &mut Worker,
///         out: &mut dyn Write,
///     ) -> io::Result<()> {
///         let report = answer.map_err(io::Error::other)?;
///         writeln!(out, "{}", report.best().unwrap_or_default())
///     }
/// }
///
/// let setup = Setup { config: "pvs,eval=none,hash=1".parse()?, ..Setup::new(engines::game("othello")?) };
/// let input = b"level 1\nXO-------------------------------------------------------------- X\n";
/// let mut answers = Vec::new();
/// serve(Oracle, &setup, &input[..], &mut answers)?;
/// assert_eq!(answers, b"c1\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Worker {
    setup: Setup,
    /// The rules played by.
    settings: Settings,
    search: BackgroundSearch,
    stopped: bool,
    events: Sender<Event>,
}

/// The result of a search, or why it found nothing.
pub type SearchResult = Result<Report<String>, EngineError>;

impl Worker {
    pub(crate) fn new(setup: &Setup, events: Sender<Event>) -> Self {
        Self {
            setup: setup.clone(),
            settings: setup.settings.clone(),
            search: BackgroundSearch::default(),
            stopped: false,
            events,
        }
    }

    /// Builds the engine and its tables, so that no clock runs meanwhile. Takes some tenths of a
    /// second the first time, and no time if the engine is ready or a search is under way.
    pub fn prepare(&mut self) {
        if self.search.is_searching() || self.search.engine().is_some() {
            return;
        }
        // The search that needs the engine reports that it cannot be built.
        if self.make_engine().is_ok()
            && let Some(engine) = self.search.engine()
        {
            engine.prepare();
        }
    }

    fn make_engine(&mut self) -> Result<(), EngineError> {
        let Setup {
            game, config, seed, ..
        } = &self.setup;
        let engine = game.engine(&self.settings, config, *seed)?;
        self.search.set_engine(Some(engine));
        Ok(())
    }

    /// Starts to search `line`; does nothing while a search is under way.
    ///
    /// # Errors
    /// If the game has no such configuration, or not under these rules.
    pub fn think(
        &mut self,
        line: impl Into<GameLine>,
        request: SearchRequest,
    ) -> Result<(), EngineError> {
        self.start(line.into(), request, Control::default())
    }

    /// Starts to search `line`, the position expected after the opponent's move, on the opponent's
    /// time: the clock runs from the [`hit`](Self::hit) on.
    ///
    /// # Errors
    /// As [`think`](Self::think).
    pub fn ponder(
        &mut self,
        line: impl Into<GameLine>,
        request: SearchRequest,
    ) -> Result<(), EngineError> {
        self.start(line.into(), request, Control::pondering())
    }

    /// Tells the search that the opponent has played the expected move. Does nothing to another
    /// search.
    pub fn hit(&self) {
        if let Some(control) = self.search.control() {
            control.hit();
        }
    }

    fn start(
        &mut self,
        line: GameLine,
        request: SearchRequest,
        control: Control,
    ) -> Result<(), EngineError> {
        if self.search.is_searching() {
            return Ok(());
        }
        if self.search.engine().is_none() {
            self.make_engine()?;
        }
        let events = self.events.clone();
        // The receiver is gone only at the end of the program.
        let report = move |event| drop(events.send(Event::Search(event)));
        self.search.start(line, request, control, report);
        self.stopped = false;
        Ok(())
    }

    /// Whether a search is under way.
    pub fn is_thinking(&self) -> bool {
        self.search.is_searching()
    }

    /// Ends the search under way within a few milliseconds, without waiting for its answer.
    pub fn stop(&self) {
        self.search.stop();
    }

    /// Whether the last search was stopped.
    pub fn was_stopped(&self) -> bool {
        self.stopped
    }

    /// Clears what the engine has learnt, and prepares for the next game.
    pub fn new_game(&mut self) {
        match self.search.engine() {
            Some(engine) => engine.new_game(),
            None => self.prepare(),
        }
    }

    /// Plays by other rules from now on.
    pub fn set_rules(&mut self, settings: Settings) {
        if self.settings != settings {
            self.settings = settings;
            self.search.set_engine(None);
        }
    }

    /// Uses another configuration from now on, with empty tables.
    pub fn set_config(&mut self, config: EngineConfig) {
        self.setup.config = config;
        self.search.set_engine(None);
    }

    /// Takes the engine back after the search has reported its end.
    pub(crate) fn collect(&mut self) {
        self.stopped = self.search.control().is_some_and(Control::is_stopped);
        self.search.wait();
    }
}
