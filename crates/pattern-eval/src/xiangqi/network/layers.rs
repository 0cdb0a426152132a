use game_core::Player;
use miniz_oxide::{deflate::compress_to_vec_zlib, inflate::decompress_to_vec_zlib_with_limit};
use std::sync::{Arc, LazyLock};
use thiserror::Error;
use xiangqi_movegen::{Piece, Square};

/// The quantised weights of a [`Network`](super::Network): feature transformer, output layer and
/// piece-square table.
///
/// ```
/// use pattern_eval::xiangqi::Layers;
///
/// let trained = Layers::trained();
/// assert_eq!(Layers::from_bytes(&trained.to_bytes())?, *trained);
/// # Ok::<(), pattern_eval::xiangqi::LayersError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layers {
    /// Piece-square table (PSQT), by a piece's [`input`](Self::input) from its owner's perspective,
    /// in 1/[`PSQT_SCALE`](Self::PSQT_SCALE) points.
    pub psqt: Vec<i16>,
    /// Feature transformer: what each [`input`](Self::input) adds to the hidden units, in
    /// 1/[`HIDDEN_SCALE`](Self::HIDDEN_SCALE).
    pub inputs: Vec<[i16; Self::HIDDEN]>,
    /// Biases of the hidden units, in the same unit.
    pub biases: [i16; Self::HIDDEN],
    /// Output weights of the squared hidden units, first the perspective of the player to move,
    /// then the opponent's, one set for each output bucket ([`stage`](Self::stage)): in
    /// 1/[`OUTPUT_SCALE`](Self::OUTPUT_SCALE) of [`SCALE`](Self::SCALE) points.
    pub outputs: [[i16; 2 * Self::HIDDEN]; Self::STAGES],
    /// Output bias of each bucket, in 1/[`PSQT_SCALE`](Self::PSQT_SCALE) points.
    pub tempo: [i16; Self::STAGES],
}

impl Layers {
    /// Units of the hidden layer, for each perspective.
    pub const HIDDEN: usize = 64;
    /// Pieces of either side on every square.
    pub const INPUTS: usize = 14 * Square::COUNT;
    /// One's own pieces on every square.
    pub const PSQT: usize = Self::INPUTS / 2;
    /// Stages of a game, by how many pieces are left.
    pub const STAGES: usize = 8;
    /// A hidden unit of 1, at which the ReLU clips; quantisation scale of inputs and biases.
    pub const HIDDEN_SCALE: i16 = 255;
    /// Quantisation scale of output weights.
    pub const OUTPUT_SCALE: i16 = 64;
    /// Greatest absolute output weight: its product with a unit fits 16 bits.
    pub const MAX_OUTPUT: i16 = 127;
    /// Points that multiply the odds of winning by e.
    pub const SCALE: i32 = 450;
    /// Quantisation scale of the PSQT: parts of a point.
    pub const PSQT_SCALE: i16 = 8;
    /// Greatest absolute input weight: the sum over a full board fits 16 bits.
    pub const MAX_INPUT: i16 = 900;

    /// What a file begins with.
    const MAGIC: &[u8] = b"boyi xiangqi network 1\n";

    /// Index of the feature "`piece` on `square`" from the perspective of `viewer`: own pieces
    /// first, own back rank first.
    #[inline]
    pub const fn input(viewer: Player, piece: Piece, square: Square) -> usize {
        match viewer {
            Player::First => piece.index() * Square::COUNT + square.index(),
            Player::Second => (piece.index() + 7) % 14 * Square::COUNT + square.rotated().index(),
        }
    }

    /// The stage of a position with this many pieces, generals counted: the first with 4 and less,
    /// the last with 29 to 32.
    #[inline]
    pub const fn stage(pieces: usize) -> usize {
        let stage = pieces.saturating_sub(1) / 4;
        if stage < Self::STAGES {
            stage
        } else {
            Self::STAGES - 1
        }
    }

    /// The network trained on games of the engine against itself, shared by all who ask; unpacked
    /// when first asked for.
    pub fn trained() -> Arc<Self> {
        static TRAINED: LazyLock<Arc<Layers>> = LazyLock::new(|| {
            let file = include_bytes!("../../../data/xiangqi.network");
            Arc::new(
                Layers::from_bytes(file)
                    .unwrap_or_else(|error| panic!("the crate's own network: {error}")),
            )
        });
        TRAINED.clone()
    }

