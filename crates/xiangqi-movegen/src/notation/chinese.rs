//! Moves in Chinese: `炮二平五`, `马８进７`, `前车退一`.
//!
//! Four characters: the piece, the file it stands on, the direction (进 forward, 退 back, 平
//! sideways) and a number. Files are counted from the right of the player who moves. The number is
//! the points gone, or the file reached where that is another one; horses, elephants and advisors
//! always change their file. Red's numbers are written in Chinese numerals, Black's in full-width
//! digits.
//!
//! Where pieces share a file, this module writes what the rules of competition (象棋竞赛规则, 2020,
//! 7.5) and, where those are silent, the computer standard of xqbase.com (中国象棋电脑应用规范(二),
//! 2006) prescribe:
//!
//! - two of a kind: 前 for the front one and 后 for the rear one before the piece, in place of the
//!   file: `前炮平五`;
//! - three soldiers: 前, 中, 后; four or five: 一 to 五 from the front: `二兵进一`;
//! - several soldiers on each of two files: 一 to 五 through both, beginning with the file nearer
//!   the player's right, on each from the front; these are Chinese numerals for Black, too:
//!   `三卒平５`;
//! - two advisors or elephants: nothing, for the direction tells them: `士４退５`.
//!
//! It reads both scripts and the variant characters (車 俥 馬 傌 炮 砲 包 帥 將 後 進), either
//! player's name for a piece, and any of the three kinds of digits for either player. It also reads
//!
//! - a plain file although two pieces share it, where only one of them can make the move;
//! - the file after the piece, `前兵九进一`, and the older `前九进一` without the word soldier;
//! - 一 to 五 for two or three on a file, and 前 and 后 for the first and the last of more;
//! - 炮前平五 for 前炮平五.

use super::relative::{Direction, Place, RelativeError, Said, Saying, Which};
use crate::{Kind, Move, Piece, Xiangqi};
use game_core::Player;

/// Which characters to write.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Script {
    /// 马二进三, as in mainland China.
    #[default]
    Simplified,
    /// 馬二進三, as in Taiwan and Hong Kong.
    Traditional,
}

/// `mv`, which must be legal in `pos`, in Chinese.
///
/// ```
/// use xiangqi_movegen::{Xiangqi, notation::chinese::{self, Script}};
/// let start = Xiangqi::default();
/// assert_eq!(chinese::format(&start, "h2e2".parse()?, Script::Simplified), "炮二平五");
/// assert_eq!(chinese::format(&start, "h0g2".parse()?, Script::Traditional), "馬二進三");
///
/// let black: Xiangqi = "4k4/9/9/9/9/9/4p4/4p4/9/3K5 b".parse()?;
/// assert_eq!(chinese::format(&black, "e3d3".parse()?, Script::Simplified), "后卒平４");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// If no piece stands on `mv.from`.
pub fn format(pos: &Xiangqi, mv: Move, script: Script) -> String {
    let said = Saying::new(pos, mv);
    let player = said.piece.player;
    let name = name(said.piece, script);
    let who = match (said.nth, said.of, said.across) {
        _ if said.file_suffices() => [name, numeral(said.file, player)],
        (_, _, Some(nth)) => [numeral(nth, Player::First), name],
        (1, 2 | 3, _) => ['前', name],
        (2, 3, _) => ['中', name],
        (_, 2 | 3, _) if script == Script::Simplified => ['后', name],
        (_, 2 | 3, _) => ['後', name],
        (nth, ..) => [numeral(nth, Player::First), name],
    };
    let direction = match (said.direction, script) {
        (Direction::Forward, Script::Simplified) => '进',
        (Direction::Forward, Script::Traditional) => '進',
        (Direction::Back, _) => '退',
        (Direction::Sideways, _) => '平',
    };
    who.into_iter()
        .chain([direction, numeral(said.number, player)])
        .collect()
}

/// The legal move of `pos` that `text` names in Chinese, in either script.
///
/// ```
/// use xiangqi_movegen::{Xiangqi, notation::chinese};
/// let start = Xiangqi::default();
/// assert_eq!(chinese::parse(&start, "炮二平五")?.to_string(), "h2e2");
/// assert_eq!(chinese::parse(&start, "傌2進3")?.to_string(), "h0g2");
/// # Ok::<(), xiangqi_movegen::notation::RelativeError>(())
/// ```
///
/// # Errors
/// If `text` is malformed, or if not exactly one legal move fits it: see [`RelativeError`].
pub fn parse(pos: &Xiangqi, text: &str) -> Result<Move, RelativeError> {
    let said = read(text).ok_or_else(|| RelativeError::Malformed {
        text: text.into(),
        example: "炮二平五 or 前车退一",
    })?;
    said.find(pos, text)
}

