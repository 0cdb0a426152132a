//! Boyi behind the protocols of other programs, as its own matches start it, and as a script does.

mod common;

use common::{boyi, objects};
use std::path::Path;

/// The program under test, in the words of a match.
fn program(protocol: &str, arguments: &str) -> String {
    let path = Path::new(env!("CARGO_BIN_EXE_boyi"));
    format!("cmd:'{}' {protocol} {arguments}", path.display())
}

#[test]
fn it_plays_matches_against_itself() {
    // The same player inside and outside plays the same games: by its own account, and in each protocol.
    let spec = "pvs,depth=2,hash=1";
    let match_of = |b: &str| {
        let games =
            ["match", "othello", "--a", "pvs,depth=3,hash=1", "--b", b, "--games", "4", "--seed", "3", "--time", "60s"];
        objects(&games).pop().expect("a sum")
    };
    let inside = match_of(spec);
    for protocol in ["gtp", "nboard"] {
        let outside = match_of(&program(protocol, &format!("--searcher {spec}")));
        for key in ["games", "wins", "draws", "losses", "crashes", "illegal", "time_losses"] {
            assert_eq!(outside[key], inside[key], "{protocol}: {key}: {outside}");
        }
    }
}

#[test]
fn it_speaks_from_a_script() {
    let said = |arguments: &[&str], script: &str| {
        let output = boyi(arguments).write_stdin(script).output().expect("it runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(output.stderr.is_empty());
        String::from_utf8(output.stdout).expect("text")
    };
    let gtp = said(&["gtp", "--level", "1", "--seed", "1"], "1 name\n2 play b f5\n3 genmove w\n4 quit\n5 name\n");
    assert!(gtp.starts_with("=1 Boyi\n\n=2\n\n=3 ") && gtp.ends_with("\n\n=4\n\n"), "{gtp}");
    assert_eq!(said(&["gtp", "gomoku", "--rule", "renju", "--hash", "1"], "list_games"), "= Gomoku\n\n");
    assert_eq!(said(&["nboard", "--time", "10ms", "--threads", "2"], "nboard 2\nping 1\n"), "set myname Boyi\npong 1\n");
}

#[test]
fn words_are_checked() {
    for words in [
        &["gtp", "xiangqi"][..],
        &["gtp", "--rule", "renju"],
        &["gtp", "gomoku", "--rule", "go"],
        &["gtp", "--level", "11"],
        &["gtp", "--level", "3", "--threads", "2"],
        &["gtp", "--level", "3", "--searcher", "pvs"],
        &["gtp", "--searcher", "level=3", "--hash", "8"],
        &["gtp", "--searcher", "pvs,eval.nothing=1"],
        &["nboard", "othello"],
        &["nboard", "--hash", "0"],
        &["gtp", "--json"],
        &["--json", "nboard"],
    ] {
        let output = boyi(words).output().expect("it runs");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{words:?}");
    }
}
