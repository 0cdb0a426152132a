use super::{LearnError, Lesson, Rules, open};
use crate::data::{DataError, Game, GameError, Reader};
use crate::network::{Chunk, Samples, Source};
use engines::{Networked, Wiring};
use game_core::{Notation, Position};
use nnue::{FeatureSet, Features};
use rayon::prelude::*;
use std::borrow::Cow;
use std::collections::HashSet;
use std::path::PathBuf;

/// The positions of a lesson's data files.
///
/// They stay in memory if they fit the shuffle buffer. If not, eight bytes a game say where they
/// are, and one bit a position which of them count; the files are read again.
pub(super) struct DataSet<W: Wiring, const HIDDEN: usize> {
    files: Vec<(PathBuf, Rules<W>)>,
    chunks: Vec<ChunkOfFile>,
    /// Of all positions, whether they count; empty if all do.
    counts: Bits,
    /// All of them, if they fit.
    samples: Option<Samples>,
    set_fits: bool,
    fingerprint: u32,
}

/// A chunk of a data file.
struct ChunkOfFile {
    file: usize,
    /// Where it begins in the file.
    offset: u64,
    games: Vec<Positions>,
    /// Games with positions that count, in the chunks before it.
    games_before: usize,
    /// Positions in the chunks before it.
    positions_before: usize,
    bytes: u64,
}

/// How many positions a game has.
#[derive(Clone, Copy)]
struct Positions {
    /// Those that the game learns from.
    all: u32,
    /// Those of them that count.
    counting: u32,
}

/// The positions of a game, and the key of each.
type Read = Result<(Samples, Vec<u64>), GameError>;

impl<W: Networked<HIDDEN>, const HIDDEN: usize> DataSet<W, HIDDEN>
where
    <W::Position as Notation>::Rules: Sync,
{
    /// Reads all files once.
    pub(super) fn open(lesson: &Lesson) -> Result<Self, LearnError> {
        let mut set = Self {
            files: Vec::new(),
            chunks: Vec::new(),
            counts: Bits::default(),
            samples: Some(Samples::default()),
            set_fits: true,
            fingerprint: 0,
        };
        let mut seen = HashSet::new();
        let mut sums = crc32fast::Hasher::new();
        let (mut games_before, mut positions_before, mut bytes) = (0, 0, 0);
        for (file, path) in lesson.data.iter().enumerate() {
            let in_file = LearnError::in_file(path);
            let (mut reader, rules) = open::<W>(path)?;
            loop {
                let offset = reader.offset();
                let Some(games) = reader.next_chunk().map_err(&in_file)? else {
                    break;
                };
                let mut samples = Samples::default();
                let mut counted = Vec::with_capacity(games.len());
                for game in Self::read_games(&games, &rules, |_| true) {
                    let (part, keys) = game.map_err(|error| in_file(error.into()))?;
                    let before = samples.positions();
                    samples.append_some(&part, |at| {
                        let counts = !lesson.unique || seen.insert(keys[at]);
                        if lesson.unique {
                            set.counts.push(counts);
                        }
                        counts
                    });
                    counted.push(Positions {
                        all: keys.len() as u32,
                        counting: (samples.positions() - before) as u32,
                    });
                }
                set.set_fits &= samples.are_of(&W::SET);
                sums.update(&samples.fingerprint().to_le_bytes());
                bytes += samples.bytes();
                set.chunks.push(ChunkOfFile {
                    file,
                    offset,
                    games_before,
                    positions_before,
                    bytes: samples.bytes(),
                    games: counted,
                });
                games_before += samples.games();
                positions_before += set.chunks.last().map_or(0, ChunkOfFile::positions);
                if bytes > lesson.config.buffer {
                    set.samples = None;
                } else if let Some(all) = &mut set.samples {
                    all.append_some(&samples, |_| true);
                }
            }
            set.files.push((path.clone(), rules));
        }
        set.fingerprint = sums.finalize();
        match set.games() {
            0 => Err(LearnError::Nothing),
            1 => Err(LearnError::OneGame),
            _ => Ok(set),
        }
    }

    /// Games with positions that count.
    pub(super) fn games(&self) -> usize {
        let games = self.chunks.iter().flat_map(|chunk| &chunk.games);
        games.filter(|game| game.counting > 0).count()
    }

    /// Positions that count.
    pub(super) fn positions(&self) -> usize {
        let games = self.chunks.iter().flat_map(|chunk| &chunk.games);
        games.map(|game| game.counting as usize).sum()
    }

    /// Each game's positions that there is something to learn from; none of those games of whose
    /// place in the chunk `wanted` does not hold.
    fn read_games(
        games: &[Game],
        rules: &Rules<W>,
        wanted: impl Fn(usize) -> bool + Sync,
    ) -> Vec<Read> {
        let read = games.par_iter().enumerate().map(|(at, game)| {
            let mut features = W::Features::default();
            let mut samples = Samples::default();
            let mut keys = Vec::new();
            if wanted(at) {
                game.visit(rules, |pos: &W::Position, target| {
                    if W::teaches(pos, target.score) {
                        features.reset(pos);
                        samples.push_position(&features, pos, target);
                        keys.push(pos.key());
                    }
                })?;
            }
            Ok((samples, keys))
        });
        read.collect()
    }

    /// Adds the games of a chunk that have positions which count, those not `wanted` without any.
    fn read_chunk(
        &self,
        chunk: &ChunkOfFile,
        reader: &mut Reader<impl std::io::BufRead + std::io::Seek>,
        wanted: &(dyn Fn(usize) -> bool + Sync),
        samples: &mut Samples,
    ) -> Result<(), DataError> {
        reader.seek(chunk.offset)?;
        let games = reader.next_chunk()?.ok_or(DataError::Changed)?;
        if games.len() != chunk.games.len() {
            return Err(DataError::Changed);
        }
        let mut number = chunk.games_before;
        let numbers = chunk.games.iter().map(|game| {
            let counts = game.counting > 0;
            number += usize::from(counts);
            counts.then(|| number - 1)
        });
        let is_wanted: Vec<bool> = numbers.map(|number| number.is_some_and(wanted)).collect();
        let rules = &self.files[chunk.file].1;
        let read = Self::read_games(&games, rules, |at| is_wanted[at]);
        let mut begin = chunk.positions_before;
        for ((game, is_wanted), read) in chunk.games.iter().zip(&is_wanted).zip(read) {
            let (part, keys) = read?;
            if *is_wanted {
                let before = samples.positions();
                samples.append_some(&part, |at| self.counts.get(begin + at));
                let counting = samples.positions() - before;
                if keys.len() != game.all as usize || counting != game.counting as usize {
                    return Err(DataError::Changed);
                }
            } else if game.counting > 0 {
                samples.end_game();
            }
            begin += game.all as usize;
        }
        Ok(())
    }
}

