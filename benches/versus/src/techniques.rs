//! What the kernel's techniques are worth to a game whose guide only orders moves.

use crate::connect_four::{Board, Column, OpenFours};
use arena::stats::{Estimate, Pentanomial};
use game_core::{Evaluator, Node, Outcome, Position};
use search::{
    Algorithm, AlphaBeta, Guide, HistoryBonus, Limits, Options, Reductions, Searcher,
    TranspositionTable,
};
use std::sync::Arc;

/// Orders the columns from the centre outwards, and knows nothing else.
#[derive(Clone, Copy, Debug)]
pub struct CentreFirst;

impl<E: Evaluator<Board>> Guide<Board, E> for CentreFirst {
    fn rank(&mut self, _: &mut Node<'_, Board, E>, moves: &[Column], ranks: &mut [i32]) {
        for (column, rank) in moves.iter().zip(ranks) {
            // Beside a history of at most 2^14.
            *rank += 256 * column.lines();
        }
    }
}

/// Every move to the full depth.
fn full_width() -> Options {
    Options::exact(Algorithm::Aspiration)
        .with_unit(10)
        .with_equal_depth(false)
}

/// The same with late-move reductions and the histories that they look at.
fn selective() -> Options {
    full_width()
        .with_late_moves(Some(Reductions {
            after: 4,
            depth: 5,
            history: 8_000,
            cut_node: 100,
            not_improving: 50,
            pv: 50,
            ..Reductions::logarithmic()
        }))
        .with_history_bonus(HistoryBonus {
            linear: 240,
            square: 0,
            most: 2_000,
        })
        .with_continuation(3)
        .with_improving(true)
}

/// The contestants: the first is what the others are measured by.
fn contestants() -> [(&'static str, Box<dyn Searcher<Board>>); 3] {
    let engine =
        || AlphaBeta::new(OpenFours).with_table(Arc::new(TranspositionTable::with_bytes(1 << 24)));
    [
        (
            "every move to the full depth",
            Box::new(engine().with_options(full_width())),
        ),
        (
            "the same, ordered by the guide",
            Box::new(engine().with_options(full_width()).guided_by(CentreFirst)),
        ),
        (
            "the same, with late-move reductions and continuation history",
            Box::new(engine().with_options(selective()).guided_by(CentreFirst)),
        ),
    ]
}

/// Every line of three plies.
fn openings() -> Vec<Board> {
    let mut positions = vec![Board::START];
    for _ in 0..3 {
        let after = |pos: &Board| {
            let mut moves = Vec::new();
            pos.generate(&mut moves);
            let played = move |mv| {
                let mut next = *pos;
                next.play(mv);
                next
            };
            moves.into_iter().map(played).collect::<Vec<_>>()
        };
        positions = positions.iter().flat_map(after).collect();
    }
    positions
}

/// Half points of the player who begins at `pos`, with `nodes` a move.
fn played(pos: Board, mut players: [&mut dyn Searcher<Board>; 2], nodes: u64) -> usize {
    let mut pos = pos;
    let mut ply = 0;
    players.iter_mut().for_each(|player| player.new_game());
    let outcome = loop {
        if let Some(outcome) = pos.decided() {
            break outcome;
        }
        let report = players[ply % 2].think(&pos, Limits::nodes(nodes));
        let Some(best) = report.best() else {
            break pos.stuck();
        };
        pos.play(best);
        ply += 1;
    };
    match (outcome, ply % 2) {
        (Outcome::Draw, _) => 1,
        (Outcome::Win, 0) | (Outcome::Loss, 1) => 2,
        _ => 0,
    }
}

/// Prints what each contestant takes to `depth`, and how it does against the first with `nodes` a
/// move: every opening of three plies, from both sides.
pub fn print(depth: u32, nodes: u64) {
    println!(
        "\n| connect four, from the empty board to depth {depth} | nodes | ms |\n|---|---:|---:|"
    );
    for (name, mut searcher) in contestants() {
        let report = searcher.think(&Board::START, Limits::depth(depth));
        println!(
            "| {name} | {} | {} |",
            report.nodes,
            report.time.as_millis()
        );
    }
    println!("\n| against the first, {nodes} nodes a move | won, drawn, lost | score | Elo |");
    println!("|---|---:|---:|---:|");
    let [(_, mut first), others @ ..] = contestants();
    for (name, mut searcher) in others {
        let mut games = [0_u32; 3];
        let mut pairs = Pentanomial::default();
        for pos in openings() {
            let first_half = played(pos, [&mut *searcher, &mut *first], nodes);
            let second_half = 2 - played(pos, [&mut *first, &mut *searcher], nodes);
            games[first_half] += 1;
            games[second_half] += 1;
            pairs.add(first_half + second_half);
        }
        let [lost, drawn, won] = games;
        let estimate = Estimate::of_pairs(pairs).expect("there are openings");
        println!(
            "| {name} | {won}, {drawn}, {lost} | {:.1} % | {estimate} |",
            100.0 * estimate.score,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game_core::conform;

    /// With every technique off, a guide that only orders leaves minimax its value.
    #[test]
    fn order_changes_no_value() {
        for pos in openings().into_iter().step_by(29) {
            let value = search::minimax(&pos, &mut OpenFours.clone(), 6);
            for algorithm in Algorithm::ALL {
                let mut engine = AlphaBeta::new(OpenFours)
                    .with_options(Options::exact(algorithm))
                    .guided_by(CentreFirst);
                let score = engine.think(&pos, Limits::depth(6)).score();
                assert_eq!(score, value, "{algorithm} {pos:?}");
            }
            conform::position(&pos, 3).expect("the laws hold");
        }
    }

    #[test]
    fn there_are_as_many_openings_as_lines_of_three_plies() {
        assert_eq!(openings().len(), 343);
    }
}
