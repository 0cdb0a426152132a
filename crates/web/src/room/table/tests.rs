//! The table by itself: no thread, no connection.

use super::*;
use crate::protocol::Command;
use engines::SwapChoice;
use serde_json::{Value, json};

const HERE: Subscribers = Subscribers {
    present: true,
    awaited: true,
    watching: false,
    experimenting: false,
};
const BACK_SOON: Subscribers = Subscribers {
    present: false,
    ..HERE
};
const GONE: Subscribers = Subscribers {
    awaited: false,
    ..BACK_SOON
};

fn command(args: Value) -> Command {
    let Value::Object(args) = args else {
        panic!("{args} is no object")
    };
    Command::read(args).expect("a command")
}

fn table(mut open: Value) -> Table {
    open["do"] = json!("open");
    let Command::Open(open) = command(open) else {
        panic!("it opens")
    };
    Table::open(open, &Config::default()).expect("a game")
}

fn human_and(engine: &str) -> Value {
    json!([{ "kind": "human" }, { "kind": "engine", "engine": engine }])
}

/// What is searched after a change, if that changes.
fn order(table: &mut Table, subscribers: Subscribers) -> Option<SearchTask> {
    match table.settle(subscribers, &Config::default()) {
        Settled::Search(order) => Some(*order),
        Settled::Same | Settled::Idle => None,
    }
}

fn play(table: &mut Table, mv: &str) {
    let Command::Play(play) = command(json!({ "do": "play", "move": mv, "ply": table.ply() }))
    else {
        panic!("it plays")
    };
    table.play(&play, &Config::default()).expect(mv);
}

/// A report that names `mv`, and knows no value.
fn found(mv: &str) -> Result<Report<String>, String> {
    Ok(Report::of(search::Variation::unknown(mv.to_owned())))
}

#[test]
fn an_engine_is_asked_once_and_only_while_a_client_is_there() {
    let mut table = table(json!({ "game": "othello", "players": human_and("level=3") }));
    assert!(order(&mut table, HERE).is_none(), "a human is to move");
    play(&mut table, "f5");
    let first = order(&mut table, BACK_SOON).expect("a search, though the connection is lost");
    assert_eq!(
        (first.purpose, first.ply, first.job.engine.to_string()),
        (Purpose::Move, 1, "level=3".to_owned())
    );
    assert!(matches!(
        table.settle(HERE, &Config::default()),
        Settled::Same
    ));
    assert!(
        matches!(table.settle(GONE, &Config::default()), Settled::Idle),
        "no search is waited for"
    );
    let again = order(&mut table, HERE).expect("a client is back");
    assert!(
        again.number > first.number
            && !table.note(first.number, None)
            && table.note(again.number, None)
    );
    assert!(matches!(table.answered(found("d6")), Outcome::Done));
    assert_eq!((table.ply(), table.search()), (2, None));
}

#[test]
fn a_game_of_engines_can_be_followed() {
    let watching = Subscribers {
        watching: true,
        ..HERE
    };
    let engines = json!([{ "kind": "engine", "engine": "level=1" }, { "kind": "engine", "engine": "level=1" }]);
    let mut table = table(json!({ "game": "othello", "players": engines }));
    assert!(order(&mut table, watching).is_none() && order(&mut table, HERE).is_some());
}

#[test]
fn a_broken_search_pauses_the_game() {
    for answer in [
        Err("it broke off".to_owned()),
        found("a1"),
        Ok(Report::empty()),
    ] {
        let mut table = table(
            json!({ "game": "othello", "line": "startpos moves f5", "players": human_and("level=3") }),
        );
        order(&mut table, HERE).expect("a search");
        assert!(
            matches!(table.answered(answer), Outcome::Trouble(message) if message.starts_with("level=3"))
        );
        assert_eq!((table.ply(), order(&mut table, HERE).is_some()), (1, false));
        table.pause(false);
        assert!(order(&mut table, HERE).is_some(), "it may be tried again");
    }
}

#[test]
fn undo_and_redo_stop_where_a_human_is_to_move() {
    let line = "startpos moves f5 d6 c3 d3 c4 f4 c5";
    let mut table =
        table(json!({ "game": "othello", "line": line, "players": human_and("level=1") }));
    let mut plies = Vec::new();
    while table.undo().is_ok() {
        plies.push((table.ply(), table.table.to_move()));
    }
    assert_eq!(plies, [(6, 0), (4, 0), (2, 0), (0, 0)]);
    while table.redo().is_ok() {
        plies.push((table.ply(), table.table.to_move()));
    }
    assert_eq!(
        plies[4..],
        [(2, 0), (4, 0), (6, 0), (7, 1)],
        "the last, where an engine is to move"
    );
    assert!(table.table.is_paused());
}

#[test]
fn a_laboratory_has_the_machine_to_itself() {
    let mut table =
        table(json!({ "game": "gomoku", "players": [{ "kind": "human" }, { "kind": "human" }] }));
    let Command::Analyze(args) = command(json!({ "do": "analyze", "on": true, "lines": 2 })) else {
        panic!("it analyses")
    };
    table.analyze(args, &Config::default()).expect("two lines");
    assert_eq!(
        order(&mut table, HERE).map(|order| order.job.question.multi_pv),
        Some(2)
    );
    let busy = Subscribers {
        experimenting: true,
        ..HERE
    };
    assert!(matches!(
        table.settle(busy, &Config::default()),
        Settled::Idle
    ));
    assert!(order(&mut table, HERE).is_some());
    assert!(
        table.end_analysis() && matches!(table.settle(HERE, &Config::default()), Settled::Idle)
    );
    play(&mut table, "h8");
    assert!(
        order(&mut table, HERE).is_some(),
        "the next position is analysed again"
    );
}

