//! Programs from outside, in all five protocols: they play as the same players do inside this
//! process: a fault loses them the game and harms no other player.

mod program;

use arena::game::{Conduct, Fault, RESIGNED, Referee};
use arena::openings::Openings;
use arena::tournament::{Contestant, GameRecord, Match, MatchError, Shard, run};
use arena::{Bot, Side};
use engines::{Engine, SearchRequest};
use protocols::client::{Command, Problem, Program, ProtocolKind};
use search::{Clock, Control, Limits};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

/// Not a test but the program, where this test is started as one.
#[test]
fn the_program() {
    if let Some(role) = program::Role::given() {
        role.play();
        std::process::exit(0);
    }
}

/// The command that starts this test as a program in `role`; `head` is what stands before the
/// colon.
fn command(head: &str, role: &str) -> Command {
    let path = std::env::current_exe().expect("a path");
    let words = [
        path.to_str().expect("a path in UTF-8"),
        "the_program",
        "--exact",
        "--nocapture",
        "--quiet",
    ];
    let words = words
        .iter()
        .copied()
        .chain([format!("role={role}").leak() as &str]);
    let line = shlex::try_join(words).expect("no zeros");
    format!("{head}:{line}")
        .parse()
        .unwrap_or_else(|error| panic!("{head}: {error}"))
}

fn game(protocol: ProtocolKind) -> &'static dyn engines::Game {
    engines::game(protocol.game().unwrap_or("othello")).expect("built in")
}

fn plan(protocol: ProtocolKind, b: impl Into<Contestant>, games: u64) -> Match {
    let mut plan = Match::new(
        game(protocol),
        "pvs,depth=1,hash=1".parse().expect("a configuration"),
        b.into(),
    );
    (plan.games, plan.seed) = (games, 9);
    plan
}

fn config(text: &str) -> Contestant {
    text.parse().expect("a configuration")
}

fn play(plan: &Match) -> Vec<GameRecord> {
    let suite = plan.suite().expect("openings");
    let game = |index| {
        plan.play(index, &suite, &Control::default())
            .expect("a game")
            .expect("not stopped")
    };
    (0..plan.games).map(game).collect()
}

/// How many processes have `mark` among their arguments.
fn running(mark: &str) -> usize {
    let Ok(processes) = std::fs::read_dir("/proc") else {
        return 0;
    };
    let lines =
        processes.filter_map(|process| std::fs::read(process.ok()?.path().join("cmdline")).ok());
    lines
        .filter(|line| String::from_utf8_lossy(line).contains(mark))
        .count()
}

#[test]
fn they_play_as_the_same_players_inside() {
    let mut compared = 0;
    for (protocol, head, role) in [
        (ProtocolKind::Gomocup, "cmd[depth=2]", "gomocup"),
        (
            ProtocolKind::Gtp,
            "cmd+gtp[level=3]",
            "gtp;config=pvs,depth=2,hash=1",
        ),
        (
            ProtocolKind::Gtp,
            "cmd+gtp",
            "gtp;passes;config=pvs,depth=2,hash=1",
        ),
        (ProtocolKind::NBoard, "cmd+nboard[depth=2]", "nboard"),
        (
            ProtocolKind::Uci,
            "cmd+uci[depth=2,hash=8,Clear Hash]",
            "uci",
        ),
        (ProtocolKind::Uci, "cmd+uci[depth=2]", "uci;variant"),
        (
            ProtocolKind::Uci,
            "cmd+uci[depth=2,letters=he,ranks=0]",
            "uci;he",
        ),
        (ProtocolKind::Ucci, "cmd+ucci[depth=2]", "ucci"),
        (ProtocolKind::Ugi, "cmd+ugi[depth=2,hash=8]", "ugi"),
    ] {
        // Without a limit in time, so that a busy machine changes nothing.
        let mut outside = plan(protocol, command(head, role), 4);
        outside.limits = Limits::depth(100);
        let mut inside = plan(protocol, config("pvs,depth=2,hash=1"), 4);
        inside.limits = Limits::depth(100);
        let outside = play(&outside);
        let inside = play(&inside);
        for (game, same) in outside.iter().zip(&inside) {
            assert_eq!(game.fault, None, "{role}: {}", game.reason);
            assert_eq!(
                (&game.moves, game.winner, &game.reason),
                (&same.moves, same.winner, &same.reason),
                "{role}"
            );
            // A program outside is not asked for a pass, which inside costs a few nodes.
            if game.moves.split(' ').all(|mv| mv != "pass") {
                let tells = !matches!(protocol, ProtocolKind::Gomocup | ProtocolKind::Gtp);
                assert_eq!(
                    game.nodes,
                    [same.nodes[0], if tells { same.nodes[1] } else { 0 }],
                    "{role}"
                );
                compared += u32::from(tells);
            }
        }
    }
    assert!(compared > 10, "{compared}");
}

