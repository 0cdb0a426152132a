//! A search in the background.

use crate::error::{Read, exception};
use crate::games::Game;
use crate::report::Report;
use crate::work::BEAT;
use engines::{Answer, EngineError, SearchEvent};
use pyo3::exceptions::PyTimeoutError;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use search::Control;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// A search in the background. Iterate over it for a report of each iteration as it ends, `stop` it
/// from any thread, and ask for its `result`. Leaving a `with` block stops it.
///
/// >>> import boyi
/// >>> engine = boyi.Engine("othello", "mtdf", depth=5)
/// >>> with engine.think(boyi.game("othello").start()) as thinking:
/// ...     depths = [report.depth for report in thinking]
/// >>> thinking.result().depth, thinking.is_done, depths[-1]
/// (5, True, 5)
#[pyclass(frozen, module = "boyi")]
pub(crate) struct Thinking {
    game: Game,
    control: Control,
    inbox: Mutex<Receiver<SearchEvent>>,
    known: Mutex<Known>,
}

/// What has arrived so far.
#[derive(Default)]
struct Known {
    latest: Option<search::Report<String>>,
    done: Option<Arc<Result<Answer, EngineError>>>,
}

impl Thinking {
    /// A search that is about to begin under `control`, and what it is to report to.
    pub fn new(game: Game, control: Control) -> (Self, impl FnMut(SearchEvent) + Send + 'static) {
        let (events, inbox) = mpsc::channel();
        let thinking = Self {
            game,
            control,
            inbox: Mutex::new(inbox),
            known: Mutex::default(),
        };
        // Nobody may be left to hear.
        (thinking, move |event| drop(events.send(event)))
    }

    fn known<T>(&self, py: Python<'_>, look: impl FnOnce(&mut Known) -> T) -> T {
        let known = self.known.lock_py_attached(py);
        look(&mut known.unwrap_or_else(PoisonError::into_inner))
    }

    /// The next event, waited for until then; `None` if there was none.
    ///
    /// # Errors
    /// That of a signal's handler: Ctrl-C.
    fn next(&self, py: Python<'_>, until: Option<Instant>) -> PyResult<Option<SearchEvent>> {
        loop {
            if self.known(py, |known| known.done.is_some()) {
                return Ok(None);
            }
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            let wait = left.map_or(BEAT, |left| left.min(BEAT));
            let received = py.detach(|| {
                let inbox = self.inbox.lock().unwrap_or_else(PoisonError::into_inner);
                inbox.recv_timeout(wait)
            });
            match received {
                Ok(event) => return Ok(Some(event)),
                Err(RecvTimeoutError::Timeout) => {
                    py.check_signals()?;
                    if left.is_some_and(|left| left.is_zero()) {
                        return Ok(None);
                    }
                }
                // It ended without a word, as an engine that was lost does.
                Err(RecvTimeoutError::Disconnected) => {
                    let lost = Arc::new(Err(EngineError::Panicked));
                    self.known(py, |known| known.done.get_or_insert(lost).is_err());
                }
            }
        }
    }

    /// Takes note of an event; the report of an iteration.
    fn note(&self, py: Python<'_>, event: SearchEvent) -> Option<search::Report<String>> {
        self.known(py, |known| match event {
            SearchEvent::Progress(report) => {
                known.latest = Some(report.clone());
                Some(report)
            }
            SearchEvent::Done(result) => {
                if let Ok(answer) = &result {
                    known.latest = Some(answer.report.clone());
                }
                known.done = Some(Arc::new(result));
                None
            }
        })
    }

    /// Waits for the end, and stops the search if that is interrupted.
    pub fn finish(&self, py: Python<'_>, progress: Option<&Py<PyAny>>) -> PyResult<Report> {
        let all = || {
            while let Some(event) = self.next(py, None)? {
                if let (Some(report), Some(progress)) = (self.note(py, event), progress) {
                    progress.call1(py, (Report::new(self.game.game, report),))?;
                }
            }
            PyResult::Ok(())
        };
        all().inspect_err(|_| self.control.stop())?;
        self.ended(py)
    }

    /// The result of a search that has ended.
    fn ended(&self, py: Python<'_>) -> PyResult<Report> {
        let done = self.known(py, |known| known.done.clone());
        match done.as_deref() {
            Some(Ok(answer)) => Ok(Report::new(self.game.game, answer.report.clone())),
            // An error is told each time in the same words.
            Some(Err(EngineError::Panicked)) | None => {
                Err(exception(Read::Move, EngineError::Panicked))
            }
            Some(Err(error)) => {
                let text = error.to_string();
                Err(exception(Read::Move, EngineError::Notation(text.into())))
            }
        }
    }
}

#[pymethods]
impl Thinking {
    /// Asks the search to end within some milliseconds; returns at once.
    fn stop(&self) {
        self.control.stop();
    }

    /// Whether the search has ended.
    #[getter]
    fn is_done(&self, py: Python<'_>) -> PyResult<bool> {
        while let Some(event) = self.next(py, Some(Instant::now()))? {
            self.note(py, event);
        }
        Ok(self.known(py, |known| known.done.is_some()))
    }

    /// The report of the latest iteration; `None` before the first has ended.
    #[getter]
    fn report(&self, py: Python<'_>) -> PyResult<Option<Report>> {
        self.is_done(py)?;
        let latest = self.known(py, |known| known.latest.clone());
        Ok(latest.map(|report| Report::new(self.game.game, report)))
    }

    /// How many positions it has visited.
    #[getter]
    fn nodes(&self) -> u64 {
        self.control.nodes()
    }

    /// The report of the whole search, waited for at most `timeout` seconds. Ctrl-C stops the
    /// search.
    #[pyo3(signature = (timeout = None))]
    fn result(&self, py: Python<'_>, timeout: Option<f64>) -> PyResult<Report> {
        let Some(timeout) = timeout else {
            return self.finish(py, None);
        };
        let until = Instant::now() + crate::options::duration(timeout)?;
        while let Some(event) = self.next(py, Some(until))? {
            self.note(py, event);
        }
        if self.known(py, |known| known.done.is_none()) {
            return Err(PyTimeoutError::new_err("the search goes on"));
        }
        self.ended(py)
    }

    fn __enter__(this: Bound<'_, Self>) -> Bound<'_, Self> {
        this
    }

    #[pyo3(signature = (*_error))]
    fn __exit__(&self, py: Python<'_>, _error: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.control.stop();
        while let Some(event) = self.next(py, None)? {
            self.note(py, event);
        }
        Ok(false)
    }

    fn __iter__(this: Bound<'_, Self>) -> Bound<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Report>> {
        while let Some(event) = self.next(py, None)? {
            if let Some(report) = self.note(py, event) {
                return Ok(Some(Report::new(self.game.game, report)));
            }
        }
        Ok(None)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let done = if self.is_done(py)? {
            "done"
        } else {
            "searching"
        };
        let nodes = self.nodes();
        Ok(format!("<boyi.Thinking {done}, {nodes} nodes>"))
    }
}
