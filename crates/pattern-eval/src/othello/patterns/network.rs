use super::fillings::Fillings;
use super::layout::{CENTRE, OFFSET};
use super::shapes::{ALL, PLACES, SHAPES};
use super::weights::Weights;
use crate::othello::{DISC, expected_score, final_score};
use crate::{Explain, Term, Weighted};
use game_core::{Evaluator, Outcome, Player, Position, Score};
use nnue::{Changes, FeatureSet, Features};
use othello_bitboard::{Move, Othello};
use std::sync::LazyLock;

/// Units of the hidden layer, for each perspective.
const HIDDEN: usize = 32;

/// A network over [what fills the patterns](PatternFeatures): unlike a sum of weights, it values
/// combinations of patterns. None is shipped; `boyi learn othello` trains one.
#[derive(Clone, Debug)]
pub struct Network(nnue::Network<PatternFeatures, HIDDEN>);

impl From<nnue::Network<PatternFeatures, HIDDEN>> for Network {
    fn from(network: nnue::Network<PatternFeatures, HIDDEN>) -> Self {
        Self(network)
    }
}

impl Evaluator<Othello> for Network {
    fn reset(&mut self, pos: &Othello) {
        self.0.reset(pos);
    }

    #[inline]
    fn played(&mut self, pos: &Othello, mv: Move, flipped: &u64) {
        self.0.played(pos, mv, flipped);
    }

    #[inline]
    fn undone(&mut self, pos: &Othello, mv: Move, flipped: &u64) {
        self.0.undone(pos, mv, flipped);
    }

    #[inline]
    fn evaluate(&mut self, pos: &Othello) -> Score {
        expected_score(self.0.evaluate(pos).get())
    }

    fn terminal(&self, pos: &Othello, _: Outcome, _: usize) -> Score {
        final_score(pos.final_margin())
    }
}

impl Weighted for Network {}

impl Explain<Othello> for Network {
    fn terms(&mut self, pos: &Othello) -> Vec<Term> {
        self.0.terms(pos)
    }
}

/// The features of the network: what fills each place of the [patterns](SHAPES) but the largest,
/// the 2x5 corners. Fillings that the board's symmetries make one are one feature.
#[derive(Clone, Debug)]
pub struct PatternFeatures {
    fillings: Fillings,
    /// The feature of each weight of a stage.
    features: &'static [u16],
}

/// The pattern that is left out: it alone would have as many features as there may be.
const OMITTED: usize = 1;

/// The places that count.
const KEPT: [usize; PatternFeatures::KEPT] = {
    let mut kept = [0; PatternFeatures::KEPT];
    let mut count = 0;
    let mut place = 0;
    while place < PLACES {
        if ALL[place].shape != OMITTED {
            kept[count] = place;
            count += 1;
        }
        place += 1;
    }
    assert!(count == PatternFeatures::KEPT);
    kept
};

/// The feature of each weight of a stage up to the counts; those of the omitted pattern are
/// unused.
static FEATURES: LazyLock<Vec<u16>> = LazyLock::new(|| {
    let mut features: Vec<u16> = Vec::with_capacity(OFFSET[SHAPES.len()]);
    let mut count = 0;
    for (shape, (pattern, offset)) in SHAPES.iter().zip(OFFSET).enumerate() {
        for filling in 0..pattern.fillings() {
            let canonical = pattern.canonical(filling);
            let feature = if shape == OMITTED {
                u16::MAX
            } else if canonical < filling {
                features[offset + canonical]
            } else {
                count += 1;
                count - 1
            };
            features.push(feature);
        }
    }
    debug_assert_eq!(usize::from(count), PatternFeatures::FILLINGS);
    features
});

impl Default for PatternFeatures {
    fn default() -> Self {
        Self {
            fillings: Fillings::EMPTY,
            features: &FEATURES,
        }
    }
}

impl PatternFeatures {
    /// Units of the hidden layer, for each perspective.
    pub const HIDDEN: usize = HIDDEN;

    /// The feature set as data.
    pub const SET: FeatureSet = FeatureSet::of::<Othello, Self>();

    /// How many places count.
    const KEPT: usize = 38;
    /// How many different fillings their patterns have.
    const FILLINGS: usize = 54_828;

    /// The feature of a place with this filling, from the perspective of `viewer`.
    #[inline]
    fn feature(&self, place: usize, filling: i16, viewer: Player) -> u16 {
        let own = match viewer {
            Player::First => i32::from(filling),
            Player::Second => -i32::from(filling),
        };
        self.features[(CENTRE[place] + own) as usize]
    }
}

impl Features<Othello> for PatternFeatures {
    const NAME: &'static str = "othello pattern fillings";
    const COUNT: usize = Self::FILLINGS;
    const MAX_ACTIVE: usize = Self::KEPT;
    const BUCKETS: usize = Weights::STAGES;
    /// Six discs.
    const SCALE: i32 = 6 * DISC;

