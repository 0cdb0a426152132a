//! How many moves a second the gomoku patterns follow:
//! `cargo run --release -p pattern-eval --example follow_games [ROUNDS]`.
//!
//! Ten lines, three of freestyle on either size, three of the standard rule and three of renju, are
//! played to their end and taken back, with everything that is kept of every point. They are those
//! of the `bench` of Rapfi (dhbloo/rapfi), so that rates can be set beside each other.

use game_core::{Evaluator, Notation, Position};
use gomoku_rules::{Gomoku, Rule, Rules};
use pattern_eval::gomoku::Patterns;
use std::{
    error::Error,
    time::{Duration, Instant},
};

const LINES: [(Rule, u8, &str); 10] = [
    (Rule::Freestyle, 15, "h8g7f6g8g9"),
    (Rule::Freestyle, 15, "h2h5h4f6"),
    (Rule::Freestyle, 20, "e2f2h3g3g6h5f9"),
    (
        Rule::Freestyle,
        20,
        "f5e3b7h5g3g4i6e4h4d4f2i5f4f6e5d6d7e7f8",
    ),
    (Rule::Standard, 15, "h8h7j6i7f7"),
    (Rule::Standard, 15, "f6i9h8"),
    (Rule::Standard, 15, "b3k10g2f6"),
    (Rule::Renju, 15, "h8i9j10i8i7g9"),
    (
        Rule::Renju,
        15,
        "h8h9j9j8f8i7g7i9h6e9f6k7l6i10i6f9g9g11h10i11i8",
    ),
    (Rule::Renju, 15, "h8h9h6i10i6i9g9g8j11i7"),
];

fn main() -> Result<(), Box<dyn Error>> {
    let pairs = std::env::args()
        .nth(1)
        .map_or(Ok(200_000), |rounds| rounds.parse::<usize>())?;
    let mut total = Duration::ZERO;
    let mut played = 0;
    for (rule, size, line) in LINES {
        let mut pos = Gomoku::new(Rules::new(size, rule)?);
        let moves = pos.parse_moves(line)?;
        let mut patterns = Patterns::default();
        patterns.reset(&pos);
        let rounds = pairs / moves.len();
        let start = Instant::now();
        for _ in 0..rounds {
            for &mv in &moves {
                pos.play(mv);
                patterns.played(&pos, mv, &());
            }
            for &mv in moves.iter().rev() {
                patterns.undone(&pos, mv, &());
                pos.undo(mv, ());
            }
        }
        let time = start.elapsed();
        let pairs = rounds * moves.len();
        println!(
            "{rule:9} {size} {:6.1} ns a move and back, {line}",
            time.as_nanos() as f64 / pairs.max(1) as f64
        );
        total += time;
        played += pairs;
    }
    println!(
        "{played} moves and back, {:.2} million a second",
        played as f64 / total.as_secs_f64() / 1e6
    );
    Ok(())
}
