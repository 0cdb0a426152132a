use super::cursor::Cursor;
use super::{Date, EdaxBook, EdaxError, EdaxPosition, Field, key};
use crate::Tally;
use game_core::{Player, Position};
use othello_bitboard::{Move, Othello};
use std::collections::HashMap;

/// The byte for no move.
const NO_MOVE: u8 = 65;

/// The least size of a position in bytes: memory is allocated by the file's length, not by the
/// declared count.
const LEAST: usize = 42;

pub(super) fn book(bytes: &[u8]) -> Result<EdaxBook, EdaxError> {
    use Field::Header;
    let mut cursor = Cursor::new(bytes);
    if !bytes.starts_with(b"XADEKOOB") {
        return Err(EdaxError::Magic);
    }
    cursor.u64(Header)?;
    let version = cursor.u8(Header)?;
    let release = cursor.u8(Header)?;
    if version != 4 {
        return Err(EdaxError::Version { version });
    }
    let year = cursor.u16(Header)?;
    let [month, day, time @ .., _] = cursor.take::<6>(Header)?;
    let date = Date {
        year,
        month,
        day,
        time,
    };
    let level = cursor.u32(Header)?;
    let empties = cursor.u32(Header)?;
    cursor.take::<12>(Header)?;
    let declared = cursor.u32(Header)?;
    let most = bytes.len() / LEAST;
    let mut positions = Vec::with_capacity(most);
    let mut numbers = HashMap::with_capacity(most);
    while !cursor.is_at_end() {
        let offset = cursor.offset;
        let number = positions.len() + 1;
        let read = position(&mut cursor, number)?;
        if let Some(first) = numbers.insert(key(&read.board), number) {
            return Err(EdaxError::Twice {
                offset,
                number,
                first,
            });
        }
        positions.push(read);
    }
    if declared as usize != positions.len() {
        return Err(EdaxError::Count {
            declared,
            found: positions.len(),
        });
    }
    Ok(EdaxBook {
        release,
        date,
        level,
        empties,
        positions,
    })
}

fn position(cursor: &mut Cursor<'_>, number: usize) -> Result<EdaxPosition, EdaxError> {
    let offset = cursor.offset;
    let field = Field::Position(number);
    let own = cursor.u64(field)?;
    let opp = cursor.u64(field)?;
    let overlap = |error: othello_bitboard::OverlapError| EdaxError::Overlap {
        offset,
        number,
        square: error.square,
    };
    let board = Othello::new(own, opp, Player::First).map_err(overlap)?;
    let mut count = || cursor.u32(field);
    let lines = Tally {
        wins: count()?,
        draws: count()?,
        losses: count()?,
        open: count()?,
    };
    let at = cursor.offset;
    let mut bound = || cursor.u16(field).map(|bits| bits as i16);
    let score = [bound()?, bound()?, bound()?];
    // Unknown bounds, and the value of a position not yet searched, lie just beyond any score.
    if let Some(place) = score
        .iter()
        .position(|&score| !(-128..=128).contains(&score))
    {
        return Err(EdaxError::Score {
            offset: at + 2 * place,
            score: score[place],
            field,
        });
    }
    let count = cursor.u8(field)?;
    let level = cursor.u8(field)?;
    let mut links: Vec<(Move, i8)> = Vec::with_capacity(count.into());
    for _ in 0..count {
        let at = cursor.offset;
        let field = Field::Link(number);
        let link = step(cursor, &board, field)?;
        let Some((mv, score)) = link else {
            return Err(EdaxError::NoMove {
                offset: at + 1,
                byte: NO_MOVE,
                field,
            });
        };
        unique(&links, mv, at + 1, field)?;
        links.push((mv, score));
    }
    let at = cursor.offset;
    let field = Field::Leaf(number);
    let leaf = step(cursor, &board, field)?;
    if let Some((mv, _)) = leaf {
        unique(&links, mv, at + 1, field)?;
    }
    Ok(EdaxPosition {
        board,
        lines,
        score,
        level,
        links,
        leaf,
    })
}

/// A score and a move; `None` if it is no move.
fn step(
    cursor: &mut Cursor<'_>,
    board: &Othello,
    field: Field,
) -> Result<Option<(Move, i8)>, EdaxError> {
    let at = cursor.offset;
    let [score, byte] = cursor.take(field)?;
    let score = score as i8;
    if byte == NO_MOVE {
        return Ok(None);
    }
    let mv = Move::new(byte).ok_or(EdaxError::NoMove {
        offset: at + 1,
        byte,
        field,
    })?;
    if board.unpack(byte.into()).is_none() {
        return Err(EdaxError::Illegal {
            offset: at + 1,
            mv,
            field,
        });
    }
    if !(-64..=64).contains(&score) {
        return Err(EdaxError::Score {
            offset: at,
            score: score.into(),
            field,
        });
    }
    Ok(Some((mv, score)))
}

fn unique(links: &[(Move, i8)], mv: Move, offset: usize, field: Field) -> Result<(), EdaxError> {
    if links.iter().any(|&(known, _)| known == mv) {
        Err(EdaxError::Repeated { offset, mv, field })
    } else {
        Ok(())
    }
}
