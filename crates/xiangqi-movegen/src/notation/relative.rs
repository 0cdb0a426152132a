//! The sense that WXF and Chinese texts share: which piece, which way, how far, all seen by the
//! player to move.

use crate::{Board, Kind, Move, Piece, Square, Xiangqi};
use game_core::{Player, Position};
use thiserror::Error;

/// Why a text in WXF or Chinese notation names no move of a position.
///
/// ```
/// use xiangqi_movegen::{Xiangqi, notation::{RelativeError, wxf}};
/// let start = Xiangqi::default();
/// assert!(matches!(wxf::parse(&start, "C2"), Err(RelativeError::Malformed { .. })));
/// assert!(matches!(wxf::parse(&start, "C5=6"), Err(RelativeError::NotOnFile { file: 5, .. })));
/// assert!(matches!(wxf::parse(&start, "C+=6"), Err(RelativeError::NoSuchPlace { .. })));
/// assert!(matches!(wxf::parse(&start, "H2=6"), Err(RelativeError::CannotMoveSo { .. })));
/// assert!(matches!(wxf::parse(&start, "R1+3"), Err(RelativeError::Illegal { .. })));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RelativeError {
    /// The text has not the form of a move.
    #[error("{text:?} is not written like {example}")]
    Malformed {
        /// The text.
        text: String,
        /// A text that is.
        example: &'static str,
    },
    /// The player to move has no such piece.
    #[error("{text:?}: there is no {piece} on the board")]
    NoPiece {
        /// The text.
        text: String,
        /// The piece it names.
        piece: Piece,
    },
    /// The player to move has such a piece, but not on that file.
    #[error("{text:?}: there is no {piece} on file {file}")]
    NotOnFile {
        /// The text.
        text: String,
        /// The piece it names.
        piece: Piece,
        /// The file, from 1 at the player's right to 9.
        file: u8,
    },
    /// The text says front, middle, rear or a number, but there are not that many such pieces on a
    /// file.
    #[error("{text:?}: no {piece} shares a file so that it could be the one meant")]
    NoSuchPlace {
        /// The text.
        text: String,
        /// The piece it names.
        piece: Piece,
    },
    /// The pieces the text may mean never move that way, or would leave the board.
    #[error("{text:?}: the {piece} cannot move so")]
    CannotMoveSo {
        /// The text.
        text: String,
        /// The piece it names.
        piece: Piece,
    },
    /// Two moves or more fit the text.
    #[error("{text:?} may mean {first} or {second}")]
    Ambiguous {
        /// The text.
        text: String,
        /// A legal move that fits.
        first: Move,
        /// Another.
        second: Move,
    },
    /// The text names a move, but not a legal one.
    #[error("{text:?} is {mv}, which is no legal move here")]
    Illegal {
        /// The text.
        text: String,
        /// The move it names.
        mv: Move,
    },
}

/// Which way a piece goes, seen by its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Forward,
    Back,
    Sideways,
}

/// Which one of several pieces on a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Front,
    /// Of three or of five.
    Middle,
    Rear,
    /// From the front, the foremost being 1. Where no file is named and several are shared, the
    /// count runs on from file to file, beginning at the player's right.
    Nth(u8),
}

/// Which of the player's pieces of a kind is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Which {
    /// The one on this file, from 1 at the player's right to 9.
    File(u8),
    /// The one on this file, or of three or five there the middle one.
    FileOrMiddle(u8),
    /// One of several on this file or, where none is given, on any file that several share.
    Shared(Place, Option<u8>),
}

/// A move as a text says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Said {
    pub kind: Kind,
    pub which: Which,
    pub direction: Direction,
    /// Points to go, or the file to arrive on.
    pub number: u8,
}

