use crate::{Dense, FeatureSet};

/// The quantised weights of a [`Network`](crate::Network) of `HIDDEN` units, a multiple of 16:
/// feature transformer, piece-square table, output layer, and a dense layer before it or none.
///
/// The value of a position for the player to move, in points, is
///
/// ```text
/// network = SCALE * (sum of outputs[bucket][p][i] * clamp(hidden[p][i], 0, 255)^2 + layer) / (255^2 * 64)
/// psqt    = (psqt[own] - psqt[opponent] + tempo[bucket]) / 8
/// ```
///
/// where `p` is the perspective of the player to move and then the opponent's, `hidden[p]` is the
/// sum of the biases and of the rows of `inputs` that are active in `p`, and `psqt[p]` the sum of
/// the PSQT's numbers there. All quotients are rounded towards 0. Without a dense layer `layer` is
/// 0; with one it is, where `dense` is that of the bucket,
///
/// ```text
/// layer   = sum of dense.outputs[j] * clamp(units[j], 0, 4 * 255^2)^2 / (16 * 255^2)
/// units   = 4 * 255 * dense.biases[j] + sum of dense.weights[j][p][i] * (clamp(hidden[p][i], 0, 255)^2 / 64)
/// ```
///
/// The direct weights from the hidden units to the output are a skip connection past the dense
/// layer, as the PSQT is past both: a nearly linear value is learnt at full precision, and a layer
/// whose outputs are 0 changes nothing, so one can be added to a trained network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layers<const HIDDEN: usize> {
    /// Feature transformer: what each feature adds to the hidden units, in
    /// 1/[`HIDDEN_SCALE`](Self::HIDDEN_SCALE).
    pub inputs: Vec<[i16; HIDDEN]>,
    /// Piece-square table (PSQT): what each feature adds to the value past the hidden units, in
    /// 1/[`PSQT_SCALE`](Self::PSQT_SCALE) points.
    pub psqt: Vec<i16>,
    /// Biases of the hidden units, in 1/[`HIDDEN_SCALE`](Self::HIDDEN_SCALE).
    pub biases: [i16; HIDDEN],
    /// Output weights of the squared hidden units, by output bucket, for the perspective of the
    /// player to move and for the opponent's: in 1/[`OUTPUT_SCALE`](Self::OUTPUT_SCALE) of the
    /// feature set's scale.
    pub outputs: Vec<[[i16; HIDDEN]; 2]>,
    /// Output bias of each bucket, in 1/[`PSQT_SCALE`](Self::PSQT_SCALE) points.
    pub tempo: Vec<i16>,
    /// The dense layer of each bucket, all with as many units; or none.
    pub dense: Vec<Dense<HIDDEN>>,
}

impl<const HIDDEN: usize> Layers<HIDDEN> {
    /// A hidden unit of 1, at which the ReLU clips; quantisation scale of inputs and biases.
    pub const HIDDEN_SCALE: i16 = 255;
    /// Quantisation scale of output weights.
    pub const OUTPUT_SCALE: i16 = 64;
    /// Greatest absolute output weight: its product with a unit fits 16 bits.
    pub const MAX_OUTPUT: i16 = 127;
    /// Quantisation scale of the PSQT: parts of a point.
    pub const PSQT_SCALE: i16 = 8;

    /// A network for these features without a dense layer, all weights zero.
    pub fn zero(set: &FeatureSet) -> Self {
        const {
            assert!(
                HIDDEN > 0 && HIDDEN.is_multiple_of(16),
                "a multiple of 16 units"
            )
        };
        Self {
            inputs: vec![[0; HIDDEN]; set.count],
            psqt: vec![0; set.count],
            biases: [0; HIDDEN],
            outputs: vec![[[0; HIDDEN]; 2]; set.buckets],
            tempo: vec![0; set.buckets],
            dense: Vec::new(),
        }
    }

    /// The same network with dense layers of `units` units each, all weights zero, in place of its
    /// own.
    #[must_use]
    pub fn with_dense(self, units: usize) -> Self {
        let buckets = if units == 0 { 0 } else { self.tempo.len() };
        Self {
            dense: vec![Dense::zero(units); buckets],
            ..self
        }
    }

    /// Units of the dense layers, 0 if there are none.
    pub fn dense_units(&self) -> usize {
        self.dense.first().map_or(0, |dense| dense.biases.len())
    }

    /// Whether there is a weight for each of these features and buckets, and no more; and a dense
    /// layer for none of the buckets or for each, all of one size.
    pub fn fits(&self, set: &FeatureSet) -> bool {
        let units = self.dense_units();
        let layers = if units == 0 { 0 } else { set.buckets };
        [self.inputs.len(), self.psqt.len()] == [set.count; 2]
            && [self.outputs.len(), self.tempo.len()] == [set.buckets; 2]
            && self.dense.len() == layers
            && self.dense.iter().all(|dense| dense.units() == Some(units))
    }

    /// The arrays in the order of a file, each with its name and its greatest absolute value.
    pub(crate) fn arrays(
        &self,
        set: &FeatureSet,
    ) -> impl Iterator<Item = (&'static str, &[i16], i16)> {
        let max_input = set.max_input();
        let dense = self.dense.iter().flat_map(|dense| {
            let weights = dense.weights.as_flattened().as_flattened();
            [
                ("dense weights", weights, Dense::<HIDDEN>::MAX_WEIGHT),
                ("dense biases", &dense.biases, Dense::<HIDDEN>::MAX_BIAS),
                ("dense outputs", &dense.outputs, Self::MAX_OUTPUT),
            ]
        });
        let arrays: [(_, &[i16], _); 5] = [
            ("inputs", self.inputs.as_flattened(), max_input),
            ("psqt", &self.psqt, i16::MAX),
            ("biases", &self.biases, max_input),
            (
                "outputs",
                self.outputs.as_flattened().as_flattened(),
                Self::MAX_OUTPUT,
            ),
            ("tempo", &self.tempo, i16::MAX),
        ];
        arrays.into_iter().chain(dense)
    }

    /// The same arrays, to be filled.
    pub(crate) fn arrays_mut(&mut self) -> impl Iterator<Item = &mut [i16]> {
        let dense = self.dense.iter_mut().flat_map(|dense| {
            let weights = dense.weights.as_flattened_mut().as_flattened_mut();
            [weights, &mut dense.biases, &mut dense.outputs]
        });
        let arrays: [&mut [i16]; 5] = [
            self.inputs.as_flattened_mut(),
            &mut self.psqt,
            &mut self.biases,
            self.outputs.as_flattened_mut().as_flattened_mut(),
            &mut self.tempo,
        ];
        arrays.into_iter().chain(dense)
    }
}

const _: () = {
    type Any = Layers<16>;
    assert!(Any::HIDDEN_SCALE as i32 * Any::MAX_OUTPUT as i32 <= i16::MAX as i32);
};
