use super::{Plan, SearchResult, games::Seen};
use crate::{Entry, Symmetric};
use game_core::Score;
use std::collections::HashMap;

/// The positions of a book and the moves between them, in layers: a move leads one ply further.
pub(super) struct Graph<P: Symmetric> {
    nodes: Vec<Node<P>>,
    by_key: HashMap<u64, usize>,
    /// The positions from which a move leads to a key, in the book or not.
    before: HashMap<u64, Vec<usize>>,
}

/// A canonical position.
pub(super) struct Node<P: Symmetric> {
    pub pos: P,
    pub key: u64,
    /// Plies from the start.
    pub ply: usize,
    /// Every legal move, and the key of the position it leads to.
    pub moves: Vec<(P::Move, u64)>,
    /// The best move that leaves the book, if any.
    pub leaf: Option<Leaf<P::Move>>,
}

/// The result of a search.
#[derive(Clone, Copy)]
pub(super) struct Leaf<M> {
    pub mv: M,
    /// The key of the position it leads to.
    pub key: u64,
    pub score: Score,
    pub depth: u32,
}

/// The score of a position for the player to move, and the distance of the horizon behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Worth {
    pub score: Score,
    pub depth: u8,
}

impl Worth {
    /// The same one ply earlier: for the other player, unless the move leaves the turn as it was.
    fn before(self, turn_passes: bool) -> Self {
        let score = if turn_passes { -self.score } else { self.score };
        Self {
            score: Score::from_table(score.to_table(0), 1),
            depth: self.depth.saturating_add(1),
        }
    }
}

impl<P: Symmetric> Graph<P> {
    /// The start, and the positions that enough games went through.
    pub fn of_games(start: &P, seen: &Seen, plan: &Plan) -> Self {
        let mut graph = Self {
            nodes: Vec::new(),
            by_key: HashMap::new(),
            before: HashMap::new(),
        };
        graph.add(start.canonical_form().0, 0);
        let mut next = 0;
        while next < graph.len() {
            let pos = graph.nodes[next].pos.clone();
            let ply = graph.nodes[next].ply + 1;
            if ply < plan.plies {
                for (mv, key) in graph.nodes[next].moves.clone() {
                    if seen.games(key) >= plan.min_games.max(1) && !graph.by_key.contains_key(&key)
                    {
                        graph.add(after(&pos, mv), ply);
                    }
                }
            }
            next += 1;
        }
        graph
    }

