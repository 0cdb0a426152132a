//! How a book is made: from games, deviations and a search.
//!
//! Positions come from games, as far as enough of them went the same way. Of each, a search finds
//! the best move among those that do not lead to another position of the book: so every position
//! has a verdict of its own, and minimax brings these back to the start. Then the book grows where
//! play is likely to leave it: the moves that the search found and the games lack, best first,
//! those that cost the least from the start on (drop-out expansion: T. R. Lincke, "Strategies for
//! the automatic construction of opening books", 2000). Each becomes a position of its own, with a
//! search of its own.
//!
//! Nothing depends on the number of threads, and the [`Ledger`] of all answers lets a long work be
//! gone on with.

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

/// What a book is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Positions up to this many plies from the start: this many moves the book knows at most.
    pub plies: usize,
    /// Of games, the positions that this many of them came through.
    pub min_games: u64,
    /// How deep each is searched, in plies; one more where the horizon would else be at an odd ply:
    /// evaluators judge a little differently by who is to move, and verdicts of one book are
    /// compared.
    pub depth: u32,
    /// The positions of the first this many plies are searched two plies deeper: every game comes
    /// through them, and where many moves are weighed, the one that a shallow search overrates is
    /// the one that is chosen.
    pub deeper: usize,
    /// How many positions more are added by deviations.
    pub deviations: usize,
    /// By how many points a deviation may be worth less than the best move.
    pub margin: i32,
    /// How many threads search.
    pub threads: usize,
    /// The stack of each of them, in bytes: as much as what searches needs.
    pub stack_size: usize,
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            plies: 20,
            min_games: 100,
            depth: 10,
            deeper: 0,
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
    /// The moves from the start; those beyond the plan's plies are not needed.
    pub moves: Vec<M>,
    /// How it ended for the player who made the first of them, if that is known.
    pub outcome: Option<Outcome>,
}

/// What a search is asked: the best move and its value, at a fixed depth.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a, P: Symmetric> {
    /// The position.
    pub pos: &'a P,
    /// How deep.
    pub depth: u32,
    /// The moves not to consider; another is legal.
    pub exclude: &'a [P::Move],
}

/// What it answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer<M> {
    /// The best of the moves that were to be considered.
    pub mv: M,
    /// Its value for the player to move.
    pub score: Score,
    /// How deep the search came, in plies.
    pub depth: u32,
}

/// What searches: asked from several threads at once. `None` where no move is to be considered, or
/// the search is given up.
pub type Ask<'a, P> = dyn Fn(&Question<'_, P>) -> Option<Answer<<P as Position>::Move>> + Sync + 'a;

/// How far the work has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Searches done.
    pub searched: usize,
    /// Searches to be done, as far as can be told.
    pub expected: usize,
    /// Positions in the book.
    pub positions: usize,
}

/// Builds the book of `game` from the positions after `start` that `games` went through and `plan`
/// lets in.
///
/// `ask` is called from several threads at once, and its answers must depend on the question alone:
/// then the book does not depend on the threads. `progress` hears after each search, perhaps from
/// several threads.
///
/// ```
/// use game_core::{Notation, Outcome, Score};
/// use books::{Symmetric, build::{Answer, Plan, Played, build}};
/// use othello_bitboard::Othello;
///
/// let game = |text| Played { moves: Othello::START.parse_moves(text).expect("legal moves"), outcome: Some(Outcome::Win) };
/// // The fourth game turns the second.
/// let games = ["f5d6c3", "f5f6e6", "f5f6e6f4", "d3c3c4e3"].map(game);
/// let plan = Plan { plies: 4, min_games: 2, depth: 1, deviations: 3, ..Plan::default() };
/// let book = build("othello", &Othello::START, &games, &plan, &|question| {
///     // A search worth its name looks further.
///     let mut moves = Vec::new();
///     use game_core::Position;
///     question.pos.legal_moves(&mut moves);
///     moves.retain(|mv| !question.exclude.contains(mv));
///     Some(Answer { mv: moves[0], score: Score::eval(question.pos.margin()), depth: 1 })
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

/// How many plies deeper the first positions are searched.
const DEEPER: u32 = 2;

/// The searches, and how many they have been.
struct Work<'a, P: Symmetric> {
    /// What they run on, where threads are to be had.
    pool: Option<ThreadPool>,
    ask: &'a Ask<'a, P>,
    progress: &'a (dyn Fn(Progress) + Sync),
    plan: &'a Plan,
    searched: usize,
    expected: usize,
}

impl<P: Symmetric + Sync> Work<'_, P> {
    /// Searches these nodes anew, each for the best of the moves that lead out of the book.
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

    fn answer(&self, graph: &Graph<P>, node: usize) -> Option<Answer<P::Move>> {
        let exclude = graph.known_moves(node);
        let node = graph.node(node);
        if exclude.len() == node.moves.len() {
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
