//! Searches that are not waited for: the client has something else to say, or has gone.

use crate::common::{Talk, setup};
use protocols::Setup;
use std::time::{Duration, Instant};

/// Thinks for an hour, if nobody stops it.
fn endless() -> Setup {
    setup("othello", "pvs,hash=1,time=60m")
}

/// What a stop may take where the machine is busy elsewhere.
const SOON: Duration = Duration::from_secs(60);

#[test]
fn gogui_interrupts() {
    let mut talk = Talk::gtp(&endless());
    talk.say("1 genmove b");
    talk.say("2 name");
    assert!(talk.is_silent(Duration::from_millis(100)));
    talk.say("# interrupt");
    let mv = talk.gtp_answer();
    assert!(mv.starts_with("=1 ") && mv.len() == 5, "{mv}");
    assert_eq!(talk.gtp_answer(), "=2 Boyi");
    // The position is that after the move, and the next search is another.
    assert_eq!(talk.ask("gogui-rules_side_to_move"), "= white");
    talk.say("genmove w");
    assert!(talk.is_silent(Duration::from_millis(100)));
    talk.say("# interrupt");
    assert!(talk.gtp_answer().starts_with("= "));
}

#[test]
fn who_has_gone_is_answered_and_not_waited_for() {
    for said in [
        "genmove b\nquit\n",
        "genmove b\n",
        "genmove b",
        "genmove b\ngenmove w\n3 name\nquit\n",
    ] {
        let setup = Setup {
            patience: Duration::from_millis(50),
            ..endless()
        };
        let mut talk = Talk::gtp(&setup);
        let begun = Instant::now();
        talk.say_bytes(said.as_bytes());
        talk.hang_up();
        let heard = talk.end();
        assert!(begun.elapsed() < SOON, "{said:?}");
        let commands = said.lines().count();
        assert_eq!(
            heard.iter().filter(|line| line.starts_with('=')).count(),
            commands,
            "{said:?}: {heard:?}"
        );
    }
    // Without patience to spare a search that ends by itself still does so first.
    let mut talk = Talk::gtp(&setup("othello", "pvs,hash=1,depth=4"));
    talk.say_bytes(b"genmove b\nquit\n");
    talk.hang_up();
    assert_eq!(talk.end().len(), 4);
}

#[test]
fn nboard_pings() {
    let mut talk = Talk::nboard(&endless());
    for (number, command) in [(1, "go"), (2, "hint 4"), (3, "analyze")] {
        // Of an hour a position none is analysed to the end.
        talk.say("set depth 60");
        talk.until("set myname");
        talk.say(command);
        talk.until("status Boyi is");
        talk.say(&format!("ping {number}"));
        talk.say("name?");
        let heard = talk.until("pong");
        assert_eq!(
            heard.last().map(String::as_str),
            Some(format!("pong {number}").as_str())
        );
        assert_eq!(
            heard.iter().filter(|line| line.starts_with("===")).count(),
            usize::from(command == "go"),
            "{heard:?}"
        );
        // Nothing of the search comes after it.
        assert!(talk.is_silent(Duration::from_millis(50)));
    }
    talk.say("go");
    talk.until("status");
    talk.say("quit");
    assert!(talk.end().iter().any(|line| line.starts_with("===")));
}

#[test]
fn nboard_hangs_up() {
    for word in ["go", "hint 2"] {
        let mut talk = Talk::nboard(&Setup {
            patience: Duration::from_millis(50),
            ..endless()
        });
        talk.say("set depth 60");
        talk.say(word);
        talk.hang_up();
        assert_eq!(
            talk.end().last().map(String::as_str),
            Some("status Boyi is waiting"),
            "{word}"
        );
    }
}

