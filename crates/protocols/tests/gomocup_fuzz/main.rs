//! Lines at random, for the most part with something wrong, beside a model of what the protocol
//! makes of them: the brain answers each as it should, and the stones lie as the model has them.
//!
//! `cargo test -p boyi-protocols --release --test gomocup_fuzz -- --ignored --nocapture` goes on
//! for ten minutes, or for as many seconds as `BOYI_FUZZ_SECONDS` says; `BOYI_FUZZ_SEED` chooses
//! the lines.

mod answers;
#[path = "../common/mod.rs"]
mod common;
mod lines;
mod model;
mod stones;
mod words;

use answers::Due;
use common::{
    Talk,
    chance::{Chance, converse_for_long},
    glass::Glass,
    setup,
};
use model::{Model, shown};
use protocols::{Gomocup, Setup};
use std::{collections::VecDeque, time::Instant};

/// Lines for people to read.
fn texts(lines: &[Vec<u8>]) -> Vec<String> {
    lines
        .iter()
        .map(|line| String::from_utf8_lossy(line).into_owned())
        .collect()
}

/// A conversation of this many lines, or of so long a time.
fn converse(config: &str, seed: u64, lines: usize, until: Option<Instant>) -> usize {
    let setup = Setup {
        seed,
        ..setup("gomoku", config)
    };
    let (brain, seen) = Glass::new(Gomocup::new(&setup).expect("gomoku"), |brain| {
        shown(brain.position())
    });
    let mut talk = Talk::new(brain, &setup);
    let mut chance = Chance(seed);
    let mut model = Model::new();
    let mut said = 0;
    while said < lines && until.is_none_or(|until| Instant::now() < until) {
        // Several at once, so that some come while it thinks. What is said next does not depend on
        // answers.
        let mut burst = Vec::new();
        for _ in 0..=chance.below(6) {
            burst.extend(
                chance
                    .lines(&model)
                    .iter()
                    .map(|line| chance.damaged(line))
                    .collect::<Vec<_>>(),
            );
        }
        burst.push(b"ABOUT".to_vec());
        said += burst.len();
        for line in &burst {
            talk.say_bytes(&[line, b"\n".as_slice()].concat());
        }
        let mut script = VecDeque::from(burst.clone());
        while let Some(line) = script.pop_front() {
            for due in model.hear(&line) {
                let count = if let Due::Messages(count) = due {
                    count
                } else {
                    1
                };
                for _ in 0..count {
                    let told = |line: &String| {
                        line.starts_with("MESSAGE ") && !line.starts_with("MESSAGE INFO")
                    };
                    let answer = std::iter::repeat_with(|| talk.hear().expect("it lives"))
                        .find(|line| !told(line));
                    let checked = model.answered(&due, &answer.expect("an answer"));
                    checked.unwrap_or_else(|wrong| {
                        let line = String::from_utf8_lossy(&line);
                        let burst = texts(&burst);
                        panic!(
                            "seed {seed}, {said} lines: {line:?}: {wrong}; {}; {burst:?}",
                            model.shown()
                        )
                    });
                }
            }
        }
        let seen = seen.lock().expect("no panic").clone();
        assert_eq!(
            seen,
            model.shown(),
            "seed {seed}, {said} lines: {:?}",
            texts(&burst)
        );
    }
    talk.say("END");
    assert_eq!(talk.end(), [""; 0]);
    said
}

#[test]
fn ten_thousand_lines_of_gomocup() {
    let said = (1..=4)
        .map(|seed| converse("pvs,depth=1,hash=1", seed, 2_000, None))
        .sum::<usize>()
        + (5..=6)
            .map(|seed| converse("aspiration,nodes=300,hash=1", seed, 1_000, None))
            .sum::<usize>();
    assert!(said >= 10_000);
}

#[test]
#[ignore = "goes on for ten minutes"]
fn as_long_as_one_likes() {
    converse_for_long(converse);
}
