//! Tournament games: the files are read, sound games replay to their recorded score, damaged bytes
//! never panic.

use game_core::{Notation, Player, Record, Tags};
use othello_bitboard::{Error, Othello, wthor};
use proptest::prelude::*;
use std::{collections::BTreeMap, fs, path::Path};

const WTH_1977: &[u8] = include_bytes!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../tests/data/othello/WTH_1977.wtb"
));

/// The results of the games: how many replayed, and how many failed in each way.
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
    assert_eq!(
        (
            archive.header.year,
            archive.header.games,
            archive.header.depth
        ),
        (1977, 12, 24)
    );
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
    assert_eq!(
        broken(|game| game.moves[59] = 0),
        E::Unfinished { count: 59 }
    );
    assert_eq!(
        broken(|game| game.moves = [0; 60]),
        E::Unfinished { count: 0 }
    );
    assert_eq!(broken(|game| game.moves[10] = 0), E::Gap { number: 12 });
    for byte in [1, 9, 10, 19, 20, 89, 90, 99, 200, 255] {
        let mut game = sound;
        game.moves[3] = byte;
        assert_eq!(game.replay(), Err(E::MoveByte { number: 4, byte }));
    }
    assert!(matches!(
        broken(|game| game.moves[1] = game.moves[0]),
        E::Illegal { number: 2, .. }
    ));
    assert!(matches!(
        broken(|game| game.moves[0] = 11),
        E::Illegal { number: 1, .. }
    ));
    assert_eq!(
        broken(|game| game.black_score = 255),
        E::Score {
            recorded: 255,
            played: 34
        }
    );
    // White is wiped out after nine moves; a tenth is one too many.
    let wiped_out = [65, 46, 35, 66, 57, 64, 75, 56, 53, 0, 0, 0];
    let mut game = wthor::Game {
        moves: [0; 60],
        black_score: 64,
        ..sound
    };
    game.moves[..12].copy_from_slice(&wiped_out);
    assert_eq!(game.replay().map(|record| record.moves.len()), Ok(9));
    game.moves[9] = 11;
    assert_eq!(game.replay(), Err(E::AfterEnd { number: 10 }));
}

proptest! {
    #[test]
    fn damaged_files_never_panic(
        bytes: Vec<u8>,
        len in 0..=WTH_1977.len(),
        at in 0..WTH_1977.len(),
        byte: u8,
    ) {
        let mut changed = WTH_1977.to_vec();
        changed[at] = byte;
        for bytes in [&bytes[..], &WTH_1977[..len], &changed] {
            if let Ok(archive) = wthor::Archive::read(bytes) {
                // What is read is written byte for byte, broken games as they are.
                prop_assert_eq!(archive.write().unwrap(), bytes);
                for (game, record) in archive.games.iter().zip(archive.records()) {
                    let sound = game.replay();
                    prop_assert!(sound.is_err() || sound == record.map(|record| Record::new(record.start, record.moves)));
                }
            }
            let _ = (wthor::players(bytes), wthor::tournaments(bytes));
        }
        prop_assert_eq!(wthor::Archive::read(&WTH_1977[..len]).is_ok(), len == WTH_1977.len());
    }

    #[test]
    fn random_games_never_panic(
        moves in proptest::collection::vec(0u8..=90, 60),
        sound in 0usize..12,
    ) {
        let mut game = wthor::Archive::read(WTH_1977).unwrap().games[sound];
        game.moves[20..].copy_from_slice(&moves[20..]);
        let _ = game.replay();
    }
}

#[test]
fn an_archive_of_its_records_is_the_same() {
    let records = sound(WTH_1977);
    let bytes = written(&records);
    // But for the day it was made.
    assert_eq!((&bytes[..4], &bytes[4..]), (&[0; 4][..], &WTH_1977[4..]));
    assert_eq!(records[0].tags.get(Tags::DATE), Some("1977"));
    assert_eq!(sound(&bytes), records);

    // With several years, or an unknown one, the header has none.
    for date in ["1978-01-02", "", "19", "sic!"] {
        let mut records = records.clone();
        records[3].tags.set(Tags::DATE, date);
        assert_eq!(
            wthor::Archive::read(&written(&records))
                .unwrap()
                .header
                .year,
            0
        );
    }
    // Of a game that no archive tells of, nothing but the moves and the score.
    let bare = Record::new(Othello::START, records[0].moves.clone());
    let game = wthor::Archive::read(&written(&[bare])).unwrap().games[0];
    assert_eq!(
        (
            game.tournament,
            game.black,
            game.white,
            game.black_score,
            game.theoretical_score
        ),
        (0, 0, 0, 34, 34)
    );

    let elsewhere = [
        records[0].clone(),
        Record::new(records[0].end(), Vec::new()),
    ];
    let refused = Othello::format_records(&elsewhere, &Othello::FORMATS[3])
        .unwrap_err()
        .to_string();
    assert!(
        refused.starts_with("game 2: it does not begin from the initial position"),
        "{refused}"
    );
}

