use super::dense::Dense;
use super::samples::Sample;
use crate::validation::{cross_entropy, logistic};
use aligned_vec::AVec;
use nnue::{FeatureSet, Layers};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use rayon::prelude::*;

/// The weights of a network in training, in floating point, as one vector: inputs, biases, outputs,
/// tempo and PSQT; then the weights, biases and outputs of the dense layers. The inputs stand tile by
/// tile: those of some units for all features are together, and stay in a cache while a batch
/// passes. They are aligned, so that the weights of a feature in a tile are one line of the cache.
///
/// A hidden unit clips at 1; an output of 1 multiplies the odds of winning by e.
#[derive(Clone, Debug)]
pub(super) struct Model<const HIDDEN: usize> {
    set: FeatureSet,
    /// Units of the dense layer of a bucket, or 0.
    dense: usize,
    pub(super) numbers: AVec<f32>,
}

/// A table of every feature in every symmetric image.
#[derive(Clone, Debug)]
pub(super) struct Images {
    table: Vec<u16>,
    count: usize,
}

impl Images {
    pub(super) fn new(set: &FeatureSet) -> Self {
        let all = |image| (0..set.count).map(move |feature| (set.image)(feature as u16, image));
        Self {
            table: (0..set.images).flat_map(all).collect(),
            count: set.count,
        }
    }

    /// Every feature in this image; image 0 is the position itself.
    #[inline(always)]
    fn image(&self, image: usize) -> &[u16] {
        &self.table[image * self.count..][..self.count]
    }
}

/// Positions to learn from together, and memory for what a pass over them knows.
#[derive(Clone, Debug)]
pub(super) struct Batch {
    /// The active features of each row: a position has two, from the perspective of the player to
    /// move and from that of the opponent.
    features: Vec<u16>,
    /// Where those of each row end.
    ends: Vec<usize>,
    buckets: Vec<usize>,
    targets: Vec<f64>,
    values: Vec<f32>,
    /// The clipped hidden units of each row, tile by tile; later the slope of each.
    units: AVec<f32>,
    /// The squared hidden units of each position, from both perspectives, later the slope that its
    /// dense layer gives each, and the layer's clipped units; and the slopes of one position.
    squares: Vec<f32>,
    dense: Vec<f32>,
    slopes: Vec<f32>,
    /// The rows in which each feature is active, in order, and where those of a feature end.
    rows: Vec<u32>,
    ends_of_rows: Vec<u32>,
}

impl Default for Batch {
    fn default() -> Self {
        Self {
            features: Vec::new(),
            ends: Vec::new(),
            buckets: Vec::new(),
            targets: Vec::new(),
            values: Vec::new(),
            units: AVec::new(0),
            squares: Vec::new(),
            dense: Vec::new(),
            slopes: Vec::new(),
            rows: Vec::new(),
            ends_of_rows: Vec::new(),
        }
    }
}

impl Batch {
    pub(super) fn clear(&mut self) {
        self.features.clear();
        self.ends.clear();
        self.buckets.clear();
        self.targets.clear();
    }

    /// Adds the position in this image.
    #[inline(always)]
    pub(super) fn push(&mut self, sample: Sample<'_>, images: &Images, image: usize, target: f64) {
        let image = images.image(image);
        for features in sample.features {
            let seen = features.iter().map(|&feature| image[usize::from(feature)]);
            self.features.extend(seen);
            self.ends.push(self.features.len());
        }
        self.buckets.push(sample.bucket);
        self.targets.push(target);
    }

    /// Sorts the rows by feature.
    #[inline(always)]
    fn sort_rows(&mut self, count: usize) {
        self.ends_of_rows.clear();
        self.ends_of_rows.resize(count, 0);
        for &feature in &self.features {
            self.ends_of_rows[usize::from(feature)] += 1;
        }
        let mut sum = 0;
        for end in &mut self.ends_of_rows {
            (*end, sum) = (sum, sum + *end);
        }
        self.rows.clear();
        self.rows.resize(self.features.len(), 0);
        let mut begin = 0;
        for (row, &end) in self.ends.iter().enumerate() {
            for &feature in &self.features[begin..end] {
                let end = &mut self.ends_of_rows[usize::from(feature)];
                self.rows[*end as usize] = row as u32;
                *end += 1;
            }
            begin = end;
        }
    }
}

