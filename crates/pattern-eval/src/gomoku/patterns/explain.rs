//! The evaluation term by term, and its weights.

use super::Patterns;
use crate::{
    Explain, Term, Weight, Weighted,
    gomoku::{
        judgement::Judgement,
        threat::Threat,
        weights::{self, WEIGHTS},
    },
};
use game_core::Position;
use gomoku_rules::Gomoku;

impl Explain<Gomoku> for Patterns {
    fn terms(&mut self, pos: &Gomoku) -> Vec<Term> {
        let mut counts = [0; WEIGHTS.len()];
        for (player, sign) in [(pos.turn(), 1), (!pos.turn(), -1)] {
            for point in pos.empty() {
                let (threat, _) = self.threat(point, player);
                let hope = (threat != Threat::Forbidden).then(|| self.shapes(point, player));
                let lines = hope.into_iter().flatten().filter_map(weights::of_shape);
                lines
                    .chain(weights::of_threat(threat))
                    .for_each(|index| counts[index] += sign);
            }
        }
        weights::of_turn(self.best(pos.turn()), self.best(!pos.turn()))
            .for_each(|index| counts[index] += 1);
        let valued = WEIGHTS.iter().zip(self.judgement.values).zip(counts);
        valued
            .map(|((weight, value), count)| Term {
                name: weight.name,
                value: f64::from(count * value),
            })
            .collect()
    }
}

impl Weighted for Patterns {
    const WEIGHTS: &'static [Weight] = &WEIGHTS;

    fn with_weights(self, values: &[i32]) -> Self {
        let mut all = self.judgement.values;
        all.iter_mut()
            .zip(values)
            .for_each(|(value, &given)| *value = given);
        Self {
            judgement: Judgement::valued(all),
            ..self
        }
    }
}
