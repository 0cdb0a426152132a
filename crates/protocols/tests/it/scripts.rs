//! Conversations as boards and match runners have them, word by word: `>` is said, `<` is answered.
//! A `*` in an answer stands for anything, a `?` for any one character, and an answer `<~` for any
//! number of lines.

use crate::common::{Talk, setup};

/// Whether `text` is as `pattern` has it.
fn fits(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern.chars().count() == text.chars().count() && begins(pattern, text).is_some(),
        Some((head, rest)) => {
            let Some(after) = begins(head, text) else {
                return false;
            };
            after
                .char_indices()
                .map(|(at, _)| at)
                .chain([after.len()])
                .any(|at| fits(rest, &after[at..]))
        }
    }
}

/// What follows in `text` where it begins with `pattern`.
fn begins<'a>(pattern: &str, text: &'a str) -> Option<&'a str> {
    let mut rest = text.chars();
    pattern
        .chars()
        .all(|wanted| rest.next().is_some_and(|c| wanted == '?' || wanted == c))
        .then_some(rest.as_str())
}

fn replay(name: &str, script: &str, mut talk: Talk) {
    let mut skips = false;
    for (number, line) in (1..).zip(script.lines()) {
        let place = format!("{name}, line {number}");
        match line.split_at_checked(1) {
            Some((">", said)) => talk.say(said.strip_prefix(' ').unwrap_or(said)),
            Some(("<", "~")) => skips = true,
            Some(("<", answer)) => loop {
                let pattern = answer.strip_prefix(' ').unwrap_or(answer);
                let heard = talk.hear().unwrap_or_else(|| panic!("{place}: the end"));
                if fits(pattern, &heard) {
                    skips = false;
                    break;
                }
                assert!(skips, "{place}: {heard:?}");
            },
            Some(("#", _)) | None => {}
            _ => panic!("{place}: neither said nor answered"),
        }
    }
    talk.hang_up();
    assert_eq!(talk.end(), [""; 0], "{name}");
}

#[test]
fn gtp_as_gogui_speaks_it() {
    let setup = setup("othello", "pvs,depth=2,hash=1");
    replay("gogui", include_str!("data/gogui.txt"), Talk::gtp(&setup));
}

#[test]
fn gtp_as_quarry_and_match_runners_speak_it() {
    let setup = setup("othello", "pvs,depth=2,hash=1");
    replay("quarry", include_str!("data/quarry.txt"), Talk::gtp(&setup));
}

#[test]
fn gtp_by_the_letter() {
    let setup = setup("othello", "pvs,depth=1,hash=1");
    replay("letter", include_str!("data/letter.txt"), Talk::gtp(&setup));
}

#[test]
fn gtp_with_passes() {
    let setup = setup("othello", "pvs,depth=1,hash=1");
    replay("passes", include_str!("data/passes.txt"), Talk::gtp(&setup));
}

#[test]
fn gtp_for_gomoku() {
    let setup = setup("gomoku", "pvs,depth=1,hash=1");
    replay("gomoku", include_str!("data/gomoku.txt"), Talk::gtp(&setup));
}

#[test]
fn gomocup_as_managers_and_boards_speak_it() {
    let setup = setup("gomoku", "pvs,depth=1,hash=1");
    replay(
        "gomocup",
        include_str!("data/gomocup.txt"),
        Talk::gomocup(&setup),
    );
}

#[test]
fn gomocup_with_swap2() {
    let setup = setup("gomoku", "pvs,depth=2,hash=1");
    replay(
        "swap2",
        include_str!("data/swap2.txt"),
        Talk::gomocup(&setup),
    );
}

#[test]
fn gomocup_with_searches_of_other_kinds() {
    for (config, name, script) in [
        (
            "mcts,nodes=2000",
            "mcts",
            include_str!("data/gomocup_mcts.txt"),
        ),
        (
            "dfpn,nodes=2000,hash=1",
            "dfpn",
            include_str!("data/gomocup_dfpn.txt"),
        ),
    ] {
        replay(name, script, Talk::gomocup(&setup("gomoku", config)));
    }
}

#[test]
fn nboard_by_its_own_handshake() {
    let setup = setup("othello", "pvs,hash=1");
    replay(
        "nboard",
        include_str!("data/nboard.txt"),
        Talk::nboard(&setup),
    );
}

#[test]
fn uci_by_the_letter() {
    replay(
        "uci",
        include_str!("data/uci.txt"),
        Talk::uci(&setup("xiangqi", "pvs,depth=5,hash=1")),
    );
}

#[test]
fn uci_as_boards_for_variants_speak_it() {
    let setup = setup("xiangqi", "pvs,depth=3,hash=1");
    replay(
        "uci_variants",
        include_str!("data/uci_variants.txt"),
        Talk::uci(&setup),
    );
    replay(
        "uci_cyclone",
        include_str!("data/uci_cyclone.txt"),
        Talk::uci(&setup),
    );
}

/// It is the first line that says which protocol is spoken.
#[test]
fn ucci_as_boards_for_xiangqi_speak_it() {
    let setup = setup("xiangqi", "pvs,depth=5,hash=1");
    replay("ucci", include_str!("data/ucci.txt"), Talk::uci(&setup));
    replay(
        "ucci_batch",
        include_str!("data/ucci_batch.txt"),
        Talk::uci(&setup),
    );
}

#[test]
fn patterns() {
    assert!(fits("a?c", "abc") && fits("?*", "é") && !fits("a?", "a") && !fits("?", ""));
    assert!(fits("a*c", "abc") && fits("*", "") && fits("=*é", "= é") && fits("a**", "a"));
    assert!(!fits("a*c", "abcd") && !fits("", "a") && !fits("a*b*c", "acb"));
}
