//! Searches: live, stopped at once, and never played once they are of no use.

use crate::common::{Client, ENDLESS, Host, config, engine, human, humans};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Waits until the search is under way and has found something.
async fn thinking(client: &mut Client) -> Value {
    client
        .find(|event| event["event"] == "thinking" && event["depth"].as_u64() > Some(0))
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn thinking_is_told_live() {
    let host = Host::start(config()).await;
    let (mut client, _) = host
        .game(json!({ "game": "xiangqi", "players": [human(), engine(ENDLESS)] }))
        .await;
    client.play("h2e2").await;
    assert_eq!(client.game["searching"], "move");
    let first = thinking(&mut client).await;
    assert_eq!(
        (&first["ply"], &first["purpose"], &first["state"]),
        (&json!(1), &json!("move"), &json!("searching"))
    );
    assert_eq!(first["engine"], ENDLESS);
    for number in ["selective_depth", "nodes", "nps", "hashfull"] {
        assert!(first[number].is_u64(), "{number}: {first}");
    }
    assert!(first["time_ms"].as_f64().is_some() && first.get("ahead").is_none());
    let line = &first["lines"][0];
    assert!(
        line["moves"][0].is_string() && line["bound"] == "exact",
        "{line}"
    );
    assert!(
        line["score"]["text"].is_string()
            && line["score"]["units"].is_f64()
            && line["score"]["final"] == false,
        "{line}"
    );
    client.ok("stop", json!({})).await;
    let done = client.find(|event| event["state"] == "done").await;
    assert!(done["nodes"].as_u64() >= first["nodes"].as_u64());
    let game = client.state(|game| game["ply"] == 2).await;
    assert_eq!(
        game["moves"][1], done["lines"][0]["moves"][0],
        "the best so far is played"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn progress_comes_ten_times_a_second_at_most() {
    let host = Host::start(config()).await;
    let (mut client, _) = host
        .game(json!({ "game": "othello", "players": [human(), engine(ENDLESS)] }))
        .await;
    client.play("f5").await;
    tokio::time::sleep(Duration::from_millis(1000)).await;
    client.ok("stop", json!({})).await;
    let told = client
        .heard()
        .iter()
        .filter(|event| event["event"] == "thinking")
        .count();
    assert!((2..=13).contains(&told), "{told} in a second");
}

/// An iteration may take long: its cost is sent meanwhile.
#[tokio::test(flavor = "multi_thread")]
async fn nodes_grow_within_an_iteration() {
    let host = Host::start(config()).await;
    let open = json!({ "game": "gomoku", "line": "startpos moves h8 i9", "players": [engine("minimax,time=60s"), human()] });
    let (mut client, _) = host.game(open).await;
    let mut told: Vec<Value> = Vec::new();
    while told.len() < 3 {
        let event = client
            .find(|event| event["event"] == "thinking" && event["nodes"].as_u64() > Some(0))
            .await;
        if told
            .last()
            .is_some_and(|last| last["depth"] != event["depth"])
        {
            told.clear();
        }
        told.push(event);
    }
    let nodes: Vec<_> = told.iter().map(|event| event["nodes"].as_u64()).collect();
    assert!(nodes[0] < nodes[1] && nodes[1] < nodes[2], "{told:?}");
    assert!(told[2]["time_ms"].as_f64() > told[1]["time_ms"].as_f64());
    // So do the rows of the laboratory.
    client.ok("stop", json!({})).await;
    client
        .ok(
            "lab",
            json!({ "searchers": ["minimax"], "limits": { "time_ms": 60000 } }),
        )
        .await;
    let growing = |event: &Value| event["event"] == "lab" && event["row"]["depth"] == 2;
    let first = client.find(growing).await;
    let second = client.find(growing).await;
    assert!(
        second["row"]["nodes"].as_u64() > first["row"]["nodes"].as_u64(),
        "{first} {second}"
    );
}

/// The issue asks for 50 ms; a machine that runs the other tests too is given more time, and the
/// median is told.
#[tokio::test(flavor = "multi_thread")]
async fn move_now_moves_now() {
    let host = Host::start(config()).await;
    let mut took = Vec::new();
    for game in ["gomoku", "othello", "xiangqi"] {
        for config in [
            ENDLESS,
            "mtdf,time=60s",
            "mcts,time=60s",
            "minimax,time=60s",
        ] {
            // On an empty board there is one move worth a thought.
            let line = if game == "gomoku" {
                "startpos moves h8 i9"
            } else {
                "startpos"
            };
            let open = json!({ "game": game, "line": line, "players": [engine(config), human()] });
            let (mut client, before) = host.game(open).await;
            client
                .find(|event| event["event"] == "thinking" && event["state"] == "searching")
                .await;
            tokio::time::sleep(Duration::from_millis(60)).await;
            let asked = Instant::now();
            assert_eq!(
                client.ok("stop", json!({})).await,
                json!({ "stopped": true })
            );
            client.state(|game| game["ply"] != before["ply"]).await;
            took.push(asked.elapsed());
            assert_eq!(
                client.ok("stop", json!({})).await,
                json!({ "stopped": false }),
                "nobody thinks any more"
            );
        }
    }
    took.sort();
    println!(
        "stopped in {:?} (median), {:?} (longest)",
        took[took.len() / 2],
        took[took.len() - 1]
    );
    assert!(
        took[took.len() / 2] < Duration::from_millis(100)
            && took[took.len() - 1] < Duration::from_millis(1500),
        "{took:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn who_waits_for_a_worker_moves_now_too() {
    let host = Host::start(web::Config {
        workers: 1,
        patience: Duration::from_secs(3600),
        ..config()
    })
    .await;
    let open = json!({ "game": "gomoku", "line": "startpos moves h8", "players": [human(), engine(ENDLESS)] });
    let (mut first, _) = host.game(open.clone()).await;
    first.find(|event| event["state"] == "searching").await;
    let (mut second, game) = host.game(open.clone()).await;
    assert_eq!(game["searching"], "move");
    let waiting = second.find(|event| event["event"] == "thinking").await;
    assert_eq!(
        (&waiting["state"], &waiting["ahead"]),
        (&json!("waiting"), &json!(1))
    );
    let (mut third, _) = host.game(open).await;
    assert_eq!(
        third.find(|event| event["event"] == "thinking").await["ahead"],
        2
    );
    second.ok("stop", json!({})).await;
    let game = second.state(|game| game["ply"] == 2).await;
    assert!(
        game["scores"][1].is_object(),
        "even so it is the best at a glance"
    );
    // The others wait on: the first for its time, the third for the first.
    assert_eq!(
        (
            &first.snapshot().await["ply"],
            &third.snapshot().await["ply"]
        ),
        (&json!(1), &json!(1))
    );
    first.ok("stop", json!({})).await;
    third.find(|event| event["state"] == "searching").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_came_too_late_is_never_played() {
    let host = Host::start(config()).await;
    for change in ["undo", "pause", "seek", "restart", "players", "import"] {
        let open = json!({ "game": "othello", "line": "startpos moves f5d6", "players": [human(), engine("pvs,time=400ms")] });
        let (mut client, _) = host.game(open).await;
        client.play("c3").await;
        thinking(&mut client).await;
        let args = match change {
            "seek" => json!({ "ply": 1 }),
            "players" => json!({ "players": humans() }),
            "import" => json!({ "text": "f5f6" }),
            _ => json!({}),
        };
        client.ok(change, args).await;
        let after = client.game.clone();
        assert_eq!(after["searching"], Value::Null, "{change}");
        tokio::time::sleep(Duration::from_millis(600)).await;
        assert_eq!(client.snapshot().await, after, "{change}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn another_mind_begins_anew_and_the_same_goes_on() {
    let host = Host::start(config()).await;
    let (mut client, _) = host
        .game(json!({ "game": "xiangqi", "players": [engine(ENDLESS), human()] }))
        .await;
    thinking(&mut client).await;
    client
        .ok(
            "players",
            json!({ "players": [engine(ENDLESS), engine("level=2")] }),
        )
        .await;
    client
        .ok("players", json!({ "players": [engine(ENDLESS), human()] }))
        .await;
    let config = "mtdf,time=60s";
    client
        .ok("players", json!({ "players": [engine(config), human()] }))
        .await;
    client.heard();
    let event = client.event("thinking").await;
    assert_eq!(
        (&event["engine"], &event["ply"]),
        (&json!(config), &json!(0))
    );
    client.ok("stop", json!({})).await;
    client.state(|game| game["ply"] == 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hint_is_given_and_not_played() {
    let host = Host::start(config()).await;
    let (mut client, _) = host
        .game(json!({ "game": "xiangqi", "players": [human(), engine(ENDLESS)] }))
        .await;
    client.ok("hint", json!({ "engine": "pvs,depth=3" })).await;
    let hint = client.event("hint").await;
    assert_eq!(hint["ply"], 0);
    assert!(
        client.game["legal"]
            .as_array()
            .expect("moves")
            .contains(&hint["move"]),
        "{hint}"
    );
    let game = client.state(|game| game["searching"].is_null()).await;
    assert_eq!(
        (&game["ply"], &game["scores"][0]),
        (&json!(0), &hint["score"])
    );
    // One that would take long is stopped, and still answers.
    client.ok("hint", json!({ "engine": ENDLESS })).await;
    thinking(&mut client).await;
    assert_eq!(client.game["searching"], "hint");
    client.ok("stop", json!({})).await;
    client.event("hint").await;
    client.play("h2e2").await;
    assert_eq!(
        client.error("hint", json!({})).await,
        "do",
        "the engine thinks"
    );
    assert_eq!(client.error("go", json!({})).await, "do");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pause_holds_the_engine_and_a_move_asked_for_does_not_end_it() {
    let host = Host::start(config()).await;
    let players = json!([engine("pvs,depth=2,hash=1"), engine("pvs,depth=2,hash=1")]);
    let (mut client, game) = host
        .game(json!({ "game": "othello", "players": players, "paused": true }))
        .await;
    assert_eq!(
        (&game["paused"], &game["searching"]),
        (&json!(true), &json!(null))
    );
    client.ok("go", json!({})).await;
    let game = client.state(|game| game["ply"] == 1).await;
    assert_eq!(
        (&game["paused"], &game["searching"]),
        (&json!(true), &json!(null))
    );
    client.ok("continue", json!({})).await;
    client.state(|game| game["ply"].as_u64() > Some(4)).await;
    client.ok("pause", json!({})).await;
    assert_eq!(client.game["searching"], Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn analysis_shows_its_lines_of_every_position() {
    let host = Host::start(config()).await;
    let (mut client, _) = host
        .game(json!({ "game": "xiangqi", "players": humans() }))
        .await;
    client
        .ok("analyze", json!({ "on": true, "lines": 3 }))
        .await;
    assert_eq!(
        (&client.game["analysis"]["lines"], &client.game["searching"]),
        (&json!(3), &json!("analysis"))
    );
    let three = |event: &Value, ply: u64| {
        let lines = event["lines"].as_array().map(Vec::len);
        event["event"] == "thinking"
            && event["purpose"] == "analysis"
            && event["ply"] == ply
            && lines == Some(3)
    };
    client.find(|event| three(event, 0)).await;
    client.play("h2e2").await;
    assert_eq!(client.game["searching"], "analysis");
    let event = client.find(|event| three(event, 1)).await;
    let firsts: Vec<_> = (0..3)
        .map(|i| event["lines"][i]["moves"][0].clone())
        .collect();
    assert!(
        firsts[0] != firsts[1] && firsts[1] != firsts[2],
        "{firsts:?}"
    );
    // A hint comes first, and then the analysis goes on.
    client.ok("hint", json!({ "engine": "level=1" })).await;
    client.event("hint").await;
    client.state(|game| game["searching"] == "analysis").await;
    assert!(client.game["scores"][1].is_object());
    // So does a move of an engine.
    client
        .ok(
            "players",
            json!({ "players": [human(), engine("pvs,depth=1,hash=1")] }),
        )
        .await;
    client
        .state(|game| game["ply"] == 2 && game["searching"] == "analysis")
        .await;
    assert_eq!(
        client.ok("stop", json!({})).await,
        json!({ "stopped": true })
    );
    client.state(|game| game["searching"].is_null()).await;
    assert!(
        client.game["analysis"].is_object(),
        "the next position is analysed again"
    );
    client.ok("undo", json!({})).await;
    client.state(|game| game["searching"] == "analysis").await;
    client.ok("analyze", json!({ "on": false })).await;
    assert_eq!(
        (&client.game["analysis"], &client.game["searching"]),
        (&json!(null), &json!(null))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_laboratory_asks_one_after_another() {
    let host = Host::start(config()).await;
    let (mut client, game) = host
        .game(
            json!({ "game": "othello", "line": "startpos moves f5d6c3d3c4", "players": humans() }),
        )
        .await;
    let searchers = ["minimax", "alphabeta", "pvs", "mtdf"];
    let run = client
        .ok(
            "lab",
            json!({ "searchers": searchers, "limits": { "depth": 4 } }),
        )
        .await["run"]
        .clone();
    let mut rows = Vec::new();
    loop {
        let event = client.event("lab").await;
        assert_eq!((&event["run"], &event["line"]), (&run, &game["line"]));
        if event["row"]["finished"] == true {
            rows.push(event["row"].clone());
        }
        if event["state"] == "done" {
            break;
        }
    }
    assert_eq!(
        rows.iter()
            .map(|row| row["searcher"].clone())
            .collect::<Vec<_>>(),
        searchers
    );
    for (i, row) in rows.iter().enumerate() {
        assert_eq!(
            (&row["index"], &row["depth"], &row["skipped"]),
            (&json!(i), &json!(4), &json!(null)),
            "{row}"
        );
        assert_eq!(
            row["score"]["units"], rows[0]["score"]["units"],
            "all agree: {row}"
        );
        assert_eq!(row["course"].as_array().map(Vec::len), Some(4), "{row}");
        assert!(
            row["best"].is_string() && row["nodes"].as_u64() > Some(0),
            "{row}"
        );
    }
    // A later client receives the result.
    client.heard();
    client.snapshot().await;
    let told = client
        .heard()
        .iter()
        .filter(|event| event["event"] == "lab" && event["row"].is_object())
        .count();
    assert_eq!(told, 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_laboratory_is_stopped_and_leaves_trees_that_are_too_large() {
    let host = Host::start(config()).await;
    let (mut client, _) = host
        .game(json!({ "game": "gomoku", "players": humans() }))
        .await;
    let endless = json!({ "searchers": ["pvs", "mtdf"], "limits": { "time_ms": 60000 } });
    client.ok("lab", endless.clone()).await;
    assert_eq!(client.error("lab", endless).await, "do", "one at a time");
    client
        .find(|event| event["event"] == "lab" && event["state"] == "running")
        .await;
    let asked = Instant::now();
    assert_eq!(
        client.ok("stop", json!({ "what": "lab" })).await,
        json!({ "stopped": true })
    );
    client.find(|event| event["state"] == "stopped").await;
    assert!(asked.elapsed() < Duration::from_secs(1));
    assert_eq!(
        client.ok("stop", json!({ "what": "lab" })).await,
        json!({ "stopped": false })
    );
    client
        .ok(
            "lab",
            json!({ "searchers": ["minimax", "pvs,depth=2"], "limits": { "depth": 6 } }),
        )
        .await;
    let row = client
        .find(|event| event["row"]["index"] == 0 && event["row"]["finished"] == true)
        .await["row"]
        .clone();
    assert!(
        row["skipped"]
            .as_str()
            .is_some_and(|why| why.contains("nodes")),
        "{row}"
    );
    client.find(|event| event["state"] == "done").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_tells_what_each_move_lost() {
    let host = Host::start(config()).await;
    // White answers nothing; the last two moves are taken back.
    let line = "startpos moves h8 a1 i8 a15 j8 o1 k8 o15 l8";
    let (mut client, _) = host
        .game(json!({ "game": "gomoku", "line": line, "players": humans() }))
        .await;
    client.ok("seek", json!({ "ply": 7 })).await;
    let run = client.ok("review", json!({})).await["run"].clone();
    let mut rows = Vec::new();
    loop {
        let event = client.event("review").await;
        assert_eq!((&event["run"], &event["line"]), (&run, &json!(line)));
        if event["row"].is_object() {
            rows.push(event["row"].clone());
        }
        if event["state"] == "done" {
            break;
        }
    }
    let told: Vec<_> = rows.iter().map(|row| row["move"].clone()).collect();
    assert_eq!(
        told,
        ["h8", "a1", "i8", "a15", "j8", "o1", "k8", "o15", "l8"]
    );
    for (i, row) in rows.iter().enumerate() {
        assert_eq!(
            (&row["ply"], &row["player"]),
            (&json!(i + 1), &json!(i % 2)),
            "{row}"
        );
        let [best, played] = [0, 1].map(|i| row["probability"][i].as_f64().expect("a share"));
        assert!(0.0 <= played && played <= best && best <= 1.0, "{row}");
        let lost = best - played;
        let bad = ["inaccuracy", "mistake", "blunder"].map(|mark| row["mark"] == mark);
        let expected = [
            (0.05..0.10).contains(&lost),
            (0.10..0.15).contains(&lost),
            lost >= 0.15,
        ];
        assert_eq!(bad, expected, "{row}");
    }
    // White's first move into the corner loses, and what comes then is lost already.
    assert_eq!(rows[1]["mark"], "blunder");
    let better = &rows[1]["best"];
    assert_eq!(
        better["cells"].as_array().map(Vec::len),
        better["moves"].as_array().map(Vec::len)
    );
    // A four that nobody stops: an end that the next move brings, and then the end itself.
    assert_eq!(rows[6]["score"]["end"]["plies"], 2, "{}", rows[6]);
    assert_eq!(
        (&rows[8]["score"]["end"]["plies"], &rows[8]["mark"]),
        (&json!(0), &json!("best"))
    );
    // A later client receives the review.
    client.heard();
    client.snapshot().await;
    let again = client
        .heard()
        .iter()
        .filter(|event| event["event"] == "review" && event["row"].is_object())
        .count();
    assert_eq!(again, 9);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_is_one_at_a_time_and_can_be_stopped() {
    let host = Host::start(config()).await;
    let (mut client, _) = host
        .game(json!({ "game": "xiangqi", "players": humans() }))
        .await;
    assert_eq!(
        client.error("review", json!({})).await,
        "do",
        "nothing was played"
    );
    let record = "1. h2e2 h9g7 2. h0g2 i9h9 3. i0h0 b9c7 4. c3c4 g6g5";
    client.ok("import", json!({ "text": record })).await;
    client.ok("review", json!({})).await;
    assert_eq!(
        client.error("review", json!({})).await,
        "do",
        "one at a time"
    );
    client
        .find(|event| event["event"] == "review" && event["row"].is_object())
        .await;
    assert_eq!(
        client.ok("stop", json!({ "what": "review" })).await,
        json!({ "stopped": true })
    );
    client
        .find(|event| event["event"] == "review" && event["state"] == "stopped")
        .await;
    assert_eq!(
        client.ok("stop", json!({ "what": "review" })).await,
        json!({ "stopped": false })
    );
    // The game is not disturbed by it.
    client.ok("undo", json!({})).await;
    client.ok("review", json!({})).await;
}
