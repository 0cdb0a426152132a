use crate::{Book, Entry, Tally};
use fnv::FnvHasher;
use game_core::Score;
use miniz_oxide::{deflate::compress_to_vec_zlib, inflate::decompress_to_vec_zlib_with_limit};
use std::hash::Hasher;
use thiserror::Error;

/// What a file begins with: the last number is the version of the format.
const MAGIC: &[u8] = b"boyi opening book 1\n";

/// The most bytes that a file may unpack to.
const LIMIT: usize = 1 << 28;

impl Book {
    /// As a file: a line that names the format, one that names the game, a checksum, and packed by
    /// zlib the columns of a table: keys, numbers of moves, moves, scores, depths, and games won,
    /// drawn, lost and open.
    ///
    /// A number is written seven bits a byte, the lowest first; a score is written as its
    /// difference from the one before. Some 20 bytes a position.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut plain = Vec::new();
        number(&mut plain, self.keys.len() as u64);
        self.keys
            .iter()
            .for_each(|key| plain.extend(key.to_be_bytes()));
        self.firsts
            .windows(2)
            .for_each(|ends| number(&mut plain, (ends[1] - ends[0]) as u64));
        self.entries
            .iter()
            .for_each(|entry| number(&mut plain, entry.mv.into()));
        for (_, entries) in self.iter() {
            let best = entries[0].score.get();
            number(&mut plain, (best << 1 ^ best >> 31) as u32 as u64);
            entries.windows(2).for_each(|pair| {
                number(
                    &mut plain,
                    (pair[0].score.get() - pair[1].score.get()) as u64,
                )
            });
        }
        plain.extend(self.entries.iter().map(|entry| entry.depth));
        for count in TALLY {
            self.entries
                .iter()
                .for_each(|entry| number(&mut plain, (*count(&mut entry.tally.clone())).into()));
        }
        let sum = checksum(&plain).to_le_bytes();
        [
            MAGIC,
            self.game.as_bytes(),
            b"\n",
            &sum,
            &compress_to_vec_zlib(&plain, 10),
        ]
        .concat()
    }

    /// Reads what [`to_bytes`](Self::to_bytes) wrote.
    ///
    /// # Errors
    /// If it is not such a file, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BookError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(BookError::Magic)?;
        let end = rest
            .iter()
            .take(Self::LONGEST_NAME + 1)
            .position(|&byte| byte == b'\n')
            .ok_or(BookError::Name)?;
        let game = str::from_utf8(&rest[..end]).map_err(|_| BookError::Name)?;
        let (sum, packed) = rest[end + 1..]
            .split_first_chunk()
            .ok_or(BookError::Damaged)?;
        let plain =
            decompress_to_vec_zlib_with_limit(packed, LIMIT).map_err(|_| BookError::Damaged)?;
        if checksum(&plain) != u64::from_le_bytes(*sum) {
            return Err(BookError::Checksum);
        }
        let mut plain = Plain {
            rest: &plain,
            column: "count",
        };
        let book = plain.table(game)?;
        match plain.rest.len() {
            0 => Ok(book),
            extra => Err(BookError::Long { extra }),
        }
    }
}

/// The counts of a tally, in the order of their columns.
const TALLY: [fn(&mut Tally) -> &mut u32; 4] = [
    |tally| &mut tally.wins,
    |tally| &mut tally.draws,
    |tally| &mut tally.losses,
    |tally| &mut tally.open,
];

/// FNV-1a (Fowler, Noll and Vo) in 64 bits, which never changes.
fn checksum(bytes: &[u8]) -> u64 {
    let mut hasher = FnvHasher::default();
    hasher.write(bytes);
    hasher.finish()
}

