use super::{Handmade, Weights};
use crate::{Weight, Weighted};
use xiangqi_movegen::Kind;

/// A group of weights, one for each kind of piece that it matters for: how far from 0 they may be, and what they are for.
macro_rules! groups {
    ($($group:ident, $bound:literal, $about:literal: $($kind:ident $name:literal)+;)+) => {
        /// The weights by name, placement last.
        const WEIGHTS: &[Weight] = &[
            $($(Weight {
                name: concat!(stringify!($group), ".", $name),
                value: Weights::DEFAULT.$group[Kind::$kind.index()],
                least: -$bound,
                most: $bound,
                about: $about,
            },)+)+
            Weight {
                name: "placement",
                value: 100,
                least: -1_000,
                most: 1_000,
                about: "the bonuses for squares, in hundredths of what they are by default",
            },
        ];

        /// Where each of them but the last is kept.
        const PLACES: &[fn(&mut Weights) -> &mut i32] = &[$($(|weights| &mut weights.$group[Kind::$kind.index()],)+)+];
    };
}

groups! {
    // Both generals are always there.
    material, 10_000, "the value of a piece, in hundredths of a soldier at home":
        Advisor "advisor" Elephant "elephant" Horse "horse" Chariot "chariot" Cannon "cannon" Soldier "soldier";
    mobility, 1_000, "for each square that the piece reaches and its own side does not hold":
        General "general" Advisor "advisor" Elephant "elephant" Horse "horse" Chariot "chariot" Cannon "cannon"
        Soldier "soldier";
    threatened, 10_000, "against a piece that is attacked and not protected, its own side to move":
        General "general" Advisor "advisor" Elephant "elephant" Horse "horse" Chariot "chariot" Cannon "cannon"
        Soldier "soldier";
    // A general is never left attacked.
    hanging, 10_000, "against a piece that is attacked and not protected, the other side to move":
        Advisor "advisor" Elephant "elephant" Horse "horse" Chariot "chariot" Cannon "cannon" Soldier "soldier";
    protected, 10_000, "for a piece that its own side protects":
        General "general" Advisor "advisor" Elephant "elephant" Horse "horse" Chariot "chariot" Cannon "cannon"
        Soldier "soldier";
}

impl Weighted for Handmade {
    const WEIGHTS: &'static [Weight] = WEIGHTS;

    /// Percents of placement are those of the bonuses it has.
    fn with_weights(self, values: &[i32]) -> Self {
        let mut weights = self.weights().clone();
        for (place, &value) in PLACES.iter().zip(values) {
            *place(&mut weights) = value;
        }
        Self::new(match values.get(PLACES.len()) {
            Some(&percent) => weights.with_placement(percent),
            None => weights,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game_core::{Evaluator, Position, zobrist};
    use xiangqi_movegen::Xiangqi;

    /// The positions of games played at random.
    fn positions() -> Vec<Xiangqi> {
        let (mut positions, mut random, mut moves) = (Vec::new(), 1, Vec::new());
        for _ in 0..20 {
            let mut pos = Xiangqi::default();
            while positions.len() % 100 != 99 {
                moves.clear();
                if pos.legal_moves(&mut moves).is_some() {
                    break;
                }
                random = zobrist::mix(random);
                pos.play(moves[(random % moves.len() as u64) as usize]);
                positions.push(pos.clone());
            }
            positions.push(Xiangqi::default());
        }
        positions
    }

    #[test]
    fn every_weight_counts_somewhere() {
        let value = |eval: &mut Handmade, pos: &Xiangqi| {
            eval.reset(pos);
            eval.evaluate(pos)
        };
        let positions = positions();
        for (i, weight) in WEIGHTS.iter().enumerate() {
            assert!(weight.takes(weight.value) && !weight.takes(weight.least - 1) && !weight.takes(weight.most + 1));
            let mut values: Vec<_> = WEIGHTS.iter().map(|weight| weight.value).collect();
            values[i] += 40;
            let (mut before, mut after) = (Handmade::default(), Handmade::default().with_weights(&values));
            let differs = |pos: &Xiangqi| value(&mut before, pos) != value(&mut after, pos);
            assert!(positions.iter().any(differs), "{}", weight.name);
        }
        assert_eq!(WEIGHTS.len(), PLACES.len() + 1);
    }

    #[test]
    fn defaults_change_nothing_and_a_name_changes_what_it_names() {
        let defaults: Vec<_> = WEIGHTS.iter().map(|weight| weight.value).collect();
        let eval = Handmade::default();
        assert_eq!(eval.clone().with_weights(&defaults).weights(), eval.weights());
        for (name, value, expected) in [
            ("material.chariot", 520, Weights { material: [10_000, 250, 250, 350, 520, 350, 100], ..Weights::DEFAULT }),
            ("mobility.soldier", 3, Weights { mobility: [0, 1, 1, 12, 6, 6, 3], ..Weights::DEFAULT }),
            ("protected.general", 9, Weights { protected: [9, 2, 2, 3, 5, 3, 1], ..Weights::DEFAULT }),
            ("placement", 0, Weights { placement: Default::default(), ..Weights::DEFAULT }),
            ("placement", 50, Weights::DEFAULT.with_placement(50)),
        ] {
            let at = WEIGHTS.iter().position(|weight| weight.name == name).expect(name);
            let mut values = defaults.clone();
            values[at] = value;
            assert_eq!(eval.clone().with_weights(&values).weights(), &expected, "{name}");
        }
        let halved = Weights::DEFAULT.with_placement(-50);
        assert_eq!((halved.placement[3][8][4], halved.placement[3][1][2], halved.placement[6][1][3]), (50, -50, -60));
    }
}
