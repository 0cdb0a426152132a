//! What the search knows about Hex: good cells lie on short ways of both players, and a stone more
//! never harms.

use crate::distance::Ways;
use crate::position::{Hex, Move};
use engines::game_core::{Evaluator, Node, Position};
use engines::search::Guide;

/// The guide of Hex.
#[derive(Clone, Copy, Debug, Default)]
pub struct HexGuide;

impl HexGuide {
    /// What a cell is worth to the order for each stone that a way over it needs less: as much as
    /// the best history.
    const NEARER: i32 = 1 << 14;
}

impl<E: Evaluator<Hex>> Guide<Hex, E> for HexGuide {
    /// Cells on short ways of both players first; of equal ones, those near the middle.
    fn rank(&mut self, line: &mut Node<'_, Hex, E>, moves: &[Move], ranks: &mut [i32]) {
        let pos = line.pos();
        let ways = [pos.turn(), !pos.turn()].map(|player| Ways::of(pos, player));
        let far = i32::from(pos.rules().size) - 1;
        for (&mv, rank) in moves.iter().zip(ranks) {
            let Some((row, column)) = mv.cell() else {
                // The swap is one move of many, and often the best.
                *rank += 6 * Self::NEARER;
                continue;
            };
            let near = ways
                .iter()
                .map(|ways| 3 - ways.detour(mv.0).unwrap_or(3) as i32);
            let off = |at: u8| (2 * i32::from(at) - far).abs();
            *rank += near.sum::<i32>() * Self::NEARER - 64 * (off(row) + off(column));
        }
    }

    /// A stone more never harms, so to pass never helps. Where a swap is possible, it would.
    fn null_move(&mut self, line: &mut Node<'_, Hex, E>) -> Option<Move> {
        (!line.pos().can_swap()).then_some(Move::NULL)
    }
}