    /// A network of nothing but zeros.
    pub fn zero() -> Self {
        Self {
            psqt: vec![0; Self::PSQT],
            inputs: vec![[0; Self::HIDDEN]; Self::INPUTS],
            biases: [0; Self::HIDDEN],
            outputs: [[0; 2 * Self::HIDDEN]; Self::STAGES],
            tempo: [0; Self::STAGES],
        }
    }

    /// Everything in the order of the fields.
    fn numbers(&self) -> impl Iterator<Item = i16> {
        let inputs = self
            .psqt
            .iter()
            .chain(self.inputs.as_flattened())
            .chain(&self.biases);
        inputs
            .chain(self.outputs.as_flattened())
            .chain(&self.tempo)
            .copied()
    }

    fn numbers_mut(&mut self) -> impl Iterator<Item = &mut i16> {
        let inputs = self
            .psqt
            .iter_mut()
            .chain(self.inputs.as_flattened_mut())
            .chain(&mut self.biases);
        inputs
            .chain(self.outputs.as_flattened_mut())
            .chain(&mut self.tempo)
    }

    /// As a file: a line that names the format, then packed by zlib every number's lower byte and
    /// every number's upper one, for those are much alike.
    pub fn to_bytes(&self) -> Vec<u8> {
        let bytes = |which: usize| {
            self.numbers()
                .map(move |number| number.to_le_bytes()[which])
        };
        let plain: Vec<u8> = bytes(0).chain(bytes(1)).collect();
        [Self::MAGIC, &compress_to_vec_zlib(&plain, 10)].concat()
    }

    /// Reads what [`to_bytes`](Self::to_bytes) wrote.
    ///
    /// # Errors
    /// If it is not such a file, or damaged, or a number is beyond what it may be.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, LayersError> {
        let packed = bytes.strip_prefix(Self::MAGIC).ok_or(LayersError::Magic)?;
        let mut layers = Self::zero();
        let count = layers.numbers().count();
        let plain = decompress_to_vec_zlib_with_limit(packed, 2 * count)
            .map_err(|_| LayersError::Damaged)?;
        if plain.len() != 2 * count {
            return Err(LayersError::Length {
                numbers: plain.len() / 2,
                count,
            });
        }
        let (lower, upper) = plain.split_at(count);
        for (number, (&lower, &upper)) in layers.numbers_mut().zip(lower.iter().zip(upper)) {
            *number = i16::from_le_bytes([lower, upper]);
        }
        layers.check()?;
        Ok(layers)
    }

    /// Whether no sum can be more than its type holds.
    fn check(&self) -> Result<(), LayersError> {
        let beyond = |numbers: &[i16], most: i16| {
            numbers
                .iter()
                .any(|number| number.unsigned_abs() > most.unsigned_abs())
        };
        for (what, numbers, most) in [
            ("inputs", self.inputs.as_flattened(), Self::MAX_INPUT),
            ("biases", &self.biases, Self::MAX_INPUT),
            ("outputs", self.outputs.as_flattened(), Self::MAX_OUTPUT),
        ] {
            if beyond(numbers, most) {
                return Err(LayersError::Range { what, most });
            }
        }
        Ok(())
    }
}

const _: () = assert!(33 * Layers::MAX_INPUT as i32 <= i16::MAX as i32);
const _: () = assert!(Layers::HIDDEN_SCALE as i32 * Layers::MAX_OUTPUT as i32 <= i16::MAX as i32);
const _: () = {
    let unit =
        Layers::HIDDEN_SCALE as i64 * Layers::HIDDEN_SCALE as i64 * Layers::MAX_OUTPUT as i64;
    assert!(2 * Layers::HIDDEN as i64 * unit <= i32::MAX as i64);
};

/// Why bytes are not a network.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LayersError {
    /// The first line names another format, or none.
    #[error("this is no network for xiangqi, or of another version")]
    Magic,
    /// What follows cannot be unpacked.
    #[error("the packed numbers are damaged")]
    Damaged,
    /// There are too few numbers.
    #[error("the network has {numbers} numbers in place of {count}")]
    Length {
        /// How many there are.
        numbers: usize,
        /// How many there should be.
        count: usize,
    },
    /// A number is beyond what it may be.
    #[error("one of the {what} is beyond {most}")]
    Range {
        /// Whether it is one of the inputs, the biases or the outputs.
        what: &'static str,
        /// The greatest it may be, either way.
        most: i16,
    },
}
