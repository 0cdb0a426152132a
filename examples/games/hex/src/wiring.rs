//! The wiring that puts the game behind everything built on engines.

use crate::evaluation::{STONE, Terms};
use crate::guide::HexGuide;
use crate::position::{Hex, Rules};
use crate::presentation::WORDS;
use engines::game_core::{Player, Text};
use engines::search::{NullMove, Options, PathPolicy, Reductions};
use engines::{Bench, Level, Phase, RuleRefused, RuleSetting, Settings, Wiring};

/// Hex, wired.
pub struct HexWiring;

impl Wiring for HexWiring {
    type Position = Hex;
    type Evaluator = Terms;
    type Guide = HexGuide;

    const RULES: &'static [RuleSetting] = &[
        RuleSetting {
            name: "size",
            about: "rows and columns of the board",
            values: &[],
            range: Some((3, 19)),
            default: "11",
        },
        RuleSetting {
            name: "swap",
            about: "whether the second player may take over the first stone",
            values: &["on", "off"],
            range: None,
            default: "on",
        },
    ];

    fn set_rule(rules: &mut Rules, name: &str, value: &str) -> Result<(), RuleRefused> {
        match name {
            "size" => rules.size = value.parse().map_err(|_| RuleRefused)?,
            _ => rules.swap = value == "on",
        }
        Ok(())
    }

    fn settings_of(pos: &Hex) -> Settings {
        vec![("size".to_owned(), pos.rules().size.to_string())]
    }

    fn words() -> Vec<(&'static str, Text)> {
        WORDS.to_vec()
    }

    fn evaluator(_: &Rules, _: Option<&str>) -> Terms {
        Terms::default()
    }

    /// By the cells that are taken: a tenth in the opening, a third and more in the ending.
    fn phase(pos: &Hex) -> Phase {
        let cells = u32::from(pos.rules().size).pow(2);
        let stones = Player::BOTH.map(|player| pos.stones(player).count());
        Phase::filling(stones.iter().sum(), [cells / 10, cells / 3])
    }

    const UNIT: &'static str = "stones";
    const HALF_WIN: f32 = 2.0;
    const STUDY_DEPTH: u32 = 2;

    fn options(_: &Rules) -> Options {
        Options::default()
            .with_unit(STONE)
            // Of more than a hundred moves a few make sense, and the order knows them.
            .with_beam(Some(24))
            .with_late_moves(Some(Reductions::logarithmic()))
            .with_null_move(Some(NullMove::default()))
            .with_continuation(1)
            // There are no noisy moves.
            .with_quiescence(0)
            // Stones stay: no position comes back.
            .with_path_scores(PathPolicy::Ignore)
    }

    const LEVELS: &'static [Level] = &[
        Level::new(1, 500).with_mistakes(700, 800),
        Level::new(1, 500).with_mistakes(550, 500),
        Level::new(1, 500).with_mistakes(420, 300),
        Level::new(1, 500).with_mistakes(300, 200),
        Level::new(1, 500).with_mistakes(200, 130),
        Level::new(1, 500).with_mistakes(120, 80),
        Level::new(1, 500).with_mistakes(60, 40),
        Level::new(1, 500),
        Level::new(2, 1_000),
        Level::new(2, 2_000),
        Level::new(3, 5_000),
        Level::new(4, 15_000),
        Level::new(4, 40_000),
        Level::new(5, 80_000),
        Level::new(6, 200_000),
        Level::new(60, 400_000),
    ];

    const BENCH: Bench = Bench {
        lines: &[
            "startpos",
            "startpos moves c9 swap-pieces f6 d8 h4",
            "11/11/8x2/3o7/5x5/4o1x4/11/2o2x5/4o6/11/11 x",
        ],
        depth: 3,
    };
}
