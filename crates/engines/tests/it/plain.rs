//! A game that is not built in: Othello with an option of its own, without a book or networks. One
//! for all tests that need such a game, for each has its searches compiled.

use engines::{Bench, Level, SearcherOption, Wiring, othello::OthelloWiring};
use search::Options;
use std::cell::Cell;

pub struct Plain;

thread_local! {
    /// How bold the engine is that was made last on this thread.
    pub static BOLDNESS: Cell<i32> = const { Cell::new(0) };
}

impl Wiring for Plain {
    type Position = <OthelloWiring as Wiring>::Position;
    type Evaluator = <OthelloWiring as Wiring>::Evaluator;
    type Guide = <OthelloWiring as Wiring>::Guide;

    const OPTIONS: &'static [SearcherOption] = &[SearcherOption {
        name: "boldness",
        about: "how much is dared",
        value: 5,
        least: 0,
        most: 9,
        switched: "0",
    }];

    fn outfit(eval: Self::Evaluator, own: &[i32]) -> (Self::Evaluator, Self::Guide) {
        let [boldness] = *own else {
            panic!("one option: {own:?}")
        };
        BOLDNESS.set(boldness);
        (eval, Self::Guide::default())
    }

    fn evaluator(rules: &(), name: Option<&str>) -> Self::Evaluator {
        OthelloWiring::evaluator(rules, name)
    }

    fn options() -> Options {
        OthelloWiring::options()
    }

    const UNIT: &'static str = OthelloWiring::UNIT;
    const LEVELS: &'static [Level] = OthelloWiring::LEVELS;
    const BENCH: Bench = OthelloWiring::BENCH;
}
