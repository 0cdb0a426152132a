//! UCI and UCCI beyond what scripts tell word by word: answers that wait, searches that are given
//! up, positions that other rules have ended, and how ranks are counted.

use crate::common::{Talk, setup};
use protocols::{Dialect, Setup, Uci};
use std::time::{Duration, Instant};

/// What a stop may take where the machine is busy elsewhere.
const SOON: Duration = Duration::from_secs(60);

const QUICK: &str = "pvs,depth=2,hash=1";

fn talk(config: &str) -> Talk {
    Talk::uci(&setup("xiangqi", config))
}

/// Thinks for an hour, if nobody stops it.
fn endless() -> Setup {
    Setup {
        patience: Duration::from_millis(50),
        ..setup("xiangqi", "pvs,hash=1,time=60m")
    }
}

/// The answer to a search, without what was told of it before.
fn best(talk: &mut Talk) -> String {
    let line = std::iter::repeat_with(|| talk.hear().expect("an answer"))
        .find(|line| !line.starts_with("info "));
    line.expect("it lives")
}

/// The position, as `d` shows it.
fn fen(talk: &mut Talk) -> String {
    talk.say("d");
    let lines = talk.until("Key: ");
    let fen = lines.iter().find_map(|line| line.strip_prefix("Fen: "));
    fen.unwrap_or_else(|| panic!("{lines:?}")).to_owned()
}

#[test]
fn an_answer_waits_for_its_word() {
    for (go, word) in [
        ("go infinite", "stop"),
        ("go ponder movetime 50", "ponderhit"),
        ("go ponder", "stop"),
    ] {
        let mut talk = talk(QUICK);
        talk.say("position startpos moves h2e2");
        talk.say(go);
        // Two plies take no time.
        talk.until("info depth 2 ");
        talk.say("isready");
        assert_eq!(talk.until("readyok").len(), 1, "{go}: nothing else is said");
        assert!(talk.is_silent(Duration::from_millis(50)), "{go}");
        if word == "stop" {
            talk.say("ponderhit");
            if go == "go infinite" {
                assert!(
                    talk.is_silent(Duration::from_millis(20)),
                    "that was no word for it"
                );
            }
        }
        talk.say(word);
        assert!(best(&mut talk).starts_with("bestmove "), "{go}");
        talk.say("isready");
        assert_eq!(talk.hear().as_deref(), Some("readyok"), "{go}: one answer");
    }
}

#[test]
fn the_clock_runs_from_the_hit() {
    for greeting in ["uci", "ucci\nsetoption usemillisec true"] {
        let mut talk = Talk::uci(&endless());
        talk.say(greeting);
        talk.say(if greeting == "uci" {
            "go ponder wtime 200 btime 200"
        } else {
            "go ponder time 200 increment 0"
        });
        talk.until("info depth 2 ");
        talk.say("ponderhit");
        let begun = Instant::now();
        assert!(best(&mut talk).starts_with("bestmove "));
        assert!(begun.elapsed() < SOON);
    }
}

#[test]
fn who_asks_for_something_else_is_answered_first() {
    for next in [
        "position startpos moves h2e2 h9g7",
        "go depth 1 searchmoves a3a4",
        "ucinewgame",
    ] {
        for config in [QUICK, "pvs,hash=1,time=60m"] {
            for go in ["go infinite", "go ponder wtime 1000 btime 1000"] {
                let mut talk = talk(config);
                let begun = Instant::now();
                talk.say(go);
                talk.until("info depth 2 ");
                talk.say(next);
                assert!(best(&mut talk).starts_with("bestmove "), "{go}, {next}");
                if next.starts_with("go ") {
                    assert!(best(&mut talk).starts_with("bestmove a3a4"), "{go}, {next}");
                }
                let moved = next.contains("moves h2e2");
                assert_eq!(
                    fen(&mut talk).starts_with("rnbakab1r/"),
                    moved,
                    "{go}, {next}"
                );
                assert!(begun.elapsed() < SOON);
            }
        }
    }
}

#[test]
fn what_is_refused_stops_nothing() {
    let mut talk = Talk::uci(&endless());
    talk.say("go infinite");
    talk.until("info depth 2 ");
    let refused = [
        "position fen 9/9 w",
        "position startpos moves e5e6",
        "go depth x",
        "go searchmoves e5e6",
        "nonsense",
        "setoption name X",
    ];
    refused.iter().for_each(|line| talk.say(line));
    talk.say("isready");
    talk.until("readyok");
    talk.say("stop");
    let lines = talk.until("bestmove");
    assert!(
        lines.iter().all(|line| !line.starts_with("info string")),
        "{lines:?}"
    );
    for line in refused {
        let told = talk.hear().expect("told");
        assert!(told.starts_with("info string "), "{line}: {told}");
        if line.starts_with("go ") {
            assert_eq!(talk.hear().as_deref(), Some("bestmove (none)"), "{line}");
        }
    }
}