/// Units that are summed in registers.
const TILE: usize = 16;
type Tile = [f32; TILE];

impl<const HIDDEN: usize> Model<HIDDEN> {
    pub(super) fn zero(set: FeatureSet, dense: usize) -> Self {
        const {
            assert!(
                HIDDEN > 0 && HIDDEN.is_multiple_of(TILE),
                "a multiple of 16 units"
            )
        };
        let mut zero = Self {
            set,
            dense,
            numbers: AVec::new(0),
        };
        zero.numbers.resize(zero.end(), 0.0);
        zero
    }

    /// Small random weights; the PSQT and the outputs of the dense layers are zero.
    pub(super) fn new(set: FeatureSet, dense: usize, seed: u64) -> Self {
        let mut model = Self::zero(set, dense);
        let mut random = StdRng::seed_from_u64(seed);
        // So that the sum of them spreads alike however many are active.
        let most = (0.32 / set.max_active as f32).sqrt();
        let (biases, outputs, tempo) = (model.biases(), model.outputs(0), model.tempo());
        for place in (0..set.count).flat_map(|feature| Self::row(set.count, feature)) {
            model.numbers[place] = random.random_range(-most..most);
        }
        model.numbers[biases..outputs].fill_with(|| random.random_range(0.2..0.4));
        let bucket: Vec<f32> = (0..2 * HIDDEN)
            .map(|_| random.random_range(-0.2..0.2))
            .collect();
        model.numbers[outputs..tempo]
            .chunks_mut(2 * HIDDEN)
            .for_each(|outputs| outputs.copy_from_slice(&bucket));
        let most = (2.0 * HIDDEN as f32).sqrt().recip();
        let bucket: Vec<f32> = (0..dense * 2 * HIDDEN)
            .map(|_| random.random_range(-most..most))
            .collect();
        let (weights, biases) = (model.dense_weights(0), model.dense_biases(0));
        model.numbers[weights..biases]
            .chunks_mut(bucket.len().max(1))
            .for_each(|weights| weights.copy_from_slice(&bucket));
        let bucket: Vec<f32> = (0..dense).map(|_| random.random_range(0.2..0.4)).collect();
        let outputs = model.dense_outputs(0);
        model.numbers[biases..outputs]
            .chunks_mut(dense.max(1))
            .for_each(|biases| biases.copy_from_slice(&bucket));
        model
    }

    /// The places of a row's numbers, unit by unit, where `rows` of them stand tile by tile.
    fn row(rows: usize, row: usize) -> impl Iterator<Item = usize> {
        Self::tiles()
            .flat_map(move |from| (0..TILE).map(move |unit| rows * from + row * TILE + unit))
    }

    /// The unit with which each tile begins.
    #[inline(always)]
    fn tiles() -> impl Iterator<Item = usize> {
        (0..HIDDEN).step_by(TILE)
    }

    // Where the parts begin.

    #[inline(always)]
    fn biases(&self) -> usize {
        self.set.count * HIDDEN
    }

    #[inline(always)]
    fn outputs(&self, bucket: usize) -> usize {
        self.biases() + HIDDEN + bucket * 2 * HIDDEN
    }

    #[inline(always)]
    fn tempo(&self) -> usize {
        self.outputs(self.set.buckets)
    }

    #[inline(always)]
    fn psqt(&self) -> usize {
        self.tempo() + self.set.buckets
    }

    #[inline(always)]
    fn dense_weights(&self, bucket: usize) -> usize {
        self.psqt() + self.set.count + bucket * self.dense * 2 * HIDDEN
    }

    #[inline(always)]
    fn dense_biases(&self, bucket: usize) -> usize {
        self.dense_weights(self.set.buckets) + bucket * self.dense
    }

    #[inline(always)]
    fn dense_outputs(&self, bucket: usize) -> usize {
        self.dense_biases(self.set.buckets) + bucket * self.dense
    }

    /// How many numbers there are.
    #[inline(always)]
    fn end(&self) -> usize {
        self.dense_outputs(self.set.buckets)
    }

