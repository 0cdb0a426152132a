//! Long jobs of a room, a comparison in the laboratory or a review of the game: their rows are sent
//! as they come, and again to every client that joins.

use super::{Inner, Room};
use crate::engine::{Lane, Ticket};
use crate::outbox::Kind;
use crate::protocol::{ApiError, RunState, RunText, Trouble, event};
use search::Control;
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;
use web_time::Instant;

/// One result of a job.
pub(super) trait RunRow: Serialize + Sized + Send + 'static {
    /// The name of the event that brings it.
    const EVENT: &'static str;

    /// The room's last job of this kind.
    fn run(inner: &mut Inner) -> &mut Run<Self>;

    /// Its place among the rows; a later one with the same place replaces it.
    fn index(&self) -> usize;

    /// Whether it will not be replaced any more.
    fn is_finished(&self) -> bool;
}

/// The last job of a kind.
#[derive(Debug)]
pub(super) struct Run<R> {
    number: u64,
    line: String,
    state: Option<RunState>,
    rows: Vec<R>,
    /// When the last of them began.
    begun: Option<Instant>,
    /// The ticket of the job under way.
    ticket: Option<Ticket>,
}

impl<R> Default for Run<R> {
    fn default() -> Self {
        Self {
            number: 0,
            line: String::new(),
            state: None,
            rows: Vec::new(),
            begun: None,
            ticket: None,
        }
    }
}

impl<R: RunRow> Run<R> {
    /// What has been sent of it, to be sent again.
    pub fn recap(&self) -> Vec<Arc<str>> {
        let Some(state) = self.state else {
            return Vec::new();
        };
        let rows = self
            .rows
            .iter()
            .map(|row| self.text(RunState::Running, Some(row)));
        rows.chain([self.text(state, None)]).collect()
    }

    /// Ends it without a message.
    pub fn abandon(&mut self) {
        self.ticket = None;
    }

    /// Whether it is under way.
    pub fn is_busy(&self) -> bool {
        self.ticket.is_some()
    }

    /// Whether job `number` is under way.
    pub fn is_at(&self, number: u64) -> bool {
        self.number == number && self.ticket.is_some()
    }

    /// The last row while it is growing, the nodes searched and the time since it began.
    pub fn growing(&mut self) -> Option<(&mut R, u64, Duration)> {
        let row = self.rows.last_mut().filter(|row| !row.is_finished())?;
        Some((row, self.ticket.as_ref()?.nodes(), self.begun?.elapsed()))
    }

    /// The event that tells the last row.
    pub fn last_text(&self) -> Arc<str> {
        self.text(RunState::Running, self.rows.last())
    }

    fn text(&self, state: RunState, row: Option<&R>) -> Arc<str> {
        let text = RunText {
            run: self.number,
            line: &self.line,
            state,
            row,
        };
        event(R::EVENT, text).into()
    }
}

impl Room {
    /// Begins a job on `line` and returns its number. `work` is given what takes its rows.
    pub(super) fn begin_run<R: RunRow>(
        &self,
        inner: &mut Inner,
        line: String,
        work: impl FnOnce(&Control, &mut dyn FnMut(R)) -> Result<(), String> + Send + 'static,
    ) -> u64 {
        let number = R::run(inner).number + 1;
        let room = self.this.clone();
        let job = move |control: &Control, hurry| {
            if hurry {
                return;
            }
            if let Some(room) = room.upgrade() {
                room.run_state::<R>(number, RunState::Running);
            }
            let result = work(control, &mut |row| {
                if let Some(room) = room.upgrade() {
                    room.run_row(number, row);
                }
            });
            if let Some(room) = room.upgrade() {
                let state = if control.is_stopped() {
                    RunState::Stopped
                } else {
                    RunState::Done
                };
                room.run_ended::<R>(number, state, result);
            }
        };
        let ticket = self.app.pool.submit(Lane::Lab, self.party(), job);
        let state = if ticket.ahead() > 0 {
            RunState::Waiting
        } else {
            RunState::Running
        };
        let run = R::run(inner);
        *run = Run {
            number,
            line,
            state: Some(state),
            ticket: Some(ticket),
            ..Run::default()
        };
        let text = run.text(state, None);
        inner.broadcast(Kind::Due, &text);
        self.settle(inner);
        number
    }

    /// Ends the job under way. `false` if there is none.
    pub(super) fn end_run<R: RunRow>(&self) -> Result<bool, ApiError> {
        let mut inner = self.open()?;
        let run = R::run(&mut inner);
        if run.ticket.take().is_none() {
            return Ok(false);
        }
        run.state = Some(RunState::Stopped);
        let text = run.text(RunState::Stopped, None);
        inner.broadcast(Kind::Due, &text);
        self.settle(&mut inner);
        Ok(true)
    }

    fn run_state<R: RunRow>(&self, number: u64, state: RunState) {
        let mut inner = self.lock();
        let run = R::run(&mut inner);
        if run.is_at(number) && run.state != Some(state) {
            run.state = Some(state);
            let text = run.text(state, None);
            inner.broadcast(Kind::Due, &text);
        }
    }

    fn run_row<R: RunRow>(&self, number: u64, row: R) {
        let mut inner = self.lock();
        inner.active = Instant::now();
        let run = R::run(&mut inner);
        if !run.is_at(number) {
            return;
        }
        let text = run.text(RunState::Running, Some(&row));
        let kind = if row.is_finished() {
            Kind::Due
        } else {
            Kind::Progress
        };
        match run.rows.iter_mut().find(|old| old.index() == row.index()) {
            Some(old) => *old = row,
            None => {
                run.rows.push(row);
                run.begun = Some(Instant::now());
            }
        }
        inner.broadcast(kind, &text);
    }

    /// Records that a job is done, or was stopped because others wait.
    fn run_ended<R: RunRow>(&self, number: u64, state: RunState, result: Result<(), String>) {
        let mut inner = self.lock();
        let run = R::run(&mut inner);
        if !run.is_at(number) {
            return;
        }
        run.ticket = None;
        run.state = Some(state);
        let text = run.text(state, None);
        if let Err(message) = result {
            inner.broadcast(
                Kind::Due,
                &event("trouble", Trouble { message: &message }).into(),
            );
        }
        inner.broadcast(Kind::Due, &text);
        self.settle(&mut inner);
    }
}
