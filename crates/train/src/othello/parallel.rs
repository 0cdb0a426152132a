//! Work on several threads whose result does not depend on how many they are.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// `work` of 0 to `count` - 1, in that order.
pub(super) fn map<T: Send>(threads: usize, count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let (next, results) = (AtomicUsize::new(0), Mutex::new((0..count).map(|_| None).collect::<Vec<Option<T>>>()));
    let run = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return;
            }
            let result = work(number);
            results.lock().unwrap_or_else(|poisoned| poisoned.into_inner())[number] = Some(result);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.min(count) {
            scope.spawn(run);
        }
        run();
    });
    let results = results.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    results.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn results_come_in_order() {
        for threads in [1, 2, 7] {
            assert_eq!(super::map(threads, 100, |number| number * number), (0..100).map(|n| n * n).collect::<Vec<_>>());
        }
        assert!(super::map(3, 0, |number| number).is_empty());
    }
}
