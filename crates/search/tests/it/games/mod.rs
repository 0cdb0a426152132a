//! Small but real games: each strains one part of the vocabulary.
#![allow(dead_code, unused_imports)] // Every test binary uses its own part.

pub mod gomoku;
pub mod nim;
pub mod othello;
pub mod ring;
pub mod tictactoe;
pub mod tree;

pub use gomoku::{Gomoku, Threats, Windows};
pub use nim::Nim;
pub use othello::{Discs, Othello};
pub use tictactoe::{Squares, TicTacToe};
pub use tree::{Drawn, FreeTree, RandomTree, Tree, Way};

/// A well-mixed key from a board's bits.
pub fn mix(a: u64, b: u64) -> u64 {
    let mut z = a.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ b.wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The position `plies` arbitrary but reproducible moves after `pos`.
pub fn wander<P: game_core::Position>(mut pos: P, plies: usize, seed: u64) -> P {
    for i in 0..plies {
        let mut moves = Vec::new();
        if pos.legal_moves(&mut moves).is_some() {
            break;
        }
        pos.play(moves[mix(seed, i as u64) as usize % moves.len()]);
    }
    pos
}

/// The evaluator to which every position is even.
pub fn even<P: game_core::Position>() -> game_core::FromFn<fn(&P) -> i32> {
    game_core::from_fn(|_| 0)
}

/// A table of 256 KiB.
pub fn small() -> std::sync::Arc<search::TranspositionTable> {
    std::sync::Arc::new(search::TranspositionTable::with_bytes(1 << 18))
}

/// Where a variation leads; panics unless every move of it is legal.
pub fn follow<P: game_core::Position>(pos: &P, moves: &[P::Move]) -> P {
    let mut end = pos.clone();
    for &mv in moves {
        let mut legal = Vec::new();
        end.legal_moves(&mut legal);
        assert!(legal.contains(&mv), "{mv:?} in {moves:?} is not legal");
        end.play(mv);
    }
    end
}