#[test]
fn ucci_takes_nothing_else_while_it_thinks() {
    let mut talk = Talk::uci(&endless());
    talk.say("ucci");
    talk.until("ucciok");
    talk.say("go depth infinite");
    talk.until("info depth 2 ");
    for line in [
        "position startpos moves h2e2",
        "go depth 1",
        "setoption hashsize 1",
        "banmoves h2e2",
        "ucci",
        "d",
    ] {
        talk.say(line);
        let word = line.split(' ').next().expect("a word");
        let told =
            format!("info message {word} is for an engine that does not think: stop it first");
        assert_eq!(talk.until("info message").last(), Some(&told));
    }
    talk.say("isready");
    talk.until("readyok");
    // A question about what it thinks of is answered meanwhile.
    talk.say("probe startpos");
    let known = talk.until("pophash").pop().expect("an answer");
    assert!(
        known.contains(" bestmove ") && known.contains(" lowerbound "),
        "{known}"
    );
    talk.say("stop");
    assert!(best(&mut talk).starts_with("bestmove "));
    talk.say("isready");
    assert_eq!(talk.hear().as_deref(), Some("readyok"), "one answer");
    assert!(
        fen(&mut talk).starts_with("rnbakabnr/"),
        "the position is that before"
    );
    talk.say("go depth infinite");
    talk.say("quit");
    assert_eq!(talk.end().last().map(String::as_str), Some("bye"));
}

#[test]
fn who_has_gone_is_answered() {
    for (said, answers) in [
        ("go infinite\n", 1),
        ("go infinite\nquit\n", 1),
        ("go ponder movetime 5", 1),
        ("go depth 2\ngo infinite\nstop\n", 2),
        ("ucci\ngo depth infinite\n", 1),
        (
            "ucci\nsetoption batch on\ngo depth 1\ngo depth infinite\nquit\n",
            2,
        ),
    ] {
        let mut talk = Talk::uci(&endless());
        let begun = Instant::now();
        talk.say_bytes(said.as_bytes());
        talk.hang_up();
        let heard = talk.end();
        assert_eq!(
            heard
                .iter()
                .filter(|line| line.starts_with("bestmove "))
                .count(),
            answers,
            "{said:?}: {heard:?}"
        );
        assert!(begun.elapsed() < SOON, "{said:?}");
    }
    // An answer that waits for a word that will never come.
    let mut talk = talk(QUICK);
    talk.say("go infinite");
    talk.until("info depth 2 ");
    talk.hang_up();
    assert!(talk.end()[0].starts_with("bestmove "));
}

#[test]
fn times_are_kept() {
    for (greeting, go) in [
        ("uci", "go movetime 60"),
        ("uci", "go wtime 400 btime 400"),
        ("uci", "go wtime -5 btime 10"),
        ("uci", "go wtime 3000 btime 3000 movestogo 30"),
        ("uci", "go nodes 500"),
        ("uci", "go depth 2"),
        ("ucci", "go time 1 movestogo 30"),
        (
            "ucci\nsetoption usemillisec true",
            "go time 400 increment 0",
        ),
        ("ucci", "go nodes 500"),
    ] {
        let mut talk = Talk::uci(&endless());
        let begun = Instant::now();
        talk.say(greeting);
        talk.say("position startpos moves h2e2");
        talk.say(go);
        talk.until("bestmove ");
        assert!(begun.elapsed() < SOON, "{go}");
    }
}

#[test]
fn ranks_are_counted_as_the_other_side_counts_them() {
    /// Two moves to choose from, which one count or the other makes of the same pawn's.
    const FROM_ZERO: &str = "go depth 1 searchmoves a3a4";
    const FROM_ONE: &str = "go depth 1 searchmoves a4a5";
    for (said, go, written) in [
        // Nothing is shown.
        (&["position startpos"][..], FROM_ZERO, "a3a4"),
        (&["position startpos moves h2e2 h9g7"], FROM_ZERO, "a3a4"),
        // Rank 10, and squares that are empty if the first rank is 0.
        (&["position startpos moves h3e3 h10g8"], FROM_ONE, "a4a5"),
        // What was shown last counts on, where nothing is.
        (
            &["position startpos moves h3e3 h10g8", "position startpos"],
            FROM_ONE,
            "a4a5",
        ),
        (
            &[
                "position startpos moves h3e3 h10g8",
                "position startpos moves h2e2 h9g7",
            ],
            FROM_ZERO,
            "a3a4",
        ),
        (
            &["setoption name UCI_Variant value xiangqi"],
            FROM_ONE,
            "a4a5",
        ),
        (
            &[
                "setoption name UCI_Variant value xiangqi",
                "position startpos moves h2e2 h9g7",
            ],
            FROM_ZERO,
            "a3a4",
        ),
        (
            &["ucci", "setoption UCI_Variant xiangqi"],
            FROM_ZERO,
            "a3a4",
        ),
        // A greeting begins anew.
        (
            &["setoption name UCI_Variant value xiangqi", "ucci"],
            FROM_ZERO,
            "a3a4",
        ),
        // Both are read, and one is written by an option.
        (
            &[
                "setoption name Ranks value 1-10",
                "position startpos moves h2e2 h9g7",
            ],
            FROM_ZERO,
            "a4a5",
        ),
        (
            &[
                "setoption name Ranks value 0-9",
                "position startpos moves h3e3 h10g8",
            ],
            FROM_ONE,
            "a3a4",
        ),
        (
            &[
                "setoption name UCI_Variant value xiangqi",
                "setoption name Ranks value 0-9",
            ],
            FROM_ZERO,
            "a3a4",
        ),
        (
            &["ucci", "setoption ranks 1-10", "position startpos"],
            FROM_ONE,
            "a4a5",
        ),
    ] {
        let mut talk = talk(QUICK);
        said.iter().for_each(|line| talk.say(line));
        talk.say(go);
        let answer = talk.until("bestmove ").pop().expect("a move");
        assert_eq!(answer.split(' ').nth(1), Some(written), "{said:?}");
    }
}

