//! Any list of games is written to one file and read back, and no game is lost or joined to
//! another.

use game_core::{Notation, Note, Player, Position, Record};
use gomoku_rules::{Error, Gomoku, Point, Rules};
use proptest::prelude::*;

/// What people call players and tournaments, and what the format might take for something else.
fn text() -> impl Strategy<Value = String> {
    let odd = vec![
        "Piskvorky 15x15, 0:0, 0",
        "Piskvorky ",
        "set-up X:h8",
        "8,8,0",
        "-1",
        "homo-1",
        "\u{feff}Piskvorky 15x15",
    ];
    prop_oneof![
        "\\PC{0,12}",
        "[\\x00-\\x20,:0-9a-h\u{feff}\u{3000}-]{0,12}",
        prop::sample::select(odd).prop_map(str::to_owned),
    ]
}

fn record() -> impl Strategy<Value = Record<Gomoku>> {
    let size = prop::sample::select(vec![5_u8, 15, 20]);
    let known = prop::collection::vec(
        (
            prop::sample::select(vec!["Event", "Code", "Levels"]),
            text(),
        ),
        0..3,
    );
    let notes = prop::collection::vec((any::<Option<f64>>(), prop::option::of(text())), 0..4);
    let moves = prop_oneof![Just(0), Just(1), 0..40_usize];
    let skipped = prop_oneof![2 => Just(0), 1 => 0..40_usize];
    (
        size,
        moves,
        skipped,
        any::<u64>(),
        [prop::option::of(text()), prop::option::of(text())],
        known,
        notes,
    )
        .prop_map(|(size, plies, skipped, seed, names, known, notes)| {
            let rules = Rules::new(size, Rules::default().rule()).expect("a size");
            let mut before = Gomoku::new(rules);
            play(&mut before, skipped, seed);
            let start = Gomoku::parse(&before.to_string(), &rules).expect("a position");
            let moves = play(&mut start.clone(), plies, seed ^ 1);
            let mut record = Record::new(start, moves);
            record.names = names;
            known
                .into_iter()
                .for_each(|(name, value)| record.tags.set(name, value));
            record.annotate(notes.into_iter().map(|(seconds, comment)| Note {
                score: None,
                seconds,
                comment,
            }));
            record.notes.truncate(record.moves.len());
            record
        })
}

/// Plays up to `plies` moves.
fn play(pos: &mut Gomoku, plies: usize, mut seed: u64) -> Vec<Point> {
    let mut played = Vec::new();
    while played.len() < plies && pos.outcome().is_none() {
        let mut moves = Vec::new();
        pos.generate(&mut moves);
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let mv = moves[(seed >> 33) as usize % moves.len()];
        pos.play(mv);
        played.push(mv);
    }
    played
}

fn read(bytes: &[u8]) -> Vec<Result<Record<Gomoku>, Error>> {
    Gomoku::parse_records(bytes, &Rules::default())
}

/// Size, set-up and moves.
fn games(records: &[Record<Gomoku>]) -> Vec<(u8, String, Vec<Point>)> {
    let game = |record: &Record<Gomoku>| {
        (
            record.start.rules().size(),
            record.start.to_string(),
            record.moves.clone(),
        )
    };
    records.iter().map(game).collect()
}

proptest! {
    #[test]
    fn any_list_is_read_back(records in prop::collection::vec(record(), 1..6)) {
        for format in Gomoku::FORMATS {
            let bytes = Gomoku::format_records(&records, format).expect("a file");
            let again = read(&bytes).into_iter().collect::<Result<Vec<_>, _>>().expect("what was written");
            prop_assert_eq!(games(&again), games(&records));
            // Once more, with what the format keeps.
            let bytes = Gomoku::format_records(&again, format).expect("a file");
            let once_more = read(&bytes).into_iter().collect::<Result<Vec<_>, _>>().expect("what was written");
            prop_assert_eq!(once_more, again);
        }
    }
}

#[test]
fn records_stand_one_after_another() {
    let text = "\u{feff}\r\nPiskvorky 15x15, 0:0, 0\r\n8,8,0\r\n-1\r\n\r\n Piskvorky 5x5, 0:0, 0\n1,1,0\n1,1,0\n-1\nPiskvorky 20x20\n";
    let games = read(text.as_bytes());
    let sizes: Vec<_> = games
        .iter()
        .map(|game| game.as_ref().map(|game| game.start.rules().size()).ok())
        .collect();
    assert_eq!(sizes, [Some(15), None, Some(20)]);
    assert!(
        matches!(games[1], Err(Error::Psq { line: 8, .. })),
        "{:?}",
        games[1]
    );
    assert!(matches!(read(b"")[..], [Err(Error::Psq { line: 1, .. })]));
    assert!(matches!(
        read(b"\n\nno header\nPiskvorky 15x15\n")[..],
        [Err(Error::Psq { line: 3, .. }), Ok(_)]
    ));
    let first = Gomoku::parse_record(text, &Rules::default()).expect("the first");
    assert_eq!(first.start.turn(), Player::First);
    assert_eq!(first.moves.len(), 1);
}
