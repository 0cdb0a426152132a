//! A game and all who watch it: a table behind a short lock, and the searches for it.

mod lab;
mod scores;
mod search;
mod table;
mod throttle;

use crate::Config;
use crate::address::Address;
use crate::engine::{Cache, Party, Pool};
use crate::outbox::{Kind, Outbox};
use crate::protocol::{ApiError, Closed, Thinking, event};
use crate::token::Token;
use axum::extract::ws::Utf8Bytes;
use lab::Laboratory;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};
use table::Subscribers;
pub(crate) use table::Table;
use throttle::Throttle;

/// What all rooms share.
#[derive(Debug)]
pub(crate) struct AppState {
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
    /// Its number, by which its engines are known.
    pub id: u64,
    /// Where the client that opened it came from, if that is known.
    pub owner: Option<Address>,
    app: Arc<AppState>,
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
    /// When that began.
    begun: Instant,
    /// Until when an engine's move is to be seen.
    seen: Instant,
    lab: Laboratory,
    /// Since when nobody has been there.
    empty: Option<Instant>,
    /// Whether the last who were there have left for another game.
    forsaken: bool,
    closed: bool,
}

impl Room {
    /// A person whose connection broke is back by then, or others' searches go before.
    const DESERTED: Duration = Duration::from_secs(10);

    /// A room for `table`, with nobody in it yet.
    pub fn new(id: u64, owner: Option<Address>, app: Arc<AppState>, table: Table) -> Arc<Self> {
        let inner = Inner {
            table,
            members: Vec::new(),
            active: Instant::now(),
            thinking: None,
            throttle: Throttle::default(),
            begun: Instant::now(),
            seen: Instant::now(),
            lab: Laboratory::default(),
            empty: None,
            forsaken: false,
            closed: false,
        };
        let token = Token::random();
        Arc::new_cyclic(|this| Self {
            token,
            id,
            owner,
            app,
            this: this.clone(),
            inner: Mutex::new(inner),
        })
    }

    /// For whom its searches are made.
    fn party(&self) -> Party {
        Party {
            address: self.owner,
            room: self.id,
        }
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
        inner.forsaken = false;
        inner.empty = None;
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

    /// Lets a connection go: lost, or `for_good` to another game.
    pub fn leave(&self, outbox: &Outbox, for_good: bool) {
        let mut inner = self.lock();
        inner.active = Instant::now();
        inner.members.retain(|member| !member.is(outbox));
        if inner.members.is_empty() {
            inner.forsaken = for_good;
            inner.empty = Some(Instant::now());
        }
        if !inner.closed {
            self.settle(&mut inner);
        }
    }

    /// Changes the game by `act`, and tells everybody. If that fails nothing has changed, and
    /// nobody is told.
    pub fn change<T>(
        &self,
        act: impl FnOnce(&mut Table) -> Result<T, ApiError>,
    ) -> Result<T, ApiError> {
        let mut inner = self.open()?;
        let done = act(&mut inner.table)?;
        inner.table.touch();
        if !self.settle(&mut inner) {
            self.broadcast_game(&inner);
        }
        Ok(done)
    }

    /// Reads the game.
    pub fn read<T>(&self, act: impl FnOnce(&Table) -> Result<T, ApiError>) -> Result<T, ApiError> {
        act(&self.open()?.table)
    }

    /// The room, if it is not gone; somebody has just shown interest in it.
    fn open(&self) -> Result<MutexGuard<'_, Inner>, ApiError> {
        let mut inner = self.lock();
        if inner.closed {
            return Err(ApiError::new("do", "the game is gone"));
        }
        inner.active = Instant::now();
        Ok(inner)
    }

    /// Forgets what searchers learnt from the moves so far.
    pub fn forget(&self) {
        self.app.cache.forget(self.id);
    }

    /// Has the search under way answer now. `false` if there is none.
    pub fn hurry(&self) -> Result<bool, ApiError> {
        let mut inner = self.open()?;
        if inner.table.end_analysis() {
            inner.table.touch();
            if !self.settle(&mut inner) {
                self.broadcast_game(&inner);
            }
            return Ok(true);
        }
        Ok(inner.table.hurry())
    }

    /// How dispensable the room is, if it is: whether it was left for good, and for how long nobody
    /// has been there.
    pub fn dispensable(&self, grace: Duration) -> Option<(bool, Duration)> {
        let inner = self.lock();
        let rest = inner.active.elapsed();
        (inner.members.is_empty() && (inner.forsaken || rest >= grace))
            .then_some((inner.forsaken, rest))
    }

    /// Gives up what is of no use while nobody is there: searches soon, and later what searchers
    /// learnt. Ends the room if nothing has happened for as long as `idle`, and says whether it
    /// has.
    pub fn tend(&self, idle: Duration) -> bool {
        let mut inner = self.lock();
        if inner.rest() >= idle {
            self.end(&mut inner, "expired");
            return true;
        }
        if !inner.closed && inner.empty.is_some() {
            self.settle(&mut inner);
        }
        let empty = inner.empty;
        drop(inner);
        if empty.is_some_and(|empty| empty.elapsed() >= self.app.config.grace) {
            self.forget();
        }
        false
    }

    /// Ends the room, and tells those in it why.
    pub fn close(&self, reason: &'static str) {
        self.end(&mut self.lock(), reason);
    }

    fn end(&self, inner: &mut Inner, reason: &'static str) {
        inner.closed = true;
        inner.table.drop_search();
        inner.lab.abandon();
        let text = event("closed", Closed { reason }).into();
        inner.broadcast(Kind::Due, &text);
        inner.members.clear();
        self.forget();
    }

    fn broadcast_game(&self, inner: &Inner) {
        inner.broadcast(Kind::State, &self.game_text(inner));
    }

    fn game_text(&self, inner: &Inner) -> Utf8Bytes {
        event("game", inner.table.text(self.token.as_str())).into()
    }
}

impl Inner {
    /// How long nothing has happened. A search that somebody waits for happens.
    fn rest(&self) -> Duration {
        let busy = self.table.search().is_some() || self.lab.is_busy();
        if busy && !self.members.is_empty() {
            Duration::ZERO
        } else {
            self.active.elapsed()
        }
    }

    /// For whom the game is searched.
    fn subscribers(&self) -> Subscribers {
        let awaited = self
            .empty
            .is_none_or(|empty| empty.elapsed() < Room::DESERTED);
        let watching = self.seen > Instant::now();
        Subscribers {
            present: !self.members.is_empty(),
            awaited,
            watching,
            experimenting: self.lab.is_busy(),
        }
    }

    /// Tells everybody.
    fn broadcast(&self, kind: Kind, text: &Utf8Bytes) {
        self.members
            .iter()
            .for_each(|member| member.send(kind, text));
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        self.forget();
    }
}