#[test]
fn a_game_that_our_rules_have_ended_goes_on() {
    // Red's chariot and Black's go to and fro: the third time the position comes it is a draw here.
    let mut moves = String::new();
    for _ in 0..4 {
        moves += " a0a1 a9a8 a1a0 a8a9";
    }
    for start in [
        format!("startpos moves{moves}"),
        "fen 4k4/9/9/9/9/R8/9/9/9/3K5 w - - 130 80 moves a4a5".to_owned(),
    ] {
        let mut talk = talk(QUICK);
        talk.say(&format!("position {start}"));
        talk.say("go depth 2");
        let told = talk.until("bestmove ");
        assert!(
            told[0].starts_with("info string the game is over by the rules ("),
            "{told:?}"
        );
        assert!(!told[told.len() - 1].contains("none"), "{told:?}");
        // By rules that do not end it there, nothing is forgotten.
        talk.say("setoption name Move Limit value 0");
        talk.say("go depth 2");
        let told = talk.until("bestmove ");
        assert_eq!(
            told[0].starts_with("info string"),
            start.starts_with("startpos"),
            "{told:?}"
        );
    }
}

#[test]
fn a_level_answers_as_a_level() {
    let mut talk = talk("pvs,hash=1");
    talk.say("setoption name Level value 1");
    talk.say("position startpos");
    for _ in 0..5 {
        talk.say("go infinite");
        talk.say("stop");
        assert!(best(&mut talk).starts_with("bestmove "));
    }
}

#[test]
fn it_speaks_what_it_was_started_for_until_it_is_greeted() {
    let setup = setup("xiangqi", QUICK);
    for (dialect, error, greeting, ok) in [
        (Dialect::Uci, "info string ", "ucci", "ucciok"),
        (Dialect::Ucci, "info message ", "uci", "uciok"),
    ] {
        let mut talk = Talk::new(Uci::new(&setup, dialect).expect("xiangqi"), &setup);
        talk.say("nonsense");
        assert!(talk.hear().expect("told").starts_with(error));
        talk.say(greeting);
        talk.until(ok);
        talk.say("nonsense");
        assert!(!talk.hear().expect("told").starts_with(error));
    }
}

#[test]
fn a_line_of_any_length() {
    let mut talk = talk(QUICK);
    talk.say(&format!(
        "position startpos moves {}",
        "h2e2 ".repeat(1 << 20)
    ));
    assert_eq!(
        talk.hear().as_deref(),
        Some("info string the line is too long")
    );
    talk.say(&format!("position fen {}", "k".repeat(10_000)));
    assert!(
        talk.hear().is_some_and(
            |line| line.starts_with("info string no position is set") && line.len() < 400
        )
    );
    talk.say("d");
    assert_eq!(
        talk.hear().as_deref(),
        Some("info string there is no position: the last one was refused")
    );
    talk.say(&format!("go {}", "depth 1 ".repeat(1 << 20)));
    assert_eq!(
        talk.hear().as_deref(),
        Some("info string the line is too long")
    );
    assert_eq!(talk.hear().as_deref(), Some("bestmove (none)"));
    talk.say("position startpos");
    assert!(fen(&mut talk).starts_with("rnbakabnr/"));
}

/// A board that has died asks for nothing more, and least of all for an endless search.
#[test]
fn an_endless_search_ends_with_the_input() {
    for dialect in ["uci", "ucci"] {
        for go in [
            "go infinite",
            "go ponder wtime 3600000 btime 3600000",
            "go depth infinite",
        ] {
            // With the patience of a program that is piped a script.
            let mut talk = Talk::uci(&setup("xiangqi", "pvs,hash=1,time=60m"));
            talk.say(dialect);
            talk.say("position startpos");
            talk.say(go);
            talk.until("info depth 2 ");
            let begun = Instant::now();
            talk.hang_up();
            let heard = talk.end();
            assert!(
                heard
                    .last()
                    .is_some_and(|line| line.starts_with("bestmove ")),
                "{dialect}, {go}: {heard:?}"
            );
            // Half a second where nothing else runs; ten are what other searches are allowed.
            assert!(
                begun.elapsed() < Duration::from_secs(5),
                "{dialect}, {go}: {:?}",
                begun.elapsed()
            );
        }
    }
}
