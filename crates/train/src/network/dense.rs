/// The weights of a bucket's dense layer in training, or their gradient: of one unit after another
/// for all hidden units of both perspectives; the biases; the outputs.
#[derive(Debug)]
pub(super) struct Dense<T> {
    pub(super) weights: T,
    pub(super) biases: T,
    pub(super) outputs: T,
}

impl Dense<&[f32]> {
    /// What the layer adds to the value of a position with these squared hidden units; its own
    /// units, clipped, are put into `units`.
    #[inline(always)]
    pub(super) fn forward(&self, squares: &[f32], units: &mut [f32]) -> f32 {
        let rows = self.weights.chunks_exact(squares.len());
        for ((unit, weights), bias) in units.iter_mut().zip(rows).zip(self.biases) {
            *unit = (bias + dot(weights, squares)).clamp(0.0, 1.0);
        }
        let outputs = self.outputs.iter().zip(&*units);
        outputs.map(|(output, unit)| output * unit * unit).sum()
    }

    /// Adds the derivatives of each weight for a position whose value has this one, and puts those
    /// of the squared hidden units into `slopes`. `units` are as [`forward`](Self::forward) left
    /// them.
    #[inline(always)]
    pub(super) fn backward(
        &self,
        error: f32,
        squares: &[f32],
        units: &[f32],
        gradient: Dense<&mut [f32]>,
        slopes: &mut [f32],
    ) {
        slopes.fill(0.0);
        for (nth, (&unit, output)) in units.iter().zip(self.outputs).enumerate() {
            gradient.outputs[nth] += error * unit * unit;
            // A clipped unit has no slope.
            if unit > 0.0 && unit < 1.0 {
                let slope = error * output * 2.0 * unit;
                gradient.biases[nth] += slope;
                let row = nth * squares.len()..(nth + 1) * squares.len();
                let weights = self.weights[row.clone()].iter().zip(squares);
                let numbers = gradient.weights[row].iter_mut().zip(&mut *slopes);
                for ((weight, square), (gradient, into)) in weights.zip(numbers) {
                    *gradient += slope * square;
                    *into += slope * weight;
                }
            }
        }
    }
}

/// The sum of the products, in eight sums side by side; there are a multiple of eight.
#[inline(always)]
fn dot(weights: &[f32], squares: &[f32]) -> f32 {
    let mut sums = [0.0; 8];
    let (weights, squares) = (weights.as_chunks::<8>().0, squares.as_chunks::<8>().0);
    for (weights, squares) in weights.iter().zip(squares) {
        for i in 0..8 {
            sums[i] += weights[i] * squares[i];
        }
    }
    sums.iter().sum()
}
