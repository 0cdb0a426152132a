use search::Control;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;

/// What `work` makes of each number below `count`, in order, found on `threads` threads; `done` is
/// called on this one as each ends. `None` if one of them was given up.
///
/// # Errors
/// The first that comes up; the others are stopped by `control`.
pub(super) fn each<T: Send, E: Send>(
    count: usize,
    threads: NonZeroUsize,
    control: &Control,
    work: impl Fn(usize) -> Result<Option<T>, E> + Sync,
    done: &mut dyn FnMut(),
) -> Result<Option<Vec<T>>, E> {
    let next = AtomicUsize::new(0);
    let mut found: Vec<Option<T>> = (0..count).map(|_| None).collect();
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads.get().min(count) {
            let sender = sender.clone();
            let next = &next;
            let work = &work;
            let control = control.clone();
            scope.spawn(move || {
                while !control.is_stopped() {
                    let index = next.fetch_add(1, Relaxed);
                    // Nobody listens any more once something has failed.
                    if index >= count || sender.send((index, work(index))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for (index, result) in receiver {
            match result {
                Ok(Some(result)) => {
                    found[index] = Some(result);
                    done();
                }
                Ok(None) => {}
                Err(error) => {
                    control.stop();
                    return Err(error);
                }
            }
        }
        Ok(())
    })?;
    Ok(found.into_iter().collect())
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
            let found = each(
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
            each(
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
            let found = each(
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
            let found = each(
                9,
                threads(count),
                &control,
                |_| -> Result<Option<()>, ()> { panic!("begun") },
                &mut || (),
            );
            assert_eq!(found, Ok(None));
            let control = Control::default();
            let found = each(
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
