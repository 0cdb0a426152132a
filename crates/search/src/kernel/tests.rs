//! What a node makes of a null move, of the table, of a singular move and of a proof, seen from
//! inside.
mod picker;

use super::node::Plan;
use super::*;
use crate::table::Entry;
use crate::{
    Algorithm, Bound, Control, Limits, NullMove, PathDependence, PathScore, Proof, ReductionShape,
    Reductions, Singular, Stage, Stopped,
};
use game_core::{Adjudication, Node, Outcome, Player, Window, from_fn, zobrist::mix};
use std::cell::Cell;

/// A token moved around a graph: `edges` from each node, and a node where the player to move has
/// won.
#[derive(Clone)]
struct Token {
    edges: &'static [&'static [u8]],
    won: u8,
    path: Vec<u8>,
}

const STAY: u8 = 0x7f;

impl Token {
    fn at(edges: &'static [&'static [u8]], path: &[u8]) -> Self {
        Self {
            edges,
            won: STAY,
            path: path.to_vec(),
        }
    }
    fn node(&self) -> u8 {
        self.path[self.path.len() - 1]
    }
}

impl Position for Token {
    type Move = u8;
    type Undo = ();
    const SLOTS: usize = 128;

    fn turn(&self) -> Player {
        if self.path.len() % 2 == 1 {
            Player::First
        } else {
            Player::Second
        }
    }
    fn key(&self) -> u64 {
        mix(u64::from(self.node()) << 1 | self.turn() as u64)
    }
    fn decided(&self) -> Option<Outcome> {
        (self.node() == self.won).then_some(Outcome::Win)
    }
    fn stuck(&self) -> Outcome {
        Outcome::Loss
    }
    /// A node that comes back with the same player to move ends the game in a draw.
    fn adjudicate(&self) -> Option<Adjudication> {
        let now = self.path.len() - 1;
        let before = (0..now)
            .rev()
            .filter(|at| (now - at).is_multiple_of(2))
            .find(|&at| self.path[at] == self.path[now])?;
        Some(Adjudication {
            outcome: Outcome::Draw,
            reach: now - before,
        })
    }
    fn generate(&self, moves: &mut Vec<u8>) {
        moves.extend(self.edges[usize::from(self.node())]);
    }
    fn play(&mut self, mv: u8) {
        self.path.push(if mv == STAY { self.node() } else { mv });
    }
    fn undo(&mut self, _: u8, (): ()) {
        self.path.pop();
    }
    fn pack(&self, mv: u8) -> u16 {
        mv.into()
    }
    fn unpack(&self, bits: u16) -> Option<u8> {
        self.edges[usize::from(self.node())]
            .iter()
            .copied()
            .find(|&mv| u16::from(mv) == bits)
    }
    fn slot(&self, mv: u8) -> usize {
        mv.into()
    }
}

/// Lets the token stay where it is, and knows the value of some positions.
#[derive(Clone, Default)]
struct Stays {
    /// The value of every position with at most this depth left.
    proof: Option<(i32, Score)>,
    /// Ways to nodes of odd number are noisy.
    odd_is_noisy: bool,
    /// Those of them that are put off.
    deferred: &'static [u8],
}

impl<E: Evaluator<Token>> Guide<Token, E> for Stays {
    fn candidates(
        &mut self,
        line: &mut Node<'_, Token, E>,
        stage: Stage,
        _: i32,
        moves: &mut Vec<u8>,
    ) {
        let edges = line.pos().edges[usize::from(line.pos().node())].iter();
        moves.extend(
            edges.filter(|&&mv| (self.odd_is_noisy && mv % 2 == 1) == (stage == Stage::Noisy)),
        );
    }
    const DEFERS: bool = true;
    fn defers(&mut self, _: &mut Node<'_, Token, E>, mv: u8) -> bool {
        assert!(
            self.odd_is_noisy && mv % 2 == 1,
            "only noisy moves are put off"
        );
        self.deferred.contains(&mv)
    }
    fn rank(&mut self, _: &mut Node<'_, Token, E>, moves: &[u8], ranks: &mut [i32]) {
        if !self.deferred.is_empty() {
            for (&mv, rank) in moves.iter().zip(ranks) {
                *rank = mv.into();
            }
        }
    }
    fn null_move(&mut self, _: &mut Node<'_, Token, E>) -> Option<u8> {
        Some(STAY)
    }
    fn prove(
        &mut self,
        _: &mut Node<'_, Token, E>,
        depth: i32,
        _: Window,
        _: &mut Budget<'_>,
    ) -> Result<Option<Proof<u8>>, Stopped> {
        let known = self.proof.filter(|&(least, _)| depth <= least);
        Ok(known.map(|(_, score)| Proof {
            score,
            bound: Bound::Exact,
            best: None,
        }))
    }
}

