//! Games as the bytes of a chunk.

use super::{Content, Game, Played};
use game_core::Outcome;

/// In place of a score where there is none.
const NO_SCORE: i16 = i16::MIN;

/// What a game's first byte says of it.
const POSITIONS: u8 = 4;
const RESULTS: [Option<Outcome>; POSITIONS as usize] = [
    None,
    Some(Outcome::Win),
    Some(Outcome::Draw),
    Some(Outcome::Loss),
];

/// Appends `game`: its kind, its number, and then the texts, moves and scores, each kind together
/// so that they pack well.
pub(super) fn write(game: &Game, bytes: &mut Vec<u8>) {
    match &game.content {
        Content::Played(played) => {
            debug_assert_eq!(played.moves.len(), played.scores.len());
            let result = RESULTS.iter().position(|&known| known == played.result);
            bytes.push(result.map_or(0, |at| at as u8));
            number(game.number, bytes);
            text(&played.start, bytes);
            number(played.moves.len() as u64, bytes);
            bytes.extend(played.moves.iter().flat_map(|bits| bits.to_le_bytes()));
            let scores = played.scores.iter().map(|score| score.unwrap_or(NO_SCORE));
            bytes.extend(scores.flat_map(i16::to_le_bytes));
        }
        Content::Positions(positions) => {
            bytes.push(POSITIONS);
            number(game.number, bytes);
            number(positions.len() as u64, bytes);
            for (position, score) in positions {
                text(position, bytes);
                bytes.extend(score.to_le_bytes());
            }
        }
    }
}

/// The games that `bytes` hold, or `None` if they are something else.
pub(super) fn read(bytes: &[u8]) -> Option<Vec<Game>> {
    let mut bytes = Bytes(bytes);
    let mut games = Vec::new();
    while !bytes.0.is_empty() {
        games.push(bytes.game()?);
    }
    Some(games)
}

/// A number in the seven lower bits of each byte, the least significant first; the upper bit says
/// that more follow.
fn number(mut number: u64, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn text(text: &str, bytes: &mut Vec<u8>) {
    number(text.len() as u64, bytes);
    bytes.extend_from_slice(text.as_bytes());
}

/// The bytes that are yet to be read.
struct Bytes<'b>(&'b [u8]);

impl<'b> Bytes<'b> {
    fn game(&mut self) -> Option<Game> {
        let kind = self.take(1)?[0];
        let number = self.number()?;
        let content = if kind == POSITIONS {
            let count = self.number()?;
            let positions = (0..count).map(|_| Some((self.text()?, self.score()?)));
            Content::Positions(positions.collect::<Option<_>>()?)
        } else {
            let result = *RESULTS.get(usize::from(kind))?;
            let start = self.text()?;
            let count = usize::try_from(self.number()?).ok()?;
            let length = count.checked_mul(2)?;
            let moves = pairs(self.take(length)?).map(u16::from_le_bytes);
            let scores = pairs(self.take(length)?).map(i16::from_le_bytes);
            Content::Played(Played {
                start,
                moves: moves.collect(),
                scores: scores
                    .map(|score| (score != NO_SCORE).then_some(score))
                    .collect(),
                result,
            })
        };
        Some(Game { number, content })
    }

    fn take(&mut self, count: usize) -> Option<&'b [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..u64::BITS).step_by(7) {
            let byte = self.take(1)?[0];
            let part = u64::from(byte & 0x7f);
            if part << shift >> shift != part {
                return None;
            }
            number |= part << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    fn text(&mut self) -> Option<String> {
        let length = usize::try_from(self.number()?).ok()?;
        String::from_utf8(self.take(length)?.to_vec()).ok()
    }

    fn score(&mut self) -> Option<i16> {
        self.take(2)?.first_chunk().copied().map(i16::from_le_bytes)
    }
}

fn pairs(bytes: &[u8]) -> impl Iterator<Item = [u8; 2]> {
    bytes.chunks_exact(2).map(|pair| [pair[0], pair[1]])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_every_length_come_back() {
        let mut bytes = Vec::new();
        let numbers = [0, 1, 127, 128, 300, 1 << 32, u64::MAX];
        numbers.iter().for_each(|&one| number(one, &mut bytes));
        let mut bytes = Bytes(&bytes);
        assert_eq!(numbers.map(|_| bytes.number()), numbers.map(Some));
        assert!(bytes.0.is_empty());
    }

    #[test]
    fn numbers_too_large_are_refused() {
        let [most, beyond] = [0x01, 0x02].map(|last| [&[0xff; 9][..], &[last]].concat());
        assert_eq!(Bytes(&most).number(), Some(u64::MAX));
        assert_eq!(Bytes(&beyond).number(), None);
        assert_eq!(Bytes(&[0xff; 12]).number(), None);
    }
}
