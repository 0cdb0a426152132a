//! Positions in Forsyth-Edwards notation, as the UCI, UCCI and CYCLONE protocols write it for
//! xiangqi.

use crate::{Board, Kind, Piece, Square, Xiangqi, piece::player_name};
use core::fmt;
use game_core::{Player, Position};
use thiserror::Error;

/// What was wrong with a FEN, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FenError {
    /// There is no text.
    #[error("the FEN is empty")]
    Empty,
    /// The placement has not ten ranks.
    #[error("the placement has {found} ranks, not 10")]
    RankCount {
        /// How many it has.
        found: usize,
    },
    /// A rank has not nine files.
    #[error("rank {rank} has {found} files, not 9")]
    FileCount {
        /// The rank, 9 being the first written.
        rank: u8,
        /// How many it has.
        found: usize,
    },
    /// A character is neither a piece nor a number of empty squares.
    #[error(
        "{letter:?} on rank {rank} is neither a piece nor a number of empty squares from 1 to 9"
    )]
    UnknownLetter {
        /// The character.
        letter: char,
        /// The rank, 9 being the first written.
        rank: u8,
    },
    /// A player has not exactly one general.
    #[error("{} has {found} generals, not 1", player_name(*.player))]
    Generals {
        /// The player.
        player: Player,
        /// How many it has.
        found: usize,
    },
    /// A player has more pieces of a kind than it started with.
    #[error("there are {found} of the {piece}, and {} at most", .piece.kind.most())]
    TooMany {
        /// The piece.
        piece: Piece,
        /// How many there are.
        found: usize,
    },
    /// A piece stands where it can never come.
    #[error("a {piece} can never stand on {square}")]
    Misplaced {
        /// The piece.
        piece: Piece,
        /// Where it stands.
        square: Square,
    },
    /// The second field is missing.
    #[error("the side to move is missing")]
    NoSide,
    /// The second field is no side.
    #[error("{0:?} is no side to move: w, r or b")]
    Side(String),
    /// The third or fourth field, which chess needs, is not a dash.
    #[error("{0:?} stands where xiangqi has only a dash")]
    Dash(String),
    /// A counter is no number, or too great.
    #[error("{text:?} is no {field}: a number up to {most}")]
    Counter {
        /// Which counter: `halfmove clock` or `move number`.
        field: &'static str,
        /// The greatest accepted.
        most: u32,
        /// The text.
        text: String,
    },
    /// There is text after the last field.
    #[error("{0:?} follows the last field")]
    Trailing(String),
    /// The player who is not to move is in check, or the generals face each other.
    #[error("the side to move could capture the general on {square}")]
    GeneralEnPrise {
        /// Where the general stands.
        square: Square,
    },
}

/// The fields of a FEN.
pub(crate) struct Fen {
    pub board: Board,
    pub turn: Player,
    pub halfmoves: u16,
    pub number: u16,
}

/// Reads every field of `text`; whether a general could be captured is for the position to say.
pub(crate) fn read(text: &str) -> Result<Fen, FenError> {
    let mut fields = text.split_whitespace();
    let board = read_placement(fields.next().ok_or(FenError::Empty)?)?;
    let turn = match fields.next().ok_or(FenError::NoSide)? {
        "w" | "r" | "W" | "R" => Player::First,
        "b" | "B" => Player::Second,
        other => return Err(FenError::Side(other.into())),
    };
    for field in fields.by_ref().take(2) {
        if field != "-" {
            return Err(FenError::Dash(field.into()));
        }
    }
    let halfmoves = fields
        .next()
        .map_or(Ok(0), |text| read_counter(text, "halfmove clock"))?;
    let number = fields
        .next()
        .map_or(Ok(1), |text| read_counter(text, "move number"))?;
    match fields.next() {
        Some(junk) => Err(FenError::Trailing(junk.into())),
        None => Ok(Fen {
            board,
            turn,
            halfmoves,
            number,
        }),
    }
}