    /// The dense layer of a bucket.
    #[inline(always)]
    fn dense(&self, bucket: usize) -> Dense<&[f32]> {
        let part = |from, length| &self.numbers[from..][..length];
        Dense {
            weights: part(self.dense_weights(bucket), self.dense * 2 * HIDDEN),
            biases: part(self.dense_biases(bucket), self.dense),
            outputs: part(self.dense_outputs(bucket), self.dense),
        }
    }

    /// The same numbers of a gradient.
    #[inline(always)]
    fn dense_of<'g>(&self, gradient: &'g mut [f32], bucket: usize) -> Dense<&'g mut [f32]> {
        let (gradient, outputs) = gradient.split_at_mut(self.dense_outputs(0));
        let (weights, biases) = gradient.split_at_mut(self.dense_biases(0));
        let weights = &mut weights[self.dense_weights(0)..];
        let length = self.dense * 2 * HIDDEN;
        Dense {
            weights: &mut weights[bucket * length..][..length],
            biases: &mut biases[bucket * self.dense..][..self.dense],
            outputs: &mut outputs[bucket * self.dense..][..self.dense],
        }
    }

    /// Points for an output of 1, in the parts that the PSQT and the tempo are quantised to.
    fn psqt_scale(&self) -> f32 {
        self.set.scale as f32 * f32::from(Layers::<HIDDEN>::PSQT_SCALE)
    }

    /// Puts `points` in place of the PSQT.
    pub(super) fn set_psqt(&mut self, points: &[f32]) {
        let psqt = self.psqt();
        let scale = self.set.scale as f32;
        assert_eq!(points.len(), self.set.count, "a number for each feature");
        for (number, points) in self.numbers[psqt..].iter_mut().zip(points) {
            *number = points / scale;
        }
    }

    /// The quantised weights.
    pub(super) fn layers(&self) -> Layers<HIDDEN> {
        let input = f32::from(Layers::<HIDDEN>::HIDDEN_SCALE);
        let output = f32::from(Layers::<HIDDEN>::OUTPUT_SCALE);
        let weight = f32::from(nnue::Dense::<HIDDEN>::WEIGHT_SCALE);
        let mut layers = Layers::zero(&self.set).with_dense(self.dense);
        let copy = |to: &mut [i16], from: usize, one: f32| {
            for (to, from) in to.iter_mut().zip(&self.numbers[from..]) {
                *to = (from * one).round() as i16;
            }
        };
        for (feature, row) in layers.inputs.iter_mut().enumerate() {
            for (to, from) in row.iter_mut().zip(Self::row(self.set.count, feature)) {
                *to = (self.numbers[from] * input).round() as i16;
            }
        }
        copy(&mut layers.biases, self.biases(), input);
        let outputs = layers.outputs.as_flattened_mut().as_flattened_mut();
        copy(outputs, self.outputs(0), output);
        copy(&mut layers.tempo, self.tempo(), self.psqt_scale());
        copy(&mut layers.psqt, self.psqt(), self.psqt_scale());
        for (bucket, dense) in layers.dense.iter_mut().enumerate() {
            let weights = dense.weights.as_flattened_mut().as_flattened_mut();
            copy(weights, self.dense_weights(bucket), weight);
            copy(&mut dense.biases, self.dense_biases(bucket), input);
            copy(&mut dense.outputs, self.dense_outputs(bucket), output);
        }
        layers
    }

    /// Puts the weights of `layers`, which fit the feature set, in place of these. The dense layers
    /// have as many units, or there are none; then these stay, with outputs of zero.
    pub(super) fn set_layers(&mut self, layers: &Layers<HIDDEN>) {
        let input = f32::from(Layers::<HIDDEN>::HIDDEN_SCALE);
        let output = f32::from(Layers::<HIDDEN>::OUTPUT_SCALE);
        let weight = f32::from(nnue::Dense::<HIDDEN>::WEIGHT_SCALE);
        let scale = self.psqt_scale();
        for (feature, row) in layers.inputs.iter().enumerate() {
            for (&weight, to) in row.iter().zip(Self::row(self.set.count, feature)) {
                self.numbers[to] = f32::from(weight) / input;
            }
        }
        let mut arrays: Vec<(&[i16], usize, f32)> = vec![
            (&layers.biases, self.biases(), input),
            (
                layers.outputs.as_flattened().as_flattened(),
                self.outputs(0),
                output,
            ),
            (&layers.tempo, self.tempo(), scale),
            (&layers.psqt, self.psqt(), scale),
        ];
        for (bucket, dense) in layers.dense.iter().enumerate() {
            let weights = dense.weights.as_flattened().as_flattened();
            arrays.extend([
                (weights, self.dense_weights(bucket), weight),
                (&dense.biases, self.dense_biases(bucket), input),
                (&dense.outputs, self.dense_outputs(bucket), output),
            ]);
        }
        for (from, at, one) in arrays {
            for (number, &weight) in self.numbers[at..].iter_mut().zip(from) {
                *number = f32::from(weight) / one;
            }
        }
    }

    /// Decays the weights, but for the PSQT, by `part` and clips all to the quantisable range.
    pub(super) fn decay_and_clip(&mut self, part: f32) {
        let (outputs, tempo, psqt) = (self.outputs(0), self.tempo(), self.psqt());
        let max_input = f32::from(self.set.max_input());
        let max_input = max_input / f32::from(Layers::<HIDDEN>::HIDDEN_SCALE);
        let max_output = f32::from(Layers::<HIDDEN>::MAX_OUTPUT);
        let max_output = max_output / f32::from(Layers::<HIDDEN>::OUTPUT_SCALE);
        let max_psqt = f32::from(i16::MAX) / self.psqt_scale();
        let (dense, dense_biases) = (self.dense_weights(0), self.dense_biases(0));
        let dense_outputs = self.dense_outputs(0);
        let max_weight = f32::from(nnue::Dense::<HIDDEN>::MAX_WEIGHT);
        let max_weight = max_weight / f32::from(nnue::Dense::<HIDDEN>::WEIGHT_SCALE);
        let max_bias = f32::from(nnue::Dense::<HIDDEN>::MAX_BIAS);
        let max_bias = max_bias / f32::from(Layers::<HIDDEN>::HIDDEN_SCALE);
        for (range, decay, most) in [
            (0..outputs, part, max_input),
            (outputs..tempo, part, max_output),
            (tempo..psqt, part, max_psqt),
            (psqt..dense, 0.0, max_psqt),
            (dense..dense_biases, part, max_weight),
            (dense_biases..dense_outputs, part, max_bias),
            (dense_outputs..self.end(), part, max_output),
        ] {
            let parts = self.numbers[range].par_chunks_mut(1 << 14);
            parts.for_each(|part| {
                for number in part {
                    *number = (*number * (1.0 - decay)).clamp(-most, most);
                }
            });
        }
    }

    /// The value of each position for the player to move: an odds ratio's logarithm.
    #[cfg(test)]
    pub(super) fn values<'b>(&self, batch: &'b mut Batch) -> &'b [f32] {
        self.forward(batch);
        &batch.values
    }

    /// The sum of the cross-entropies, in nats, of the network's win probability for the player to
    /// move and the target.
    #[inline(always)]
    pub(super) fn loss(&self, batch: &mut Batch) -> f64 {
        self.forward(batch);
        let values = batch.values.iter().zip(&batch.targets);
        values
            .map(|(&value, &target)| cross_entropy(target, logistic(value.into())))
            .sum()
    }

    /// Puts the gradient of [`loss`](Self::loss) in place of `gradient`.
    #[inline(always)]
    pub(super) fn gradient(&self, batch: &mut Batch, gradient: &mut [f32]) {
        self.forward(batch);
        self.backward(batch, gradient);
    }

    #[inline(always)]
    fn forward(&self, batch: &mut Batch) {
        self.forward_psqt(batch);
        batch.units.resize(batch.ends.len() * HIDDEN, 0.0);
        for from in Self::tiles() {
            self.forward_tile(batch, from);
        }
        if self.dense > 0 {
            self.forward_dense(batch);
        }
    }

    /// Starts the values from what the PSQT and the tempo say.
    #[inline(always)]
    fn forward_psqt(&self, batch: &mut Batch) {
        batch.values.clear();
        let psqt = &self.numbers[self.psqt()..];
        let worth = |features: &[u16]| -> f32 {
            features
                .iter()
                .map(|&feature| psqt[usize::from(feature)])
                .sum()
        };
        let mut begin = 0;
        for (&[own, opponents], &bucket) in batch.ends.as_chunks().0.iter().zip(&batch.buckets) {
            let features = &batch.features;
            let worth = worth(&features[begin..own]) - worth(&features[own..opponents]);
            let tempo = self.numbers[self.tempo() + bucket];
            batch.values.push(worth + tempo);
            begin = opponents;
        }
    }

    /// Adds what the dense layers say to the values.
    #[inline(always)]
    fn forward_dense(&self, batch: &mut Batch) {
        let rows = batch.ends.len();
        batch.squares.resize(rows * HIDDEN, 0.0);
        batch.dense.resize(batch.buckets.len() * self.dense, 0.0);
        let squares = batch.squares.chunks_exact_mut(2 * HIDDEN);
        let units = batch.dense.chunks_exact_mut(self.dense);
        for (position, (squares, units)) in squares.zip(units).enumerate() {
            for (perspective, squares) in squares.chunks_exact_mut(HIDDEN).enumerate() {
                let row = 2 * position + perspective;
                for from in Self::tiles() {
                    let units = &batch.units[rows * from + row * TILE..][..TILE];
                    for (square, unit) in squares[from..].iter_mut().zip(units) {
                        *square = unit * unit;
                    }
                }
            }
            let dense = self.dense(batch.buckets[position]);
            batch.values[position] += dense.forward(squares, units);
        }
    }

    /// Sums and clips the units of a tile in each row, and adds what they say to the values.
    #[inline(always)]
    fn forward_tile(&self, batch: &mut Batch, from: usize) {
        let weights = tile(&self.numbers, self.set.count, from);
        let biases = *tile_at(&self.numbers, self.biases() + from);
        let units = tile_mut(&mut batch.units, batch.ends.len(), from);
        let mut begin = 0;
        for (units, &end) in units.iter_mut().zip(&batch.ends) {
            let features = &batch.features[begin..end];
            let sums = sum_of(biases, weights, features, usize::from);
            for (unit, sum) in units.iter_mut().zip(sums) {
                *unit = sum.clamp(0.0, 1.0);
            }
            begin = end;
        }
        // In a loop of its own: within the one above these sums keep those out of the registers.
        for (row, units) in units.iter().enumerate() {
            let outputs = self.outputs_of(batch.buckets[row / 2], row % 2, from);
            batch.values[row / 2] += weigh_squares(tile_at(&self.numbers, outputs), units);
        }
    }

    /// Where the outputs of a tile for one of the perspectives begin.
    #[inline(always)]
    fn outputs_of(&self, bucket: usize, perspective: usize, from: usize) -> usize {
        self.outputs(bucket) + perspective * HIDDEN + from
    }

    /// Backpropagation: the derivative of each weight, summed over the batch.
    #[inline(always)]
    fn backward(&self, batch: &mut Batch, gradient: &mut [f32]) {
        batch.sort_rows(self.set.count);
        gradient[self.biases()..].fill(0.0);
        let known = batch.buckets.iter().zip(&batch.targets);
        for (value, (&bucket, target)) in batch.values.iter_mut().zip(known) {
            let error = (logistic((*value).into()) - target) as f32;
            gradient[self.tempo() + bucket] += error;
            *value = error;
        }
        if self.dense > 0 {
            self.backward_dense(batch, gradient);
        }
        for from in Self::tiles() {
            self.backward_tile(batch, from, gradient);
        }
        let psqt = &mut gradient[self.psqt()..];
        let mut begin = 0;
        for (slope, &end) in psqt.iter_mut().zip(&batch.ends_of_rows) {
            let mut sum = 0.0;
            for &row in &batch.rows[begin..end as usize] {
                let error = batch.values[row as usize / 2];
                sum += if row % 2 == 0 { error } else { -error };
            }
            *slope = sum;
            begin = end as usize;
        }
    }

    /// Puts what the dense layers make of the slopes of the squared hidden units in their place.
    #[inline(always)]
    fn backward_dense(&self, batch: &mut Batch, gradient: &mut [f32]) {
        batch.slopes.resize(2 * HIDDEN, 0.0);
        let squares = batch.squares.chunks_exact_mut(2 * HIDDEN);
        let units = batch.dense.chunks_exact(self.dense);
        let known = batch.values.iter().zip(&batch.buckets);
        for ((squares, units), (&error, &bucket)) in squares.zip(units).zip(known) {
            let layer = self.dense_of(gradient, bucket);
            let dense = self.dense(bucket);
            dense.backward(error, squares, units, layer, &mut batch.slopes);
            squares.copy_from_slice(&batch.slopes);
        }
    }

    /// Sums the slopes of a tile's units to those of their outputs, of the biases and of each
    /// feature's weights.
    #[inline(always)]
    fn backward_tile(&self, batch: &mut Batch, from: usize, gradient: &mut [f32]) {
        let rows = batch.ends.len();
        let units = tile_mut(&mut batch.units, rows, from);
        let mut biases = [0.0; TILE];
        for (row, units) in units.iter_mut().enumerate() {
            let at = self.outputs_of(batch.buckets[row / 2], row % 2, from);
            let slopes = match self.dense {
                0 => [0.0; TILE],
                _ => *tile_at(&batch.squares, row * HIDDEN + from),
            };
            let outputs = tile_at(&self.numbers, at);
            let gradient = &mut gradient[at..][..TILE];
            backward_outputs(batch.values[row / 2], units, outputs, &slopes, gradient);
            add(&mut biases, units);
        }
        gradient[self.biases() + from..][..TILE].copy_from_slice(&biases);
        let slopes = tile(&batch.units, rows, from);
        let weights = tile_mut(gradient, self.set.count, from);
        let mut begin = 0;
        for (weights, &end) in weights.iter_mut().zip(&batch.ends_of_rows) {
            let rows = &batch.rows[begin..end as usize];
            *weights = sum_of([0.0; TILE], slopes, rows, |row| row as usize);
            begin = end as usize;
        }
    }
}