/// What one character says.
#[derive(Clone, Copy)]
enum Sign {
    Piece(Kind),
    Number(u8),
    Place(Place),
    Direction(Direction),
}

fn read(text: &str) -> Option<Said> {
    // One character more than any move has, so that longer texts fail to match.
    let signs: Vec<Sign> = text.chars().take(6).map(sign).collect::<Option<_>>()?;
    let (who, &[Sign::Direction(direction), Sign::Number(number)]) = signs.split_last_chunk()?
    else {
        return None;
    };
    let (kind, which) = match *who {
        [Sign::Piece(kind), Sign::Number(file)] => (kind, Which::File(file)),
        [Sign::Place(place), Sign::Piece(kind)] | [Sign::Piece(kind), Sign::Place(place)] => {
            (kind, Which::Shared(place, None))
        }
        [Sign::Number(nth), Sign::Piece(kind)] => (kind, Which::Shared(Place::Nth(nth), None)),
        [Sign::Place(place), Sign::Piece(kind), Sign::Number(file)] => {
            (kind, Which::Shared(place, Some(file)))
        }
        [Sign::Number(nth), Sign::Piece(kind), Sign::Number(file)] => {
            (kind, Which::Shared(Place::Nth(nth), Some(file)))
        }
        [Sign::Place(place), Sign::Number(file)] => {
            (Kind::Soldier, Which::Shared(place, Some(file)))
        }
        _ => return None,
    };
    Some(Said {
        kind,
        which,
        direction,
        number,
    })
}

fn sign(character: char) -> Option<Sign> {
    Some(match character {
        '帅' | '帥' | '将' | '將' => Sign::Piece(Kind::General),
        '仕' | '士' => Sign::Piece(Kind::Advisor),
        '相' | '象' => Sign::Piece(Kind::Elephant),
        '车' | '車' | '俥' => Sign::Piece(Kind::Chariot),
        '炮' | '砲' | '包' => Sign::Piece(Kind::Cannon),
        '马' | '馬' | '傌' => Sign::Piece(Kind::Horse),
        '兵' | '卒' => Sign::Piece(Kind::Soldier),
        '前' => Sign::Place(Place::Front),
        '中' => Sign::Place(Place::Middle),
        '后' | '後' => Sign::Place(Place::Rear),
        '进' | '進' => Sign::Direction(Direction::Forward),
        '退' => Sign::Direction(Direction::Back),
        '平' => Sign::Direction(Direction::Sideways),
        '1'..='9' => Sign::Number((character as u32 - '0' as u32) as u8),
        '１'..='９' => Sign::Number((character as u32 - '０' as u32) as u8),
        _ => Sign::Number(NUMERALS.iter().position(|&numeral| numeral == character)? as u8 + 1),
    })
}

const NUMERALS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

fn numeral(number: u8, player: Player) -> char {
    const DIGITS: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];
    match player {
        Player::First => NUMERALS[usize::from(number - 1)],
        Player::Second => DIGITS[usize::from(number - 1)],
    }
}

/// The piece's name in running text, where chariot, horse and cannon are written alike for both
/// players.
fn name(piece: Piece, script: Script) -> char {
    let (simplified, traditional) = match (piece.kind, piece.player) {
        (Kind::General, Player::First) => ('帅', '帥'),
        (Kind::General, Player::Second) => ('将', '將'),
        (Kind::Advisor, Player::First) => ('仕', '仕'),
        (Kind::Advisor, Player::Second) => ('士', '士'),
        (Kind::Elephant, Player::First) => ('相', '相'),
        (Kind::Elephant, Player::Second) => ('象', '象'),
        (Kind::Horse, _) => ('马', '馬'),
        (Kind::Chariot, _) => ('车', '車'),
        (Kind::Cannon, _) => ('炮', '炮'),
        (Kind::Soldier, Player::First) => ('兵', '兵'),
        (Kind::Soldier, Player::Second) => ('卒', '卒'),
    };
    match script {
        Script::Simplified => simplified,
        Script::Traditional => traditional,
    }
}
