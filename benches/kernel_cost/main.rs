//! What it costs that the kernel is generic: the same search of Othello by the kernel and by a twin
//! written by hand.
//!
//! `cargo bench --bench kernel_cost` times both in turn;
//! `cargo bench --bench kernel_cost -- kernel 10` or `-- twin 10` runs one of them to a depth, for
//! a profiler to count its instructions, and `-- game 10` the search that the game has by default.

mod sides;
mod table;
mod twin;

use boyi::engines::{Wiring, othello};
use boyi::othello::Othello;
use boyi::search::{AlphaBeta, Limits, Searcher, TranspositionTable};
use sides::{found, kernel, positions, twin};
use std::{sync::Arc, time::Instant};
use twin::Found;

/// The size of the default table.
const BYTES: usize = 16 << 20;

const USAGE: &str = "kernel_cost [kernel|twin|game DEPTH]";

fn main() {
    // Cargo adds an option.
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| word != "--bench")
        .collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => in_turn(9),
        [name @ ("kernel" | "twin" | "game"), depth] => {
            let side = match name {
                "kernel" => kernel,
                "twin" => twin,
                _ => game,
            };
            println!(
                "{name} to depth {depth}: {} nodes",
                nodes(side, depth.parse().expect(USAGE))
            );
        }
        _ => panic!("{USAGE}"),
    }
}

/// Searches a position to a depth, with a table of this many bytes.
type Side = fn(&Othello, i32, usize) -> Found;

/// How many nodes all the positions take.
fn nodes(side: Side, depth: i32) -> u64 {
    positions()
        .iter()
        .map(|pos| side(pos, depth, BYTES).nodes)
        .sum()
}

/// The search that the game has by default.
fn game(pos: &Othello, depth: i32, bytes: usize) -> Found {
    let mut engine = AlphaBeta::new(othello::OthelloWiring::evaluator(&(), None))
        .guided_by(othello::OthelloGuide::default())
        .with_options(othello::OthelloWiring::options(&()))
        .with_table(Arc::new(TranspositionTable::with_bytes(bytes)));
    found(engine.think(pos, Limits::depth(depth as u32)))
}

/// Times both, again and again, and prints the median of the ratios.
fn in_turn(depth: i32) {
    let time = |side: Side| {
        let start = Instant::now();
        (nodes(side, depth), start.elapsed().as_secs_f64())
    };
    let mut ratios: Vec<f64> = (0..11)
        .map(|_| {
            let [(nodes, kernel), (same, twin)] = [time(kernel), time(twin)];
            assert_eq!(nodes, same, "they visit the same positions");
            println!(
                "{nodes} nodes: kernel {kernel:.3} s, twin {twin:.3} s, ratio {:.3}",
                kernel / twin
            );
            kernel / twin
        })
        .collect();
    ratios.sort_by(f64::total_cmp);
    println!("median ratio {:.3}", ratios[ratios.len() / 2]);
}
