//! The searches for a game: how they begin, how they are watched, and what is done with their
//! answers.

use super::table::{Outcome, Purpose, SearchTask, Settled};
use super::throttle::{Gate, Throttle};
use super::{Inner, Room};
use crate::engine::{Lane, SearchJob, quick};
use crate::outbox::Kind;
use crate::protocol::{HintText, ScoreText, State, Thinking, Trouble, event, why};
use search::{Control, Report};
use std::sync::Arc;
use std::time::Duration;
use web_time::Instant;

/// How often the progress of a search is polled while it reports nothing new.
const PULSE: Duration = Duration::from_millis(250);

impl Room {
    /// Starts the search the game needs now and stops any other. Returns whether this broadcast a
    /// change.
    pub(super) fn settle(&self, inner: &mut Inner) -> bool {
        let subscribers = inner.subscribers();
        match inner.table.settle(subscribers, &self.app.config) {
            Settled::Same => {
                if inner.table.search().is_none() {
                    inner.thinking = None;
                }
                return false;
            }
            Settled::Idle => inner.thinking = None,
            Settled::Search(order) => self.begin(inner, *order),
        }
        self.broadcast_game(inner);
        true
    }

    /// Starts the search.
    fn begin(&self, inner: &mut Inner, order: SearchTask) {
        let SearchTask {
            number,
            purpose,
            ply,
            job,
        } = order;
        let job = SearchJob {
            room: self.id,
            ..job
        };
        let mut thinking = Thinking {
            ply,
            purpose: purpose.name(),
            engine: job.engine.to_string(),
            state: State::Searching,
            ahead: None,
            depth: 0,
            selective_depth: 0,
            nodes: 0,
            nps: 0,
            time_ms: 0.0,
            hashfull: 0,
            lines: Vec::new(),
        };
        let room = self.this.clone();
        let app = Arc::clone(&self.app);
        let lane = if purpose == Purpose::Analysis {
            Lane::Study
        } else {
            Lane::Play
        };
        let ticket = self
            .app
            .pool
            .submit(lane, self.party(), move |control: &Control, hurry| {
                let mut progress = |report: &Report<String>| {
                    if let Some(room) = room.upgrade() {
                        room.progress(number, Some(report));
                    }
                };
                let result = if hurry {
                    quick(&job)
                } else {
                    if let Some(room) = room.upgrade() {
                        room.progress(number, None);
                    }
                    job.run(&app.cache, control, &mut progress)
                };
                match room.upgrade() {
                    Some(room) => room.answered(number, result),
                    None => app.cache.forget(job.room),
                }
            });
        if ticket.ahead() > 0 {
            (thinking.state, thinking.ahead) = (State::Waiting, Some(ticket.ahead()));
        }
        inner.table.begun(number, ticket);
        inner.throttle = Throttle::default();
        inner.begun = Instant::now();
        if thinking.state == State::Waiting {
            inner.broadcast(Kind::Progress, &event("thinking", &thinking).into());
        }
        inner.thinking = Some(thinking);
        self.watch(move |room| room.pulse(number));
    }

    /// In a game between engines, waits until the last move has been seen.
    fn linger(&self, inner: &mut Inner) {
        let wait = self.app.config.pace.saturating_sub(inner.begun.elapsed());
        inner.seen = Instant::now() + wait;
        self.after(wait, |room| {
            let mut inner = room.lock();
            if !inner.closed {
                room.settle(&mut inner);
            }
        });
    }

    /// Calls `tell` periodically while a search runs, until it returns false.
    pub(super) fn watch(&self, tell: impl Fn(&Self) -> bool + Send + 'static) {
        self.after(PULSE, |room| {
            if tell(room) {
                room.watch(tell);
            }
        });
    }

    /// Calls `callback` once `wait` has passed, if the room is still there.
    fn after(&self, wait: Duration, callback: impl FnOnce(&Self) + Send + 'static) {
        let room = self.this.clone();
        let callback = move || {
            if let Some(room) = room.upgrade() {
                callback(&room);
            }
        };
        self.app.timers.after(wait, Box::new(callback));
    }

    /// Sends how many jobs are still ahead of search `number`, or its progress within an iteration;
    /// `false` if it has ended.
    fn pulse(&self, number: u64) -> bool {
        let mut inner = self.lock();
        let inner = &mut *inner;
        if inner.table.search() != Some(number) {
            return false;
        }
        let (Some(thinking), Some(ticket)) = (&mut inner.thinking, inner.table.ticket()) else {
            return true;
        };
        if thinking.state == State::Waiting {
            let ahead = Some(ticket.place());
            if thinking.ahead == ahead {
                return true;
            }
            thinking.ahead = ahead;
        } else {
            thinking.grow(ticket.nodes(), inner.begun.elapsed());
        }
        if inner.throttle.is_quiet(Instant::now()) {
            inner.broadcast_thinking();
        }
        true
    }

    /// Records what search `number` has found so far, or that it has begun.
    fn progress(&self, number: u64, report: Option<&Report<String>>) {
        let mut inner = self.lock();
        let inner = &mut *inner;
        if !inner.table.note(number, report) {
            return;
        }
        let game = inner.table.game();
        if report.is_none() {
            inner.begun = Instant::now();
        }
        let Some(thinking) = &mut inner.thinking else {
            return;
        };
        (thinking.state, thinking.ahead) = (State::Searching, None);
        if let Some(report) = report {
            thinking.broadcast(game, inner.table.session(), report);
        }
        match inner.throttle.pass(Instant::now()) {
            Gate::Open => inner.broadcast_thinking(),
            Gate::Held => {}
            Gate::Flush(wait) => self.after(wait, move |room| room.flush(number)),
        }
    }

    /// Sends the progress that the throttle held back.
    fn flush(&self, number: u64) {
        let mut inner = self.lock();
        if inner.table.search() == Some(number) && inner.throttle.flush(Instant::now()) {
            inner.broadcast_thinking();
        }
    }

    /// Uses the answer of search `number`, if the game still waits for it.
    fn answered(&self, number: u64, result: Result<Report<String>, String>) {
        let mut inner = self.lock();
        let inner = &mut *inner;
        if inner.closed || inner.table.search() != Some(number) {
            return;
        }
        inner.active = Instant::now();
        let game = inner.table.game();
        if let (Some(thinking), Ok(report)) = (&mut inner.thinking, &result) {
            (thinking.state, thinking.ahead) = (State::Done, None);
            thinking.broadcast(game, inner.table.session(), report);
            let text = event("thinking", thinking).into();
            inner.broadcast(Kind::Progress, &text);
        }
        inner.thinking = None;
        let ply = inner.table.ply();
        let outcome = inner.table.answered(result);
        if inner.table.ply() != ply {
            self.linger(inner);
        }
        inner.table.touch();
        match outcome {
            Outcome::Hint { mv, score } => {
                let score = score.map(|score| ScoreText::new(game, score));
                let why = why(inner.table.session(), &mv);
                let hint = HintText {
                    ply,
                    mv,
                    score,
                    why,
                };
                inner.broadcast(Kind::Due, &event("hint", hint).into());
            }
            Outcome::Trouble(message) => inner.broadcast(
                Kind::Due,
                &event("trouble", Trouble { message: &message }).into(),
            ),
            Outcome::Done => {}
        }
        if !self.settle(inner) {
            self.broadcast_game(inner);
        }
    }
}

impl Inner {
    fn broadcast_thinking(&self) {
        if let Some(thinking) = &self.thinking {
            self.broadcast(Kind::Progress, &event("thinking", thinking).into());
        }
    }
}
