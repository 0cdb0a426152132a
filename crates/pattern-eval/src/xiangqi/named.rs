use super::{Danger, Handmade, Lack, Weights};
use crate::{Weight, Weighted};
use xiangqi_movegen::Kind;

/// A group of weights, one for each kind of piece, or of danger or lack, that it matters for: how
/// far from 0 they may be, and what they are for; then weights that stand alone.
macro_rules! groups {
    ($($group:ident by $of:ident, $bound:literal, $about:literal: $($kind:ident $name:literal)+;)+
     => $($single:ident, $most:literal, $why:literal;)+) => {
        /// The weights by name, placement and balance last.
        const WEIGHTS: &[Weight] = &[
            $($(Weight {
                name: concat!(stringify!($group), ".", $name),
                value: Weights::DEFAULT.$group[$of::$kind.index()],
                least: -$bound,
                most: $bound,
                about: $about,
            },)+)+
            $(Weight {
                name: stringify!($single),
                value: Weights::DEFAULT.$single,
                least: -$most,
                most: $most,
                about: $why,
            },)+
            Weight {
                name: "placement",
                value: 100,
                least: -1_000,
                most: 1_000,
                about: "the bonuses for squares in either phase, in hundredths of what they are by default",
            },
            Weight {
                name: "balance",
                value: 100,
                least: -1_000,
                most: 1_000,
                about: "what pieces are worth together and against others, in hundredths of what it is by default",
            },
        ];

        /// Where each of them but the last two is kept.
        const PLACES: &[fn(&mut Weights) -> &mut i32] = &[
            $($(|weights| &mut weights.$group[$of::$kind.index()],)+)+
            $(|weights| &mut weights.$single,)+
        ];
    };
}

groups! {
    // Both generals are always there.
    material by Kind, 10_000, "the value of a piece, in hundredths of a soldier at home":
        Advisor "advisor" Elephant "elephant" Horse "horse" Chariot "chariot" Cannon "cannon" Soldier "soldier";
    mobility by Kind, 1_000, "for each square that the piece reaches and its own side does not hold":
        General "general" Advisor "advisor" Elephant "elephant" Horse "horse" Chariot "chariot" Cannon "cannon"
        Soldier "soldier";
    threatened by Kind, 10_000, "against a piece that is attacked and not protected, its own side to move":
        General "general" Advisor "advisor" Elephant "elephant" Horse "horse" Chariot "chariot" Cannon "cannon"
        Soldier "soldier";
    // A general is never left attacked.
    hanging by Kind, 10_000, "against a piece that is attacked and not protected, the other side to move":
        Advisor "advisor" Elephant "elephant" Horse "horse" Chariot "chariot" Cannon "cannon" Soldier "soldier";
    protected by Kind, 10_000, "for a piece that its own side protects":
        General "general" Advisor "advisor" Elephant "elephant" Horse "horse" Chariot "chariot" Cannon "cannon"
        Soldier "soldier";
    // The others never get there.
    palace by Kind, 1_000, "for each point of the other palace that the piece attacks":
        Horse "horse" Chariot "chariot" Cannon "cannon" Soldier "soldier";
    danger by Danger, 1_000, "for what endangers the other general":
        HollowCannon "hollow_cannon" CannonPin "cannon_pin" ChariotPin "chariot_pin"
        ChariotsAdvisors "chariots_advisors" HorsesAdvisors "horses_advisors" CannonsAdvisors "cannons_advisors"
        CannonsElephants "cannons_elephants" SoldiersElephants "soldiers_elephants";
    lack by Lack, 1_000, "for what its own material lacks, or the other side's":
        OtherChariot "other_chariot" OtherAttacker "other_attacker" Nothing "nothing" Guards "guards"
        SecondAttacker "second_attacker" Attackers "attackers" Soldiers "soldiers";
    =>
    linked_soldiers, 1_000, "for two soldiers side by side across the river";
    tempo, 1_000, "for being to move";
}

