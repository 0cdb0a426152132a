//! The laboratory: several searchers on one position. Its rows are sent as they come, and again to
//! every client that joins.

use super::Room;
use crate::engine::{GameRef, LabJob, Lane, Ticket};
use crate::outbox::Kind;
use crate::protocol::{self, ApiError, LabState, LabText, RowText, check, event};
use axum::extract::ws::Utf8Bytes;
use engines::{EngineConfig, Game, SearcherConfig};
use lab::Comparison;
use search::{Control, Limits};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The last run of a room's laboratory.
#[derive(Debug, Default)]
pub(super) struct Laboratory {
    run: u64,
    line: String,
    state: Option<LabState>,
    rows: Vec<RowText>,
    /// When the last of them began.
    begun: Option<Instant>,
    /// The ticket of the run under way.
    ticket: Option<Ticket>,
}

impl Laboratory {
    /// The most searchers one run may ask.
    const MOST: usize = 12;

    /// What has been sent of the last run, to be sent again.
    pub fn recap(&self) -> Vec<Utf8Bytes> {
        let Some(state) = self.state else {
            return Vec::new();
        };
        let rows = self
            .rows
            .iter()
            .map(|row| self.text(LabState::Running, Some(row)));
        rows.chain([self.text(state, None)]).collect()
    }

    /// Ends a run without a message.
    pub fn abandon(&mut self) {
        self.ticket = None;
    }

    fn text(&self, state: LabState, row: Option<&RowText>) -> Utf8Bytes {
        event(
            "lab",
            LabText {
                run: self.run,
                line: &self.line,
                state,
                row,
            },
        )
        .into()
    }
}

impl Room {
    /// Begins a run and returns its number.
    pub fn experiment(&self, args: protocol::Lab) -> Result<u64, ApiError> {
        let limits = limits(&args.limits)?;
        let mut inner = self.open()?;
        let (game, settings, line) = inner.table.subject();
        let searchers = self.searchers(args.searchers, game)?;
        if inner.lab.ticket.is_some() {
            return Err(ApiError::new("do", "the laboratory is busy: stop it first"));
        }
        let comparison = Comparison {
            line: line.clone(),
            searchers,
            limits,
            full: args.full,
        };
        let job = LabJob {
            game: GameRef(game),
            settings,
            comparison,
            most: self.app.config.time,
            room: self.id,
        };
        let run = inner.lab.run + 1;
        let room = self.this.clone();
        let app = Arc::clone(&self.app);
        let ticket =
            self.app
                .pool
                .submit(Lane::Lab, self.party(), move |control: &Control, hurry| {
                    if hurry {
                        return;
                    }
                    if let Some(room) = room.upgrade() {
                        room.lab_state(run, LabState::Running);
                    }
                    let result = job.run(&app.cache, control, &mut |row| {
                        if let Some(room) = room.upgrade() {
                            room.lab_row(run, RowText::new(job.game.0, row));
                        }
                    });
                    if let Some(room) = room.upgrade() {
                        let state = if control.is_stopped() {
                            LabState::Stopped
                        } else {
                            LabState::Done
                        };
                        room.lab_ended(run, state, result);
                    }
                });
        let state = if ticket.ahead() > 0 {
            LabState::Waiting
        } else {
            LabState::Running
        };
        inner.lab = super::Laboratory {
            run,
            line: line.to_string(),
            state: Some(state),
            ticket: Some(ticket),
            ..Default::default()
        };
        let text = inner.lab.text(state, None);
        inner.broadcast(Kind::Due, &text);
        self.watch(move |room| room.lab_pulse(run));
        // An analysis is stopped, so that the laboratory measures the searchers alone.
        self.settle(&mut inner);
        Ok(run)
    }

    /// Ends the run under way. `false` if there is none.
    pub fn end_experiment(&self) -> Result<bool, ApiError> {
        let mut inner = self.open()?;
        if inner.lab.ticket.take().is_none() {
            return Ok(false);
        }
        inner.lab.state = Some(LabState::Stopped);
        let text = inner.lab.text(LabState::Stopped, None);
        inner.broadcast(Kind::Due, &text);
        self.settle(&mut inner);
        Ok(true)
    }

