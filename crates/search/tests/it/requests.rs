//! Several variations, chosen moves, shared tables and boxed parts.

use crate::games::{
    Discs, Drawn, Gomoku, Othello, Squares, Threats, TicTacToe, Tree, Windows, follow, small,
    wander,
};
use game_core::{Evaluator, Node, Position, Score};
use search::{
    Algorithm, AlphaBeta, Control, Limits, Minimax, Options, Reductions, Report, Request, Searcher,
    minimax,
};

fn ask<P: Position>(searcher: &mut dyn Searcher<P>, request: Request<'_, P>) -> Report<P::Move> {
    searcher.search(&request, &Control::default(), &mut |_| {})
}

#[test]
fn several_variations_are_ranked() {
    let pos = wander(Othello::start(), 6, 2);
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    let worth = |mv| {
        let mut child = pos;
        child.play(mv);
        -minimax(&child, &mut Discs::default(), 4)
    };
    let mut searchers: Vec<Box<dyn Searcher<Othello>>> =
        vec![Box::new(Minimax::new(Discs::default()))];
    for algorithm in Algorithm::ALL {
        searchers.push(Box::new(
            AlphaBeta::new(Discs::default()).with_options(Options::exact(algorithm)),
        ));
    }
    for searcher in &mut searchers {
        let request = Request::new(&pos, Limits::depth(5));
        let all = ask(&mut **searcher, request.with_multi_pv(99));
        assert_eq!(all.lines.len(), moves.len());
        assert!(
            all.lines
                .iter()
                .all(|line| line.score == worth(line.moves[0])),
            "{all:?}"
        );
        assert!(all.lines.is_sorted_by(|a, b| a.score >= b.score));
        all.lines
            .iter()
            .for_each(|line| _ = follow(&pos, &line.moves));
        let [best, second] = [0, 1].map(|i| all.lines[i].moves[0]);
        let two = ask(&mut **searcher, request.with_multi_pv(2));
        assert_eq!(
            two.lines.iter().map(|line| line.score).collect::<Vec<_>>(),
            [worth(best), worth(second)]
        );
        let others = ask(&mut **searcher, request.with_exclude(&[best]));
        assert_eq!(others.score(), worth(second));
        let only = ask(&mut **searcher, request.with_only(&[second]));
        assert_eq!((only.best(), only.score()), (Some(second), worth(second)));
        let none = ask(&mut **searcher, request.with_exclude(&moves));
        assert_eq!((none.lines, none.depth), (Vec::new(), 0));
        let illegal = ask(&mut **searcher, request.with_only(&[15, best]));
        assert_eq!(
            (illegal.best(), illegal.lines.len()),
            (Some(best), 1),
            "15 is taken from the start"
        );
    }
}

#[test]
fn a_partial_search_leaves_no_false_root_behind() {
    // One ply deep, for what an earlier search knows of a position yields to the first new search
    // of it.
    let mut told = 0;
    for seed in 0..200 {
        let root = Tree::new(seed, 40, 5);
        let mut moves = Vec::new();
        if root.legal_moves(&mut moves).is_some() {
            continue;
        }
        let truth = minimax(&root, &mut Drawn { range: 50 }, 2);
        for (algorithm, multi_pv) in Algorithm::ALL
            .into_iter()
            .flat_map(|algorithm| [(algorithm, 1), (algorithm, 2)])
        {
            let options = Options::exact(algorithm);
            let mut engine = AlphaBeta::new(Drawn { range: 50 })
                .with_options(options)
                .with_table(small());
            for &mv in &moves {
                // Every reply is searched first without its best move, or for its second best as
                // well.
                let mut child = root.clone();
                child.play(mv);
                let request = Request::new(&child, Limits::depth(1)).with_multi_pv(multi_pv);
                let best = Minimax::new(Drawn { range: 50 })
                    .think(&child, Limits::depth(1))
                    .pv()
                    .to_vec();
                let exclude = if multi_pv == 1 { &best[..] } else { &[] };
                told += usize::from(
                    !ask(&mut engine, request.with_exclude(exclude))
                        .lines
                        .is_empty(),
                );
            }
            assert_eq!(
                engine.think(&root, Limits::depth(2)).score(),
                truth,
                "{algorithm} {multi_pv} {seed}"
            );
        }
    }
    assert!(told > 1_000);
}

#[test]
fn a_stopped_search_leaves_no_false_root_behind() {
    for seed in 0..100 {
        let root = Tree::new(seed, 40, 5);
        let mut moves = Vec::new();
        if root.legal_moves(&mut moves).is_some() {
            continue;
        }
        let truth = minimax(&root, &mut Drawn { range: 50 }, 2);
        for algorithm in Algorithm::ALL {
            for nodes in 1..8 {
                let mut engine = AlphaBeta::new(Drawn { range: 50 })
                    .with_options(Options::exact(algorithm))
                    .with_table(small());
                for &mv in &moves {
                    // Every reply is searched for a while: to some of its moves, or to some of the
                    // next iteration's.
                    let mut child = root.clone();
                    child.play(mv);
                    engine.think(&child, Limits::nodes(nodes));
                }
                assert_eq!(
                    engine.think(&root, Limits::depth(2)).score(),
                    truth,
                    "{algorithm} {nodes} {seed}"
                );
            }
        }
    }
}

