//! Every searcher answers the exact question as plain minimax does, whatever the game asks of the
//! kernel.

use crate::games;
use crate::games::{
    Discs, Drawn, FreeTree, Gomoku, Nim, Othello, RandomTree, Squares, TicTacToe, Tree, Windows,
    follow, ring, small, wander,
};
use game_core::{Evaluator, Outcome, Position, Score, conform, from_fn, perft};
use proptest::prelude::*;
use search::{
    Algorithm, AlphaBeta, Control, Limits, Minimax, Options, Report, Request, Searcher,
    TranspositionTable, estimate_tree, minimax,
};
use std::sync::Arc;

/// How `pos` has ended, `ply` plies below the root, as a search to `depth` plies notices it.
fn ended<P: Position>(pos: &P, ply: usize, depth: u32) -> Option<Outcome> {
    let verdict = || {
        pos.adjudicate()
            .filter(|verdict| ply > 0 && verdict.reach == 0)
            .map(|verdict| verdict.outcome)
    };
    let stuck = || {
        if ply < depth as usize {
            pos.legal_moves(&mut Vec::new())
        } else {
            None
        }
    };
    pos.decided().or_else(stuck).or_else(verdict)
}

/// Minimax once more, on clones and with a judge started afresh at every leaf; also the number of
/// positions.
fn definition<P: Position, E: Evaluator<P>>(
    pos: &P,
    eval: &mut E,
    ply: usize,
    depth: u32,
) -> (Score, u64) {
    if let Some(outcome) = ended(pos, ply, depth) {
        return (eval.terminal(pos, outcome, ply), 1);
    }
    if ply == depth as usize {
        eval.reset(pos);
        return (eval.evaluate(pos), 1);
    }
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    let children = moves.into_iter().map(|mv| {
        let mut child = pos.clone();
        child.play(mv);
        let (score, nodes) = definition(&child, eval, ply + 1, depth);
        (child.turn().value_for(pos.turn(), score), nodes)
    });
    children.fold((-Score::INFINITE, 1), |(best, nodes), (score, below)| {
        (best.max(score), nodes + below)
    })
}

/// Checks the report of an exact search of `pos` to `depth`, whose value is `truth`.
fn check<P, E>(
    pos: &P,
    eval: &E,
    depth: u32,
    truth: Score,
    options: &Options,
    report: &Report<P::Move>,
) where
    P: Position,
    E: Evaluator<P> + Clone + Send,
{
    let context = || format!("{options:?} at depth {depth}: {report:?}, truth {truth:?}");
    assert_eq!(report.score(), truth, "{}", context());
    let near = truth
        .plies_to_end()
        .is_some_and(|plies| plies <= report.depth as usize);
    assert!(
        report.depth == depth || near && report.depth < depth,
        "{}",
        context()
    );
    assert!(
        report.iterations.len() as u32 == report.depth && report.pv().len() <= depth as usize,
        "{}",
        context()
    );

    let best = report.best().expect("a move");
    let only = [best];
    let request = Request::new(pos, Limits::depth(depth)).with_only(&only);
    let alone = Minimax::new(eval.clone()).search(&request, &Control::default(), &mut |_| {});
    assert_eq!(
        alone.score(),
        truth,
        "the move has the value: {}",
        context()
    );

    let end = follow(pos, report.pv());
    if matches!(options.algorithm, Algorithm::Pvs | Algorithm::Aspiration) {
        // Their full windows leave the whole variation behind: played out, it comes to the score.
        let mut eval = eval.clone();
        let ply = report.pv().len();
        let leaf = match ended(&end, ply, report.depth) {
            Some(outcome) => eval.terminal(&end, outcome, ply),
            None => {
                assert_eq!(ply as u32, report.depth, "cut short: {}", context());
                eval.reset(&end);
                eval.evaluate(&end)
            }
        };
        assert_eq!(
            end.turn().value_for(pos.turn(), leaf),
            truth,
            "{}",
            context()
        );
    }
}