fn read_placement(text: &str) -> Result<Board, FenError> {
    let found = text.split('/').count();
    if found != usize::from(Square::RANKS) {
        return Err(FenError::RankCount { found });
    }
    let mut board = Board::EMPTY;
    for (rank, row) in (0..Square::RANKS).rev().zip(text.split('/')) {
        let mut file = 0_usize;
        for letter in row.chars() {
            if let Some(gap @ 1..) = letter.to_digit(10) {
                file += gap as usize;
                continue;
            }
            let piece =
                Piece::from_letter(letter).ok_or(FenError::UnknownLetter { letter, rank })?;
            if file < usize::from(Square::FILES) {
                board.put(Square::new(file as u8, rank), piece);
            }
            file += 1;
        }
        if file != usize::from(Square::FILES) {
            return Err(FenError::FileCount { rank, found: file });
        }
    }
    check_pieces(&board)?;
    Ok(board)
}

/// Refuses what no game can lead to: wrong numbers of pieces, or pieces where they cannot come.
pub(crate) fn check_pieces(board: &Board) -> Result<(), FenError> {
    for player in Player::BOTH {
        for kind in Kind::ALL {
            let piece = Piece::new(player, kind);
            let pieces = board.pieces(player, kind);
            let found = pieces.len();
            if kind == Kind::General && found != 1 {
                return Err(FenError::Generals { player, found });
            }
            if found > kind.most() {
                return Err(FenError::TooMany { piece, found });
            }
            if let Some(square) = (pieces & !piece.home()).first() {
                return Err(FenError::Misplaced { piece, square });
            }
        }
    }
    Ok(())
}

fn read_counter(text: &str, field: &'static str) -> Result<u16, FenError> {
    let error = || FenError::Counter {
        field,
        most: u16::MAX.into(),
        text: text.into(),
    };
    // `parse` alone would take a sign.
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        text.parse().map_err(|_| error())
    } else {
        Err(error())
    }
}

/// How a FEN is written; all of it is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum FenStyle {
    /// Red's turn is `w`, horses are `N` and elephants `B`, as the UCI, UCCI and CYCLONE protocols
    /// have it.
    #[default]
    Protocol,
    /// Red's turn is `r`, horses are `H` and elephants `E`, as the World Xiangqi Federation calls
    /// them.
    Federation,
}

/// The FEN of `pos` in that style, all six fields.
///
/// ```
/// use xiangqi_movegen::{Xiangqi, notation::{FenStyle, fen}};
/// let start = Xiangqi::default();
/// assert_eq!(fen(&start, FenStyle::Protocol), Xiangqi::START);
/// let text = fen(&start, FenStyle::Federation);
/// assert!(text.starts_with("rheakaehr/") && text.ends_with(" r - - 0 1"));
/// assert_eq!(text.parse(), Ok(start));
/// ```
pub fn fen(pos: &Xiangqi, style: FenStyle) -> String {
    let text = pos.to_string();
    let Some((placement, rest)) = text
        .split_once(' ')
        .filter(|_| style == FenStyle::Federation)
    else {
        return text;
    };
    let letter = |letter| match letter {
        'n' => 'h',
        'N' => 'H',
        'b' => 'e',
        'B' => 'E',
        other => other,
    };
    let placement: String = placement.chars().map(letter).collect();
    let rest = rest
        .strip_prefix('w')
        .map_or(rest.to_owned(), |counters| format!("r{counters}"));
    format!("{placement} {rest}")
}

/// Writes the FEN of `pos`, all six fields.
pub(crate) fn write(pos: &Xiangqi, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for rank in (0..Square::RANKS).rev() {
        let mut gap = 0;
        for file in 0..Square::FILES {
            match pos.piece_at(Square::new(file, rank)) {
                None => gap += 1,
                Some(piece) => {
                    if gap > 0 {
                        write!(f, "{gap}")?;
                        gap = 0;
                    }
                    write!(f, "{}", piece.letter())?;
                }
            }
        }
        if gap > 0 {
            write!(f, "{gap}")?;
        }
        if rank > 0 {
            f.write_str("/")?;
        }
    }
    let side = match pos.turn() {
        Player::First => 'w',
        Player::Second => 'b',
    };
    write!(
        f,
        " {side} - - {} {}",
        pos.halfmove_clock(),
        pos.move_number()
    )
}