#[test]
fn a_guide_chooses_the_roots_too() {
    let pos = wander(Gomoku::start(), 5, 3);
    let mut engine = AlphaBeta::new(Windows::default()).guided_by(Threats { vcf: false });
    let all = ask(
        &mut engine,
        Request::new(&pos, Limits::depth(2)).with_multi_pv(99),
    );
    assert!(
        all.lines.len() < 76,
        "only squares beside a stone, of {} empty ones",
        76
    );
    let mut legal = Vec::new();
    pos.legal_moves(&mut legal);
    let passed_over = *legal
        .iter()
        .find(|&&mv| all.lines.iter().all(|line| line.moves[0] != mv))
        .expect("a far square");
    let named = ask(
        &mut engine,
        Request::new(&pos, Limits::depth(2)).with_only(&[passed_over]),
    );
    assert_eq!(
        named.best(),
        Some(passed_over),
        "but who asks for a move by name gets it"
    );
    let liked: Vec<_> = all.lines.iter().map(|line| line.moves[0]).collect();
    let rest = ask(
        &mut engine,
        Request::new(&pos, Limits::depth(2)).with_exclude(&liked),
    );
    assert!(
        rest.best().is_some_and(|mv| !liked.contains(&mv)),
        "nor is a legal move ever lacking"
    );
}

#[test]
fn colliding_keys_never_lead_to_an_illegal_move() {
    for (seed, algorithm) in (0..200).zip(Algorithm::ALL.into_iter().cycle()) {
        let tree = Tree {
            keys: 7,
            ..Tree::new(seed, 40, 5)
        };
        for options in [
            Options::exact(algorithm),
            Options::default()
                .with_algorithm(algorithm)
                .with_late_moves(Some(Reductions::default())),
        ] {
            let mut engine = AlphaBeta::new(Drawn { range: 50 })
                .with_options(options)
                .with_table(small());
            // The game itself objects to being played an illegal move.
            let report = engine.think(&tree, Limits::depth(6));
            assert_eq!(
                report.best().is_some(),
                tree.legal_moves(&mut Vec::new()).is_none()
            );
            follow(&tree, report.pv());
        }
    }
}

/// An evaluator that minds which moves are tried at each node below the root.
#[derive(Clone, Default)]
struct Siblings {
    ply: usize,
    tried: Vec<Vec<u8>>,
}

impl Evaluator<Othello> for Siblings {
    fn reset(&mut self, _: &Othello) {
        *self = Self {
            ply: 0,
            tried: vec![Vec::new(); 20],
        };
    }
    fn played(&mut self, _: &Othello, mv: u8, _: &u64) {
        let tried = &mut self.tried[self.ply];
        assert!(
            self.ply == 0 || !tried.contains(&mv),
            "{mv} is tried again at ply {}",
            self.ply
        );
        tried.push(mv);
        self.ply += 1;
        self.tried[self.ply].clear();
    }
    fn undone(&mut self, _: &Othello, _: u8, _: &u64) {
        self.ply -= 1;
    }
    fn evaluate(&mut self, pos: &Othello) -> Score {
        Score::eval((pos.key() % 201) as i32 - 100)
    }
}

#[test]
fn no_move_is_tried_twice_at_a_node() {
    // Alpha-beta visits a node once for all; the others come back with another window.
    let mut engine =
        AlphaBeta::new(Siblings::default()).with_options(Options::exact(Algorithm::AlphaBeta));
    let report = engine.think(&Othello::start(), Limits::depth(7));
    assert!(report.depth == 7 && report.stats.table_hits > 0);
}

#[test]
fn threads_share_a_table() {
    let pos = wander(Othello::start(), 4, 1);
    let main = AlphaBeta::new(Discs::default())
        .with_options(Options::exact(Algorithm::Pvs))
        .with_table(small());
    let reports = std::thread::scope(|scope| {
        let think = |mut engine: AlphaBeta<Othello, Discs>| {
            scope.spawn(move || engine.think(&pos, Limits::depth(8)))
        };
        let running: Vec<_> = (0..3).map(|_| think(main.clone())).collect();
        running
            .into_iter()
            .map(|run| run.join().expect("no search panics"))
            .collect::<Vec<_>>()
    });
    let alone = AlphaBeta::new(Discs::default()).think(&pos, Limits::depth(8));
    for report in reports {
        assert_eq!((report.depth, report.score()), (8, alone.score()));
        follow(&pos, report.pv());
    }
}

#[test]
fn evaluators_stay_in_step_and_may_be_boxed() {
    let pos = wander(Gomoku::start(), 12, 3);
    let mut eval = Windows::default();
    let mut line = Node::new(pos.clone(), &mut eval);
    let before = line.eval().clone();
    drop(line.play(0).play(1));
    assert_eq!(*line.eval(), before);
    let child = line.play(0);
    let mut fresh = Windows::default();
    fresh.reset(child.pos());
    assert_eq!(*child.eval(), fresh);
    let boxed: Box<dyn Evaluator<Gomoku> + Send> = Box::new(Windows::default());
    let plain = AlphaBeta::new(Windows::default()).think(&pos, Limits::depth(3));
    assert_eq!(
        AlphaBeta::new(boxed).think(&pos, Limits::depth(3)).lines,
        plain.lines
    );
}

#[test]
fn a_finished_game_has_a_score_and_no_move() {
    let won = wander(Othello::start(), 60, 1);
    let lost = follow(&TicTacToe::default(), &[0, 3, 1, 4, 2]);
    for algorithm in Algorithm::ALL {
        let options = Options::default().with_algorithm(algorithm);
        let report = AlphaBeta::new(Discs::default())
            .with_options(options)
            .think(&won, Limits::none());
        assert_eq!(
            (report.best(), report.score().get(), report.nodes),
            (None, 800 * won.margin(), 0)
        );
        let report = AlphaBeta::new(Squares::default())
            .with_options(options)
            .think(&lost, Limits::none());
        assert_eq!((report.best(), report.score()), (None, -Score::WIN));
    }
    let report = Minimax::new(Squares::default()).think(&lost, Limits::depth(3));
    assert_eq!(
        (report.best(), report.score(), report.pv().len()),
        (None, -Score::WIN, 0)
    );
}