#[test]
fn they_begin_from_any_position() {
    let othello = "--------------------------OOO------XO-------X------------------- X";
    for (protocol, role, openings) in [
        (
            ProtocolKind::Gomocup,
            "gomocup;config=pvs,depth=1,hash=1",
            vec!["X:h8h9 O:i9i10 turn:X", "X:h8 O:i9 turn:O moves j10"],
        ),
        (
            ProtocolKind::NBoard,
            "nboard;config=pvs,depth=1,hash=1",
            vec![othello],
        ),
        (
            ProtocolKind::Ucci,
            "ucci",
            vec!["4k4/4a4/9/9/9/9/9/4R4/4A4/4K1R2 b - - 0 1"],
        ),
    ] {
        let mut plan = plan(
            protocol,
            command(&format!("cmd+{protocol}[depth=1]"), role),
            2 * openings.len() as u64,
        );
        let text = openings.join("\n");
        plan.openings = Openings::parse(&text, plan.game, &plan.settings).expect("openings");
        for game in play(&plan) {
            assert_eq!(game.fault, None, "{role}: {}", game.reason);
        }
    }
    let mut plan = plan(ProtocolKind::Gtp, command("cmd+gtp", "gtp"), 1);
    plan.openings = Openings::Lines(vec![othello.into()]);
    let game = play(&plan).remove(0);
    assert_eq!(
        (game.fault, game.winner),
        (Some(Fault::Crash), Some(Side::A))
    );
    assert!(game.reason.contains("initial position"), "{}", game.reason);
}

