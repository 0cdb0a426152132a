//! Work on several threads whose result does not depend on how many they are.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

/// Searches recurse once a ply, beyond what threads are given by default.
const STACK: usize = 16 << 20;

/// `work` of 0 to `count` - 1, in that order; `done` hears how many are.
pub(super) fn map<T: Send>(
    threads: usize,
    count: usize,
    done: &(dyn Fn(usize) + Sync),
    work: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    let (next, finished) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let results = Mutex::new((0..count).map(|_| None).collect::<Vec<Option<T>>>());
    let run = || {
        loop {
            let number = next.fetch_add(1, Relaxed);
            if number >= count {
                return;
            }
            let result = work(number);
            results.lock().unwrap_or_else(|poisoned| poisoned.into_inner())[number] = Some(result);
            done(finished.fetch_add(1, Relaxed) + 1);
        }
    };
    thread::scope(|scope| {
        let worker = || thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run).is_ok();
        let workers = (0..threads.max(1).min(count)).filter(|_| worker()).count();
        if workers == 0 {
            // No thread could be had.
            run();
        }
    });
    let results = results.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    results.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn results_come_in_order() {
        for threads in [1, 2, 7] {
            let squares = super::map(threads, 100, &|_| {}, |number| number * number);
            assert_eq!(squares, (0..100).map(|n| n * n).collect::<Vec<_>>());
        }
        assert!(super::map(3, 0, &|_| {}, |number| number).is_empty());
    }
}