    /// Adds a canonical position that is not there yet, unless the game is over there.
    pub fn add(&mut self, pos: P, ply: usize) -> Option<usize> {
        let mut legal = Vec::new();
        let number = self.nodes.len();
        if pos.legal_moves(&mut legal).is_some() {
            return None;
        }
        let moves: Vec<_> = legal
            .into_iter()
            .map(|mv| (mv, after(&pos, mv).key()))
            .collect();
        for &(_, key) in &moves {
            let before = self.before.entry(key).or_default();
            // Two moves may lead to one position.
            if before.last() != Some(&number) {
                before.push(number);
            }
        }
        let key = pos.key();
        self.by_key.insert(key, number);
        self.nodes.push(Node {
            pos,
            key,
            ply,
            moves,
            leaf: None,
        });
        Some(number)
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn node(&self, number: usize) -> &Node<P> {
        &self.nodes[number]
    }

    /// The book position in the next layer that a move from `node` to `key` leads to, if there is
    /// one.
    pub fn child(&self, node: usize, key: u64) -> Option<usize> {
        self.by_key
            .get(&key)
            .copied()
            .filter(|&child| self.nodes[child].ply == self.nodes[node].ply + 1)
    }

    /// Whether the position is in the book, in any layer.
    pub fn contains(&self, key: u64) -> bool {
        self.by_key.contains_key(&key)
    }

    /// The positions of the book from which a move leads to `key`.
    pub fn before(&self, key: u64) -> &[usize] {
        self.before.get(&key).map_or(&[], Vec::as_slice)
    }

    /// The moves of `node` that lead to other positions of the book.
    pub fn known_moves(&self, node: usize) -> Vec<P::Move> {
        let moves = self.nodes[node].moves.iter();
        moves
            .filter(|&&(_, key)| self.child(node, key).is_some())
            .map(|&(mv, _)| mv)
            .collect()
    }

    /// Records the result of a search at `node`.
    pub fn set_leaf(&mut self, node: usize, found: Option<SearchResult<P::Move>>) {
        let node = &mut self.nodes[node];
        node.leaf = found.and_then(|SearchResult { mv, score, depth }| {
            let &(_, key) = node.moves.iter().find(|(known, _)| *known == mv)?;
            Some(Leaf {
                mv,
                key,
                score,
                depth,
            })
        });
    }

    /// The nodes' numbers, the first layer first.
    pub fn by_layers(&self) -> Vec<usize> {
        let mut order: Vec<_> = (0..self.len()).collect();
        order.sort_by_key(|&node| self.nodes[node].ply);
        order
    }

    /// The score of each position, by minimax from the last layer to the first; `None` without a
    /// search result.
    pub fn worth(&self) -> Vec<Option<Worth>> {
        let mut worth = vec![None; self.len()];
        for node in self.by_layers().into_iter().rev() {
            worth[node] = self
                .options(node, &worth)
                .into_iter()
                .map(|(_, _, worth)| worth)
                .reduce(better);
        }
        worth
    }

    /// The moves of `node` with known scores, each with its target: one for each target, however
    /// many moves lead there.
    pub fn options(&self, node: usize, worth: &[Option<Worth>]) -> Vec<(P::Move, u64, Worth)> {
        let Node {
            pos, moves, leaf, ..
        } = &self.nodes[node];
        let mut options: Vec<(P::Move, u64, Worth)> = Vec::new();
        for &(mv, key) in moves {
            let known = self.child(node, key).and_then(|child| worth[child]);
            if let Some(worth) = known.filter(|_| options.iter().all(|&(_, other, _)| other != key))
            {
                options.push((mv, key, worth.before(turn_passes(pos, mv))));
            }
        }
        let own = leaf.map(|leaf| {
            (
                leaf.mv,
                leaf.key,
                Worth {
                    score: leaf.score,
                    depth: leaf.depth.min(255) as u8,
                },
            )
        });
        options.extend(own);
        options
    }

    /// Every position's key, and its moves.
    pub fn pages<'a>(
        &'a self,
        seen: &'a Seen,
    ) -> impl Iterator<Item = (u64, Vec<Entry<u16>>)> + 'a {
        let worth = self.worth();
        let page = move |number: usize| {
            let node = &self.nodes[number];
            let entry = |(mv, key, Worth { score, depth })| {
                let tally = seen.step(node.key, key);
                Entry {
                    mv: node.pos.pack(mv),
                    score,
                    depth,
                    tally,
                }
            };
            (
                node.key,
                self.options(number, &worth)
                    .into_iter()
                    .map(entry)
                    .collect(),
            )
        };
        (0..self.len()).map(page)
    }
}

/// The canonical form of the position that `mv` leads to.
pub(super) fn after<P: Symmetric>(pos: &P, mv: P::Move) -> P {
    let mut pos = pos.clone();
    pos.play(mv);
    pos.canonical_form().0
}

/// Whether the opponent is to move after `mv`.
fn turn_passes<P: Symmetric>(pos: &P, mv: P::Move) -> bool {
    P::TURNS_ALTERNATE || {
        let mut after = pos.clone();
        after.play(mv);
        after.turn() != pos.turn()
    }
}

/// The greater of two scores; of equals the first.
fn better(one: Worth, other: Worth) -> Worth {
    if other.score > one.score { other } else { one }
}
