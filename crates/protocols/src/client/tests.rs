//! Every client speaks with its server, in memory.

use super::process::Process;
use super::{Command, Problem, ProtocolKind, Talk};
use crate::{Dialect, Gomocup, Gtp, NBoard, Setup, Uci, Ugi, serve};
use engines::{Answer, Reply, Session, Settings, Turn};
use proptest::prelude::*;
use search::{Clock, Control, Limits};
use std::io::{BufRead, BufReader, Write, copy, pipe, sink};
use std::thread;
use std::time::Duration;

/// The limits sent with a move.
#[derive(Clone, Copy, Debug)]
enum Limit {
    Depth,
    Time,
    Clock,
}

impl Limit {
    fn limits(self) -> (Limits, Option<[Clock; 2]>) {
        let clock = Clock::new(Duration::from_secs(60), Duration::from_secs(1));
        match self {
            Self::Depth => (Limits::depth(1), None),
            Self::Time => (Limits::time(Duration::from_millis(30)), None),
            Self::Clock => (Limits::clock(clock), Some([clock; 2])),
        }
    }
}

/// The name of a game that is played in `kind`.
fn game_of(kind: ProtocolKind) -> &'static str {
    kind.game().unwrap_or("othello")
}

/// A server of `kind`, and a client's conversation with it.
fn connect(kind: ProtocolKind) -> Talk {
    let (from_client, to_server) = pipe().expect("a pipe");
    let (from_server, to_client) = pipe().expect("a pipe");
    thread::spawn(move || {
        let game = engines::game(game_of(kind)).expect("built in");
        let setup = Setup {
            config: "pvs,depth=1,hash=1,book=off".parse().expect("a searcher"),
            ..Setup::new(game)
        };
        let setup = &setup;
        let served = match kind {
            ProtocolKind::Gomocup => {
                let protocol = Gomocup::new(setup).expect("gomoku");
                serve(protocol, setup, from_client, to_client)
            }
            ProtocolKind::Gtp => {
                let protocol = Gtp::new(setup).expect("Othello");
                serve(protocol, setup, from_client, to_client)
            }
            ProtocolKind::NBoard => {
                let protocol = NBoard::new(setup).expect("Othello");
                serve(protocol, setup, from_client, to_client)
            }
            ProtocolKind::Uci => {
                let protocol = Uci::new(setup, Dialect::Uci).expect("xiangqi");
                serve(protocol, setup, from_client, to_client)
            }
            ProtocolKind::Ucci => {
                let protocol = Uci::new(setup, Dialect::Ucci).expect("xiangqi");
                serve(protocol, setup, from_client, to_client)
            }
            ProtocolKind::Ugi => {
                let protocol = Ugi::new(setup).expect("Othello");
                serve(protocol, setup, from_client, to_client)
            }
        };
        served.expect("the client reads all answers");
    });
    let process = Process::of_streams(to_server, from_server);
    Talk::new(process, Control::default())
}

/// Plays `plies` from `line` with the server on both sides, and returns its moves.
fn play(
    kind: ProtocolKind,
    line: &str,
    limit: Limit,
    plies: usize,
) -> (Vec<Answer>, Box<dyn Session>) {
    let game = engines::game(game_of(kind)).expect("built in");
    let mut session = game.session(&Settings::new()).expect("the default rules");
    let initial = game.session(&Settings::new()).expect("the default rules");
    session.set_line(line).expect("a legal line");
    let mut start = game.session(&Settings::new()).expect("the default rules");
    start.set_line(session.line().up_to(0)).expect("a start");
    let start = start.view();
    let command: Command = "cmd:in-memory".parse().expect("a command");
    let mut client = kind.client(&command, game, &Settings::new(), initial);
    let mut talk = connect(kind);
    talk.ask_within(Duration::from_secs(60));
    client.greet(&mut talk).expect("a greeting");
    client.new_game(&mut talk).expect("a game");
    let (limits, clocks) = limit.limits();
    let mut answers = Vec::new();
    for _ in 0..plies {
        let turn = Turn {
            line: &session.line(),
            to_move: session.state().turn,
            start: &start,
            limits,
            clocks,
            patience: None,
        };
        talk.ask_within(Duration::from_secs(60));
        let answer = client
            .reply(&mut talk, &turn)
            .unwrap_or_else(|problem| panic!("{kind} {limit:?}: {problem}"));
        let mv = answer.reply.mv().expect("a move").to_owned();
        session
            .play(&mv)
            .unwrap_or_else(|error| panic!("{kind} {limit:?}: {error}"));
        answers.push(answer);
    }
    talk.end(client.farewell(), Duration::from_secs(1));
    (answers, session)
}