fn number(out: &mut Vec<u8>, mut number: u64) {
    while number > 0x7f {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// The rest of the unpacked bytes, and the column being read.
struct Plain<'a> {
    rest: &'a [u8],
    column: &'static str,
}

impl Plain<'_> {
    /// Reads the next number, at most `most`.
    fn number(&mut self, most: u64) -> Result<u64, BookError> {
        let mut number = 0;
        let mut shift = 0;
        loop {
            let (&byte, rest) = self.rest.split_first().ok_or(BookError::Short {
                column: self.column,
            })?;
            self.rest = rest;
            // Nine bytes are enough for any number here.
            if shift > 56 {
                return Err(BookError::Range {
                    column: self.column,
                });
            }
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return if number <= most {
                    Ok(number)
                } else {
                    Err(BookError::Range {
                        column: self.column,
                    })
                };
            }
            shift += 7;
        }
    }

    fn table(&mut self, game: &str) -> Result<Book, BookError> {
        // Every position takes at least ten bytes, so no count asks for more memory than there are
        // bytes.
        let count = self.number(self.rest.len() as u64)? as usize;
        self.column = "keys";
        let (keys, rest) = self
            .rest
            .split_at_checked(8 * count)
            .ok_or(BookError::Short {
                column: self.column,
            })?;
        self.rest = rest;
        let keys: Vec<_> = keys
            .as_chunks()
            .0
            .iter()
            .map(|&key| u64::from_be_bytes(key))
            .collect();
        if keys.windows(2).any(|pair| pair[0] >= pair[1]) {
            return Err(BookError::Order { column: "keys" });
        }
        self.column = "numbers of moves";
        let mut firsts = vec![0];
        for _ in 0..count {
            let moves = self.number(self.rest.len() as u64)? as usize;
            if moves == 0 {
                return Err(BookError::Range {
                    column: self.column,
                });
            }
            firsts.push(firsts[firsts.len() - 1] + moves);
            if firsts[firsts.len() - 1] > self.rest.len() {
                return Err(BookError::Short { column: "moves" });
            }
        }
        self.column = "moves";
        let score = Score::DRAW;
        let depth = 0;
        let tally = Tally::default();
        let entry = |mv: u64| Entry {
            mv: mv as u16,
            score,
            depth,
            tally,
        };
        let total = firsts[count];
        let mut entries = Vec::with_capacity(total);
        for _ in 0..total {
            entries.push(entry(self.number(u16::MAX.into())?));
        }
        self.column = "scores";
        let most = Score::INFINITE.get();
        for ends in firsts.windows(2) {
            let zigzag = self.number(2 * most as u64)? as i32;
            let mut value = zigzag >> 1 ^ -(zigzag & 1);
            for (place, entry) in entries[ends[0]..ends[1]].iter_mut().enumerate() {
                if place > 0 {
                    value -= self.number(2 * most as u64)? as i32;
                }
                if value < -most {
                    return Err(BookError::Range {
                        column: self.column,
                    });
                }
                entry.score = Score::DRAW + value;
            }
        }
        self.column = "depths";
        let (depths, rest) = self.rest.split_at_checked(total).ok_or(BookError::Short {
            column: self.column,
        })?;
        self.rest = rest;
        entries
            .iter_mut()
            .zip(depths)
            .for_each(|(entry, &depth)| entry.depth = depth);
        self.column = "games";
        for count in TALLY {
            for entry in &mut entries {
                *count(&mut entry.tally) = self.number(u32::MAX.into())? as u32;
            }
        }
        Ok(Book {
            game: game.to_owned(),
            keys,
            firsts,
            entries,
        })
    }
}

/// Why bytes are not an opening book.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BookError {
    /// The first line names another format, or none.
    #[error("this is no opening book, or of another version")]
    Magic,
    /// The second line names no game.
    #[error("the opening book names no game")]
    Name,
    /// What follows cannot be unpacked.
    #[error("the packed opening book is damaged")]
    Damaged,
    /// The checksum does not match.
    #[error("the opening book is damaged: its checksum is another")]
    Checksum,
    /// A column has too few numbers.
    #[error("the opening book ends within its {column}")]
    Short {
        /// The column.
        column: &'static str,
    },
    /// A number is out of range.
    #[error("the opening book has among its {column} a number that cannot be")]
    Range {
        /// The column.
        column: &'static str,
    },
    /// Numbers are not in ascending order.
    #[error("the opening book's {column} are not in order")]
    Order {
        /// The column.
        column: &'static str,
    },
    /// Bytes follow the columns.
    #[error("{extra} bytes follow the opening book")]
    Long {
        /// How many bytes.
        extra: usize,
    },
}
