//! What must hold of any game's texts and files.

use boyi_fuzz::Draws;
use game_core::{GameLine, Notation, Record, conform};
use std::fmt::Debug;

/// A position read from `text` is written as a text that reads back as the same position, and keeps
/// the laws of the rules. Returns it; `None` if it is refused, with a reason.
pub fn position<P: Notation + PartialEq + Debug>(text: &str, rules: &P::Rules) -> Option<P> {
    match P::parse(text, rules) {
        Ok(pos) => {
            let written = pos.to_string();
            let again = P::parse(&written, rules).unwrap_or_else(|error| {
                panic!("{text:?} is written as {written:?}, which is refused: {error}")
            });
            assert_eq!(again, pos, "{text:?} is written as {written:?}");
            holds(&pos, rules);
            Some(pos)
        }
        Err(error) => {
            assert!(!error.to_string().is_empty(), "{text:?}");
            None
        }
    }
}

/// The laws of the rules hold at `pos`: of texts and moves, and taking any move back restores it.
pub fn holds<P: Notation + PartialEq + Debug>(pos: &P, rules: &P::Rules) {
    conform::notation(pos, rules, 0).unwrap_or_else(|broken| panic!("{broken}"));
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    let mut child = pos.clone();
    for mv in moves {
        let undo = child.play(mv);
        child.undo(mv, undo);
        assert_eq!(&child, pos, "{mv:?} is not taken back");
    }
}

/// A move read from `text` is legal in `pos`, and its own text reads back as the same move.
pub fn mv<P: Notation + Debug>(pos: &P, text: &str) {
    let Ok(mv) = pos.parse_move(text) else {
        return;
    };
    assert!(legal(pos).contains(&mv), "{text:?} is {mv:?} in {pos}");
    let written = pos.format_move(mv);
    let again = pos.parse_move(&written);
    assert!(
        again.is_ok_and(|again| again == mv),
        "{text:?} is written as {written:?}"
    );
}

/// A line as a player or a program might write it: a start and moves, legal ones for the most part,
/// the others as `samples` and `signs` make them.
pub fn written_line<P: Notation>(
    draws: &mut Draws,
    start: &str,
    rules: &P::Rules,
    samples: &[&str],
    signs: &str,
) -> String {
    let mut line = start.to_owned();
    let mut pos = P::parse(start, rules).ok();
    for nth in 0..draws.below(24) {
        line += if nth == 0 { " moves " } else { " " };
        let moves = pos.as_ref().map(legal).unwrap_or_default();
        if moves.is_empty() || draws.one_in(16) {
            line += &draws.text(samples, signs);
            pos = None;
        } else if let Some(pos) = &mut pos {
            let mv = draws.of(&moves);
            line += &pos.format_move(mv);
            pos.play(mv);
        }
    }
    line
}

/// A game line is refused, or is a game of legal moves that reads back; the position it leads to
/// keeps the laws.
pub fn line<P: Notation + PartialEq + Debug>(text: &str, rules: &P::Rules) {
    let whole = P::parse_line(text, rules);
    let apart = P::read_line(&GameLine::from(text), rules);
    let (Ok(record), Ok(apart)) = (&whole, &apart) else {
        assert_eq!(whole.is_ok(), apart.is_ok(), "{text:?}");
        return;
    };
    assert_eq!(record, apart, "{text:?}");
    let end = replayed(record);
    let mut pos = record.start.clone();
    let mut moves = Vec::new();
    for &mv in &record.moves {
        moves.push(pos.format_move(mv));
        pos.play(mv);
    }
    let line = GameLine::new(record.start.to_string(), moves).to_string();
    let again = P::parse_line(&line, rules)
        .unwrap_or_else(|error| panic!("{text:?} is written as {line:?}: {error}"));
    assert_eq!(&again, record, "{text:?} is written as {line:?}");
    conform::notation(&end, rules, 0).unwrap_or_else(|broken| panic!("{text:?}: {broken}"));
}

/// Games read from a file are games of legal moves, and every format keeps what it can hold: what
/// is read of a file it wrote is the same after it is written and read once more.
pub fn records<P: Notation + PartialEq + Debug>(bytes: &[u8], rules: &P::Rules) {
    let mut games = Vec::new();
    for record in P::parse_records(bytes, rules) {
        match record {
            Ok(record) => {
                replayed(&record);
                games.push(record);
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    for record in &games {
        let written = P::format_record(record);
        let again = P::parse_record(&written, rules)
            .unwrap_or_else(|error| panic!("{written:?} is refused: {error}"));
        assert_eq!(again.moves, record.moves, "{written:?}");
        assert_eq!(again.start, record.start, "{written:?}");
    }
    if games.is_empty() {
        return;
    }
    for format in P::FORMATS {
        let Ok(written) = P::format_records(&games, format) else {
            continue;
        };
        let read = |bytes: &[u8]| -> Vec<Record<P>> {
            P::parse_records(bytes, rules)
                .into_iter()
                .collect::<Result<_, _>>()
                .unwrap_or_else(|error| {
                    let text = String::from_utf8_lossy(bytes);
                    panic!("{}: {error} in {text:?}", format.extension)
                })
        };
        let kept = read(&written);
        assert_eq!(kept.len(), games.len(), "{}", format.extension);
        let once_more = P::format_records(&kept, format)
            .unwrap_or_else(|error| panic!("{}: {error}", format.extension));
        assert_eq!(read(&once_more), kept, "{}", format.extension);
    }
}

/// The position after the moves of `record`, each of which must be legal where it is played.
fn replayed<P: Notation + Debug>(record: &Record<P>) -> P {
    let mut pos = record.start.clone();
    for &mv in &record.moves {
        assert!(legal(&pos).contains(&mv), "{mv:?} in {pos}");
        pos.play(mv);
    }
    pos
}

fn legal<P: Notation>(pos: &P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    moves
}
