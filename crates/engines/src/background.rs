use crate::{Answer, Engine, EngineError, SearchRequest};
use game_core::GameLine;
use search::{Control, Report, thread_builder};
use std::thread::JoinHandle;

/// What a background search reports while it runs and when it ends.
///
/// ```
/// use engines::{BackgroundSearch, SearchEvent, SearchRequest};
/// use search::{Control, Limits};
/// let engine = engines::game("othello")?.engine(&Vec::new(), &"pvs,hash=1".parse()?, 0)?;
/// let mut background = BackgroundSearch::new(engine);
/// let (events, inbox) = std::sync::mpsc::channel();
/// let report = move |event| drop(events.send(event));
/// background.start("startpos".into(), SearchRequest::new(Limits::depth(4)), Control::default(), report);
/// let mut depths = Vec::new();
/// for event in inbox {
///     match event {
///         SearchEvent::Progress(report) => depths.push(report.depth),
///         SearchEvent::Done(answer) => assert_eq!(answer?.report.depth, 4),
///     }
/// }
/// assert!(depths.is_sorted() && depths.contains(&1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub enum SearchEvent {
    /// An iteration has ended, or the best move has changed.
    Progress(Report<String>),
    /// The search has ended: the engine's answer, or why it has none.
    Done(Result<Answer, EngineError>),
}

/// An engine that searches on its own thread, so that the caller can go on handling input: a
/// protocol, a terminal.
///
/// The thread never outlives this value. An engine that panics is lost, and later searches end at
/// once with [`EngineError::Panicked`].
///
/// ```
/// use engines::{BackgroundSearch, SearchEvent, SearchRequest};
/// use search::{Control, Limits};
/// use std::sync::mpsc;
/// let othello = engines::game("othello")?;
/// let engine = othello.engine(&Vec::new(), &"pvs".parse()?, 0)?;
/// let mut search = BackgroundSearch::new(engine);
/// let (events, inbox) = mpsc::channel();
/// let request = SearchRequest::new(Limits::none());
/// search.start("startpos".into(), request, Control::default(), move |event| {
///     let _ = events.send(event);
/// });
/// assert!(matches!(inbox.recv()?, SearchEvent::Progress(_)));
/// search.stop();
/// let done = inbox.iter().find(|event| matches!(event, SearchEvent::Done(_)));
/// assert!(matches!(done, Some(SearchEvent::Done(Ok(answer))) if answer.reply.mv().is_some()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct BackgroundSearch {
    /// The engine between searches; `None` if there is none yet, or it was lost.
    engine: Option<Box<dyn Engine>>,
    running: Option<Running>,
}

/// A search under way.
#[derive(Debug)]
struct Running {
    control: Control,
    /// Returns the engine. `None` if the system had no thread.
    thread: Option<JoinHandle<Box<dyn Engine>>>,
}

/// Reports the end of a search exactly once, even if the search panics.
struct Finish<F: FnMut(SearchEvent)> {
    report: F,
    result: Result<Answer, EngineError>,
}

impl<F: FnMut(SearchEvent)> Drop for Finish<F> {
    fn drop(&mut self) {
        let result = std::mem::replace(&mut self.result, Err(EngineError::Panicked));
        (self.report)(SearchEvent::Done(result));
    }
}

impl BackgroundSearch {
    /// Searches with `engine`.
    pub fn new(engine: Box<dyn Engine>) -> Self {
        Self {
            engine: Some(engine),
            running: None,
        }
    }

    /// Starts to search the position at the end of `line`; a search under way is ended first.
    ///
    /// `report` is called on the search's thread: any number of times with
    /// [`SearchEvent::Progress`], then once with [`SearchEvent::Done`], whatever happens.
    pub fn start(
        &mut self,
        line: GameLine,
        request: SearchRequest,
        control: Control,
        report: impl FnMut(SearchEvent) + Send + 'static,
    ) {
        self.end();
        let mut finish = Finish {
            report,
            result: Err(EngineError::Panicked),
        };
        let Some(mut engine) = self.engine.take() else {
            return;
        };
        let own = control.clone();
        let search = move || {
            let mut progress =
                |report: &Report<String>| (finish.report)(SearchEvent::Progress(report.clone()));
            finish.result = engine.choose(&line, &request, &own, &mut progress);
            drop(finish);
            engine
        };
        // If there is no thread, `search` is dropped, and `finish` with it.
        let thread = thread_builder("search").spawn(search).ok();
        self.running = Some(Running { control, thread });
    }

