use super::*;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

const WAIT: Duration = Duration::from_secs(20);

/// One worker a lane, and time enough for every job.
fn pool() -> Pool {
    pool_with(Duration::from_secs(3600))
}

fn pool_with(patience: Duration) -> Pool {
    Pool::new(NonZeroUsize::MIN, NonZeroUsize::MIN, patience).expect("threads")
}

fn party(room: u64) -> Party {
    Party {
        address: None,
        room,
    }
}

/// Works until it is stopped, and tells that it began and how it ended.
fn endless(
    name: &'static str,
    told: &Sender<String>,
) -> impl FnOnce(&Control, bool) + Send + 'static {
    let told = told.clone();
    move |control, hurry| {
        let tell = |what: &str| told.send(format!("{name} {what}")).unwrap_or_default();
        tell(if hurry { "hurries" } else { "begins" });
        while !control.is_stopped() {
            std::thread::sleep(Duration::from_millis(1));
        }
        tell("ends");
    }
}

#[test]
fn jobs_are_done_in_order_and_a_dropped_one_never() {
    let pool = pool();
    let (tell, told) = channel();
    let next = || told.recv_timeout(WAIT).expect("a job tells");
    let a = pool.submit(Lane::Play, party(1), endless("a", &tell));
    assert_eq!(next(), "a begins");
    let b = pool.submit(Lane::Play, party(1), endless("b", &tell));
    let c = pool.submit(Lane::Play, party(1), endless("c", &tell));
    assert_eq!((b.ahead(), c.ahead()), (1, 2));
    drop(b);
    drop(a);
    assert_eq!([next(), next()], ["a ends", "c begins"]);
    drop(c);
    assert_eq!(next(), "c ends");
}

#[test]
fn who_is_hurried_while_waiting_answers_at_once() {
    let pool = pool();
    let (tell, told) = channel();
    let next = || told.recv_timeout(WAIT).expect("a job tells");
    let a = pool.submit(Lane::Play, party(1), endless("a", &tell));
    assert_eq!(next(), "a begins");
    let b = pool.submit(Lane::Play, party(1), endless("b", &tell));
    b.hurry();
    assert_eq!([next(), next()], ["b hurries", "b ends"]);
    a.hurry();
    assert_eq!(next(), "a ends");
}

#[test]
fn study_keeps_no_game_waiting() {
    let pool = pool();
    let (tell, told) = channel();
    let next = || told.recv_timeout(WAIT).expect("a job tells");
    let _study = pool.submit(Lane::Study, party(1), endless("study", &tell));
    assert_eq!(next(), "study begins");
    let _lab = pool.submit(Lane::Lab, party(1), endless("lab", &tell));
    assert_eq!(next(), "lab begins");
    let _play = pool.submit(Lane::Play, party(1), endless("play", &tell));
    assert_eq!(next(), "play begins");
}

#[test]
fn a_worker_outlives_a_panic() {
    let pool = pool();
    let (tell, told) = channel();
    let _bad = pool.submit(Lane::Play, party(1), |_, _| panic!("wanted by the test"));
    let _good = pool.submit(Lane::Play, party(1), endless("good", &tell));
    assert_eq!(told.recv_timeout(WAIT).as_deref(), Ok("good begins"));
}

#[test]
fn workers_go_home() {
    let pool = pool();
    let (tell, told) = channel();
    let running = pool.submit(Lane::Play, party(1), endless("a", &tell));
    assert_eq!(told.recv_timeout(WAIT).as_deref(), Ok("a begins"));
    let waiting = pool.submit(Lane::Play, party(1), endless("b", &tell));
    pool.close();
    drop(running);
    pool.join();
    drop(waiting);
    drop(tell);
    assert_eq!(told.iter().collect::<Vec<_>>(), ["a ends"]);
}

#[test]
fn a_job_is_stopped_after_its_share_and_only_while_another_waits() {
    let pool = pool_with(Duration::from_millis(100));
    let (tell, told) = channel();
    let next = || told.recv_timeout(WAIT).expect("a job tells");
    let _a = pool.submit(Lane::Play, party(1), endless("a", &tell));
    assert_eq!(next(), "a begins");
    assert!(
        told.recv_timeout(Duration::from_millis(500)).is_err(),
        "no other waits"
    );
    let _b = pool.submit(Lane::Play, party(2), endless("b", &tell));
    assert_eq!([next(), next()], ["a ends", "b begins"]);
    assert!(
        told.recv_timeout(Duration::from_millis(500)).is_err(),
        "no other waits"
    );
    let _c = pool.submit(Lane::Play, party(3), endless("c", &tell));
    assert_eq!([next(), next()], ["b ends", "c begins"]);
}

/// The other lanes are patient, but do not wait forever.
#[test]
fn study_takes_turns_too() {
    let pool = pool_with(Duration::from_millis(20));
    for lane in [Lane::Study, Lane::Lab] {
        let (tell, told) = channel();
        let next = || told.recv_timeout(WAIT).expect("a job tells");
        let _a = pool.submit(lane, party(1), endless("a", &tell));
        assert_eq!(next(), "a begins");
        let _b = pool.submit(lane, party(2), endless("b", &tell));
        assert_eq!([next(), next()], ["a ends", "b begins"]);
    }
}

#[test]
fn a_newcomer_goes_before_those_who_were_served() {
    let pool = pool_with(Duration::from_millis(1500));
    let (tell, told) = channel();
    let next = || told.recv_timeout(WAIT).expect("a job tells");
    let _greedy = pool.submit(Lane::Play, party(1), endless("greedy", &tell));
    assert_eq!(next(), "greedy begins");
    let _second = pool.submit(Lane::Play, party(2), endless("second", &tell));
    assert_eq!([next(), next()], ["greedy ends", "second begins"]);
    let again = pool.submit(Lane::Play, party(1), endless("again", &tell));
    let newcomer = pool.submit(Lane::Play, party(3), endless("newcomer", &tell));
    assert_eq!(
        (newcomer.ahead(), newcomer.place(), again.place()),
        (1, 1, 2)
    );
    assert_eq!([next(), next()], ["second ends", "newcomer begins"]);
    assert_eq!([next(), next()], ["newcomer ends", "again begins"]);
}

/// Time used while no other job waited is not counted.
#[test]
fn who_thought_long_alone_takes_turns_like_others() {
    let pool = pool_with(Duration::from_millis(100));
    let (tell, told) = channel();
    let next = || told.recv_timeout(WAIT).expect("a job tells");
    let alone = pool.submit(Lane::Play, party(1), endless("alone", &tell));
    assert_eq!(next(), "alone begins");
    std::thread::sleep(Duration::from_secs(1));
    drop(alone);
    assert_eq!(next(), "alone ends");
    let mut tickets = vec![
        pool.submit(Lane::Play, party(2), endless("greedy", &tell)),
        pool.submit(Lane::Play, party(3), endless("greedy", &tell)),
        pool.submit(Lane::Play, party(1), endless("again", &tell)),
    ];
    let mut turns = 0;
    loop {
        match next().as_str() {
            "again begins" => break,
            "greedy ends" => {
                turns += 1;
                tickets.push(pool.submit(
                    Lane::Play,
                    party(2 + turns % 2),
                    endless("greedy", &tell),
                ));
            }
            _ => {}
        }
    }
    assert!(turns <= 4, "{turns} turns before");
}
