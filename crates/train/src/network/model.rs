use super::samples::Sample;
use crate::validation::{cross_entropy, logistic};
use nnue::{FeatureSet, Layers};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use rayon::prelude::*;

/// The weights of a network in training, in floating point, as one vector: inputs, biases, outputs,
/// tempo and PSQT.
///
/// A hidden unit clips at 1; an output of 1 multiplies the odds of winning by e.
#[derive(Clone, Debug)]
pub(super) struct Model<const HIDDEN: usize> {
    set: FeatureSet,
    pub(super) numbers: Vec<f32>,
}

type Hidden<const HIDDEN: usize> = [f32; HIDDEN];

/// The active features of a position, from the perspective of the player to move and of the
/// opponent, in one of its symmetric images; and its output bucket.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen<'s> {
    features: [&'s [u16]; 2],
    bucket: usize,
}

/// A table of every feature in every image, and memory for those of a position.
#[derive(Clone, Debug)]
pub(super) struct Images {
    table: Vec<u16>,
    count: usize,
    seen: [Vec<u16>; 2],
}

impl Images {
    pub(super) fn new(set: &FeatureSet) -> Self {
        let all = |image| (0..set.count).map(move |feature| (set.image)(feature as u16, image));
        Self {
            table: (0..set.images).flat_map(all).collect(),
            count: set.count,
            seen: [Vec::new(), Vec::new()],
        }
    }

    /// The position in this image; image 0 is the position itself.
    #[inline(always)]
    pub(super) fn see<'s>(&'s mut self, sample: Sample<'s>, image: usize) -> Seen<'s> {
        let bucket = sample.bucket;
        if image == 0 {
            return Seen {
                features: sample.features,
                bucket,
            };
        }
        let table = &self.table[image * self.count..][..self.count];
        for (seen, features) in self.seen.iter_mut().zip(sample.features) {
            seen.clear();
            seen.extend(features.iter().map(|&feature| table[usize::from(feature)]));
        }
        Seen {
            features: [&self.seen[0], &self.seen[1]],
            bucket,
        }
    }
}

/// The result of a forward pass, with what the backward pass needs.
struct Activations<const HIDDEN: usize> {
    value: f32,
    /// The clipped hidden units, from the perspective of the player to move and of the opponent.
    units: [Hidden<HIDDEN>; 2],
}

/// Units that are summed in registers.
const TILE: usize = 64;
/// Units that are summed in registers where fewer than [`TILE`] are left.
const NARROW: usize = 16;

impl<const HIDDEN: usize> Model<HIDDEN> {
    pub(super) fn zero(set: FeatureSet) -> Self {
        const {
            assert!(
                HIDDEN > 0 && HIDDEN.is_multiple_of(NARROW),
                "a multiple of 16 units"
            )
        };
        let mut zero = Self {
            set,
            numbers: Vec::new(),
        };
        zero.numbers.resize(zero.psqt() + set.count, 0.0);
        zero
    }

    /// Small random weights, and a PSQT of nothing.
    pub(super) fn new(set: FeatureSet, seed: u64) -> Self {
        let mut model = Self::zero(set);
        let mut random = StdRng::seed_from_u64(seed);
        // So that the sum of them spreads alike however many are active.
        let most = (0.32 / set.max_active as f32).sqrt();
        let (biases, outputs, tempo) = (model.biases(), model.outputs(0), model.tempo());
        model.numbers[..biases].fill_with(|| random.random_range(-most..most));
        model.numbers[biases..outputs].fill_with(|| random.random_range(0.2..0.4));
        let bucket: Vec<f32> = (0..2 * HIDDEN)
            .map(|_| random.random_range(-0.2..0.2))
            .collect();
        model.numbers[outputs..tempo]
            .chunks_mut(2 * HIDDEN)
            .for_each(|outputs| outputs.copy_from_slice(&bucket));
        model
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
        let mut layers = Layers::zero(&self.set);
        let copy = |to: &mut [i16], from: usize, one: f32| {
            for (to, from) in to.iter_mut().zip(&self.numbers[from..]) {
                *to = (from * one).round() as i16;
            }
        };
        copy(layers.inputs.as_flattened_mut(), 0, input);
        copy(&mut layers.biases, self.biases(), input);
        let outputs = layers.outputs.as_flattened_mut().as_flattened_mut();
        copy(outputs, self.outputs(0), output);
        copy(&mut layers.tempo, self.tempo(), self.psqt_scale());
        copy(&mut layers.psqt, self.psqt(), self.psqt_scale());
        layers
    }

    /// The weights of `layers`, which fit the feature set.
    pub(super) fn from_layers(set: FeatureSet, layers: &Layers<HIDDEN>) -> Self {
        let mut model = Self::zero(set);
        let input = f32::from(Layers::<HIDDEN>::HIDDEN_SCALE);
        let output = f32::from(Layers::<HIDDEN>::OUTPUT_SCALE);
        let scale = model.psqt_scale();
        let arrays: [(&[i16], usize, f32); 5] = [
            (layers.inputs.as_flattened(), 0, input),
            (&layers.biases, model.biases(), input),
            (
                layers.outputs.as_flattened().as_flattened(),
                model.outputs(0),
                output,
            ),
            (&layers.tempo, model.tempo(), scale),
            (&layers.psqt, model.psqt(), scale),
        ];
        for (from, at, one) in arrays {
            for (number, &weight) in model.numbers[at..].iter_mut().zip(from) {
                *number = f32::from(weight) / one;
            }
        }
        model
    }

