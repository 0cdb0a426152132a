//! Games played side by side: started in order, collected on one thread as they end.

use rayon::ThreadPoolBuilder;
use rayon::iter::{ParallelBridge, ParallelIterator};
use search::{Control, STACK_SIZE};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::mpsc;

/// Runs `work` on each of `items`, in order, on `threads` threads. `collect` gets each result on
/// this thread as it comes, and may end the run, which stops `control`.
///
/// After a stop by `control` no item is begun.
pub(crate) fn for_each<I: Send, T: Send>(
    items: impl Iterator<Item = I> + Send,
    threads: NonZeroUsize,
    control: &Control,
    work: impl Fn(I) -> T + Sync + Send,
    mut collect: impl FnMut(T) -> ControlFlow<()>,
) {
    let pool = ThreadPoolBuilder::new()
        .num_threads(threads.get())
        .stack_size(STACK_SIZE)
        .build();
    let Ok(pool) = pool else {
        // If the system has no more threads, this thread does the work.
        for item in items {
            if control.is_stopped() {
                break;
            }
            if collect(work(item)).is_break() {
                control.stop();
            }
        }
        return;
    };
    let (sender, receiver) = mpsc::channel();
    pool.in_place_scope(|scope| {
        scope.spawn(move |_| {
            items.par_bridge().for_each(|item| {
                if !control.is_stopped() {
                    // The receiver is gone once the run has been ended.
                    drop(sender.send(work(item)));
                }
            });
        });
        // The channel closes when the last item is done.
        for result in receiver {
            if collect(result).is_break() {
                control.stop();
                break;
            }
        }
    });
}

/// The results of `work` for each number below `count`, in order; `done` is called as each ends.
/// `None` if `work` abandoned one of them.
///
/// # Errors
/// The first that comes up; it ends the others.
pub(crate) fn map<T: Send, E: Send>(
    count: usize,
    threads: NonZeroUsize,
    control: &Control,
    work: impl Fn(usize) -> Result<Option<T>, E> + Sync + Send,
    done: &mut dyn FnMut(),
) -> Result<Option<Vec<T>>, E> {
    let mut found: Vec<Option<T>> = (0..count).map(|_| None).collect();
    let mut failed = None;
    let work = |index| (index, work(index));
    for_each(0..count, threads, control, work, |(index, result)| {
        match result {
            Ok(Some(result)) => {
                found[index] = Some(result);
                done();
            }
            Ok(None) => {}
            Err(error) => {
                failed = Some(error);
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    });
    match failed {
        Some(error) => Err(error),
        None => Ok(found.into_iter().collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn threads(count: usize) -> NonZeroUsize {
        NonZeroUsize::new(count).expect("above 0")
    }

    #[test]
    fn results_are_in_order_whatever_the_threads() {
        for count in [1, 2, 9] {
            let mut done = 0;
            let found = map(
                100,
                threads(count),
                &Control::default(),
                |index| Ok::<_, ()>(Some(index * index)),
                &mut || done += 1,
            );
            assert_eq!(
                (found, done),
                (Ok(Some((0..100).map(|index| index * index).collect())), 100)
            );
        }
        assert_eq!(
            map(
                0,
                threads(3),
                &Control::default(),
                |_| Err::<Option<()>, _>(()),
                &mut || ()
            ),
            Ok(Some(Vec::new()))
        );
    }

    #[test]
    fn a_stop_and_an_error_end_it() {
        for count in [1, 3] {
            let control = Control::default();
            let found = map(
                1_000,
                threads(count),
                &control,
                |index| {
                    if index == 5 {
                        control.stop();
                    }
                    Ok::<_, ()>((!control.is_stopped()).then_some(index))
                },
                &mut || (),
            );
            assert_eq!(found, Ok(None));
            // Nothing is begun after a stop.
            let found = map(
                9,
                threads(count),
                &control,
                |_| -> Result<Option<()>, ()> { panic!("begun") },
                &mut || (),
            );
            assert_eq!(found, Ok(None));
            let control = Control::default();
            let found = map(
                1_000,
                threads(count),
                &control,
                |index| {
                    if index == 5 {
                        Err("five")
                    } else {
                        Ok(Some(index))
                    }
                },
                &mut || (),
            );
            assert_eq!((found, control.is_stopped()), (Err("five"), true));
        }
    }
}
