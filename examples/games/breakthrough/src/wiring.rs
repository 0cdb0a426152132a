//! The wiring that puts the game behind everything built on engines.

use crate::evaluation::{PIECE, Terms};
use crate::guide::BreakthroughGuide;
use crate::position::{Breakthrough, forwards};
use crate::presentation::WORDS;
use engines::game_core::{Player, Position, Text};
use engines::search::{Margin, Options, PathPolicy, Reductions};
use engines::{Bench, Phase, Wiring};

/// Breakthrough, wired.
pub struct BreakthroughWiring;

impl Wiring for BreakthroughWiring {
    type Position = Breakthrough;
    type Evaluator = Terms;
    type Guide = BreakthroughGuide;

    fn words() -> Vec<(&'static str, Text)> {
        WORDS.to_vec()
    }

    fn evaluator((): &(), _: Option<&str>) -> Terms {
        Terms::default()
    }

    /// Nothing can be taken.
    fn is_quiet(pos: &Breakthrough) -> bool {
        let (player, own) = (pos.turn(), pos.pieces(pos.turn()));
        let attacked = forwards(own, player, -1) | forwards(own, player, 1);
        attacked & pos.pieces(!player) == 0
    }

    fn phase(pos: &Breakthrough) -> Phase {
        let all = Player::BOTH.map(|player| pos.pieces(player).count_ones());
        Phase::emptying(all.iter().sum(), [28, 16])
    }

    const UNIT: &'static str = "pieces";
    const HALF_WIN: f32 = 2.0;

    fn options((): &()) -> Options {
        Options::default()
            .with_unit(PIECE)
            .with_late_moves(Some(Reductions::logarithmic()))
            .with_futility(Some(Margin {
                depth: 3,
                per_ply: 80,
            }))
            .with_reverse_futility(Some(Margin {
                depth: 3,
                per_ply: 80,
            }))
            .with_continuation(2)
            .with_quiescence(12)
            // Pieces only go forwards: no position comes back.
            .with_path_scores(PathPolicy::Ignore)
    }

    const BENCH: Bench = Bench {
        lines: &[
            "startpos",
            "startpos moves b2b3 g7g6 c1b2 f8g7 d2d3 e7e6 d3d4 e6e5",
            "2p2p2/p1p2pp1/1p3p2/3p4/2P1P3/1P4P1/P1P2P2/2P1P3 w",
        ],
        depth: 7,
    };
}
