use super::Layers;
use super::sums::Sums;
use crate::xiangqi::counts::for_red;
use crate::{Explain, Term, Weighted};
use game_core::{Evaluator, Position, Score};
use std::sync::Arc;
use xiangqi_movegen::{Move, Piece, Xiangqi};

/// A network of one hidden layer, which sees the board from either side, beside what each piece is
/// worth where it stands: an evaluation in hundredths of a soldier at home, or so.
///
/// Kept up to date move by move; cloned, it shares its numbers.
#[derive(Clone, Debug)]
pub struct Network {
    layers: Arc<Layers>,
    /// After each move that was kept up with: to take one back costs nothing.
    sums: Vec<Sums>,
}

impl Network {
    /// The network with these numbers, as many as [`Layers::zero`] has and no greater than
    /// [`Layers`] says; to be reset before it judges. What [`Layers::from_bytes`] reads is so.
    ///
    /// # Panics
    /// Later, where there are fewer numbers than that.
    pub fn new(layers: Arc<Layers>) -> Self {
        let sums = vec![Sums::empty(&layers)];
        Self { layers, sums }
    }

    /// Its numbers.
    pub fn layers(&self) -> &Arc<Layers> {
        &self.layers
    }

    #[inline]
    fn sums(&self) -> &Sums {
        self.sums.last().expect("there is always one")
    }

    /// What the hidden layer says for the player to move, in points; and what the pieces are worth
    /// by themselves to him, and to move, in parts of a point.
    #[inline]
    fn parts(&self, pos: &Xiangqi) -> (i32, i32) {
        let Sums {
            hidden,
            worth,
            pieces,
        } = self.sums();
        let stage = Layers::stage(*pieces);
        let turn = pos.turn();
        let layers = &*self.layers;
        let (own, other) = layers.outputs[stage].split_at(Layers::HIDDEN);
        let excited =
            excitement(&hidden[turn.index()], own) + excitement(&hidden[(!turn).index()], other);
        const WHOLE: i64 = Layers::ONE as i64 * Layers::ONE as i64 * Layers::WEIGHT as i64;
        let hidden = i64::from(excited) * i64::from(Layers::SCALE) / WHOLE;
        (
            hidden as i32,
            for_red(*worth, turn) + i32::from(layers.tempo[stage]),
        )
    }
}

/// The piece that has made `mv`. A null move leaves everything as it is, whatever stands on the
/// square it names.
#[inline]
fn mover(pos: &Xiangqi, mv: Move) -> Option<Piece> {
    pos.piece_at(mv.to).filter(|_| !mv.is_null())
}

/// The sum of the units' squares, each times its output.
#[inline]
fn excitement(units: &[i16], outputs: &[i16]) -> i32 {
    let one = |(&unit, &output): (&i16, &i16)| {
        let unit = unit.clamp(0, Layers::ONE);
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
        self.sums.clear();
        self.sums.push(Sums::of(pos, &self.layers));
    }

    #[inline]
    fn played(&mut self, pos: &Xiangqi, mv: Move, &captured: &Option<Piece>) {
        let next = match mover(pos, mv) {
            Some(piece) => self.sums().after(piece, mv, captured, &self.layers),
            None => self.sums().clone(),
        };
        self.sums.push(next);
    }

    #[inline]
    fn undone(&mut self, pos: &Xiangqi, mv: Move, &captured: &Option<Piece>) {
        if self.sums.len() > 1 {
            self.sums.pop();
        } else if let Some(piece) = mover(pos, mv) {
            // A move from before the reset.
            self.sums[0] = self.sums[0].before(piece, mv, captured, &self.layers);
        }
    }

    #[inline]
    fn evaluate(&mut self, pos: &Xiangqi) -> Score {
        let (hidden, parts) = self.parts(pos);
        Score::eval(hidden + parts / i32::from(Layers::PART))
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
            value("placement", parts / i32::from(Layers::PART)),
            value("network", hidden),
        ]
    }
}