fn sound(bytes: &[u8]) -> Vec<Record<Othello>> {
    Othello::parse_records(bytes, &())
        .into_iter()
        .map(Result::unwrap)
        .collect()
}

fn written(records: &[Record<Othello>]) -> Vec<u8> {
    Othello::format_records(records, &Othello::FORMATS[3]).unwrap()
}

#[test]
fn unfinished_games_are_read_and_written() {
    let mut archive = wthor::Archive::read(WTH_1977).unwrap();
    archive.games[3].moves[20..].fill(0);
    archive.games[3].black_score = 10;
    archive.games[4].moves.fill(0);
    archive.games[4].black_score = 2;
    archive.games[5].moves[20..].fill(0);
    archive.games[5].black_score = 65;
    let bytes = archive.write().unwrap();
    let records = sound(&bytes);
    assert_eq!(
        records
            .iter()
            .map(|record| record.moves.len())
            .collect::<Vec<_>>()[3..6],
        [20, 0, 20]
    );
    // The recorded score is the result; Black's discs as they stand are none.
    let results: Vec<_> = records[3..6]
        .iter()
        .map(|record| record.tags.get(Tags::RESULT))
        .collect();
    assert_eq!(results, [Some("-44.00"), None, None]);
    let again = wthor::Archive::read(&written(&records)).unwrap();
    let [discs] = [5].map(|game: usize| records[game].end().discs(Player::First) as u8);
    assert_eq!(again.games[..5], archive.games[..5]);
    assert_eq!(
        again.games[5],
        wthor::Game {
            black_score: discs,
            ..archive.games[5]
        }
    );
    // What a result may say beside; what cannot be one.
    for (result, score) in [
        ("+64.00:r", 64),
        ("-64:t", 0),
        ("0", 32),
        ("+3", discs),
        ("+66.00", discs),
        ("won", discs),
    ] {
        let mut records = records.clone();
        records[5].tags.set(Tags::RESULT, result);
        assert_eq!(
            wthor::Archive::read(&written(&records)).unwrap().games[5].black_score,
            score,
            "{result}"
        );
    }
}

#[test]
fn broken_games_are_refused_one_by_one() {
    let mut archive = wthor::Archive::read(WTH_1977).unwrap();
    archive.games[3].moves[0] = 11;
    archive.games[5].black_score ^= 1;
    let records = Othello::parse_records(&archive.write().unwrap(), &());
    let refused: Vec<_> = records
        .iter()
        .enumerate()
        .filter(|(_, record)| record.is_err())
        .map(|(i, _)| i)
        .collect();
    assert_eq!((records.len(), refused), (12, vec![3, 5]));
    assert!(matches!(
        records[5],
        Err(Error::Replay(wthor::ReplayError::Score { .. }))
    ));
    let short = Othello::parse_records(&WTH_1977[..100], &());
    assert!(
        matches!(
            short[..],
            [Err(Error::Archive(wthor::Error::GameTruncated {
                game: 2,
                ..
            }))]
        ),
        "{short:?}"
    );
}

#[test]
#[ignore = "needs the whole database: a directory named by BOYI_WTHOR"]
fn the_whole_database_replays() {
    let dir = std::env::var("BOYI_WTHOR").expect("BOYI_WTHOR names a directory of .wtb files");
    let mut tally = Tally::default();
    let mut records = 0;
    for entry in fs::read_dir(&dir).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "wtb") {
            let bytes = fs::read(&path).unwrap();
            let archive = wthor::Archive::read(&bytes).unwrap();
            assert_eq!(archive.write().as_ref(), Ok(&bytes), "{path:?}");
            archive.games.iter().for_each(|game| tally.add(game));
            records += archive.records().filter(Result::is_ok).count();
        }
    }
    println!("{tally:?}");
    let unfinished = tally.broken["unfinished"];
    assert_eq!(records, tally.sound + unfinished);
    let players = wthor::players(&fs::read(Path::new(&dir).join("WTH.JOU")).unwrap()).unwrap();
    let tournaments =
        wthor::tournaments(&fs::read(Path::new(&dir).join("WTH.TRN")).unwrap()).unwrap();
    assert_eq!((players.len(), tournaments.len()), (4448, 492));
    assert_eq!(
        (tally.sound, tally.broken.values().sum()),
        (137_548 - 413, 413)
    );
}