#[test]
fn what_they_do_wrong_is_told_apart() {
    type Expected = (Option<Fault>, &'static str);
    let deeds: [(&str, Expected); 8] = [
        (
            "deed=crash;at=2",
            (Some(Fault::Crash), "these are its last words"),
        ),
        ("deed=panic;at=2", (Some(Fault::Crash), "it ended (")),
        (
            "deed=illegal;at=2",
            (Some(Fault::Illegal), "illegal move: "),
        ),
        (
            "deed=illegal;word=\u{1f600};at=2",
            (Some(Fault::Illegal), "illegal move: "),
        ),
        ("deed=silent;at=2", (Some(Fault::Time), "time: ")),
        ("deed=flood;at=2", (Some(Fault::Time), "time: ")),
        ("deed=resign;at=2", (None, RESIGNED)),
        ("deed=nobestmove;at=2", (None, RESIGNED)),
    ];
    for protocol in ProtocolKind::ALL {
        for (deed, (mut fault, mut reason)) in deeds {
            match protocol {
                // Only some can resign, and one has its own words for it.
                ProtocolKind::Gomocup | ProtocolKind::NBoard if deed.contains("resign") => continue,
                _ if deed.contains("nobestmove") && protocol != ProtocolKind::Ucci => continue,
                // What is no pair of numbers is no answer in Gomocup.
                ProtocolKind::Gomocup if deed.contains("illegal") => {
                    (fault, reason) = (Some(Fault::Time), "time: ")
                }
                _ => {}
            }
            let mark = format!("mark={protocol}-{deed}");
            let time = if fault == Some(Fault::Time) {
                "400ms"
            } else {
                "60s"
            };
            let head = format!("cmd+{protocol}[time={time}]");
            let plan = plan(
                protocol,
                command(
                    &head,
                    &format!("{protocol};config=pvs,depth=1,hash=1;{deed};{mark}"),
                ),
                1,
            );
            let game = play(&plan).remove(0);
            assert_eq!(
                (game.fault, game.winner),
                (fault, Some(Side::A)),
                "{protocol} {deed}: {}",
                game.reason
            );
            assert!(
                game.reason.contains(reason),
                "{protocol} {deed}: {}",
                game.reason
            );
            assert_eq!(running(&mark), 0, "{protocol} {deed}");
        }
    }
}

#[test]
fn a_move_off_the_board_is_illegal() {
    for word in ["99,99", "-1,7", "15,0"] {
        let role = format!("gomocup;config=pvs,depth=1,hash=1;deed=illegal;word={word}");
        let game = play(&plan(
            ProtocolKind::Gomocup,
            command("cmd[time=60s]", &role),
            1,
        ))
        .remove(0);
        assert_eq!(game.fault, Some(Fault::Illegal), "{word}: {}", game.reason);
    }
}

#[test]
fn noise_is_passed_over() {
    for protocol in ProtocolKind::ALL {
        let inside = play(&plan(protocol, config("pvs,depth=1,hash=1"), 1)).remove(0);
        for deed in ["garbage", "long"] {
            let role = format!("{protocol};config=pvs,depth=1,hash=1;deed={deed}");
            let game = play(&plan(
                protocol,
                command(&format!("cmd+{protocol}[time=60s]"), &role),
                1,
            ))
            .remove(0);
            assert_eq!(
                (game.fault, game.moves),
                (None, inside.moves.clone()),
                "{protocol} {deed}: {}",
                game.reason
            );
        }
    }
}

#[test]
fn the_protocol_is_found_out() {
    // In a game that has a protocol of its own nobody asks for UGI.
    let known = |protocol: &ProtocolKind| *protocol != ProtocolKind::Ugi;
    for protocol in ProtocolKind::ALL.into_iter().filter(known) {
        let role = format!("{protocol};config=pvs,depth=1,hash=1");
        let game = game(protocol);
        let control = Control::default();
        let mut program =
            Program::start(&command("cmd", &role), game, &Vec::new(), &control).expect("it starts");
        assert_eq!(program.protocol(), None);
        // And another game is begun in the same process.
        for _ in 0..2 {
            Bot::new_game(&mut program).unwrap_or_else(|problem| panic!("{problem}"));
            assert_eq!(program.protocol(), Some(protocol));
            let mut opponent = Program::start(
                &command(&format!("cmd+{protocol}"), &role),
                game,
                &Vec::new(),
                &control,
            )
            .unwrap_or_else(|error| panic!("{error}"));
            let mut session = game.session(&Vec::new()).expect("no settings");
            let referee = Referee::new([Limits::time(Duration::from_secs(60)); 2]);
            let played = referee
                .play(session.as_mut(), [&mut program, &mut opponent], &control)
                .expect("an end");
            assert_eq!(played.fault, None, "{protocol}: {}", played.reason);
        }
    }
}

#[test]
fn they_play_on_a_clock() {
    let clock = Clock::new(Duration::from_secs(60), Duration::from_millis(100));
    for protocol in ProtocolKind::ALL {
        let role = format!("{protocol};config=pvs,depth=1,hash=1");
        let mut plan = plan(protocol, command(&format!("cmd+{protocol}"), &role), 1);
        plan.limits = Limits::clock(clock);
        let game = play(&plan).remove(0);
        assert_eq!(
            (game.fault, game.timing.is_some()),
            (None, true),
            "{protocol}: {}",
            game.reason
        );
    }
}

/// How long a game against a program in `role` goes on after it was stopped.
fn stopping(protocol: ProtocolKind, role: &str, mark: &str) -> Duration {
    let plan = plan(
        protocol,
        command(
            &format!("cmd+{protocol}[time=60s]"),
            &format!("{role};{mark}"),
        ),
        1,
    );
    let suite = plan.suite().expect("openings");
    let control = Control::default();
    let lasted = std::thread::scope(|scope| {
        let hand = control.clone();
        let stopped = scope.spawn(move || {
            let patience = Instant::now() + Duration::from_secs(30);
            while running(mark) == 0 && cfg!(target_os = "linux") && Instant::now() < patience {
                std::thread::sleep(Duration::from_millis(5));
            }
            std::thread::sleep(Duration::from_millis(200));
            let now = Instant::now();
            hand.stop();
            now
        });
        assert_eq!(plan.play(0, &suite, &control).expect("no error"), None);
        stopped.join().expect("no panic").elapsed()
    });
    assert_eq!(running(mark), 0);
    lasted
}

#[test]
fn a_stop_ends_every_wait_and_every_process() {
    for (protocol, role, mark) in [
        (ProtocolKind::Ucci, "ucci;mute", "mark=stop-the-greeting"),
        (
            ProtocolKind::Uci,
            "uci;deed=silent",
            "mark=stop-the-silence",
        ),
        (ProtocolKind::Gtp, "gtp;deed=flood", "mark=stop-the-flood"),
    ] {
        // A machine busy elsewhere may hold one of them up.
        let fastest = (0..4)
            .map(|_| stopping(protocol, role, mark))
            .min()
            .expect("some");
        assert!(fastest < Duration::from_millis(50), "{role}: {fastest:?}");
    }
}

#[test]
#[cfg(unix)]
fn what_a_program_has_started_goes_with_it() {
    // Never to be found in the arguments of anyone else.
    let mark = format!("98765.{}", std::process::id());
    let script = format!("cmd:sh -c 'sleep {mark} & sleep {mark} & cat > /dev/null'");
    let gomoku = engines::game("gomoku").expect("built in");
    let command = script.parse().expect("a command");
    let program =
        Program::start(&command, gomoku, &Vec::new(), &Control::default()).expect("it starts");
    let patience = Instant::now() + Duration::from_secs(30);
    while running(&mark) < 3 && cfg!(target_os = "linux") && Instant::now() < patience {
        std::thread::sleep(Duration::from_millis(5));
    }
    drop(program);
    let patience = Instant::now() + Duration::from_secs(5);
    while running(&mark) > 0 && Instant::now() < patience {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(running(&mark), 0);
}

/// As the player at a board wants it, where the process goes on after a lost game.
#[test]
fn the_next_game_starts_it_again() {
    let game = game(ProtocolKind::Ucci);
    let control = Control::default();
    let command = command("cmd+ucci", "ucci;deed=crash;at=2");
    let mut program = Program::start(&command, game, &Vec::new(), &control).expect("it starts");
    let mut opponent = arena::EngineBot {
        engine: game
            .engine(
                &Vec::new(),
                &"pvs,hash=1".parse().expect("a configuration"),
                1,
            )
            .expect("a configuration"),
    };
    for _ in 0..3 {
        let mut session = game.session(&Vec::new()).expect("no settings");
        let referee = Referee::new([Limits::none(), Limits::depth(1)]);
        let played = referee
            .play(session.as_mut(), [&mut program, &mut opponent], &control)
            .expect("an end");
        assert_eq!(
            (played.fault, played.moves.len()),
            (Some(Fault::Crash), 2),
            "{}",
            played.reason
        );
    }
}

/// Stops `control` after a while.
fn stop_soon(control: &Control) {
    let hand = control.clone();
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        hand.stop();
    });
}