/// A Gomocup program that loses every `TURN` and then answers a board with `after_board`.
fn loses_turns(after_board: &'static str) -> Talk {
    let (from_client, to_server) = pipe().expect("a pipe");
    let (from_server, mut to_client) = pipe().expect("a pipe");
    thread::spawn(move || {
        let mut turns = 0;
        for line in BufReader::new(from_client).lines() {
            let line = line.expect("a line");
            turns += i32::from(line == "TURN 8,8");
            let answer = match line.split(' ').next().unwrap_or_default() {
                "START" => "OK",
                "BEGIN" => "7,7",
                "TURN" => "ERROR Unknown command: 8,8",
                "DONE" if turns == 0 => "0,0",
                "DONE" => after_board,
                "END" => return,
                _ => continue,
            };
            writeln!(to_client, "{answer}").expect("the client reads all answers");
        }
    });
    let process = Process::of_streams(to_server, from_server);
    Talk::new(process, Control::default())
}

#[test]
fn a_lost_turn_is_told_again_as_a_board() {
    for (after_board, expected) in [("8,9", Some("i10")), ("ERROR no such board", None)] {
        let game = engines::game("gomoku").expect("built in");
        let mut session = game.session(&Settings::new()).expect("the default rules");
        let start = session.view();
        let command: Command = "cmd:in-memory".parse().expect("a command");
        let kind = ProtocolKind::Gomocup;
        let mut client = kind.client(
            &command,
            game,
            &Settings::new(),
            game.session(&Settings::new()).expect("the default rules"),
        );
        let mut talk = loses_turns(after_board);
        let mut reply = |session: &dyn Session| {
            talk.ask_within(Duration::from_secs(60));
            let turn = Turn {
                line: &session.line(),
                to_move: session.state().turn,
                start: &start,
                limits: Limits::depth(1),
                clocks: None,
                patience: None,
            };
            if session.line().moves.is_empty() {
                client.new_game(&mut talk).expect("a game");
            }
            client.reply(&mut talk, &turn)
        };
        let first = reply(&*session).expect("the answer to BEGIN");
        session.play(first.reply.mv().expect("a move")).expect("h8");
        session.play("i9").expect("an empty point");
        match (reply(&*session), expected) {
            (Ok(answer), Some(mv)) => assert_eq!(answer.reply.mv(), Some(mv)),
            (Err(Problem::Refused { answer, .. }), None) => assert_eq!(answer, after_board),
            (other, _) => panic!("{after_board}: {other:?}"),
        }
    }
}

/// A start other than the initial position; none in GTP.
fn set_up(kind: ProtocolKind) -> Option<&'static str> {
    match kind {
        ProtocolKind::Gomocup => Some("X:h8i9 O:g7 turn:O moves h7"),
        ProtocolKind::Gtp => None,
        ProtocolKind::NBoard | ProtocolKind::Ugi => {
            Some("-------------------X-------XX------XO--------------------------- O moves c3")
        }
        ProtocolKind::Uci | ProtocolKind::Ucci => {
            Some("3ak4/9/9/9/3R5/9/9/9/4A4/3AK1c2 b - - 0 1 moves g0g1")
        }
    }
}

#[test]
fn a_client_plays_with_its_server() {
    for kind in ProtocolKind::ALL {
        for limit in [Limit::Depth, Limit::Time, Limit::Clock] {
            let (answers, session) = play(kind, "startpos", limit, 6);
            assert_eq!(
                (answers.len(), session.state().ply),
                (6, 6),
                "{kind} {limit:?}"
            );
        }
    }
}

#[test]
fn the_moves_are_those_of_the_engine() {
    for kind in ProtocolKind::ALL {
        for line in ["startpos"].into_iter().chain(set_up(kind)) {
            let (answers, session) = play(kind, line, Limit::Depth, 4);
            let game = engines::game(game_of(kind)).expect("built in");
            let config = "pvs,depth=1,hash=1,book=off".parse().expect("a searcher");
            let mut engine = game
                .engine(&Settings::new(), &config, 0)
                .expect("an engine");
            let line = session.line();
            let before = line.moves.len() - answers.len();
            for (ply, answer) in answers.iter().enumerate() {
                let line = line.up_to(before + ply);
                let request = engines::SearchRequest::new(Limits::depth(1));
                let report = engine
                    .think(&line, &request, &Control::default(), &mut |_| {})
                    .expect("a legal line");
                assert_eq!(
                    answer.reply,
                    Reply::Move(report.best().expect("a move")),
                    "{kind} {line}"
                );
                // Nodes and score arrive, if the protocol has words for them.
                let silent = matches!(kind, ProtocolKind::Gomocup | ProtocolKind::Gtp);
                assert_eq!(answer.report.nodes > 0, !silent, "{kind} {line}");
                if matches!(kind, ProtocolKind::Uci | ProtocolKind::Ucci) {
                    assert_eq!(answer.score(), Some(report.score()), "{kind} {line}");
                }
            }
        }
    }
}

