use crate::{Entry, Symmetric};
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};

/// An opening book: positions by key, each with its known moves, the best first.
///
/// It knows no rules: a game's position looks itself up. Symmetric positions share one page, and a
/// lookup is a binary search.
///
/// ```
/// use game_core::{Notation, Position, Score};
/// use books::{Book, Entry, Symmetric, Tally};
/// use othello_bitboard::Othello;
///
/// let (start, _) = Othello::START.canonical_form();
/// let mut moves = Vec::new();
/// start.generate(&mut moves);
/// let entry = Entry { mv: start.pack(moves[0]), score: Score::eval(20), depth: 12, tally: Tally::default() };
/// let book = Book::new("othello", [(start.key(), vec![entry])]);
///
/// let page = book.page(&Othello::START);
/// assert_eq!((page.len(), page[0].depth), (1, 12));
/// assert!(Othello::START.parse_move(&page[0].mv.to_string()).is_ok());
/// assert_eq!(Book::from_bytes(&book.to_bytes())?, book);
/// # Ok::<(), books::BookError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    pub(crate) game: String,
    /// In ascending order.
    pub(crate) keys: Vec<u64>,
    /// The index of the first move of each key, and finally the number of moves.
    pub(crate) firsts: Vec<usize>,
    pub(crate) entries: Vec<Entry<u16>>,
}

impl Book {
    /// The longest name of a game, in bytes.
    pub const LONGEST_NAME: usize = 64;

    /// A book of `positions`: the key of each position's canonical form, and the moves known there,
    /// packed. A position without moves is left out; of two with one key the first is taken.
    ///
    /// # Panics
    /// If the name of the game is longer than [`LONGEST_NAME`](Self::LONGEST_NAME), or contains a
    /// newline.
    pub fn new(game: &str, positions: impl IntoIterator<Item = (u64, Vec<Entry<u16>>)>) -> Self {
        assert!(
            game.len() <= Self::LONGEST_NAME && !game.contains('\n'),
            "{game:?} is no game's name"
        );
        let mut positions: Vec<_> = positions
            .into_iter()
            .filter(|(_, entries)| !entries.is_empty())
            .collect();
        positions.sort_by_key(|&(key, _)| key);
        positions.dedup_by_key(|&mut (key, _)| key);
        let mut book = Self {
            game: game.to_owned(),
            keys: Vec::new(),
            firsts: vec![0],
            entries: Vec::new(),
        };
        for (key, mut entries) in positions {
            // Of two moves with equal scores the one played more often comes first.
            entries.sort_by_key(|entry| {
                (Reverse(entry.score), Reverse(entry.tally.games()), entry.mv)
            });
            book.push(key, entries);
        }
        book
    }

    /// Adds a position whose key is greater than all before.
    pub(crate) fn push(&mut self, key: u64, entries: impl IntoIterator<Item = Entry<u16>>) {
        self.keys.push(key);
        self.entries.extend(entries);
        self.firsts.push(self.entries.len());
    }

    /// The name of the game.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The number of positions; symmetric ones count once.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether it has no positions.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The number of moves in all positions.
    pub fn moves(&self) -> usize {
        self.entries.len()
    }

    /// The positions by ascending keys, each with its moves, the best first.
    pub fn iter(&self) -> impl Iterator<Item = (u64, &[Entry<u16>])> {
        self.keys
            .iter()
            .enumerate()
            .map(|(i, &key)| (key, self.entries_of(i)))
    }

    fn entries_of(&self, number: usize) -> &[Entry<u16>] {
        &self.entries[self.firsts[number]..self.firsts[number + 1]]
    }

    /// The number of positions by search depth, that of their best move.
    pub fn depths(&self) -> BTreeMap<u8, usize> {
        let mut depths = BTreeMap::new();
        for (_, entries) in self.iter() {
            *depths.entry(entries[0].depth).or_default() += 1;
        }
        depths
    }

    /// The known moves in the canonical position with this key, the best first; empty if it is not
    /// in the book.
    pub fn get(&self, key: u64) -> &[Entry<u16>] {
        self.keys
            .binary_search(&key)
            .map_or(&[], |number| self.entries_of(number))
    }

    /// The known legal moves in `pos`, the best first; empty if it is not in the book. Of moves
    /// that are symmetric in `pos` itself, one is given.
    pub fn page<P: Symmetric>(&self, pos: &P) -> Vec<Entry<P::Move>> {
        let (canonical, symmetry) = pos.canonical_form();
        let back = P::inverse_of(symmetry);
        let ours = |entry: &Entry<u16>| {
            // A damaged file, or two positions with one key, must not lead to an illegal move.
            let mv = canonical
                .unpack(entry.mv)
                .filter(|&mv| canonical.is_legal(mv))?;
            let mv = pos
                .unpack(pos.pack(pos.move_image(mv, back)))
                .filter(|&mv| pos.is_legal(mv))?;
            Some(entry.with_move(mv))
        };
        self.get(canonical.key()).iter().filter_map(ours).collect()
    }

    /// The best moves from `pos`, one after another, until the book ends or a position repeats.
    pub fn line<P: Symmetric>(&self, pos: &P) -> Vec<P::Move> {
        let mut pos = pos.clone();
        let mut moves = Vec::new();
        let mut seen = HashSet::new();
        while seen.insert(pos.key())
            && let Some(best) = self.page(&pos).first()
        {
            moves.push(best.mv);
            pos.play(best.mv);
        }
        moves
    }
}
