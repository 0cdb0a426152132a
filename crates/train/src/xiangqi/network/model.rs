use super::boards::Board;
use crate::xiangqi::games::{cross_entropy, logistic};
use game_core::Player;
use pattern_eval::xiangqi::{Layers, Weights};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use xiangqi_movegen::Square;

const HIDDEN: usize = Layers::HIDDEN;

// Where the parts of a model begin.
const BIASES: usize = Layers::INPUTS * HIDDEN;
const OUTPUTS: usize = BIASES + HIDDEN;
const TEMPO: usize = OUTPUTS + Layers::STAGES * 2 * HIDDEN;
const PSQT: usize = TEMPO + Layers::STAGES;
const COUNT: usize = PSQT + Layers::PSQT;

/// Greatest absolute weights that can be quantised.
const MAX_INPUT: f32 = Layers::MAX_INPUT as f32 / Layers::HIDDEN_SCALE as f32;
const MAX_OUTPUT: f32 = Layers::MAX_OUTPUT as f32 / Layers::OUTPUT_SCALE as f32;

/// The opponent's index of each input, and its mirror image.
const OTHER: [u16; Layers::INPUTS] = inputs(true);
const MIRROR: [u16; Layers::INPUTS] = inputs(false);

const fn inputs(other: bool) -> [u16; Layers::INPUTS] {
    let mut table = [0; Layers::INPUTS];
    let mut input = 0;
    while input < Layers::INPUTS {
        let piece = input / Square::COUNT;
        let Some(square) = Square::from_index(input % Square::COUNT) else {
            panic!("the remainder is one")
        };
        let (piece, square) = if other {
            ((piece + 7) % 14, square.rotated())
        } else {
            (piece, square.mirrored())
        };
        table[input] = (piece * Square::COUNT + square.index()) as u16;
        input += 1;
    }
    table
}

/// The weights of a network in training, in floating point, as one vector.
///
/// A hidden unit clips at 1; an output of 1 multiplies the odds of winning by e.
#[derive(Clone, Debug)]
pub(super) struct Model(pub(super) Vec<f32>);

type Hidden = [f32; HIDDEN];

/// The result of a forward pass, with what the backward pass needs.
struct Activations {
    value: f32,
    /// The clipped hidden units, from the perspective of the player to move and of the opponent.
    units: [Hidden; 2],
}

impl Model {
    pub(super) fn zero() -> Self {
        Self(vec![0.0; COUNT])
    }

    /// Small random weights, and the plain piece values as PSQT.
    pub(super) fn new(seed: u64) -> Self {
        let mut model = Self::zero();
        let mut random = StdRng::seed_from_u64(seed);
        model.0[..BIASES].fill_with(|| random.random_range(-0.1..0.1));
        model.0[BIASES..OUTPUTS].fill_with(|| random.random_range(0.2..0.4));
        let outputs: Vec<f32> = (0..2 * HIDDEN)
            .map(|_| random.random_range(-0.2..0.2))
            .collect();
        model.0[OUTPUTS..TEMPO]
            .chunks_mut(2 * HIDDEN)
            .for_each(|stage| stage.copy_from_slice(&outputs));
        for (psqt, value) in model.0[PSQT..]
            .chunks_mut(Square::COUNT)
            .zip(Weights::PLAIN.material)
        {
            psqt.fill(value as f32 / Layers::SCALE as f32);
        }
        model
    }

    /// The quantised weights.
    pub(super) fn layers(&self) -> Layers {
        let whole = |value: f32, one: f32| (value * one).round() as i16;
        let input = f32::from(Layers::HIDDEN_SCALE);
        let output = f32::from(Layers::OUTPUT_SCALE);
        let part = Layers::SCALE as f32 * f32::from(Layers::PSQT_SCALE);
        let mut layers = Layers::zero();
        let copy = |to: &mut [i16], from: &[f32], one| {
            to.iter_mut()
                .zip(from)
                .for_each(|(to, &from)| *to = whole(from, one))
        };
        copy(layers.inputs.as_flattened_mut(), &self.0, input);
        copy(&mut layers.biases, &self.0[BIASES..], input);
        copy(
            layers.outputs.as_flattened_mut(),
            &self.0[OUTPUTS..],
            output,
        );
        copy(&mut layers.tempo, &self.0[TEMPO..], part);
        copy(&mut layers.psqt, &self.0[PSQT..], part);
        layers
    }

