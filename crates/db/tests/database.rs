//! Games go in, and are found again.

use db::{Counts, Database, DatabaseError, Filter, GameFiles, ImportError, ImportEvent, Imported};
use engines::{Game, Indexer};
use game_core::Outcome;
use search::Control;
use std::fs;

fn game(name: &str) -> &'static dyn Game {
    engines::game(name).expect("built in")
}

fn indexer(name: &str) -> Box<dyn Indexer> {
    game(name).indexer(&Vec::new()).expect("no settings")
}

/// Imports `files`, each a text, and returns what came of it and the numbers refused.
fn import(database: &mut Database, name: &str, files: &[&str]) -> (Imported, Vec<usize>) {
    let indexer = indexer(name);
    let mut refused = Vec::new();
    let mut import = database.import(name).expect("nobody else writes");
    for file in files {
        import
            .file(
                indexer.as_ref(),
                "file",
                file.as_bytes().to_vec(),
                &mut |number, _| refused.push(number),
            )
            .expect("it is written");
    }
    (import.finish().expect("it is kept"), refused)
}

/// The moves played after `line`, with how many games each.
fn played(database: &Database, name: &str, line: &str, filter: &Filter) -> Vec<(String, u64)> {
    let place = indexer(name).place(&line.into()).expect("a line");
    let explored = database.explore(&place, filter).expect("it is read");
    let moves = explored.moves.into_iter();
    moves.map(|one| (one.mv, one.counts.games())).collect()
}

const PGN: &str = r#"[Event "Open"]
[Red "Ann"]
[Black "Bob"]
[Date "1999.05.01"]
[Result "1-0"]

1. C2.5 H8+7 1-0

[Event "Open"]
[Red "Bob"]
[Black "Cid"]
[Date "2001"]
[Result "0-1"]

1. C8.5 H2+3 0-1

[Event "Cup"]
[Red "Cid"]
[Black "Ann"]
[Date "2003.01.01"]
[Result "1/2-1/2"]

1. H2+3 P7+1 1/2-1/2

"#;

#[test]
fn an_import_is_idempotent_and_counts_what_it_refuses() {
    let mut database = Database::in_memory().expect("memory");
    let (first, refused) = import(
        &mut database,
        "othello",
        &["f5d6c3\nf5a1\nf5f6\n", "f5d6c3"],
    );
    let expected = Imported {
        added: 2,
        known: 1,
        refused: 1,
        positions: 4 + 3,
    };
    assert_eq!((first, refused), (expected, vec![2]));
    let (again, _) = import(&mut database, "othello", &["f5d6c3\nf5f6\nf5f4"]);
    assert_eq!((again.added, again.known), (1, 2));
    assert_eq!(database.count("othello").expect("it is read"), 3);
    assert_eq!(database.count("gomoku").expect("it is read"), 0);
    let all = Filter::default();
    let replies = played(&database, "othello", "startpos moves f5", &all);
    let expected = [("d6", 1), ("f6", 1), ("f4", 1)].map(|(mv, games)| (mv.to_owned(), games));
    assert_eq!(replies.len(), 3);
    assert!(
        expected.iter().all(|reply| replies.contains(reply)),
        "{replies:?}"
    );
}

#[test]
fn symmetric_games_come_to_the_same_positions() {
    let mut database = Database::in_memory().expect("memory");
    import(&mut database, "othello", &["f5d6c3\nd3c5f6\nc4e3\n"]);
    let all = Filter::default();
    let start = played(&database, "othello", "startpos", &all);
    assert_eq!(start.iter().map(|(_, games)| games).sum::<u64>(), 3);
    assert_eq!(start.len(), 1, "the four first moves are one");
    // c4e3 is the same as f5d6, turned.
    let replies = played(&database, "othello", "startpos moves f5", &all);
    assert_eq!(replies, [("d6".to_owned(), 3)]);
    let replies = played(&database, "othello", "startpos moves e6", &all);
    assert_eq!(replies, [("f4".to_owned(), 3)]);
}

