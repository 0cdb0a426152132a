//! Handles the signals that end the command: Ctrl-C, and on Unix SIGTERM and SIGHUP.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

static STATE: Mutex<State> = Mutex::new(State {
    unfinished: BTreeSet::new(),
    interrupted: None,
    before_the_end: None,
});

struct State {
    /// Files that are useless unless the program goes on.
    unfinished: BTreeSet<PathBuf>,
    /// What Ctrl-C does instead of ending the program.
    interrupted: Option<Box<dyn Fn() + Send>>,
    /// What a signal does before it ends the program.
    before_the_end: Option<fn()>,
}

/// Makes Ctrl-C run `action` from now on.
pub fn on_interrupt(action: impl Fn() + Send + 'static) {
    state().interrupted = Some(Box::new(action));
    listen();
}

/// Makes a signal that ends the program run `action` first, from now on.
pub fn before_the_end(action: fn()) {
    state().before_the_end = Some(action);
    listen();
}

/// A file that a signal removes before it ends the program, until this is dropped.
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
        if let Some(action) = self.before_the_end {
            action();
        }
        for path in &self.unfinished {
            // A failure here cannot be reported.
            let _ = fs::remove_file(path);
        }
    }
}

/// Installs the handlers at the first call.
fn listen() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // It fails only if there is a handler already, and there is none.
        let _ = ctrlc::set_handler(|| {
            let state = state();
            match &state.interrupted {
                Some(action) => action(),
                None => {
                    state.clean_up();
                    // The exit status that a shell gives to a program ended by SIGINT.
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

    /// Cleans up at SIGTERM or SIGHUP, and then lets the signal end the program.
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

    /// Whether the program was started with `signal` ignored, as by `nohup`; true if unknown.
    fn is_ignored(signal: c_int) -> bool {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        mask.is_none_or(|mask| mask >> (signal - 1) & 1 == 1)
    }
}