impl Said {
    /// The one legal move of `pos` that is said so in `text`, which errors quote.
    pub fn find(self, pos: &Xiangqi, text: &str) -> Result<Move, RelativeError> {
        let piece = Piece::new(pos.turn(), self.kind);
        let text = text.to_owned();
        let stacks = Stacks::new(pos.board(), piece);
        let candidates = match stacks.find(self.which) {
            Ok(candidates) => candidates,
            Err(Missing::Piece) => return Err(RelativeError::NoPiece { text, piece }),
            Err(Missing::OnFile(file)) => {
                return Err(RelativeError::NotOnFile { text, piece, file });
            }
            Err(Missing::Place) => return Err(RelativeError::NoSuchPlace { text, piece }),
        };
        let moves: Vec<Move> = candidates
            .iter()
            .filter_map(|&from| Some(Move::new(from, self.destination(from, piece.player)?)))
            .collect();
        let Some(&mv) = moves.first() else {
            return Err(RelativeError::CannotMoveSo { text, piece });
        };
        let mut legal = Vec::new();
        pos.legal_moves(&mut legal);
        let mut fitting = moves.into_iter().filter(|mv| legal.contains(mv));
        match (fitting.next(), fitting.next()) {
            (None, _) => Err(RelativeError::Illegal { text, mv }),
            (Some(mv), None) => Ok(mv),
            (Some(first), Some(second)) => Err(RelativeError::Ambiguous {
                text,
                first,
                second,
            }),
        }
    }

    /// Where the piece arrives by geometry alone.
    fn destination(self, from: Square, player: Player) -> Option<Square> {
        let number = self.number as i8;
        let files = file_of_number(self.number, player) as i8 - from.file() as i8;
        let (files, ranks) = match (self.kind, self.direction) {
            (Kind::Advisor, Direction::Forward | Direction::Back) if files.abs() == 1 => (files, 1),
            (Kind::Elephant, Direction::Forward | Direction::Back) if files.abs() == 2 => {
                (files, 2)
            }
            (Kind::Horse, Direction::Forward | Direction::Back) if matches!(files.abs(), 1 | 2) => {
                (files, 3 - files.abs())
            }
            (Kind::Advisor | Kind::Elephant | Kind::Horse, _) => return None,
            (_, Direction::Sideways) if files != 0 => (files, 0),
            (_, Direction::Sideways) => return None,
            (Kind::Soldier, Direction::Back) => return None,
            (Kind::General | Kind::Soldier, _) if number != 1 => return None,
            _ => (0, number),
        };
        let forward = player == Player::First;
        from.offset(
            files,
            if forward == (self.direction == Direction::Back) {
                -ranks
            } else {
                ranks
            },
        )
    }
}

/// What has to be said of a move.
pub(super) struct Saying {
    pub piece: Piece,
    /// The file it leaves, from 1 at the player's right to 9.
    pub file: u8,
    /// Its place on that file, the foremost being 1.
    pub nth: u8,
    /// How many of the player's pieces of the kind stand on that file.
    pub of: u8,
    /// Its place on all shared files together, where there are two: those nearer the player's right
    /// come first.
    pub across: Option<u8>,
    pub direction: Direction,
    /// Points to go, or the file to arrive on.
    pub number: u8,
}

impl Saying {
    /// What has to be said of `mv`.
    ///
    /// # Panics
    /// If no piece stands on `mv.from`.
    pub fn new(pos: &Xiangqi, mv: Move) -> Self {
        let piece = pos
            .piece_at(mv.from)
            .expect("a legal move has a piece to move");
        let stacks = Stacks::new(pos.board(), piece);
        let file = number_of_file(mv.from, piece.player);
        let place = |squares: &mut dyn Iterator<Item = Square>| {
            squares.take_while(|&square| square != mv.from).count() as u8 + 1
        };
        let here = stacks.on(file);
        let shared = here.len() > 1 && stacks.shared().count() > 1;
        let before = mv.from.rank_from(piece.player);
        let after = mv.to.rank_from(piece.player);
        let direction = match after.cmp(&before) {
            core::cmp::Ordering::Greater => Direction::Forward,
            core::cmp::Ordering::Less => Direction::Back,
            core::cmp::Ordering::Equal => Direction::Sideways,
        };
        let number = if mv.from.file() == mv.to.file() {
            after.abs_diff(before)
        } else {
            number_of_file(mv.to, piece.player)
        };
        Self {
            piece,
            file,
            nth: place(&mut here.iter().copied()),
            of: here.len() as u8,
            across: shared.then(|| place(&mut stacks.shared().flatten().copied())),
            direction,
            number,
        }
    }

