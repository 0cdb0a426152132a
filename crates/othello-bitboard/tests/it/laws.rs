//! The laws of `game_core::conform`, perft, and random games.

use crate::common::random_game;
use game_core::{Outcome, Position, conform, divide, perft};
use othello_bitboard::{Move, Othello};
use proptest::prelude::*;

/// The positions of some random games that `wanted` picks.
fn positions(wanted: impl Fn(&Othello) -> bool) -> impl Iterator<Item = Othello> {
    (0..).flat_map(random_game).filter(move |pos| wanted(pos))
}

/// The start, middle games, passes, and positions a few plies before the end.
fn samples() -> Vec<(Othello, u32)> {
    let empty = |pos: &Othello| pos.empty().count_ones();
    let mut samples = vec![(Othello::START, 4)];
    samples.extend(
        positions(|pos| empty(pos) == 30)
            .take(4)
            .map(|pos| (pos, 2)),
    );
    samples.extend(positions(Othello::must_pass).take(12).map(|pos| (pos, 2)));
    samples.extend(
        positions(|pos| empty(pos) == 5 && !pos.must_pass())
            .take(12)
            .map(|pos| (pos, 6)),
    );
    samples.extend(
        positions(|pos| pos.outcome().is_some())
            .take(12)
            .map(|pos| (pos, 1)),
    );
    samples
}

#[test]
fn the_laws_of_positions_hold() {
    for (pos, depth) in samples() {
        conform::position(&pos, depth).unwrap();
    }
}

#[test]
fn the_laws_of_notation_hold() {
    for (pos, depth) in samples() {
        conform::notation(&pos, &(), depth.min(3)).unwrap();
    }
}

/// Convention A: a forced pass is a ply, a finished game one leaf at any remaining depth.
const PERFT: [u64; 13] = [
    1,
    4,
    12,
    56,
    244,
    1396,
    8200,
    55_092,
    390_216,
    3_005_288,
    24_571_284,
    212_258_800,
    1_939_886_636,
];

#[test]
fn perft_from_the_start() {
    for depth in 0..=11 {
        assert_eq!(
            perft(&Othello::START, depth),
            PERFT[depth as usize],
            "depth {depth}"
        );
    }
    assert_eq!(
        divide(&Othello::START, 7)
            .iter()
            .map(|(_, leaves)| leaves)
            .sum::<u64>(),
        PERFT[7]
    );
}

#[test]
#[ignore = "some ten seconds"]
fn perft_12_from_the_start() {
    assert_eq!(perft(&Othello::START, 12), PERFT[12]);
}

#[test]
fn perft_counts_a_finished_game_once() {
    let over: Othello = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOO X"
        .parse()
        .unwrap();
    assert_eq!(
        (perft(&over, 0), perft(&over, 1), perft(&over, 9)),
        (1, 1, 1)
    );
    // White passes, Black takes the last square that can be taken, and a1 stays empty.
    let passing: Othello = "-XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO- O"
        .parse()
        .unwrap();
    assert!(passing.must_pass());
    assert_eq!(
        (1..5)
            .map(|depth| perft(&passing, depth))
            .collect::<Vec<_>>(),
        [1, 1, 1, 1]
    );
    assert_eq!(divide(&passing, 3), [(Move::PASS, 1)]);
}

#[test]
fn the_shortest_game_wipes_white_out() {
    use game_core::Notation;
    let game = Othello::START.parse_moves("e6f4e3f6g5d6e7f5c5").unwrap();
    let end = game_core::Record::<Othello>::new(Othello::START, game).end();
    assert_eq!(
        (end.outcome(), end.decided(), end.reason()),
        (
            Some(Outcome::Loss),
            Some(Outcome::Loss),
            Some("one side is wiped out")
        )
    );
    assert_eq!((end.margin(), end.final_margin()), (-13, -64));
}

#[test]
fn random_games_end_full_or_stuck() {
    use game_core::Notation;
    let mut reasons: Vec<_> = (0..400)
        .filter_map(|seed| random_game(seed).last().and_then(Othello::reason))
        .collect();
    assert_eq!(reasons.len(), 400);
    reasons.sort_unstable();
    reasons.dedup();
    assert_eq!(reasons, ["neither side can move", "the board is full"]);
}

proptest! {
    #[test]
    fn undo_restores_and_unpack_validates(seed: u64) {
        let game = random_game(seed);
        for (&before, &after) in game.iter().zip(&game[1..]) {
            let mut moves = Vec::new();
            before.generate(&mut moves);
            for bits in 0..=66 {
                let offered = moves.iter().copied().find(|&mv| before.pack(mv) == bits);
                prop_assert_eq!(before.unpack(bits), offered);
            }
            prop_assert_eq!(before.count_moves(), moves.len() as u64);
            let mut played = None;
            for mv in moves {
                let mut pos = before;
                let undo = pos.play(mv);
                prop_assert_eq!(pos.own() & pos.opp(), 0);
                played = played.or((pos == after).then_some(mv));
                pos.undo(mv, undo);
                prop_assert_eq!(pos, before);
            }
            prop_assert!(played.is_some());
        }
        prop_assert!(game.last().is_some_and(|end| end.outcome().is_some()));
    }
}
