//! Analysis, explanations, exact answers, exercises.

use crate::common::{Client, text, texts};
use serde_json::json;

#[tokio::test]
async fn an_analysis_ranks_the_best_moves() {
    let client = Client::new().await;
    for (game, line) in [
        ("gomoku", "startpos moves h8 i9"),
        ("othello", "startpos"),
        ("xiangqi", "startpos"),
    ] {
        let id = client.open(json!({ "game": game, "line": line })).await;
        let before = client.ok("state", json!({ "game_id": id })).await;
        let found = client
            .ok("analyze", json!({ "game_id": id, "lines": 3, "depth": 4 }))
            .await;
        let lines = found["lines"].as_array().expect("lines");
        assert_eq!((lines.len(), &found["depth"]), (3, &json!(4)), "{found}");
        assert_eq!(found["best"], lines[0]["moves"][0]);
        let chances: Vec<_> = lines
            .iter()
            .map(|line| {
                line["score"]["win_probability"]
                    .as_f64()
                    .expect("a probability")
            })
            .collect();
        assert!(
            chances.is_sorted_by(|a, b| a >= b) && chances[0] < 1.0,
            "{chances:?}"
        );
        assert!(found["nodes"].as_u64() > Some(0) && lines[0]["bound"] == "exact");
        let after = client.ok("state", json!({ "game_id": id })).await;
        assert_eq!(after, before);
    }
    client.leave().await;
}

#[tokio::test]
async fn a_forced_win_is_proved() {
    let client = Client::new().await;
    let mate = "4k4/9/9/9/9/R8/9/8R/9/3K5 w";
    let id = client
        .open(json!({ "game": "xiangqi", "line": mate }))
        .await;
    let found = client.ok("analyze", json!({ "game_id": id })).await;
    let score = &found["lines"][0]["score"];
    assert_eq!(
        (&score["proved"], &score["plies_to_end"]),
        (&json!(true), &json!(3)),
        "{found}"
    );
    assert_eq!(
        (&score["win_probability"], text(&score["text"])),
        (&json!(1.0), "win in 3")
    );
    assert_eq!(score["units"], json!(null));
    client.leave().await;
}

#[tokio::test]
async fn searchers_and_limits_of_ones_own_are_taken() {
    let client = Client::new().await;
    let id = client.open(json!({ "game": "othello" })).await;
    let arguments =
        json!({ "game_id": id, "searcher": "pvs,hash=1", "nodes": 1000, "time_ms": 5000 });
    let found = client.ok("analyze", arguments).await;
    assert!(
        found["nodes"]
            .as_u64()
            .is_some_and(|nodes| (1..=1000).contains(&nodes)),
        "{found}"
    );
    assert_eq!(found["searcher"], "pvs,hash=1");
    client.leave().await;
}

#[tokio::test]
async fn a_finished_game_is_analysed_without_a_move() {
    let client = Client::new().await;
    let board = format!("{}OO X", "X".repeat(62));
    let id = client
        .open(json!({ "game": "othello", "line": board }))
        .await;
    let found = client.ok("analyze", json!({ "game_id": id })).await;
    assert_eq!(
        (&found["best"], &found["lines"][0]["moves"]),
        (&json!(null), &json!([]))
    );
    assert_eq!(found["lines"][0]["score"]["text"], "win by 60");
    client.leave().await;
}

#[tokio::test]
async fn a_game_is_reviewed_move_by_move() {
    let client = Client::new().await;
    // White begins in a corner, and does not answer a four.
    let line = "startpos moves h8 a1 i8 a15 j8 o1 k8 o15 l8";
    let id = client.open(json!({ "game": "gomoku", "line": line })).await;
    let before = client.ok("state", json!({ "game_id": id })).await;
    let review = client
        .ok("review", json!({ "game_id": id, "depth": 4 }))
        .await;
    let moves = review["moves"].as_array().expect("moves");
    let played: Vec<_> = moves.iter().map(|mv| text(&mv["move"])).collect();
    assert_eq!(played, line.split(' ').skip(2).collect::<Vec<_>>());
    assert_eq!(
        (&moves[1]["player"], &moves[1]["quality"]),
        (&json!("white"), &json!("blunder"))
    );
    assert_eq!(moves[1]["best_line"][0], moves[1]["best"]);
    assert!(moves[1]["probability_lost"].as_f64() > Some(0.15));
    assert_eq!(
        (&moves[8]["is_best"], text(&moves[8]["score"]["text"])),
        (&json!(true), "win in 1")
    );
    assert_eq!(moves[8]["best_line"], json!([]));
    let last = client
        .ok("review", json!({ "game_id": id, "depth": 4, "first": 9 }))
        .await;
    assert_eq!(last["moves"].as_array().map(Vec::len), Some(1), "{last}");
    assert_eq!(
        client.ok("state", json!({ "game_id": id })).await,
        before,
        "nothing is played"
    );
    let begun = client.open(json!({ "game": "gomoku" })).await;
    let nothing = client.ok("review", json!({ "game_id": begun })).await;
    assert_eq!(nothing["moves"], json!([]));
    client.leave().await;
}

