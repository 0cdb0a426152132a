//! Any list of games goes through any two formats, one after the other, and no game is lost or
//! joined to another.

use game_core::{Notation, Note, Position, Record, RecordFormat};
use proptest::prelude::*;
use xiangqi_movegen::{Move, Rules, Xiangqi};

/// What people call players and tournaments, and what a format might take for something else.
fn text() -> impl Strategy<Value = String> {
    let odd = vec![
        "隆",
        "?",
        "1-0",
        "*",
        "[Event \"x\"]",
        "{",
        "}",
        "\\",
        "\"]",
        "a\n\n[Event \"x\"]\n\n1. h2e2 *",
        ";",
        "%",
    ];
    prop_oneof![
        "\\PC{0,12}",
        "[\\x00-\\x20\\[\\](){};:%$\"\\\\*0-9a-h炮二平五\u{feff}\u{3000}-]{0,12}",
        prop::sample::select(odd).prop_map(str::to_owned),
    ]
}

fn record() -> impl Strategy<Value = Record<Xiangqi>> {
    let names = prop_oneof!["[A-Za-z_]{1,8}", text()];
    let known = prop::collection::vec((names, text()), 0..4);
    let notes = prop::collection::vec(prop::option::of(text()), 0..4);
    let moves = prop_oneof![Just(0), Just(1), 0..60_usize];
    let skipped = prop_oneof![2 => Just(0), 1 => 0..60_usize];
    (
        moves,
        skipped,
        any::<u64>(),
        [prop::option::of(text()), prop::option::of(text())],
        known,
        notes,
    )
        .prop_map(|(plies, skipped, seed, names, known, notes)| {
            let mut before = Xiangqi::default();
            play(&mut before, skipped, seed);
            let start = Xiangqi::parse(&before.to_string(), &Rules::default()).expect("a position");
            let moves = play(&mut start.clone(), plies, seed ^ 1);
            let mut record = Record::new(start, moves);
            record.names = names;
            known
                .into_iter()
                .for_each(|(name, value)| record.tags.set(&name, value));
            record.annotate(notes.into_iter().map(|comment| Note {
                comment,
                ..Note::default()
            }));
            record.notes.truncate(record.moves.len());
            record
        })
}

/// Plays up to `plies` moves.
fn play(pos: &mut Xiangqi, plies: usize, mut seed: u64) -> Vec<Move> {
    let mut played = Vec::new();
    while played.len() < plies && pos.outcome().is_none() {
        let mut moves = Vec::new();
        pos.generate(&mut moves);
        moves.retain(|&mv| pos.is_legal(mv));
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let mv = moves[(seed >> 33) as usize % moves.len()];
        pos.play(mv);
        played.push(mv);
    }
    played
}

/// A game's first position and its moves.
type Game = (String, Vec<Move>);

fn games(records: &[Record<Xiangqi>], format: &RecordFormat) -> Vec<Game> {
    let game = |record: &Record<Xiangqi>| match format.extension {
        "fen" | "fenr" => (record.end().to_string(), Vec::new()),
        _ => (record.start.to_string(), record.moves.clone()),
    };
    records.iter().map(game).collect()
}

fn go(records: &[Record<Xiangqi>], format: &RecordFormat) -> Vec<Record<Xiangqi>> {
    let bytes = Xiangqi::format_records(records, format).expect("a file");
    let again = Xiangqi::parse_records(&bytes, &Rules::default())
        .into_iter()
        .collect::<Result<Vec<_>, _>>();
    again.unwrap_or_else(|error| {
        panic!(
            "{}: {error}\n{}",
            format.extension,
            String::from_utf8_lossy(&bytes)
        )
    })
}

proptest! {
    #[test]
    fn any_list_goes_through_any_two_formats(records in prop::collection::vec(record(), 1..5)) {
        for first in Xiangqi::FORMATS {
            let between = go(&records, first);
            prop_assert_eq!(
                games(&between, &Xiangqi::FORMATS[0]),
                games(&records, first),
                "{}",
                first.extension,
            );
            for second in Xiangqi::FORMATS {
                let after = go(&between, second);
                prop_assert_eq!(
                    games(&after, &Xiangqi::FORMATS[0]),
                    games(&between, second),
                    "{} to {}",
                    first.extension,
                    second.extension
                );
            }
        }
    }
}

/// The bytes of this character in GB18030 are UTF-8 as well.
#[test]
fn a_name_in_gb18030_is_not_taken_for_another() {
    let format = Xiangqi::FORMATS
        .iter()
        .find(|format| format.extension == "gb18030")
        .expect("a format");
    let mut record = Record::new(Xiangqi::default(), Vec::new());
    record.names[0] = Some("隆".into());
    assert_eq!(
        go(&[record.clone(), record.clone()], format),
        [record.clone(), record]
    );
}
