use super::*;
use crate::{Othello, Square};
use game_core::{Player, Position, zobrist};
use proptest::prelude::*;
use std::collections::{HashMap, HashSet};

const LINES: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

fn step(from: Square, (dx, dy): (i8, i8)) -> Option<Square> {
    Square::at(
        from.column().checked_add_signed(dx)?,
        from.row().checked_add_signed(dy)?,
    )
}

/// The squares of a line on one side of `square`, the nearest first.
fn ray(square: Square, way: (i8, i8)) -> impl Iterator<Item = Square> {
    core::iter::successors(step(square, way), move |&at| step(at, way))
}

/// The discs of an edge that play along it leaves alone, by trying everything.
fn slow_edge(line: [u8; 8], known: &mut HashMap<[u8; 8], [bool; 8]>) -> [bool; 8] {
    if let Some(&stable) = known.get(&line) {
        return stable;
    }
    let mut stable = line.map(|disc| disc != 0);
    for square in (0..8).filter(|&square| line[square] == 0) {
        for side in [1, 2] {
            let mut after = line;
            after[square] = side;
            let ways: [Vec<usize>; 2] = [(square + 1..8).collect(), (0..square).rev().collect()];
            for way in ways {
                let run: Vec<usize> = way
                    .iter()
                    .copied()
                    .take_while(|&at| line[at] == 3 - side)
                    .collect();
                if way.get(run.len()).is_some_and(|&end| line[end] == side) {
                    run.into_iter().for_each(|at| after[at] = side);
                }
            }
            let later = slow_edge(after, known);
            for at in 0..8 {
                stable[at] &= later[at] && after[at] == line[at];
            }
        }
    }
    known.insert(line, stable);
    stable
}

/// [`stable`] by the letter of its definition.
fn slow_stable(own: u64, opp: u64, known: &mut HashMap<[u8; 8], [bool; 8]>) -> u64 {
    let at = |column, row| Square::at(column, row).unwrap();
    let disc =
        |square: Square| u8::from(own & square.bit() != 0) + 2 * u8::from(opp & square.bit() != 0);
    let mut found = 0;
    for edge in [
        core::array::from_fn(|i| at(i as u8, 0)),
        core::array::from_fn(|i| at(i as u8, 7)),
        core::array::from_fn(|i| at(0, i as u8)),
        core::array::from_fn::<_, 8, _>(|i| at(7, i as u8)),
    ] {
        for (square, stable) in edge.into_iter().zip(slow_edge(edge.map(disc), known)) {
            found |= if stable { own & square.bit() } else { 0 };
        }
    }
    loop {
        let holds = |square: Square| {
            LINES.into_iter().all(|(dx, dy)| {
                let sides = [(dx, dy), (-dx, -dy)];
                sides
                    .into_iter()
                    .all(|way| ray(square, way).all(|at| disc(at) != 0))
                    || sides
                        .into_iter()
                        .any(|way| step(square, way).is_none_or(|next| found & next.bit() != 0))
            })
        };
        let more: u64 = crate::squares(own & !found)
            .filter(|&square| holds(square))
            .map(Square::bit)
            .sum();
        if more == 0 {
            return found;
        }
        found |= more;
    }
}

#[test]
fn every_edge_equals_the_definition() {
    let mut known = HashMap::new();
    for code in 0..3usize.pow(8) {
        let line = core::array::from_fn(|i| (code / 3usize.pow(i as u32) % 3) as u8);
        let stable = slow_edge(line, &mut known);
        let bits = |wanted: u8| (0..8).map(|i| u64::from(line[i] == wanted) << i).sum();
        let want = (0..8).map(|i| u8::from(stable[i]) << i).sum::<u8>();
        assert_eq!(EDGE[place(bits(1), bits(2))], want, "{line:?}");
    }
}

#[test]
fn equal_to_the_definition() {
    let mut known = HashMap::new();
    let mut random = 7;
    let mut found = 0;
    for _ in 0..3000 {
        let [a, b, c] = core::array::from_fn(|_| {
            random = zobrist::mix(random);
            random
        });
        // Boards ever more crowded, and of ever fewer islands: full lines and stable regions come
        // with that.
        for (own, occupied) in [
            (a, b | c),
            (a | b, b | c | a),
            (
                a,
                b | c | b.rotate_left(13) | c.rotate_left(29) | a.rotate_left(5),
            ),
            (a | b | c, !0),
            (spread_out(a & b & c), !(a & b & c & b.rotate_left(13))),
        ] {
            let (own, opp) = (own & occupied, !own & occupied);
            let want = slow_stable(own, opp, &mut known);
            assert_eq!(stable(own, opp), want, "{own:#x} {opp:#x}");
            found += u64::from(want != 0 && want != own);
        }
    }
    assert!(found > 1000, "{found}");
}

fn spread_out(discs: u64) -> u64 {
    crate::spread(crate::spread(discs))
}

/// Every disc of `stable` is where it was on each board that play can reach.
fn holds_for_ever(
    pos: Othello,
    kept: [u64; 2],
    seen: &mut HashSet<Othello>,
) -> Result<(), Othello> {
    if !seen.insert(pos) {
        return Ok(());
    }
    if Player::BOTH
        .into_iter()
        .any(|player| kept[player.index()] & !pos.board(player) != 0)
    {
        return Err(pos);
    }
    let mut moves = Vec::new();
    if pos.legal_moves(&mut moves).is_some() {
        return Ok(());
    }
    moves.into_iter().try_for_each(|mv| {
        let mut child = pos;
        child.play(mv);
        holds_for_ever(child, kept, seen)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn no_line_of_play_turns_a_stable_disc(seed: u64) {
        let mut pos = Othello::START;
        let mut random = seed;
        let mut moves = Vec::new();
        while pos.empty().count_ones() > 7 && pos.legal_moves(&mut moves).is_none() {
            random = zobrist::mix(random);
            pos.play(moves[(random % moves.len() as u64) as usize]);
            moves.clear();
        }
        let kept = Player::BOTH.map(|player| pos.stable(player));
        prop_assert!(kept[0] & !pos.board(Player::First) == 0 && kept[1] & !pos.board(Player::Second) == 0);
        prop_assert_eq!(holds_for_ever(pos, kept, &mut HashSet::new()), Ok(()));
    }
}

#[test]
fn corners_edges_and_the_full_board() {
    assert_eq!(stable(u64::MAX, 0), u64::MAX);
    assert_eq!(
        (stable(0x00ff, 0xff00), stable(0xff00, 0x00ff)),
        (0x00ff, 0)
    );
    // A full edge of both sides is stable, whichever side holds the corners.
    assert_eq!((stable(0x3c, 0xc3), stable(0xc3, 0x3c)), (0x3c, 0xc3));
    // A wedge may come between e1 and the corner, and turn nothing of what leans on it.
    assert_eq!(stable(0b0001_0011, 0b0010_0000), 0b0000_0011);
    let start = Othello::START;
    assert_eq!(
        (
            stable(start.own(), start.opp()),
            stable(start.opp(), start.own())
        ),
        (0, 0)
    );
}