#[test]
fn a_seed_that_was_chosen_is_kept() {
    let seeds = |open| {
        let mut table = table(open);
        let before = table.seed.0;
        table.restart(false).expect("a start");
        (before, table.seed.0)
    };
    assert_eq!(seeds(json!({ "game": "gomoku", "seed": 7 })), (7, 7));
    let (before, after) = seeds(json!({ "game": "gomoku" }));
    assert_ne!(before, after);
}

/// A game of gomoku that begins with swap2.
fn swap2(players: &Value, line: &str) -> Table {
    table(json!({ "game": "gomoku", "swap": "swap2", "line": line, "players": players }))
}

fn scored(mv: &str, score: i32) -> Result<Report<String>, String> {
    Ok(Report::of(search::Variation {
        moves: vec![mv.to_owned()],
        score: Score::eval(score),
        bound: Bound::Exact,
    }))
}

#[test]
fn an_engine_opens_with_stones_in_balance() {
    let engine_and_human = json!([{ "kind": "engine", "engine": "level=1" }, { "kind": "human" }]);
    let mut table = swap2(&engine_and_human, "startpos");
    let opening = order(&mut table, HERE).expect("the opener is an engine");
    assert_eq!(opening.job.balance, 3);
    let cache = crate::engine::Cache::new(64, 64);
    let report = opening
        .job
        .run(&cache, &search::Control::default(), &mut |_| {});
    let moves = report.as_ref().expect("stones").lines[0].moves.clone();
    assert_eq!(moves.len(), 3);
    assert!(matches!(table.answered(report), Outcome::Done));
    assert_eq!((table.ply(), table.table.to_move()), (3, 1));
    let text = serde_json::to_value(table.text("room")).expect("plain data");
    let swap = json!({ "rule": "swap2", "step": "choose", "left": 0, "add": 2 });
    assert_eq!((&text["swap"], &text["legal"]), (&swap, &json!([])));
    assert!(order(&mut table, HERE).is_none(), "a person is to choose");
    table.choose(SwapChoice::First).expect("black");
    assert!(table.table.seats()[0].engine().is_none());
    let reply = order(&mut table, HERE).expect("white is the engine");
    assert_eq!((reply.ply, reply.job.balance), (3, 0));
}

#[test]
fn an_engine_takes_the_side_that_is_ahead() {
    let line = "startpos moves h8 i9 j6";
    for (score, black) in [(500, "human"), (-500, "engine")] {
        let mut table = swap2(&human_and("level=1"), line);
        let choice = order(&mut table, HERE).expect("the chooser is an engine");
        assert_eq!(choice.job.balance, 0);
        assert!(matches!(table.answered(scored("g7", score)), Outcome::Done));
        let text = serde_json::to_value(table.text("room")).expect("plain data");
        assert_eq!(text["players"][0]["kind"], black, "{score} for white");
        assert_eq!(
            (&text["swap"]["step"], &text["ply"]),
            (&json!("chosen"), &json!(3))
        );
    }
    let mut table = swap2(&human_and("level=1"), line);
    order(&mut table, HERE).expect("the chooser is an engine");
    assert!(matches!(table.answered(scored("g7", 10)), Outcome::Done));
    let more = order(&mut table, HERE).expect("it adds two stones");
    assert_eq!((more.job.balance, table.ply()), (2, 3));
    let mut stones = scored("g7", 0).expect("a report");
    stones.lines[0].moves.push("c4".to_owned());
    assert!(matches!(table.answered(Ok(stones)), Outcome::Done));
    assert_eq!((table.ply(), table.table.to_move()), (5, 0));
}

#[test]
fn what_an_opening_refuses() {
    let open = |swap, line, game| {
        let open = json!({ "do": "open", "game": game, "swap": swap, "line": line });
        let Command::Open(open) = command(open) else {
            panic!("it opens")
        };
        Table::open(open, &Config::default()).map(|_| ())
    };
    let six = "startpos moves h8 i9 j6 g7 c4 d5";
    for (swap, line, game, told) in [
        ("swap3", "startpos", "gomoku", "it has swap, swap2"),
        ("swap2", "startpos", "othello", "it has none"),
        ("swap2", six, "gomoku", "at most 5 moves, not 6"),
    ] {
        let fault = open(swap, line, game).expect_err(told);
        assert!(
            fault.field == "swap" && fault.message.contains(told),
            "{fault}"
        );
    }
    let mut table = swap2(&human_and("level=1"), "startpos moves h8 i9");
    let refused = |result: Result<(), ApiError>| result.expect_err("refused").field;
    assert_eq!(refused(table.choose(SwapChoice::First)), "choice");
    assert_eq!(refused(table.hint(None, &Config::default())), "do");
    play(&mut table, "j6");
    assert_eq!(
        refused(table.choose(SwapChoice::First)),
        "choice",
        "the engine chooses"
    );
}
