//! The wiring that puts the game behind everything built on engines.

use crate::evaluation::{MAN, Terms};
use crate::guide::DraughtsGuide;
use crate::position::{Draughts, Move, Rules};
use crate::presentation::WORDS;
use engines::game_core::{Player, Position, Text};
use engines::search::{Margin, Options, PathPolicy, Reductions};
use engines::{Bench, Phase, RuleRefused, RuleSetting, Wiring};

/// English draughts, wired.
pub struct DraughtsWiring;

impl Wiring for DraughtsWiring {
    type Position = Draughts;
    type Evaluator = Terms;
    type Guide = DraughtsGuide;

    fn actions(_: &Draughts) -> usize {
        Move::ROUTES * Draughts::SLOTS
    }

    /// Captures between the same two squares share a slot.
    fn action(pos: &Draughts, mv: Move) -> usize {
        usize::from(mv.route) * Draughts::SLOTS + pos.slot(mv)
    }

    const RULES: &'static [RuleSetting] = &[RuleSetting {
        name: "move-limit",
        about: "moves of each side without a capture or a man's move before a draw",
        values: &["none"],
        range: Some((1, 10_000)),
        default: "40",
    }];

    fn set_rule(rules: &mut Rules, _: &str, value: &str) -> Result<(), RuleRefused> {
        rules.move_limit = match value {
            "none" => None,
            number => Some(number.parse().map_err(|_| RuleRefused)?),
        };
        Ok(())
    }

    fn words() -> Vec<(&'static str, Text)> {
        WORDS.to_vec()
    }

    fn evaluator(_: &Rules, _: Option<&str>) -> Terms {
        Terms::default()
    }

    /// Neither side has anything to take.
    fn is_quiet(pos: &Draughts) -> bool {
        Player::BOTH.iter().all(|&player| pos.jumpers(player) == 0)
    }

    /// Four pieces are gone at the most in the opening, fourteen or more in the ending.
    fn phase(pos: &Draughts) -> Phase {
        let all = Player::BOTH.map(|player| pos.pieces(player).count_ones());
        Phase::emptying(all.iter().sum(), [20, 11])
    }

    const UNIT: &'static str = "men";
    const HALF_WIN: f32 = 1.0;
    const STUDY_DEPTH: u32 = 6;

    fn options(_: &Rules) -> Options {
        Options::default()
            .with_unit(MAN)
            // No null move: to have to move is often what loses.
            .with_late_moves(Some(Reductions::logarithmic()))
            .with_futility(Some(Margin {
                depth: 4,
                per_ply: 60,
            }))
            .with_reverse_futility(Some(Margin {
                depth: 4,
                per_ply: 60,
            }))
            .with_single_reply(true)
            .with_continuation(2)
            .with_path_scores(PathPolicy::DrawsOnly)
    }

    const BENCH: Bench = Bench {
        lines: &[
            "startpos",
            "startpos moves 9-14 22-18 5-9 25-22 11-15 18x11 8x15",
            "W:W18,22,25,26,27,30,31:B3,6,7,10,12,14,16",
            "B:WK14,K15,30:BK1,K2,12",
        ],
        depth: 9,
    };
}
