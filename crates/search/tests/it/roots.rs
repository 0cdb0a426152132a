//! What a request says about the root's moves, and what a report tells of them: every searcher that
//! can do it.

use crate::games::{Discs, Nim, Othello, TicTacToe, even, follow, small, wander};
use game_core::{Evaluator, Position, Score};
use search::{
    Algorithm, AlphaBeta, Control, Dfpn, Limits, Mcts, Minimax, NullMove, Options, Preselection,
    Reductions, Report, Request, Searcher, Smp,
};

/// Every searcher, by name.
fn searchers<P: Position + 'static, E: Evaluator<P> + Clone + Send + 'static>(
    eval: &E,
) -> Vec<(&'static str, Box<dyn Searcher<P>>)> {
    let engine = |options| {
        AlphaBeta::new(eval.clone())
            .with_options(options)
            .with_table(small())
    };
    let mut all: Vec<(&str, Box<dyn Searcher<P>>)> = vec![
        ("minimax", Box::new(Minimax::new(eval.clone()))),
        (
            "smp",
            Box::new(Smp::new(
                engine(Options::default()),
                3.try_into().expect("not zero"),
            )),
        ),
        ("mcts", Box::new(Mcts::new(eval.clone()))),
        (
            "mcts",
            Box::new(Mcts::new(eval.clone()).with_threads(3.try_into().expect("not zero"))),
        ),
        ("dfpn", Box::new(Dfpn::with_bytes(1 << 20))),
    ];
    for algorithm in Algorithm::ALL {
        all.push((
            algorithm.name(),
            Box::new(engine(Options::default().with_algorithm(algorithm))),
        ));
    }
    all
}

fn ask<P: Position>(searcher: &mut dyn Searcher<P>, request: Request<'_, P>) -> Report<P::Move> {
    searcher.search(&request, &Control::default(), &mut |_| {})
}

fn legal<P: Position>(pos: &P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    assert_eq!(pos.legal_moves(&mut moves), None);
    moves
}

#[test]
fn nodes_are_told_for_every_root_move() {
    let pos = wander(Othello::start(), 8, 3);
    for (name, mut searcher) in searchers(&Discs::default()) {
        // A tree that is kept, and a table, must not count what earlier searches spent.
        for limits in [
            Limits::nodes(3_000),
            Limits::nodes(3_000),
            Limits::depth(4).with_nodes(100_000),
        ] {
            let report = ask(&mut *searcher, Request::new(&pos, limits));
            let mut moves: Vec<_> = report.roots.iter().map(|root| root.mv).collect();
            assert_eq!(report.nodes_after(&moves[0]), Some(report.roots[0].nodes));
            moves.sort_unstable();
            let mut all = legal(&pos);
            all.sort_unstable();
            assert_eq!(moves, all, "{name}");
            let below: u64 = report.roots.iter().map(|root| root.nodes).sum();
            // The rest are visits to the root itself: one for every time it is asked.
            let rest = report
                .nodes
                .checked_sub(below)
                .unwrap_or_else(|| panic!("{name}: {report:?}"));
            assert!(
                below > 0 && rest < 300,
                "{name}: {rest} of {}",
                report.nodes
            );
        }
    }
}

#[test]
fn minimax_and_a_lone_move_say_exactly_what_they_cost() {
    let pos = wander(Othello::start(), 8, 3);
    let report = Minimax::new(Discs::default()).think(&pos, Limits::depth(4));
    for root in &report.roots {
        let mut child = pos;
        child.play(root.mv);
        assert_eq!(
            root.nodes,
            Minimax::new(Discs::default())
                .think(&child, Limits::depth(3))
                .nodes
        );
    }
    let only = &legal(&pos)[..1];
    let limits = Limits::depth(5);
    let mut engine = AlphaBeta::new(Discs::default())
        .with_options(Options::default().with_algorithm(Algorithm::Pvs));
    let report = ask(&mut engine, Request::new(&pos, limits).with_only(only));
    assert_eq!(report.roots.len(), 1);
    assert_eq!(
        report.nodes,
        report.roots[0].nodes + 5,
        "each iteration asks once"
    );
    // What it cost to choose among them is told of each move, too.
    let preselection = Some(Preselection::default());
    let options = Options::default()
        .with_algorithm(Algorithm::AlphaBeta)
        .with_preselection(preselection);
    let report = AlphaBeta::new(Discs::default())
        .with_options(options)
        .think(&pos, limits);
    assert_eq!(
        report.nodes,
        report.roots.iter().map(|root| root.nodes).sum::<u64>() + 5
    );
}

