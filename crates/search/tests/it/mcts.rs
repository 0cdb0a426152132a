//! Monte Carlo tree search on games whose truth is known.

use crate::games::{
    Discs, FreeTree, Nim, Othello, RandomTree, TicTacToe, Tree, even, follow, mix, wander,
};
use game_core::{Evaluator, Node, Outcome, Player, Position, Score, Window, from_fn};
use search::{
    AlphaBeta, Bound, Budget, Control, Guide, Leaf, Limits, Mcts, MctsOptions, Options, Proof,
    Request, Searcher, Selection, Stopped, minimax,
};
use std::time::{Duration, Instant};

/// Both ways to choose, both ways to judge, and leaves that grow at once or later.
fn every_way() -> impl Iterator<Item = MctsOptions> {
    let ways = [Selection::Ucb1, Selection::Puct]
        .into_iter()
        .flat_map(|selection| [Leaf::Evaluator, Leaf::Playout].map(|leaf| (selection, leaf)));
    ways.flat_map(|(selection, leaf)| {
        [1, 4].map(|expand| {
            MctsOptions::default()
                .with_selection(selection)
                .with_leaf(leaf)
                .with_expand(expand)
                .with_bytes(8 << 20)
        })
    })
}

type Even<P> = game_core::FromFn<fn(&P) -> i32>;

fn mcts<P: Position>(options: MctsOptions) -> Mcts<P, Even<P>> {
    Mcts::new(even()).with_options(options)
}

#[test]
fn what_minimax_proves_it_proves() {
    for options in every_way() {
        for seed in 0..60 {
            let pos = wander(TicTacToe::default(), 2 + (seed % 6) as usize, seed);
            if pos.outcome().is_some() {
                continue;
            }
            let truth = minimax(&pos, &mut even(), 9);
            let report = mcts(options).think(&pos, Limits::nodes(60_000));
            let sign = |score: Score| score.get().signum();
            assert_eq!(sign(report.score()), sign(truth), "{options:?}: {report:?}");
            assert!(report.nodes < 60_000, "proved before the end");
            follow(&pos, report.pv());
        }
    }
}

#[test]
fn tic_tac_toe_is_never_lost() {
    for options in every_way() {
        for (seed, side) in (0..12).flat_map(|seed| Player::BOTH.map(|side| (seed, side))) {
            let mut player = mcts(options.with_seed(seed));
            let mut pos = TicTacToe::default();
            for ply in 0.. {
                if let Some(outcome) = pos.outcome() {
                    assert_ne!(
                        outcome.winner(pos.turn()),
                        Some(!side),
                        "{options:?}, opponent {seed}"
                    );
                    break;
                }
                let mut moves = Vec::new();
                pos.legal_moves(&mut moves);
                let mv = if pos.turn() == side {
                    player
                        .think(&pos, Limits::nodes(2_000))
                        .best()
                        .expect("the game goes on")
                } else {
                    moves[mix(seed, ply) as usize % moves.len()]
                };
                pos.play(mv);
            }
        }
    }
}

#[test]
fn nim_is_solved() {
    // Where nothing tells the leaves apart, late growth takes more rounds than there are here.
    for options in every_way().filter(|options| options.expand == 1) {
        for heaps in [[1, 2, 3], [3, 4, 5], [2, 2, 1], [0, 5, 5], [1, 1, 1]] {
            let report = mcts(options).think(&Nim::new(heaps), Limits::nodes(200_000));
            let wins = heaps[0] ^ heaps[1] ^ heaps[2] != 0;
            let decisive = report.score().is_decisive();
            let bound = report.lines[0].bound;
            assert!(
                decisive && (report.score() > Score::DRAW) == wins,
                "{heaps:?}, {options:?}: {report:?}"
            );
            assert_eq!(bound, if wins { Bound::Lower } else { Bound::Upper });
            if wins {
                let after = follow(&Nim::new(heaps), &report.pv()[..1]).heaps;
                assert_eq!(after[0] ^ after[1] ^ after[2], 0);
            }
        }
    }
}

/// Knows by the sum of the heaps who wins.
#[derive(Clone)]
struct BySum;

