use crate::outbox::Outbox;
use crate::protocol::Fault;
use crate::room::{Hall, Room, Table};
use crate::token::Token;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The games under way, by their keys.
#[derive(Debug, Default)]
pub(crate) struct Rooms {
    registry: Mutex<Registry>,
}

#[derive(Debug, Default)]
struct Registry {
    rooms: HashMap<Token, Arc<Room>>,
    opened: u64,
    closed: bool,
}

impl Rooms {
    /// A room for a new game, which `outbox` enters. Where there are too many, one that was left for another game gives way,
    /// or else the one that nobody has been in for the longest.
    pub fn open(&self, hall: &Arc<Hall>, table: Table, outbox: &Outbox) -> Result<Arc<Room>, Fault> {
        let (room, gone) = self.with(|registry| {
            if registry.closed {
                return Err(Fault::new("do", "the server is going down"));
            }
            let gone = registry.make_way(hall)?;
            registry.opened += 1;
            let room = Room::new(registry.opened, Arc::clone(hall), table);
            registry.rooms.insert(room.token.clone(), Arc::clone(&room));
            Ok((room, gone))
        })?;
        if let Some(gone) = gone {
            gone.close("expired");
        }
        room.enter(outbox);
        Ok(room)
    }

    /// The room that `token` is the key to, which `outbox` enters.
    pub fn join(&self, token: &str, outbox: &Outbox) -> Result<Arc<Room>, Fault> {
        let room = self.with(|registry| registry.rooms.get(token).cloned());
        // It may be closed in between.
        let room = room.filter(|room| room.enter(outbox));
        room.ok_or_else(|| Fault::new("room", "there is no such game, or no longer"))
    }

    /// Has every room give up what it does not need, itself included.
    pub fn sweep(&self, hall: &Hall) {
        let rooms: Vec<_> = self.with(|registry| registry.rooms.values().cloned().collect());
        for room in rooms.iter().filter(|room| room.tend(hall.config.idle)) {
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

    /// How many there are.
    pub fn len(&self) -> usize {
        self.with(|registry| registry.rooms.len())
    }

    fn with<T>(&self, act: impl FnOnce(&mut Registry) -> T) -> T {
        act(&mut self.registry.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Registry {
    /// Makes way for one more room.
    fn make_way(&mut self, hall: &Hall) -> Result<Option<Arc<Room>>, Fault> {
        if self.rooms.len() < hall.config.rooms {
            return Ok(None);
        }
        let dispensable = |room: &Arc<Room>| Some((room.dispensable(hall.config.grace)?, room.token.clone()));
        let first = self.rooms.values().filter_map(dispensable).max_by_key(|&(how, _)| how);
        let full = || Fault::new("do", format!("there are {} games already: try again later", self.rooms.len()));
        let (_, token) = first.ok_or_else(full)?;
        Ok(self.rooms.remove(&token))
    }
}
