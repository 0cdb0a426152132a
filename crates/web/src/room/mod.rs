//! A game and all who watch it: a table behind a short lock, and the searches for it.

mod lab;
mod scores;
mod table;
mod throttle;

use crate::Config;
use crate::engine::{Cache, Lane, Pool, SearchJob, quick};
use crate::outbox::{Kind, Outbox};
use crate::protocol::{Closed, Fault, HintText, ScoreText, State, Thinking, Trouble, event};
use crate::token::Token;
use axum::extract::ws::Utf8Bytes;
use lab::Laboratory;
use search::{Control, Report};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};
pub(crate) use table::Table;
use table::{Order, Outcome, Purpose, Settled};
use throttle::{Gate, Throttle};

/// What all rooms share.
#[derive(Debug)]
pub(crate) struct Hall {
    pub config: Config,
    pub pool: Pool,
    pub cache: Cache,
    /// Where timers run.
    pub runtime: tokio::runtime::Handle,
}

/// A game and all who watch it.
#[derive(Debug)]
pub(crate) struct Room {
    pub token: Token,
    /// Its number, by which its thinkers are known.
    pub id: u64,
    hall: Arc<Hall>,
    this: Weak<Self>,
    inner: Mutex<Inner>,
}

#[derive(Debug)]
struct Inner {
    table: Table,
    members: Vec<Outbox>,
    /// When something last happened.
    active: Instant,
    /// The search under way, as it was last told of.
    thinking: Option<Thinking>,
    throttle: Throttle,
    lab: Laboratory,
    closed: bool,
}

impl Room {
    /// A room for `table`, with nobody in it yet.
    pub fn new(id: u64, hall: Arc<Hall>, table: Table) -> Arc<Self> {
        let inner = Inner {
            table,
            members: Vec::new(),
            active: Instant::now(),
            thinking: None,
            throttle: Throttle::default(),
            lab: Laboratory::default(),
            closed: false,
        };
        let new =
            |this: &Weak<Self>| Self { token: Token::random(), id, hall, this: this.clone(), inner: Mutex::new(inner) };
        Arc::new_cyclic(new)
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // A panic elsewhere must not close the room: the table is never left half-changed.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a connection in and tells it how the game stands. `false` if the room is gone.
    pub fn enter(&self, outbox: &Outbox) -> bool {
        let mut inner = self.lock();
        if inner.closed {
            return false;
        }
        inner.active = Instant::now();
        if !inner.members.iter().any(|member| member.is(outbox)) {
            inner.members.push(outbox.clone());
        }
        if !self.settle(&mut inner) {
            outbox.send(Kind::State, &self.game_text(&inner));
        }
        if let Some(thinking) = &inner.thinking {
            outbox.send(Kind::Progress, &event("thinking", thinking).into());
        }
        for text in inner.lab.recap() {
            outbox.send(Kind::Due, &text);
        }
        true
    }

    /// Lets a connection go.
    pub fn leave(&self, outbox: &Outbox) {
        let mut inner = self.lock();
        inner.active = Instant::now();
        inner.members.retain(|member| !member.is(outbox));
        if !inner.closed {
            self.settle(&mut inner);
        }
    }

    /// Changes the game by `act`, and tells everybody. If that fails nothing has changed, and nobody is told.
    pub fn change<T>(&self, act: impl FnOnce(&mut Table) -> Result<T, Fault>) -> Result<T, Fault> {
        let mut inner = self.open()?;
        let done = act(&mut inner.table)?;
        inner.table.touch();
        if !self.settle(&mut inner) {
            self.tell_game(&inner);
        }
        Ok(done)
    }

    /// Reads the game.
    pub fn read<T>(&self, act: impl FnOnce(&Table) -> Result<T, Fault>) -> Result<T, Fault> {
        act(&self.open()?.table)
    }

    /// The room, if it is not gone; somebody has just shown interest in it.
    fn open(&self) -> Result<MutexGuard<'_, Inner>, Fault> {
        let mut inner = self.lock();
        if inner.closed {
            return Err(Fault::new("do", "the game is gone"));
        }
        inner.active = Instant::now();
        Ok(inner)
    }

    /// Forgets what searchers learnt from the moves so far.
    pub fn forget(&self) {
        self.hall.cache.forget(self.id);
    }

    /// Has the search under way answer now. `false` if there is none.
    pub fn hurry(&self) -> Result<bool, Fault> {
        let mut inner = self.open()?;
        if inner.table.end_analysis() {
            inner.table.touch();
            if !self.settle(&mut inner) {
                self.tell_game(&inner);
            }
            return Ok(true);
        }
        Ok(inner.table.hurry())
    }

    /// How long nothing has happened, and whether nobody is there.
    pub fn rest(&self) -> (Duration, bool) {
        let inner = self.lock();
        (inner.active.elapsed(), inner.members.is_empty())
    }

