//! The terminal as a full screen, and as it was before.

use crate::signals;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use std::io::{self, BufWriter, Stdout};
use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the terminal is a full screen.
static OPEN: AtomicBool = AtomicBool::new(false);

/// A full screen, until it is dropped; then, at a panic, and at a signal that ends the program the
/// terminal is as it was before.
pub struct FullScreen {
    /// What is drawn on.
    pub terminal: Terminal<CrosstermBackend<BufWriter<Stdout>>>,
}

impl FullScreen {
    /// Makes the terminal a full screen.
    ///
    /// # Errors
    /// If the terminal refuses.
    pub fn open() -> io::Result<Self> {
        static HOOKS: Once = Once::new();
        HOOKS.call_once(|| {
            let report = panic::take_hook();
            panic::set_hook(Box::new(move |info| {
                restore();
                report(info);
            }));
            signals::before_the_end(restore);
        });
        enter()?;
        let out = BufWriter::new(io::stdout());
        match Terminal::new(CrosstermBackend::new(out)) {
            Ok(terminal) => Ok(Self { terminal }),
            Err(error) => {
                restore();
                Err(error)
            }
        }
    }

    /// Stops the program as Ctrl-Z does, with the terminal as the shell left it, until it is let go
    /// on.
    #[cfg(unix)]
    pub fn suspend(&mut self) -> io::Result<()> {
        restore();
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
        enter()?;
        self.terminal.clear()
    }
}

impl Drop for FullScreen {
    fn drop(&mut self) {
        restore();
    }
}

fn enter() -> io::Result<()> {
    OPEN.store(true, Ordering::SeqCst);
    let entered = enable_raw_mode()
        .and_then(|()| execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture));
    if entered.is_err() {
        restore();
    }
    entered
}

/// Makes the terminal what it was before, if it is a full screen.
fn restore() {
    if OPEN.swap(false, Ordering::SeqCst) {
        // There is nowhere to report a failure: the terminal has gone.
        let _ = execute!(
            io::stdout(),
            DisableMouseCapture,
            LeaveAlternateScreen,
            Show
        );
        let _ = disable_raw_mode();
    }
}
