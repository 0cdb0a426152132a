//! The wiring that puts the game behind everything built on engines.

use crate::evaluation::{BOX, Terms};
use crate::guide::BoxesGuide;
use crate::position::{DotsAndBoxes, Rules};
use crate::presentation::WORDS;
use engines::game_core::Text;
use engines::search::{Options, PathPolicy, Reductions};
use engines::{Bench, Phase, RuleRefused, RuleSetting, Settings, Wiring};

/// Dots and boxes, wired.
pub struct BoxesWiring;

impl Wiring for BoxesWiring {
    type Position = DotsAndBoxes;
    type Evaluator = Terms;
    type Guide = BoxesGuide;

    const RULES: &'static [RuleSetting] = &[
        RuleSetting {
            name: "rows",
            about: "rows of boxes",
            values: &[],
            range: Some((1, 5)),
            default: "4",
        },
        RuleSetting {
            name: "columns",
            about: "columns of boxes",
            values: &[],
            range: Some((1, 5)),
            default: "4",
        },
    ];

    fn set_rule(rules: &mut Rules, name: &str, value: &str) -> Result<(), RuleRefused> {
        let value = value.parse().map_err(|_| RuleRefused)?;
        match name {
            "rows" => rules.rows = value,
            _ => rules.columns = value,
        }
        Ok(())
    }

    fn settings_of(pos: &DotsAndBoxes) -> Settings {
        let Rules { rows, columns } = pos.rules();
        [("rows", rows), ("columns", columns)]
            .map(|(name, value)| (name.to_owned(), value.to_string()))
            .into()
    }

    fn words() -> Vec<(&'static str, Text)> {
        WORDS.to_vec()
    }

    fn evaluator(_: &Rules, _: Option<&str>) -> Terms {
        Terms::default()
    }

    /// No box can be closed.
    fn is_quiet(pos: &DotsAndBoxes) -> bool {
        let lines = pos.lines();
        let boxes = &mut pos.board().boxes.iter();
        boxes.all(|round| (round & lines).count_ones() != 3)
    }

    fn phase(pos: &DotsAndBoxes) -> Phase {
        let all = pos.board().lines.count_ones();
        Phase::filling(pos.lines().count_ones(), [all / 4, all / 2])
    }

    const UNIT: &'static str = "boxes";
    const HALF_WIN: f32 = 2.0;

    fn options(_: &Rules) -> Options {
        Options::default()
            .with_unit(BOX)
            .with_late_moves(Some(Reductions::logarithmic()))
            .with_continuation(1)
            .with_quiescence(12)
            // Lines stay: no position comes back.
            .with_path_scores(PathPolicy::Ignore)
    }

    const BENCH: Bench = Bench {
        lines: &[
            "startpos",
            "startpos moves b1 c4 h9 g2 d5 a8",
            ".o.....x./x...x...o/.o......./x.....o.x/...o.x.../o...x...x/.x...o.../..x...o../.o...x... x",
        ],
        depth: 7,
    };
}
