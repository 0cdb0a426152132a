//! Any list of games goes through any two formats, one after the other, and no game is lost or
//! joined to another.

use game_core::{Notation, Note, Position, Record, RecordFormat};
use othello_bitboard::{Move, Othello, tags};
use proptest::prelude::*;

/// What people call players and tournaments, and what a format might take for something else.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "\\PC{0,12}",
        "[\\x00-\\x20\\[\\](){};:#%*/XO0-9a-h\u{feff}\u{3000}-]{0,12}",
        prop::sample::select(vec![
            "startpos",
            "startpos moves",
            "moves",
            "f5d6",
            "(;GM[Othello];)",
            "?",
            "# Black: x",
            "\0"
        ])
        .prop_map(str::to_owned),
    ]
}

/// A game: moves chosen by `choices` from the start or, where `skipped` are left out, from a
/// position within it.
fn record() -> impl Strategy<Value = Record<Othello>> {
    let known = prop::collection::vec((prop::sample::select(NAMES.to_vec()), text()), 0..4);
    let notes = prop::collection::vec(
        (
            any::<Option<f64>>(),
            any::<Option<f64>>(),
            prop::option::of(text()),
        ),
        0..4,
    );
    let moves = prop_oneof![Just(0), Just(1), 0..70_usize];
    let skipped = prop_oneof![2 => Just(0), 1 => 0..70_usize];
    (
        moves,
        skipped,
        any::<u64>(),
        prop::option::of(text()),
        known,
        notes,
    )
        .prop_map(|(plies, skipped, seed, name, known, notes)| {
            let mut start = Othello::START;
            play(&mut start, skipped, seed);
            let moves = play(&mut start.clone(), plies, seed ^ 1);
            let mut record = Record::new(start, moves);
            record.names = [name.clone(), name];
            known
                .into_iter()
                .for_each(|(name, value)| record.tags.set(name, value));
            record.annotate(notes.into_iter().map(|(score, seconds, comment)| Note {
                score,
                seconds,
                comment,
            }));
            record.notes.truncate(record.moves.len());
            record
        })
}

const NAMES: [&str; 8] = [
    "Event",
    "Date",
    "Site",
    "Result",
    tags::SCORES,
    tags::RATINGS[0],
    tags::CLOCKS[1],
    tags::TOURNAMENT,
];

/// Plays up to `plies` moves.
fn play(pos: &mut Othello, plies: usize, mut seed: u64) -> Vec<Move> {
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

type Game = (Othello, Vec<Move>);

/// What `format` keeps of games; `None` if it has no room for one of them.
fn kept(games: &[Game], format: &RecordFormat) -> Option<Vec<Game>> {
    let kept = |(start, moves): &Game| match format.extension {
        "obf" => Some((Record::new(*start, moves.clone()).end(), Vec::new())),
        "wtb" if *start != Othello::START => None,
        "wtb" => {
            // A pass has no number.
            let squares = moves
                .iter()
                .rposition(|mv| !mv.is_pass())
                .map_or(0, |last| last + 1);
            Some((*start, moves[..squares].to_vec()))
        }
        _ => Some((*start, moves.clone())),
    };
    games.iter().map(kept).collect()
}

fn read(bytes: &[u8]) -> Vec<Record<Othello>> {
    Othello::parse_records(bytes, &())
        .into_iter()
        .collect::<Result<_, _>>()
        .expect("what was written")
}

fn games(records: &[Record<Othello>]) -> Vec<Game> {
    records
        .iter()
        .map(|record| (record.start, record.moves.clone()))
        .collect()
}

proptest! {
    #[test]
    fn any_list_goes_through_any_two_formats(records in prop::collection::vec(record(), 1..6)) {
        for first in Othello::FORMATS {
            let written = Othello::format_records(&records, first);
            let Some(expected) = kept(&games(&records), first) else {
                prop_assert!(written.is_err(), "{}", first.extension);
                continue;
            };
            let between = read(&written.expect("a file"));
            prop_assert_eq!(games(&between), expected.clone(), "{}", first.extension);
            for second in Othello::FORMATS {
                let written = Othello::format_records(&between, second);
                match kept(&expected, second) {
                    Some(expected) => {
                        let after = read(&written.expect("a file"));
                        prop_assert_eq!(
                            games(&after),
                            expected,
                            "{} to {}",
                            first.extension,
                            second.extension,
                        );
                    }
                    None => prop_assert!(written.is_err()),
                }
            }
        }
    }
}

/// Two games in GGF, of which the first has no moves, are two transcripts.
#[test]
fn a_game_without_moves_stays_one() {
    let board = "BO[8 ---------------------------O*------*O--------------------------- *]";
    let ggf = format!("(;GM[Othello]{board};)\n(;GM[Othello]{board}B[f5]W[d6];)\n");
    let records = read(ggf.as_bytes());
    let transcripts = Othello::format_records(&records, &Othello::FORMATS[0]).expect("text");
    assert_eq!(
        String::from_utf8(transcripts.clone()).as_deref(),
        Ok("startpos moves\nf5d6\n")
    );
    assert_eq!(games(&read(&transcripts)), games(&records));
    // Files put together, too.
    let halves = records
        .iter()
        .map(Othello::format_record)
        .collect::<String>();
    assert_eq!(games(&read(halves.as_bytes())), games(&records));
}
