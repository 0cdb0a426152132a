//! Corners, moves, edges, regions and safe discs of Othello.

use super::{Said, Tallies, flipped, positions};
use engines::game;
use game_core::{Player, Position};
use othello_bitboard::{CORNERS, Othello, Square, squares};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use std::collections::BTreeSet;

#[test]
fn othello_tells_corners_and_moves() {
    let game = game("othello").expect("built in");
    let mut tallies = Tallies::default();
    for session in positions(game) {
        let pos: Othello = session.view().position.parse().expect("a position");
        for mv in session.legal_moves() {
            let said = Said::of(session.as_ref(), &mv);
            let says = |kind| said.says(kind);
            let Ok(square) = mv.parse::<Square>() else {
                assert!(said.0.is_empty(), "{mv}");
                continue;
            };
            let bit = 1 << square.index();
            for corner in squares(CORNERS) {
                let sentence = format!("gives up the corner {corner} in three moves");
                let soon = said.texts().any(|text| text == sentence);
                let is_given = gives_soon(&pos, mv.parse().expect("a move"), corner);
                tallies.add("gives-corner-soon", soon, is_given);
            }
            let mut after = pos;
            after.play(mv.parse().expect("a move"));
            let corners = |pos: Othello| -> u64 {
                let moves = squares(CORNERS).map(|corner| 1 << corner.index());
                moves.filter(|corner| pos.moves() & corner != 0).sum()
            };
            let could = flipped(&pos, [" X", " O"]).map_or(0, corners);
            let can = corners(after);
            tallies.add("corner", says("corner"), CORNERS & bit != 0);
            tallies.add("gives-corner", says("gives-corner"), can & !could != 0);
            tallies.add(
                "guards-corner",
                says("guards-corner"),
                could & !can & !bit != 0,
            );
            let mut replies = Vec::new();
            let over = after.legal_moves(&mut replies).is_some();
            let passes = !over && after.must_pass();
            tallies.add("pass", says("pass"), passes);
            tallies.add(
                "few-moves",
                says("few-moves"),
                !over && !passes && replies.len() <= 3,
            );
            let disc = |column: i32, row: i32| {
                let at = (0..8).contains(&column) && (0..8).contains(&row);
                let square = at.then(|| Square::at(column as u8, row as u8)).flatten();
                square.and_then(|square| pos.disc(square))
            };
            let (column, row) = (i32::from(square.column()), i32::from(square.row()));
            let between = |step: [i32; 2]| {
                [1, -1].iter().all(|way| {
                    disc(column + way * step[0], row + way * step[1]) == Some(!pos.turn())
                })
            };
            let is_wedge = ([0, 7].contains(&row) && between([1, 0]))
                || ([0, 7].contains(&column) && between([0, 1]));
            tallies.add("wedge", says("wedge"), is_wedge);
            let is_odd = |square| region(&pos, square).len() % 2 == 1;
            let mut choices = squares(pos.moves());
            let is_parity =
                pos.empty().count_ones() <= 20 && is_odd(square) && !choices.all(is_odd);
            tallies.add("parity", says("parity"), is_parity);
        }
    }
    tallies.check(200, 1.0);
}

/// The empty squares that hang together with this one, by their sides and corners.
fn region(pos: &Othello, square: Square) -> BTreeSet<Square> {
    let mut region = BTreeSet::from([square]);
    let mut further = vec![square];
    while let Some(square) = further.pop() {
        let beside = Square::all().filter(|next| {
            let apart = [
                next.column().abs_diff(square.column()),
                next.row().abs_diff(square.row()),
            ];
            apart.iter().all(|&by| by <= 1) && pos.disc(*next).is_none()
        });
        further.extend(beside.filter(|&next| region.insert(next)));
    }
    region
}

/// Whether after `mv` the opponent can take `corner` in three plies whatever the player does, and after
/// another move could not. It could not take it at once, before or after.
fn gives_soon(pos: &Othello, mv: othello_bitboard::Move, corner: Square) -> bool {
    let player = pos.turn();
    let forced = |mv, plies| {
        let mut after = *pos;
        after.play(mv);
        takes(&after, !player, corner, plies)
    };
    let could = flipped(pos, [" X", " O"]).is_some_and(|pos| takes(&pos, !player, corner, 1));
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    !could && !forced(mv, 1) && forced(mv, 3) && moves.into_iter().any(|other| !forced(other, 3))
}

/// Whether `player` can take `corner` within this many plies, whatever the opponent plays.
fn takes(pos: &Othello, player: Player, corner: Square, plies: u32) -> bool {
    let mut moves = Vec::new();
    if plies == 0 || pos.legal_moves(&mut moves).is_some() {
        return false;
    }
    let mut after = moves.into_iter().map(|mv| {
        let mut after = *pos;
        after.play(mv);
        let is_taken = pos.turn() == player && mv == corner.into();
        is_taken || (plies > 1 && takes(&after, player, corner, plies - 1))
    });
    if pos.turn() == player {
        after.any(|taken| taken)
    } else {
        after.all(|taken| taken)
    }
}

/// Discs that are said to be safe for good are not turned in games from there.
#[test]
fn othello_calls_nothing_safe_that_is_turned() {
    let game = game("othello").expect("built in");
    let mut told = 0;
    for session in positions(game) {
        let pos: Othello = session.view().position.parse().expect("a position");
        for mv in session.legal_moves() {
            if !Said::of(session.as_ref(), &mv).says("stable") {
                continue;
            }
            told += 1;
            let mut after = pos;
            after.play(mv.parse().expect("a move"));
            let player = pos.turn();
            let safe = after.stable(player);
            for seed in 0..4 {
                let mut played = after;
                let mut rng = StdRng::seed_from_u64(seed);
                let mut moves = Vec::new();
                while played.legal_moves(&mut moves).is_none() {
                    played.play(moves[rng.random_range(0..moves.len())]);
                    moves.clear();
                }
                assert_eq!(played.board(player) & safe, safe, "{pos} {mv}");
            }
        }
    }
    assert!(told >= 200, "{told}");
}
