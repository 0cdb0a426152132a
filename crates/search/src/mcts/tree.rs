use game_core::Outcome;
use std::ops::{Neg, Range};

/// A position of the tree, as the move that leads there.
#[derive(Clone, Copy, Debug)]
pub(super) struct TreeNode<M> {
    pub(super) mv: M,
    /// The share of attention that the move ordering gives it among its siblings.
    pub(super) prior: f32,
    pub(super) visits: u32,
    /// Rounds that are below it at the moment.
    pub(super) under: u32,
    /// The sum of the values seen, each from -1 to 1, for the player to move here.
    pub(super) total: f64,
    /// The first child and how many there are; none before the node is expanded.
    pub(super) first: u32,
    pub(super) children: u16,
    /// How the game ends from here, for the player to move, if that is proved, and in how many
    /// plies.
    pub(super) proven: Option<Outcome>,
    pub(super) plies: u16,
    /// [`DRAWN`](Self::DRAWN) and [`AGAIN`](Self::AGAIN), in one byte: a node more is a node less.
    marks: u8,
}

impl<M> TreeNode<M> {
    /// One of the moves is proved to draw.
    const DRAWN: u8 = 1;
    /// The player whose move led here is to move again.
    const AGAIN: u8 = 2;

    pub(super) fn new(mv: M, prior: f32) -> Self {
        Self {
            mv,
            prior,
            visits: 0,
            under: 0,
            total: 0.0,
            first: 0,
            children: 0,
            proven: None,
            plies: 0,
            marks: 0,
        }
    }

    /// The same node, but its player to move is the one whose move led here, if that is `again` so.
    pub(super) fn moved_again(self, again: bool) -> Self {
        Self {
            marks: if again { Self::AGAIN } else { 0 },
            ..self
        }
    }

    /// Whether one of the moves is proved to draw.
    pub(super) fn is_drawn(&self) -> bool {
        self.marks & Self::DRAWN != 0
    }

    pub(super) fn set_drawn(&mut self, drawn: bool) {
        self.marks = self.marks & Self::AGAIN | if drawn { Self::DRAWN } else { 0 };
    }

    /// What is worth `value` to the player to move here, as the player sees it whose move led here.
    pub(super) fn negamax<T: Neg<Output = T>>(&self, value: T) -> T {
        if self.marks & Self::AGAIN == 0 {
            -value
        } else {
            value
        }
    }

    /// How the game ends from here for the player whose move led here, if that is proved.
    pub(super) fn proven_before(&self) -> Option<Outcome> {
        let proven = self.proven?;
        Some(if self.marks & Self::AGAIN == 0 {
            !proven
        } else {
            proven
        })
    }

    /// The value for the player to move, from -1 to 1; 0 if nothing is known.
    pub(super) fn value(&self) -> f32 {
        match self.proven {
            Some(Outcome::Win) => 1.0,
            Some(Outcome::Draw) => 0.0,
            Some(Outcome::Loss) => -1.0,
            None if self.visits == 0 => 0.0,
            None => (self.total / f64::from(self.visits)) as f32,
        }
    }

    /// The value for the player whose move led here, if he lost every round that is below.
    pub(super) fn value_if_lost(&self) -> f32 {
        if self.under == 0 {
            return self.negamax(self.value());
        }
        let under = f64::from(self.under);
        ((self.negamax(self.total) - under) / (f64::from(self.visits) + under)) as f32
    }

    pub(super) fn family(&self) -> Range<usize> {
        self.first as usize..self.first as usize + usize::from(self.children)
    }
}

/// The tree: siblings side by side in one block of memory that is never grown.
#[derive(Clone, Debug)]
pub(super) struct Tree<M> {
    pub(super) nodes: Vec<TreeNode<M>>,
    /// Where a subtree is copied when it becomes the tree.
    spare: Vec<TreeNode<M>>,
    limit: usize,
}

impl<M: Copy> Tree<M> {
    /// An empty tree that will take no more than `bytes`, but room for one root and its moves.
    pub(super) fn with_bytes(bytes: usize) -> Self {
        // Half is for the spare.
        let limit = (bytes / 2 / size_of::<TreeNode<M>>()).clamp(1, u32::MAX as usize);
        Self {
            nodes: Vec::new(),
            spare: Vec::new(),
            limit,
        }
    }

    /// Starts over with one node. The memory is taken the first time.
    pub(super) fn plant(&mut self, root: TreeNode<M>) {
        self.nodes.clear();
        self.nodes.reserve_exact(self.limit);
        self.nodes.push(root);
    }

    /// Gives `parent` its children, unless another thread has; false if there is no room. The
    /// root's find room always.
    pub(super) fn grow(
        &mut self,
        parent: usize,
        children: impl ExactSizeIterator<Item = TreeNode<M>>,
    ) -> bool {
        if self.nodes[parent].children > 0 {
            return true;
        }
        let first = self.nodes.len();
        let (Ok(count), Ok(at)) = (u16::try_from(children.len()), u32::try_from(first)) else {
            return false;
        };
        if first + children.len() > self.limit && parent > 0 {
            return false;
        }
        self.nodes.extend(children);
        (self.nodes[parent].first, self.nodes[parent].children) = (at, count);
        true
    }

    /// Makes the subtree of `root` the tree, and forgets the rest.
    pub(super) fn replant(&mut self, root: usize) {
        self.spare.clear();
        self.spare.reserve_exact(self.limit);
        self.spare.push(self.nodes[root]);
        let mut at = 0;
        while at < self.spare.len() {
            let family = self.spare[at].family();
            self.spare[at].first = self.spare.len() as u32;
            self.spare.extend_from_slice(&self.nodes[family]);
            at += 1;
        }
        std::mem::swap(&mut self.nodes, &mut self.spare);
    }

    /// How full it is, in permille.
    pub(super) fn full(&self) -> u16 {
        (self.nodes.len() * 1_000 / self.limit).min(1_000) as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subtree_is_kept_whole() {
        let mut tree = Tree::with_bytes(1 << 16);
        tree.plant(TreeNode::new(0u32, 1.0));
        let child = |mv: u32| TreeNode {
            visits: 10 * mv,
            ..TreeNode::new(mv, 0.5)
        };
        assert!(tree.grow(0, [1, 2].map(child).into_iter()));
        assert!(
            tree.grow(1, [3].map(child).into_iter()) && tree.grow(2, [4, 5].map(child).into_iter())
        );
        assert!(tree.grow(4, [6].map(child).into_iter()));
        tree.replant(2);
        let moves: Vec<_> = tree
            .nodes
            .iter()
            .map(|node| (node.mv, node.visits))
            .collect();
        assert_eq!(moves, [(2, 20), (4, 40), (5, 50), (6, 60)]);
        assert_eq!(
            (
                tree.nodes[0].family(),
                tree.nodes[1].family(),
                tree.nodes[2].family().len()
            ),
            (1..3, 3..4, 0)
        );
    }

    #[test]
    fn a_full_tree_refuses() {
        let mut tree = Tree::with_bytes(2 * 4 * size_of::<TreeNode<u32>>());
        tree.plant(TreeNode::new(0u32, 1.0));
        assert!(tree.grow(0, [1, 2, 3].map(|mv| TreeNode::new(mv, 0.3)).into_iter()));
        assert!(!tree.grow(1, [4].map(|mv| TreeNode::new(mv, 1.0)).into_iter()));
        assert_eq!((tree.full(), tree.nodes[1].family().len()), (1_000, 0));
    }
}
