//! The logs of matches and tournaments, and the pedigrees of learning.

use arena::Side;
use arena::tournament::{
    GameRecord, Log, Match, Shard, Ticket, merge, merge_all, read_line, write_line,
};
use boyi_fuzz::{Draws, target};
use learn::{Round, read_pedigree};
use std::fs;
use std::sync::LazyLock;

fn plan() -> Match {
    let config = |text: &str| text.parse().expect("a configuration");
    let mut plan = Match::new(
        engines::game("othello").expect("built in"),
        config("pvs,depth=1"),
        config("level=1"),
    );
    plan.games = 4;
    plan
}

fn game(index: u64) -> GameRecord {
    GameRecord {
        index,
        first: Side::first_in(index),
        winner: [None, Some(Side::A), Some(Side::B)][index as usize % 3],
        reason: "the board is full".to_owned(),
        fault: None,
        opening: "startpos".to_owned(),
        moves: "f5 d6 c3".to_owned(),
        nodes: [u64::MAX, 0],
        timing: None,
    }
}

/// Lines of a log as it is written.
static LINES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let ticket = Ticket::of(&plan());
    (0..4)
        .map(|index| write_line(&ticket, &game(index)))
        .collect()
});

/// A line is refused, or is a game that is written as a line that reads the same.
#[test]
fn lines() {
    target!(20_000, 192, |bytes| {
        let samples: Vec<&str> = LINES.iter().map(String::as_str).collect();
        let text = Draws::new(bytes).text(&samples, "{}[]\":,0123456789truefalsn \\");
        match read_line(text.as_bytes()) {
            Ok(Some((ticket, game))) => {
                assert!(game.index < ticket.of, "{text:?}");
                assert_eq!(game.first, Side::first_in(game.index), "{text:?}");
                let written = write_line(&ticket, &game);
                let again = read_line(written.as_bytes()).expect("a line that was written");
                assert_eq!(again, Some((ticket, game)), "{text:?}");
            }
            Ok(None) => {}
            Err(error) => assert!(!error.to_string().is_empty(), "{text:?}"),
        }
    });
}

/// Logs are put together or refused with a line; what is put together has every game once.
#[test]
fn merged() {
    target!(5_000, 256, |bytes| {
        let mut draws = Draws::new(bytes);
        let mut parts = [String::new(), String::new()];
        // Each game once, but for a few that are missing or there twice.
        for line in LINES.iter() {
            for _ in 0..draws.of(&[1, 1, 1, 1, 1, 1, 0, 2]) {
                let part = draws.below(2);
                parts[part] += line;
                parts[part] += "\n";
            }
        }
        let one: Vec<&str> = parts.iter().map(String::as_str).collect();
        let damaged = draws.text(&one, "{}[]\":,0123456789\n");
        for parts in [[one[0], one[1]], [&damaged, one[1]]] {
            if let Ok(merged) = merge(parts.map(str::as_bytes)) {
                let indices: Vec<u64> = merged.games.iter().map(|game| game.index).collect();
                assert_eq!(indices, [0, 1, 2, 3], "{parts:?}");
            }
            if let Err(error) = merge_all(parts.map(str::as_bytes)) {
                assert!(error.part().is_none_or(|part| part < 2), "{parts:?}");
            }
        }
    });
}

/// A log is opened and goes on, or is refused and stays as it was, byte for byte.
#[test]
fn journals() {
    target!(500, 192, |bytes| {
        let samples: Vec<String> = vec![
            String::new(),
            LINES[..2].join("\n") + "\n",
            LINES.join("\n"),
        ];
        let samples: Vec<&[u8]> = samples.iter().map(|text| text.as_bytes()).collect();
        let before = Draws::new(bytes).file(&samples);
        let file = tempfile::NamedTempFile::new().expect("a file");
        fs::write(file.path(), &before).expect("written");
        let plan = plan();
        match Log::open(file.path(), &plan, Shard::WHOLE) {
            Ok((log, known)) => {
                drop(log);
                // What was read is what is read again.
                let (_log, again) = Log::open(file.path(), &plan, Shard::WHOLE).expect("as before");
                assert_eq!(again, known);
            }
            Err(error) => {
                assert!(!error.to_string().is_empty());
                assert_eq!(fs::read(file.path()).expect("a file"), before, "left alone");
            }
        }
    });
}

/// A pedigree is refused with a line of it, or has the rounds from 1 on and is read the same once
/// written again; the file stays as it is.
#[test]
fn pedigrees() {
    target!(5_000, 192, |bytes| {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("pedigree.jsonl");
        let mut draws = Draws::new(bytes);
        let rounds: Vec<Round> = (1..=3).map(|round| learnt(round, &mut draws)).collect();
        let given = draws.text(&[&lines_of(&rounds)], "{}[]\":,.e-0123456789\n");
        fs::write(&path, &given).expect("written");
        match read_pedigree(&path) {
            Ok(rounds) => {
                let numbers: Vec<u64> = rounds.iter().map(|round| round.round).collect();
                assert!(numbers.iter().copied().eq(1..=rounds.len() as u64));
                fs::write(&path, lines_of(&rounds)).expect("written");
                assert_eq!(read_pedigree(&path).ok(), Some(rounds), "{given:?}");
            }
            Err(error) => {
                assert!(error.to_string().contains("of a pedigree"), "{error}");
                assert_eq!(fs::read_to_string(&path).ok(), Some(given));
            }
        }
    });
}

/// The lines of a pedigree.
fn lines_of(rounds: &[Round]) -> String {
    let line = |round| serde_json::to_string(round).expect("a round") + "\n";
    rounds.iter().map(line).collect()
}

/// A round after those before it.
fn learnt(round: u64, draws: &mut Draws<'_>) -> Round {
    Round {
        round,
        parent: draws.below(round as usize) as u64,
        games: 100 * round,
        positions: draws.below(10_000),
        training: draws.below(1_000) as f64 / 997.0,
        validation: draws.below(1_000) as f64 / 991.0,
        network: format!("{:08x}", draws.below(1 << 20)),
        gate: [5, 1, round],
        elo_error: draws.of(&[None, Some(35.5)]),
        elo: -12.25,
        accepted: draws.of(&[true, false]),
        rating: 0.1,
    }
}