#[test]
fn what_was_asked_for_meanwhile_waits() {
    const LINES: usize = 1_000;
    let mut talk = Talk::gtp(&setup("othello", "pvs,hash=1,time=1s"));
    let begun = Instant::now();
    talk.say("genmove b");
    // As much as would take many megabytes.
    let writer = std::thread::spawn(move || {
        let line = format!("play b {}", "x".repeat(15_000));
        (0..LINES).for_each(|_| talk.say(&line));
        talk
    });
    std::thread::sleep(Duration::from_millis(300));
    let waits = !writer.is_finished();
    // It does not read on for ever, so that the writer waits; and nothing is lost.
    assert!(waits || begun.elapsed() > Duration::from_millis(900));
    let mut talk = writer.join().expect("no panic");
    assert!(talk.gtp_answer().starts_with("= "));
    assert!((0..LINES).all(|_| talk.gtp_answer() == "? syntax error"));
}

#[test]
fn who_has_more_to_say_than_there_is_room_for_is_heard() {
    const LINES: usize = 100_000;
    let endless = Setup {
        patience: Duration::from_millis(50),
        ..endless()
    };
    let lines = "name\n".repeat(LINES);
    for last in ["quit\n", ""] {
        let mut talk = Talk::gtp(&endless);
        // A second search has as much before it and behind.
        talk.pour(format!("genmove b\n{lines}genmove w\n{lines}{last}"));
        let answers = talk
            .end()
            .iter()
            .filter(|line| line.starts_with('='))
            .count();
        assert_eq!(answers, 2 * LINES + 2 + usize::from(!last.is_empty()));
    }
    let mut talk = Talk::nboard(&endless);
    talk.pour(format!(
        "set depth 60\ngo\n{}ping 1\n",
        "set contempt 0\n".repeat(LINES)
    ));
    assert!(
        talk.until("pong 1")
            .iter()
            .any(|line| line.starts_with("==="))
    );
}