    /// Ends the room, and tells those in it why.
    pub fn close(&self, reason: &'static str) {
        let mut inner = self.lock();
        inner.closed = true;
        inner.table.drop_search();
        inner.lab.abandon();
        let text = event("closed", Closed { reason }).into();
        inner.tell(Kind::Due, &text);
        inner.members.clear();
        drop(inner);
        self.forget();
    }

    /// Has the search that the game now wants, if any, and no other. Whether everybody was told of a change by that.
    fn settle(&self, inner: &mut Inner) -> bool {
        let present = !inner.members.is_empty();
        match inner.table.settle(present, &self.hall.config) {
            Settled::Same => {
                if inner.table.search().is_none() {
                    inner.thinking = None;
                }
                return false;
            }
            Settled::Idle => inner.thinking = None,
            Settled::Search(order) => self.begin(inner, order),
        }
        self.tell_game(inner);
        true
    }

    /// Sends the search out.
    fn begin(&self, inner: &mut Inner, order: Order) {
        let Order { number, purpose, ply, job } = order;
        let job = SearchJob { room: self.id, ..job };
        let mut thinking = Thinking {
            ply,
            purpose: purpose.name(),
            mind: job.mind.to_string(),
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
        let (room, hall) = (self.this.clone(), Arc::clone(&self.hall));
        let lane = if purpose == Purpose::Analysis { Lane::Study } else { Lane::Play };
        let ticket = self.hall.pool.submit(lane, move |control: &Control, hurry| {
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
                job.run(&hall.cache, control, &mut progress)
            };
            match room.upgrade() {
                Some(room) => room.answered(number, result),
                None => hall.cache.forget(job.room),
            }
        });
        if ticket.ahead() > 0 {
            (thinking.state, thinking.ahead) = (State::Waiting, Some(ticket.ahead()));
        }
        inner.table.begun(number, ticket);
        inner.throttle = Throttle::default();
        if thinking.state == State::Waiting {
            inner.tell(Kind::Progress, &event("thinking", &thinking).into());
        }
        inner.thinking = Some(thinking);
    }

    /// Takes note of what search `number` has found so far, or that it has begun.
    fn progress(&self, number: u64, report: Option<&Report<String>>) {
        let mut inner = self.lock();
        if !inner.table.note(number, report) {
            return;
        }
        let game = inner.table.game();
        let Some(thinking) = &mut inner.thinking else { return };
        (thinking.state, thinking.ahead) = (State::Searching, None);
        if let Some(report) = report {
            thinking.tell(game, report);
        }
        match inner.throttle.pass(Instant::now()) {
            Gate::Open => inner.tell_thinking(),
            Gate::Held => {}
            Gate::Flush(wait) => {
                let room = self.this.clone();
                self.hall.runtime.spawn(async move {
                    tokio::time::sleep(wait).await;
                    if let Some(room) = room.upgrade() {
                        room.flush(number);
                    }
                });
            }
        }
    }

    /// Tells the progress that was too fast to be told.
    fn flush(&self, number: u64) {
        let mut inner = self.lock();
        if inner.table.search() == Some(number) && inner.throttle.flush(Instant::now()) {
            inner.tell_thinking();
        }
    }

    /// Does with the answer of search `number` what it was for, if it is still waited for.
    fn answered(&self, number: u64, result: Result<Report<String>, String>) {
        let mut inner = self.lock();
        if inner.closed || inner.table.search() != Some(number) {
            return;
        }
        inner.active = Instant::now();
        let game = inner.table.game();
        if let (Some(thinking), Ok(report)) = (&mut inner.thinking, &result) {
            (thinking.state, thinking.ahead) = (State::Done, None);
            thinking.tell(game, report);
            let text = event("thinking", thinking).into();
            inner.tell(Kind::Progress, &text);
        }
        inner.thinking = None;
        let ply = inner.table.ply();
        let outcome = inner.table.answered(result);
        inner.table.touch();
        match outcome {
            Outcome::Hint { mv, score } => {
                let score = score.map(|score| ScoreText::new(game, score));
                inner.tell(Kind::Due, &event("hint", HintText { ply, mv, score }).into());
            }
            Outcome::Trouble(message) => inner.tell(Kind::Due, &event("trouble", Trouble { message: &message }).into()),
            Outcome::Done => {}
        }
        if !self.settle(&mut inner) {
            self.tell_game(&inner);
        }
    }

    fn tell_game(&self, inner: &Inner) {
        inner.tell(Kind::State, &self.game_text(inner));
    }

    fn game_text(&self, inner: &Inner) -> Utf8Bytes {
        event("game", inner.table.text(self.token.as_str())).into()
    }
}

impl Inner {
    /// Tells everybody.
    fn tell(&self, kind: Kind, text: &Utf8Bytes) {
        self.members.iter().for_each(|member| member.send(kind, text));
    }

    fn tell_thinking(&self) {
        if let Some(thinking) = &self.thinking {
            self.tell(Kind::Progress, &event("thinking", thinking).into());
        }
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        self.forget();
    }
}
