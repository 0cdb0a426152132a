use engines::Engine;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// What identifies an engine: each room has one for each configuration, since it remembers the
/// room's game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    /// The room's number.
    pub room: u64,
    /// The rules it plays by.
    pub settings: engines::Settings,
    /// The engine configuration as text.
    pub engine: String,
}

/// Idle engines, and the memory of busy ones. When all of them take too much, the longest unused
/// idle engines are dropped: a table can be filled again.
pub(crate) struct Cache {
    /// The memory that the engines of one room may take together, busy and idle, in MiB.
    a_room: usize,
    /// The memory that all engines may take together, in MiB.
    budget: usize,
    shelves: Mutex<IdleEngines>,
}

#[derive(Default)]
struct IdleEngines {
    engines: HashMap<Key, IdleEngine>,
    /// The memory of the idle engines, in MiB.
    size: usize,
    /// The busy engines: their rooms and sizes.
    working: Vec<(u64, usize)>,
    clock: u64,
}

/// Counts an engine as busy until it is dropped.
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

struct IdleEngine {
    engine: Box<dyn Engine>,
    size: usize,
    since: u64,
}

impl std::fmt::Debug for Cache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cache")
            .field("budget", &self.budget)
            .finish_non_exhaustive()
    }
}

impl Cache {
    /// An empty cache of `budget` MiB, of which one room may have `a_room`.
    pub fn new(a_room: usize, budget: usize) -> Self {
        Self {
            a_room,
            budget,
            shelves: Mutex::default(),
        }
    }

