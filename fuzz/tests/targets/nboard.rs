//! The server of NBoard's protocol: every answer is of the right form, and it plays on from the
//! game it is set to.

use crate::common::{Talk, setup};
use crate::gtp::line;
use boyi_fuzz::{Draws, target};

const GAME: &str = "set game (;GM[Othello]PC[x]PB[a]PW[b]RE[?]TI[15:00]TY[8]\
                    BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[F6/1.5/2];)";

const LINES: [&str; 13] = [
    GAME,
    GAME,
    "nboard 2",
    "set depth 1",
    "set contempt 10",
    "move E6/1.5/2",
    "move PA",
    "hint 2",
    "go",
    "learn",
    "ping 5",
    "status",
    "F5",
];

const ANSWERS: [&str; 8] = [
    "status",
    "set",
    "search",
    "nodestats",
    "===",
    "pong",
    "learned",
    "analysis",
];

#[test]
fn conversations() {
    target!(100, 4_096, converse);
}

fn converse(bytes: &[u8]) {
    let mut draws = Draws::new(bytes);
    let mut talk = Talk::nboard(&setup("othello", "pvs,depth=1,hash=1"));
    talk.say(GAME);
    let mut number = 1_000_000;
    while !draws.is_over() {
        let line = line(&mut draws, &LINES);
        let shown = String::from_utf8_lossy(&line).trim().to_owned();
        if shown == "quit" {
            continue;
        }
        talk.say_bytes(&line);
        talk.say(&format!("\nping {number}"));
        for answer in talk.until(&format!("pong {number}")) {
            let word = answer.split(' ').next().unwrap_or_default();
            assert!(ANSWERS.contains(&word), "{shown:?}: {answer:?}");
        }
        number += 1;
    }
    // A game sets it to a position, whatever was said before; there e6 is free once.
    talk.say(GAME);
    talk.say("move E6");
    talk.say("move E6");
    let answers = talk.until("status");
    assert_eq!(
        answers.last().map(String::as_str),
        Some("status e6 is occupied")
    );
    talk.hang_up();
    talk.end();
}