#[tokio::test]
async fn a_move_is_explained_in_words_and_by_the_evaluators_terms() {
    let client = Client::new().await;
    let line = "startpos moves h2e2 h7e7";
    let id = client
        .open(json!({ "game": "xiangqi", "line": line }))
        .await;
    let told = client
        .ok("explain", json!({ "game_id": id, "move": "e2e6" }))
        .await;
    assert_eq!(texts(&told["does"]), ["gives check", "wins the soldier"]);
    assert_eq!(
        (&told["player"], &told["move"]),
        (&json!("red"), &json!("e2e6"))
    );
    assert!(
        told["before"]["total"].is_f64() && told["after"]["total"].is_f64(),
        "{told}"
    );

    let id = client
        .open(json!({ "game": "othello", "line": "startpos moves f5d6c3" }))
        .await;
    let told = client.ok("explain", json!({ "game_id": id })).await;
    assert_eq!(
        (&told["player"], &told["move"]),
        (&json!("black"), &json!("c3"))
    );
    for side in ["before", "after"] {
        assert_eq!(told[side]["good_for"], "black");
        assert_eq!(told[side]["unit"], "discs");
    }
    // Explained or not, nothing is played.
    assert_eq!(client.ok("state", json!({ "game_id": id })).await["ply"], 3);
    client.leave().await;
}

#[tokio::test]
async fn a_winning_move_has_no_evaluation_after_it() {
    let client = Client::new().await;
    let line = "startpos moves h8 a1 h9 a3 h10 a5 h11 a7";
    let id = client.open(json!({ "game": "gomoku", "line": line })).await;
    let told = client
        .ok("explain", json!({ "game_id": id, "move": "h12" }))
        .await;
    assert_eq!(told["after"], json!(null));
    assert!(!texts(&told["does"]).is_empty(), "{told}");
    client.leave().await;
}

#[tokio::test]
async fn known_wins_are_solved() {
    let client = Client::new().await;
    for (game, line, settings, key) in [
        (
            "gomoku",
            "X:f8g8h6h7 O:a1b4m3n12 turn:X",
            json!({ "threats": "vct" }),
            "line",
        ),
        ("xiangqi", "4k4/9/9/9/9/R8/9/8R/9/3K5 w", json!({}), "line"),
        (
            "othello",
            "XXXXXXXXOOOOOOOOXXXXXXXXOOOOOOOOXXXXXXXXOOOOOOOOXXXXXXXXOOOOOO-- X",
            json!({ "wld": "on" }),
            "score",
        ),
    ] {
        let id = client.open(json!({ "game": game, "line": line })).await;
        let solved = client
            .ok("solve", json!({ "game_id": id, "settings": settings }))
            .await;
        assert_eq!(solved["complete"], true, "{solved}");
        assert!(
            !texts(&solved["line"]).is_empty() && solved["nodes"].as_u64() > Some(0),
            "{solved}"
        );
        assert!(
            !text(&solved["result"]).is_empty() && !solved["data"][key].is_null(),
            "{solved}"
        );
        // Its first move is legal.
        let first = &solved["line"][0];
        client
            .ok("play", json!({ "game_id": id, "move": first }))
            .await;
    }
    client.leave().await;
}

#[tokio::test]
async fn an_exercise_is_set_opened_and_solved() {
    let client = Client::new().await;
    for game in ["gomoku", "othello", "xiangqi"] {
        let set = client
            .ok("puzzle", json!({ "game": game, "rating": 1200 }))
            .await;
        assert_eq!(set["solution"], json!(null));
        let told = client
            .ok(
                "puzzle",
                json!({ "game": game, "id": set["id"], "reveal": true }),
            )
            .await;
        assert_eq!(
            (&told["line"], &told["theme"]),
            (&set["line"], &set["theme"])
        );
        let solution = texts(&told["solution"]);
        assert_eq!(set["plies"], solution.len());
        let id = client
            .open(json!({ "game": game, "line": set["line"] }))
            .await;
        for mv in solution {
            client
                .ok("play", json!({ "game_id": id, "move": mv }))
                .await;
        }
        let themed = client
            .ok("puzzle", json!({ "game": game, "theme": set["theme"] }))
            .await;
        assert_eq!(themed["theme"], set["theme"]);
    }
    client.leave().await;
}