    /// Whether the file tells the piece. It does even for two advisors or elephants on a file: only
    /// the front one can go back, and only the rear one forward.
    pub fn file_suffices(&self) -> bool {
        self.of == 1 || matches!(self.piece.kind, Kind::Advisor | Kind::Elephant)
    }
}

/// Why no piece is meant.
enum Missing {
    Piece,
    OnFile(u8),
    Place,
}

/// A player's pieces of one kind, file by file from the player's right, on each the foremost first.
struct Stacks([Vec<Square>; Square::FILES as usize]);

impl Stacks {
    fn new(board: &Board, piece: Piece) -> Self {
        let mut stacks = Self(Default::default());
        let mut squares: Vec<Square> = board.pieces(piece.player, piece.kind).collect();
        squares.sort_by_key(|square| core::cmp::Reverse(square.rank_from(piece.player)));
        for square in squares {
            stacks.0[usize::from(number_of_file(square, piece.player) - 1)].push(square);
        }
        stacks
    }

    /// The pieces on the file with this number, from 1 to 9.
    fn on(&self, file: u8) -> &[Square] {
        &self.0[usize::from(file - 1)]
    }

    /// The files that several share.
    fn shared(&self) -> impl Iterator<Item = &Vec<Square>> {
        self.0.iter().filter(|stack| stack.len() > 1)
    }

    /// The squares of the pieces that may be meant, at least one.
    fn find(&self, which: Which) -> Result<Vec<Square>, Missing> {
        if self.0.iter().all(Vec::is_empty) {
            return Err(Missing::Piece);
        }
        let found: Vec<Square> = match which {
            Which::File(file) | Which::FileOrMiddle(file) if self.on(file).is_empty() => {
                return Err(Missing::OnFile(file));
            }
            Which::FileOrMiddle(file) if matches!(self.on(file).len(), 3 | 5) => {
                pick(self.on(file), Place::Middle).collect()
            }
            Which::File(file) | Which::FileOrMiddle(file) => return Ok(self.on(file).to_vec()),
            Which::Shared(_, Some(file)) if self.on(file).is_empty() => {
                return Err(Missing::OnFile(file));
            }
            Which::Shared(_, Some(file)) if self.on(file).len() == 1 => return Err(Missing::Place),
            Which::Shared(place, Some(file)) => pick(self.on(file), place).collect(),
            Which::Shared(Place::Nth(n), None) => self
                .shared()
                .flatten()
                .nth(usize::from(n).wrapping_sub(1))
                .copied()
                .into_iter()
                .collect(),
            Which::Shared(place, None) => {
                self.shared().flat_map(|stack| pick(stack, place)).collect()
            }
        };
        if found.is_empty() {
            Err(Missing::Place)
        } else {
            Ok(found)
        }
    }
}

/// The square of `stack` in that place, if there is one.
fn pick(stack: &[Square], place: Place) -> impl Iterator<Item = Square> + use<> {
    let found = match place {
        Place::Front => stack.first(),
        Place::Middle if matches!(stack.len(), 3 | 5) => stack.get(stack.len() / 2),
        Place::Middle => None,
        Place::Rear => stack.last(),
        Place::Nth(n) => usize::from(n).checked_sub(1).and_then(|n| stack.get(n)),
    };
    found.copied().into_iter()
}

/// The number that `player` gives the file of `square`: 1 at the player's right, 9 at the left.
pub(super) fn number_of_file(square: Square, player: Player) -> u8 {
    match player {
        Player::First => Square::FILES - square.file(),
        Player::Second => square.file() + 1,
    }
}

/// The file that `player` gives this number, from 1 to 9.
fn file_of_number(number: u8, player: Player) -> u8 {
    match player {
        Player::First => Square::FILES - number,
        Player::Second => number - 1,
    }
}