    /// Decays the weights, but for the PSQT, by `part` and clips all to the quantisable range.
    pub(super) fn decay_and_clip(&mut self, part: f32) {
        let (outputs, tempo, psqt) = (self.outputs(0), self.tempo(), self.psqt());
        let max_input = f32::from(self.set.max_input());
        let max_input = max_input / f32::from(Layers::<HIDDEN>::HIDDEN_SCALE);
        let max_output = f32::from(Layers::<HIDDEN>::MAX_OUTPUT);
        let max_output = max_output / f32::from(Layers::<HIDDEN>::OUTPUT_SCALE);
        let max_psqt = f32::from(i16::MAX) / self.psqt_scale();
        for (range, decay, most) in [
            (0..outputs, part, max_input),
            (outputs..tempo, part, max_output),
            (tempo..psqt, part, max_psqt),
            (psqt..self.numbers.len(), 0.0, max_psqt),
        ] {
            let parts = self.numbers[range].par_chunks_mut(1 << 14);
            parts.for_each(|part| {
                for number in part {
                    *number = (*number * (1.0 - decay)).clamp(-most, most);
                }
            });
        }
    }

    /// The value of a position for the player to move: an odds ratio's logarithm.
    #[cfg(test)]
    pub(super) fn value(&self, seen: Seen<'_>) -> f32 {
        self.forward(seen).value
    }

    /// The cross-entropy, in nats, of the network's win probability for the player to move and
    /// `target`.
    #[inline(always)]
    pub(super) fn loss(&self, seen: Seen<'_>, target: f64) -> f64 {
        let activations = self.forward(seen);
        cross_entropy(target, logistic(activations.value.into()))
    }

    /// Adds the gradient of [`loss`](Self::loss) to `gradient`.
    #[inline(always)]
    pub(super) fn add_gradient(&self, seen: Seen<'_>, target: f64, gradient: &mut [f32]) {
        let activations = self.forward(seen);
        let error = logistic(activations.value.into()) - target;
        self.backward(seen, &activations, error as f32, gradient);
    }

    #[inline(always)]
    fn forward(&self, seen: Seen<'_>) -> Activations<HIDDEN> {
        let mut units = [[0.0; HIDDEN]; 2];
        let mut worth = [0.0; 2];
        let psqt = &self.numbers[self.psqt()..];
        for perspective in [0, 1] {
            let features = seen.features[perspective];
            let units = &mut units[perspective];
            for tile in 0..HIDDEN / TILE {
                self.sum::<TILE>(features, units, tile * TILE);
            }
            for tile in 0..HIDDEN % TILE / NARROW {
                self.sum::<NARROW>(features, units, HIDDEN / TILE * TILE + tile * NARROW);
            }
            for &feature in features {
                worth[perspective] += psqt[usize::from(feature)];
            }
        }
        // Eight sums side by side are as many as most processors take at once.
        let mut sums = [0.0; 8];
        let outputs = self.numbers[self.outputs(seen.bucket)..].as_chunks::<8>().0;
        for (outputs, units) in outputs.iter().zip(units.as_flattened().as_chunks::<8>().0) {
            for i in 0..8 {
                sums[i] += outputs[i] * units[i] * units[i];
            }
        }
        let tempo = self.numbers[self.tempo() + seen.bucket];
        Activations {
            value: worth[0] - worth[1] + tempo + sums.iter().sum::<f32>(),
            units,
        }
    }