/// Every algorithm returns the minimax value at every depth, in what `plies` leads to.
fn agree<P, E>(start: &P, eval: &E, plies: std::ops::Range<usize>, depth: u32)
where
    P: Position,
    E: Evaluator<P> + Clone + Send,
{
    for (seed, plies) in plies.enumerate() {
        let pos = wander(start.clone(), plies, seed as u64);
        if pos.outcome().is_some() {
            continue;
        }
        for depth in 1..=depth {
            let truth = minimax(&pos, &mut eval.clone(), depth);
            for options in Algorithm::ALL.map(Options::exact) {
                let mut engine = AlphaBeta::new(eval.clone())
                    .with_options(options)
                    .with_table(small());
                check(
                    &pos,
                    eval,
                    depth,
                    truth,
                    &options,
                    &engine.think(&pos, Limits::depth(depth)),
                );
            }
        }
    }
}

#[test]
fn games_keep_the_laws() {
    let games = [
        conform::position(&TicTacToe::default(), 5),
        conform::position(&Nim::new([2, 3, 4]), 3),
        conform::position(&Othello::start(), 5),
        conform::position(&Gomoku::start(), 2),
        conform::position(&wander(Gomoku::start(), 30, 7), 2),
        conform::position(&ring::Ring::new(&ring::FALSE_WIN), 6),
        conform::position(&ring::Ring::new(&ring::FALSE_DRAW), 6),
        conform::evaluator(&TicTacToe::default(), &Squares::default(), 4),
        conform::evaluator(&Othello::start(), &Discs::default(), 4),
        conform::evaluator(&wander(Gomoku::start(), 12, 3), &Windows::default(), 2),
    ];
    games.into_iter().for_each(|law| law.expect("a law"));
    for seed in 0..9 {
        conform::position(&wander(Othello::start(), 28, seed), 4).expect("a law");
        conform::position(&Tree::new(seed, 5, 5), 4).expect("a law");
        conform::position(&FreeTree::new(seed, 5, 5), 4).expect("a law");
    }
}

#[test]
fn perft_counts_as_its_game_does() {
    assert_eq!(perft(&TicTacToe::default(), 9), 127_872);
    assert_eq!(
        (1..=4)
            .map(|d| perft(&Othello::start(), d))
            .collect::<Vec<_>>(),
        [4, 12, 56, 244]
    );
    assert_eq!(
        (perft(&Gomoku::start(), 3), perft(&Nim::new([1, 1, 0]), 3)),
        (81 * 80 * 79, 0)
    );
    let ended = wander(Othello::start(), 60, 1);
    assert_eq!((ended.outcome().is_some(), perft(&ended, 3)), (true, 1));
}

#[test]
fn searchers_agree_with_minimax() {
    agree(&TicTacToe::default(), &Squares::default(), 0..4, 6);
    agree(&TicTacToe::default(), &Squares::default(), 2..7, 9);
    agree(
        &Nim::new([3, 4, 5]),
        &from_fn(|pos: &Nim| i32::from(pos.heaps[0]) - 2),
        0..4,
        4,
    );
    agree(
        &Nim::new([2, 2, 3]),
        &from_fn(|pos: &Nim| i32::from(pos.heaps[1]) - 1),
        0..3,
        8,
    );
    agree(&Othello::start(), &Discs::default(), 0..12, 5);
    agree(&Othello::start(), &Discs::default(), 24..32, 7);
    agree(&Gomoku::start(), &Windows::default(), 8..14, 2);
    agree(
        &ring::Ring::new(&ring::FALSE_WIN),
        &from_fn(|_| 0),
        0..1,
        12,
    );
}

/// A random tree, as its seed, states and width, and the options, tables and depths it is searched
/// with.
#[derive(Clone, Debug)]
struct Case {
    tree: (u64, u64, u8),
    range: u64,
    bytes: usize,
    options: Options,
    depths: Vec<u32>,
}