/// Adds the derivatives of some output weights for a row of a position whose value has the
/// derivative `error`, and puts those of the hidden units in place of the units. `slopes` are what
/// the squared units have already.
#[inline(always)]
fn backward_outputs(
    error: f32,
    units: &mut Tile,
    outputs: &Tile,
    slopes: &Tile,
    gradient: &mut [f32],
) {
    let known = outputs.iter().zip(slopes);
    for ((unit, gradient), (output, slope)) in units.iter_mut().zip(gradient).zip(known) {
        *gradient += error * *unit * *unit;
        // A clipped unit has no slope.
        let inside = *unit > 0.0 && *unit < 1.0;
        *unit = if inside {
            (error * output + slope) * 2.0 * *unit
        } else {
            0.0
        };
    }
}

/// The sum of the squared units by their weights.
#[inline(always)]
fn weigh_squares(weights: &Tile, units: &Tile) -> f32 {
    // Eight sums side by side are as many as most processors take at once.
    let mut sums = [0.0; 8];
    let (weights, units) = (weights.as_chunks::<8>().0, units.as_chunks::<8>().0);
    for (weights, units) in weights.iter().zip(units) {
        for i in 0..8 {
            sums[i] += weights[i] * units[i] * units[i];
        }
    }
    sums.iter().sum()
}

