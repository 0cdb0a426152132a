//! Texts: positions as FEN, moves in coordinates, WXF and Chinese, games as PGN and XQF, boards for
//! a terminal.

pub mod chinese;
mod diagram;
mod error;
mod fen;
pub mod pgn;
mod ranks;
mod records;
mod relative;
mod text;
pub mod wxf;
pub mod xqf;

pub use error::{MoveError, TextError};
pub(crate) use fen::{Fen, check_pieces, read as read_fen, write as write_fen};
pub use fen::{FenError, FenStyle, fen};
pub use pgn::{PgnError, PgnProblem};
pub use ranks::Ranks;
pub use relative::RelativeError;
pub use xqf::{XqfError, XqfProblem};

use crate::presentation::{board_shape, presentation};
use crate::{Kind, Move, Rules, Square, Xiangqi, piece};
use core::str::FromStr;
use game_core::{
    BoardShape, BoardView, Cell, Glyphs, MoveCells, Notation, Player, Position, Presentation,
    Record, RecordFile, RecordFormat, RecordWriter,
};

/// The legal move of `pos` that `text` names in coordinates (`h2e2`, `H2-E2`), WXF (`C2=5`) or
/// Chinese (`炮二平五`); the form of the text tells which.
///
/// # Errors
/// If `text` names no move, or one that is not legal, and then why not.
pub fn read_move(pos: &Xiangqi, text: &str) -> Result<Move, MoveError> {
    match text.parse::<Move>() {
        Ok(mv) => legal(pos, mv),
        Err(_) if !text.is_ascii() => Ok(chinese::parse(pos, text)?),
        Err(_) if matches!(text.as_bytes(), [_, _, b'+' | b'-' | b'=' | b'.', _]) => {
            Ok(wxf::parse(pos, text)?)
        }
        Err(error) => Err(error.into()),
    }
}

/// The place of a square among the cells of a view, which begin at Black's left.
fn cell_of(square: Square) -> usize {
    let above = Square::RANKS - 1 - square.rank();
    usize::from(above) * usize::from(Square::FILES) + usize::from(square.file())
}

/// `mv`, if it is legal in `pos`; else why not.
fn legal(pos: &Xiangqi, mv: Move) -> Result<Move, MoveError> {
    let us = pos.turn();
    let piece = pos.piece_at(mv.from).ok_or(MoveError::NoPiece { mv })?;
    if piece.player != us {
        return Err(MoveError::NotYours { mv, piece });
    }
    if let Some(own) = pos.piece_at(mv.to).filter(|piece| piece.player == us) {
        return Err(MoveError::OwnPiece { mv, piece: own });
    }
    if pos.unpack(pos.pack(mv)).is_none() {
        return Err(MoveError::CannotMoveSo { mv, piece });
    }
    if pos.is_legal(mv) {
        return Ok(mv);
    }
    let mut after = *pos.board();
    after.make(mv);
    let only_by_general = after.checkers(us) == after.pieces(!us, Kind::General);
    Err(if only_by_general {
        MoveError::GeneralsFace { mv }
    } else {
        MoveError::LeavesInCheck { mv }
    })
}

impl FromStr for Xiangqi {
    type Err = TextError;

    /// As [`Notation::parse`] under the default rules.
    fn from_str(text: &str) -> Result<Self, TextError> {
        Self::parse(text, &Rules::default())
    }
}

impl Notation for Xiangqi {
    type Rules = Rules;
    type Error = TextError;

    const NAME: &'static str = "xiangqi";

    fn start(rules: &Rules) -> Self {
        Self::initial(rules)
    }

    /// Reads `startpos`, or a FEN as [`Xiangqi::from_fen`] does.
    fn parse(text: &str, rules: &Rules) -> Result<Self, TextError> {
        if text.trim() == "startpos" {
            return Ok(Self::initial(rules));
        }
        Ok(Self::from_fen(text, rules)?)
    }

    fn parse_move(&self, text: &str) -> Result<Move, TextError> {
        Ok(read_move(self, text)?)
    }

    fn format_move(&self, mv: Move) -> String {
        mv.to_string()
    }

    /// Reads the first game of a PGN text.
    fn parse_record(text: &str, rules: &Rules) -> Result<Record<Self>, TextError> {
        Ok(pgn::first(text, rules)?.into())
    }

    fn format_record(record: &Record<Self>) -> String {
        pgn::Game::from(record.clone()).to_string()
    }

    const FORMATS: &'static [RecordFormat] = records::FORMATS;

    /// Reads the games of an XQF file, of a PGN text, or of a list of positions in FEN, each alone
    /// on its line or followed by `moves` and a move list. Text is in UTF-8, UTF-16 or GB18030.
    fn records<'a>(
        file: &'a RecordFile,
        rules: &'a Rules,
    ) -> Box<dyn Iterator<Item = Result<Record<Self>, TextError>> + 'a> {
        records::read(file, rules)
    }

    fn decode(bytes: Vec<u8>) -> RecordFile {
        records::decode(bytes)
    }

    /// Cannot fail.
    fn record_writer(format: &RecordFormat) -> Box<dyn RecordWriter<Self>> {
        records::writer(format)
    }

    fn player_name(player: Player) -> &'static str {
        piece::player_name(player)
    }

    fn reason(&self) -> Option<&'static str> {
        self.ending().map(crate::Reason::name)
    }

    fn board_view(&self) -> BoardView {
        let cell = |square: Square| Cell {
            name: square.to_string(),
            piece: self.board().piece_at(square).map(|piece| game_core::Piece {
                owner: piece.player,
                letter: piece.kind.letter().to_ascii_uppercase(),
            }),
        };
        let rank = |rank| (0..Square::FILES).map(move |file| Square::new(file, rank));
        BoardView::new(
            Square::FILES.into(),
            (0..Square::RANKS).rev().flat_map(rank).map(cell),
        )
    }

    fn board_shape(&self) -> BoardShape {
        board_shape(&self.board_view())
    }

    fn presentation() -> Presentation {
        presentation()
    }

    fn move_cells(&self, mv: Move) -> MoveCells {
        MoveCells {
            from: Some(cell_of(mv.from)),
            to: Some(cell_of(mv.to)),
        }
    }

    /// The general of the player to move, if it is attacked.
    fn checked_cells(&self) -> Vec<usize> {
        let general = self.in_check().then(|| self.board().general(self.turn()));
        general.map(cell_of).into_iter().collect()
    }

    fn diagram(&self, last: Option<Move>, glyphs: Glyphs) -> String {
        diagram::draw(self.board(), last, glyphs)
    }
}
