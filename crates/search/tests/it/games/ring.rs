//! A token moved around a graph, where the player who brings it back loses: the graph-history
//! problem in a few nodes.
use super::mix;
use game_core::{Adjudication, Evaluator, Node, Outcome, Player, Position, Score};
use search::{Guide, Horizon, PathDependence, PathScore};

/// Where the token may go, from each node; a node without edges is lost for the player to move, or
/// a draw.
#[derive(Debug, PartialEq)]
pub struct Graph {
    edges: &'static [&'static [u8]],
    draws: &'static [u8],
}

/// The graph, and the way the token has come; even plies are the first player's.
#[derive(Clone, Debug, PartialEq)]
pub struct Ring {
    graph: &'static Graph,
    pub path: Vec<u8>,
}

/// Both S and T lead to X in five plies. By way of S the path holds Y, so the player at X cannot go
/// there, and loses at L; by way of T, Y is free. To store what S found at X and believe it by way
/// of T is a false win for the first player.
pub const FALSE_WIN: Graph = Graph {
    edges: &[
        /* 0 R */ &[1, 2, 3],
        /* 1 S */ &[4],
        /* 2 T */ &[7],
        /* 3 D */ &[],
        /* 4 Y */ &[5],
        /* 5 Z */ &[6, 12],
        /* 6 V */ &[10],
        /* 7 U */ &[8],
        /* 8 */ &[6],
        /* 9, out of reach */ &[10],
        /* 10 X */ &[4, 11],
        /* 11 L, where the second player is lost */ &[17],
        /* 12 K, where the first player is lost, but far away */ &[13],
        &[14],
        &[15],
        &[16],
        /* 16 */ &[],
        /* 17 M */ &[],
    ],
    draws: &[3],
};

/// Where a repetition draws. X can be reached by V, after Y, and by U, without it; the second
/// player, to move there, may go to Y or lose at L. After Y that repeats, and a draw is enough to
/// cut off once the draw at D is known; without it Y loses as well. To store the cutoff and believe
/// it on the other path is a false draw.
pub const FALSE_DRAW: Graph = Graph {
    edges: &[
        /* 0 R */ &[1, 2],
        /* 1 S */ &[4],
        /* 2 T */ &[7],
        /* 3 D */ &[],
        /* 4 Y */ &[5, 12],
        /* 5 Z */ &[6],
        /* 6 V */ &[3, 10],
        /* 7 */ &[8],
        /* 8 */ &[9, 6],
        /* 9 U */ &[3, 10],
        /* 10 X */ &[4, 11],
        /* 11 L */ &[13],
        /* 12, where the second player is lost */ &[],
        /* 13, and here */ &[],
    ],
    draws: &[3],
};
/// At X the second player may draw at D, or go to Y, where the first is lost.
pub const LOST_AT_Y: Graph = Graph {
    edges: &[
        /* 0 R */ &[1],
        /* 1 X */ &[2, 3],
        /* 2 Y */ &[4],
        /* 3 D */ &[],
        &[5],
        &[],
    ],
    draws: &[3],
};
/// From X the first way leads back to X, the second to a draw at D.
pub const BACK_OR_DRAW: Graph = Graph {
    edges: &[
        /* 0 R */ &[1],
        /* 1 X */ &[2, 3],
        /* 2 Y */ &[1],
        /* 3 D */ &[],
    ],
    draws: &[3],
};
/// To X by way of Y, and without it.
pub const BY_V: [u8; 5] = [0, 1, 4, 5, 6];
pub const BY_U: [u8; 5] = [0, 2, 7, 8, 9];
/// In both graphs, a ply before V: after Y, and without it.
pub const AFTER_Y: [u8; 4] = [0, 1, 4, 5];
pub const WITHOUT_Y: [u8; 4] = [0, 2, 7, 8];

impl Position for Ring {
    type Move = u8;
    type Undo = ();
    const SLOTS: usize = 18;

    fn turn(&self) -> Player {
        if self.path.len() % 2 == 1 {
            Player::First
        } else {
            Player::Second
        }
    }
    fn key(&self) -> u64 {
        mix(self.node() as u64, self.turn() as u64 + 1)
    }
    fn decided(&self) -> Option<Outcome> {
        let node = self.node();
        if self.graph.draws.contains(&(node as u8)) {
            return Some(Outcome::Draw);
        }
        self.graph.edges[node].is_empty().then_some(Outcome::Loss)
    }
    fn stuck(&self) -> Outcome {
        Outcome::Loss
    }
    fn generate(&self, moves: &mut Vec<u8>) {
        moves.extend(self.graph.edges[self.node()]);
    }
    fn play(&mut self, mv: u8) {
        self.path.push(mv);
    }
    fn undo(&mut self, _: u8, (): ()) {
        self.path.pop();
    }
    fn pack(&self, mv: u8) -> u16 {
        mv.into()
    }
    fn unpack(&self, bits: u16) -> Option<u8> {
        self.graph.edges[self.node()]
            .iter()
            .copied()
            .find(|&mv| u16::from(mv) == bits)
    }
    fn slot(&self, mv: u8) -> usize {
        mv.into()
    }
}

impl Ring {
    pub fn new(graph: &'static Graph) -> Self {
        Self::along(graph, &[0])
    }
    pub fn along(graph: &'static Graph, path: &[u8]) -> Self {
        Self {
            graph,
            path: path.to_vec(),
        }
    }
    fn node(&self) -> usize {
        self.path[self.path.len() - 1].into()
    }
}

/// The rule that a position which comes back ends the game: for the player to move then, so.
#[derive(Clone)]
pub struct NoReturn {
    pub outcome: Outcome,
    /// Follows every move beyond the horizon.
    pub urgent: bool,
}

impl<E: Evaluator<Ring>> Guide<Ring, E> for NoReturn {
    fn path_verdict(&mut self, line: &mut Node<'_, Ring, E>) -> Option<PathScore> {
        let (last, before) = line.pos().path.split_last()?;
        let at = before.iter().position(|node| node == last)?;
        let reach = before.len() - at;
        Some(PathScore::adjudicated(
            line,
            Adjudication {
                outcome: self.outcome,
                reach,
            },
        ))
    }
    fn horizon(&mut self, _: &mut Node<'_, Ring, E>, _: i32) -> Horizon {
        if self.urgent {
            Horizon::MustAnswer
        } else {
            Horizon::StandPat
        }
    }
}

/// The rule that a game of this many positions is a draw.
#[derive(Clone)]
pub struct Longest(pub usize);

impl<E: Evaluator<Ring>> Guide<Ring, E> for Longest {
    fn path_verdict(&mut self, line: &mut Node<'_, Ring, E>) -> Option<PathScore> {
        let over = line.pos().path.len() >= self.0;
        over.then(|| {
            PathScore::adjudicated(
                line,
                Adjudication {
                    outcome: Outcome::Draw,
                    reach: 0,
                },
            )
        })
    }
}

/// Says that a position which comes back is the worst that there is for the player to move then,
/// short of a lost game.
#[derive(Clone)]
pub struct WorstReturn;

impl<E: Evaluator<Ring>> Guide<Ring, E> for WorstReturn {
    fn path_verdict(&mut self, line: &mut Node<'_, Ring, E>) -> Option<PathScore> {
        let (last, before) = line.pos().path.split_last()?;
        let at = before.iter().position(|node| node == last)?;
        Some(PathScore {
            score: -Score::MAX_EVAL,
            dependence: PathDependence::ply(at as i32),
        })
    }
}