#[test]
fn at_a_board_they_think_like_engines() {
    let start = |protocol: ProtocolKind, role| {
        let command = command(&format!("cmd+{protocol}"), role);
        Program::start(&command, game(protocol), &Vec::new(), &Control::default())
            .expect("it starts")
    };
    let question = SearchRequest::new(Limits::depth(1).with_time(Duration::from_secs(60)));
    // In UCI and UCCI a stop is a word.
    for (protocol, role) in [
        (ProtocolKind::Uci, "uci;deed=think;at=2"),
        (ProtocolKind::Ucci, "ucci;deed=think;at=2"),
    ] {
        let mut program: Box<dyn Engine> = Box::new(start(protocol, role));
        for line in [
            "startpos",
            "startpos moves h2e2 h9g7",
            "startpos moves h2e2",
        ] {
            let control = Control::default();
            stop_soon(&control);
            let report = program
                .think(&line.into(), &question, &control, &mut |_| {})
                .unwrap_or_else(|error| panic!("{error}"));
            let mut session = game(protocol).session(&Vec::new()).expect("no settings");
            session.set_line(line).expect("a line");
            assert_eq!(
                report.best().map(|best| session.play(&best).is_ok()),
                Some(true)
            );
            assert_eq!(report.score().get(), 12);
        }
    }
    // Elsewhere it ends the program, which is started again when it is next asked.
    let mut program: Box<dyn Engine> = Box::new(start(
        ProtocolKind::Gtp,
        "gtp;config=pvs,depth=1,hash=1;deed=silent;at=2",
    ));
    for (line, silent) in [
        ("startpos", false),
        ("startpos moves f5d6", true),
        ("startpos moves f5d6", false),
    ] {
        let control = Control::default();
        if silent {
            stop_soon(&control);
        }
        let answer = program.think(&line.into(), &question, &control, &mut |_| {});
        assert_eq!(
            answer.is_err(),
            silent,
            "{:?}",
            answer
                .map(|report| report.best())
                .map_err(|error| error.to_string())
        );
    }
    // Another game is begun in the same process.
    let mut program: Box<dyn Engine> =
        Box::new(start(ProtocolKind::Gtp, "gtp;config=pvs,depth=1,hash=1"));
    assert!(
        program
            .think(
                &"startpos moves f5d6".into(),
                &question,
                &Control::default(),
                &mut |_| {}
            )
            .is_ok()
    );
    program.new_game();
    assert!(
        program
            .think(
                &"startpos moves f5".into(),
                &question,
                &Control::default(),
                &mut |_| {}
            )
            .is_ok()
    );
    assert!(
        program
            .think(
                &"no position".into(),
                &question,
                &Control::default(),
                &mut |_| {}
            )
            .is_err()
    );
}