/// What `work` finds after `moves` from `start`, with everything else as it is when a search
/// begins.
fn after<E: Evaluator<Token>, T>(
    (start, moves): (Token, &[u8]),
    (mut eval, mut guide): (E, Stays),
    (options, table): (Options, &TranspositionTable),
    work: impl FnOnce(&mut Kernel<'_, Token, E, Stays>, &mut Node<'_, Token, E>) -> T,
) -> T {
    fn along<E: Evaluator<Token>, T>(
        line: &mut Node<'_, Token, E>,
        moves: &[u8],
        work: impl FnOnce(&mut Node<'_, Token, E>) -> T,
    ) -> T {
        match moves.split_first() {
            Some((&mv, moves)) => along(&mut line.play(mv), moves, work),
            None => work(line),
        }
    }
    let control = Control::default();
    let mut memory = Memory::new();
    memory.new_search(&options);
    let budget = Budget::new(&Limits::none(), &control);
    let mut kernel = Kernel::new(
        &mut guide,
        table,
        &mut memory,
        options,
        Score::INFINITE,
        budget,
    );
    kernel.max_extended_ply = 100;
    along(&mut Node::new(start, &mut eval), moves, |line| {
        work(&mut kernel, line)
    })
}

fn null_moves() -> Options {
    let null = NullMove {
        depth: 2,
        reduction: 0,
        every: 0,
        verify: None,
        eval: 0,
    };
    Options::default()
        .with_algorithm(Algorithm::AlphaBeta)
        .with_null_move(Some(null))
}

const EVEN: Score = Score::DRAW;

#[test]
fn what_is_put_off_comes_last_and_beyond_the_horizon_not_at_all() {
    const EDGES: &[&[u8]] = &[&[1, 2, 3, 4, 5, 6, 7, 8, 9]];
    let table = TranspositionTable::with_bytes(1 << 12);
    let order = |first, last_stage, deferred| {
        let guide = Stays {
            odd_is_noisy: true,
            deferred,
            ..Stays::default()
        };
        after(
            (Token::at(EDGES, &[0]), &[]),
            (from_fn(|_: &Token| 0), guide),
            (Options::default(), &table),
            |kernel, line| {
                let mut picker = kernel.memory.stacks.open(first, last_stage);
                let skip = [first, Some(6)];
                let mut order = Vec::new();
                while let Some(mv) = kernel.next_move(&mut picker, line, 1, skip) {
                    order.push(mv);
                    // A child that puts moves off itself changes nothing here.
                    let mut child = kernel.memory.stacks.open(None, Stage::Quiet);
                    line.after(0, |line| {
                        while kernel
                            .next_move(&mut child, line, 1, [Some(0); 2])
                            .is_some()
                        {}
                    });
                    kernel.memory.stacks.close(&child);
                }
                assert_eq!(kernel.next_move(&mut picker, line, 1, skip), None);
                kernel.memory.stacks.close(&picker);
                order
            },
        )
    };
    assert_eq!(
        order(None, Stage::Quiet, &[9, 5, 1]),
        [7, 3, 8, 4, 2, 9, 5, 1]
    );
    assert_eq!(
        order(Some(5), Stage::Quiet, &[9, 5, 1]),
        [5, 7, 3, 8, 4, 2, 9, 1],
        "the table's move is not"
    );
    assert_eq!(
        order(None, Stage::Quiet, &[1, 3, 5, 7, 9]),
        [8, 4, 2, 9, 7, 5, 3, 1]
    );
    assert_eq!(order(None, Stage::Noisy, &[9, 5, 1]), [7, 3]);
    assert_eq!(order(Some(4), Stage::Noisy, &[9, 5, 1]), [4, 7, 3]);
}

#[test]
fn a_null_cutoff_that_rests_on_the_path_is_tainted() {
    // From 2 there is but the way back to the root. Who stays there lets the opponent repeat the
    // root's position.
    const CIRCLE: &[&[u8]] = &[&[1], &[2], &[0]];
    let table = TranspositionTable::with_bytes(1 << 12);
    let even = || (from_fn(|_: &Token| 0), Stays::default());
    let (value, cutoffs) = after(
        (Token::at(CIRCLE, &[0]), &[1, 2]),
        even(),
        (null_moves(), &table),
        |kernel, line| {
            (
                kernel.search::<false>(line, 3, Window::null(EVEN)),
                kernel.stats.null_cutoffs,
            )
        },
    );
    assert_eq!(
        (value, cutoffs),
        (
            Ok(PathScore {
                score: EVEN,
                dependence: PathDependence::ply(0)
            }),
            1
        )
    );
    // So the position above keeps its move, and not its score.
    let key = after(
        (Token::at(CIRCLE, &[0]), &[1]),
        even(),
        (null_moves(), &table),
        |kernel, line| {
            let value = kernel.search::<false>(line, 4, Window::null(EVEN + 1));
            assert_eq!(
                (value, kernel.stats.null_cutoffs),
                (
                    Ok(PathScore {
                        score: EVEN,
                        dependence: PathDependence::ply(0)
                    }),
                    1
                )
            );
            line.pos().key()
        },
    );
    assert_eq!(
        table.probe(key).map(|entry| (entry.mv, entry.bound)),
        Some((2, Bound::None))
    );
}

#[test]
fn a_null_move_proves_no_win() {
    // The side that leaves 2 gives the game away: staying there would win it, if one might.
    const ZUGZWANG: &[&[u8]] = &[&[1], &[2], &[3], &[]];
    let table = TranspositionTable::with_bytes(1 << 12);
    let start = Token {
        won: 3,
        ..Token::at(ZUGZWANG, &[0])
    };
    let even = (from_fn(|_: &Token| 0), Stays::default());
    after(
        (start, &[1, 2]),
        even,
        (null_moves(), &table),
        |kernel, line| {
            let value = kernel.search::<false>(line, 4, Window::null(EVEN));
            assert_eq!(value, Ok(Score::terminal(Outcome::Loss, 3).into()));
            assert_eq!(kernel.stats.null_cutoffs, 0);
        },
    );
}

#[test]
fn an_entry_answers_at_the_depths_it_may() {
    const CHAIN: &[&[u8]] = &[&[1], &[2], &[3], &[2]];
    let known = |depth: i32, equal_depth: bool| {
        let table = TranspositionTable::with_bytes(1 << 12);
        let options = Options {
            equal_depth,
            ..Options::exact(Algorithm::AlphaBeta)
        };
        let even = (from_fn(|_: &Token| 0), Stays::default());
        after(
            (Token::at(CHAIN, &[0]), &[1]),
            even,
            (options, &table),
            |kernel, line| {
                let score = Score::eval(7).to_table(1);
                let depth = depth as i8;
                let entry = Entry {
                    score,
                    eval: Entry::NO_EVAL,
                    mv: Entry::NO_MOVE,
                    depth,
                    bound: Bound::Exact,
                };
                table.store(line.pos().key(), entry);
                kernel
                    .search::<false>(line, 3, Window::FULL)
                    .expect("no limit")
                    .score
                    == Score::eval(7)
            },
        )
    };
    let depths = [2, 3, 4, Entry::PROVEN];
    assert_eq!(
        depths.map(|depth| known(depth, false)),
        [false, true, true, true]
    );
    assert_eq!(
        depths.map(|depth| known(depth, true)),
        [false, true, false, true],
        "what is proved holds at any depth"
    );
}

#[test]
fn an_entry_of_another_position_is_not_believed() {
    const CHAIN: &[&[u8]] = &[&[1], &[2], &[3], &[2]];
    // One bucket: everything has the same place.
    let table = TranspositionTable::with_bytes(1);
    let even = (from_fn(|_: &Token| 0), Stays::default());
    after(
        (Token::at(CHAIN, &[0]), &[1]),
        even,
        (Options::default(), &table),
        |kernel, line| {
            let entry = Entry {
                score: 7,
                eval: 7,
                mv: 2,
                depth: 100,
                bound: Bound::Exact,
            };
            table.store(!line.pos().key(), entry);
            assert_eq!(
                kernel.search::<false>(line, 3, Window::FULL),
                Ok(EVEN.into())
            );
        },
    );
}

#[test]
fn only_the_singular_move_is_extended() {
    // Two ways that never meet, of which the table likes the first by far.
    #[rustfmt::skip]
    const FORK: &[&[u8]] = &[
        &[1], &[2, 3], &[4], &[5], &[6], &[7], &[8], &[9], &[10], &[11], &[12], &[13], &[14], &[15], &[16], &[17], &[18], &[19],
    ];
    // The other is worth nothing; a tenth of a unit better is not enough, more is.
    for (score, extra) in [(50, 1), (11, 1), (10, 0)] {
        let longest = [2, 3].map(|_| Cell::new(0));
        let eval = from_fn(|pos: &Token| {
            let at = &longest[usize::from(pos.path[2] - 2)];
            at.set(at.get().max(pos.path.len() - 1));
            0
        });
        let table = TranspositionTable::with_bytes(1 << 12);
        let options = Options::default()
            .with_algorithm(Algorithm::AlphaBeta)
            .with_singular(Some(Singular {
                margin: 10,
                ..Singular::default()
            }));
        after(
            (Token::at(FORK, &[0]), &[1]),
            (eval, Stays::default()),
            (options, &table),
            |kernel, line| {
                let entry = Entry {
                    score,
                    eval: Entry::NO_EVAL,
                    mv: 2,
                    depth: 4,
                    bound: Bound::Lower,
                };
                table.store(line.pos().key(), entry);
                assert_eq!(
                    kernel.search::<true>(line, 6, Window::FULL),
                    Ok(EVEN.into())
                );
            },
        );
        assert_eq!(
            longest.map(|ply| ply.get()),
            [1 + 6 + extra, 1 + 6],
            "{score}"
        );
    }
}

#[test]
fn a_proof_is_asked_for_at_the_horizon() {
    const CHAIN: &[&[u8]] = &[&[1], &[2], &[3], &[2]];
    let value = |depth: i32, prove: bool| {
        let table = TranspositionTable::with_bytes(1 << 12);
        let guide = Stays {
            proof: Some((0, Score::eval(7))),
            ..Stays::default()
        };
        let options = Options {
            prove,
            quiescence: 0,
            ..Options::default()
        };
        after(
            (Token::at(CHAIN, &[0]), &[1]),
            (from_fn(|_: &Token| 0), guide),
            (options, &table),
            |kernel, line| {
                kernel
                    .search::<false>(line, depth, Window::FULL)
                    .expect("no limit")
                    .score
                    .get()
            },
        )
    };
    assert_eq!([0, 1, 2].map(|depth| value(depth, true)), [7, -7, 7]);
    assert_eq!(value(1, false), 0);
}

/// The value by definition: of every way to the horizon, and beyond it of staying there or of any
/// noisy way.
fn definition(
    pos: &Token,
    eval: &impl Fn(&Token) -> i32,
    ply: usize,
    depth: i32,
    quiescence: i32,
) -> Score {
    if let Some(outcome) = pos.decided() {
        return Score::terminal(outcome, ply);
    }
    let mut best = if depth > 0 {
        -Score::INFINITE
    } else {
        Score::eval(eval(pos))
    };
    let mut moves = Vec::new();
    pos.generate(&mut moves);
    moves.retain(|mv| depth > 0 || depth > -quiescence && mv % 2 == 1);
    for mv in moves {
        let mut child = pos.clone();
        child.play(mv);
        best = best.max(-definition(&child, eval, ply + 1, depth - 1, quiescence));
    }
    if best == -Score::INFINITE {
        Score::terminal(pos.stuck(), ply)
    } else {
        best
    }
}

/// Graphs of twelve nodes with up to three ways from each, drawn by `seed`.
fn graph(seed: u64) -> Token {
    let ways = |node: u64| {
        (0..mix(mix(seed) ^ node) % 4)
            .map(move |at| (mix(mix(seed) ^ (node << 8) ^ (at + 1)) % 12) as u8)
    };
    let distinct = |node| {
        let mut ways: Vec<_> = ways(node).collect();
        ways.sort_unstable();
        ways.dedup();
        &*ways.leak()
    };
    let edges: Vec<&'static [u8]> = (0..12).map(distinct).collect();
    Token {
        won: 11,
        ..Token::at(edges.leak(), &[0])
    }
}

#[test]
fn fail_hard_answers_within_every_window() {
    let eval = |pos: &Token| (mix(pos.key()) % 41) as i32 - 20;
    let mut beyond = 0;
    let mut within = 0;
    for seed in 0..60 {
        let start = graph(seed);
        let Some(&mv) = start.edges[0].first() else {
            continue;
        };
        let mut child = start.clone();
        child.play(mv);
        for (depth, quiescence, algorithm) in
            [(0, 4), (1, 3), (3, 2), (4, 0)]
                .into_iter()
                .flat_map(|(depth, quiescence)| {
                    [Algorithm::AlphaBeta, Algorithm::Pvs]
                        .map(|algorithm| (depth, quiescence, algorithm))
                })
        {
            let truth = definition(&child, &eval, 1, depth, quiescence);
            for alpha in [-32_000, -12, -1, 0, 9] {
                let window = Window {
                    alpha: EVEN + alpha,
                    beta: EVEN + alpha.abs() + 1,
                };
                let ask = |fail_hard| {
                    let options = Options {
                        fail_hard,
                        table: false,
                        quiescence: quiescence as u32,
                        ..Options::exact(algorithm)
                    };
                    let guide = Stays {
                        odd_is_noisy: true,
                        ..Stays::default()
                    };
                    let parts = (from_fn(eval), guide);
                    let search =
                        |kernel: &mut Kernel<'_, _, _, _>, line: &mut Node<'_, _, _>| match depth {
                            0 => kernel.quiesce(line, 0, window),
                            _ => kernel.search::<true>(line, depth, window),
                        };
                    after(
                        (start.clone(), &[mv]),
                        parts,
                        (options, &TranspositionTable::with_bytes(1)),
                        search,
                    )
                    .expect("no limit")
                    .score
                };
                let [hard, soft] = [true, false].map(ask);
                assert_eq!(
                    hard,
                    truth.clamp(window.alpha, window.beta),
                    "{seed} {depth} {algorithm} {window:?}"
                );
                assert_eq!(
                    soft.clamp(window.alpha, window.beta),
                    hard,
                    "{seed} {depth} {algorithm} {window:?}"
                );
                within += u32::from(soft == hard);
                beyond += u32::from(soft != hard);
            }
        }
    }
    assert!(beyond > 200 && within > 200, "{beyond} {within}");
}

/// The reduction of move 1 after 8 others with 8 plies left, by steps of 4 and `terms`.
fn reduction<const PV: bool>(terms: Reductions, improving: bool, history: i32) -> i32 {
    let table = TranspositionTable::with_bytes(64);
    let late = Reductions {
        depth: 1,
        after: 1,
        shape: ReductionShape::Steps(4),
        ..terms
    };
    let options = Options::default().with_late_moves(Some(late));
    let start = Token::at(&[&[1, 2], &[0], &[0]], &[0]);
    after(
        (start, &[]),
        (from_fn(|_: &Token| 0), Stays::default()),
        (options, &table),
        |kernel, line| {
            kernel.memory.frames[line.ply()].expected_cut = true;
            let plan = Plan {
                depth: 8,
                improving,
                ..Plan::default()
            };
            kernel.reduction::<PV>(line, &plan, 8, history)
        },
    )
}

#[test]
fn each_term_changes_a_reduction_by_its_hundredths() {
    let none = Reductions::default();
    assert_eq!(reduction::<false>(none, false, 9_999), 3);
    let history = Reductions {
        history: 100,
        ..none
    };
    let plies = |history_of_move| reduction::<false>(history, true, history_of_move);
    assert_eq!(
        [plies(99), plies(100), plies(-100), plies(1_000)],
        [2, 2, 4, 0]
    );
    let cut = Reductions {
        cut_node: 200,
        ..none
    };
    assert_eq!(
        [
            reduction::<false>(cut, true, 0),
            reduction::<true>(cut, true, 0)
        ],
        [5, 3],
        "no principal variation is an expected cut node"
    );
    let improving = Reductions {
        not_improving: 150,
        ..none
    };
    assert_eq!(
        [true, false].map(|rises| reduction::<false>(improving, rises, 0)),
        [3, 4]
    );
    let pv = Reductions { pv: 100, ..none };
    assert_eq!(
        [
            reduction::<true>(pv, true, 0),
            reduction::<false>(pv, true, 0)
        ],
        [2, 3]
    );
}
