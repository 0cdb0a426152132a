//! Moves as the World Xiangqi Federation writes them: `C2=5`, `H8+7`, `R+-2`.
//!
//! Four characters: the piece (`K A E H R C P`), the file it stands on, the direction (`+` forward,
//! `-` back, `=` sideways) and a number. Files are counted 1 to 9 from the right of the player who
//! moves. The number is the points gone, or the file reached where that is another one; horses,
//! elephants and advisors always change their file.
//!
//! Where pieces share a file, this module writes what the World Xiangqi Rules of 2018 prescribe:
//!
//! - two of a kind: `+` for the front one and `-` for the rear one in place of the file, `R+=6`;
//! - three soldiers or more on a file, or several on each of two files: the place from the front,
//!   then the file, and no letter, `25=6`;
//! - two advisors or elephants: nothing, for the direction tells them, `A4+5`.
//!
//! It reads this in either case, and also
//!
//! - `.` for `=`; the letters `B`, `N`, `G` and `S` of other dialects for elephant, horse, general
//!   and soldier;
//! - the mark before the letter, `+R=6`;
//! - a plain file although two pieces share it, where only one of them can make the move;
//! - the federation's older rule for soldiers (1980/82): of three on a file `P+`, `P5`, `P-`; of
//!   four or five `++`, `P+`, `P5`, `P-`, `--`; with several on each of two files `5+`, `55`, `5-`.
//!   Where the older `11` or `33` contradicts the new rule, the new rule has it;
//! - the computer standard of xqbase.com: `P.` or `P=` for the middle soldier of three, and `Pa` to
//!   `Pe` for what Chinese texts call 一 to 五 (see [`chinese`](super::chinese)).

use super::relative::{Direction, Place, RelativeError, Said, Saying, Which, number_of_file};
use crate::{Kind, Move, Xiangqi};
use game_core::Position;

/// `mv`, which must be legal in `pos`, in WXF notation.
///
/// ```
/// use xiangqi_movegen::{Xiangqi, notation::wxf};
/// let start = Xiangqi::default();
/// assert_eq!(wxf::format(&start, "h2e2".parse()?), "C2=5");
/// assert_eq!(wxf::format(&start, "b0c2".parse()?), "H8+7");
///
/// let three = "4k4/9/9/4P4/4P4/4P4/9/9/9/3K5 w".parse()?;
/// assert_eq!(wxf::format(&three, "e6d6".parse()?), "15=6");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// If no piece stands on `mv.from`.
pub fn format(pos: &Xiangqi, mv: Move) -> String {
    let said = Saying::new(pos, mv);
    let letter = letter(said.piece.kind);
    let who = if said.file_suffices() {
        format!("{letter}{}", said.file)
    } else if said.of > 2 || said.across.is_some() {
        format!("{}{}", said.nth, said.file)
    } else {
        format!("{letter}{}", if said.nth == 1 { '+' } else { '-' })
    };
    let direction = match said.direction {
        Direction::Forward => '+',
        Direction::Back => '-',
        Direction::Sideways => '=',
    };
    format!("{who}{direction}{}", said.number)
}

/// The legal move of `pos` that `text` names in WXF notation.
///
/// ```
/// use xiangqi_movegen::{Xiangqi, notation::wxf};
/// let start = Xiangqi::default();
/// assert_eq!(wxf::parse(&start, "C2=5")?.to_string(), "h2e2");
/// assert_eq!(wxf::parse(&start, "c2.5")?.to_string(), "h2e2");
/// # Ok::<(), xiangqi_movegen::notation::RelativeError>(())
/// ```
///
/// # Errors
/// If `text` is malformed, or if not exactly one legal move fits it: see [`RelativeError`].
pub fn parse(pos: &Xiangqi, text: &str) -> Result<Move, RelativeError> {
    let said = read(pos, text).ok_or_else(|| RelativeError::Malformed {
        text: text.into(),
        example: "C2=5 or R+-1",
    })?;
    said.find(pos, text)
}

fn read(pos: &Xiangqi, text: &str) -> Option<Said> {
    let &[first, second, direction, number] = text.as_bytes() else {
        return None;
    };
    let direction = match direction {
        b'+' => Direction::Forward,
        b'-' => Direction::Back,
        b'=' | b'.' => Direction::Sideways,
        _ => return None,
    };
    let number = digit(number)?;
    let (kind, which) = who(pos, first, second)?;
    Some(Said {
        kind,
        which,
        direction,
        number,
    })
}

/// The piece that the first two characters mean.
fn who(pos: &Xiangqi, first: u8, second: u8) -> Option<(Kind, Which)> {
    let soldier = |place, file| Some((Kind::Soldier, Which::Shared(place, file)));
    match (kind(first), digit(first), kind(second), digit(second)) {
        (Some(Kind::Soldier), _, _, Some(file)) => Some((Kind::Soldier, Which::FileOrMiddle(file))),
        (Some(kind), _, _, Some(file)) => Some((kind, Which::File(file))),
        (Some(Kind::Soldier), ..) if matches!(second, b'.' | b'=') => soldier(Place::Middle, None),
        (Some(Kind::Soldier), ..) if matches!(second.to_ascii_lowercase(), b'a'..=b'e') => {
            soldier(Place::Nth(second.to_ascii_lowercase() - b'a' + 1), None)
        }
        (Some(kind), ..) => Some((kind, Which::Shared(inner(pos, kind, place(second)?), None))),
        (_, _, Some(kind), _) => Some((kind, Which::Shared(inner(pos, kind, place(first)?), None))),
        (_, Some(nth), _, Some(file)) if nth == file && usize::from(nth) > crowd(pos, file) => {
            soldier(Place::Middle, Some(file))
        }
        (_, Some(nth), _, Some(file)) => soldier(Place::Nth(nth), Some(file)),
        (_, Some(file), ..) => soldier(place(second)?, Some(file)),
        _ if first == second => soldier(place(first)?, None),
        _ => None,
    }
}

/// What a single sign means: of four or five soldiers on a file not the outermost, which have two.
fn inner(pos: &Xiangqi, kind: Kind, place: Place) -> Place {
    match (1..=9)
        .map(|file| crowd(pos, file) as u8)
        .find(|&crowd| crowd > 3)
    {
        Some(crowd) if kind == Kind::Soldier => {
            Place::Nth(if place == Place::Front { 2 } else { crowd - 1 })
        }
        _ => place,
    }
}

/// How many soldiers of the player to move stand on a file.
fn crowd(pos: &Xiangqi, file: u8) -> usize {
    let soldiers = pos.board().pieces(pos.turn(), Kind::Soldier);
    soldiers
        .filter(|&square| number_of_file(square, pos.turn()) == file)
        .count()
}

fn place(sign: u8) -> Option<Place> {
    match sign {
        b'+' => Some(Place::Front),
        b'-' => Some(Place::Rear),
        _ => None,
    }
}

fn digit(byte: u8) -> Option<u8> {
    matches!(byte, b'1'..=b'9').then(|| byte - b'0')
}

fn kind(byte: u8) -> Option<Kind> {
    if byte.eq_ignore_ascii_case(&b's') {
        Some(Kind::Soldier)
    } else {
        Kind::from_letter(byte.into())
    }
}

fn letter(kind: Kind) -> char {
    match kind {
        Kind::General => 'K',
        Kind::Advisor => 'A',
        Kind::Elephant => 'E',
        Kind::Chariot => 'R',
        Kind::Cannon => 'C',
        Kind::Horse => 'H',
        Kind::Soldier => 'P',
    }
}