impl ChunkOfFile {
    /// Its positions, those that do not count included.
    fn positions(&self) -> usize {
        self.games.iter().map(|game| game.all as usize).sum()
    }
}

impl<W: Networked<HIDDEN>, const HIDDEN: usize> Source for DataSet<W, HIDDEN>
where
    <W::Position as Notation>::Rules: Sync,
{
    type Error = LearnError;

    fn chunks(&self) -> Vec<Chunk> {
        let chunk = |chunk: &ChunkOfFile| {
            let counting = chunk.games.iter().map(|game| game.counting);
            Chunk {
                games: counting.filter(|&counting| counting > 0).collect(),
                bytes: chunk.bytes,
            }
        };
        self.chunks.iter().map(chunk).collect()
    }

    fn are_of(&self, set: &FeatureSet) -> bool {
        self.set_fits && set.name == W::SET.name
    }

    fn fingerprint(&self) -> u32 {
        self.fingerprint
    }

    fn read(
        &self,
        chunks: &[usize],
        wanted: &(dyn Fn(usize) -> bool + Sync),
    ) -> Result<Cow<'_, Samples>, LearnError> {
        if let Some(samples) = &self.samples {
            return Ok(Cow::Borrowed(samples));
        }
        let mut samples = Samples::default();
        let mut opened = None;
        for chunk in chunks.iter().map(|&chunk| &self.chunks[chunk]) {
            let path = &self.files[chunk.file].0;
            let mut reader = match opened.take() {
                Some((file, reader)) if file == chunk.file => reader,
                _ => open::<W>(path)?.0,
            };
            self.read_chunk(chunk, &mut reader, wanted, &mut samples)
                .map_err(LearnError::in_file(path))?;
            opened = Some((chunk.file, reader));
        }
        Ok(Cow::Owned(samples))
    }
}

/// Yes or no, many times.
#[derive(Default)]
struct Bits {
    words: Vec<u64>,
    length: usize,
}

impl Bits {
    fn push(&mut self, bit: bool) {
        if self.length.is_multiple_of(64) {
            self.words.push(0);
        }
        self.words[self.length / 64] |= u64::from(bit) << (self.length % 64);
        self.length += 1;
    }

    /// What was pushed there; yes if nothing was.
    fn get(&self, at: usize) -> bool {
        at >= self.length || self.words[at / 64] >> (at % 64) & 1 == 1
    }
}
