//! A learning that is killed goes on, and ends with the same pedigree.

use arena::tournament::Shard;
use engines::Settings;
use learn::{Event, Gate, Learning, LearningError, Plan, Step};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use search::Limits;
use std::fs;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;
use train::network::TrainingConfig;
use train::self_play::SelfPlay;

const ROUNDS: u64 = 3;

fn plan() -> Plan {
    Plan {
        self_play: SelfPlay {
            settings: Settings::from([("size".to_owned(), "9".to_owned())]),
            games: 80,
            nodes: 15,
            longest: 12,
            ..SelfPlay::default()
        },
        training: TrainingConfig {
            epochs: 6,
            batch: 64,
            validation_one_in: 4,
            ..TrainingConfig::default()
        },
        window: 2,
        gate: Gate {
            limits: Limits::nodes(15),
            games: 8,
            opening_plies: 4,
            ..Gate::default()
        },
        ..Plan::default()
    }
}

fn open(plan: Plan, folder: &Path) -> Result<Learning, LearningError> {
    let gomoku = train::learner("gomoku").expect("it learns");
    Learning::open(gomoku, plan, folder)
}

/// Runs until this many `events` were reported. Returns whether the learning is complete.
fn run(learning: &mut Learning, threads: usize, events: usize) -> bool {
    let mut told = 0;
    let mut watch = |_: Event<'_>| {
        told += 1;
        match told < events {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    };
    let threads = NonZeroUsize::new(threads).expect("above 0");
    learning.run(ROUNDS, threads, &mut watch).expect("it runs")
}

fn files(folder: &Path) -> Vec<Vec<u8>> {
    let networks = (1..=ROUNDS).map(|round| format!("networks/{round:05}.network"));
    let games = (1..=ROUNDS).map(|round| format!("games/{round:05}.games"));
    let names = networks.chain(games).chain(["pedigree.jsonl".to_owned()]);
    names
        .map(|name| fs::read(folder.join(&name)).expect(&name))
        .collect()
}

#[test]
fn killed_twenty_times_at_random_it_ends_with_the_same_pedigree() {
    let folder = tempfile::tempdir().expect("a folder");
    let [undisturbed, killed] = ["undisturbed", "killed"].map(|name| folder.path().join(name));
    let mut learning = open(plan(), &undisturbed).expect("a new folder");
    assert!(run(&mut learning, 1, usize::MAX));
    assert_eq!(learning.pedigree().len() as u64, ROUNDS);
    let accepted = learning
        .pedigree()
        .iter()
        .filter(|round| round.accepted)
        .count();
    assert_eq!(learning.best().is_some(), accepted > 0);

    let mut random = StdRng::seed_from_u64(5);
    let mut kills = 0;
    loop {
        // What is in memory is gone.
        let mut learning = open(plan(), &killed).expect("its own folder");
        if run(&mut learning, 1 + kills % 2, random.random_range(1..=3)) {
            break;
        }
        kills += 1;
    }
    assert!(kills >= 20, "{kills}");
    assert!(files(&killed) == files(&undisturbed));
}

/// Copies a file of a learning's folder to that of another.
fn copy(name: &str, from: &Path, to: &Path) {
    fs::copy(from.join(name), to.join(name)).expect(name);
}

#[test]
fn parts_of_its_steps_make_the_same_pedigree() {
    let folder = tempfile::tempdir().expect("a folder");
    let [whole, parted] = ["whole", "parted"].map(|name| folder.path().join(name));
    assert!(run(&mut open(plan(), &whole).expect("new"), 1, usize::MAX));

    let mut go_on = |_: Event<'_>| ControlFlow::Continue(());
    let mut learning = open(plan(), &parted).expect("new");
    let shards = ["2/3", "0/3", "1/3"].map(|shard| shard.parse::<Shard>().expect("a shard"));
    while learning.pedigree().len() as u64 != ROUNDS {
        let (round, step) = (learning.round(), learning.next_step().expect("a step"));
        if step == Step::Training {
            assert!(
                learning
                    .step(NonZeroUsize::MIN, &mut go_on)
                    .expect("trained")
            );
            continue;
        }
        let best = learning.best();
        // Each part knows what it needs, and lies elsewhere.
        let parts = shards.map(|shard| {
            let part = folder.path().join(format!("{round} {step:?} {shard:?}"));
            drop(open(plan(), &part).expect("new"));
            if round > 1 {
                copy("pedigree.jsonl", &parted, &part);
            }
            if let Some(best) = &best {
                let name = best.file_name().expect("a file");
                fs::copy(best, part.join("networks").join(name)).expect("copied");
            }
            if step == Step::Match {
                copy(&format!("networks/{round:05}.network"), &parted, &part);
            }
            let opened = open(plan(), &part).expect("its own");
            let shared = opened.share(shard, NonZeroUsize::MIN, &mut go_on);
            assert!(shared.expect("played"));
            part
        });
        if step == Step::Games {
            let name = format!("games/{round:05}.games");
            let parts = parts.map(|part| fs::read(part.join(&name)).expect("a file"));
            let [last, first, second] = &parts;
            // The header is five lines.
            let chunks = |bytes: &[u8]| {
                bytes
                    .splitn(6, |&byte| byte == b'\n')
                    .last()
                    .map(<[u8]>::to_vec)
            };
            let rest = [second, last].map(|bytes| chunks(bytes).expect("chunks"));
            fs::write(parted.join(&name), [first.clone(), rest.concat()].concat())
                .expect("written");
            assert_eq!(learning.next_step().expect("a step"), Step::Training);
        } else {
            let name = format!("matches/{round:05}.jsonl");
            let logs = parts.map(|part| fs::read(part.join(&name)).expect("a log"));
            fs::write(parted.join(&name), logs.concat()).expect("written");
            // Of what is known no game is played.
            let mut hears = |event: Event<'_>| {
                assert!(matches!(event, Event::Round(_)), "{event:?}");
                ControlFlow::Continue(())
            };
            assert!(
                learning
                    .step(NonZeroUsize::MIN, &mut hears)
                    .expect("counted")
            );
        }
    }
    assert!(files(&parted) == files(&whole));
}

#[test]
fn a_folder_is_of_one_plan() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut learning = open(plan(), folder.path()).expect("a new folder");
    assert!(!run(&mut learning, 1, 1));
    let other = Plan {
        window: 3,
        ..plan()
    };
    let refused = open(other, folder.path()).map(drop).expect_err("a refusal");
    assert!(
        matches!(refused, LearningError::OtherPlan { .. }),
        "{refused}"
    );
    assert!(open(plan(), folder.path()).is_ok());
    let xiangqi = train::learner("xiangqi").expect("it learns");
    assert!(Learning::open(xiangqi, plan(), folder.path()).is_err());
}

#[test]
fn a_network_that_was_changed_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut learning = open(plan(), folder.path()).expect("a new folder");
    // To the first game of the gate match.
    let mut to_the_gate = |event: Event<'_>| match event {
        Event::Gate { .. } => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    let ended = learning.run(1, NonZeroUsize::MIN, &mut to_the_gate);
    assert!(!ended.expect("it runs"));
    let path = folder.path().join("networks/00001.network");
    let mut bytes = fs::read(&path).expect("the candidate");
    *bytes.last_mut().expect("not empty") ^= 1;
    fs::write(&path, bytes).expect("written");
    let refused = learning.run(1, NonZeroUsize::MIN, &mut |_| ControlFlow::Continue(()));
    assert!(matches!(refused, Err(LearningError::Changed { .. })));
}
