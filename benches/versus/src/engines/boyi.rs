//! Boyi: the published crates as they are.

use super::leaves::Leaves;
use super::{Done, EXPLORATION, Game, PLAYOUTS, Row, SIMULATIONS, Setting, Workload};
use game_core::{Evaluator, Outcome};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use search::{Algorithm, AlphaBeta, Leaf, Limits, Mcts, MctsOptions, Options, Searcher, Selection};

/// Boyi's rows.
pub fn rows<P: Game, E>(setting: &Setting<P, E>) -> Vec<Row>
where
    E: Evaluator<P> + Clone + Send + 'static,
{
    let row = |workload, library, work| Row {
        game: setting.game,
        workload,
        library,
        work,
    };
    let exact = Options::exact(Algorithm::Aspiration);
    let bare = Options::exact(Algorithm::AlphaBeta)
        .with_table(false)
        .with_killers(false)
        .with_history(false)
        .with_counter_moves(false);
    vec![
        row(Workload::Playouts, "Boyi", playouts(setting.start)),
        row(
            Workload::TreeSearch,
            "Boyi",
            tree_search(setting.start, setting.eval.clone()),
        ),
        row(
            Workload::AlphaBeta,
            "Boyi, without a table or ordering",
            alpha_beta(setting, bare),
        ),
        row(
            Workload::AlphaBeta,
            "Boyi, aspiration",
            alpha_beta(setting, exact),
        ),
    ]
}

fn playouts<P: Game>(start: P) -> Box<dyn FnMut() -> Done> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut moves = Vec::new();
    Box::new(move || {
        let mut points = 0.0;
        for _ in 0..PLAYOUTS {
            let ended = start.playout(usize::MAX, &mut moves, |n| random.random_range(0..n));
            points += match ended {
                Some(Outcome::Win) => 1.0,
                Some(Outcome::Loss) => 0.0,
                Some(Outcome::Draw) | None => 0.5,
            };
        }
        Done {
            count: PLAYOUTS.into(),
            value: Some(points / f64::from(PLAYOUTS)),
        }
    })
}

fn tree_search<P: Game, E>(start: P, eval: E) -> Box<dyn FnMut() -> Done>
where
    E: Evaluator<P> + Clone + Send + 'static,
{
    let options = MctsOptions::default()
        .with_leaf(Leaf::Playout)
        .with_selection(Selection::Ucb1)
        .with_exploration(EXPLORATION)
        // Far more than so many simulations need.
        .with_bytes(1 << 30);
    let mut searcher = Mcts::new(eval).with_options(options);
    Box::new(move || {
        searcher.new_game();
        let report = searcher.think(&start, Limits::nodes(SIMULATIONS.into()));
        Done {
            count: report.nodes,
            value: None,
        }
    })
}

fn alpha_beta<P: Game, E>(setting: &Setting<P, E>, options: Options) -> Box<dyn FnMut() -> Done>
where
    E: Evaluator<P> + Clone + Send + 'static,
{
    let (start, depth) = (setting.start, setting.depth);
    let leaves = Leaves::new(setting.eval.clone());
    // The unit of both games' evaluators.
    let mut searcher = AlphaBeta::new(leaves.clone()).with_options(options.with_unit(10));
    Box::new(move || {
        searcher.new_game();
        let before = leaves.count();
        let report = searcher.think(&start, Limits::depth(depth.into()));
        Done {
            count: leaves.count() - before,
            value: Some(report.score().get().into()),
        }
    })
}
