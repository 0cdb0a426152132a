//! Lines that are not what they should be: nothing breaks, nothing hangs, and nothing changes.

use crate::common::{Talk, setup};

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