#[test]
fn no_one_listens() {
    struct Deaf;
    impl std::io::Write for Deaf {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let setup = endless();
    let gtp = protocols::Gtp::new(&setup).expect("a game it has moves for");
    let ended = protocols::serve(gtp, &setup, &b"genmove b\n# interrupt\nname\n"[..], Deaf);
    assert_eq!(
        ended.map_err(|error| error.kind()),
        Err(std::io::ErrorKind::BrokenPipe)
    );
}

#[test]
fn time_is_kept() {
    // A tenth of a second for each move, of a searcher that would take an hour.
    let mut talk = Talk::gtp(&endless());
    for settings in ["time_settings 0 1 10", "time_settings 3 0 0"] {
        assert_eq!(talk.ask(settings), "=");
        for _ in 0..4 {
            let side = if talk.ask("gogui-rules_side_to_move") == "= black" {
                "b"
            } else {
                "w"
            };
            let begun = Instant::now();
            assert!(talk.ask(&format!("genmove {side}")).starts_with("= "));
            assert!(begun.elapsed() < SOON);
        }
        assert_eq!(talk.ask("clear_board"), "=");
    }
}

/// Thinks about gomoku for an hour, if nobody stops it.
fn endless_gomoku() -> Talk {
    Talk::gomocup(&Setup {
        patience: Duration::from_millis(50),
        ..setup("gomoku", "pvs,hash=1,time=60m")
    })
}

#[test]
fn gomocup_stops() {
    const THREE: &str = "SWAP2BOARD 7,7 8,8 6,8 DONE";
    for (question, words) in [
        ("TURN 7,7", 1),
        ("BOARD 7,7,2 DONE", 1),
        ("YXNBEST 2", 1),
        ("SWAP2BOARD DONE", 3),
        (THREE, 1),
    ] {
        for stop in [
            "YXSTOP",
            "stop",
            "END",
            "RESTART",
            "START 20",
            "BOARD",
            "TAKEBACK 7,7",
            "",
        ] {
            // What cannot be taken back stops nothing.
            if stop.starts_with("TAKEBACK") && !question.contains("7,7") {
                continue;
            }
            let mut talk = endless_gomoku();
            talk.say("START 15");
            talk.say(question);
            talk.say("ABOUT");
            assert_eq!(talk.hear().as_deref(), Some("OK"));
            assert!(talk.is_silent(Duration::from_millis(20)), "{question}");
            if stop.is_empty() {
                talk.hang_up();
            } else {
                talk.say(stop);
            }
            // First the answer, then what was asked for meanwhile.
            let mut heard = talk.until("name=");
            heard.retain(|line| !line.starts_with("MESSAGE "));
            let move_or_swap = heard[0] == "SWAP"
                || heard[0].split(' ').count() == words && heard[0].contains(',');
            assert!(
                heard.len() == 2 && move_or_swap,
                "{question}, {stop}: {heard:?}"
            );
            talk.hang_up();
            talk.end();
        }
    }
}

#[test]
fn gomocup_is_not_stopped_by_what_is_refused() {
    let mut talk = endless_gomoku();
    talk.say("START 15");
    talk.say("TURN 7,7");
    assert_eq!(talk.hear().as_deref(), Some("OK"));
    let refused = [
        "START 99",
        "RECTSTART 15,20",
        "TAKEBACK 99,99",
        "TAKEBACK 0,0",
        "RESTART x",
        "BOARD 7,7,1 7,7,2 DONE",
        "YXBOARD 7,15,1 DONE",
        "BOARD 7,7,3",
        "SWAP2BOARD 7,7,1 DONE",
        "BOARD 7,7,1 DONE 8,8,2",
    ];
    refused.iter().for_each(|line| talk.say(line));
    assert!(talk.is_silent(Duration::from_millis(200)));
    talk.say("STOP");
    talk.say("ABOUT");
    let mut heard = talk.until("name=");
    heard.retain(|line| !line.starts_with("MESSAGE "));
    assert!(
        heard[0].contains(',') && !heard[0].starts_with("ERROR"),
        "{heard:?}"
    );
    // The board without an end is refused when the next one begins.
    assert_eq!(
        heard
            .iter()
            .filter(|line| line.starts_with("ERROR "))
            .count(),
        refused.len(),
        "{heard:?}"
    );
    talk.hang_up();
    talk.end();
}

#[test]
fn gomocup_keeps_time() {
    // Of a searcher that would take an hour, by every way to say it.
    for times in [
        &["timeout_turn 100"][..],
        &["timeout_turn 0", "timeout_match 0"],
        &["timeout_match 1000"],
        &["timeout_match 0", "timeout_turn 50", "time_left 2147483647"],
        &["timeout_turn 60000", "timeout_match 60000", "time_left 300"],
        &["max_node 500"],
        &["max_depth 2"],
    ] {
        let mut talk = endless_gomoku();
        talk.say("START 15");
        times
            .iter()
            .for_each(|time| talk.say(&format!("INFO {time}")));
        let begun = Instant::now();
        for question in [
            "BEGIN",
            "SWAP2BOARD 7,7 8,8 6,8 DONE",
            "SWAP2BOARD DONE",
            "ABOUT",
        ] {
            talk.say(question);
        }
        talk.until("name=");
        assert!(begun.elapsed() < SOON, "{times:?}");
    }
}

#[test]
fn a_protocol_refuses_the_games_it_does_not_play() {
    let setup = |name| protocols::Setup::new(engines::game(name).expect("built in"));
    let refused = [
        protocols::NBoard::new(&setup("gomoku")).err(),
        protocols::Gomocup::new(&setup("othello")).err(),
        protocols::Uci::new(&setup("othello"), protocols::Dialect::Uci).err(),
    ];
    for error in refused {
        let text = error.expect("another game").to_string();
        assert!(text.contains("has no moves for"), "{text}");
    }
    let mut unruly = setup("gomoku");
    unruly.settings = vec![("rule".to_owned(), "none".to_owned())];
    assert!(protocols::Gomocup::new(&unruly).is_err());
    assert!(protocols::Gtp::new(&unruly).is_err());
    assert!(protocols::Ugi::new(&unruly).is_err());
}
