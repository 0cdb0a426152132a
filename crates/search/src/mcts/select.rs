use super::options::{MctsOptions, Selection};
use super::tree::{Tree, TreeNode};
use game_core::Outcome;

/// Where a round's way down ends.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum End {
    /// At a node that is proved.
    Proved,
    /// At a node without children, visited so often.
    Leaf(u32),
}

/// The way down the tree, and what is taken back up.
impl<M: Copy> Tree<M> {
    /// Goes down from the end of `path`, or from the root where it is empty, and adds each child it
    /// comes to, with its move. A child so chosen counts as lost, for every other thread that comes
    /// by, until the round has [gone up](Self::go_up): virtual loss (Chaslot, Winands and van den
    /// Herik, *Parallel Monte-Carlo tree search*, 2008).
    pub(super) fn go_down(&mut self, path: &mut Vec<(usize, M)>, options: &MctsOptions) -> End {
        let mut at = path.last().map_or(0, |&(at, _)| at);
        loop {
            let node = &self.nodes[at];
            if node.proven.is_some() {
                return End::Proved;
            }
            if node.children == 0 {
                return End::Leaf(node.visits);
            }
            at = self.select(at, options);
            self.nodes[at].under += 1;
            path.push((at, self.nodes[at].mv));
        }
    }

    /// Ends a round that `found` a value at the end of its `path`, for the player to move there.
    pub(super) fn go_up(&mut self, path: &[(usize, M)], found: f32) {
        let mut value = found;
        let mut below: Option<usize> = None;
        for at in path.iter().rev().map(|&(at, _)| at).chain([0]) {
            if let Some(child) = below {
                value = self.nodes[child].negamax(value);
                if self.nodes[child].proven.is_some() {
                    self.solve(at);
                }
                // With a draw in hand nobody plays for less.
                if self.nodes[at].is_drawn() {
                    value = value.max(0.0);
                }
            }
            below = Some(at);
            let node = &mut self.nodes[at];
            if node.proven.is_some() {
                value = node.value();
            }
            node.visits = node.visits.saturating_add(1);
            node.under = node.under.saturating_sub(1);
            node.total += f64::from(value);
        }
    }

    /// The child most worth a visit, of those not proved.
    fn select(&self, at: usize, options: &MctsOptions) -> usize {
        let parent = &self.nodes[at];
        let rounds = parent.visits.max(1) as f32;
        let root = rounds.sqrt();
        let logarithm = rounds.ln();
        let merit = |node: &TreeNode<M>| {
            let visits = (node.visits + node.under) as f32;
            match options.selection {
                Selection::Ucb1 if visits == 0.0 => f32::INFINITY,
                Selection::Ucb1 => {
                    options.exploration * (logarithm / visits).sqrt() + node.value_if_lost()
                }
                Selection::Puct => {
                    // What was never tried is taken to be so much worse than its parent.
                    let value = if visits == 0.0 {
                        parent.value() - options.first_play
                    } else {
                        node.value_if_lost()
                    };
                    value + options.exploration * node.prior * root / (1.0 + visits)
                }
            }
        };
        let mut best = (f32::NEG_INFINITY, parent.first as usize);
        for child in parent.family() {
            let node = &self.nodes[child];
            if node.proven.is_none() {
                let merit = merit(node);
                if merit > best.0 {
                    best = (merit, child);
                }
            }
        }
        best.1
    }

    /// Proves the node at `at`, if its children do.
    pub(super) fn solve(&mut self, at: usize) {
        let children = &self.nodes[self.nodes[at].family()];
        let ends_as = |outcome| {
            children
                .iter()
                .filter(move |child| child.proven_before() == Some(outcome))
                .map(|child| child.plies)
        };
        let drawn = ends_as(Outcome::Draw).next().is_some();
        let proven = if let Some(plies) = ends_as(Outcome::Win).min() {
            Some((Outcome::Win, plies))
        } else if children.iter().any(|child| child.proven.is_none()) {
            None
        } else {
            ends_as(Outcome::Draw)
                .max()
                .map(|plies| (Outcome::Draw, plies))
                .or_else(|| {
                    ends_as(Outcome::Loss)
                        .max()
                        .map(|plies| (Outcome::Loss, plies))
                })
        };
        self.nodes[at].set_drawn(drawn);
        if let Some((outcome, plies)) = proven {
            self.prove(at, outcome, plies.saturating_add(1));
        }
    }

    pub(super) fn prove(&mut self, at: usize, outcome: Outcome, plies: u16) {
        let node = &mut self.nodes[at];
        (node.proven, node.plies) = (Some(outcome), plies);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_another_tries_counts_as_lost() {
        for selection in [Selection::Ucb1, Selection::Puct] {
            let mut tree = Tree::with_bytes(1 << 16);
            tree.plant(TreeNode::new(0u32, 1.0));
            assert!(tree.grow(0, [1, 2].map(|mv| TreeNode::new(mv, 0.5)).into_iter()));
            let options = MctsOptions {
                selection,
                ..MctsOptions::default()
            };
            let step = |tree: &mut Tree<u32>, visits| {
                let mut path = Vec::new();
                assert_eq!(tree.go_down(&mut path, &options), End::Leaf(visits));
                path
            };
            // Both children are as good as each other, before and after.
            let first = step(&mut tree, 0);
            let second = step(&mut tree, 0);
            assert_eq!((&first[..], &second[..]), (&[(1, 1)][..], &[(2, 2)][..]));
            for path in [&first, &second] {
                let child = path[0].0;
                assert_eq!(
                    tree.nodes[child].value_if_lost(),
                    -1.0,
                    "for the player who moved there"
                );
                tree.go_up(path, 0.0);
                assert_eq!(
                    (tree.nodes[child].under, tree.nodes[child].value_if_lost()),
                    (0, 0.0)
                );
            }
            assert_eq!(tree.nodes[0].visits, 2);
            assert_eq!(step(&mut tree, 1), first, "{selection:?}");
        }
    }
}
