//! The crate `treant`, the successor of `mcts`.

use super::{Done, EXPLORATION, Game, Row, SIMULATIONS, Setting, Workload};
use game_core::{Outcome, Player};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use std::marker::PhantomData;
use std::sync::{Mutex, PoisonError};
use treant::tree_policy::UCTPolicy;
use treant::{CycleBehaviour, Evaluator, GameState, MCTS, MCTSManager, SearchHandle};

/// The crate's row: a tree search is all it offers.
pub fn rows<P: Game, E>(setting: &Setting<P, E>) -> [Row; 1] {
    [Row {
        game: setting.game,
        workload: Workload::TreeSearch,
        library: "treant, UCTPolicy",
        work: tree_search(setting.start),
    }]
}

/// A position in the crate's terms.
#[derive(Clone)]
struct Adapted<P>(P);

impl<P: Game> GameState for Adapted<P> {
    type Move = P::Move;
    type Player = Player;
    type MoveList = Vec<P::Move>;

    fn current_player(&self) -> Player {
        self.0.turn()
    }

    fn available_moves(&self) -> Vec<P::Move> {
        let mut moves = Vec::new();
        if self.0.decided().is_none() {
            self.0.generate(&mut moves);
        }
        moves
    }

    fn make_move(&mut self, mv: &P::Move) {
        self.0 = self.0.after(*mv);
    }
}

/// One random game for each new leaf. The crate leaves it to its users to play it.
struct RandomGame(Mutex<Xoshiro256PlusPlus>);

/// Rewards are whole numbers: a won game's.
const WIN: i64 = 1;

impl<P: Game> Evaluator<Search<P>> for RandomGame {
    /// The winner.
    type StateEvaluation = Option<Player>;

    fn evaluate_new_state(
        &self,
        state: &Adapted<P>,
        moves: &Vec<P::Move>,
        _: Option<SearchHandle<Search<P>>>,
    ) -> (Vec<()>, Option<Player>) {
        let random = &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let ended = state
            .0
            .playout(usize::MAX, &mut Vec::new(), |n| random.random_range(0..n));
        let outcome = ended.unwrap_or(Outcome::Draw);
        (vec![(); moves.len()], outcome.winner(state.0.turn()))
    }

    /// The end of the game, which is visited again and again.
    fn evaluate_existing_state(
        &self,
        _: &Adapted<P>,
        winner: &Option<Player>,
        _: SearchHandle<Search<P>>,
    ) -> Option<Player> {
        *winner
    }

    fn interpret_evaluation_for_player(&self, winner: &Option<Player>, player: &Player) -> i64 {
        match winner {
            Some(winner) if winner == player => WIN,
            Some(_) => -WIN,
            None => 0,
        }
    }
}

/// Plain UCT.
struct Search<P>(PhantomData<P>);

impl<P: Game> MCTS for Search<P> {
    type State = Adapted<P>;
    type Eval = RandomGame;
    type NodeData = ();
    type ExtraThreadData = ();
    type TreePolicy = UCTPolicy;
    type TranspositionTable = ();

    fn cycle_behaviour(&self) -> CycleBehaviour<Self> {
        CycleBehaviour::Ignore
    }
}

fn tree_search<P: Game>(start: P) -> Box<dyn FnMut() -> Done> {
    Box::new(move || {
        let mut search = MCTSManager::new(
            Adapted(start),
            Search(PhantomData),
            RandomGame(Mutex::new(Xoshiro256PlusPlus::seed_from_u64(1))),
            UCTPolicy::new(EXPLORATION.into()),
            (),
        );
        search.playout_n(SIMULATIONS.into());
        let visits: u64 = search
            .tree()
            .root_node()
            .moves()
            .map(|mv| mv.visits())
            .sum();
        Done {
            count: visits,
            value: None,
        }
    })
}
