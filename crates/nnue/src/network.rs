use crate::line::Line;
use crate::output::squared_clipped_relu;
use crate::{FeatureSet, Features, Layers, Trained};
use game_core::{Evaluator, Player, Position, Score};
use pulp::{Arch, Simd, WithSimd};
use std::sync::Arc;

/// A network of a hidden layer of `HIDDEN` units from both perspectives and a dense layer after it,
/// or none, beside a piece-square table: an evaluator of every position that `F` are [`Features`] of.
///
/// Moves are only recorded; [`evaluate`](Evaluator::evaluate) brings the accumulator up to date,
/// from the last position of the line that was evaluated. It runs on the widest vectors that the
/// processor has (AVX-512, AVX2) and gives the same values on all. Clones share the weights. After
/// the longest line searched, nothing is allocated.
#[derive(Clone, Debug)]
pub struct Network<F, const HIDDEN: usize> {
    features: F,
    layers: Arc<Layers<HIDDEN>>,
    line: Line<HIDDEN>,
    /// What the processor can do.
    pub(crate) arch: Arch,
}

impl<F, const HIDDEN: usize> Network<F, HIDDEN> {
    /// The network with these weights; [`reset`](Evaluator::reset) it before it evaluates.
    ///
    /// The weights lie within the ranges that [`Layers::from_bytes`] checks: beyond them sums wrap
    /// and values mean nothing.
    ///
    /// # Panics
    /// When it is reset, if there are more or fewer weights than the features need.
    pub fn new(features: F, layers: Arc<Layers<HIDDEN>>) -> Self {
        Self {
            features,
            layers,
            line: Line::new(),
            arch: Arch::new(),
        }
    }

    /// The feature set, in step with the position.
    pub fn features(&self) -> &F {
        &self.features
    }

    /// The feature set, to change its settings: [`reset`](Evaluator::reset) the network before it
    /// evaluates again if that changes the features of a position.
    pub fn features_mut(&mut self) -> &mut F {
        &mut self.features
    }

    /// The weights.
    pub fn layers(&self) -> &Arc<Layers<HIDDEN>> {
        &self.layers
    }

    /// The two parts of a value, for the player to move, in points: that of the hidden units, and
    /// that of the PSQT and the bucket's tempo. [`evaluate`](Evaluator::evaluate) gives their sum.
    #[inline]
    pub fn parts<P: Position>(&mut self, pos: &P) -> (i32, i32)
    where
        F: Features<P>,
    {
        let arch = self.arch;
        let (output, psqt) = arch.dispatch(self.prepare(pos));
        let whole = i64::from(Layers::<HIDDEN>::HIDDEN_SCALE).pow(2)
            * i64::from(Layers::<HIDDEN>::OUTPUT_SCALE);
        let hidden = output * i64::from(F::SCALE) / whole;
        (
            hidden as i32,
            psqt / i32::from(Layers::<HIDDEN>::PSQT_SCALE),
        )
    }

    /// Asks the features for what the forward pass needs.
    #[inline]
    pub(crate) fn prepare<P: Position>(&mut self, pos: &P) -> Forward<'_, HIDDEN>
    where
        F: Features<P>,
    {
        for viewer in Player::BOTH {
            self.line.plan(viewer, |active| {
                self.features.active(pos, viewer, active);
                debug_assert!(active.len() <= F::MAX_ACTIVE, "too many active features");
                self.features.input_bucket(pos, viewer)
            });
        }
        Forward {
            layers: &self.layers,
            line: &mut self.line,
            turn: pos.turn(),
            bucket: self.features.bucket(pos),
        }
    }
}

/// An update of the accumulator and the forward pass after it.
pub(crate) struct Forward<'n, const HIDDEN: usize> {
    layers: &'n Layers<HIDDEN>,
    line: &'n mut Line<HIDDEN>,
    turn: Player,
    bucket: usize,
}

impl<const HIDDEN: usize> Forward<'_, HIDDEN> {
    /// The weighted sum of the activations, in 1/(255 * 255 * 64) of the scale; and the PSQT with
    /// the tempo, in parts of a point. Plain loops, which the compiler turns into vectors of the
    /// width that the caller is compiled for.
    #[inline(always)]
    pub(crate) fn run(self) -> (i64, i32) {
        let accumulator = self.line.update(self.layers);
        let own = self.turn.index();
        let other = (!self.turn).index();
        let outputs = &self.layers.outputs[self.bucket];
        let hidden = [&accumulator.hidden[own], &accumulator.hidden[other]];
        let mut output = squared_clipped_relu(hidden[0], &outputs[0])
            + squared_clipped_relu(hidden[1], &outputs[1]);
        if let Some(dense) = self.layers.dense.get(self.bucket) {
            output += dense.forward(hidden);
        }
        let psqt = accumulator.psqt[own] - accumulator.psqt[other]
            + i32::from(self.layers.tempo[self.bucket]);
        (output, psqt)
    }
}

impl<const HIDDEN: usize> WithSimd for Forward<'_, HIDDEN> {
    type Output = (i64, i32);

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> Self::Output {
        self.run()
    }
}

impl<F: Trained<HIDDEN>, const HIDDEN: usize> Default for Network<F, HIDDEN> {
    /// With the trained weights.
    fn default() -> Self {
        Self::new(F::default(), F::trained())
    }
}

impl<P: Position, F: Features<P>, const HIDDEN: usize> Evaluator<P> for Network<F, HIDDEN> {
    /// # Panics
    /// If there are more or fewer weights than the features need.
    fn reset(&mut self, pos: &P) {
        assert!(
            self.layers.fits(&const { FeatureSet::of::<P, F>() }),
            "the weights are not those of {}",
            F::NAME
        );
        self.features.reset(pos);
        self.line.reset(&self.layers, F::INPUT_BUCKETS);
    }

    #[inline]
    fn played(&mut self, pos: &P, mv: P::Move, undo: &P::Undo) {
        self.features.played(pos, mv, undo);
        self.line
            .push(|changes| self.features.changed(pos, mv, undo, changes));
    }

    #[inline]
    fn undone(&mut self, pos: &P, mv: P::Move, undo: &P::Undo) {
        self.features.undone(pos, mv, undo);
        self.line.pop();
    }

    #[inline]
    fn evaluate(&mut self, pos: &P) -> Score {
        let (hidden, psqt) = self.parts(pos);
        Score::eval(hidden + psqt)
    }
}