impl<E: Evaluator<Nim>> Guide<Nim, E> for BySum {
    fn prove(
        &mut self,
        line: &mut Node<'_, Nim, E>,
        _: i32,
        _: Window,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Proof<(u8, u8)>>, Stopped> {
        budget.spend()?;
        let [a, b, c] = line.pos().heaps;
        // No game is longer than one counter a move.
        let end = line.ply() + usize::from(a + b + c);
        let (outcome, bound) = match a ^ b ^ c {
            0 => (Outcome::Loss, Bound::Upper),
            _ => (Outcome::Win, Bound::Lower),
        };
        Ok(Some(Proof {
            score: Score::terminal(outcome, end),
            bound,
            best: None,
        }))
    }
}

#[test]
fn what_the_guide_proves_is_proved() {
    for heaps in [[3, 4, 5], [2, 9, 11], [15, 7, 8], [1, 14, 6]] {
        let ask = |proofs| {
            let options = MctsOptions::default()
                .with_proofs(proofs)
                .with_bytes(8 << 20);
            let search = Mcts::new(even()).guided_by(BySum);
            search
                .with_options(options)
                .think(&Nim::new(heaps), Limits::nodes(500_000))
        };
        let report = ask(true);
        let wins = heaps[0] ^ heaps[1] ^ heaps[2] != 0;
        assert!(report.score().is_decisive(), "{heaps:?}: {report:?}");
        assert_eq!(report.score() > Score::DRAW, wins, "{heaps:?}");
        // A win is seen at the root's children, a round and a node of the guide for each.
        assert!(report.nodes <= 2 * 45, "{heaps:?}: {}", report.nodes);
        assert!(ask(false).nodes > report.nodes, "{heaps:?}");
    }
}

#[test]
fn it_agrees_with_minimax_on_small_trees() {
    agrees_with_minimax(|seed| Tree::new(seed, 6, 4));
    agrees_with_minimax(|seed| FreeTree::new(seed, 6, 4));
}

fn agrees_with_minimax<const ALTERNATE: bool>(tree: impl Fn(u64) -> RandomTree<ALTERNATE>) {
    let mut asked = 0;
    for seed in 0..300 {
        let tree = tree(seed);
        // Only trees that end by themselves, so that there is a truth.
        let [low, high] = [-1, 1].map(|value| {
            let first = |pos: &RandomTree<ALTERNATE>| Player::First.value_for(pos.turn(), value);
            minimax(&tree, &mut from_fn(first), 8)
        });
        if tree.outcome().is_some() || low != high {
            continue;
        }
        // Verdicts on the path, which minimax does not ask for, may say otherwise.
        let exact = Options::exact(search::Algorithm::AlphaBeta)
            .with_path_scores(search::PathPolicy::Strict);
        if AlphaBeta::new(even())
            .with_options(exact)
            .think(&tree, Limits::depth(8))
            .score()
            != low
        {
            continue;
        }
        asked += 1;
        let report =
            mcts(MctsOptions::default().with_bytes(1 << 20)).think(&tree, Limits::nodes(100_000));
        assert_eq!(
            report.score().get().signum(),
            low.get().signum(),
            "tree {seed}: {report:?}"
        );
    }
    assert!(asked > 20, "{asked}");
}

#[test]
fn a_fixed_number_of_nodes_repeats() {
    let pos = Othello::start();
    for options in every_way() {
        for nodes in [0, 1, 2, 63, 64, 65, 3_000] {
            let ask = |seed| {
                let mut search = Mcts::new(Discs::default()).with_options(options.with_seed(seed));
                search.think(&pos, Limits::nodes(nodes))
            };
            let a = ask(1);
            let b = ask(1);
            assert_eq!(
                (&a.lines, &a.iterations, a.depth, a.nodes),
                (&b.lines, &b.iterations, b.depth, nodes)
            );
            assert_eq!(a.iterations.iter().sum::<u64>(), nodes);
            assert!(a.best().is_some());
            follow(&pos, a.pv());
            let other = ask(2);
            assert!(
                options.leaf == Leaf::Evaluator || nodes < 3_000 || other.lines != a.lines,
                "another seed, other games"
            );
            assert!(
                options.leaf == Leaf::Playout || other.lines == a.lines,
                "an evaluator draws no numbers"
            );
        }
    }
}

#[test]
fn limits_are_kept() {
    let pos = Othello::start();
    let mut search = Mcts::new(Discs::default());
    for millis in [0, 1, 30] {
        let time = Duration::from_millis(millis);
        let start = Instant::now();
        let report = search.think(&pos, Limits::time(time));
        let took = start.elapsed();
        let least = time.saturating_sub(Duration::from_millis(1));
        assert!(
            took >= least && took < time + Duration::from_millis(500),
            "{took:?} of {time:?}"
        );
        assert!(report.best().is_some());
    }
    let control = Control::default();
    control.stop();
    let report = search.search(&Request::new(&pos, Limits::none()), &control, &mut |_| {});
    assert!(report.best().is_some() && report.nodes == 0);
    for depth in [1, 3, 6] {
        let report = Mcts::new(Discs::default()).think(&pos, Limits::depth(depth));
        assert!(report.depth >= depth && report.pv().len() == report.depth as usize);
    }
    // No room to grow: a depth that cannot be reached ends the search all the same.
    let mut cramped =
        Mcts::new(Discs::default()).with_options(MctsOptions::default().with_bytes(1));
    let report = cramped.think(&pos, Limits::depth(50));
    assert!(
        (1..50).contains(&report.depth) && report.hashfull == 1_000,
        "{report:?}"
    );
    assert_eq!(cramped.think(&pos, Limits::nodes(500)).nodes, 500);
}

#[test]
fn the_tree_is_kept_from_move_to_move() {
    for options in every_way() {
        let start = Othello::start();
        let mut pos = start;
        let mut search = Mcts::new(Discs::default()).with_options(options);
        let report = search.think(&pos, Limits::nodes(4_000));
        assert_eq!(search.visits(), 4_000);
        let [one, two] = report.pv()[..2] else {
            panic!("{report:?}")
        };
        pos.play(one);
        pos.play(two);
        search.think(&pos, Limits::nodes(0));
        let kept = search.visits();
        assert!(
            kept > 50 && kept < 4_000,
            "{kept} of 4,000 visits kept under {options:?}"
        );
        search.think(&pos, Limits::nodes(1_000));
        assert_eq!(search.visits(), kept + 1_000, "the same position again");
        search.think(&wander(Othello::start(), 12, 9), Limits::nodes(10));
        assert_eq!(search.visits(), 10, "nothing is known of another");
        let exclude = [one];
        let request = Request::new(&start, Limits::nodes(500))
            .with_multi_pv(2)
            .with_exclude(&exclude);
        let report = search.search(&request, &Control::default(), &mut |_| {});
        assert!(report.lines.len() == 2 && report.lines.iter().all(|line| line.moves[0] != one));
        search.think(&Othello::start(), Limits::nodes(10));
        assert_eq!(search.visits(), 10, "a tree without some moves is not kept");
        search.new_game();
        search.think(&Othello::start(), Limits::nodes(10));
        assert_eq!(search.visits(), 10);
    }
}

#[test]
fn roots_may_be_named() {
    let pos = follow(&TicTacToe::default(), &[0, 3, 1, 4]);
    let mut search = mcts(MctsOptions::default());
    assert_eq!(search.think(&pos, Limits::nodes(1_000)).pv(), [2]);
    let request = Request::new(&pos, Limits::nodes(1_000)).with_only(&[8]);
    let report = search.search(&request, &Control::default(), &mut |_| {});
    assert_eq!(
        (report.best(), report.score()),
        (Some(8), Score::terminal(Outcome::Loss, 2))
    );
    let none = Request::new(&pos, Limits::nodes(1_000)).with_only(&[0]);
    assert_eq!(
        search
            .search(&none, &Control::default(), &mut |_| {})
            .best(),
        None
    );
    let over = search.think(&follow(&pos, &[2]), Limits::none());
    assert_eq!(
        (over.best(), over.score()),
        (None, Score::terminal(Outcome::Loss, 0))
    );
}

#[test]
fn an_evaluator_is_followed() {
    // More discs are better, says the evaluator, so that the search finds what minimax of a few
    // plies finds good.
    let mut agreed = 0;
    for seed in 0..10 {
        let pos = wander(Othello::start(), 14, seed);
        let report = Mcts::new(Discs::default()).think(&pos, Limits::nodes(20_000));
        let Some(best) = report.best() else { continue };
        let mut next = pos;
        next.play(best);
        let [all, chosen] =
            [(pos, 5), (next, 4)].map(|(pos, depth)| minimax(&pos, &mut Discs::default(), depth));
        agreed += u32::from(-chosen >= all - 300);
    }
    assert!(agreed >= 7, "{agreed} of 10");
}

#[test]
fn many_threads_grow_one_tree() {
    let threads = |count: usize| count.try_into().expect("not zero");
    for options in every_way() {
        for seed in 0..30 {
            let pos = wander(TicTacToe::default(), 2 + (seed % 6) as usize, seed);
            if pos.outcome().is_some() {
                continue;
            }
            let truth = minimax(&pos, &mut even(), 9);
            let mut search = mcts(options).with_threads(threads(3));
            let report = search.think(&pos, Limits::nodes(200_000));
            assert_eq!(
                report.score().get().signum(),
                truth.get().signum(),
                "{options:?}: {report:?}"
            );
            assert!(report.nodes < 200_000, "proved before the end");
            follow(&pos, report.pv());
        }
        // Whatever the threads did, every round was counted once.
        let pos = Othello::start();
        let mut search = Mcts::new(Discs::default())
            .with_options(options)
            .with_threads(threads(4));
        for _ in 0..3 {
            let kept = search.visits();
            let report = search.think(&pos, Limits::nodes(20_000));
            assert_eq!(u64::from(search.visits() - kept), report.nodes);
            assert_eq!(
                report.roots.iter().map(|root| root.nodes).sum::<u64>(),
                report.nodes
            );
            assert_eq!(report.iterations.iter().sum::<u64>(), report.nodes);
            // Each thread looks up from counting every this many rounds, however busy the machine
            // is.
            assert!(
                (20_000..20_000 + 4 * 4_096 + 1).contains(&report.nodes),
                "{}",
                report.nodes
            );
            follow(&pos, report.pv());
        }
        // Alone it is the search without threads, and what a stop finds is a move.
        let ask = |mut search: Mcts<_, _>| search.think(&pos, Limits::nodes(3_000)).lines;
        let plain = || Mcts::new(Discs::default()).with_options(options);
        assert_eq!(ask(plain().with_threads(threads(1))), ask(plain()));
        let control = Control::default();
        control.stop();
        assert!(
            search
                .search(&Request::new(&pos, Limits::none()), &control, &mut |_| {})
                .best()
                .is_some()
        );
    }
}
