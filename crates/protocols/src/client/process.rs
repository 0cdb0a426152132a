use super::error::Heard;
use super::pipe::{Tail, WAITING, Writer, lines};
use std::io;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// A program that runs, spoken to line by line. When this is dropped the program is gone, with all
/// that it started.
pub(super) struct Process {
    /// `None` where a server of this process speaks, in tests.
    child: Option<Child>,
    /// Closed with the first farewell.
    input: Option<Writer>,
    output: Receiver<String>,
    errors: Tail,
}

impl Process {
    /// How often a program that is to end is looked at.
    const LOOK: Duration = Duration::from_millis(2);

    /// Starts the program `words[0]` with the arguments that follow; no shell sees them.
    pub fn start(words: &[String]) -> io::Result<Self> {
        let (program, arguments) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        #[cfg(unix)]
        {
            // A group of its own: programs are often started by scripts, which are no use to kill
            // alone.
            std::os::unix::process::CommandExt::process_group(&mut command, 0);
        }
        let mut child = command.spawn()?;
        let input = child.stdin.take();
        let output = child.stdout.take();
        let errors = child.stderr.take();
        let (Some(input), Some(output), Some(errors)) = (input, output, errors) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        Ok(Self {
            child: Some(child),
            input: Some(Writer::new(input)),
            output: lines(output),
            errors: Tail::of(errors),
        })
    }

    /// The program at the other end of `input` and `output`.
    #[cfg(test)]
    pub fn of_streams(
        input: impl io::Write + Send + 'static,
        output: impl io::Read + Send + 'static,
    ) -> Self {
        Self {
            child: None,
            input: Some(Writer::new(input)),
            output: lines(output),
            errors: Tail::default(),
        }
    }

    /// Sends `line`; `false` if nobody reads any more.
    pub fn write(&self, line: &str) -> bool {
        self.input.as_ref().is_some_and(|input| input.write(line))
    }

    /// The next line, if one comes in time.
    pub fn read(&self, timeout: Duration) -> Result<String, RecvTimeoutError> {
        self.output.recv_timeout(timeout)
    }

    /// Passes over the lines that wait to be read.
    pub fn pass_over(&self) {
        // No more than can wait: a flood never ends.
        for _ in self.output.try_iter().take(WAITING) {}
    }

    /// What was heard last, where `output` was the last line read.
    pub fn heard(&self, output: &str) -> Heard {
        Heard {
            output: clip(output),
            errors: clip(&self.errors.last()),
        }
    }

    /// How the program ended, in words; it is given a moment to do so.
    pub fn status(&mut self) -> String {
        match self.ends_within(Duration::from_millis(100)) {
            Some(status) => status.to_string(),
            None => "it closed its output".to_owned(),
        }
    }

    /// Tells the program to go, and waits as long as `patience` for it; what does not go is killed
    /// when this is dropped.
    pub fn dismiss(&mut self, farewell: &str, patience: Duration) {
        self.write(farewell);
        self.input = None;
        self.ends_within(patience);
    }

    fn ends_within(&mut self, patience: Duration) -> Option<std::process::ExitStatus> {
        let deadline = Instant::now() + patience;
        loop {
            // A program that waits for its last words to be read could not end.
            self.pass_over();
            let Some(child) = &mut self.child else {
                return None;
            };
            match child.try_wait() {
                Ok(None) if Instant::now() < deadline => thread::sleep(Self::LOOK),
                Ok(status) => return status,
                Err(_) => return None,
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let Some(child) = &mut self.child else {
            return;
        };
        #[cfg(unix)]
        {
            // The group outlives its leader where that has left others behind. It may well be
            // empty.
            let group = rustix::process::Pid::from_child(child);
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        // Both fail only for what is gone already.
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// The beginning of `text`, short enough for a message.
pub(super) fn clip(text: &str) -> String {
    game_core::clip_to(text, 200)
}
