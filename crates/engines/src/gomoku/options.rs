//! Options that only gomoku's searchers take.

use super::{EvaluatorChoice, GomokuGuide, ThreatBudget};
use crate::SearcherOption;
use pattern_eval::gomoku::{Network, Patterns};

/// The options, in the order of the values that [`outfit`] takes.
pub(super) const ALL: [SearcherOption; 6] = [
    SearcherOption {
        name: "radius",
        about: "how far from a stone a point is worth a look, in a king's steps",
        value: Patterns::RADIUS as i32,
        least: 1,
        most: Patterns::RADII as i32,
        switched: "3",
    },
    look(
        "vcf_root",
        "positions that a look for a win by fours may take at the root",
        20_000,
        "0",
    ),
    look(
        "vcf_defence",
        "the same after each of the root's moves, for the opponent, whom it must leave none",
        2_000,
        "0",
    ),
    look(
        "vcf",
        "the same below the root, where vcf_depth plies or more are left",
        500,
        "0",
    ),
    look("vcf_depth", "plies left, from which vcf applies", 6, "1"),
    look("vcf_horizon", "the same at the horizon", 60, "0"),
];

const fn look(
    name: &'static str,
    about: &'static str,
    value: i32,
    switched: &'static str,
) -> SearcherOption {
    SearcherOption {
        name,
        about,
        value,
        least: 0,
        most: 10_000_000,
        switched,
    }
}

/// `eval` and a guide with the values of [`ALL`].
pub(super) fn outfit(eval: EvaluatorChoice, values: &[i32]) -> (EvaluatorChoice, GomokuGuide) {
    let &[radius, root, defence, inner, depth, horizon] = values else {
        return (eval, GomokuGuide::default());
    };
    let [root, defence, inner, horizon] =
        [root, defence, inner, horizon].map(|nodes| nodes.unsigned_abs().into());
    (
        within(eval, radius.unsigned_abs()),
        GomokuGuide::looking(ThreatBudget {
            root,
            defence,
            inner,
            depth,
            horizon,
        }),
    )
}

/// `eval` with this radius.
fn within(eval: EvaluatorChoice, radius: u32) -> EvaluatorChoice {
    match eval {
        EvaluatorChoice::Trained(network) => {
            let features = network.features().clone().within(radius);
            EvaluatorChoice::Trained(Network::new(features, network.layers().clone()))
        }
        EvaluatorChoice::Handmade(patterns) => EvaluatorChoice::Handmade(patterns.within(radius)),
    }
}