impl Weighted for Handmade {
    const WEIGHTS: &'static [Weight] = WEIGHTS;

    /// Percents of placement and balance are those of what it has.
    fn with_weights(self, values: &[i32]) -> Self {
        let mut weights = self.weights().clone();
        for (place, &value) in PLACES.iter().zip(values) {
            *place(&mut weights) = value;
        }
        if let Some(&[placement, balance]) = values.get(PLACES.len()..) {
            weights = weights.with_placement(placement).with_balance(balance);
        }
        Self::new(weights)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game_core::{Evaluator, Position, zobrist};
    use xiangqi_movegen::Xiangqi;

    /// The positions of games played at random.
    fn positions() -> Vec<Xiangqi> {
        let mut positions = Vec::new();
        let mut random = 1;
        let mut moves = Vec::new();
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
        // What chance seldom brings.
        for rare in [
            "4k4/9/9/9/9/9/R8/9/9/3K5 w",
            "4k4/9/9/9/9/9/RN7/9/9/3K5 w",
            "3ak4/9/9/9/9/9/P8/9/9/3K5 w",
        ] {
            positions.push(rare.parse().expect(rare));
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
            assert!(
                weight.takes(weight.value)
                    && !weight.takes(weight.least - 1)
                    && !weight.takes(weight.most + 1)
            );
            let mut values: Vec<_> = WEIGHTS.iter().map(|weight| weight.value).collect();
            values[i] += 40;
            let mut before = Handmade::default();
            let mut after = Handmade::default().with_weights(&values);
            let differs = |pos: &Xiangqi| value(&mut before, pos) != value(&mut after, pos);
            assert!(positions.iter().any(differs), "{}", weight.name);
        }
        assert_eq!(WEIGHTS.len(), PLACES.len() + 2);
    }

    #[test]
    fn defaults_change_nothing_and_a_name_changes_what_it_names() {
        let defaults: Vec<_> = WEIGHTS.iter().map(|weight| weight.value).collect();
        let eval = Handmade::default();
        assert_eq!(
            eval.clone().with_weights(&defaults).weights(),
            eval.weights()
        );
        let with = |change: fn(&mut Weights)| {
            let mut weights = Weights::DEFAULT;
            change(&mut weights);
            weights
        };
        for (name, value, expected) in [
            (
                "material.chariot",
                520,
                with(|weights| weights.material[4] = 520),
            ),
            (
                "mobility.soldier",
                3,
                with(|weights| weights.mobility[6] = 3),
            ),
            (
                "protected.general",
                9,
                with(|weights| weights.protected[0] = 9),
            ),
            ("palace.cannon", -4, with(|weights| weights.palace[5] = -4)),
            (
                "danger.horses_advisors",
                70,
                with(|weights| weights.danger[4] = 70),
            ),
            (
                "linked_soldiers",
                5,
                with(|weights| weights.linked_soldiers = 5),
            ),
            ("lack.guards", -30, with(|weights| weights.lack[3] = -30)),
            (
                "balance",
                0,
                Weights {
                    together: Default::default(),
                    against: Default::default(),
                    ..Weights::DEFAULT
                },
            ),
            ("balance", 30, Weights::DEFAULT.with_balance(30)),
            (
                "placement",
                0,
                Weights {
                    placement: Default::default(),
                    bare: Default::default(),
                    ..Weights::DEFAULT
                },
            ),
            ("placement", 50, Weights::DEFAULT.with_placement(50)),
        ] {
            let at = WEIGHTS
                .iter()
                .position(|weight| weight.name == name)
                .expect(name);
            let mut values = defaults.clone();
            values[at] = value;
            assert_eq!(
                eval.clone().with_weights(&values).weights(),
                &expected,
                "{name}"
            );
        }
        let mut odd = Weights::DEFAULT;
        (odd.placement[3][8][4], odd.bare[6][1][3]) = (-101, 120);
        let halved = odd.with_placement(-50);
        assert_eq!((halved.placement[3][8][4], halved.bare[6][1][3]), (50, -60));
    }
}
