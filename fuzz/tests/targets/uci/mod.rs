//! The server of UCI and UCCI beside a model of what the protocols make of lines: each line is
//! answered as it should be, and the position is the model's. One line in four is damaged. In UCI
//! several come at once, so that some come during a search.

mod answers;
mod go;
mod lines;
mod model;
mod moves;
mod options;

use crate::common::{Talk, setup};
use crate::glass::Glass;
use answers::check;
use boyi_fuzz::{Draws, target};
use lines::{damaged, line};
use model::Model;
use protocols::{Dialect, Setup, Uci};
use search::Limits;

#[test]
fn conversations() {
    target!(125, 4_096, converse);
}

/// A conversation for as long as there are bytes.
fn converse(bytes: &[u8]) {
    const CONFIGS: [&str; 8] = [
        "pvs,depth=1,hash=1",
        "pvs,depth=1,hash=1",
        "pvs,depth=1,hash=1",
        "pvs,depth=1,hash=1",
        "pvs,depth=1,hash=1",
        "aspiration,nodes=2000,hash=1",
        "smp,depth=2,hash=1",
        "level=2",
    ];
    let mut draws = Draws::new(bytes);
    // Whatever is chosen thinks no longer than that.
    let setup = Setup {
        seed: 1,
        limits: Limits::nodes(3_000),
        ..setup("xiangqi", draws.of(&CONFIGS))
    };
    let ucci = draws.one_in(2);
    let dialect = if ucci { Dialect::Ucci } else { Dialect::Uci };
    let server = Uci::new(&setup, dialect).expect("xiangqi");
    let (server, seen) = Glass::new(server, Uci::position);
    let mut talk = Talk::new(server, &setup);
    let mut model = Model::new(ucci);
    while !draws.is_over() {
        // During a search UCCI listens to few lines: one after another.
        let held = model.held.is_some();
        let count = if model.ucci || held {
            1
        } else {
            1 + draws.below(6)
        };
        let mut burst = Vec::new();
        let mut due = Vec::new();
        for _ in 0..count {
            let line = line(&mut draws, &model);
            let mut line = damaged(&mut draws, &line);
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
        for line in &burst {
            talk.say_bytes(&[line, b"\n".as_slice()].concat());
        }
        let texts = || -> Vec<_> {
            burst
                .iter()
                .map(|line| String::from_utf8_lossy(line))
                .collect()
        };
        for (due, ucci) in &due {
            check(due, &mut talk, *ucci)
                .unwrap_or_else(|wrong| panic!("{wrong}; {}; {:?}", model.pos, texts()));
        }
        if held && model.held.is_some() {
            // What was said has had its turn; a stop would come before.
            talk.say("d");
            talk.until(if model.placed { "Key: " } else { "info " });
        }
        // During a search UCCI can be asked for nothing else.
        if model.held.is_some() && (model.ucci || draws.one_in(2)) {
            talk.say("stop");
            for due in model.release() {
                check(&due, &mut talk, model.ucci)
                    .unwrap_or_else(|wrong| panic!("{wrong}; {:?}", texts()));
            }
        }
        if model.held.is_none() {
            talk.say("isready");
            talk.until("readyok");
            let seen = seen.lock().expect("no panic").clone();
            let expected = model.pos.to_string();
            assert_eq!(placement(&seen), placement(&expected), "{:?}", texts());
        }
    }
    if model.held.is_some() {
        talk.say("stop");
    }
    talk.say("quit");
    for line in talk.end() {
        let word = line.split(' ').next().unwrap_or_default();
        assert!(
            ["info", "bestmove", "nobestmove", "bye"].contains(&word),
            "{line:?}"
        );
    }
}

/// The pieces, and whose turn it is.
fn placement(fen: &str) -> String {
    fen.split(' ').take(2).collect::<Vec<_>>().join(" ")
}
