//! Lines that are not what they should be: nothing breaks, nothing hangs, and nothing changes.

mod common;

use common::{Talk, setup};

/// The next of a series of numbers that look like chance.
fn next(seed: &mut u64) -> u64 {
    *seed = game_core::zobrist::mix(*seed);
    *seed
}

/// `line` with some bytes changed, left out, doubled or put in.
fn mutated(line: &str, seed: &mut u64) -> Vec<u8> {
    const SIGNS: &[u8] = b" \t#/-+.09azAZ[];()\x00\x01\x1b\x7f\x80\xe7\xff\r";
    let mut bytes = line.as_bytes().to_vec();
    for _ in 0..1 + next(seed) % 3 {
        let at = next(seed) as usize % (bytes.len() + 1);
        let sign = SIGNS[next(seed) as usize % SIGNS.len()];
        match next(seed) % 4 {
            0 if at < bytes.len() => bytes[at] = sign,
            1 if at < bytes.len() => drop(bytes.remove(at)),
            2 if at < bytes.len() => bytes.insert(at, bytes[at]),
            _ => bytes.insert(at, sign),
        }
    }
    bytes
}

/// Some bytes.
fn noise(seed: &mut u64) -> Vec<u8> {
    (0..next(seed) % 40).map(|_| next(seed) as u8).collect()
}

/// A line for the most part like one of `lines`, and no line's end in it.
fn line(lines: &[&str], seed: &mut u64) -> Vec<u8> {
    let mut bytes = match next(seed) % 8 {
        0 => noise(seed),
        _ => mutated(lines[next(seed) as usize % lines.len()], seed),
    };
    bytes.retain(|&byte| byte != b'\n');
    bytes
}

#[test]
fn ten_thousand_lines_of_gtp() {
    const LINES: &[&str] = &[
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
    let mut talk = Talk::gtp(&setup("othello", "pvs,depth=1,hash=1"));
    assert_eq!(talk.ask("gogui-play_sequence b f5 w f6 b e6"), "=");
    let mut seed = 1;
    let mut board = talk.ask("gogui-rules_board");
    for i in 0..10_000 {
        let line = line(LINES, &mut seed);
        talk.say_bytes(&line);
        // A number of its own tells the answer of what follows from that of the line, if it has
        // one.
        talk.say(&format!("\n{} gogui-rules_board", 1_000_000 + i));
        let mark = format!("={} ", 1_000_000 + i);
        let mut answers = vec![talk.gtp_answer()];
        while !answers[answers.len() - 1].starts_with(&mark) {
            answers.push(talk.gtp_answer());
        }
        let after = answers.pop().expect("one at least").replace(&mark, "= ");
        assert!(answers.len() <= 1, "{line:?}: {answers:?}");
        // Only what was complied with may have changed the board.
        if answers.first().is_none_or(|answer| answer.starts_with('?')) {
            assert_eq!(
                after,
                board,
                "{:?}: {answers:?}",
                String::from_utf8_lossy(&line)
            );
        }
        board = after;
    }
    assert_eq!(talk.ask("clear_board"), "=");
    assert_eq!(talk.ask("gogui-rules_legal_moves"), "= D3 C4 F5 E6");
}

#[test]
fn ten_thousand_lines_of_nboard() {
    const GAME: &str = "set game (;GM[Othello]PC[x]PB[a]PW[b]RE[?]TI[15:00]TY[8]\
                        BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[F6/1.5/2];)";
    const LINES: &[&str] = &[
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
    let mut talk = Talk::nboard(&setup("othello", "pvs,depth=1,hash=1"));
    talk.say(GAME);
    let mut seed = 2;
    for i in 0..10_000 {
        let line = line(LINES, &mut seed);
        // What would be the end, or a move that is one, is left out.
        let text = String::from_utf8_lossy(&line).trim().to_owned();
        if text == "quit" {
            continue;
        }
        talk.say_bytes(&line);
        talk.say(&format!("\nping {}", 1_000_000 + i));
        let heard = talk.until(&format!("pong {}", 1_000_000 + i));
        for line in &heard {
            let word = line.split(' ').next().unwrap_or_default();
            let known = [
                "status",
                "set",
                "search",
                "nodestats",
                "===",
                "pong",
                "learned",
                "analysis",
            ]
            .contains(&word);
            assert!(known, "{text:?}: {line:?}");
        }
    }
    // It still plays from where it was told to.
    talk.say(GAME);
    talk.say("move E6");
    talk.say("move E6");
    assert_eq!(
        talk.until("status").last().map(String::as_str),
        Some("status e6 is occupied")
    );
}

#[test]
fn a_line_of_any_length() {
    let mut talk = Talk::gtp(&setup("othello", "pvs,depth=1,hash=1"));
    for length in [100, 16_383, 16_384, 16_385, 5 << 20] {
        assert_eq!(
            talk.ask(&format!("1 play b {}", "f".repeat(length)))
                .trim_end_matches(|c: char| c != 'r'),
            "?1 syntax error"
        );
        assert_eq!(
            talk.ask(&format!("# {}\n2 name", "x".repeat(length))),
            "=2 Boyi"
        );
    }
    let mut talk = Talk::nboard(&setup("othello", "pvs,depth=1,hash=1"));
    talk.say(&format!("set game (;{}", "x".repeat(5 << 20)));
    assert_eq!(
        talk.hear().as_deref(),
        Some("status not understood: the line is too long")
    );
}
