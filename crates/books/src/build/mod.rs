//! Builds a book from games, deviations and a search.
//!
//! Positions come from games, as long as enough of them agree. At each position a search finds the
//! best move among those that do not lead to another position of the book. So every position has a
//! search result, and minimax propagates these to the start. Then the book grows where play is
//! likely to leave it: it adds the moves that the search found and the games lack, those with the
//! least cost from the start first (drop-out expansion: T. R. Lincke, "Strategies for the automatic
//! construction of opening books", 2000). Each becomes a position with its own search.
//!
//! The result does not depend on the number of threads, and with the [`Ledger`] of all results long
//! work can be resumed.

mod expand;
mod games;
mod graph;
mod ledger;

use crate::{Book, Symmetric};
use game_core::{Outcome, Position, Score};
use games::Seen;
use graph::Graph;
pub use ledger::{Ledger, LedgerError};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The parameters of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The most moves from the start that the book has.
    pub plies: usize,
    /// The least number of games through a position.
    pub min_games: u64,
    /// The search depth in plies; one more where the horizon would be at an odd ply from the start,
    /// since evaluators depend a little on the side to move and the scores of a book are compared.
    pub depth: u32,
    /// The positions of the first this many plies are searched two plies deeper: every game goes
    /// through them, and among many moves the one that a shallow search overrates would be chosen.
    pub deeper: usize,
    /// In the first this many plies the book has the moves of the games alone: what is the custom,
    /// as renju's first stone on the centre.
    pub given: usize,
    /// The number of positions to add by deviations.
    pub deviations: usize,
    /// How many points worse than the best move a deviation may be.
    pub margin: i32,
    /// The number of search threads.
    pub threads: usize,
    /// The stack of each thread in bytes, as the search needs it.
    pub stack_size: usize,
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            plies: 20,
            min_games: 100,
            depth: 10,
            deeper: 0,
            given: 0,
            deviations: 1_000,
            margin: 200,
            threads: 1,
            stack_size: 2 << 20,
        }
    }
}

/// A game to build from.
#[derive(Clone, Debug)]
pub struct Played<M> {
    /// The moves from the start; those after the plan's plies are ignored.
    pub moves: Vec<M>,
    /// The result for the player of the first move, if known.
    pub outcome: Option<Outcome>,
}

/// A request to a search: the best move and its score at a fixed depth.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a, P: Symmetric> {
    /// The position.
    pub pos: &'a P,
    /// The depth in plies.
    pub depth: u32,
    /// The moves not to consider; there is another legal move.
    pub exclude: &'a [P::Move],
}

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchResult<M> {
    /// The best of the moves considered.
    pub mv: M,
    /// Its value for the player to move.
    pub score: Score,
    /// The depth reached, in plies.
    pub depth: u32,
}

/// The search, called from several threads at once. `None` if there is no move to consider, or the
/// search is abandoned.
pub type Ask<'a, P> =
    dyn Fn(&Question<'_, P>) -> Option<SearchResult<<P as Position>::Move>> + Sync + 'a;

/// The progress of a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Searches done.
    pub searched: usize,
    /// The expected number of searches.
    pub expected: usize,
    /// Positions in the book.
    pub positions: usize,
}

