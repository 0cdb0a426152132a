//! Games in PGN: tags, numbered moves, a result.
//!
//! The format is chess's Portable Game Notation (1994) with xiangqi's tags and moves, as the
//! computer standard of xqbase.com (中国象棋电脑应用规范(四): PGN文件格式) has it. Moves are read in coordinates,
//! WXF or Chinese, told apart by their form, and written in any [style](MoveStyle). Comments in
//! braces belong to the move before them; before the first one, they are the tag `Annotation`.
//! Other comments, annotation glyphs and variations are skipped. A game ends with its result or, as
//! many collections leave that out, where the next game's tags begin.

mod error;
mod game;
mod reader;
mod scanner;
mod writer;

pub use error::{PgnError, PgnProblem};
pub use game::{Game, GameResult};
pub(super) use reader::says_nothing;
pub use reader::{Games, first, games};
pub use writer::MoveStyle;
