#![doc = include_str!("../README.md")]
#![no_std]
extern crate alloc;

mod board_shape;
mod board_view;
mod clip;
pub mod conform;
mod diagram;
mod eval;
mod game_line;
mod node;
mod notation;
mod outcome;
mod perft;
mod position;
mod presentation;
mod record;
mod record_file;
mod score;
pub mod zobrist;

pub use board_shape::{BoardShape, Border, CellShape, Coordinates};
pub use board_view::{BoardView, Cell, MoveCells, Piece};
pub use clip::{clip, clip_to};
pub use diagram::diagram;
pub use eval::{Evaluator, FromFn, from_fn};
pub use game_line::GameLine;
pub use node::{Node, Step};
pub use notation::{Glyphs, Notation};
pub use outcome::{Adjudication, Outcome, Player};
pub use perft::{divide, perft};
pub use position::Position;
pub use presentation::{PieceKind, PieceLook, PlayerLook, Presentation, RuleCard, Text};
pub use record::{Note, Record, RecordFormat, Tags};
pub use record_file::{OneByOne, RecordFile, RecordWriter};
pub use score::{Score, Window};
