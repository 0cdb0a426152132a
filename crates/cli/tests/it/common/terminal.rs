//! A command at a terminal, as a person sees it.

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

/// Keys.
pub const CTRL_C: &str = "\x03";
pub const CTRL_D: &str = "\x04";

/// A terminal in which the command runs.
pub struct Terminal {
    screen: Arc<Mutex<vt100::Parser>>,
    keys: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    /// The terminal is closed when it is dropped.
    master: Box<dyn MasterPty + Send>,
}

impl Terminal {
    const PATIENCE: Duration = Duration::from_secs(120);

    /// A terminal of so many columns and rows, in which `program` runs with what it keeps in that
    /// folder, and with more of an environment.
    pub fn run(
        program: &str,
        [cols, rows]: [u16; 2],
        state: &Path,
        args: &[&str],
        environment: &[(&str, &str)],
    ) -> Self {
        let parser = vt100::Parser::new(of_screen(rows), of_screen(cols), 0);
        let size = PtySize {
            rows,
            cols,
            ..PtySize::default()
        };
        let pair = native_pty_system().openpty(size).expect("a terminal");
        let mut command = CommandBuilder::new(program);
        command.args(args);
        command.env("TERM", "xterm-256color");
        command.env("XDG_STATE_HOME", state);
        for (name, value) in environment {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).expect("the program runs");
        drop(pair.slave);
        let screen = Arc::new(Mutex::new(parser));
        let mut output = pair.master.try_clone_reader().expect("its output");
        let drawn = screen.clone();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                drawn.lock().expect("no panic").process(&bytes[..count]);
            }
        });
        Self {
            screen,
            keys: pair.master.take_writer().expect("its keyboard"),
            child,
            master: pair.master,
        }
    }

    /// Makes the terminal another size.
    pub fn resize(&self, cols: u16, rows: u16) {
        let mut screen = self.screen();
        screen
            .screen_mut()
            .set_size(of_screen(rows), of_screen(cols));
        let size = PtySize {
            rows,
            cols,
            ..PtySize::default()
        };
        self.master.resize(size).expect("another size");
    }

    /// How the terminal treats what is typed.
    pub fn mode(&self) -> String {
        format!("{:?}", self.master.get_termios())
    }

    /// The number of the process.
    pub fn process(&self) -> u32 {
        self.child.process_id().expect("it runs")
    }

    pub fn screen(&self) -> MutexGuard<'_, vt100::Parser> {
        self.screen.lock().expect("no panic")
    }

    /// What stands on the screen once all of `parts` do.
    pub fn sees(&self, parts: &[&str]) -> String {
        self.waits(&format!("{parts:?}"), |text| {
            parts.iter().all(|part| text.contains(part))
        })
    }

    /// What stands on the screen once `part` stands somewhere after the last `mark`.
    pub fn sees_after(&self, mark: &str, part: &str) -> String {
        self.waits(&format!("{part:?} after {mark:?}"), |text| {
            text.rsplit_once(mark)
                .is_some_and(|(_, after)| after.contains(part))
        })
    }

    /// What stands on the screen once it `shows` what is waited for.
    pub fn waits(&self, wanted: &str, shows: impl Fn(&str) -> bool) -> String {
        let begun = Instant::now();
        loop {
            let text = self.screen().screen().contents();
            if shows(&text) {
                return text;
            }
            assert!(begun.elapsed() < Self::PATIENCE, "no {wanted} on\n{text}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    pub fn types(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("it listens");
    }

    /// Whether the command ends well.
    pub fn ends(&mut self) -> bool {
        let begun = Instant::now();
        while begun.elapsed() < Self::PATIENCE {
            if let Some(status) = self.child.try_wait().expect("a status") {
                return status.success();
            }
            thread::sleep(Duration::from_millis(20));
        }
        panic!("it goes on:\n{}", self.screen().screen().contents());
    }
}

fn of_screen(size: u16) -> NonZeroU16 {
    NonZeroU16::new(size).expect("a screen is not empty")
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // It has ended, unless the test failed.
        let _ = self.child.kill();
    }
}
