//! The output layer.

use crate::Layers;

/// Units whose weighted squares fit a sum of 32 bits.
const PART: usize = 128;

const _: () = {
    let unit = Layers::<16>::HIDDEN_SCALE as i64;
    let most = unit * unit * Layers::<16>::MAX_OUTPUT as i64;
    assert!(PART as i64 * most <= i32::MAX as i64);
};

/// The output of one perspective: the squared clipped ReLU of each hidden unit times its weight.
#[inline(always)]
pub(crate) fn squared_clipped_relu<const HIDDEN: usize>(
    units: &[i16; HIDDEN],
    outputs: &[i16; HIDDEN],
) -> i64 {
    let one = |(&unit, &output): (&i16, &i16)| {
        let unit = unit.clamp(0, Layers::<HIDDEN>::HIDDEN_SCALE);
        // Fits, and a sum of products of 16 bits is one instruction for eight of them.
        i32::from(unit.wrapping_mul(output)) * i32::from(unit)
    };
    units
        .chunks(PART)
        .zip(outputs.chunks(PART))
        .map(|(units, outputs)| i64::from(units.iter().zip(outputs).map(one).sum::<i32>()))
        .sum()
}
