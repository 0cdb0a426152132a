use super::options::{Leaf, MctsOptions};
use super::select::End;
use super::tree::{Tree, TreeNode};
use crate::{Bound, Budget, Guide};
use game_core::{Evaluator, Node, Outcome, Position, Score, Window};
use rand::{RngExt, SeedableRng, rngs::Xoshiro256PlusPlus};
use std::{
    cmp::Reverse,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// What a walk allocates, kept between searches.
#[derive(Clone, Debug)]
pub(super) struct Buffers<P: Position> {
    /// From the root to where a round is: the nodes and the moves that lead to them.
    path: Vec<(usize, P::Move)>,
    moves: Vec<P::Move>,
    /// Those of them that the guide defers.
    deferred: Vec<P::Move>,
    ranks: Vec<i32>,
    /// The places of moves by their ranks, and whether the player who makes it is to move again.
    sorted: Vec<(i32, usize, bool)>,
    /// The playouts' random numbers.
    random: Xoshiro256PlusPlus,
}

impl<P: Position> Buffers<P> {
    pub(super) fn new(seed: u64) -> Self {
        Self {
            path: Vec::new(),
            moves: Vec::new(),
            deferred: Vec::new(),
            ranks: Vec::new(),
            sorted: Vec::new(),
            random: Xoshiro256PlusPlus::seed_from_u64(seed),
        }
    }
}

/// Rounds down the tree and up again.
pub(super) struct Walk<'a, P: Position, G> {
    guide: &'a mut G,
    options: &'a MctsOptions,
    tree: &'a Mutex<Tree<P::Move>>,
    buffers: &'a mut Buffers<P>,
    /// No node is grown here or deeper, in plies from the root.
    furthest: usize,
    pub(super) deepest: usize,
    pub(super) evaluations: u64,
}

impl<'a, P: Position, G> Walk<'a, P, G> {
    /// A random game longer than this counts as a draw.
    const LONGEST_PLAYOUT: usize = 1_000;

    pub(super) fn new(
        guide: &'a mut G,
        options: &'a MctsOptions,
        tree: &'a Mutex<Tree<P::Move>>,
        buffers: &'a mut Buffers<P>,
        furthest: usize,
    ) -> Self {
        Self {
            guide,
            options,
            tree,
            buffers,
            furthest,
            deepest: 0,
            evaluations: 0,
        }
    }

    /// Whether the root is proved.
    pub(super) fn is_over(&self) -> bool {
        self.tree().nodes[0].proven.is_some()
    }

    /// Starts a tree at `line`: with those of the `legal` moves that are allowed and please the
    /// guide, or else that are allowed.
    pub(super) fn plant<E: Evaluator<P>>(
        &mut self,
        line: &mut Node<'_, P, E>,
        legal: &[P::Move],
        allows: impl Fn(&P::Move) -> bool,
    ) where
        G: Guide<P, E>,
    {
        self.tree().plant(TreeNode::new(legal[0], 1.0));
        self.candidates(line);
        self.buffers
            .moves
            .retain(|mv| legal.contains(mv) && allows(mv));
        if self.buffers.moves.is_empty() {
            self.buffers
                .moves
                .extend(legal.iter().copied().filter(allows));
        }
        self.grow(line, 0);
    }

    /// One round from the root, where `line` is: down the tree to a leaf, its value, and with that
    /// up again. No position is made on the way down but the leaf's.
    pub(super) fn round<E: Evaluator<P>>(
        &mut self,
        line: &mut Node<'_, P, E>,
        budget: &mut Budget<'_>,
    ) where
        G: Guide<P, E>,
    {
        self.buffers.path.clear();
        let found = match self.go_down() {
            End::Proved => 0.0,
            // A random game needs no evaluator that has followed the moves.
            End::Leaf(visits) if self.options.leaf == Leaf::Playout && !self.grows(visits) => {
                let mut pos = line.pos().clone();
                for &(_, mv) in &self.buffers.path {
                    pos.play(mv);
                }
                self.ended(&pos).unwrap_or_else(|| self.playout(&pos))
            }
            End::Leaf(visits) => self.reach(line, visits, budget),
        };
        self.tree().go_up(&self.buffers.path, found);
    }

    /// Goes on down from the end of the path.
    fn go_down(&mut self) -> End {
        let end = self.tree().go_down(&mut self.buffers.path, self.options);
        self.deepest = self.deepest.max(self.buffers.path.len());
        end
    }

    /// Plays what is left of the path, and values the leaf at its end, visited so often.
    fn reach<E: Evaluator<P>>(
        &mut self,
        line: &mut Node<'_, P, E>,
        visits: u32,
        budget: &mut Budget<'_>,
    ) -> f32
    where
        G: Guide<P, E>,
    {
        match self.buffers.path.get(line.ply()) {
            Some(&(_, mv)) => line.after(mv, |line| self.reach(line, visits, budget)),
            None => self.leaf(line, visits, budget),
        }
    }

    /// The tree, for a moment: never while a position is generated, ranked or valued.
    pub(super) fn tree(&self) -> MutexGuard<'a, Tree<P::Move>> {
        self.tree.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a leaf visited so often gets children.
    fn grows(&self, visits: u32) -> bool {
        visits >= self.options.expand && self.buffers.path.len() < self.furthest
    }

    /// The value of the leaf at the path's end, where the rules have ended the game there.
    fn ended(&self, pos: &P) -> Option<f32> {
        // A node has one path: what the rules say of it is true of the node.
        let verdict = || pos.adjudicate().map(|verdict| verdict.outcome);
        let outcome = pos.decided().or_else(verdict)?;
        Some(self.proved(outcome, 0))
    }