/// The client's answer to its first turn by a program that says `lines`, whatever it is asked.
fn answer(kind: ProtocolKind, lines: &[String]) -> Result<Answer, Problem> {
    let (mut from_client, to_program) = pipe().expect("a pipe");
    let (from_program, mut to_client) = pipe().expect("a pipe");
    thread::spawn(move || copy(&mut from_client, &mut sink()));
    let process = Process::of_streams(to_program, from_program);
    let mut talk = Talk::new(process, Control::default());
    // What a program says before it is asked is discarded.
    talk.ask_within(Duration::from_secs(60));
    let text = lines.join("\n") + "\n";
    thread::spawn(move || to_client.write_all(text.as_bytes()));
    let game = engines::game(game_of(kind)).expect("built in");
    let session = game.session(&Settings::new()).expect("the default rules");
    let command: Command = "cmd:in-memory".parse().expect("a command");
    let mut client = kind.client(
        &command,
        game,
        &Settings::new(),
        game.session(&Settings::new()).expect("the default rules"),
    );
    client.greet(&mut talk)?;
    client.new_game(&mut talk)?;
    let turn = Turn {
        line: &session.line(),
        to_move: session.state().turn,
        start: &session.view(),
        limits: Limits::depth(1),
        clocks: None,
        patience: None,
    };
    client.reply(&mut talk, &turn)
}

/// What a program of some protocol may say, with words of all others and of none.
fn said() -> impl Strategy<Value = Vec<String>> {
    const LINES: [&str; 26] = [
        "OK",
        "7,7",
        "0,99",
        "MESSAGE thinking",
        "ERROR no",
        "UNKNOWN what",
        "=",
        "= F5",
        "? no",
        "=1 pass",
        "set myname x",
        "pong 1",
        "pong 2",
        "pong 3",
        "=== F5/1.5/0.1",
        "=== PA",
        "status",
        "uciok",
        "ucciok",
        "readyok",
        "bestmove h2e2",
        "bestmove",
        "nobestmove",
        "bestmove h2e2 ponder",
        "info depth 3 score cp 5 nodes 10 pv h2e2 h9g7",
        "info depth -1 score mate x nodes 99999999999999999999 pv",
    ];
    let line = prop_oneof![
        4 => prop::sample::select(&LINES[..]).prop_map(str::to_owned),
        1 => "\\PC{0,40}",
        1 => (prop::sample::select(&LINES[..]), "[ -~]{0,4}").prop_map(|(line, more)| line.to_owned() + &more),
    ];
    prop::collection::vec(line, 0..24)
}

proptest! {
    /// Whatever a program says is an answer or a problem that tells what was sent, and a move that
    /// it answers with is legal, or refused with nothing changed.
    #[test]
    fn any_answer_is_a_reply_or_a_problem(lines in said()) {
        for kind in ProtocolKind::ALL {
            match answer(kind, &lines) {
                Ok(answer) => if let Some(mv) = answer.reply.mv() {
                    let game = engines::game(game_of(kind)).expect("built in");
                    let mut session = game.session(&Settings::new()).expect("the default rules");
                    let before = session.line();
                    let played = session.play(mv).is_ok();
                    prop_assert_eq!(session.line() != before, played, "{} {:?}", kind, mv);
                },
                Err(problem) => prop_assert!(!problem.to_string().is_empty()),
            }
        }
    }

    /// Lines that a UCI or UCCI program adds are passed over.
    #[test]
    fn noise_changes_no_answer(noise in "[a-z]{0,3}[ -~&&[^i]]{0,30}", at in 0..4_usize) {
        for (kind, ready) in [(ProtocolKind::Uci, "uciok"), (ProtocolKind::Ucci, "ucciok")] {
            let said = [ready, "readyok", "readyok", "bestmove h2e2"].map(str::to_owned);
            let Ok(plain) = answer(kind, &said) else {
                return Err(TestCaseError::fail("no answer"));
            };
            if ["bestmove", "nobestmove", "readyok", "uciok"].iter().any(|word| noise.contains(word)) {
                return Ok(());
            }
            let mut noisy = said.to_vec();
            noisy.insert(at, noise.clone());
            let noisy = answer(kind, &noisy).map(|answer| answer.reply);
            prop_assert_eq!(noisy.ok(), Some(plain.reply));
        }
    }
}
