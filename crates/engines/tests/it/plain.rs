//! A game from outside the library: Othello with one additional option, no book and no network.
//! All tests that need such a game share this one, because each wiring compiles every search again.

use engines::{Bench, Level, SearcherOption, Wiring, othello::OthelloWiring};
use search::Options;
use std::cell::Cell;

pub struct Plain;

thread_local! {
    /// The option `boldness` of the last engine created on this thread.
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

    fn options((): &()) -> Options {
        OthelloWiring::options(&())
    }

    const UNIT: &'static str = OthelloWiring::UNIT;
    const LEVELS: &'static [Level] = OthelloWiring::LEVELS;
    const BENCH: Bench = OthelloWiring::BENCH;
}
