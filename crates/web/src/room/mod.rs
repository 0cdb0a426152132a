//! A game and its connections: a table behind a short lock, and the searches for it.

mod lab;
mod review;
mod run;
mod scores;
mod search;
mod table;
mod throttle;

use crate::Config;
use crate::address::Address;
use crate::engine::{Cache, Party, Pool};
use crate::explorer::Explorer;
use crate::outbox::{Kind, Outbox};
use crate::protocol::{ApiError, Closed, ReviewText, RowText, Thinking, event};
use crate::timers::Timers;
use crate::token::Token;
use run::Run;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;
use table::Subscribers;
pub(crate) use table::{Table, forbidden, routes};
use throttle::Throttle;
use web_time::Instant;

/// The state that all rooms share.
#[derive(Debug)]
pub(crate) struct AppState {
    pub config: Config,
    pub pool: Pool,
    pub cache: Cache,
    /// What tells of games played before, if anything does.
    pub explorer: Option<Box<dyn Explorer>>,
    pub timers: Box<dyn Timers>,
}

/// A game and its connections.
#[derive(Debug)]
pub(crate) struct Room {
    pub token: Token,
    /// Its number, which identifies its engines.
    pub id: u64,
    /// The address of the client that opened it, if known.
    pub owner: Option<Address>,
    app: Arc<AppState>,
    this: Weak<Self>,
    inner: Mutex<Inner>,
}

#[derive(Debug)]
struct Inner {
    table: Table,
    members: Vec<Arc<dyn Outbox>>,
    /// When something last happened.
    active: Instant,
    /// The search under way, as it was last sent.
    thinking: Option<Thinking>,
    throttle: Throttle,
    /// When that search began.
    begun: Instant,
    /// Until when an engine's move stays on the board before the next search.
    seen: Instant,
    lab: Run<RowText>,
    review: Run<ReviewText>,
    /// Since when the room has been empty.
    empty: Option<Instant>,
    /// Whether the last client left for another game.
    forsaken: bool,
    closed: bool,
}

impl Room {
    /// How long the searches of an empty room go on: a person whose connection broke is usually
    /// back by then.
    const DESERTED: Duration = Duration::from_secs(10);

    /// An empty room for `table`.
    pub fn new(id: u64, owner: Option<Address>, app: Arc<AppState>, table: Table) -> Arc<Self> {
        let inner = Inner {
            table,
            members: Vec::new(),
            active: Instant::now(),
            thinking: None,
            throttle: Throttle::default(),
            begun: Instant::now(),
            seen: Instant::now(),
            lab: Run::default(),
            review: Run::default(),
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

    /// The party of its searches.
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

    /// Lets a connection in and sends it the state of the game. `false` if the room is gone.
    pub fn enter(&self, outbox: &Arc<dyn Outbox>) -> bool {
        let mut inner = self.lock();
        if inner.closed {
            return false;
        }
        inner.active = Instant::now();
        inner.forsaken = false;
        inner.empty = None;
        if !inner
            .members
            .iter()
            .any(|member| Arc::ptr_eq(member, outbox))
        {
            inner.members.push(Arc::clone(outbox));
        }
        if !self.settle(&mut inner) {
            outbox.send(Kind::State, &self.game_text(&inner));
        }
        if let Some(thinking) = &inner.thinking {
            outbox.send(Kind::Progress, &event("thinking", thinking).into());
        }
        for text in inner.lab.recap().into_iter().chain(inner.review.recap()) {
            outbox.send(Kind::Due, &text);
        }
        true
    }

    /// Lets a connection go: it was lost, or left `for_good` to another game.
    pub fn leave(&self, outbox: &Arc<dyn Outbox>, for_good: bool) {
        let mut inner = self.lock();
        inner.active = Instant::now();
        inner.members.retain(|member| !Arc::ptr_eq(member, outbox));
        if inner.members.is_empty() {
            inner.forsaken = for_good;
            inner.empty = Some(Instant::now());
        }
        if !inner.closed {
            self.settle(&mut inner);
        }
    }

    /// Changes the game by `act` and sends the new state to all. If `act` fails, nothing has
    /// changed and nothing is sent.
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

    /// The room, if it is not gone; counts as activity.
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

    /// Makes the search under way answer now. `false` if there is none.
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

    /// How dispensable the room is, if it is: whether it was left for good, and for how long it has
    /// been empty.
    pub fn dispensable(&self, grace: Duration) -> Option<(bool, Duration)> {
        let inner = self.lock();
        let rest = inner.active.elapsed();
        (inner.members.is_empty() && (inner.forsaken || rest >= grace))
            .then_some((inner.forsaken, rest))
    }

    /// Frees what an empty room does not need: its searches soon, and later its engines. Closes the
    /// room if nothing has happened for `idle`, and returns whether it did.
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

    /// Closes the room and sends all its clients the reason.
    pub fn close(&self, reason: &'static str) {
        self.end(&mut self.lock(), reason);
    }

    fn end(&self, inner: &mut Inner, reason: &'static str) {
        inner.closed = true;
        inner.table.drop_search();
        inner.lab.abandon();
        inner.review.abandon();
        let text = event("closed", Closed { reason }).into();
        inner.broadcast(Kind::Due, &text);
        inner.members.clear();
        self.forget();
    }

    fn broadcast_game(&self, inner: &Inner) {
        inner.broadcast(Kind::State, &self.game_text(inner));
    }

    fn game_text(&self, inner: &Inner) -> Arc<str> {
        event("game", inner.table.text(self.token.as_str())).into()
    }
}

impl Inner {
    /// How long nothing has happened. A search that a client waits for counts as activity.
    fn rest(&self) -> Duration {
        let busy = self.table.search().is_some() || self.lab.is_busy() || self.review.is_busy();
        if busy && !self.members.is_empty() {
            Duration::ZERO
        } else {
            self.active.elapsed()
        }
    }

    /// Who is there to see a search's results.
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

    /// Sends a message to all.
    fn broadcast(&self, kind: Kind, text: &Arc<str>) {
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
