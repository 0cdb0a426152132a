use super::Problem;
use super::process::{Process, clip};
use search::Control;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

/// A conversation with a program: what is said is remembered, every wait for an answer ends.
pub(crate) struct Talk {
    process: Process,
    control: Control,
    /// What is said at a stop, instead of giving up.
    hurry: Option<&'static str>,
    /// When the present wait began, and when it ends.
    asked: Instant,
    deadline: Instant,
    told: String,
    heard: String,
}

impl Talk {
    /// How often a stop is looked for.
    const LOOK: Duration = Duration::from_millis(10);

    /// How long an answer may take after a hurry.
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
            told: String::new(),
            heard: String::new(),
        }
    }

    /// Begins a new question, to which answers are awaited for as long as `patience`, or until
    /// `control` is stopped. What the program has said unasked is passed over.
    pub fn ask_under(&mut self, control: &Control, patience: Duration) {
        (self.control, self.hurry) = (control.clone(), None);
        self.ask_within(patience);
    }

    /// Has a stop during this question say `word`, on which the answer is to follow at once.
    pub fn hurry_with(&mut self, word: &'static str) {
        self.hurry = Some(word);
    }

    /// Begins a new question under the same control.
    pub fn ask_within(&mut self, patience: Duration) {
        self.process.pass_over();
        self.asked = Instant::now();
        self.deadline = self.asked + patience;
    }

    /// Tells the program `line`.
    pub fn say(&mut self, line: &str) -> Result<(), Problem> {
        self.told = clip(line);
        // One that does not read any more may still have left an answer why.
        if self.process.write(line) {
            Ok(())
        } else {
            Err(self.ended())
        }
    }

    /// What the program was told last.
    pub fn told(&self) -> String {
        self.told.clone()
    }

    /// What the program said last.
    pub fn last(&self) -> String {
        clip(&self.heard)
    }

    /// The first line of which `find` makes something; others are passed over.
    pub fn until<T>(
        &mut self,
        expected: &'static str,
        find: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Problem> {
        match self.find(self.deadline, find)? {
            Some(found) => Ok(found),
            None => Err(Problem::Silent {
                told: self.told.clone(),
                waited: self.asked.elapsed().as_millis(),
                expected,
                heard: self.process.heard(&self.heard),
            }),
        }
    }

    /// The same, but `None` if nothing comes for as long as `patience`.
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
            told: self.told.clone(),
            heard: self.process.heard(&self.heard),
        }
    }

    /// The end of the conversation: `farewell` is said, and the program may end by itself as long
    /// as `patience`.
    pub fn end(mut self, farewell: &str, patience: Duration) {
        self.process.dismiss(farewell, patience);
    }
}
