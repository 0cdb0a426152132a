use super::{LATEST, XqfError, XqfProblem, owner};
use crate::{
    Board, Kind, Move, Piece, Rules, Square, Xiangqi, notation::pgn::says_nothing, notation::text,
};
use game_core::Player;

/// The first 1,024 bytes.
pub(super) struct Header<'a> {
    bytes: &'a [u8],
    /// Whether remarks follow only where a bit says so, and all is veiled.
    pub veiled: bool,
    pub result: u8,
    pieces: u8,
    /// What is added to where moves begin and end, and to the length of remarks.
    pub from: u8,
    pub to: u8,
    pub remark: i64,
    /// What is added to the bytes of the tree, by their place in the file modulo 32.
    pub stream: [u8; 32],
}

/// The texts of the header: what they are called in PGN, where their length stands, and how long
/// they can be.
const TEXTS: [(&str, usize, usize); 11] = [
    ("Title", 80, 63),
    ("Event", 208, 63),
    ("Date", 272, 15),
    ("Site", 288, 15),
    ("Red", 304, 15),
    ("Black", 320, 15),
    ("TimeControl", 336, 63),
    ("RedTime", 400, 15),
    ("BlackTime", 416, 15),
    ("Annotator", 464, 15),
    ("Author", 480, 15),
];

/// A player's sixteen pieces in the order of their squares.
const ORDER: [Kind; 16] = {
    use Kind::{
        Advisor as A, Cannon as C, Chariot as R, Elephant as B, General as K, Horse as N,
        Soldier as P,
    };
    [R, N, B, A, K, A, B, N, R, C, C, P, P, P, P, P]
};

impl<'a> Header<'a> {
    pub const SIZE: usize = 1024;
    const PIECES: usize = 16;

    pub fn read(bytes: &'a [u8]) -> Result<Self, XqfError> {
        let error = |offset, problem| XqfError { offset, problem };
        if !bytes.starts_with(b"XQ") {
            return Err(error(0, XqfProblem::NoXqf));
        }
        let bytes = bytes
            .get(..Self::SIZE)
            .ok_or_else(|| error(bytes.len(), XqfProblem::Short("header")))?;
        let version = bytes[2];
        if version > LATEST {
            return Err(error(2, XqfProblem::Version(version)));
        }
        let key = [bytes[12], bytes[13], bytes[14], bytes[15]];
        if key.iter().fold(0_u8, |sum, byte| sum.wrapping_add(*byte)) != 0 {
            return Err(error(12, XqfProblem::Key));
        }
        for (_, at, room) in TEXTS {
            if usize::from(bytes[at]) > room {
                return Err(error(
                    at,
                    XqfProblem::LongText {
                        length: bytes[at],
                        room,
                    },
                ));
            }
        }
        let result = bytes[51];
        if version <= 10 {
            return Ok(Self {
                bytes,
                veiled: false,
                result,
                pieces: 0,
                from: 0,
                to: 0,
                remark: 0,
                stream: [0; 32],
            });
        }
        let power = |key: u8| key.wrapping_mul(key).wrapping_mul(54).wrapping_add(221);
        let pieces = power(key[1]).wrapping_mul(key[1]);
        let from = power(key[2]).wrapping_mul(pieces);
        let to = power(key[3]).wrapping_mul(from);
        let remark = (i64::from(key[0]) * 256 + i64::from(key[1])) % 32_000 + 767;
        let mask = *b"[(C) Copyright Mr. Dong Shiwei.]";
        let stream = core::array::from_fn(|i| mask[i] & (key[i % 4] & bytes[3] | bytes[8 + i % 4]));
        Ok(Self {
            bytes,
            veiled: true,
            result,
            pieces,
            from,
            to,
            remark,
            stream,
        })
    }

    /// The text of that name on one line, if it says something.
    pub fn text(&self, name: &str) -> Option<String> {
        let &(_, at, _) = TEXTS.iter().find(|(known, ..)| *known == name)?;
        let text = text::decode_gb(&self.bytes[at + 1..=at + usize::from(self.bytes[at])]);
        let text = text.replace(char::is_control, " ");
        (!says_nothing(&text)).then(|| text.trim().to_owned())
    }

    /// The square of piece number `index`, and where the file has it; captured pieces have none.
    fn square(&self, index: usize) -> (Option<Square>, usize) {
        let twelve = self.bytes[2] >= 12;
        let shift = if twelve {
            usize::from(self.pieces) + 1
        } else {
            0
        };
        let offset = Self::PIECES + (index + 64 - shift % 32) % 32;
        (square(self.bytes[offset].wrapping_sub(self.pieces)), offset)
    }

    /// The position before `first`; its piece, or else the header, tells the side to move.
    pub fn position(&self, first: Option<Move>, rules: &Rules) -> Result<Xiangqi, XqfError> {
        let mut board = Board::EMPTY;
        for index in 0..32 {
            let (Some(square), offset) = self.square(index) else {
                continue;
            };
            if board.piece_at(square).is_some() {
                return Err(XqfError {
                    offset,
                    problem: XqfProblem::Crowded(square),
                });
            }
            board.put(square, Piece::new(owner(index), ORDER[index % 16]));
        }
        let told = if self.bytes[50] == 1 {
            Player::Second
        } else {
            Player::First
        };
        let turn = first
            .and_then(|mv| board.piece_at(mv.from))
            .map_or(told, |piece| piece.player);
        let error = |error| XqfError {
            offset: Self::PIECES,
            problem: XqfProblem::Position(error),
        };
        Xiangqi::set_up(board, turn, rules).map_err(error)
    }
}

/// The square with that number: ten times the file, from the left, and the rank.
pub(super) fn square(number: u8) -> Option<Square> {
    (number < 90).then(|| Square::new(number / 10, number % 10))
}
