//! The opening books of Edax (`book.dat`), version 4 of their format.
//!
//! The layout, all numbers little-endian: a header of 42 bytes, then the positions one after
//! another to the end of the file.
//!
//! | bytes | header |
//! |---|---|
//! | 0 to 7 | `XADEKOOB` |
//! | 8, 9 | version of the format, 4, and release |
//! | 10 to 17 | date: year in two bytes, month, day, hour, minute, second, and one that says nothing |
//! | 18 to 37 | five numbers of four bytes: level, empty squares at the end of the book, errors assumed in the midgame and near the end, verbosity |
//! | 38 to 41 | number of positions |
//!
//! | bytes | position |
//! |---|---|
//! | 0 to 15 | the discs of the side to move, and the others: bit 0 is a1, bit 7 h1, bit 63 h8 |
//! | 16 to 31 | four numbers: lines won, drawn, lost and open after this position, for the side to move |
//! | 32 to 37 | three numbers of two bytes: value, its lower and its upper bound, in discs |
//! | 38, 39 | number of links, and level of the search |
//! | then | two bytes a link, a signed score in discs and a move, 0 to 63 a square or 64 the pass |
//! | then | the same for the best of the other moves; 65 where there is none |
//!
//! Positions are stored in Edax's canonical orientation; any orientation is read. A link is a move
//! to another position of the book.
//!
//! ```
//! use books::othello::edax::EdaxBook;
//!
//! // One position, the start, and one move known there: d3, worth 3 discs to a search of level 4.
//! let mut bytes = b"XADEKOOB\x04\x06".to_vec();
//! bytes.extend([0xea, 0x07, 11, 20, 12, 44, 21, 0]);
//! bytes.extend([4, 8, 2, 1, 0, 1].into_iter().flat_map(u32::to_le_bytes));
//! bytes.extend([0x0008_1000_0000_u64, 0x0010_0800_0000].into_iter().flat_map(u64::to_le_bytes));
//! bytes.extend([0; 16]);
//! bytes.extend([3, 0, 0x81, 0xff, 0x7f, 0, 0, 4]);
//! bytes.extend([3, 19]);
//!
//! let edax = EdaxBook::read(&bytes)?;
//! assert_eq!((edax.level, edax.date.year, edax.positions.len()), (4, 2026, 1));
//! let book = edax.to_book(100);
//! let page = book.page(&othello_bitboard::Othello::START);
//! assert_eq!((page[0].score.get(), page[0].depth), (300, 4));
//! # Ok::<(), books::othello::edax::EdaxError>(())
//! ```

mod cursor;
mod error;
mod read;

use crate::{Book, Entry, Symmetric, Tally};
pub use error::{EdaxError, Field};
use game_core::{Position, Score};
use othello_bitboard::{Move, Othello};
use std::collections::{HashMap, HashSet};

/// A book as Edax keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EdaxBook {
    /// The release of the program, the second part of its version.
    pub release: u8,
    /// When the file was made.
    pub date: Date,
    /// The level of its searches.
    pub level: u32,
    /// The number of empty squares where the book ends.
    pub empties: u32,
    /// The positions, as they stand in the file.
    pub positions: Vec<EdaxPosition>,
}

/// The date of a book, unchecked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Date {
    /// The year.
    pub year: u16,
    /// The month, from 1.
    pub month: u8,
    /// The day, from 1.
    pub day: u8,
    /// Hour, minute and second.
    pub time: [u8; 3],
}

/// A position as Edax keeps it, its moves known to be legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EdaxPosition {
    /// The board with Black to move: the file does not store colours.
    pub board: Othello,
    /// Lines of the book after this position, for the side to move.
    pub lines: Tally,
    /// The value in discs, and its lower and upper bound.
    pub score: [i16; 3],
    /// The level of the search.
    pub level: u8,
    /// Moves to other positions of the book, and their scores in discs.
    pub links: Vec<(Move, i8)>,
    /// The best of the other moves, and its score; `None` if there is none.
    pub leaf: Option<(Move, i8)>,
}

impl EdaxBook {
    /// Reads a file.
    ///
    /// # Errors
    /// If it is malformed, saying at which byte, and what was wrong there: moves must be legal, and
    /// positions unique.
    pub fn read(bytes: &[u8]) -> Result<Self, EdaxError> {
        read::book(bytes)
    }

    /// Converts it to a [`Book`] with this many points to a disc. Positions without moves are left
    /// out.
    ///
    /// The depth of a move is the level of its search, which is Edax's depth in the midgame, but at
    /// most the plies left in the game; for a link it is one more than that of the best move after
    /// it. The tally counts lines of the book, not games. Of symmetric moves the first is taken.
    pub fn to_book(&self, points_a_disc: i32) -> Book {
        // A link leads to a position with more discs, unless it is a pass.
        let mut positions: Vec<_> = self.positions.iter().collect();
        positions.sort_by_key(|position| position.board.empty().count_ones());
        let mut known: HashMap<u64, Known> = HashMap::new();
        let mut pages = Vec::with_capacity(positions.len());
        for position in positions {
            let (canonical, symmetry) = position.board.canonical_form();
            let own = u32::from(position.level).min(position.board.empty().count_ones());
            let mut seen = HashSet::new();
            let mut page = Vec::new();
            for (mv, discs, is_link) in position.moves() {
                let mut child = position.board;
                child.play(mv);
                let child = key(&child);
                if !seen.insert(child) {
                    continue;
                }
                let there = known.get(&child).filter(|_| is_link);
                page.push(Entry {
                    mv: canonical.pack(canonical.move_image(mv, symmetry)),
                    score: Score::eval(i32::from(discs).saturating_mul(points_a_disc)),
                    depth: there.map_or(own, |there| there.depth + 1).min(255) as u8,
                    tally: there
                        .map(|there| there.lines.reversed())
                        .unwrap_or_default(),
                });
            }
            let best = page.iter().max_by_key(|entry| (entry.score, entry.depth));
            let depth = best.map_or(own, |best| best.depth.into());
            known.insert(
                canonical.key(),
                Known {
                    depth,
                    lines: position.lines,
                },
            );
            pages.push((canonical.key(), page));
        }
        Book::new("othello", pages)
    }
}

impl EdaxPosition {
    /// Every move, its score in discs, and whether it is a link.
    fn moves(&self) -> impl Iterator<Item = (Move, i8, bool)> {
        let links = self.links.iter().map(|&(mv, score)| (mv, score, true));
        links.chain(self.leaf.map(|(mv, score)| (mv, score, false)))
    }
}

/// A finished position, when those before it are computed.
struct Known {
    /// The depth behind its best move.
    depth: u32,
    lines: Tally,
}

/// The key that all symmetric positions share.
fn key(board: &Othello) -> u64 {
    board.canonical_form().0.key()
}
