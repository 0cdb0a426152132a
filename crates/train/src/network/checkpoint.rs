//! Checkpoints: a training as bytes, to go on with later as if it had never stopped.

use super::training::TrainingConfig;
use super::{Source, Training};
use nnue::FeatureSet;
use thiserror::Error;

/// Text first, a line each: the format and its version, `epoch`, `work` and `crc32`, each with its
/// value after a space. `work` is a hash of what the training depends on; the CRC-32 is that of all
/// other bytes. Then the steps of the optimiser, and the weights with both moments of each as 32-bit
/// floats, the least significant byte first.
const MAGIC: &str = "boyi training 2\n";

/// Why a training cannot go on from a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// It begins otherwise, or is of another version of the format.
    #[error("this is no checkpoint of a training")]
    NotACheckpoint,
    /// It is not what was written.
    #[error("the checkpoint is damaged")]
    Damaged,
    /// It is of other samples, another configuration or another start.
    #[error("the checkpoint is of another training: samples, configuration or start differ")]
    Other,
}

impl<const HIDDEN: usize, S: Source> Training<'_, HIDDEN, S> {
    /// The state of the training, from which [`resume`](Self::resume) goes on exactly. Twelve bytes
    /// a weight.
    pub fn checkpoint(&self) -> Vec<u8> {
        let state = self.state();
        let mut packed = state.steps.to_le_bytes().to_vec();
        for numbers in state.numbers {
            packed.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        let text = format!("{MAGIC}epoch {}\nwork {:08x}\n", state.epoch, self.work());
        let sum = checksum(&text, &packed);
        [text.as_bytes(), sum.as_bytes(), &packed].concat()
    }

    /// Goes on from a [`checkpoint`](Self::checkpoint) of a training of the same samples,
    /// configuration and start: it then ends with the same network.
    ///
    /// # Errors
    /// If `bytes` are no such checkpoint, or damaged; then nothing has changed.
    pub fn resume(&mut self, bytes: &[u8]) -> Result<(), CheckpointError> {
        let rest = bytes
            .strip_prefix(MAGIC.as_bytes())
            .ok_or(CheckpointError::NotACheckpoint)?;
        let mut lines = rest.splitn(4, |&byte| byte == b'\n');
        let mut value = |key: &str| {
            let line = str::from_utf8(lines.next()?).ok()?;
            line.strip_prefix(key)?.strip_prefix(' ').map(str::to_owned)
        };
        let header = (|| Some((value("epoch")?, value("work")?, value("crc32")?)))();
        let (epoch, work, sum) = header.ok_or(CheckpointError::Damaged)?;
        let packed = lines.next().ok_or(CheckpointError::Damaged)?;
        let text = format!("{MAGIC}epoch {epoch}\nwork {work}\n");
        if checksum(&text, packed) != format!("crc32 {sum}\n") {
            return Err(CheckpointError::Damaged);
        }
        if work != format!("{:08x}", self.work()) {
            return Err(CheckpointError::Other);
        }
        let epoch = epoch.parse().map_err(|_| CheckpointError::Damaged)?;
        let (steps, packed) = packed.split_first_chunk().ok_or(CheckpointError::Damaged)?;
        let floats = packed.as_chunks::<4>();
        if !floats.1.is_empty() {
            return Err(CheckpointError::Damaged);
        }
        let numbers: Vec<f32> = floats.0.iter().copied().map(f32::from_le_bytes).collect();
        self.set_state(epoch, i32::from_le_bytes(*steps), &numbers)
            .ok_or(CheckpointError::Damaged)
    }
}

fn checksum(text: &str, packed: &[u8]) -> String {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(text.as_bytes());
    hasher.update(packed);
    format!("crc32 {:08x}\n", hasher.finalize())
}

/// A hash of what a training depends on besides its first weights.
pub(super) fn hash_of_work(set: &FeatureSet, config: &TrainingConfig, samples: u32) -> u32 {
    let FeatureSet {
        name,
        count,
        max_active,
        buckets,
        scale,
        images,
        image: _,
    } = set;
    let work =
        format!("{name} {count} {max_active} {buckets} {scale} {images} {config:?} {samples:08x}");
    crc32fast::hash(work.as_bytes())
}
