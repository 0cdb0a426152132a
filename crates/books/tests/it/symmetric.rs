//! What every game's symmetries must keep to.

use books::{Book, Entry, Symmetric, Tally};
use game_core::{Notation, Score, zobrist};
use proptest::prelude::*;
use std::collections::HashSet;

/// Plays moves drawn by `seed`, and beside them their images, from a position that all symmetries
/// leave as it is or change only in its colours.
fn check<P: Symmetric + Notation>(symmetries: usize, plies: usize) {
    let mut seen = HashSet::new();
    for seed in 0..24_u64 {
        let symmetry = seed as usize % symmetries;
        let mut pos = P::start(&Default::default());
        let mut moves = Vec::new();
        let mut random = seed;
        let mut image = pos.clone();
        for _ in 0..plies {
            let (canonical, way) = pos.canonical_form();
            let (other, back) = image.canonical_form();
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
                assert!(
                    canonical.unpack(canonical.pack(there)) == Some(there)
                        && canonical.is_legal(there),
                    "{pos} {mv:?}"
                );
                assert_eq!(canonical.move_image(there, P::inverse_of(way)), mv, "{pos}");
                let mut after = pos.clone();
                let mut after_there = canonical.clone();
                after.play(mv);
                after_there.play(there);
                assert_eq!(
                    after.canonical_form().0.key(),
                    after_there.canonical_form().0.key(),
                    "{pos} {mv:?}"
                );
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

/// A position `plies` from the start, drawn by `seed`, and its image under each of this many
/// symmetries.
fn images<P: Symmetric + Notation>(symmetries: usize, plies: usize, seed: u64) -> (P, Vec<P>) {
    let mut pos = P::start(&Default::default());
    let mut random = seed;
    let mut images = vec![pos.clone(); symmetries];
    for _ in 0..plies {
        let moves = moves_of(&pos);
        if moves.is_empty() {
            break;
        }
        random = zobrist::mix(random);
        let mv = moves[(random % moves.len() as u64) as usize];
        for (symmetry, image) in images.iter_mut().enumerate() {
            let theirs = pos.move_image(mv, symmetry);
            image.play(theirs);
        }
        pos.play(mv);
    }
    (pos, images)
}

/// A book that knows every move of one position answers all its images alike, and with their own
/// legal moves.
fn looked_up<P: Symmetric + Notation>(
    symmetries: usize,
    plies: usize,
    seed: u64,
) -> Result<(), TestCaseError> {
    let (pos, images) = images::<P>(symmetries, plies, seed);
    let canonical = pos.canonical_form().0;
    let moves = moves_of(&canonical);
    let score = |number: usize| Score::eval((zobrist::mix(seed ^ number as u64) % 1_000) as i32);
    let entry = |(number, &mv)| Entry {
        mv: canonical.pack(mv),
        score: score(number),
        depth: 9,
        tally: Tally::default(),
    };
    let book = Book::new(
        P::NAME,
        [(
            canonical.key(),
            moves.iter().enumerate().map(entry).collect(),
        )],
    );
    let told = |image: &P| -> Result<Vec<_>, TestCaseError> {
        let mut told = Vec::new();
        for entry in book.page(image) {
            prop_assert!(image.is_legal(entry.mv), "{} {:?}", image, entry.mv);
            let mut after = image.clone();
            after.play(entry.mv);
            told.push((entry.score, after.canonical_form().0.key()));
        }
        told.sort();
        Ok(told)
    };
    let ours = told(&pos)?;
    prop_assert_eq!(ours.len(), moves.len());
    for image in &images {
        prop_assert_eq!(&told(image)?, &ours, "{}", image);
    }
    Ok(())
}

/// The legal moves, none where the game is over.
fn moves_of<P: Notation>(pos: &P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    moves
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn gomoku_is_looked_up_whichever_way_it_lies(plies in 0_usize..12, seed: u64) {
        looked_up::<gomoku_rules::Gomoku>(8, plies, seed)?;
    }

    #[test]
    fn xiangqi_is_looked_up_whichever_way_it_lies(plies in 0_usize..40, seed: u64) {
        looked_up::<xiangqi_movegen::Xiangqi>(2, plies, seed)?;
    }
}
