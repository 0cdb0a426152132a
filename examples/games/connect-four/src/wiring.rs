//! The hand-made evaluator, and the wiring that puts the game behind everything built on engines.

use crate::GAME;
use crate::best_first::best_first;
use crate::lines::{LINES, LineContents};
use crate::rules::{ConnectFour, Rules};
use engines::game_core::{Evaluator, Piece, Position, Score, Text};
use engines::nnue::Network;
use engines::search::{Options, Reductions};
use engines::{
    EvaluatorChoice, Explain, Game, NetworkReader, Networked, RuleRefused, RuleSetting,
    SearcherWiring, Weighted, Wiring, read_network,
};
use std::sync::LazyLock;

/// Units of the hidden layer.
pub const HIDDEN: usize = 16;

/// The squares of each line together.
static MASKS: LazyLock<Vec<u64>> =
    LazyLock::new(|| LINES.iter().map(|line| line.iter().sum()).collect());

/// What a beginner counts: the lines of four that only one side can still fill, by how many discs
/// it has there. A hundred points are an open line with two discs more.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenLines;

impl Evaluator<ConnectFour> for OpenLines {
    fn evaluate(&mut self, pos: &ConnectFour) -> Score {
        const WORTH: [i32; 5] = [0, 2, 20, 120, 0];
        let [own, other] = [pos.turn(), !pos.turn()].map(|player| pos.discs(player));
        let worth = |line: &u64| {
            let discs = [own, other].map(|discs| (discs & line).count_ones() as usize);
            match discs {
                [mine, 0] => WORTH[mine],
                [0, theirs] => -WORTH[theirs],
                _ => 0,
            }
        };
        let sum: i32 = MASKS.iter().map(worth).sum();
        Score::eval(if pos.rules().misere { -sum } else { sum })
    }
}

impl Explain<ConnectFour> for OpenLines {}

impl Weighted for OpenLines {}

/// Connect four, wired.
pub struct ConnectFourWiring;

type Choice = EvaluatorChoice<Network<LineContents, HIDDEN>, OpenLines>;

impl Wiring for ConnectFourWiring {
    type Position = ConnectFour;
    type Evaluator = Choice;
    type Guide = ();

    /// The board's names take longer than all its discs.
    fn pieces(pos: &ConnectFour, each: &mut dyn FnMut(usize, Piece)) {
        for (cell, (column, row)) in ConnectFour::squares().enumerate() {
            if let Some(piece) = pos.piece(column, row) {
                each(cell, piece);
            }
        }
    }

    const RULES: &'static [RuleSetting] =
        &[RuleSetting::switch("misere", "whether four in a row lose")];

    fn set_rule(rules: &mut Rules, _: &str, value: &str) -> Result<(), RuleRefused> {
        rules.misere = value == "on";
        Ok(())
    }

    /// By hand, until there is a network.
    fn evaluator(_: &Rules, _: Option<&str>) -> Choice {
        EvaluatorChoice::Handmade(OpenLines)
    }

    const NETWORK: Option<NetworkReader<Choice>> = Some(read_network::<Self, HIDDEN>);

    const SEARCHERS: &'static [SearcherWiring<Self>] = &[best_first()];

    fn words() -> Vec<(&'static str, Text)> {
        vec![(
            "searcher.best-first",
            Text::new(
                "best-first minimax: the end of the best line grows next",
                "最佳优先极小极大：总在最佳变化的末端生长",
            ),
        )]
    }

    const GTP_POINTS: bool = true;

    const UNIT: &'static str = "open lines";

    fn options(_: &Rules) -> Options {
        Options::default()
            .with_late_moves(Some(Reductions::default()))
            .with_quiescence(0)
    }
}

impl Networked<HIDDEN> for ConnectFourWiring {
    type Features = LineContents;

    fn game() -> &'static dyn Game {
        GAME
    }

    fn with_network(network: Network<LineContents, HIDDEN>) -> Choice {
        EvaluatorChoice::Trained(network)
    }
}
