//! Every searcher returns minimax's value on random positions of the three games, with every game's
//! own evaluator.

use boyi::core::Notation;
use boyi::engines::{Wired, Wiring, gomoku, othello, xiangqi};
use boyi::search::{
    Algorithm, AlphaBeta, Limits, Minimax, Options, Searcher, TranspositionTable, minimax,
};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use std::sync::Arc;

/// The position after `plies` random moves, or before the game ends.
fn wander<P: Notation>(rules: &P::Rules, plies: usize, seed: u64) -> P {
    let mut pos = P::start(rules);
    let mut rng = StdRng::seed_from_u64(seed);
    for _ in 0..plies {
        let mut moves = Vec::new();
        if pos.legal_moves(&mut moves).is_some() {
            break;
        }
        let mv = moves[rng.random_range(0..moves.len())];
        let mut next = pos.clone();
        next.play(mv);
        if next.outcome().is_some() {
            break;
        }
        pos = next;
    }
    pos
}

/// Asks every algorithm, with a table so small that it is always full, about `count` positions.
fn agree<W: Wiring>(
    settings: &[(&str, &str)],
    plies: std::ops::Range<usize>,
    count: u64,
    depth: u32,
) {
    let settings: Vec<_> = settings
        .iter()
        .map(|(name, value)| (name.to_string(), value.to_string()))
        .collect();
    let rules = Wired::<W>::rules(&settings).expect("settings of the game");
    for seed in 0..count {
        let plies = plies.start + seed as usize * plies.len() / count as usize;
        let pos: W::Position = wander(&rules, plies, seed);
        for depth in 1..=depth {
            let truth = minimax(&pos, &mut W::evaluator(&rules, None), depth);
            assert_eq!(
                Minimax::new(W::evaluator(&rules, None))
                    .think(&pos, Limits::depth(depth))
                    .score(),
                truth,
                "{pos}"
            );
            for algorithm in Algorithm::ALL {
                for bytes in [1 << 10, 1 << 20] {
                    let mut engine = AlphaBeta::new(W::evaluator(&rules, None))
                        .with_options(Options::exact(algorithm))
                        .with_table(Arc::new(TranspositionTable::with_bytes(bytes)));
                    let report = engine.think(&pos, Limits::depth(depth));
                    assert_eq!(
                        report.score(),
                        truth,
                        "{algorithm} at depth {depth} in {pos}: {report:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn othello_agrees_with_minimax() {
    agree::<othello::OthelloWiring>(&[], 0..44, 12, 5);
    agree::<othello::OthelloWiring>(&[], 48..58, 20, 7);
}

#[test]
fn gomoku_agrees_with_minimax() {
    agree::<gomoku::GomokuWiring>(&[("size", "7")], 4..30, 6, 3);
    agree::<gomoku::GomokuWiring>(&[("size", "6"), ("rule", "renju")], 6..30, 6, 3);
    agree::<gomoku::GomokuWiring>(&[("size", "5"), ("rule", "standard")], 8..20, 6, 4);
    agree::<gomoku::GomokuWiring>(&[("size", "6"), ("rule", "caro")], 6..30, 6, 3);
}

#[test]
fn xiangqi_agrees_with_minimax() {
    agree::<xiangqi::XiangqiWiring>(&[], 0..120, 8, 3);
    agree::<xiangqi::XiangqiWiring>(&[], 200..400, 6, 3);
}
