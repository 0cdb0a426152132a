use super::*;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

const WAIT: Duration = Duration::from_secs(20);

fn pool() -> Pool {
    Pool::new(NonZeroUsize::MIN, NonZeroUsize::MIN).expect("threads")
}

/// Works until it is stopped, and tells that it began and how it ended.
fn endless(name: &'static str, told: &Sender<String>) -> impl FnOnce(&Control, bool) + Send + 'static {
    let told = told.clone();
    move |control, hurry| {
        let tell = |what: &str| told.send(format!("{name} {what}")).expect("the test listens");
        tell(if hurry { "hurries" } else { "begins" });
        while !control.is_stopped() {
            std::thread::sleep(Duration::from_millis(1));
        }
        tell("ends");
    }
}

#[test]
fn jobs_are_done_in_order_and_a_dropped_one_never() {
    let (pool, (tell, told)) = (pool(), channel());
    let next = || told.recv_timeout(WAIT).expect("a job tells");
    let a = pool.submit(Lane::Play, endless("a", &tell));
    assert_eq!(next(), "a begins");
    let b = pool.submit(Lane::Play, endless("b", &tell));
    let c = pool.submit(Lane::Play, endless("c", &tell));
    assert_eq!((b.ahead(), c.ahead()), (1, 2));
    drop(b);
    drop(a);
    assert_eq!([next(), next()], ["a ends", "c begins"]);
    drop(c);
    assert_eq!(next(), "c ends");
}

#[test]
fn who_is_hurried_while_waiting_answers_at_once() {
    let (pool, (tell, told)) = (pool(), channel());
    let next = || told.recv_timeout(WAIT).expect("a job tells");
    let a = pool.submit(Lane::Play, endless("a", &tell));
    assert_eq!(next(), "a begins");
    let b = pool.submit(Lane::Play, endless("b", &tell));
    b.hurry();
    assert_eq!([next(), next()], ["b hurries", "b ends"]);
    a.hurry();
    assert_eq!(next(), "a ends");
}

#[test]
fn study_keeps_no_game_waiting() {
    let (pool, (tell, told)) = (pool(), channel());
    let next = || told.recv_timeout(WAIT).expect("a job tells");
    let _study = pool.submit(Lane::Study, endless("study", &tell));
    assert_eq!(next(), "study begins");
    let _lab = pool.submit(Lane::Lab, endless("lab", &tell));
    assert_eq!(next(), "lab begins");
    let _play = pool.submit(Lane::Play, endless("play", &tell));
    assert_eq!(next(), "play begins");
}

#[test]
fn a_worker_outlives_a_panic() {
    let (pool, (tell, told)) = (pool(), channel());
    let _bad = pool.submit(Lane::Play, |_, _| panic!("wanted by the test"));
    let _good = pool.submit(Lane::Play, endless("good", &tell));
    assert_eq!(told.recv_timeout(WAIT).as_deref(), Ok("good begins"));
}

#[test]
fn workers_go_home() {
    let (pool, (tell, told)) = (pool(), channel());
    let running = pool.submit(Lane::Play, endless("a", &tell));
    assert_eq!(told.recv_timeout(WAIT).as_deref(), Ok("a begins"));
    let waiting = pool.submit(Lane::Play, endless("b", &tell));
    pool.close();
    drop(running);
    pool.join();
    drop(waiting);
    drop(tell);
    assert_eq!(told.iter().collect::<Vec<_>>(), ["a ends"]);
}