fn cases() -> impl Strategy<Value = Case> {
    let tree = (any::<u64>(), 1..12u64, 1..6u8);
    let techniques = any::<[bool; 4]>();
    let table = prop_oneof![Just(64), Just(1 << 10), Just(1 << 16)];
    let depths = Just(vec![6, 1, 4, 2, 6, 3, 5]).prop_shuffle();
    let margins = prop_oneof![Just(0), Just(1), Just(100), Just(i32::MAX)];
    (tree, 0..4u32, table, techniques, margins, depths).prop_map(
        |(tree, range, bytes, [killers, history, counter_moves, table], aspiration, depths)| {
            let exact = Options::exact(Algorithm::AlphaBeta);
            let options = exact
                .with_killers(killers)
                .with_history(history)
                .with_counter_moves(counter_moves)
                .with_table(table)
                .with_aspiration(aspiration);
            Case {
                tree,
                range: 9u64.pow(range),
                bytes,
                options,
                depths,
            }
        },
    )
}

/// Every searcher returns the value of a random tree, and a variation that comes to it.
fn searchers_agree_on<const ALTERNATE: bool>(case: Case) -> Result<(), TestCaseError> {
    let Case {
        tree: (seed, states, width),
        range,
        bytes,
        options,
        depths,
    } = case;
    let tree = RandomTree::<ALTERNATE>::new(seed, states, width);
    let eval = Drawn { range };
    if tree.legal_moves(&mut Vec::new()).is_some() {
        return Ok(());
    }
    let truths: Vec<_> = (0..=6)
        .map(|depth| definition(&tree, &mut eval.clone(), 0, depth))
        .collect();
    for algorithm in Algorithm::ALL {
        let options = options.with_algorithm(algorithm);
        // One engine for all depths: whatever the earlier searches left in the table must do no
        // harm.
        let table = Arc::new(TranspositionTable::with_bytes(bytes));
        let mut engine = AlphaBeta::new(eval.clone())
            .with_options(options)
            .with_table(table);
        for &depth in &depths {
            let report = engine.think(&tree, Limits::depth(depth));
            check(
                &tree,
                &eval,
                depth,
                truths[depth as usize].0,
                &options,
                &report,
            );
        }
    }
    for depth in 1..=6 {
        let (truth, nodes) = truths[depth as usize];
        let report = Minimax::new(eval.clone()).think(&tree, Limits::depth(depth));
        prop_assert_eq!(
            (report.score(), report.nodes, &report.iterations),
            (truth, nodes, &vec![nodes]),
        );
        prop_assert_eq!(minimax(&tree, &mut eval.clone(), depth), truth);
        // And its variation comes to its score.
        let end = follow(&tree, report.pv());
        let ply = report.pv().len();
        let leaf = definition(&end, &mut eval.clone(), ply, depth);
        prop_assert_eq!(
            (end.turn().value_for(tree.turn(), leaf.0), leaf.1),
            (truth, 1),
        );
    }
    Ok(())
}

