use othello_bitboard::{Othello, flips, moves, squares};

/// The margin that `pos` ends with if both sides play perfectly, for the side to move, empty squares given to the winner;
/// `least` if it is no more than that.
///
/// Alpha-beta, the move that leaves the fewest replies first; some 1 ms with 10 empty squares.
pub(super) fn solve(pos: &Othello, least: i32) -> i32 {
    margin(pos.own(), pos.opp(), least, 64).max(least)
}

/// Below so many empty squares, ordering costs more than it saves.
const ORDERED: u32 = 5;

/// Fail-soft, in the window from `alpha` to `beta`.
fn margin(own: u64, opp: u64, mut alpha: i32, beta: i32) -> i32 {
    let places = moves(own, opp);
    if places == 0 {
        return if moves(opp, own) == 0 { finished(own, opp) } else { -margin(opp, own, -beta, -alpha) };
    }
    let mut best = -64;
    let mut children = [(0, 0, 0); 64];
    let mut count = 0;
    let ordered = (own | opp).count_zeros() >= ORDERED;
    for square in squares(places) {
        let flipped = flips(square, own, opp);
        let (own, opp) = (opp ^ flipped, own ^ flipped | square.bit());
        children[count] = (if ordered { moves(own, opp).count_ones() } else { 0 }, own, opp);
        count += 1;
    }
    if ordered {
        children[..count].sort_unstable_by_key(|&(replies, ..)| replies);
    }
    for &(_, own, opp) in &children[..count] {
        let value = -margin(own, opp, -beta, -alpha);
        best = best.max(value);
        alpha = alpha.max(value);
        if alpha >= beta {
            break;
        }
    }
    best
}

fn finished(own: u64, opp: u64) -> i32 {
    let (own, opp) = (own.count_ones() as i32, opp.count_ones() as i32);
    (own - opp) + (own - opp).signum() * (64 - own - opp)
}

#[cfg(test)]
mod tests {
    use super::*;
    use game_core::{Position, zobrist};

    /// Without bounds or order.
    fn minimax(pos: &Othello) -> i32 {
        let mut moves = Vec::new();
        if pos.legal_moves(&mut moves).is_some() {
            return pos.final_margin();
        }
        let value = |mv| {
            let mut child = *pos;
            child.play(mv);
            -minimax(&child)
        };
        moves.into_iter().map(value).max().expect("a move")
    }

    #[test]
    fn solved_as_minimax_does() {
        for seed in 0..40 {
            let (mut pos, mut random, mut moves) = (Othello::START, seed, Vec::new());
            while pos.empty().count_ones() > 6 && pos.outcome().is_none() {
                moves.clear();
                pos.generate(&mut moves);
                random = zobrist::mix(random);
                pos.play(moves[(random % moves.len() as u64) as usize]);
            }
            let want = minimax(&pos);
            assert_eq!(solve(&pos, -64), want, "{pos}");
            for least in [want - 1, want, want + 1] {
                assert_eq!(solve(&pos, least), want.max(least), "{pos}");
            }
        }
    }
}