    /// Whether a search has been started and not been [waited for](Self::wait).
    pub fn is_searching(&self) -> bool {
        self.running.is_some()
    }

    /// The control of the search under way.
    pub fn control(&self) -> Option<&Control> {
        self.running.as_ref().map(|running| &running.control)
    }

    /// Asks the search under way to end within a few milliseconds; returns at once.
    pub fn stop(&self) {
        if let Some(control) = self.control() {
            control.stop();
        }
    }

    /// Waits for the search under way to end.
    pub fn wait(&mut self) {
        if let Some(Running { thread, .. }) = self.running.take() {
            self.engine = thread.and_then(|thread| thread.join().ok());
        }
    }

    /// Stops the search under way and waits for its end.
    pub fn end(&mut self) {
        self.stop();
        self.wait();
    }

    /// The engine; `None` while it searches, or if there is none.
    pub fn engine(&mut self) -> Option<&mut (dyn Engine + 'static)> {
        self.engine.as_deref_mut()
    }

    /// Searches with `engine` from now on, or with none until another is given. A search under way
    /// is ended.
    pub fn set_engine(&mut self, engine: Option<Box<dyn Engine>>) {
        self.end();
        self.engine = engine;
    }
}

impl Drop for BackgroundSearch {
    fn drop(&mut self) {
        self.end();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::Limits;
    use std::sync::mpsc::{self, Receiver};
    use std::time::Duration;

    /// Searches until it is stopped; panics about an empty line.
    struct Slow;

    impl Engine for Slow {
        fn choose(
            &mut self,
            line: &GameLine,
            _: &SearchRequest,
            control: &Control,
            _: &mut dyn FnMut(&Report<String>),
        ) -> Result<Answer, EngineError> {
            assert!(!line.start.is_empty(), "a panic wanted by the test");
            while !control.is_stopped() {
                std::thread::sleep(Duration::from_millis(1));
            }
            Err(EngineError::OtherStart)
        }

        fn new_game(&mut self) {}
    }

    fn start(search: &mut BackgroundSearch, line: &str) -> Receiver<SearchEvent> {
        let (events, inbox) = mpsc::channel();
        let request = SearchRequest::new(Limits::none());
        let report = move |event| drop(events.send(event));
        search.start(line.into(), request, Control::default(), report);
        inbox
    }

    /// How the search ended; the channel then closes, so it ended once.
    fn ending(inbox: Receiver<SearchEvent>) -> EngineError {
        let mut events: Vec<_> = inbox.iter().collect();
        assert_eq!(events.len(), 1, "{events:?}");
        match events.remove(0) {
            SearchEvent::Done(Err(error)) => error,
            event => panic!("{event:?}"),
        }
    }

    #[test]
    fn every_search_ends_once() {
        let mut search = BackgroundSearch::new(Box::new(Slow));
        let stopped = start(&mut search, "startpos");
        assert!(stopped.try_recv().is_err() && search.is_searching());
        assert!(search.engine().is_none(), "it is on the thread");
        search.stop();
        search.wait();
        assert!(!search.is_searching() && search.engine().is_some());
        let replaced = start(&mut search, "startpos");
        let dropped = start(&mut search, "startpos");
        drop(search);
        for inbox in [stopped, replaced, dropped] {
            assert!(matches!(ending(inbox), EngineError::OtherStart));
        }
    }

    #[test]
    fn a_panic_ends_the_search_and_those_after_it() {
        let mut search = BackgroundSearch::new(Box::new(Slow));
        for _ in 0..2 {
            let inbox = start(&mut search, "");
            assert!(matches!(ending(inbox), EngineError::Panicked));
            search.wait();
            assert!(search.engine().is_none());
        }
        search.set_engine(Some(Box::new(Slow)));
        let inbox = start(&mut search, "startpos");
        search.end();
        assert!(matches!(ending(inbox), EngineError::OtherStart));
    }
}
