//! Work that takes a while, on a thread of its own: Python goes on meanwhile, and Ctrl-C ends it.

use crate::error::{Read, exception};
use engines::EngineError;
use pyo3::prelude::*;
use search::thread_builder;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How often a thread that waits looks for Ctrl-C.
pub(crate) const BEAT: Duration = Duration::from_millis(20);

/// Does `work` on a thread of its own, and here, with Python's lock, `each` with what it tells.
///
/// # Errors
/// That of `each`, or of a signal's handler: then `stop` is called and the end of the work awaited.
pub(crate) fn beside<E: Send + 'static, T: Send + 'static>(
    py: Python<'_>,
    stop: impl Fn(),
    work: impl FnOnce(&Sender<E>) -> T + Send + 'static,
    mut each: impl FnMut(E) -> PyResult<()>,
) -> PyResult<T> {
    let (events, inbox) = mpsc::channel();
    // A lock that nobody else takes: a reference to the receiver alone does not leave Python's.
    let inbox = Mutex::new(inbox);
    let lost = || exception(Read::Move, EngineError::Panicked);
    let thread = thread_builder("work").spawn(move || work(&events));
    let thread = thread.map_err(|_| lost())?;
    let mut told = Ok(());
    loop {
        let received = py.detach(|| {
            let inbox = inbox.lock().unwrap_or_else(PoisonError::into_inner);
            inbox.recv_timeout(BEAT)
        });
        let heard = match received {
            Ok(event) if told.is_ok() => each(event),
            Ok(_) => Ok(()),
            Err(RecvTimeoutError::Timeout) if told.is_ok() => py.check_signals(),
            Err(RecvTimeoutError::Timeout) => Ok(()),
            Err(RecvTimeoutError::Disconnected) => break,
        };
        if let Err(error) = heard {
            stop();
            told = Err(error);
        }
    }
    let result = py.detach(|| thread.join());
    told?;
    result.map_err(|_| lost())
}
