use super::layout::{Layout, STRIDE};
use miniz_oxide::{deflate::compress_to_vec_zlib, inflate::decompress_to_vec_zlib_with_limit};
use std::sync::{Arc, LazyLock};
use thiserror::Error;

/// The weights of the patterns, in hundredths of a disc, for each stage of the game.
///
/// ```
/// use pattern_eval::othello::Weights;
///
/// let trained = Weights::trained();
/// assert_eq!(Weights::from_bytes(&trained.to_bytes())?, *trained);
/// assert!(trained.memory() < 10_000_000);
/// # Ok::<(), pattern_eval::othello::WeightsError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// Stage by stage, between two margins of [`MARGIN`](Self::MARGIN) zeros.
    table: Vec<i16>,
}

/// A stage's weights between its margins.
pub(super) type Stage = [i16; STRIDE + 2 * Weights::MARGIN];

impl Weights {
    /// The number of stages, of [`PLIES`](Self::PLIES) discs each.
    pub const STAGES: usize = 20;
    /// How many discs a stage lasts.
    pub const PLIES: usize = 3;
    /// How far an index of 16 bits can lead beyond a stage.
    pub(super) const MARGIN: usize = 1 << 15;
    /// What a file begins with.
    const MAGIC: &[u8] = b"boyi othello patterns 1\n";

    /// The stage of a position with this many `empties`: the first with 60 to 58, the last with 2
    /// or less.
    #[inline]
    pub const fn stage(empties: u32) -> usize {
        let stage = 60_usize.saturating_sub(empties as usize) / Self::PLIES;
        if stage < Self::STAGES {
            stage
        } else {
            Self::STAGES - 1
        }
    }

    /// The weights trained on tournament games and self-play, shared, and unpacked on first use in
    /// some 0.1 s.
    pub fn trained() -> Arc<Self> {
        static TRAINED: LazyLock<Arc<Weights>> = LazyLock::new(|| {
            let file = include_bytes!("../../../data/othello.weights");
            Arc::new(
                Weights::from_bytes(file)
                    .unwrap_or_else(|error| panic!("the crate's own weights: {error}")),
            )
        });
        TRAINED.clone()
    }

    /// Weights all 0.
    pub fn zero() -> Self {
        Self {
            table: vec![0; Self::STAGES * STRIDE + 2 * Self::MARGIN],
        }
    }

    /// Sets the weights of `stage`, in hundredths of a disc, numbered as by [`Layout`]; they are
    /// rounded.
    ///
    /// # Panics
    /// If there is no such stage, or not one weight for each number.
    pub fn set_stage(&mut self, stage: usize, weights: &[f32]) {
        let layout = Layout::get();
        assert_eq!(weights.len(), layout.count(), "a weight for each number");
        let table = self.of_stage_mut(stage);
        // A cast saturates.
        table
            .iter_mut()
            .zip(layout.numbers())
            .for_each(|(weight, &number)| *weight = weights[number as usize].round() as i16);
    }

    /// The bytes they take in memory.
    pub fn memory(&self) -> usize {
        size_of_val(&self.table[..])
    }

    #[inline]
    pub(super) fn of_stage(&self, stage: usize) -> &[i16; STRIDE] {
        &self.table[Self::MARGIN..].as_chunks().0[stage]
    }

    fn of_stage_mut(&mut self, stage: usize) -> &mut [i16; STRIDE] {
        &mut self.table[Self::MARGIN..].as_chunks_mut().0[stage]
    }

    /// A stage with its margins, where any 16 bits added to the number of a weight are an index.
    #[inline(always)]
    pub(super) fn around_stage(&self, stage: usize) -> &Stage {
        self.table[stage * STRIDE..]
            .first_chunk()
            .unwrap_or_else(|| unreachable!())
    }

    /// As a file: a line that names the format, then packed by zlib, from the last stage to the
    /// first, the difference of each distinct weight to the stage after, in zigzag coding, seven
    /// bits a byte.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut plain = Vec::new();
        let mut later = vec![0; Layout::get().count()];
        for stage in (0..Self::STAGES).rev() {
            let stage = self.distinct(stage);
            for (weight, later) in stage.into_iter().zip(&mut later) {
                let change = i32::from(weight) - i32::from(*later);
                let mut rest = (change << 1 ^ change >> 31) as u32;
                while rest > 0x7f {
                    plain.push(rest as u8 | 0x80);
                    rest >>= 7;
                }
                plain.push(rest as u8);
                *later = weight;
            }
        }
        [Self::MAGIC, &compress_to_vec_zlib(&plain, 10)].concat()
    }

    /// One weight for each number.
    fn distinct(&self, stage: usize) -> Vec<i16> {
        let layout = Layout::get();
        let mut distinct = vec![0; layout.count()];
        let weights = self.of_stage(stage).iter().zip(layout.numbers());
        weights.for_each(|(&weight, &number)| distinct[number as usize] = weight);
        distinct
    }

    /// Reads what [`to_bytes`](Self::to_bytes) wrote.
    ///
    /// # Errors
    /// If it is not such a file, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        let layout = Layout::get();
        let packed = bytes.strip_prefix(Self::MAGIC).ok_or(WeightsError::Magic)?;
        // Three bytes are enough for any difference.
        let limit = 3 * Self::STAGES * layout.count();
        let plain =
            decompress_to_vec_zlib_with_limit(packed, limit).map_err(|_| WeightsError::Damaged)?;
        let mut plain = plain.into_iter();
        let mut distinct = vec![0_i16; layout.count()];
        let mut weights = Self::zero();
        for stage in (0..Self::STAGES).rev() {
            for weight in &mut distinct {
                let change = difference(&mut plain).ok_or(WeightsError::Short { stage })?;
                *weight = i16::try_from(i32::from(*weight) + change)
                    .map_err(|_| WeightsError::Range { stage })?;
            }
            let table = weights.of_stage_mut(stage);
            table
                .iter_mut()
                .zip(layout.numbers())
                .for_each(|(weight, &number)| *weight = distinct[number as usize]);
        }
        match plain.len() {
            0 => Ok(weights),
            extra => Err(WeightsError::Long { extra }),
        }
    }
}

/// The difference that `bytes` go on with, of three bytes at most.
fn difference(bytes: &mut impl Iterator<Item = u8>) -> Option<i32> {
    let mut zigzag = 0;
    for shift in [0, 7, 14] {
        let byte = bytes.next()?;
        zigzag |= i32::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(zigzag >> 1 ^ -(zigzag & 1));
        }
    }
    None
}

/// Why bytes are not a file of weights.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// The first line names another format, or none.
    #[error("this is no file of Othello weights, or of another version")]
    Magic,
    /// What follows cannot be unpacked.
    #[error("the packed weights are damaged")]
    Damaged,
    /// There are too few weights, or one has no end.
    #[error(
        "the weights end, or are damaged, in stage {stage}; the stages are counted from 0, and the last comes first"
    )]
    Short {
        /// The stage.
        stage: usize,
    },
    /// A weight is out of range.
    #[error(
        "a weight of stage {stage} is beyond 16 bits; the stages are counted from 0, and the last comes first"
    )]
    Range {
        /// The stage.
        stage: usize,
    },
    /// There are more weights than a game has.
    #[error("{extra} bytes follow the weights of the last stage")]
    Long {
        /// How many bytes.
        extra: usize,
    },
}
