use super::error::Heard;
use super::pipe::{Tail, WAITING, Writer, lines};
use std::io;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// A running program that reads and writes lines. Dropping this kills it and every process it
/// started.
pub(super) struct Process {
    /// `None` in tests, where a server in this process takes its place.
    child: Option<Child>,
    /// Closed with the first farewell.
    input: Option<Writer>,
    output: Receiver<String>,
    errors: Tail,
}

impl Process {
    /// How often to check whether a program has ended.
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
            // A new process group: programs are often started by scripts, and killing the script
            // alone does not help.
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

    /// Sends `line`; `false` if the program no longer reads.
    pub fn write(&self, line: &str) -> bool {
        self.input.as_ref().is_some_and(|input| input.write(line))
    }

    /// The next line, if one comes in time.
    pub fn read(&self, timeout: Duration) -> Result<String, RecvTimeoutError> {
        self.output.recv_timeout(timeout)
    }

    /// Discards the lines that wait to be read.
    pub fn pass_over(&self) {
        // At most the lines that can wait: a flood never ends.
        for _ in self.output.try_iter().take(WAITING) {}
    }

    /// The last lines the program wrote; `output` is the last line read.
    pub fn heard(&self, output: &str) -> Heard {
        Heard {
            output: clip(output),
            errors: clip(&self.errors.last()),
        }
    }

    /// How the program ended, in words, after giving it a moment to end.
    pub fn status(&mut self) -> String {
        match self.ends_within(Duration::from_millis(100)) {
            Some(status) => status.to_string(),
            None => "it closed its output".to_owned(),
        }
    }

    /// Sends `farewell` and waits for the program to end, at most for `patience`. If it does not,
    /// dropping this kills it.
    pub fn dismiss(&mut self, farewell: &str, patience: Duration) {
        self.write(farewell);
        self.input = None;
        self.ends_within(patience);
    }

    fn ends_within(&mut self, patience: Duration) -> Option<std::process::ExitStatus> {
        let deadline = Instant::now() + patience;
        loop {
            // A program that waits for its last output to be read could not end.
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
            // The group may outlive its leader, or may be empty.
            let group = rustix::process::Pid::from_child(child);
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        // Both fail only if the process is gone already.
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// The beginning of `text`, short enough for a message.
pub(super) fn clip(text: &str) -> String {
    game_core::clip_to(text, 200)
}