    fn reset(&mut self, pos: &Othello) {
        self.fillings.reset(pos);
    }

    #[inline]
    fn played(&mut self, pos: &Othello, mv: Move, flipped: &u64) {
        self.fillings.played(!pos.turn(), mv, *flipped);
    }

    #[inline]
    fn undone(&mut self, pos: &Othello, mv: Move, flipped: &u64) {
        self.fillings.undone(!pos.turn(), mv, *flipped);
    }

    fn active(&self, _: &Othello, viewer: Player, features: &mut Vec<u16>) {
        let fillings = &self.fillings.now().0;
        features.extend(KEPT.map(|place| self.feature(place, fillings[place], viewer)));
    }

    #[inline]
    fn changed(&self, _: &Othello, _: Move, _: &u64, changes: &mut Changes) {
        let now = &self.fillings.now().0;
        let Some(before) = self.fillings.before() else {
            return;
        };
        for place in KEPT {
            let [before, now] = [before.0[place], now[place]];
            if before == now {
                continue;
            }
            for viewer in Player::BOTH {
                changes.remove(viewer, self.feature(place, before, viewer));
                changes.add(viewer, self.feature(place, now, viewer));
            }
        }
    }

    /// The stage of the game.
    #[inline]
    fn bucket(&self, pos: &Othello) -> usize {
        Weights::stage(pos.empty().count_ones())
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::game;
    use super::*;
    use game_core::{conform, zobrist};
    use nnue::Layers;
    use othello_bitboard::Symmetry;
    use std::sync::Arc;

    const SET: FeatureSet = PatternFeatures::SET;

    /// A network of weights that tell every feature from every other.
    fn network() -> Network {
        let mut layers = Layers::<HIDDEN>::zero(&SET);
        let mut seed = 1;
        let mut next = |most: i64| {
            seed = zobrist::mix(seed);
            (seed as i64 % most) as i16
        };
        for inputs in &mut layers.inputs {
            inputs.fill_with(|| next(20));
        }
        layers.psqt.fill_with(|| next(300));
        layers.biases.fill_with(|| next(100));
        for outputs in &mut layers.outputs {
            outputs.as_flattened_mut().fill_with(|| next(60));
        }
        layers.tempo.fill_with(|| next(500));
        nnue::Network::new(PatternFeatures::default(), Arc::new(layers)).into()
    }

    fn value(network: &mut Network, pos: &Othello) -> Score {
        network.reset(pos);
        network.evaluate(pos)
    }

    #[test]
    fn the_laws_of_evaluators_hold() {
        let network = network();
        conform::evaluator(&Othello::START, &network, 4).unwrap();
        for seed in 0..4 {
            let game = game(seed);
            conform::evaluator(&game[game.len() / 2], &network, 2).unwrap();
            // Towards the end, where sides must pass.
            conform::evaluator(&game[game.len() - 5], &network, 5).unwrap();
        }
    }

    #[test]
    fn symmetries_and_colours_do_not_matter() {
        let mut network = network();
        for pos in game(7).iter().step_by(5) {
            let expected = value(&mut network, pos);
            for symmetry in Symmetry::ALL {
                let [own, opp] = [pos.own(), pos.opp()].map(|discs| symmetry.bits(discs));
                for turn in Player::BOTH {
                    let image = Othello::new(own, opp, turn).unwrap();
                    assert_eq!(value(&mut network, &image), expected, "{image:?}");
                }
            }
        }
    }

    #[test]
    fn every_filling_but_those_of_the_omitted_pattern_is_a_feature() {
        let mut seen = vec![false; PatternFeatures::FILLINGS];
        for (shape, pattern) in SHAPES.iter().enumerate() {
            for filling in 0..pattern.fillings() {
                let feature = FEATURES[OFFSET[shape] + filling];
                if shape == OMITTED {
                    assert_eq!(feature, u16::MAX);
                } else {
                    seen[usize::from(feature)] = true;
                    let mirrored = FEATURES[OFFSET[shape] + pattern.canonical(filling)];
                    assert_eq!(feature, mirrored);
                }
            }
        }
        assert!(seen.iter().all(|&seen| seen));
    }

    #[test]
    fn a_value_is_a_margin() {
        for (weight, whole) in [(127, 64 * DISC), (-127, -64 * DISC)] {
            let mut layers = Layers::<HIDDEN>::zero(&SET);
            layers.biases.fill(Layers::<HIDDEN>::HIDDEN_SCALE);
            for outputs in &mut layers.outputs {
                outputs.as_flattened_mut().fill(weight);
            }
            let network = nnue::Network::new(PatternFeatures::default(), Arc::new(layers));
            assert_eq!(value(&mut network.into(), &Othello::START).get(), whole);
        }
        let end = game(3).pop().expect("a game");
        let score = network().terminal(&end, Outcome::Draw, 0);
        assert_eq!(score, final_score(end.final_margin()));
    }
}