/// The rows of the tile that begins at unit `from`.
#[inline(always)]
fn tile(numbers: &[f32], rows: usize, from: usize) -> &[Tile] {
    numbers[rows * from..][..rows * TILE].as_chunks().0
}

/// A row of a tile.
#[inline(always)]
fn tile_at(numbers: &[f32], at: usize) -> &Tile {
    numbers[at..].first_chunk().expect("a tile lies within")
}

#[inline(always)]
fn tile_mut(numbers: &mut [f32], rows: usize, from: usize) -> &mut [Tile] {
    numbers[rows * from..][..rows * TILE].as_chunks_mut().0
}

/// The sum of `first` and of these rows of a tile; four sums side by side, so that no addition
/// waits for the one before.
#[inline(always)]
fn sum_of<R: Copy>(first: Tile, tile: &[Tile], rows: &[R], at: impl Fn(R) -> usize) -> Tile {
    let mut sums = [first, [0.0; TILE], [0.0; TILE], [0.0; TILE]];
    let (fours, rest) = rows.as_chunks::<4>();
    for four in fours {
        for (sum, &row) in sums.iter_mut().zip(four) {
            add(sum, &tile[at(row)]);
        }
    }
    for &row in rest {
        add(&mut sums[0], &tile[at(row)]);
    }
    let [mut sum, second, mut third, fourth] = sums;
    add(&mut sum, &second);
    add(&mut third, &fourth);
    add(&mut sum, &third);
    sum
}