#[test]
fn games_are_found_by_position_player_year_and_result() {
    let mut database = Database::in_memory().expect("memory");
    let (imported, refused) = import(&mut database, "xiangqi", &[PGN]);
    assert_eq!((imported.added, refused.len()), (3, 0));
    let ids = |place: Option<&str>, filter: Filter| {
        let place = place.map(|line| indexer("xiangqi").place(&line.into()).expect("a line"));
        let found = database.games("xiangqi", place.as_ref(), &filter, 10);
        let found = found.expect("it is read");
        found.into_iter().map(|game| game.id).collect::<Vec<_>>()
    };
    let by = |change: fn(&mut Filter)| {
        let mut filter = Filter::default();
        change(&mut filter);
        filter
    };
    assert_eq!(ids(None, Filter::default()), [3, 2, 1], "the latest first");
    assert_eq!(
        ids(None, by(|filter| filter.player = Some("ANN".into()))),
        [3, 1]
    );
    assert_eq!(
        ids(None, by(|filter| filter.player = Some("n%n".into()))),
        [0; 0]
    );
    assert_eq!(ids(None, by(|filter| filter.since = Some(2001))), [3, 2]);
    assert_eq!(ids(None, by(|filter| filter.until = Some(2001))), [2, 1]);
    assert_eq!(
        ids(None, by(|filter| filter.outcome = Some(Outcome::Loss))),
        [2]
    );
    assert_eq!(
        ids(None, by(|filter| filter.outcome = Some(Outcome::Draw))),
        [3]
    );
    // The two cannons go to the middle from both sides: a mirror image.
    assert_eq!(ids(Some("startpos moves h2e2"), Filter::default()), [2, 1]);
    let red = |filter: &mut Filter| filter.outcome = Some(Outcome::Win);
    assert_eq!(ids(Some("startpos moves b2e2"), by(red)), [1]);

    let place = indexer("xiangqi")
        .place(&"startpos moves h2e2".into())
        .expect("a line");
    let explored = database
        .explore(&place, &Filter::default())
        .expect("it is read");
    let counts = Counts {
        wins: 1,
        losses: 1,
        ..Counts::default()
    };
    assert_eq!((explored.moves.len(), explored.counts), (1, counts));
    let of_ann = by(|filter| filter.player = Some("Ann".into()));
    let explored = database.explore(&place, &of_ann).expect("it is read");
    assert_eq!(
        (explored.counts.games(), explored.counts.losses),
        (1, 1),
        "Black to move lost"
    );
    let found = database
        .games("xiangqi", None, &Filter::default(), 1)
        .expect("it is read");
    let game = &found[0];
    assert_eq!(game.names, [Some("Cid".to_owned()), Some("Ann".to_owned())]);
    assert_eq!(
        (game.year, game.event.as_deref()),
        (Some(2003), Some("Cup"))
    );
    assert_eq!(
        (game.outcome, game.line.moves.len()),
        (Some(Outcome::Draw), 2)
    );
    let date = ("Date".to_owned(), "2003.01.01".to_owned());
    assert!(game.tags.contains(&date), "{:?}", game.tags);
}

#[test]
fn boards_of_two_sizes_are_two_places() {
    let mut database = Database::in_memory().expect("memory");
    let mut session = game("gomoku").session(&Vec::new()).expect("no settings");
    session
        .set_line("startpos moves h8i9")
        .expect("legal moves");
    let record = session.save("psq", [None, None]).expect("its own format");
    let (imported, _) = import(
        &mut database,
        "gomoku",
        &[&String::from_utf8_lossy(&record)],
    );
    assert_eq!(imported.added, 1);
    let all = database.games("gomoku", None, &Filter::default(), 10);
    let size = ("size".to_owned(), "15".to_owned());
    assert!(all.expect("it is read")[0].settings.contains(&size));
    let found = |size: &str| {
        let settings = vec![("size".to_owned(), size.to_owned())];
        let indexer = game("gomoku").indexer(&settings).expect("a size");
        let place = indexer.place(&"startpos moves h8".into()).expect("a line");
        let found = database.games("gomoku", Some(&place), &Filter::default(), 10);
        found.expect("it is read").len()
    };
    assert_eq!((found("15"), found("17")), (1, 0));
}