/// A search of a random tree does the same a second time.
fn searches_repeat_on<const ALTERNATE: bool>(case: Case, nodes: u64) -> Result<(), TestCaseError> {
    let Case {
        tree: (seed, states, width),
        range,
        bytes,
        options,
        depths,
    } = case;
    let tree = RandomTree::<ALTERNATE>::new(seed, states, width);
    for algorithm in Algorithm::ALL {
        let run = |limits: Limits| {
            let table = Arc::new(TranspositionTable::with_bytes(bytes));
            let options = options.with_algorithm(algorithm);
            let mut engine = AlphaBeta::new(Drawn { range })
                .with_options(options)
                .with_table(table);
            let report = engine.think(&tree, limits);
            (report.lines, report.nodes, report.iterations, report.stats)
        };
        for limits in [Limits::depth(depths[0]), Limits::nodes(nodes)] {
            prop_assert_eq!(run(limits), run(limits));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn searchers_agree_on_random_trees(case in cases()) {
        searchers_agree_on::<true>(case.clone())?;
        searchers_agree_on::<false>(case)?;
    }

    #[test]
    fn searches_repeat_exactly(case in cases(), nodes in 0..3_000u64) {
        searches_repeat_on::<true>(case.clone(), nodes)?;
        searches_repeat_on::<false>(case, nodes)?;
    }
}

#[test]
fn move_ordering_changes_the_work_and_nothing_else() {
    let pos = wander(Othello::start(), 8, 3);
    let depth = 7;
    let truth = minimax(&pos, &mut Discs::default(), depth);
    let work = |options: Options| {
        let report = AlphaBeta::new(Discs::default())
            .with_options(options)
            .with_table(small())
            .think(&pos, Limits::depth(depth));
        check(&pos, &Discs::default(), depth, truth, &options, &report);
        report.nodes
    };
    for algorithm in Algorithm::ALL {
        let all = Options::exact(algorithm);
        let without = [
            all.with_killers(false),
            all.with_history(false),
            all.with_counter_moves(false),
            all.with_table(false),
        ];
        let bare = all
            .with_killers(false)
            .with_history(false)
            .with_counter_moves(false);
        let most = work(bare);
        let least = work(all);
        assert!(
            least < most,
            "{algorithm}: {least} nodes with all techniques, {most} without"
        );
        without
            .map(work)
            .into_iter()
            .for_each(|nodes| assert_ne!(nodes, least, "{algorithm}"));
    }
}

#[test]
fn the_tables_move_is_tried_first() {
    let pos = wander(Othello::start(), 8, 3);
    for algorithm in Algorithm::ALL {
        let bare = Options::exact(algorithm)
            .with_killers(false)
            .with_history(false)
            .with_counter_moves(false);
        let rate = |table| {
            let options = bare.with_table(table);
            let report = AlphaBeta::new(Discs::default())
                .with_options(options)
                .think(&pos, Limits::depth(7));
            report.stats.first_move_rate().expect("cut-offs")
        };
        let with = rate(true);
        let without = rate(false);
        assert!(
            with > without + 0.05,
            "{algorithm}: {with} with the table, {without} without"
        );
    }
}

#[test]
fn deeper_entries_keep_the_outcome() {
    for heaps in (0..64).map(|i| [i % 4, i / 4 % 4, 1 + i / 16]) {
        let won = heaps[0] ^ heaps[1] ^ heaps[2] != 0;
        for algorithm in Algorithm::ALL {
            let options = Options::default().with_algorithm(algorithm);
            let mut engine = AlphaBeta::new(games::even())
                .with_options(options)
                .with_table(small());
            let report = engine.think(&Nim::new(heaps), Limits::depth(16));
            assert_eq!(report.score() > Score::DRAW, won, "{heaps:?} {report:?}");
        }
    }
}

#[test]
fn trees_are_estimated() {
    assert_eq!(
        estimate_tree(&Gomoku::start(), 2, 3, 0),
        1.0 + 81.0 + 81.0 * 80.0,
        "a uniform tree exactly"
    );
    assert_eq!(estimate_tree(&Gomoku::start(), 0, 3, 0), 1.0);
    assert_eq!(
        estimate_tree(&Gomoku::start(), 2, 0, 0),
        0.0,
        "of no samples nothing is known"
    );
    for seed in 0..6 {
        let pos = wander(Othello::start(), 6, seed);
        let nodes = Minimax::new(Discs::default())
            .think(&pos, Limits::depth(6))
            .nodes as f64;
        let guess = estimate_tree(&pos, 6, 2_000, seed);
        assert!((0.9..1.1).contains(&(guess / nodes)), "{guess} for {nodes}");
        assert_eq!(guess, estimate_tree(&pos, 6, 2_000, seed));
        let tree = Tree::new(seed, 9, 5);
        let nodes = definition(&tree, &mut Drawn { range: 1 }, 0, 6).1 as f64;
        let guess = estimate_tree(&tree, 6, 20_000, seed);
        assert!((0.9..1.1).contains(&(guess / nodes)), "{guess} for {nodes}");
    }
}