/// Builds the book of `game` from the positions after `start` that `games` went through and `plan`
/// admits.
///
/// `ask` is called from several threads at once; if its results depend only on the question, the
/// book does not depend on the threads. `progress` is called after each search, perhaps from
/// several threads.
///
/// ```
/// use game_core::{Notation, Outcome, Score};
/// use books::{Symmetric, build::{SearchResult, Plan, Played, build}};
/// use othello_bitboard::Othello;
///
/// let game = |text| Played { moves: Othello::START.parse_moves(text).expect("legal moves"), outcome: Some(Outcome::Win) };
/// // The fourth game turns the second.
/// let games = ["f5d6c3", "f5f6e6", "f5f6e6f4", "d3c3c4e3"].map(game);
/// let plan = Plan { plies: 4, min_games: 2, depth: 1, deviations: 3, ..Plan::default() };
/// let book = build("othello", &Othello::START, &games, &plan, &|question| {
///     // A real search looks further.
///     let mut moves = Vec::new();
///     use game_core::Position;
///     question.pos.legal_moves(&mut moves);
///     moves.retain(|mv| !question.exclude.contains(mv));
///     Some(SearchResult { mv: moves[0], score: Score::eval(question.pos.margin()), depth: 1 })
/// }, &|_| {});
/// assert_eq!(book.page(&Othello::START)[0].tally.games(), 4);
/// assert!(book.len() >= 3 + 3);
/// ```
pub fn build<P: Symmetric + Sync>(
    game: &str,
    start: &P,
    games: &[Played<P::Move>],
    plan: &Plan,
    ask: &Ask<'_, P>,
    progress: &(dyn Fn(Progress) + Sync),
) -> Book {
    let seen = Seen::count(start, games, plan.plies);
    let mut graph = Graph::of_games(start, &seen, plan);
    let pool = ThreadPoolBuilder::new()
        .num_threads(plan.threads.max(1))
        .stack_size(plan.stack_size)
        .build()
        .ok();
    let mut work = Work {
        pool,
        ask,
        progress,
        plan,
        searched: 0,
        expected: graph.len() + 2 * plan.deviations,
    };
    let all: Vec<_> = (0..graph.len()).collect();
    work.search(&mut graph, &all);
    expand::expand(&mut graph, &mut work);
    Book::new(game, graph.pages(&seen))
}

/// The extra plies for the first positions.
const DEEPER: u32 = 2;

/// The searches, and their number so far.
struct Work<'a, P: Symmetric> {
    /// The threads, if the system has any.
    pool: Option<ThreadPool>,
    ask: &'a Ask<'a, P>,
    progress: &'a (dyn Fn(Progress) + Sync),
    plan: &'a Plan,
    searched: usize,
    expected: usize,
}

impl<P: Symmetric + Sync> Work<'_, P> {
    /// Searches these nodes again, each for the best move that leaves the book.
    fn search(&mut self, graph: &mut Graph<P>, nodes: &[usize]) {
        let done = AtomicUsize::new(self.searched);
        let positions = graph.len();
        let expected = self.expected;
        let answer = |&node: &usize| {
            let answer = self.answer(graph, node);
            let searched = done.fetch_add(1, Relaxed) + 1;
            (self.progress)(Progress {
                searched,
                expected: expected.max(searched),
                positions,
            });
            answer
        };
        let answers: Vec<_> = match &self.pool {
            // One at a time: some searches take far longer than others.
            Some(pool) => pool.install(|| nodes.par_iter().with_max_len(1).map(answer).collect()),
            None => nodes.iter().map(answer).collect(),
        };
        self.searched += nodes.len();
        for (&node, answer) in nodes.iter().zip(answers) {
            graph.set_leaf(node, answer);
        }
    }

    fn answer(&self, graph: &Graph<P>, node: usize) -> Option<SearchResult<P::Move>> {
        let exclude = graph.known_moves(node);
        let node = graph.node(node);
        let is_given = node.ply < self.plan.given && !exclude.is_empty();
        if is_given || exclude.len() == node.moves.len() {
            return None;
        }
        let deep = if node.ply < self.plan.deeper {
            DEEPER
        } else {
            0
        };
        let depth = self.plan.depth + deep + (self.plan.depth + node.ply as u32) % 2;
        let answer = (self.ask)(&Question {
            pos: &node.pos,
            depth,
            exclude: &exclude,
        })?;
        let known =
            node.moves.iter().any(|&(mv, _)| mv == answer.mv) && !exclude.contains(&answer.mv);
        known.then_some(answer)
    }
}
