use engines::Thinker;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// Whose thinker it is: each room has its own for each mind, for it remembers the room's game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    /// The room's number.
    pub room: u64,
    /// Under which rules it thinks.
    pub settings: engines::Settings,
    /// What it is, as text.
    pub mind: String,
}

/// Thinkers at rest. Those longest unused are let go when all together are too large: a table can be filled again.
pub(crate) struct Cache {
    /// What they may take together, in MiB.
    budget: usize,
    shelves: Mutex<Shelves>,
}

#[derive(Default)]
struct Shelves {
    thinkers: HashMap<Key, Resting>,
    size: usize,
    clock: u64,
}

struct Resting {
    thinker: Box<dyn Thinker>,
    size: usize,
    since: u64,
}

impl std::fmt::Debug for Cache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cache").field("budget", &self.budget).finish_non_exhaustive()
    }
}

impl Cache {
    /// An empty one, of `budget` MiB.
    pub fn new(budget: usize) -> Self {
        Self { budget, shelves: Mutex::default() }
    }

    /// Takes a thinker out to work, if there is one.
    pub fn take(&self, key: &Key) -> Option<Box<dyn Thinker>> {
        self.with(|shelves| shelves.remove(key))
    }

    /// Puts a thinker of `size` MiB back to rest.
    pub fn put(&self, key: Key, size: usize, thinker: Box<dyn Thinker>) {
        // Memory is given back after the lock is.
        let _gone = self.with(|shelves| {
            let mut gone: Vec<_> = shelves.remove(&key).into_iter().collect();
            shelves.clock += 1;
            let since = shelves.clock;
            shelves.size += size;
            shelves.thinkers.insert(key, Resting { thinker, size, since });
            while shelves.size > self.budget {
                let oldest = shelves.thinkers.iter().min_by_key(|(_, resting)| resting.since).map(|(key, _)| key.clone());
                let Some(oldest) = oldest else { break };
                gone.extend(shelves.remove(&oldest));
            }
            gone
        });
    }

    /// Lets all that a room has go.
    pub fn forget(&self, room: u64) {
        let _gone = self.with(|shelves| {
            let keys: Vec<_> = shelves.thinkers.keys().filter(|key| key.room == room).cloned().collect();
            keys.iter().filter_map(|key| shelves.remove(key)).collect::<Vec<_>>()
        });
    }

    fn with<T>(&self, act: impl FnOnce(&mut Shelves) -> T) -> T {
        act(&mut self.shelves.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Shelves {
    fn remove(&mut self, key: &Key) -> Option<Box<dyn Thinker>> {
        let Resting { thinker, size, .. } = self.thinkers.remove(key)?;
        self.size -= size;
        Some(thinker)
    }
}

#[cfg(test)]
#[cfg(feature = "gomoku")]
mod tests {
    use super::*;
    use engines::{GAMES, Mind};

    fn key(room: u64, mind: &str) -> Key {
        Key { room, settings: Vec::new(), mind: mind.to_owned() }
    }

    fn thinker() -> Box<dyn Thinker> {
        let mind: Mind = "pvs,hash=1".parse().expect("a mind");
        GAMES[0].thinker(&Vec::new(), &mind, 0).expect("the default rules")
    }

    #[test]
    fn the_longest_unused_goes_first() {
        let cache = Cache::new(3);
        for room in 1..=3 {
            cache.put(key(room, "a"), 1, thinker());
        }
        let first = cache.take(&key(1, "a")).expect("there is room for three");
        cache.put(key(1, "a"), 1, first);
        cache.put(key(4, "a"), 1, thinker());
        assert_eq!([1, 2, 3, 4].map(|room| cache.take(&key(room, "a")).is_some()), [true, false, true, true]);
        assert!(cache.take(&key(1, "a")).is_none(), "it was taken");
        assert_eq!(cache.with(|shelves| shelves.size), 0);
    }

    #[test]
    fn what_is_too_large_is_not_kept() {
        let cache = Cache::new(3);
        cache.put(key(1, "a"), 1, thinker());
        cache.put(key(1, "b"), 4, thinker());
        assert!(cache.take(&key(1, "b")).is_none() && cache.take(&key(1, "a")).is_none());
        cache.put(key(1, "a"), 2, thinker());
        cache.put(key(1, "a"), 2, thinker());
        assert!(cache.take(&key(1, "a")).is_some(), "one key, one thinker");
    }

    #[test]
    fn a_room_is_forgotten_alone() {
        let cache = Cache::new(9);
        for (room, mind) in [(1, "a"), (1, "b"), (2, "a")] {
            cache.put(key(room, mind), 1, thinker());
        }
        cache.forget(1);
        assert!(cache.take(&key(1, "a")).is_none() && cache.take(&key(1, "b")).is_none());
        assert!(cache.take(&key(2, "a")).is_some());
    }
}
