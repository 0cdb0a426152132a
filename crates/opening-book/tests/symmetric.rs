//! What every game's symmetries must keep to.

use game_core::{Notation, zobrist};
use opening_book::Symmetric;
use std::collections::HashSet;

/// Plays moves drawn by `seed`, and beside them their images, from a position that all symmetries leave as it is or change
/// only in its colours.
fn check<P: Symmetric + Notation>(symmetries: usize, plies: usize) {
    let mut seen = HashSet::new();
    for seed in 0..24_u64 {
        let symmetry = seed as usize % symmetries;
        let (mut pos, mut moves, mut random) = (P::start(&Default::default()), Vec::new(), seed);
        let mut image = pos.clone();
        for _ in 0..plies {
            let ((canonical, way), (other, back)) = (pos.canonical_form(), image.canonical_form());
            assert_eq!(canonical.key(), other.key(), "{pos}\n{image}");
            seen.insert((way, back));
            // A canonical form stands for itself.
            assert_eq!(canonical.canonical_form().0.key(), canonical.key(), "{pos}");
            moves.clear();
            if pos.legal_moves(&mut moves).is_some() {
                break;
            }
            for &mv in &moves {
                let there = pos.move_image(mv, way);
                assert!(canonical.unpack(P::pack(there)) == Some(there) && canonical.is_legal(there), "{pos} {mv:?}");
                assert_eq!(canonical.move_image(there, P::inverse_of(way)), mv, "{pos}");
                let (mut after, mut after_there) = (pos.clone(), canonical.clone());
                after.play(mv);
                after_there.play(there);
                assert_eq!(after.canonical_form().0.key(), after_there.canonical_form().0.key(), "{pos} {mv:?}");
            }
            random = zobrist::mix(random);
            let mv = moves[(random % moves.len() as u64) as usize];
            let theirs = pos.move_image(mv, symmetry);
            pos.play(mv);
            image.play(theirs);
        }
    }
    assert!(seen.len() > symmetries, "{seen:?}");
}

#[test]
fn gomoku() {
    check::<gomoku_rules::Gomoku>(8, 4);
}

#[test]
fn xiangqi() {
    check::<xiangqi_movegen::Xiangqi>(2, 20);
}

/// The start of Othello has four symmetries, the others exchange its colours.
#[test]
fn othello() {
    use othello_bitboard::{Othello, Symmetry};
    let of_start = |number: &usize| Othello::START.image(Symmetry::ALL[*number]) == Othello::START;
    assert_eq!((0..8).filter(of_start).collect::<Vec<_>>(), [0, 3, 4, 7]);
    check::<Othello>(1, 30);
}
