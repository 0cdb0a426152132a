//! Tournament games: the files are read, sound games replay to their recorded score, damaged bytes never panic.

use game_core::Notation;
use othello_bitboard::{Othello, wthor};
use proptest::prelude::*;
use std::{collections::BTreeMap, fs, path::Path};

const WTH_1977: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/othello/WTH_1977.wtb"));

/// What became of the games: how many replayed, and how many failed in each way.
#[derive(Debug, Default)]
struct Tally {
    sound: usize,
    broken: BTreeMap<&'static str, usize>,
}

impl Tally {
    fn add(&mut self, game: &wthor::Game) {
        use wthor::ReplayError as E;
        let kind = match game.replay() {
            Ok(record) => {
                self.sound += 1;
                let text = Othello::format_record(&record);
                assert_eq!(Othello::parse_record(&text, &()), Ok(record));
                return;
            }
            Err(E::MoveByte { .. }) => "move byte",
            Err(E::Illegal { .. }) => "illegal",
            Err(E::AfterEnd { .. }) => "after the end",
            Err(E::Gap { .. }) => "gap",
            Err(E::Unfinished { .. }) => "unfinished",
            Err(E::Score { .. }) => "score",
            Err(_) => "other",
        };
        *self.broken.entry(kind).or_default() += 1;
    }
}

#[test]
fn the_games_of_1977_replay() {
    let archive = wthor::Archive::read(WTH_1977).unwrap();
    assert_eq!((archive.header.year, archive.header.games, archive.header.depth), (1977, 12, 24));
    let mut tally = Tally::default();
    archive.games.iter().for_each(|game| tally.add(game));
    assert_eq!((tally.sound, tally.broken), (12, BTreeMap::new()));
}

#[test]
fn broken_games_say_how() {
    use wthor::ReplayError as E;
    let sound = wthor::Archive::read(WTH_1977).unwrap().games[0];
    let broken = |change: fn(&mut wthor::Game)| {
        let mut game = sound;
        change(&mut game);
        game.replay().unwrap_err()
    };
    assert_eq!(broken(|game| game.moves[59] = 0), E::Unfinished { count: 59 });
    assert_eq!(broken(|game| game.moves = [0; 60]), E::Unfinished { count: 0 });
    assert_eq!(broken(|game| game.moves[10] = 0), E::Gap { number: 12 });
    for byte in [1, 9, 10, 19, 20, 89, 90, 99, 200, 255] {
        let mut game = sound;
        game.moves[3] = byte;
        assert_eq!(game.replay(), Err(E::MoveByte { number: 4, byte }));
    }
    assert!(matches!(broken(|game| game.moves[1] = game.moves[0]), E::Illegal { number: 2, .. }));
    assert!(matches!(broken(|game| game.moves[0] = 11), E::Illegal { number: 1, .. }));
    assert_eq!(broken(|game| game.black_score = 255), E::Score { recorded: 255, played: 34 });
    // White is wiped out after nine moves; a tenth is one too many.
    let wiped_out = [65, 46, 35, 66, 57, 64, 75, 56, 53, 0, 0, 0];
    let mut game = wthor::Game { moves: [0; 60], black_score: 64, ..sound };
    game.moves[..12].copy_from_slice(&wiped_out);
    assert_eq!(game.replay().map(|record| record.moves.len()), Ok(9));
    game.moves[9] = 11;
    assert_eq!(game.replay(), Err(E::AfterEnd { number: 10 }));
}

proptest! {
    #[test]
    fn damaged_files_never_panic(bytes: Vec<u8>, len in 0..=WTH_1977.len(), at in 0..WTH_1977.len(), byte: u8) {
        let mut changed = WTH_1977.to_vec();
        changed[at] = byte;
        for bytes in [&bytes[..], &WTH_1977[..len], &changed] {
            if let Ok(archive) = wthor::Archive::read(bytes) {
                for game in &archive.games {
                    let _ = game.replay();
                }
            }
            let _ = (wthor::players(bytes), wthor::tournaments(bytes));
        }
        prop_assert_eq!(wthor::Archive::read(&WTH_1977[..len]).is_ok(), len == WTH_1977.len());
    }

    #[test]
    fn random_games_never_panic(moves in proptest::collection::vec(0u8..=90, 60), sound in 0usize..12) {
        let mut game = wthor::Archive::read(WTH_1977).unwrap().games[sound];
        game.moves[20..].copy_from_slice(&moves[20..]);
        let _ = game.replay();
    }
}

#[test]
#[ignore = "needs the whole database: a directory named by BOYI_WTHOR"]
fn the_whole_database_replays() {
    let dir = std::env::var("BOYI_WTHOR").expect("BOYI_WTHOR names a directory of .wtb files");
    let mut tally = Tally::default();
    for entry in fs::read_dir(&dir).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "wtb") {
            let archive = wthor::Archive::read(&fs::read(&path).unwrap()).unwrap();
            archive.games.iter().for_each(|game| tally.add(game));
        }
    }
    println!("{tally:?}");
    let players = wthor::players(&fs::read(Path::new(&dir).join("WTH.JOU")).unwrap()).unwrap();
    let tournaments = wthor::tournaments(&fs::read(Path::new(&dir).join("WTH.TRN")).unwrap()).unwrap();
    assert_eq!((players.len(), tournaments.len()), (4448, 492));
    assert_eq!((tally.sound, tally.broken.values().sum()), (137_548 - 413, 413));
}
