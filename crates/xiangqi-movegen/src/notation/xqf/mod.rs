//! Games in XQF, the binary format of 象棋演播室 (XQStudio) and, as readers, most Chinese programs.
//!
//! A header of 1,024 bytes (keys, the pieces' squares, texts in GB18030), then the moves as a tree,
//! each followed by its continuation and then by the moves that could stand in its place. Since
//! version 1.1 (11) the squares, the moves and the remarks are veiled with keys that the header
//! holds. The layout is that of the program's own source, which its author published in 2008
//! (`XQFileRW.pas`).
//!
//! A record has one line of moves. What the file tells of others is put into the remark on the move
//! that they would replace, in coordinates and in parentheses.

mod error;
mod header;
mod tree;

pub use error::{XqfError, XqfProblem};

use crate::{
    Rules, Xiangqi,
    notation::pgn::{Game, GameResult},
};
use game_core::{Note, Player, Position, Record, Tags};
use header::Header;
use tree::Tree;

/// The latest version of the format that is read.
const LATEST: u8 = 18;

/// Whether a file says that it is one.
pub(super) fn is_xqf(bytes: &[u8]) -> bool {
    bytes.starts_with(b"XQ") && bytes.get(2).is_some_and(|version| *version < b' ')
}

/// The game in an XQF file, under `rules`.
///
/// # Errors
/// If the file is cut short or not well formed, its position cannot be, or a move of its main line
/// is not legal.
pub fn read(bytes: &[u8], rules: &Rules) -> Result<Record<Xiangqi>, XqfError> {
    let header = Header::read(bytes)?;
    let tree = Tree::read(bytes, &header)?;
    let main = tree.main_line();
    let start = header.position(main.first().map(|&node| tree.nodes[node].mv), rules)?;
    let mut pos = start.clone();
    let mut moves = Vec::new();
    let mut notes = Vec::new();
    for node in main {
        let mv = tree.nodes[node].mv;
        let offset = tree.nodes[node].offset;
        let error = |error| XqfError {
            offset,
            problem: XqfProblem::Move(error),
        };
        pos.play(super::legal(&pos, mv).map_err(error)?);
        moves.push(mv);
        notes.push(Note {
            comment: tree.remark(node),
            ..Note::default()
        });
    }
    let mut record = Record::new(start, moves);
    record.annotate(notes);
    record.names = [header.text("Red"), header.text("Black")];
    // A game that is not of a match goes by its title.
    let [event, title] = [header.text("Event"), header.text("Title")];
    record
        .tags
        .set_known(Tags::EVENT, event.as_ref().or(title.as_ref()).cloned());
    record.tags.set_known("Title", event.and(title));
    for name in [
        Tags::DATE,
        Tags::SITE,
        "TimeControl",
        "RedTime",
        "BlackTime",
        "Annotator",
        "Author",
    ] {
        record.tags.set_known(name, header.text(name));
    }
    record.tags.set_known("Annotation", tree.remark(0));
    let result = match header.result {
        1 => Some(GameResult::RedWins),
        2 => Some(GameResult::BlackWins),
        3 => Some(GameResult::Draw),
        _ => None,
    };
    Ok(Game { record, result }.into())
}

/// Who owns the piece number `index` of the header.
const fn owner(index: usize) -> Player {
    if index < 16 {
        Player::First
    } else {
        Player::Second
    }
}
