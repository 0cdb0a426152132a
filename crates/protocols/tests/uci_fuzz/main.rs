//! Lines at random, for the most part with something wrong, beside a model of what UCI and UCCI
//! make of them: each is answered as it should be, and the position is what the model has.
//!
//! `cargo test -p boyi-protocols --release --test uci_fuzz -- --ignored --nocapture` goes on for
//! ten minutes, or for as many seconds as `BOYI_FUZZ_SECONDS` says; `BOYI_FUZZ_SEED` chooses the
//! lines.

mod answers;
#[path = "../common/mod.rs"]
mod common;
mod go;
mod lines;
mod model;
mod moves;
mod options;

use answers::check;
use common::{
    Talk,
    chance::{Chance, converse_for_long},
    glass::Glass,
    setup,
};
use model::Model;
use protocols::{Dialect, Setup, Uci};
use search::Limits;
use std::time::Instant;

/// A conversation of this many lines, or of so long a time.
fn converse(config: &str, seed: u64, lines: usize, until: Option<Instant>) -> usize {
    // Whatever is chosen thinks no longer than that.
    let setup = Setup {
        seed,
        limits: Limits::nodes(3_000),
        ..setup("xiangqi", config)
    };
    let mut chance = Chance(seed);
    let ucci = chance.one_in(2);
    let server =
        Uci::new(&setup, if ucci { Dialect::Ucci } else { Dialect::Uci }).expect("xiangqi");
    let (server, seen) = Glass::new(server, Uci::position);
    let mut talk = Talk::new(server, &setup);
    let mut model = Model::new(ucci);
    let mut said = 0;
    while said < lines && until.is_none_or(|until| Instant::now() < until) {
        // Several at once, so that in UCI some come while it thinks. UCCI listens to few of them
        // then: one after another.
        let held = model.held.is_some();
        let count = if model.ucci || held {
            1
        } else {
            1 + chance.below(6)
        };
        let mut burst = Vec::new();
        let mut due = Vec::new();
        for _ in 0..count {
            let line = chance.line(&model);
            let mut line = chance.damaged(&line);
            // Where it is not the first it may be answered before its turn.
            if !burst.is_empty() && String::from_utf8_lossy(&line).trim() == "isready" {
                line = b"d".to_vec();
            }
            due.extend(model.hear(&line).into_iter().map(|due| (due, model.ucci)));
            burst.push(line);
            if model.held.is_some() || model.ucci {
                break;
            }
        }
        said += burst.len();
        for line in &burst {
            talk.say_bytes(&[line, b"\n".as_slice()].concat());
        }
        let texts = || {
            burst
                .iter()
                .map(|line| String::from_utf8_lossy(line).into_owned())
                .collect::<Vec<_>>()
        };
        for (due, ucci) in &due {
            check(due, &mut talk, *ucci).unwrap_or_else(|wrong| {
                panic!(
                    "seed {seed}, {said} lines: {wrong}; {}; {:?}",
                    model.pos,
                    texts()
                )
            });
        }
        if held && model.held.is_some() {
            // What was said has had its turn; a stop would come before.
            talk.say("d");
            talk.until(if model.placed { "Key: " } else { "info " });
        }
        // While it thinks UCCI can be asked for nothing else.
        if model.held.is_some() && (model.ucci || chance.one_in(2)) {
            talk.say("stop");
            for due in model.release() {
                check(&due, &mut talk, model.ucci).unwrap_or_else(|wrong| {
                    panic!("seed {seed}, {said} lines: {wrong}; {:?}", texts())
                });
            }
        }
        if model.held.is_none() {
            talk.say("isready");
            talk.until("readyok");
            let seen = seen.lock().expect("no panic").clone();
            assert_eq!(
                placement(&seen),
                placement(&model.pos.to_string()),
                "seed {seed}, {said} lines: {:?}",
                texts()
            );
        }
    }
    if model.held.is_some() {
        talk.say("stop");
    }
    talk.say("quit");
    let rest = talk.end();
    assert!(rest.iter().all(|line| {
        ["info", "bestmove", "nobestmove", "bye"]
            .contains(&line.split(' ').next().unwrap_or_default())
    }));
    said
}

/// The pieces, and whose turn it is.
fn placement(fen: &str) -> String {
    fen.split(' ').take(2).collect::<Vec<_>>().join(" ")
}

#[test]
fn ten_thousand_lines_of_uci_and_ucci() {
    let said = (1..=5)
        .map(|seed| converse("pvs,depth=1,hash=1", seed, 2_000, None))
        .sum::<usize>();
    assert!(said >= 10_000, "{said}");
}

#[test]
#[ignore = "goes on for ten minutes"]
fn as_long_as_one_likes() {
    converse_for_long(converse);
}