#[test]
fn only_and_excluded_moves_are_kept_to() {
    let pos = wander(Othello::start(), 8, 3);
    let moves = legal(&pos);
    for (name, mut searcher) in searchers(&Discs::default()) {
        let limits = Limits::nodes(2_000).with_depth(4);
        let considered = |report: Report<u8>| {
            let mut moves: Vec<_> = report.roots.iter().map(|root| root.mv).collect();
            moves.sort_unstable();
            (report.best(), moves)
        };
        for &mv in &moves {
            let only = ask(&mut *searcher, Request::new(&pos, limits).with_only(&[mv]));
            assert_eq!(considered(only), (Some(mv), vec![mv]), "{name}");
            let (best, others) = considered(ask(
                &mut *searcher,
                Request::new(&pos, limits).with_exclude(&[mv]),
            ));
            assert!(
                best.is_some_and(|best| best != mv) && !others.contains(&mv),
                "{name}"
            );
            assert_eq!(others.len(), moves.len() - 1, "{name}");
        }
        let both = Request::new(&pos, limits)
            .with_only(&moves[..2])
            .with_exclude(&moves[..1]);
        assert_eq!(
            considered(ask(&mut *searcher, both)),
            (Some(moves[1]), vec![moves[1]]),
            "{name}"
        );
        let none = ask(
            &mut *searcher,
            Request::new(&pos, limits).with_exclude(&moves),
        );
        assert!(none.lines.is_empty() && none.roots.is_empty(), "{name}");
    }
}

#[test]
fn several_lines_are_told_where_moves_are_compared() {
    let pos = wander(Othello::start(), 8, 3);
    for (name, mut searcher) in searchers(&Discs::default()) {
        let limits = Limits::nodes(20_000).with_depth(4);
        let report = ask(&mut *searcher, Request::new(&pos, limits).with_multi_pv(3));
        assert_eq!(
            report.lines.len(),
            if name == "dfpn" { 1 } else { 3 },
            "{name}"
        );
        let mut first: Vec<_> = report.lines.iter().map(|line| line.moves[0]).collect();
        first.dedup();
        assert_eq!(first.len(), report.lines.len(), "{name}");
    }
}

#[test]
fn a_win_near_enough_ends_the_search() {
    // X has two in a row, and two more; O has nothing.
    let pos = follow(&TicTacToe::default(), &[0, 5, 4, 7]);
    for (name, mut searcher) in searchers(&even()) {
        let report = ask(
            &mut *searcher,
            Request::new(&pos, Limits::mate(1).with_nodes(10_000)),
        );
        assert_eq!(report.score(), Score::WIN - 1, "{name}: {report:?}");
        // Without the winning moves there is a win in three; it is not what was asked for.
        let exclude = &[8];
        let request =
            |mate| Request::new(&pos, Limits::mate(mate).with_nodes(10_000)).with_exclude(exclude);
        let report = ask(&mut *searcher, request(1));
        assert!(
            report.score() < Score::WIN - 1 && report.best().is_some(),
            "{name}: {report:?}"
        );
        let report = ask(&mut *searcher, request(3));
        assert_eq!(report.score(), Score::WIN - 3, "{name}: {report:?}");
        follow(&pos, report.pv());
    }
}

#[test]
fn a_search_for_a_win_looks_no_deeper_than_it_must() {
    let nim = Nim::new([3, 4, 6]);
    let plies = ask(
        &mut AlphaBeta::new(even()),
        Request::new(&nim, Limits::none()),
    )
    .score()
    .plies_to_end()
    .expect("a forced end");
    for algorithm in Algorithm::ALL {
        // What prunes at will still finds what is there.
        let options = Options::default().with_algorithm(algorithm);
        let options = options
            .with_late_moves(Some(Reductions {
                depth: 1,
                after: 1,
                ..Reductions::default()
            }))
            .with_beam(Some(1));
        let mut engine =
            AlphaBeta::new(even()).with_options(options.with_null_move(Some(NullMove::default())));
        engine.think(&nim, Limits::depth(4));
        let limits = Limits::mate(plies as u32);
        let mut deepest = 0;
        let request = Request::new(&nim, limits);
        let report = engine.search(&request, &Control::default(), &mut |report| {
            deepest = report.depth
        });
        // That no counter is left is seen a ply later, unless the table has been there.
        assert_eq!(report.score(), Score::WIN - plies as i32, "{algorithm}");
        assert!(deepest <= plies as u32 + 1, "{algorithm}: {deepest}");
        let short = engine.think(&nim, Limits::mate(plies as u32 - 2));
        assert!(
            short.score() <= report.score() && short.depth < plies as u32,
            "{algorithm}: {short:?}"
        );
        // A win at hand is enough: the other moves are not asked for a nearer one.
        let all = AlphaBeta::new(even())
            .with_options(options.full_width())
            .think(&nim, Limits::depth(plies as u32 + 1));
        let mut fresh = AlphaBeta::new(even()).with_options(options.full_width());
        assert!(fresh.think(&nim, limits).nodes <= all.nodes, "{algorithm}");
    }
}
