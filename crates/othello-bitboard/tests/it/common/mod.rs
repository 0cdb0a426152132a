//! Random games to try laws on.

use game_core::{Position, zobrist};
use othello_bitboard::Othello;

/// The positions of a game of random moves, from the start to the end.
pub fn random_game(seed: u64) -> Vec<Othello> {
    let mut pos = Othello::START;
    let mut random = seed;
    let mut game = vec![pos];
    let mut moves = Vec::new();
    loop {
        moves.clear();
        if pos.legal_moves(&mut moves).is_some() {
            return game;
        }
        random = zobrist::mix(random);
        pos.play(moves[(random % moves.len() as u64) as usize]);
        game.push(pos);
    }
}