    /// Decays the weights by `part` and clips them to the quantisable range.
    pub(super) fn decay_and_clip(&mut self, part: f32) {
        let (inner, psqt) = self.0.split_at_mut(PSQT);
        inner.iter_mut().for_each(|number| *number *= 1.0 - part);
        inner[..OUTPUTS]
            .iter_mut()
            .for_each(|number| *number = number.clamp(-MAX_INPUT, MAX_INPUT));
        inner[OUTPUTS..TEMPO]
            .iter_mut()
            .for_each(|number| *number = number.clamp(-MAX_OUTPUT, MAX_OUTPUT));
        let most = f32::from(i16::MAX) / (Layers::SCALE as f32 * f32::from(Layers::PSQT_SCALE));
        psqt.iter_mut()
            .for_each(|number| *number = number.clamp(-most, most));
    }

    /// The cross-entropy, in nats, of the network's win probability for the player to move and
    /// `target`; adds to `gradient`, if it is wanted.
    pub(super) fn loss(
        &self,
        board: Board<'_>,
        mirrored: bool,
        target: f64,
        gradient: Option<&mut Self>,
    ) -> f64 {
        let activations = self.forward(board, mirrored);
        let predicted = logistic(activations.value.into());
        if let Some(gradient) = gradient {
            self.backward(
                board,
                mirrored,
                &activations,
                (predicted - target) as f32,
                gradient,
            );
        }
        cross_entropy(target, predicted)
    }

    #[inline]
    fn input(&self, input: u16) -> &Hidden {
        &self.0[..BIASES].as_chunks().0[usize::from(input)]
    }

    fn forward(&self, board: Board<'_>, mirrored: bool) -> Activations {
        let biases: Hidden = self.0[BIASES..]
            .first_chunk()
            .copied()
            .expect("there are enough");
        let mut units = [biases; 2];
        let mut worth = 0.0;
        for [own, other] in seen(board, mirrored) {
            for (units, input) in units.iter_mut().zip([own, other]) {
                units
                    .iter_mut()
                    .zip(self.input(input))
                    .for_each(|(unit, number)| *unit += number);
            }
            let (at, sign) = psqt_index(own, other);
            worth += sign * self.0[at];
        }
        units
            .as_flattened_mut()
            .iter_mut()
            .for_each(|unit| *unit = unit.clamp(0.0, 1.0));
        let stage = Layers::stage(board.pieces.len());
        // Eight sums side by side are as many as a processor takes at once.
        let mut sums = [0.0; 8];
        let outputs = self.0[OUTPUTS + stage * 2 * HIDDEN..].as_chunks::<8>().0;
        for (outputs, units) in outputs.iter().zip(units.as_flattened().as_chunks::<8>().0) {
            for i in 0..8 {
                sums[i] += outputs[i] * units[i] * units[i];
            }
        }
        Activations {
            value: worth + self.0[TEMPO + stage] + sums.iter().sum::<f32>(),
            units,
        }
    }

    /// Backpropagation: adds to `gradient` the derivative of each weight times `error`.
    fn backward(
        &self,
        board: Board<'_>,
        mirrored: bool,
        activations: &Activations,
        error: f32,
        gradient: &mut Self,
    ) {
        let stage = Layers::stage(board.pieces.len());
        gradient.0[TEMPO + stage] += error;
        let place = OUTPUTS + stage * 2 * HIDDEN;
        let mut delta = [[0.0; HIDDEN]; 2];
        for (i, (&unit, delta)) in activations
            .units
            .as_flattened()
            .iter()
            .zip(delta.as_flattened_mut())
            .enumerate()
        {
            gradient.0[place + i] += error * unit * unit;
            // A clipped unit has no slope.
            *delta = if unit > 0.0 && unit < 1.0 {
                error * self.0[place + i] * 2.0 * unit
            } else {
                0.0
            };
        }
        for delta in &delta {
            gradient.0[BIASES..OUTPUTS]
                .iter_mut()
                .zip(delta)
                .for_each(|(number, delta)| *number += delta);
        }
        for [own, other] in seen(board, mirrored) {
            let rows = gradient.0[..BIASES].as_chunks_mut::<HIDDEN>().0;
            for (delta, input) in delta.iter().zip([own, other]) {
                rows[usize::from(input)]
                    .iter_mut()
                    .zip(delta)
                    .for_each(|(number, delta)| *number += delta);
            }
            let (at, sign) = psqt_index(own, other);
            gradient.0[at] += sign * error;
        }
    }
}

/// The inputs of each piece, from the perspective of the player to move and of the opponent.
#[inline]
fn seen(board: Board<'_>, mirrored: bool) -> impl Iterator<Item = [u16; 2]> {
    board.pieces.iter().map(move |&input| {
        let red = if mirrored {
            MIRROR[usize::from(input)]
        } else {
            input
        };
        let black = OTHER[usize::from(red)];
        if board.turn == Player::First {
            [red, black]
        } else {
            [black, red]
        }
    })
}