#[inline(always)]
fn add(sums: &mut Tile, numbers: &Tile) {
    for (sum, number) in sums.iter_mut().zip(numbers) {
        *sum += number;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::samples::{Samples, Target};
    use game_core::{Outcome, zobrist::mix};

    /// Images turn the features round.
    const SET: FeatureSet = FeatureSet {
        name: "test",
        count: 40,
        max_active: 9,
        buckets: 3,
        scale: 400,
        images: 2,
        image: |feature, image| if image == 1 { 39 - feature } else { feature },
    };

    fn samples() -> Samples {
        let mut samples = Samples::default();
        let target = Target {
            result: Some(Outcome::Win),
            score: None,
        };
        for number in 0..6 {
            let features = |seed: u64| -> Vec<u16> {
                let drawn = |nth: u64| mix(mix(seed) ^ nth) % 4;
                (0..9).map(|nth| (4 * nth + drawn(nth)) as u16).collect()
            };
            samples.push(
                &features(number),
                &features(99 - number),
                number as usize % 3,
                target,
            );
        }
        samples
    }

    /// Its dense layers are in use, as they are not at first.
    fn model<const HIDDEN: usize>(dense: usize) -> Model<HIDDEN> {
        let mut model = Model::new(SET, dense, 2);
        model.set_psqt(&[40.0; SET.count]);
        let mut random = StdRng::seed_from_u64(3);
        let (biases, outputs) = (model.dense_biases(0), model.dense_outputs(0));
        // In the middle, so that no unit is clipped.
        model.numbers[biases..outputs].fill_with(|| random.random_range(0.4..0.6));
        model.numbers[outputs..].fill_with(|| random.random_range(-0.5..0.5));
        model
    }

    #[test]
    fn the_gradient_is_the_numerical_slope() {
        for dense in [0, 1, 5] {
            gradient::<16>(dense);
            gradient::<80>(dense);
        }
    }

    fn gradient<const HIDDEN: usize>(dense: usize) {
        let model = model::<HIDDEN>(dense);
        let images = Images::new(&SET);
        let samples = samples();
        for (at, image) in [(0, 0), (3, 1), (5, 0)] {
            let sample = samples.sample(at);
            let mut batch = Batch::default();
            batch.push(sample, &images, image, 0.7);
            let mut gradient = vec![f32::NAN; model.numbers.len()];
            model.gradient(&mut batch, &mut gradient);
            let [own, other] = [0, 1].map(|perspective| {
                let feature = sample.features[perspective][5];
                usize::from((SET.image)(feature, image))
            });
            let outputs = model.outputs(sample.bucket);
            let input = |feature, unit| Model::<HIDDEN>::row(SET.count, feature).nth(unit);
            let [first, second, last] = [(own, 3), (other, 9), (own, HIDDEN - 1)]
                .map(|(feature, unit)| input(feature, unit));
            let mut places = vec![
                first.expect("a unit"),
                second.expect("a unit"),
                last.expect("a unit"),
                model.biases() + 7,
                outputs + 2,
                outputs + HIDDEN + 2,
                model.tempo() + sample.bucket,
                model.psqt() + own,
                model.psqt() + other,
            ];
            for unit in 0..dense {
                let weights = model.dense_weights(sample.bucket) + unit * 2 * HIDDEN;
                places.extend([
                    weights + 2,
                    weights + HIDDEN + 9,
                    model.dense_biases(sample.bucket) + unit,
                    model.dense_outputs(sample.bucket) + unit,
                ]);
            }
            let units = &batch.dense;
            assert_eq!(units.len(), dense);
            assert!(
                units.iter().all(|unit| (0.01..0.99).contains(unit)),
                "{units:?}"
            );
            for place in places {
                let mut moved = |by: f32| {
                    let mut model = model.clone();
                    model.numbers[place] += by;
                    model.loss(&mut batch)
                };
                // Small, so that no unit reaches where it clips.
                let slope = ((moved(0.002) - moved(-0.002)) / 0.004) as f32;
                assert!(
                    (slope - gradient[place]).abs() < 2e-3 + 0.05 * slope.abs(),
                    "{place}: {slope} {}",
                    gradient[place]
                );
            }
            let others = gradient[model.outputs(0)..model.tempo()]
                .chunks(2 * HIDDEN)
                .enumerate()
                .filter(|(at, _)| *at != sample.bucket);
            assert!(
                others
                    .flat_map(|(_, outputs)| outputs)
                    .all(|&number| number == 0.0),
                "only this bucket's"
            );
            for bucket in (0..SET.buckets).filter(|&bucket| bucket != sample.bucket) {
                let Dense {
                    weights,
                    biases,
                    outputs,
                } = model.dense_of(&mut gradient, bucket);
                for others in [weights, biases, outputs] {
                    assert!(others.iter().all(|&number| number == 0.0));
                }
            }
        }
    }

    #[test]
    fn clipped_weights_can_be_quantised() {
        for dense in [0, 5] {
            clipped(dense);
        }
    }

    fn clipped(dense: usize) {
        let mut model = model::<16>(dense);
        model.set_psqt(&[-100.0; SET.count]);
        model.numbers.iter_mut().for_each(|number| *number *= 1e4);
        model.decay_and_clip(0.0);
        let layers = model.layers();
        let read = Layers::from_bytes(&layers.to_bytes(&SET, ""), &SET);
        assert_eq!(read.as_ref(), Ok(&layers));
        let mut back = Model::zero(SET, dense);
        back.set_layers(&layers);
        assert_eq!(back.layers(), layers, "and back");
        let before = model.numbers.clone();
        model.decay_and_clip(0.5);
        let psqt = model.psqt()..model.dense_weights(0);
        let decayed: Vec<f32> = before.iter().map(|number| number / 2.0).collect();
        assert_eq!(model.numbers[..psqt.start], decayed[..psqt.start]);
        assert_eq!(model.numbers[psqt.clone()], before[psqt.clone()]);
        assert_eq!(model.numbers[psqt.end..], decayed[psqt.end..]);
    }

    #[test]
    fn the_gradient_of_a_batch_is_the_sum_of_its_positions() {
        for dense in [0, 5] {
            sum_of_positions(dense);
        }
    }

    fn sum_of_positions(dense: usize) {
        let model = model::<80>(dense);
        let (images, samples) = (Images::new(&SET), samples());
        let gradient = |positions: &[usize]| {
            // What is left in memory of another batch does not matter.
            let mut batch = Batch::default();
            batch.push(samples.sample(2), &images, 1, 0.1);
            let mut gradient = vec![f32::NAN; model.numbers.len()];
            model.gradient(&mut batch, &mut gradient);
            batch.clear();
            for &at in positions {
                batch.push(samples.sample(at), &images, at % 2, 0.3);
            }
            model.gradient(&mut batch, &mut gradient);
            gradient
        };
        let whole = gradient(&[0, 1, 2, 3, 4, 5]);
        let parts: Vec<_> = (0..6).map(|at| gradient(&[at])).collect();
        for (at, whole) in whole.into_iter().enumerate() {
            let sum: f32 = parts.iter().map(|part| part[at]).sum();
            assert!((whole - sum).abs() < 1e-5, "{at}: {whole} {sum}");
        }
        assert!(gradient(&[]).iter().all(|&slope| slope == 0.0));
    }

    #[test]
    fn an_image_changes_every_feature() {
        let samples = samples();
        let images = Images::new(&SET);
        let sample = samples.sample(1);
        let seen = |image| {
            let mut batch = Batch::default();
            batch.push(sample, &images, image, 0.5);
            assert_eq!(batch.ends, [9, 18]);
            batch.features
        };
        assert_eq!(seen(0), sample.features.concat());
        let expected: Vec<u16> = seen(0).iter().map(|feature| 39 - feature).collect();
        assert_eq!(seen(1), expected);
    }
}
