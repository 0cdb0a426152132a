use crate::address::Address;
use crate::outbox::Outbox;
use crate::protocol::ApiError;
use crate::room::{AppState, Room, Table};
use crate::token::Token;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The games under way, by their keys.
#[derive(Debug)]
pub(crate) struct Rooms {
    app: Arc<AppState>,
    registry: Mutex<Registry>,
}

#[derive(Debug, Default)]
struct Registry {
    rooms: HashMap<Token, Arc<Room>>,
    opened: u64,
    closed: bool,
}

impl Rooms {
    /// No games yet, and what all of them will share.
    pub fn new(app: AppState) -> Self {
        Self {
            app: Arc::new(app),
            registry: Mutex::default(),
        }
    }

    /// What all games share.
    pub fn app(&self) -> &Arc<AppState> {
        &self.app
    }

    /// Opens a room for a new game of `owner`, and lets `outbox` in. Where there are too many
    /// rooms, in all or of that owner, one that was left for another game is closed, or else the
    /// one that has been empty the longest.
    pub fn open(
        &self,
        table: Table,
        owner: Option<Address>,
        outbox: &Arc<dyn Outbox>,
    ) -> Result<Arc<Room>, ApiError> {
        let (room, gone) = self.with(|registry| {
            if registry.closed {
                return Err(ApiError::new("do", "the server is going down"));
            }
            let gone = registry.make_way(&self.app, owner)?;
            registry.opened += 1;
            let room = Room::new(registry.opened, owner, Arc::clone(&self.app), table);
            registry.rooms.insert(room.token.clone(), Arc::clone(&room));
            Ok((room, gone))
        })?;
        if let Some(gone) = gone {
            gone.close("expired");
        }
        room.enter(outbox);
        Ok(room)
    }

    /// Lets `outbox` into the room with the key `token`.
    pub fn join(&self, token: &str, outbox: &Arc<dyn Outbox>) -> Result<Arc<Room>, ApiError> {
        let room = self.with(|registry| registry.rooms.get(token).cloned());
        // It may have closed in between.
        let room = room.filter(|room| room.enter(outbox));
        room.ok_or_else(|| ApiError::new("room", "there is no such game, or no longer"))
    }

    /// Makes every room free what it does not need, and closes idle ones.
    pub fn sweep(&self) {
        let rooms: Vec<_> = self.with(|registry| registry.rooms.values().cloned().collect());
        for room in rooms.iter().filter(|room| room.tend(self.app.config.idle)) {
            self.with(|registry| registry.rooms.remove(&room.token));
        }
    }

    /// Closes all rooms, for good.
    pub fn close(&self) {
        let gone = self.with(|registry| {
            registry.closed = true;
            std::mem::take(&mut registry.rooms)
        });
        for room in gone.values() {
            room.close("shutdown");
        }
    }

    /// The number of rooms.
    pub fn len(&self) -> usize {
        self.with(|registry| registry.rooms.len())
    }

    fn with<T>(&self, act: impl FnOnce(&mut Registry) -> T) -> T {
        act(&mut self.registry.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Registry {
    /// Makes way for one more room of `owner`. Returns the room removed for it, if one had to be.
    fn make_way(
        &mut self,
        app: &AppState,
        owner: Option<Address>,
    ) -> Result<Option<Arc<Room>>, ApiError> {
        let of_owner = self
            .rooms
            .values()
            .filter(|room| room.owner == owner)
            .count();
        if owner.is_some() && of_owner >= app.config.rooms_per_address {
            let full =
                format!("there are {of_owner} games from this address already: try again later");
            let removed = self.remove_dispensable(app, |room| room.owner == owner);
            return removed.map(Some).ok_or_else(|| ApiError::new("do", full));
        }
        if self.rooms.len() >= app.config.rooms {
            let full = format!(
                "there are {} games already: try again later",
                self.rooms.len()
            );
            let removed = self.remove_dispensable(app, |_| true);
            return removed.map(Some).ok_or_else(|| ApiError::new("do", full));
        }
        Ok(None)
    }

    /// Removes the most dispensable of the `eligible` rooms, if any is dispensable.
    fn remove_dispensable(
        &mut self,
        app: &AppState,
        eligible: impl Fn(&Room) -> bool,
    ) -> Option<Arc<Room>> {
        let dispensable =
            |room: &Arc<Room>| Some((room.dispensable(app.config.grace)?, room.token.clone()));
        let rooms = self.rooms.values().filter(|room| eligible(room));
        let (_, token) = rooms.filter_map(dispensable).max_by_key(|&(how, _)| how)?;
        self.rooms.remove(&token)
    }
}