    /// Proves the leaf at the path's end.
    fn proved(&self, outcome: Outcome, plies: u16) -> f32 {
        let at = self.buffers.path.last().map_or(0, |&(at, _)| at);
        let mut tree = self.tree();
        tree.prove(at, outcome, plies);
        tree.nodes[at].value()
    }

    /// Values the leaf at the path's end, where `line` is, visited so often; or grows it, and
    /// values one of its children.
    fn leaf<E: Evaluator<P>>(
        &mut self,
        line: &mut Node<'_, P, E>,
        visits: u32,
        budget: &mut Budget<'_>,
    ) -> f32
    where
        G: Guide<P, E>,
    {
        if let Some(value) = self.ended(line.pos()) {
            return value;
        }
        if let Some(verdict) = self.guide.path_verdict(line) {
            // What only the guide thinks of a path is a value, and no proof.
            return self.options.squash(verdict.score);
        }
        if self.grows(visits) {
            self.candidates(line);
            if self.buffers.moves.is_empty() {
                return self.proved(line.pos().stuck(), 0);
            }
            let at = self.buffers.path.last().map_or(0, |&(at, _)| at);
            if self.grow(line, at) {
                return match self.go_down() {
                    End::Proved => 0.0,
                    End::Leaf(visits) => self.reach(line, visits, budget),
                };
            }
        }
        match self.options.leaf {
            Leaf::Evaluator => {
                if visits == 0
                    && self.options.proofs
                    && let Some(value) = self.solve(line, budget)
                {
                    return value;
                }
                self.evaluations += 1;
                self.options.squash(line.evaluate())
            }
            Leaf::Playout => self.playout(line.pos()),
        }
    }

    /// The value of the leaf where `line` is, if the guide proves one: it proves the leaf where the
    /// proof tells who wins.
    fn solve<E: Evaluator<P>>(
        &mut self,
        line: &mut Node<'_, P, E>,
        budget: &mut Budget<'_>,
    ) -> Option<f32>
    where
        G: Guide<P, E>,
    {
        let proof = self.guide.prove(line, 0, Window::FULL, budget);
        budget.look_soon();
        // A search that is stopped takes the evaluator's word for this last round.
        let proof = proof.ok()??;
        let score = proof.score;
        let plies = score
            .plies_to_end()
            .map_or(0, |plies| plies.saturating_sub(line.ply()));
        let plies = u16::try_from(plies).unwrap_or(u16::MAX);
        match proof.bound {
            Bound::Lower | Bound::Exact if score > Score::DRAW && self.guide.is_final(score) => {
                Some(self.proved(Outcome::Win, plies))
            }
            Bound::Upper | Bound::Exact if score < Score::DRAW && self.guide.is_final(score) => {
                Some(self.proved(Outcome::Loss, plies))
            }
            Bound::Exact => Some(self.options.squash(score)),
            _ => None,
        }
    }

    /// Lists the moves worth a node.
    fn candidates<E: Evaluator<P>>(&mut self, line: &mut Node<'_, P, E>)
    where
        G: Guide<P, E>,
    {
        let Buffers {
            moves, deferred, ..
        } = &mut *self.buffers;
        moves.clear();
        self.guide.all_candidates(line, 1, moves, deferred);
        if P::LAZY_LEGALITY {
            moves.retain(|&mv| line.pos().is_legal(mv));
        }
    }

    /// Gives the node its children, in the guide's order; false if there is no room. Each child's
    /// prior falls with the number of those ranked above it.
    fn grow<E: Evaluator<P>>(&mut self, line: &mut Node<'_, P, E>, at: usize) -> bool
    where
        G: Guide<P, E>,
    {
        /// More than any rank.
        const DEFERRED: i32 = 1 << 26;
        let Buffers {
            moves,
            deferred,
            ranks,
            sorted,
            ..
        } = &mut *self.buffers;
        ranks.clear();
        ranks.resize(moves.len(), 0);
        self.guide.rank(line, moves, ranks);
        if G::DEFERS {
            for (mv, rank) in moves.iter().zip(&mut *ranks) {
                *rank -= if deferred.contains(mv) { DEFERRED } else { 0 };
            }
        }
        sorted.clear();
        let mut again = |mv| !P::TURNS_ALTERNATE && line.after(mv, |child| !child.turn_passed());
        let places = ranks.iter().zip(&*moves).enumerate();
        sorted.extend(places.map(|(place, (&rank, &mv))| (rank, place, again(mv))));
        // Among equals the order in which the guide lists them.
        sorted.sort_unstable_by_key(|&(rank, place, _)| (Reverse(rank), place));
        let mut above = 0;
        let weight = |at: usize, above: &mut usize| {
            if at > 0 && sorted[at].0 < sorted[at - 1].0 {
                *above = at;
            }
            1.0 / (*above + 1) as f32
        };
        let whole: f32 = (0..sorted.len()).map(|at| weight(at, &mut above)).sum();
        above = 0;
        let children = (0..sorted.len()).map(|at| {
            let (_, place, again) = sorted[at];
            TreeNode::new(moves[place], weight(at, &mut above) / whole).moved_again(again)
        });
        self.tree
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .grow(at, children)
    }

    /// The value of a game of random moves from `pos`, for the player to move there.
    fn playout(&mut self, pos: &P) -> f32 {
        let Buffers { moves, random, .. } = &mut *self.buffers;
        match pos.playout(Self::LONGEST_PLAYOUT, moves, |of| random.random_range(..of)) {
            Some(Outcome::Win) => 1.0,
            Some(Outcome::Draw) | None => 0.0,
            Some(Outcome::Loss) => -1.0,
        }
    }
}