    /// Sums and clips `WIDTH` units from `from` on.
    #[inline(always)]
    fn sum<const WIDTH: usize>(&self, features: &[u16], units: &mut Hidden<HIDDEN>, from: usize) {
        let (rows, biases) = self.numbers.split_at(self.biases());
        let rows = rows.as_chunks::<HIDDEN>().0;
        let mut sums = *cut::<WIDTH>(biases, from);
        for &feature in features {
            let row = cut::<WIDTH>(&rows[usize::from(feature)], from);
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum += weight;
            }
        }
        for (unit, sum) in units[from..].iter_mut().zip(sums) {
            *unit = sum.clamp(0.0, 1.0);
        }
    }

    /// Backpropagation: adds to `gradient` the derivative of each weight times `error`.
    #[inline(always)]
    fn backward(
        &self,
        seen: Seen<'_>,
        activations: &Activations<HIDDEN>,
        error: f32,
        gradient: &mut [f32],
    ) {
        let mut delta = [[0.0; HIDDEN]; 2];
        let place = self.outputs(seen.bucket);
        let outputs = &self.numbers[place..][..2 * HIDDEN];
        let slopes = &mut gradient[place..][..2 * HIDDEN];
        let units = activations.units.as_flattened();
        for (i, delta) in delta.as_flattened_mut().iter_mut().enumerate() {
            let unit = units[i];
            slopes[i] += error * unit * unit;
            // A clipped unit has no slope.
            let inside = unit > 0.0 && unit < 1.0;
            *delta = if inside {
                error * outputs[i] * 2.0 * unit
            } else {
                0.0
            };
        }
        gradient[self.tempo() + seen.bucket] += error;
        let psqt = self.psqt();
        for (perspective, sign) in [(0, 1.0), (1, -1.0)] {
            let features = seen.features[perspective];
            let delta = &delta[perspective];
            for tile in 0..HIDDEN / TILE {
                self.spread::<TILE>(features, delta, tile * TILE, gradient);
            }
            for tile in 0..HIDDEN % TILE / NARROW {
                let from = HIDDEN / TILE * TILE + tile * NARROW;
                self.spread::<NARROW>(features, delta, from, gradient);
            }
            for &feature in features {
                gradient[psqt + usize::from(feature)] += sign * error;
            }
        }
    }

    /// Adds `WIDTH` numbers of `delta` from `from` on to the biases and to the row of each feature.
    #[inline(always)]
    fn spread<const WIDTH: usize>(
        &self,
        features: &[u16],
        delta: &Hidden<HIDDEN>,
        from: usize,
        gradient: &mut [f32],
    ) {
        let delta = *cut::<WIDTH>(delta, from);
        let (rows, biases) = gradient.split_at_mut(self.biases());
        let rows = rows.as_chunks_mut::<HIDDEN>().0;
        add(&mut biases[from..], &delta);
        for &feature in features {
            add(&mut rows[usize::from(feature)][from..], &delta);
        }
    }
}

#[inline(always)]
fn cut<const WIDTH: usize>(numbers: &[f32], from: usize) -> &[f32; WIDTH] {
    numbers[from..].first_chunk().expect("a tile lies within")
}

#[inline(always)]
fn add<const WIDTH: usize>(numbers: &mut [f32], delta: &[f32; WIDTH]) {
    let numbers = numbers
        .first_chunk_mut::<WIDTH>()
        .expect("a tile lies within");
    for (number, delta) in numbers.iter_mut().zip(delta) {
        *number += delta;
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

    #[test]
    fn the_gradient_is_the_numerical_slope() {
        gradient::<16>();
        gradient::<80>();
    }

    fn gradient<const HIDDEN: usize>() {
        let mut model = Model::<HIDDEN>::new(SET, 2);
        model.set_psqt(&[40.0; SET.count]);
        let mut images = Images::new(&SET);
        let samples = samples();
        for (at, image) in [(0, 0), (3, 1), (5, 0)] {
            let sample = samples.sample(at);
            let seen = images.see(sample, image);
            let target = 0.7;
            let mut gradient = vec![0.0; model.numbers.len()];
            model.add_gradient(seen, target, &mut gradient);
            let [own, other] = [0, 1].map(|perspective| {
                let feature = sample.features[perspective][5];
                usize::from((SET.image)(feature, image))
            });
            let outputs = model.outputs(sample.bucket);
            for place in [
                own * HIDDEN + 3,
                other * HIDDEN + 9,
                own * HIDDEN + HIDDEN - 1,
                model.biases() + 7,
                outputs + 2,
                outputs + HIDDEN + 2,
                model.tempo() + sample.bucket,
                model.psqt() + own,
                model.psqt() + other,
            ] {
                let moved = |by: f32| {
                    let mut model = model.clone();
                    model.numbers[place] += by;
                    model.loss(seen, target)
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
        }
    }

    #[test]
    fn clipped_weights_can_be_quantised() {
        let mut model = Model::<16>::new(SET, 3);
        model.set_psqt(&[-100.0; SET.count]);
        model.numbers.iter_mut().for_each(|number| *number *= 1e4);
        model.decay_and_clip(0.0);
        let layers = model.layers();
        let read = Layers::from_bytes(&layers.to_bytes(&SET, ""), &SET);
        assert_eq!(read.as_ref(), Ok(&layers));
        assert_eq!(
            Model::from_layers(SET, &layers).layers(),
            layers,
            "and back"
        );
        let before = model.numbers.clone();
        model.decay_and_clip(0.5);
        let psqt = model.psqt();
        let mut pairs = model.numbers[..psqt].iter().zip(&before);
        assert!(pairs.all(|(after, before)| *after == before / 2.0));
        assert_eq!(model.numbers[psqt..], before[psqt..]);
    }

    #[test]
    fn an_image_changes_every_feature() {
        let samples = samples();
        let mut images = Images::new(&SET);
        let sample = samples.sample(1);
        let image = images.see(sample, 1).features.map(<[u16]>::to_vec);
        for (image, features) in image.iter().zip(sample.features) {
            let expected: Vec<u16> = features.iter().map(|feature| 39 - feature).collect();
            assert_eq!(*image, expected);
        }
        assert_eq!(images.see(sample, 0).features, sample.features);
    }
}
