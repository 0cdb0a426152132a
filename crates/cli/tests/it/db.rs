//! `boyi db`

use crate::common::{boyi, objects, printed};
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;

/// The path of a new database, and the temporary folder that holds it.
fn database() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.db");
    let file = file.to_str().expect("text").to_owned();
    (folder, file)
}

/// What is printed on the error output of a command that fails.
fn refused(args: &[&str]) -> String {
    let output = boyi(args).output().expect("it runs");
    assert!(!output.status.success(), "{args:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn tests_data(name: &str) -> String {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "../../tests/data", name]
        .iter()
        .collect();
    path.to_str().expect("text").to_owned()
}

#[test]
fn games_of_a_year_are_imported_once_and_explored() {
    let (_folder, file) = database();
    let wthor = tests_data("othello/WTH_1977.wtb");
    let imported = &objects(&["db", "othello", &file, "import", &wthor])[0];
    let added = imported["added"].as_u64().expect("a number");
    assert!(added > 10, "{imported}");
    assert_eq!(imported["refused"], 0);
    let again = printed(&["db", "othello", &file, "import", &wthor]);
    assert!(
        again.contains(&format!("{added} were there already")),
        "{again}"
    );
    let summary = objects(&["db", "othello", &file]);
    assert_eq!(summary, [json!({ "game": "othello", "games": added })]);

    let explore = [
        "db",
        "othello",
        &file,
        "explore",
        "--position",
        "startpos moves f5",
    ];
    let replies = objects(&explore);
    let games: u64 = replies
        .iter()
        .filter_map(|reply| reply["games"].as_u64())
        .sum();
    assert_eq!(
        games, added,
        "all games begin with f5, or one that is symmetric"
    );
    let told = printed(&explore);
    let first = replies[0]["move"].as_str().expect("a move");
    assert!(
        told.contains(&format!("\n{first} ")) && told.contains("\nall "),
        "{told}"
    );

    let of_year = |year: &str| {
        let args = [
            "db", "othello", &file, "games", "--since", year, "--limit", "1000",
        ];
        objects(&args).len() as u64
    };
    assert_eq!((of_year("1977"), of_year("1978")), (added, 0));
    let found = objects(&["db", "othello", &file, "games", "--result", "draw"]);
    assert!(found.iter().all(|game| game["result"] == "draw"));
    let wins: Vec<Value> = ["black", "white", "draw"]
        .iter()
        .flat_map(|side| {
            let args = [
                "db", "othello", &file, "games", "--result", side, "--limit", "1000",
            ];
            objects(&args)
        })
        .collect();
    assert_eq!(wins.len() as u64, added, "every game of these was finished");
}

#[test]
fn names_are_read_from_the_files_beside_the_games() {
    let (folder, file) = database();
    let wthor = folder.path().join("WTH_1977.wtb");
    fs::copy(tests_data("othello/WTH_1977.wtb"), &wthor).expect("a copy");
    let names: Vec<_> = (0..2000).map(|number| format!("Player {number}")).collect();
    let list = othello_bitboard::wthor::write_players(&names).expect("short names");
    fs::write(folder.path().join("WTH.JOU"), list).expect("a file");
    printed(&[
        "db",
        "othello",
        &file,
        "import",
        wthor.to_str().expect("text"),
    ]);
    let games = objects(&["db", "othello", &file, "games", "--player", "player"]);
    assert!(!games.is_empty());
    let name = games[0]["names"][0].as_str().expect("a name");
    assert!(name.starts_with("Player "), "{name}");
    let of_one = objects(&["db", "othello", &file, "games", "--player", name]);
    assert!(!of_one.is_empty() && of_one.len() <= games.len());
}

#[test]
fn broken_games_and_files_are_told_of() {
    let (folder, file) = database();
    let lines = folder.path().join("lines.txt");
    fs::write(&lines, "f5d6\nf5a1\n").expect("a file");
    let lines = lines.to_str().expect("text");
    let output = boyi(&["db", "othello", &file, "import", lines])
        .output()
        .expect("it runs");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && told.contains("game 2: "),
        "{told}"
    );
    let out = String::from_utf8_lossy(&output.stdout);
    assert!(
        out.contains("1 games added") && out.contains("1 could not be read"),
        "{out}"
    );

    assert!(refused(&["db", "othello", lines]).contains("lines.txt"));
    let nothing = folder.path().join("nothing.db");
    let nothing = nothing.to_str().expect("text");
    assert!(refused(&["db", "othello", nothing]).contains("nothing.db"));
    assert!(!PathBuf::from(nothing).exists(), "looking makes no file");
    let side = refused(&["db", "othello", &file, "games", "--result", "red"]);
    assert!(side.contains("black, white and draw"), "{side}");
    let position = refused(&[
        "db",
        "othello",
        &file,
        "explore",
        "--position",
        "startpos moves a1",
    ]);
    assert!(position.contains("a1"), "{position}");
    let none = printed(&["db", "othello", &file, "games", "--player", "nobody"]);
    assert_eq!(none, "no such game\n");
    let end = printed(&[
        "db",
        "othello",
        &file,
        "explore",
        "--position",
        "startpos moves f5f6",
    ]);
    assert!(end.ends_with("no game went on from here\n"), "{end}");
}