    /// Reserves `size` MiB for an engine of `room`, from before it is built until the returned
    /// guard is dropped. There are never more busy engines than threads, and none is larger than a
    /// room's share, so all of them fit.
    pub fn work(&self, room: u64, size: usize) -> Work<'_> {
        let _gone = self.with(|shelves| {
            shelves.working.push((room, size));
            shelves.make_room(room, self)
        });
        Work {
            cache: self,
            room,
            size,
        }
    }

    /// Takes an idle engine out, if there is one.
    pub fn take(&self, key: &Key) -> Option<Box<dyn Engine>> {
        self.with(|shelves| shelves.remove(key))
    }

    /// Puts an idle engine of `size` MiB back.
    pub fn put(&self, key: Key, size: usize, engine: Box<dyn Engine>) {
        // The memory is freed after the lock is released.
        let _gone = self.with(|shelves| {
            let mut gone: Vec<_> = shelves.remove(&key).into_iter().collect();
            shelves.clock += 1;
            let since = shelves.clock;
            shelves.size += size;
            let room = key.room;
            shelves.engines.insert(
                key,
                IdleEngine {
                    engine,
                    size,
                    since,
                },
            );
            gone.extend(shelves.make_room(room, self));
            gone
        });
    }

    /// Drops the idle engines of a room.
    pub fn forget(&self, room: u64) {
        let _gone = self.with(|shelves| {
            let keys: Vec<_> = shelves
                .engines
                .keys()
                .filter(|key| key.room == room)
                .cloned()
                .collect();
            keys.iter()
                .filter_map(|key| shelves.remove(key))
                .collect::<Vec<_>>()
        });
    }

    fn with<T>(&self, act: impl FnOnce(&mut IdleEngines) -> T) -> T {
        act(&mut self.shelves.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl IdleEngines {
    /// Takes out the idle engines for which there is no memory left, in the room's share or in all.
    fn make_room(&mut self, room: u64, cache: &Cache) -> Vec<Box<dyn Engine>> {
        let mut gone = Vec::new();
        let mut let_go = |shelves: &mut Self, of: Option<u64>, most: usize| {
            while shelves.taken(of) > most {
                let resting = shelves
                    .engines
                    .iter()
                    .filter(|(key, _)| of.is_none_or(|room| key.room == room));
                let oldest = resting
                    .min_by_key(|(_, resting)| resting.since)
                    .map(|(key, _)| key.clone());
                let Some(oldest) = oldest else { break };
                gone.extend(shelves.remove(&oldest));
            }
        };
        let_go(self, Some(room), cache.a_room);
        let_go(self, None, cache.budget);
        gone
    }

    /// The memory of one room's engines, or of all, in MiB.
    fn taken(&self, of: Option<u64>) -> usize {
        let counts = |room: u64| of.is_none_or(|of| of == room);
        let working: usize = self
            .working
            .iter()
            .filter(|work| counts(work.0))
            .map(|work| work.1)
            .sum();
        let resting = match of {
            None => self.size,
            Some(_) => self
                .engines
                .iter()
                .filter(|(key, _)| counts(key.room))
                .map(|(_, resting)| resting.size)
                .sum(),
        };
        working + resting
    }

    fn remove(&mut self, key: &Key) -> Option<Box<dyn Engine>> {
        let IdleEngine { engine, size, .. } = self.engines.remove(key)?;
        self.size -= size;
        Some(engine)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engines::EngineConfig;

    fn key(room: u64, engine: &str) -> Key {
        Key {
            room,
            settings: Vec::new(),
            engine: engine.to_owned(),
        }
    }

    fn idle() -> Box<dyn Engine> {
        let engine: EngineConfig = "pvs,hash=1".parse().expect("a configuration");
        engines::game("gomoku")
            .expect("built in")
            .engine(&Vec::new(), &engine, 0)
            .expect("the default rules")
    }

    #[test]
    fn the_longest_unused_goes_first() {
        let cache = Cache::new(9, 3);
        for room in 1..=3 {
            cache.put(key(room, "a"), 1, idle());
        }
        let first = cache.take(&key(1, "a")).expect("there is room for three");
        cache.put(key(1, "a"), 1, first);
        cache.put(key(4, "a"), 1, idle());
        assert_eq!(
            [1, 2, 3, 4].map(|room| cache.take(&key(room, "a")).is_some()),
            [true, false, true, true]
        );
        assert!(cache.take(&key(1, "a")).is_none(), "it was taken");
        assert_eq!(cache.with(|shelves| shelves.size), 0);
    }

    #[test]
    fn what_is_too_large_is_not_kept() {
        let cache = Cache::new(9, 3);
        cache.put(key(1, "a"), 1, idle());
        cache.put(key(1, "b"), 4, idle());
        assert!(cache.take(&key(1, "b")).is_none() && cache.take(&key(1, "a")).is_none());
        cache.put(key(1, "a"), 2, idle());
        cache.put(key(1, "a"), 2, idle());
        assert!(cache.take(&key(1, "a")).is_some(), "one key, one thinker");
    }

    #[test]
    fn what_is_at_work_counts() {
        let cache = Cache::new(4, 6);
        let rests =
            |room, engine| cache.with(|shelves| shelves.engines.contains_key(&key(room, engine)));
        for (room, engine, size) in [(1, "a", 2), (1, "b", 2), (2, "a", 2)] {
            cache.put(key(room, engine), size, idle());
        }
        let work = cache.work(1, 1);
        assert!(
            !rests(1, "a") && rests(1, "b") && rests(2, "a"),
            "a share of a room"
        );
        let others = cache.work(3, 3);
        assert!(!rests(1, "b") && rests(2, "a"), "the longest unused of all");
        cache.put(key(1, "c"), 1, idle());
        assert!(!rests(2, "a") && rests(1, "c"));
        drop((work, others));
        cache.put(key(2, "a"), 4, idle());
        assert!(rests(1, "c") && rests(2, "a"), "there is room again");
        assert_eq!(
            cache.with(|shelves| (shelves.taken(None), shelves.taken(Some(2)))),
            (5, 4)
        );
    }

    #[test]
    fn a_room_is_forgotten_alone() {
        let cache = Cache::new(9, 9);
        for (room, engine) in [(1, "a"), (1, "b"), (2, "a")] {
            cache.put(key(room, engine), 1, idle());
        }
        cache.forget(1);
        assert!(cache.take(&key(1, "a")).is_none() && cache.take(&key(1, "b")).is_none());
        assert!(cache.take(&key(2, "a")).is_some());
    }
}