/// The lines of play of Othello, the shortest first, without the empty one.
fn lines(count: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut next = 0;
    while lines.len() <= count {
        let line = lines[next].clone();
        let mut at = game("othello").session(&Vec::new()).expect("no settings");
        at.set_line(format!("startpos moves {line}"))
            .expect("legal moves");
        let longer = at.legal_moves().into_iter().map(|mv| format!("{line}{mv}"));
        lines.extend(longer);
        next += 1;
    }
    lines[1..=count].to_vec()
}

/// Positions that occur often have sums; these agree with the rows, whatever came in one import.
#[test]
fn sums_agree_with_rows() {
    let lines = lines(500);
    let of_parts = |size: usize| {
        let mut database = Database::in_memory().expect("memory");
        for part in lines.chunks(size) {
            import(&mut database, "othello", &[part.join("\n").as_str()]);
        }
        database
    };
    // With 50 games an import no position occurs often in one; with 300 some do, and get more.
    let (rows, sums) = (of_parts(50), of_parts(300));
    for line in [
        "startpos",
        "startpos moves f5",
        "startpos moves f5f6",
        "startpos moves f5d6c3",
    ] {
        let all = Filter::default();
        let (one, other) = (
            played(&rows, "othello", line, &all),
            played(&sums, "othello", line, &all),
        );
        assert!(!one.is_empty(), "{line}");
        assert_eq!(one, other, "{line}");
    }
    let all = played(&sums, "othello", "startpos", &Filter::default());
    assert_eq!(all.iter().map(|(_, games)| games).sum::<u64>(), 500);
}

#[test]
fn an_import_without_an_end_changes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.db");
    let mut database = Database::create(&path).expect("a new file");
    import(&mut database, "othello", &["f5d6"]);
    let indexer = indexer("othello");
    let mut dropped = database.import("othello").expect("nobody else writes");
    let mut never = |_, _| panic!("it can be read");
    dropped
        .file(indexer.as_ref(), "file", b"f5f6".to_vec(), &mut never)
        .expect("it is written");
    drop(dropped);
    drop(database);
    let again = Database::open(&path).expect("it is there");
    assert_eq!(again.count("othello").expect("it is read"), 1);
}

#[test]
fn files_that_are_no_database_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("notes.txt");
    assert!(matches!(
        Database::open(&path),
        Err(DatabaseError::Sqlite(_))
    ));
    std::fs::write(&path, "notes ".repeat(100)).expect("a file");
    assert!(matches!(
        Database::open(&path),
        Err(DatabaseError::Sqlite(_))
    ));
    assert!(matches!(
        Database::create(&path),
        Err(DatabaseError::Sqlite(_))
    ));
    let kept = std::fs::read_to_string(&path).expect("it is still there");
    assert_eq!(kept.len(), 600);
}

#[test]
fn databases_of_others_and_of_other_versions_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("other.db");
    let change = |statement: &str| {
        let connection = rusqlite::Connection::open(&path).expect("a database");
        connection.execute_batch(statement).expect("it is changed");
    };
    let opened = || {
        let errors = [Database::create(&path), Database::open(&path)];
        errors.map(|opened| opened.expect_err("it is refused").to_string())
    };
    change("CREATE TABLE notes (text TEXT)");
    assert!(
        opened()
            .iter()
            .all(|error| error.contains("not one of games"))
    );
    std::fs::remove_file(&path).expect("it was there");
    drop(Database::create(&path).expect("a new file"));
    assert!(Database::open(&path).is_ok());
    change("PRAGMA user_version = 7");
    let told = "version 7 of its format, and this program reads version 1";
    assert!(opened().iter().all(|error| error.contains(told)));
    change("PRAGMA user_version = 1; PRAGMA application_id = 3");
    assert!(
        opened()
            .iter()
            .all(|error| error.contains("not one of games"))
    );
}

