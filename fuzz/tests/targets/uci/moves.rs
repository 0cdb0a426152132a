//! Moves as text, in the simplest terms.

use game_core::Position;
use std::{collections::HashMap, sync::LazyLock};
use xiangqi_movegen::{Move, Square, Xiangqi};

/// The move that `text` names, if it names one.
pub fn mv(text: &str, from_one: bool) -> Option<Move> {
    /// All moves as they are written, with ranks from 0 and from 1.
    static ALL: LazyLock<[HashMap<String, Move>; 2]> = LazyLock::new(|| {
        [0, 1].map(|first| {
            let name = |square: Square| {
                format!(
                    "{}{}",
                    (b'a' + square.file()) as char,
                    square.rank() + first
                )
            };
            let pairs = Square::all().flat_map(|from| Square::all().map(move |to| (from, to)));
            let moves = pairs.filter(|(from, to)| from != to);
            moves
                .map(|(from, to)| (name(from) + &name(to), Move::new(from, to)))
                .collect()
        })
    });
    let text = text.to_ascii_lowercase();
    // A dash may stand between the squares.
    let dashed = text
        .split_once('-')
        .filter(|(from, to)| from.len() >= 2 && to.len() >= 2);
    let text = dashed.map_or(text.clone(), |(from, to)| format!("{from}{to}"));
    let all = &ALL[usize::from(from_one)];
    let mv = all.get(&text).copied();
    // It stands nowhere else: `a1-0a1` is no move.
    mv.filter(|mv| {
        dashed
            .is_none_or(|(from, _)| from[1..] == (mv.from.rank() + u8::from(from_one)).to_string())
    })
}

pub fn is_legal(pos: &Xiangqi, mv: Move) -> bool {
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    moves.contains(&mv)
}
