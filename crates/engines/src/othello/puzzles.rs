//! Puzzles of Othello: endgames that one move alone wins or saves, by what makes it.

use crate::puzzles::{FoundPuzzle, PuzzleMaker, only_moves};
use othello_bitboard::{Move, Othello, spread, squares};
use solvers::othello::{Endgame, Goal, SolveLimits};
use std::ops::RangeInclusive;

/// A disc between two of the opponent's on the edge.
const WEDGE: &str = "wedge";
/// The move into a region of an odd number of squares, where there are even ones, too.
const PARITY: &str = "parity";
/// A win by the smallest margin.
const NARROW: &str = "narrow";
/// Any other win.
const WIN: &str = "win";
/// Everything but one move loses, and that one draws.
const DRAW: &str = "draw";

/// The empty squares of a puzzle.
const EMPTIES: RangeInclusive<u32> = 6..=16;

/// Proves them by the endgame solver.
pub(super) struct Ends(Endgame);

impl Default for Ends {
    fn default() -> Self {
        Self(Endgame::with_bytes(4 << 20))
    }
}

impl PuzzleMaker<Othello> for Ends {
    fn find(&mut self, pos: &Othello) -> Option<FoundPuzzle<Move>> {
        if !EMPTIES.contains(&pos.empty().count_ones()) {
            return None;
        }
        let limits = SolveLimits::default();
        let best = self.0.solve(pos, Goal::Margin, &limits).ok()?;
        let first = best.best.filter(|_| best.score >= 0)?;
        let goal = best.score.signum();
        let only = only_moves(pos, &best.line, |after, _| {
            let of_opponent = self.0.solve(after, Goal::Outcome, &limits).ok()?.score;
            // After some moves the same player is to move: the opponent passes, by a move.
            Some(-of_opponent >= goal)
        });
        (only > 0).then_some(FoundPuzzle {
            theme: theme(pos, first, best.score),
            solution: best.line,
            only,
            nodes: best.nodes,
        })
    }
}

/// What makes the move of this final margin.
fn theme(pos: &Othello, mv: Move, margin: i32) -> &'static str {
    match margin {
        0 => DRAW,
        _ if is_wedge(pos, mv) => WEDGE,
        _ if is_parity(pos, mv) => PARITY,
        2 => NARROW,
        _ => WIN,
    }
}

/// The squares of the edges without the corners.
const EDGES: [u64; 4] = [
    0x7e,
    0x7e << 56,
    0x0001_0101_0101_0100,
    0x0080_8080_8080_8000,
];

/// Whether the move is on an edge with a disc of the opponent's on either side.
pub(super) fn is_wedge(pos: &Othello, mv: Move) -> bool {
    let beside = |step: u32| mv.bit() << step | mv.bit() >> step;
    let wedged = |beside: u64| pos.opp() & beside == beside;
    let on = |edges: &[u64]| edges.iter().any(|edge| edge & mv.bit() != 0);
    (on(&EDGES[..2]) && wedged(beside(1))) || (on(&EDGES[2..]) && wedged(beside(8)))
}

/// Whether the move is into an odd region of empty squares and could be into an even one.
pub(super) fn is_parity(pos: &Othello, mv: Move) -> bool {
    let is_odd = |bit: u64| region(pos.empty(), bit).count_ones() % 2 == 1;
    let moves = squares(pos.moves()).map(|square| 1 << square.index());
    is_odd(mv.bit()) && moves.into_iter().any(|bit: u64| !is_odd(bit))
}

/// The empty squares that hang together with `bit`, by their sides and corners.
fn region(empty: u64, bit: u64) -> u64 {
    let mut region = bit;
    loop {
        let wider = (region | spread(region)) & empty;
        if wider == region {
            return region;
        }
        region = wider;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pos(text: &str) -> Othello {
        text.parse().expect("a position")
    }

    fn mv(text: &str) -> Move {
        text.parse().expect("a move")
    }

    /// Black at c1 and e1 beside d1; the corner region a8 is odd, that of h8 and g8 is even.
    const BOARD: &str = "\
        --O-O---\
        --OXO---\
        XXXOXXXX\
        XXXXXXXX\
        XXXXXXXX\
        XXXXXXXX\
        XXXXXXXX\
        -OXXXO-- X";

    #[test]
    fn a_wedge_stands_between_two_discs_of_the_opponent_on_the_edge() {
        let board = pos(BOARD);
        assert!(is_wedge(&board, mv("d1")));
        for other in ["f1", "b1", "a8", "h8"] {
            assert!(!is_wedge(&board, mv(other)), "{other}");
        }
        // The same on a side.
        let side = pos("--------O--------X------X-------------------------------XO------ X");
        let [down, corner] = ["a3", "a1"].map(mv);
        assert_eq!(
            (is_wedge(&side, down), is_wedge(&side, corner)),
            (false, false)
        );
        let side = pos("--------O---------------O-------------------------------XO------ X");
        assert!(is_wedge(&side, down));
    }

    #[test]
    fn parity_needs_an_odd_region_and_the_choice_of_an_even_one() {
        let board = pos("-OXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO-- X");
        assert_eq!(region(board.empty(), mv("g8").bit()).count_ones(), 2);
        assert!(is_parity(&board, mv("a1")) && !is_parity(&board, mv("g8")));
        // All regions odd.
        let board = pos("-OXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO- X");
        assert!(!is_parity(&board, mv("a1")));
    }
}