/// The PSQT index of a piece, and its sign: own pieces count positive.
#[inline]
fn psqt_index(own: u16, other: u16) -> (usize, f32) {
    if usize::from(own) < Layers::PSQT {
        (PSQT + usize::from(own), 1.0)
    } else {
        (PSQT + usize::from(other), -1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xiangqi::PositionFilter;
    use crate::xiangqi::network::Boards;
    use game_core::{Evaluator, Notation, Position};
    use pattern_eval::xiangqi::Network;
    use std::sync::Arc;
    use xiangqi_movegen::{Rules, Xiangqi};

    const GAME: &str = "startpos moves h2e2 h9g7 h0g2 i9h9 b0c2 b9c7 i0h0 h7i7 g3g4 c6c5";

    fn boards() -> Boards {
        Boards::read(&format!("1 {GAME}\n"), PositionFilter::ALL).expect("a game")
    }

    #[test]
    fn the_quantised_network_agrees() {
        let model = Model::new(1);
        let boards = boards();
        let mut eval = Network::new(Arc::new(model.layers()));
        let record = Xiangqi::parse_line(GAME, &Rules::default()).expect("a game");
        let mut pos = record.start;
        let mut same = 0;
        for mv in record.moves {
            eval.reset(&pos);
            let whole = eval.evaluate(&pos).get() as f32;
            for at in 0..boards.positions() {
                let board = boards.board(at);
                let inputs: Vec<u16> = pos
                    .board()
                    .occupied()
                    .into_iter()
                    .filter_map(|at| {
                        Some(Layers::input(Player::First, pos.piece_at(at)?, at) as u16)
                    })
                    .collect();
                if board.pieces == inputs && board.turn == pos.turn() {
                    let value = model.forward(board, false).value * Layers::SCALE as f32;
                    assert!((value - whole).abs() < 4.0, "{value} {whole}");
                    same += 1;
                }
            }
            pos.play(mv);
        }
        assert_eq!(same, boards.positions());
    }

    #[test]
    fn the_gradient_is_the_numerical_slope() {
        let model = Model::new(2);
        let boards = boards();
        for (at, mirrored) in [(0, false), (3, true), (6, false)] {
            let board = boards.board(at);
            let target = 0.7;
            let mut gradient = Model::zero();
            model.loss(board, mirrored, target, Some(&mut gradient));
            let [own, other] = seen(board, mirrored).nth(5).expect("a piece");
            let stage = Layers::stage(board.pieces.len());
            for place in [
                usize::from(own) * HIDDEN + 3,
                usize::from(other) * HIDDEN + 9,
                BIASES + 7,
                OUTPUTS + stage * 2 * HIDDEN + 2,
                OUTPUTS + stage * 2 * HIDDEN + HIDDEN + 2,
                TEMPO + stage,
                psqt_index(own, other).0,
            ] {
                let moved = |by: f32| {
                    let mut model = model.clone();
                    model.0[place] += by;
                    model.loss(board, mirrored, target, None)
                };
                let slope = ((moved(0.02) - moved(-0.02)) / 0.04) as f32;
                assert!(
                    (slope - gradient.0[place]).abs() < 2e-3 + 0.05 * slope.abs(),
                    "{place}: {slope} {}",
                    gradient.0[place]
                );
            }
            let others = gradient.0[OUTPUTS..TEMPO]
                .chunks(2 * HIDDEN)
                .enumerate()
                .filter(|(at, _)| *at != stage);
            assert!(
                others
                    .flat_map(|(_, stage)| stage)
                    .all(|&number| number == 0.0),
                "only this stage's"
            );
        }
    }

    #[test]
    fn clipped_weights_can_be_quantised() {
        let mut model = Model::new(3);
        model.0.iter_mut().for_each(|number| *number *= 1e4);
        model.decay_and_clip(0.0);
        let layers = model.layers();
        assert_eq!(Layers::from_bytes(&layers.to_bytes()), Ok(layers));
        let before = model.0.clone();
        model.decay_and_clip(0.5);
        assert!(
            model.0[..PSQT]
                .iter()
                .zip(&before)
                .all(|(after, before)| *after == before / 2.0)
        );
        assert_eq!(model.0[PSQT..], before[PSQT..]);
    }

    #[test]
    fn views_and_mirrors_undo_themselves() {
        for input in 0..Layers::INPUTS {
            for table in [&OTHER, &MIRROR] {
                assert_eq!(usize::from(table[usize::from(table[input])]), input);
            }
        }
    }
}
