use super::Layers;
use super::accumulator::Accumulator;
use crate::xiangqi::counts::for_red;
use crate::{Explain, Term, Weighted};
use game_core::{Evaluator, Position, Score};
use std::sync::Arc;
use xiangqi_movegen::{Move, Piece, Xiangqi};

/// A network of one hidden layer from both perspectives, beside a piece-square table (PSQT): an
/// evaluation in about hundredths of a soldier at home.
///
/// The accumulator is updated move by move; clones share the weights.
#[derive(Clone, Debug)]
pub struct Network {
    layers: Arc<Layers>,
    /// One a move: taking a move back costs nothing.
    accumulators: Vec<Accumulator>,
}

impl Network {
    /// The network with these weights; [`reset`](Evaluator::reset) it before it evaluates. They
    /// have the shape of [`Layers::zero`] and lie within the ranges of [`Layers`], as those that
    /// [`Layers::from_bytes`] reads do.
    ///
    /// # Panics
    /// When it is reset, if there are fewer weights.
    pub fn new(layers: Arc<Layers>) -> Self {
        let accumulators = vec![Accumulator::empty(&layers)];
        Self {
            layers,
            accumulators,
        }
    }

    /// Its weights.
    pub fn layers(&self) -> &Arc<Layers> {
        &self.layers
    }

    #[inline]
    fn accumulators(&self) -> &Accumulator {
        self.accumulators.last().expect("there is always one")
    }

    /// The hidden layer's output for the player to move, in points; and the PSQT with the tempo, in
    /// 1/[`PSQT_SCALE`](Layers::PSQT_SCALE) points.
    #[inline]
    fn parts(&self, pos: &Xiangqi) -> (i32, i32) {
        let Accumulator {
            hidden,
            psqt,
            pieces,
        } = self.accumulators();
        let stage = Layers::stage(*pieces);
        let turn = pos.turn();
        let layers = &*self.layers;
        let (own, other) = layers.outputs[stage].split_at(Layers::HIDDEN);
        let output = squared_clipped_relu(&hidden[turn.index()], own)
            + squared_clipped_relu(&hidden[(!turn).index()], other);
        const WHOLE: i64 =
            Layers::HIDDEN_SCALE as i64 * Layers::HIDDEN_SCALE as i64 * Layers::OUTPUT_SCALE as i64;
        let hidden = i64::from(output) * i64::from(Layers::SCALE) / WHOLE;
        (
            hidden as i32,
            for_red(*psqt, turn) + i32::from(layers.tempo[stage]),
        )
    }
}

/// The piece that has made `mv`. A null move leaves everything as it is, whatever stands on the
/// square it names.
#[inline]
fn mover(pos: &Xiangqi, mv: Move) -> Option<Piece> {
    pos.piece_at(mv.to).filter(|_| !mv.is_null())
}

/// The output of one perspective: the squared clipped ReLU of each hidden unit times its weight.
#[inline]
fn squared_clipped_relu(units: &[i16], outputs: &[i16]) -> i32 {
    let one = |(&unit, &output): (&i16, &i16)| {
        let unit = unit.clamp(0, Layers::HIDDEN_SCALE);
        // Fits, and a sum of products of 16 bits is one instruction for eight of them.
        i32::from(unit.wrapping_mul(output)) * i32::from(unit)
    };
    units.iter().zip(outputs).map(one).sum()
}

impl Default for Network {
    /// As trained on games of the engine against itself.
    fn default() -> Self {
        Self::new(Layers::trained())
    }
}

impl Evaluator<Xiangqi> for Network {
    fn reset(&mut self, pos: &Xiangqi) {
        self.accumulators.clear();
        self.accumulators.push(Accumulator::of(pos, &self.layers));
    }

    #[inline]
    fn played(&mut self, pos: &Xiangqi, mv: Move, &captured: &Option<Piece>) {
        let next = match mover(pos, mv) {
            Some(piece) => self.accumulators().after(piece, mv, captured, &self.layers),
            None => self.accumulators().clone(),
        };
        self.accumulators.push(next);
    }

    #[inline]
    fn undone(&mut self, pos: &Xiangqi, mv: Move, &captured: &Option<Piece>) {
        if self.accumulators.len() > 1 {
            self.accumulators.pop();
        } else if let Some(piece) = mover(pos, mv) {
            // A move from before the reset.
            self.accumulators[0] = self.accumulators[0].before(piece, mv, captured, &self.layers);
        }
    }

    #[inline]
    fn evaluate(&mut self, pos: &Xiangqi) -> Score {
        let (hidden, parts) = self.parts(pos);
        Score::eval(hidden + parts / i32::from(Layers::PSQT_SCALE))
    }
}

impl Weighted for Network {}

impl Explain<Xiangqi> for Network {
    fn terms(&mut self, pos: &Xiangqi) -> Vec<Term> {
        let (hidden, parts) = self.parts(pos);
        let value = |name, value: i32| Term {
            name,
            value: value.into(),
        };
        vec![
            value("placement", parts / i32::from(Layers::PSQT_SCALE)),
            value("network", hidden),
        ]
    }
}
