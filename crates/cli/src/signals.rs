//! What the command does when it is told to end: Ctrl-C, and on Unix SIGTERM and SIGHUP.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

static STATE: Mutex<State> = Mutex::new(State {
    unfinished: BTreeSet::new(),
    interrupted: None,
});

struct State {
    /// Files that are nothing to anybody unless the program goes on.
    unfinished: BTreeSet<PathBuf>,
    /// What Ctrl-C does instead of ending the program.
    interrupted: Option<Box<dyn Fn() + Send>>,
}

/// Has Ctrl-C do `action` from now on.
pub fn on_interrupt(action: impl Fn() + Send + 'static) {
    state().interrupted = Some(Box::new(action));
    listen();
}

/// A file that a signal takes away before it ends the program, until this is dropped.
pub struct Unfinished(PathBuf);

impl Unfinished {
    /// Watches over the file at `path`.
    pub fn new(path: &Path) -> Self {
        listen();
        state().unfinished.insert(path.to_owned());
        Self(path.to_owned())
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        state().unfinished.remove(&self.0);
    }
}

fn state() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

impl State {
    fn clean_up(&self) {
        for path in &self.unfinished {
            // Where that fails there is nobody to tell.
            let _ = fs::remove_file(path);
        }
    }
}

/// Begins to listen, the first time that it is called.
fn listen() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // It fails only where there is a handler already, and there is none.
        let _ = ctrlc::set_handler(|| {
            let state = state();
            match &state.interrupted {
                Some(action) => action(),
                None => {
                    state.clean_up();
                    // As a shell calls what SIGINT has ended.
                    std::process::exit(130)
                }
            }
        });
        #[cfg(unix)]
        unix::listen();
    });
}

#[cfg(unix)]
mod unix {
    use signal_hook::consts::{SIGHUP, SIGTERM};
    use signal_hook::{iterator::Signals, low_level};
    use std::ffi::c_int;
    use std::{fs, thread};

    /// Ends the program by SIGTERM or SIGHUP as they would have, but not before it has cleaned up.
    pub fn listen() {
        let heard = [SIGTERM, SIGHUP]
            .into_iter()
            .filter(|&signal| !is_ignored(signal));
        let Ok(mut signals) = Signals::new(heard) else {
            return;
        };
        thread::spawn(move || {
            for signal in signals.forever() {
                super::state().clean_up();
                let _ = low_level::emulate_default_handler(signal);
            }
        });
    }

    /// Whether the program was started with `signal` ignored, as `nohup` does; where that
    /// cannot be known, it is taken to.
    fn is_ignored(signal: c_int) -> bool {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        mask.is_none_or(|mask| mask >> (signal - 1) & 1 == 1)
    }
}