#[test]
fn programs_that_are_none() {
    let control = Control::default();
    let start = |game: &str, text: &str| {
        let command = text
            .parse()
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        let game = engines::game(game).expect("built in");
        Program::start(&command, game, &Vec::new(), &control)
            .map(drop)
            .expect_err(text)
    };
    assert!(matches!(
        *start("gomoku", "cmd:/no/such/program").problem,
        Problem::Start(_)
    ));
    assert!(matches!(
        *start("othello", "cmd+ucci:x").problem,
        Problem::Protocol {
            protocol: ProtocolKind::Ucci,
            game: "othello"
        }
    ));
    assert!(matches!(
        *start("xiangqi", "cmd:edax -nboard").problem,
        Problem::Protocol { .. }
    ));
    // In a match that is no game lost, but no match.
    let plan = plan(
        ProtocolKind::Gomocup,
        "cmd:/no/such/program"
            .parse::<Command>()
            .expect("a command"),
        2,
    );
    let result = run(
        &plan,
        Shard::WHOLE,
        NonZeroUsize::MIN,
        BTreeMap::new(),
        &mut (),
    );
    assert!(matches!(result, Err(MatchError::Program(_))));
}

#[test]
fn options_that_it_has_not_are_refused() {
    for (protocol, head, word) in [
        (
            ProtocolKind::Uci,
            "cmd+uci[Hahs=8]",
            "it has no option \"Hahs\"; it has Hash, Clear Hash",
        ),
        (
            ProtocolKind::Ucci,
            "cmd+ucci[Hash=8]",
            "it has no option \"Hash\"",
        ),
        (
            ProtocolKind::Gtp,
            "cmd+gtp[level=x]",
            "it refused \"level x\"",
        ),
    ] {
        let game = play(&plan(protocol, command(head, protocol.name()), 1)).remove(0);
        assert_eq!(
            (game.fault, game.winner),
            (Some(Fault::Crash), Some(Side::A))
        );
        assert!(game.reason.contains(word), "{}", game.reason);
    }
}

#[test]
fn a_whole_match_counts_faults() {
    let protocol = ProtocolKind::Ucci;
    let mut plan = plan(
        protocol,
        command("cmd+ucci[depth=1]", "ucci;deed=crash;at=3"),
        6,
    );
    plan.conduct = Conduct {
        max_plies: 200,
        ..Conduct::default()
    };
    let threads = NonZeroUsize::new(2).expect("not 0");
    let standing = run(&plan, Shard::WHOLE, threads, BTreeMap::new(), &mut ()).expect("a match");
    assert_eq!(
        (
            standing.games.wins,
            standing.faults[1].crashes,
            standing.faults[0].crashes
        ),
        (6, 6, 0)
    );
}
