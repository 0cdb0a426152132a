//! The hand-made evaluator, and the wiring that puts the game behind everything built on engines.

use crate::lines::{LINES, LineContents};
use crate::rules::ConnectFour;
use engines::{
    Bench, EvaluatorChoice, Level, NetworkReader, Networked, Term, Wiring, read_network,
};
use game_core::{Evaluator, Position, Score};
use nnue::Network;
use pattern_eval::{Explain, Weighted};
use search::{Options, Reductions};
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
        Score::eval(MASKS.iter().map(worth).sum())
    }
}

impl Explain<ConnectFour> for OpenLines {
    fn terms(&mut self, pos: &ConnectFour) -> Vec<Term> {
        vec![Term {
            name: "open lines",
            value: self.evaluate(pos).get().into(),
        }]
    }
}

impl Weighted for OpenLines {}

/// Connect four, wired.
pub struct Wired;

type Choice = EvaluatorChoice<Network<LineContents, HIDDEN>, OpenLines>;

impl Wiring for Wired {
    type Position = ConnectFour;
    type Evaluator = Choice;
    type Guide = ();

    /// By hand, until there is a network.
    fn evaluator((): &(), _: Option<&str>) -> Choice {
        EvaluatorChoice::Handmade(OpenLines)
    }

    const NETWORK: Option<NetworkReader<Choice>> = Some(read_network::<Self, HIDDEN>);

    const UNIT: &'static str = "open lines";

    fn options() -> Options {
        Options {
            late_moves: Some(Reductions::default()),
            quiescence: 0,
            ..Options::default()
        }
    }

    const LEVELS: [Level; 10] = [
        Level::new(1, 100, 900),
        Level::new(1, 100, 500),
        Level::new(1, 100, 200),
        Level::new(2, 1_000, 100),
        Level::new(3, 1_000, 50),
        Level::new(4, 10_000, 0),
        Level::new(6, 10_000, 0),
        Level::new(8, 100_000, 0),
        Level::new(12, 100_000, 0),
        Level::new(42, 1_000_000, 0),
    ];

    const BENCH: Bench = Bench {
        lines: &["startpos", "startpos moves d d d c"],
        depth: 8,
    };
}

impl Networked<HIDDEN> for Wired {
    type Features = LineContents;

    fn with_network(network: Network<LineContents, HIDDEN>) -> Choice {
        EvaluatorChoice::Trained(network)
    }
}
