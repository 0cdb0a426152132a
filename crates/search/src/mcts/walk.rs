use super::options::{Leaf, MctsOptions};
use super::select::Step;
use super::tree::{Tree, TreeNode};
use crate::{Guide, Stage};
use game_core::{Evaluator, Node, Position, zobrist::mix};
use std::{
    cmp::Reverse,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// What a walk allocates, kept between searches.
#[derive(Clone, Debug)]
pub(super) struct Buffers<P: Position> {
    moves: Vec<P::Move>,
    ranks: Vec<i32>,
    sorted: Vec<(i32, P::Move)>,
    /// The state of the playouts' random numbers.
    random: u64,
}

impl<P: Position> Buffers<P> {
    pub(super) fn new(seed: u64) -> Self {
        Self {
            moves: Vec::new(),
            ranks: Vec::new(),
            sorted: Vec::new(),
            random: mix(seed),
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

    /// One round from the root, where `line` is.
    pub(super) fn round<E: Evaluator<P>>(&mut self, line: &mut Node<'_, P, E>)
    where
        G: Guide<P, E>,
    {
        self.visit(line, 0);
    }

    /// A round's part below the node at `at`, where `line` is: the value found, for the player to
    /// move there.
    fn visit<E: Evaluator<P>>(&mut self, line: &mut Node<'_, P, E>, at: usize) -> f32
    where
        G: Guide<P, E>,
    {
        self.deepest = self.deepest.max(line.ply());
        let step = self.tree().step(at, self.options);
        let found = match step {
            Step::Proved => 0.0,
            Step::Down(child, mv) => self.descend(line, at, child, mv),
            Step::Leaf(visits) => self.leaf(line, at, visits),
        };
        self.tree().leave(at, found)
    }

    fn descend<E: Evaluator<P>>(
        &mut self,
        line: &mut Node<'_, P, E>,
        at: usize,
        child: usize,
        mv: P::Move,
    ) -> f32
    where
        G: Guide<P, E>,
    {
        let value = -self.visit(&mut line.play(mv), child);
        let mut tree = self.tree();
        if tree.nodes[child].proven.is_some() {
            tree.solve(at);
        }
        // With a draw in hand nobody plays for less.
        if tree.nodes[at].drawn {
            value.max(0.0)
        } else {
            value
        }
    }

    /// The tree, for a moment: never while a position is generated, ranked or valued.
    pub(super) fn tree(&self) -> MutexGuard<'a, Tree<P::Move>> {
        self.tree.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Values a leaf visited so often, which is grown the second time.
    fn leaf<E: Evaluator<P>>(&mut self, line: &mut Node<'_, P, E>, at: usize, visits: u32) -> f32
    where
        G: Guide<P, E>,
    {
        if let Some(outcome) = line.pos().decided() {
            self.tree().prove(at, outcome, 0);
            return 0.0;
        }
        if let Some(verdict) = line.pos().adjudicate() {
            // A node has one path: what the rules say of it is true of the node.
            self.tree().prove(at, verdict.outcome, 0);
            return 0.0;
        }
        if let Some(verdict) = self.guide.path_verdict(line) {
            // What only the guide thinks of a path is a value, and no proof.
            return self.options.squash(verdict.score);
        }
        if visits > 0 && line.ply() < self.furthest {
            self.candidates(line);
            if self.buffers.moves.is_empty() {
                self.tree().prove(at, line.pos().stuck(), 0);
                return 0.0;
            }
            if self.grow(line, at) {
                let step = self.tree().step(at, self.options);
                if let Step::Down(child, mv) = step {
                    return self.descend(line, at, child, mv);
                }
            }
        }
        match self.options.leaf {
            Leaf::Evaluator => {
                self.evaluations += 1;
                self.options.squash(line.evaluate())
            }
            Leaf::Playout => self.playout(line.pos().clone()),
        }
    }

    /// Lists the moves worth a node.
    fn candidates<E: Evaluator<P>>(&mut self, line: &mut Node<'_, P, E>)
    where
        G: Guide<P, E>,
    {
        let moves = &mut self.buffers.moves;
        moves.clear();
        for stage in [Stage::Noisy, Stage::Quiet] {
            self.guide.candidates(line, stage, 1, moves);
        }
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
        let Buffers {
            moves,
            ranks,
            sorted,
            ..
        } = &mut *self.buffers;
        ranks.clear();
        ranks.resize(moves.len(), 0);
        self.guide.rank(line, moves, ranks);
        sorted.clear();
        sorted.extend(ranks.iter().copied().zip(moves.iter().copied()));
        sorted.sort_unstable_by_key(|&(rank, mv)| (Reverse(rank), P::pack(mv)));
        let mut above = 0;
        let weight = |at: usize, above: &mut usize| {
            if at > 0 && sorted[at].0 < sorted[at - 1].0 {
                *above = at;
            }
            1.0 / (*above + 1) as f32
        };
        let whole: f32 = (0..sorted.len()).map(|at| weight(at, &mut above)).sum();
        above = 0;
        let children =
            (0..sorted.len()).map(|at| TreeNode::new(sorted[at].1, weight(at, &mut above) / whole));
        self.tree
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .grow(at, children)
    }

    /// The value of a game of random moves from `pos`, for the player to move there.
    fn playout(&mut self, mut pos: P) -> f32 {
        let turn = pos.turn();
        let Buffers { moves, random, .. } = &mut *self.buffers;
        for ply in 0..Self::LONGEST_PLAYOUT {
            moves.clear();
            let ended = pos.legal_moves(moves);
            let verdict = || {
                pos.adjudicate()
                    .filter(|_| ply > 0)
                    .map(|verdict| verdict.outcome)
            };
            if let Some(outcome) = ended.or_else(verdict) {
                return outcome
                    .winner(pos.turn())
                    .map_or(0.0, |winner| if winner == turn { 1.0 } else { -1.0 });
            }
            *random = mix(*random);
            pos.play(moves[(*random % moves.len() as u64) as usize]);
        }
        0.0
    }
}
