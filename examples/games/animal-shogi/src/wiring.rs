//! The wiring that puts the game behind everything built on engines.

use crate::evaluation::{CHICK, Terms};
use crate::guide::AnimalShogiGuide;
use crate::position::AnimalShogi;
use crate::presentation::WORDS;
use engines::game_core::{Position, Text};
use engines::search::{Margin, Options, PathPolicy, Reductions};
use engines::{Bench, Wiring};

/// Animal shogi, wired.
pub struct AnimalShogiWiring;

impl Wiring for AnimalShogiWiring {
    type Position = AnimalShogi;
    type Evaluator = Terms;
    type Guide = AnimalShogiGuide;

    fn words() -> Vec<(&'static str, Text)> {
        WORDS.to_vec()
    }

    fn evaluator((): &(), _: Option<&str>) -> Terms {
        Terms::default()
    }

    /// Nothing can be taken or promoted, and the lion is not in check.
    fn is_quiet(pos: &AnimalShogi) -> bool {
        let mut moves = Vec::new();
        pos.generate(&mut moves);
        !pos.is_in_check(pos.turn()) && !moves.into_iter().any(|mv| pos.is_noisy(mv))
    }

    const UNIT: &'static str = "chicks";
    const HALF_WIN: f32 = 3.0;

    fn options((): &()) -> Options {
        Options::default()
            .with_unit(CHICK)
            // No null move: with pieces in hand there is always a waiting move.
            .with_late_moves(Some(Reductions::logarithmic()))
            .with_futility(Some(Margin {
                depth: 3,
                per_ply: 150,
            }))
            .with_reverse_futility(Some(Margin {
                depth: 3,
                per_ply: 150,
            }))
            .with_single_reply(true)
            .with_continuation(2)
            .with_quiescence(12)
            .with_path_scores(PathPolicy::DrawsOnly)
    }

    const BENCH: Bench = Bench {
        lines: &[
            "startpos",
            "startpos moves b2b3 b4b3 a1b2 b3b4 c1c2",
            "1le/1g1/E2/1LG[Cc] w",
        ],
        depth: 8,
    };
}
