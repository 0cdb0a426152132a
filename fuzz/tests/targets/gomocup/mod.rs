//! The server of Gomocup's protocol beside a model of what the protocol makes of lines: each line
//! is answered as it should be, and the stones stand where the model has them. One line in four is
//! damaged, and several come at once, so that some come during a search.

mod answers;
mod lines;
mod model;
mod stones;
mod words;

use crate::common::{Talk, setup};
use crate::glass::Glass;
use answers::Due;
use boyi_fuzz::{Draws, target};
use lines::{damaged, lines};
use model::{Model, shown};
use protocols::{Gomocup, Setup};

#[test]
fn conversations() {
    target!(100, 4_096, converse);
}

/// A conversation for as long as there are bytes.
fn converse(bytes: &[u8]) {
    const CONFIGS: [&str; 8] = [
        "pvs,depth=1,hash=1",
        "pvs,depth=1,hash=1",
        "pvs,depth=1,hash=1",
        "pvs,depth=1,hash=1",
        "pvs,depth=1,hash=1",
        "aspiration,nodes=300,hash=1",
        "smp,depth=2,hash=1",
        "level=2",
    ];
    let mut draws = Draws::new(bytes);
    let setup = Setup {
        seed: 1,
        ..setup("gomoku", draws.of(&CONFIGS))
    };
    let (brain, seen) = Glass::new(Gomocup::new(&setup).expect("gomoku"), |brain| {
        shown(brain.position())
    });
    let mut talk = Talk::new(brain, &setup);
    let mut model = Model::new();
    while !draws.is_over() {
        // What is said next does not depend on answers.
        let mut burst = Vec::new();
        for _ in 0..=draws.below(6) {
            for line in lines(&mut draws, &model) {
                burst.push(damaged(&mut draws, &line));
            }
        }
        burst.push(b"ABOUT".to_vec());
        for line in &burst {
            talk.say_bytes(&[line, b"\n".as_slice()].concat());
        }
        let texts = || -> Vec<_> {
            burst
                .iter()
                .map(|line| String::from_utf8_lossy(line))
                .collect()
        };
        for line in &burst {
            for due in model.hear(line) {
                let count = match due {
                    Due::Messages(count) => count,
                    _ => 1,
                };
                for _ in 0..count {
                    let answer = answer(&mut talk);
                    model.answered(&due, &answer).unwrap_or_else(|wrong| {
                        let line = String::from_utf8_lossy(line);
                        panic!("{line:?}: {wrong}; {}; {:?}", model.shown(), texts())
                    });
                }
            }
        }
        let seen = seen.lock().expect("no panic").clone();
        assert_eq!(seen, model.shown(), "{:?}", texts());
    }
    talk.say("END");
    assert_eq!(talk.end(), [""; 0]);
}

/// The next line that answers one; messages about a search answer none.
fn answer(talk: &mut Talk) -> String {
    loop {
        let line = talk.hear().expect("the server goes on");
        if !line.starts_with("MESSAGE ") || line.starts_with("MESSAGE INFO") {
            return line;
        }
    }
}
