use super::Problem;
use super::process::{Process, clip};
use search::Control;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

/// A conversation with a program, which remembers the last lines and bounds every wait.
pub(crate) struct Talk {
    process: Process,
    control: Control,
    /// The word to send at a stop, instead of giving up.
    hurry: Option<&'static str>,
    /// When the current wait began.
    asked: Instant,
    /// When it ends.
    deadline: Instant,
    sent: String,
    heard: String,
}

impl Talk {
    /// How often to check for a stop.
    const LOOK: Duration = Duration::from_millis(10);

    /// How long an answer may take after the word to hurry.
    const HURRY: Duration = Duration::from_millis(300);

    /// Speaks with `process` until `control` is stopped.
    pub(super) fn new(process: Process, control: Control) -> Self {
        let now = Instant::now();
        Self {
            process,
            control,
            hurry: None,
            asked: now,
            deadline: now,
            sent: String::new(),
            heard: String::new(),
        }
    }

    /// Begins a new question. Waits for answers last for `patience` at most, or until `control` is
    /// stopped. Unread lines are discarded.
    pub fn ask_under(&mut self, control: &Control, patience: Duration) {
        (self.control, self.hurry) = (control.clone(), None);
        self.ask_within(patience);
    }

    /// Makes a stop during this question send `word`, after which the answer must follow at once.
    pub fn hurry_with(&mut self, word: &'static str) {
        self.hurry = Some(word);
    }

    /// Begins a new question under the same control.
    pub fn ask_within(&mut self, patience: Duration) {
        self.process.pass_over();
        self.asked = Instant::now();
        self.deadline = self.asked + patience;
    }

    /// Sends `line` to the program.
    pub fn say(&mut self, line: &str) -> Result<(), Problem> {
        self.sent = clip(line);
        // A program that no longer reads may have left a message that says why.
        if self.process.write(line) {
            Ok(())
        } else {
            Err(self.ended())
        }
    }

    /// The last line sent.
    pub fn sent(&self) -> String {
        self.sent.clone()
    }

    /// The last line received.
    pub fn last(&self) -> String {
        clip(&self.heard)
    }

    /// The first line for which `find` returns a value; others are passed over.
    pub fn until<T>(
        &mut self,
        expected: &'static str,
        find: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Problem> {
        match self.find(self.deadline, find)? {
            Some(found) => Ok(found),
            None => Err(Problem::Silent {
                sent: self.sent.clone(),
                waited: self.asked.elapsed().as_millis(),
                expected,
                heard: self.process.heard(&self.heard),
            }),
        }
    }

    /// The same, but `None` if no such line comes within `patience`.
    pub fn until_or<T>(
        &mut self,
        patience: Duration,
        find: impl FnMut(&str) -> Option<T>,
    ) -> Result<Option<T>, Problem> {
        self.find(self.deadline.min(Instant::now() + patience), find)
    }

    fn find<T>(
        &mut self,
        mut deadline: Instant,
        mut find: impl FnMut(&str) -> Option<T>,
    ) -> Result<Option<T>, Problem> {
        loop {
            if self.control.is_stopped() {
                let word = self.hurry.take().ok_or(Problem::Stopped)?;
                self.say(word)?;
                (self.control, deadline) = (Control::default(), Instant::now() + Self::HURRY);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(None);
            }
            match self.process.read(left.min(Self::LOOK)) {
                Ok(line) => {
                    let found = find(&line);
                    if !line.is_empty() {
                        self.heard = line;
                    }
                    if found.is_some() {
                        return Ok(found);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
            }
        }
    }

    fn ended(&mut self) -> Problem {
        let status = self.process.status();
        Problem::Ended {
            status,
            sent: self.sent.clone(),
            heard: self.process.heard(&self.heard),
        }
    }

    /// Ends the conversation: sends `farewell` and gives the program `patience` to end by itself.
    pub fn end(mut self, farewell: &str, patience: Duration) {
        self.process.dismiss(farewell, patience);
    }
}
