use crate::Layers;

/// The dense layer of an output bucket, with any number of units: between the squared hidden units
/// of both perspectives and the output, beside the output's own weights for them.
///
/// [`Layers`] has its formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dense<const HIDDEN: usize> {
    /// What each squared hidden unit adds to each unit of this layer, for the perspective of the
    /// player to move and for the opponent's: in 1/[`WEIGHT_SCALE`](Self::WEIGHT_SCALE).
    pub weights: Vec<[[i16; HIDDEN]; 2]>,
    /// Biases of the units, in 1/[`HIDDEN_SCALE`](Layers::HIDDEN_SCALE).
    pub biases: Vec<i16>,
    /// Output weights of the squared units: in 1/[`OUTPUT_SCALE`](Layers::OUTPUT_SCALE) of the
    /// feature set's scale.
    pub outputs: Vec<i16>,
}

/// What a squared hidden unit is divided by: rounded down it has ten bits, as a weight has with its
/// sign, and many products fit a sum of 32 bits.
const SQUARE_PART: u16 = 64;

impl<const HIDDEN: usize> Dense<HIDDEN> {
    /// Quantisation scale of weights.
    pub const WEIGHT_SCALE: i16 = 256;
    /// Greatest absolute weight.
    pub const MAX_WEIGHT: i16 = 511;
    /// Greatest absolute bias.
    pub const MAX_BIAS: i16 = 8 * Layers::<HIDDEN>::HIDDEN_SCALE;
    /// The most units that a layer may have.
    pub const MAX_UNITS: usize = 256;

    /// A unit of 1 in what the weights sum up to, at which the ReLU clips.
    const ONE: i32 = {
        let square = Layers::<HIDDEN>::HIDDEN_SCALE as i32 * Layers::<HIDDEN>::HIDDEN_SCALE as i32;
        square * Self::WEIGHT_SCALE as i32 / SQUARE_PART as i32
    };
    /// What a bias is multiplied by.
    const BIAS: i32 = Self::ONE / Layers::<HIDDEN>::HIDDEN_SCALE as i32;
    /// What the sum of the outputs is divided by, to be in the parts that [`Layers::outputs`] sum
    /// up to.
    const OUTPUT_PART: i64 = {
        let square = Layers::<HIDDEN>::HIDDEN_SCALE as i64 * Layers::<HIDDEN>::HIDDEN_SCALE as i64;
        (Self::ONE as i64 * Self::ONE as i64) / square
    };

    /// Nothing overflows, and no quotient above is rounded.
    const FITS: () = {
        let unit = Layers::<HIDDEN>::HIDDEN_SCALE as i64;
        let one = Self::ONE as i64;
        // A square fits its 16 bits, and as a part of one a signed number.
        assert!(unit * unit <= u16::MAX as i64);
        let square = unit * unit / SQUARE_PART as i64;
        assert!(square <= i16::MAX as i64);
        let weights = 2 * HIDDEN as i64 * square * Self::MAX_WEIGHT as i64;
        let sum = weights + Self::MAX_BIAS as i64 * Self::BIAS as i64;
        assert!(sum <= i32::MAX as i64, "too many hidden units");
        let output = Layers::<HIDDEN>::MAX_OUTPUT as i64;
        let outputs = (Self::MAX_UNITS as i64 * output).checked_mul(one * one);
        assert!(outputs.is_some());
        assert!(one * SQUARE_PART as i64 == unit * unit * Self::WEIGHT_SCALE as i64);
        assert!(Self::BIAS as i64 * unit == one);
        assert!(Self::OUTPUT_PART * unit * unit == one * one);
    };

    /// A layer of `units` units, all weights zero.
    pub fn zero(units: usize) -> Self {
        Self {
            weights: vec![[[0; HIDDEN]; 2]; units],
            biases: vec![0; units],
            outputs: vec![0; units],
        }
    }

    /// Its number of units; `None` if it has not each weight of each, or too many.
    pub(crate) fn units(&self) -> Option<usize> {
        let units = self.biases.len();
        let lengths = [self.weights.len(), self.outputs.len()];
        (lengths == [units; 2] && units <= Self::MAX_UNITS).then_some(units)
    }

    /// What it adds to the output: in 1/(255 * 255 * 64) of the scale, as the output's own weights.
    #[inline(always)]
    pub(crate) fn forward(&self, hidden: [&[i16; HIDDEN]; 2]) -> i64 {
        const { Self::FITS };
        let mut squares = [[0; HIDDEN]; 2];
        for (squares, units) in squares.iter_mut().zip(hidden) {
            for (square, &unit) in squares.iter_mut().zip(units) {
                let unit = unit.clamp(0, Layers::<HIDDEN>::HIDDEN_SCALE) as u16;
                // Fits its 16 bits.
                *square = (unit.wrapping_mul(unit) / SQUARE_PART) as i16;
            }
        }
        let mut output = 0;
        let units = self.weights.iter().zip(&self.biases).zip(&self.outputs);
        for ((weights, &bias), &weight) in units {
            let sum = i32::from(bias) * Self::BIAS
                + dot(&squares[0], &weights[0])
                + dot(&squares[1], &weights[1]);
            let unit = i64::from(sum.clamp(0, Self::ONE));
            output += unit * unit * i64::from(weight);
        }
        output / Self::OUTPUT_PART
    }
}

/// A sum of products of 16 bits, of which eight are one instruction.
#[inline(always)]
fn dot<const HIDDEN: usize>(squares: &[i16; HIDDEN], weights: &[i16; HIDDEN]) -> i32 {
    let products = squares.iter().zip(weights);
    products
        .map(|(&square, &weight)| i32::from(square) * i32::from(weight))
        .sum()
}
