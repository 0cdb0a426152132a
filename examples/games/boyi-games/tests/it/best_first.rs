//! Connect four's own searcher in all doors.

use crate::common::{objects, printed, refused, said};
use std::fs;

#[test]
fn it_analyses_and_is_compared() {
    let best = |searcher: &str| {
        let line = "startpos moves d d c c e e";
        let args = [
            "analyze",
            "connect-four",
            "--position",
            line,
            "--nodes",
            "2000",
        ];
        let analysed = objects(&[&args[..], &["--searcher", searcher]].concat());
        analysed.last().expect("an answer")["mate"].clone()
    };
    assert_eq!(
        (best("best-first"), best("best-first,lookahead=off")),
        (1.into(), 1.into())
    );
    let rows = objects(&[
        "compare",
        "connect-four",
        "--searchers",
        "pvs,best-first,lookahead=3",
        "--nodes",
        "3000",
    ]);
    let names: Vec<_> = rows.iter().map(|row| row["searcher"].clone()).collect();
    assert_eq!(names, ["pvs", "best-first,lookahead=3"]);
    assert!(rows.iter().all(|row| row["best"] == "d"), "{rows:?}");
    // Those that must agree are compared by default: it is none of them.
    let table = printed(&["compare", "connect-four", "--depth", "3"]);
    assert!(
        table.contains("minimax") && !table.contains("best-first"),
        "{table}"
    );
}

#[test]
fn it_plays_matches_and_is_tuned() {
    let lines = objects(&[
        "match",
        "connect-four",
        "--a",
        "best-first",
        "--b",
        "pvs,random=1000,depth=1",
        "--games",
        "2",
    ]);
    let end = lines.last().expect("a result");
    assert_eq!(
        (&end["wins"], &end["crashes"]),
        (&2.into(), &0.into()),
        "{end}"
    );
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log");
    let tuned = printed(&[
        "tune",
        "connect-four",
        "--options",
        "--only",
        "lookahead",
        "--searcher",
        "best-first",
        "--nodes",
        "200",
        "--rounds",
        "2",
        "--games",
        "2",
        "--log",
        log.to_str().expect("a path"),
    ]);
    assert!(tuned.contains("lookahead="), "{tuned}");
    assert!(
        fs::read_to_string(log)
            .expect("a log")
            .contains("lookahead")
    );
    let ablated = printed(&[
        "ablate",
        "connect-four",
        "--searcher",
        "best-first",
        "--depth",
        "4",
        "--positions",
        "2",
        "--rounds",
        "1",
    ]);
    assert!(ablated.contains("lookahead"), "{ablated}");
}

#[test]
fn protocols_take_it() {
    let played = said(
        &["gtp", "connect-four", "--searcher", "best-first,nodes=500"],
        "genmove b\n",
    );
    assert_eq!(played.trim(), "= D1");
}

#[test]
fn other_games_do_not_have_it() {
    let (status, errors) = refused(&[
        "analyze",
        "hex",
        "--position",
        "startpos",
        "--searcher",
        "best-first",
    ]);
    assert_eq!(status, Some(2));
    assert!(
        errors.contains("there is no searcher \"best-first\"; hex has"),
        "{errors}"
    );
}
