//! The server of GTP: a line has one answer at most, of the right form, and only a command that was
//! complied with changes the board.

use crate::common::{Talk, setup};
use boyi_fuzz::{Draws, target};

const LINES: [&str; 15] = [
    "7 play b f5",
    "play w pass",
    "boardsize 8",
    "komi 7.5",
    "undo",
    "gg-undo 2",
    "time_settings 60 5 1",
    "time_left b 5 1",
    "gogui-play_sequence b f5 w f6",
    "known_command play",
    "set_game Othello",
    "genmove w",
    "reg_genmove white",
    "showboard",
    "final_score",
];

const SIGNS: &[u8] = b" \t#/-+.09azAZ[];()\x00\x01\x1b\x7f\x80\xe7\xff\r";

/// A line for the most part like one of `lines`, and no newline in it.
pub fn line(draws: &mut Draws, lines: &[&str]) -> Vec<u8> {
    let whole = draws.of(lines);
    let mut bytes = match draws.below(8) {
        0..=1 => whole.as_bytes().to_vec(),
        2 => draws.noise(40),
        3 => draws.damaged(whole, SIGNS),
        _ => draws.mutated(whole, SIGNS),
    };
    bytes.retain(|&byte| byte != b'\n');
    bytes
}

#[test]
fn conversations() {
    target!(100, 4_096, converse);
}

fn converse(bytes: &[u8]) {
    let mut draws = Draws::new(bytes);
    let mut talk = Talk::gtp(&setup("othello", "pvs,depth=1,hash=1"));
    assert_eq!(talk.ask("gogui-play_sequence b f5 w f6 b e6"), "=");
    let mut board = talk.ask("gogui-rules_board");
    let mut number = 1_000_000;
    while !draws.is_over() {
        let line = line(&mut draws, &LINES);
        let shown = String::from_utf8_lossy(&line);
        let word = shown
            .split_whitespace()
            .find(|word| word.parse::<u64>().is_err());
        if word == Some("quit") {
            continue;
        }
        talk.say_bytes(&line);
        // A number tells the answer of what follows from that of the line, if it has one.
        talk.say(&format!("\n{number} gogui-rules_board"));
        let mark = format!("={number} ");
        let mut answers = vec![talk.gtp_answer()];
        while !answers[answers.len() - 1].starts_with(&mark) {
            answers.push(talk.gtp_answer());
        }
        let after = answers.pop().expect("one at least").replace(&mark, "= ");
        assert!(answers.len() <= 1, "{shown:?}: {answers:?}");
        assert!(
            answers.iter().all(|answer| answer.starts_with(['=', '?'])),
            "{shown:?}: {answers:?}"
        );
        // Only what was complied with may have changed the board.
        if answers.first().is_none_or(|answer| answer.starts_with('?')) {
            assert_eq!(after, board, "{shown:?}: {answers:?}");
        }
        board = after;
        number += 1;
    }
    assert_eq!(talk.ask("clear_board"), "=");
    assert_eq!(talk.ask("gogui-rules_legal_moves"), "= D3 C4 F5 E6");
    talk.hang_up();
    assert_eq!(talk.end(), [""; 0]);
}