/// How many positions have sums, after imports of `size` games each.
fn summed_up(lines: &[String], size: usize) -> i64 {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.db");
    let mut database = Database::create(&path).expect("a new file");
    for part in lines.chunks(size) {
        import(&mut database, "othello", &[part.join("\n").as_str()]);
    }
    let connection = rusqlite::Connection::open(&path).expect("a database");
    let count = "SELECT count(DISTINCT key) FROM branches";
    let count = connection.query_row(count, [], |row| row.get(0));
    count.expect("a number")
}

#[test]
fn positions_of_two_hundred_games_in_one_import_are_summed_up() {
    let lines = lines(200);
    // All games go through the start; each first move is the same by symmetry.
    assert_eq!(summed_up(&lines, 200), 2);
    assert_eq!(summed_up(&lines, 100), 0);
}

#[test]
fn files_and_folders_are_imported_and_what_is_broken_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let [one, two] = ["one.txt", "two.txt"].map(|name| folder.path().join(name));
    fs::write(&one, "f5d6c3\nf5a1\n").expect("a file");
    fs::write(&two, "f5f6\n").expect("a file");
    fs::write(folder.path().join("WTH.JOU"), "no names").expect("a file");
    let mut broken = Vec::new();
    let mut refused = |refusal: db::Refusal| broken.push(refusal.to_string());
    let paths = [one.clone(), two];
    let files = GameFiles::find(game("othello"), &Vec::new(), &paths, &mut refused);
    let files = files.expect("they are there");
    assert_eq!(files.len(), 2);
    let mut database = Database::in_memory().expect("memory");
    let mut read = Vec::new();
    let imported = database.import_files(&files, &Control::default(), &mut |event| match event {
        ImportEvent::Refused(refusal) => refused(refusal),
        ImportEvent::Read(imported) => read.push(imported.added),
        _ => {}
    });
    let imported = imported.expect("it is kept");
    assert_eq!((imported.added, imported.refused), (2, 1));
    assert_eq!(read, [1, 2]);
    assert_eq!(broken.len(), 2);
    assert!(broken[0].contains("WTH.JOU: "), "{}", broken[0]);
    assert!(broken[1].contains("one.txt: game 2: "), "{}", broken[1]);

    let found = database.games("othello", None, &Filter::default(), 1);
    assert_eq!(found.expect("it is read")[0].source, "one.txt");
    let all = GameFiles::find(
        game("othello"),
        &Vec::new(),
        &[folder.path().into()],
        &mut |_| {},
    );
    assert_eq!(all.expect("a folder").len(), 3);
    let missing = [folder.path().join("missing.txt")];
    let missing = GameFiles::find(game("gomoku"), &Vec::new(), &missing, &mut |_| {});
    let missing = missing.expect("it is looked for later");
    let failed = database.import_files(&missing, &Control::default(), &mut |_| {});
    assert!(matches!(failed, Err(ImportError::File { path, .. }) if path.ends_with("missing.txt")));
}

#[test]
fn an_import_that_is_stopped_changes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let paths = ["one.txt", "two.txt"].map(|name| folder.path().join(name));
    for (path, game) in paths.iter().zip(["f5d6", "f5f6"]) {
        fs::write(path, game).expect("a file");
    }
    let files = GameFiles::find(game("othello"), &Vec::new(), &paths, &mut |_| {});
    let files = files.expect("they are there");
    let mut database = Database::in_memory().expect("memory");
    // After the first file, and after the last.
    for files_read in [1, 2] {
        let control = Control::default();
        let mut read = 0;
        let stopped = database.import_files(&files, &control, &mut |event| {
            if matches!(event, ImportEvent::Read(_)) {
                read += 1;
            }
            if read == files_read {
                control.stop();
            }
        });
        let told = stopped.expect_err("it is stopped");
        assert!(
            matches!(told, ImportError::Database(DatabaseError::Stopped)),
            "{told}"
        );
        assert_eq!(database.count("othello").expect("it is read"), 0);
    }
    let imported = database.import_files(&files, &Control::default(), &mut |_| {});
    assert_eq!(imported.expect("it is kept").added, 2);
}
