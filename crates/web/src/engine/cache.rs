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

/// Thinkers at rest, and the account of those at work. Those at rest that are longest unused are let go when all
/// together are too large: a table can be filled again.
pub(crate) struct Cache {
    /// What those of one room may take together, at work and at rest, in MiB.
    a_room: usize,
    /// What all may take together.
    budget: usize,
    shelves: Mutex<Shelves>,
}

#[derive(Default)]
struct Shelves {
    thinkers: HashMap<Key, Resting>,
    /// Of those at rest, in MiB.
    size: usize,
    /// Of those at work: whose they are, and their sizes.
    working: Vec<(u64, usize)>,
    clock: u64,
}

/// A thinker at work is counted until this is dropped.
#[must_use = "the thinker is at work as long as this lives"]
pub(crate) struct Work<'a> {
    cache: &'a Cache,
    room: u64,
    size: usize,
}

impl Drop for Work<'_> {
    fn drop(&mut self) {
        let done = (self.room, self.size);
        self.cache.with(|shelves| {
            if let Some(place) = shelves.working.iter().position(|&work| work == done) {
                shelves.working.swap_remove(place);
            }
        });
    }
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
    /// An empty one, of `budget` MiB, of which one room may have `a_room`.
    pub fn new(a_room: usize, budget: usize) -> Self {
        Self { a_room, budget, shelves: Mutex::default() }
    }

    /// Makes room for a thinker of `size` MiB to work for `room`: before it is built, and as long as the
    /// work lives. No more work than the server has threads for, and none that is larger than a room's
    /// share, is there at a time; so that all of it fits.
    pub fn work(&self, room: u64, size: usize) -> Work<'_> {
        let _gone = self.with(|shelves| {
            shelves.working.push((room, size));
            shelves.make_room(room, self)
        });
        Work { cache: self, room, size }
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
            let room = key.room;
            shelves.thinkers.insert(key, Resting { thinker, size, since });
            gone.extend(shelves.make_room(room, self));
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
    /// Takes out those at rest for which there is no memory left, in the room's share or in all.
    fn make_room(&mut self, room: u64, cache: &Cache) -> Vec<Box<dyn Thinker>> {
        let mut gone = Vec::new();
        let mut let_go = |shelves: &mut Self, of: Option<u64>, most: usize| {
            while shelves.taken(of) > most {
                let resting = shelves.thinkers.iter().filter(|(key, _)| of.is_none_or(|room| key.room == room));
                let oldest = resting.min_by_key(|(_, resting)| resting.since).map(|(key, _)| key.clone());
                let Some(oldest) = oldest else { break };
                gone.extend(shelves.remove(&oldest));
            }
        };
        let_go(self, Some(room), cache.a_room);
        let_go(self, None, cache.budget);
        gone
    }

    /// What the thinkers of one room, or of all, take.
    fn taken(&self, of: Option<u64>) -> usize {
        let counts = |room: u64| of.is_none_or(|of| of == room);
        let working: usize = self.working.iter().filter(|work| counts(work.0)).map(|work| work.1).sum();
        let resting = match of {
            None => self.size,
            Some(_) => self.thinkers.iter().filter(|(key, _)| counts(key.room)).map(|(_, resting)| resting.size).sum(),
        };
        working + resting
    }

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
        let cache = Cache::new(9, 3);
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
        let cache = Cache::new(9, 3);
        cache.put(key(1, "a"), 1, thinker());
        cache.put(key(1, "b"), 4, thinker());
        assert!(cache.take(&key(1, "b")).is_none() && cache.take(&key(1, "a")).is_none());
        cache.put(key(1, "a"), 2, thinker());
        cache.put(key(1, "a"), 2, thinker());
        assert!(cache.take(&key(1, "a")).is_some(), "one key, one thinker");
    }

    #[test]
    fn what_is_at_work_counts() {
        let cache = Cache::new(4, 6);
        let rests = |room, mind| cache.with(|shelves| shelves.thinkers.contains_key(&key(room, mind)));
        for (room, mind, size) in [(1, "a", 2), (1, "b", 2), (2, "a", 2)] {
            cache.put(key(room, mind), size, thinker());
        }
        let work = cache.work(1, 1);
        assert!(!rests(1, "a") && rests(1, "b") && rests(2, "a"), "a share of a room");
        let others = cache.work(3, 3);
        assert!(!rests(1, "b") && rests(2, "a"), "the longest unused of all");
        cache.put(key(1, "c"), 1, thinker());
        assert!(!rests(2, "a") && rests(1, "c"));
        drop((work, others));
        cache.put(key(2, "a"), 4, thinker());
        assert!(rests(1, "c") && rests(2, "a"), "there is room again");
        assert_eq!(cache.with(|shelves| (shelves.taken(None), shelves.taken(Some(2)))), (5, 4));
    }

    #[test]
    fn a_room_is_forgotten_alone() {
        let cache = Cache::new(9, 9);
        for (room, mind) in [(1, "a"), (1, "b"), (2, "a")] {
            cache.put(key(room, mind), 1, thinker());
        }
        cache.forget(1);
        assert!(cache.take(&key(1, "a")).is_none() && cache.take(&key(1, "b")).is_none());
        assert!(cache.take(&key(2, "a")).is_some());
    }
}
