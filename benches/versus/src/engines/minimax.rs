//! The crate `minimax`.

use super::leaves::Leaves;
use super::{Done, Game, PLAYOUTS, Row, SIMULATIONS, Setting, Workload};
use minimax::{MCTSOptions, MonteCarloTreeSearch, Negamax, RolloutPolicy, Strategy, Winner};
use rand_of_minimax::prelude::IndexedRandom;
use rand_of_minimax::rngs::SmallRng;
use std::marker::PhantomData;

/// What it plays.
type State<E> = <<E as minimax::Evaluator>::G as minimax::Game>::S;

/// The crate's rows.
pub fn rows<E>(setting: &Setting<State<E>, E>) -> Vec<Row>
where
    E: minimax::Evaluator<G: Send + Sync + 'static> + Clone + 'static,
    State<E>: Game,
    <E::G as minimax::Game>::M: Copy + Send + Sync,
{
    let row = |workload, library, work| Row {
        game: setting.game,
        workload,
        library,
        work,
    };
    vec![
        row(
            Workload::Playouts,
            "minimax, rollout",
            playouts::<E::G>(setting.start),
        ),
        row(
            Workload::TreeSearch,
            "minimax, MonteCarloTreeSearch",
            tree_search::<E::G>(setting.start),
        ),
        row(Workload::AlphaBeta, "minimax, Negamax", alpha_beta(setting)),
    ]
}

/// Every legal move alike: the policy that its tree search has by default, which it keeps to itself.
struct Uniform<G>(PhantomData<G>);

impl<G: minimax::Game> RolloutPolicy for Uniform<G> {
    type G = G;

    fn random_move(
        &self,
        state: &mut G::S,
        moves: &mut Vec<G::M>,
        random: &mut SmallRng,
    ) -> Result<G::M, Winner> {
        match G::generate_moves(state, moves) {
            Some(winner) => Err(winner),
            None => Ok(*moves.choose(random).expect("a game that goes on has moves")),
        }
    }
}

fn playouts<G: minimax::Game<S: Game> + 'static>(start: G::S) -> Box<dyn FnMut() -> Done>
where
    G::M: Copy,
{
    Box::new(move || {
        let options = MCTSOptions::default();
        // From the player's view who has just moved.
        let sum: i32 = (0..PLAYOUTS)
            .map(|_| Uniform::<G>(PhantomData).rollout(&options, &start))
            .sum();
        Done {
            count: PLAYOUTS.into(),
            value: Some((1.0 - f64::from(sum) / f64::from(PLAYOUTS)) / 2.0),
        }
    })
}

fn tree_search<G>(start: G::S) -> Box<dyn FnMut() -> Done>
where
    G: minimax::Game<S: Game, M: Copy + Send + Sync> + Sync + 'static,
{
    Box::new(move || {
        let mut searcher =
            MonteCarloTreeSearch::<G>::new(MCTSOptions::default().with_num_threads(1));
        searcher.set_max_rollouts(SIMULATIONS);
        searcher.choose_move(&start);
        Done {
            count: SIMULATIONS.into(),
            value: None,
        }
    })
}

fn alpha_beta<E>(setting: &Setting<State<E>, E>) -> Box<dyn FnMut() -> Done>
where
    E: minimax::Evaluator + Clone + 'static,
    State<E>: Game,
    <E::G as minimax::Game>::M: Copy,
{
    let start = setting.start;
    let leaves = Leaves::new(setting.eval.clone());
    let mut searcher = Negamax::new(leaves.clone(), setting.depth);
    Box::new(move || {
        let before = leaves.count();
        searcher.choose_move(&start);
        Done {
            count: leaves.count() - before,
            value: Some(searcher.root_value().into()),
        }
    })
}