    fn searchers(
        &self,
        searchers: Vec<protocol::Named<SearcherConfig>>,
        game: &dyn Game,
    ) -> Result<Vec<SearcherConfig>, ApiError> {
        if !(1..=Laboratory::MOST).contains(&searchers.len()) {
            return Err(ApiError::new(
                "searchers",
                format!("1 to {} searchers are asked", Laboratory::MOST),
            ));
        }
        let allowed = |(i, protocol::Named(spec)): (usize, protocol::Named<SearcherConfig>)| {
            check(
                &format!("searchers.{i}"),
                EngineConfig::Searcher(spec.clone()),
                game,
                &self.app.config,
            )
            .map(|_| spec)
        };
        searchers.into_iter().enumerate().map(allowed).collect()
    }

    fn lab_state(&self, run: u64, state: LabState) {
        let mut inner = self.lock();
        if inner.lab.is_at(run) && inner.lab.state != Some(state) {
            inner.lab.state = Some(state);
            let text = inner.lab.text(state, None);
            inner.broadcast(Kind::Due, &text);
        }
    }

    fn lab_row(&self, run: u64, row: RowText) {
        let mut inner = self.lock();
        if !inner.lab.is_at(run) {
            return;
        }
        inner.active = Instant::now();
        let text = inner.lab.text(LabState::Running, Some(&row));
        let finished = row.finished;
        match inner.lab.rows.iter_mut().find(|old| old.index == row.index) {
            Some(old) => *old = row,
            None => {
                inner.lab.rows.push(row);
                inner.lab.begun = Some(Instant::now());
            }
        }
        inner.broadcast(if finished { Kind::Due } else { Kind::Progress }, &text);
    }

    /// Sends the progress of the last row within an iteration; `false` if the run has ended.
    fn lab_pulse(&self, run: u64) -> bool {
        let mut inner = self.lock();
        let lab = &mut inner.lab;
        if !lab.is_at(run) {
            return false;
        }
        let growing = lab.rows.last_mut().filter(|row| !row.finished);
        if let (Some(row), Some(ticket), Some(begun)) = (growing, &lab.ticket, lab.begun) {
            row.grow(ticket.nodes(), begun.elapsed());
            let text = lab.text(LabState::Running, lab.rows.last());
            inner.broadcast(Kind::Progress, &text);
        }
        true
    }

    /// Records that a run is done, or was stopped because others wait.
    fn lab_ended(&self, run: u64, state: LabState, result: Result<(), String>) {
        let mut inner = self.lock();
        if !inner.lab.is_at(run) {
            return;
        }
        inner.lab.ticket = None;
        inner.lab.state = Some(state);
        if let Err(message) = result {
            inner.broadcast(
                Kind::Due,
                &event("trouble", protocol::Trouble { message: &message }).into(),
            );
        }
        let text = inner.lab.text(state, None);
        inner.broadcast(Kind::Due, &text);
        self.settle(&mut inner);
    }
}

impl Laboratory {
    /// Whether a run is under way.
    pub fn is_busy(&self) -> bool {
        self.ticket.is_some()
    }

    /// Whether `run` is under way.
    fn is_at(&self, run: u64) -> bool {
        self.run == run && self.ticket.is_some()
    }
}

/// What each searcher may spend.
fn limits(limits: &protocol::LabLimits) -> Result<Limits, ApiError> {
    let protocol::LabLimits {
        depth,
        nodes,
        time_ms,
    } = *limits;
    for (field, zero) in [
        ("depth", depth == Some(0)),
        ("nodes", nodes == Some(0)),
        ("time_ms", time_ms == Some(0)),
    ] {
        if zero {
            return Err(ApiError::new(
                format!("limits.{field}"),
                "a limit is 1 or more",
            ));
        }
    }
    if depth.is_none() && nodes.is_none() && time_ms.is_none() {
        return Err(ApiError::new(
            "limits",
            "a depth, nodes or time_ms is needed",
        ));
    }
    Ok(Limits {
        depth,
        nodes,
        time: time_ms.map(Duration::from_millis),
        ..Limits::none()
    })
}
