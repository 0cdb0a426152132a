use super::layout::{CENTRE, STRIDE};
use super::shapes::{ALL, DISC, LANES, PLACES};
use super::*;
use crate::Explain;
use crate::othello::{WON, final_score};
use game_core::{Evaluator, Outcome, Player, Position, Score, conform, zobrist};
use othello_bitboard::{Move, Othello, Symmetry, wthor};
use proptest::prelude::*;
use std::sync::Arc;

/// Weights that all differ, but for those that symmetry makes the same.
fn odd_weights() -> Arc<Weights> {
    let mut weights = Weights::zero();
    for stage in 0..Weights::STAGES {
        let value = |number: usize| {
            (zobrist::mix((number * Weights::STAGES + stage) as u64) % 401) as f32 - 200.0
        };
        weights.set_stage(
            stage,
            &(0..Layout::get().count()).map(value).collect::<Vec<_>>(),
        );
    }
    Arc::new(weights)
}

/// What a fresh evaluator says.
fn value(weights: &Arc<Weights>, pos: &Othello) -> Score {
    let mut eval = Patterns::new(weights.clone());
    eval.reset(pos);
    eval.evaluate(pos)
}

#[test]
fn the_laws_of_evaluators_hold() {
    let eval = Patterns::new(odd_weights());
    conform::evaluator(&Othello::START, &eval, 5).unwrap();
    // Towards the end, where sides must pass.
    let late = (1..)
        .map(game)
        .find(|game| game[game.len() - 5..].iter().any(Othello::must_pass))
        .unwrap();
    conform::evaluator(&late[late.len() - 6], &eval, 5).unwrap();
    conform::evaluator(&Othello::START, &Patterns::default(), 4).unwrap();
}

#[test]
fn places_are_those_of_logistello() {
    let count = |name: &str| {
        ALL.iter()
            .filter(|place| SHAPES[place.shape].name == name)
            .count()
    };
    for (name, places, squares) in [
        ("corner 3x3", 4, 9),
        ("corner 2x5", 8, 10),
        ("edge and X", 4, 10),
        ("row 2", 4, 8),
        ("row 3", 4, 8),
        ("row 4", 4, 8),
        ("diagonal 8", 2, 8),
        ("diagonal 7", 4, 7),
        ("diagonal 6", 4, 6),
        ("diagonal 5", 4, 5),
        ("diagonal 4", 4, 4),
    ] {
        let shape = SHAPES.iter().find(|shape| shape.name == name).expect(name);
        assert_eq!(
            (count(name), shape.len(), shape.fillings()),
            (places, squares, 3_usize.pow(squares as u32)),
            "{name}"
        );
        assert!(!shape.is_empty());
    }
    for (place, lane) in (0..LANES).map(|lane| (ALL.get(lane), lane)) {
        let mut powers: Vec<_> = DISC
            .iter()
            .map(|disc| disc.0[lane])
            .filter(|&power| power != 0)
            .collect();
        powers.sort_unstable();
        let len = place.map_or(0, |place| SHAPES[place.shape].len());
        assert!(
            powers.into_iter().eq((0..len).map(|i| 3_i16.pow(i as u32))),
            "{lane}"
        );
    }
    assert_eq!(CENTRE[PLACES - 1], (super::layout::OFFSET[10] + 40) as i32);
}

#[test]
fn mirrored_fillings_share_a_weight() {
    // (3^n + 3^(fixed + pairs)) / 2 are left of a pattern that a mirror leaves in its place.
    let halves = |n: u32, orbits: u32| (3_usize.pow(n) + 3_usize.pow(orbits)) / 2;
    let shapes = halves(9, 6)
        + 3_usize.pow(10)
        + halves(10, 5)
        + 4 * halves(8, 4)
        + halves(7, 4)
        + halves(6, 3)
        + halves(5, 3)
        + halves(4, 2);
    assert_eq!(Layout::get().count(), shapes + 3 * 65);
    assert!(Layout::get().numbers().len() == STRIDE && STRIDE > Layout::get().count());
}

#[test]
fn stages_follow_one_another() {
    let stages: Vec<_> = (0..=64).map(Weights::stage).collect();
    assert!(stages.is_sorted_by(|a, b| a >= b));
    assert_eq!(
        (
            stages[64], stages[60], stages[58], stages[57], stages[3], stages[0]
        ),
        (0, 0, 0, 1, 19, 19)
    );
}

#[test]
fn features_add_up_to_the_value() {
    let weights = odd_weights();
    for pos in game(3) {
        let mut eval = Patterns::new(weights.clone());
        eval.reset(&pos);
        let terms: f64 = eval.terms(&pos).iter().map(|term| term.value).sum();
        assert_eq!(eval.terms(&pos).len(), SHAPES.len() + 3);
        let value = eval.evaluate(&pos).get();
        assert_eq!(value, (terms as i32).clamp(-6400, 6400));
    }
}

#[test]
fn weights_go_where_their_numbers_say() {
    let pos = game(5)[30];
    let features = Layout::get().features(&pos);
    for number in features {
        let mut weights = Weights::zero();
        let mut stage = vec![0.0; Layout::get().count()];
        stage[number as usize] = 7.4;
        weights.set_stage(Weights::stage(pos.empty().count_ones()), &stage);
        let uses = features.iter().filter(|&&other| other == number).count() as i32;
        assert_eq!(value(&Arc::new(weights), &pos), Score::eval(7 * uses));
    }
}

#[test]
fn moves_of_both_sides_and_empty_squares_have_weights_of_their_own() {
    // The last numbers of a stage are theirs, 0 to 64 of each.
    let first = Layout::get().count() - 3 * 65;
    let mut weights = Weights::zero();
    for stage in 0..Weights::STAGES {
        let mut of_stage = vec![0.0; Layout::get().count()];
        for count in 0..65 {
            of_stage[first + count] = count as f32;
            of_stage[first + 65 + count] = -70.0 * count as f32;
            of_stage[first + 130 + count] = 0.25 + count as f32;
        }
        weights.set_stage(stage, &of_stage);
    }
    let weights = Arc::new(weights);
    for pos in game(4) {
        let counts =
            [pos.moves(), pos.opponent_moves(), pos.empty()].map(|set| set.count_ones() as i32);
        assert_eq!(
            value(&weights, &pos).get(),
            counts[0] - 70 * counts[1] + counts[2],
            "{pos}"
        );
    }
}

#[test]
fn nothing_is_remembered_from_before_a_reset() {
    let weights = odd_weights();
    let elsewhere = game(8);
    let mut game = game(9);
    let mut eval = Patterns::new(weights.clone());
    eval.reset(&elsewhere[20]);
    let mut pos = elsewhere[20];
    let mv = pos.moves().trailing_zeros() as u8;
    let undo = pos.play(Move::new(mv).expect("a square"));
    eval.played(&pos, Move::new(mv).expect("a square"), &undo);
    // In another game, a move that was played before is taken back.
    game.truncate(31);
    let [.., before, after] = game[..] else {
        panic!("a game has moves")
    };
    let placed = (after.own() | after.opp()) & !(before.own() | before.opp());
    let flipped = before.opp() & !after.own();
    eval.reset(&after);
    eval.undone(
        &after,
        Move::new(placed.trailing_zeros() as u8).expect("a square or the pass"),
        &flipped,
    );
    assert_eq!(eval.evaluate(&before), value(&weights, &before));
}

#[test]
fn values_stay_within_a_whole_board() {
    let mut weights = Weights::zero();
    for stage in 0..Weights::STAGES {
        weights.set_stage(stage, &vec![1e9; Layout::get().count()]);
    }
    let weights = Arc::new(weights);
    assert!(
        game(6)
            .iter()
            .all(|pos| value(&weights, pos) == Score::eval(6400))
    );
    let alone = Othello::new(1, 0, Player::First).unwrap();
    assert_eq!(
        Patterns::new(weights).terminal(&alone, Outcome::Win, 3),
        final_score(64)
    );
    assert!(final_score(2).get() > WON && WON > 6400);
}

#[test]
fn files_read_back_and_damaged_ones_are_refused() {
    let weights = odd_weights();
    let bytes = weights.to_bytes();
    assert_eq!(Weights::from_bytes(&bytes).as_ref(), Ok(&*weights));
    assert_eq!(Weights::from_bytes(b""), Err(WeightsError::Magic));
    assert_eq!(Weights::from_bytes(&bytes[1..]), Err(WeightsError::Magic));
    for len in [30, 100, bytes.len() - 1] {
        assert_eq!(
            Weights::from_bytes(&bytes[..len]),
            Err(WeightsError::Damaged),
            "{len}"
        );
    }
    let head = bytes.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    let file = |plain: &[u8]| {
        [
            &bytes[..head],
            &miniz_oxide::deflate::compress_to_vec_zlib(plain, 1),
        ]
        .concat()
    };
    let count = Layout::get().count();
    assert_eq!(
        Weights::from_bytes(&file(&[])),
        Err(WeightsError::Short { stage: 19 })
    );
    assert_eq!(
        Weights::from_bytes(&file(&vec![0; count + 1])),
        Err(WeightsError::Short { stage: 18 })
    );
    assert_eq!(
        Weights::from_bytes(&file(&[0x80; 4])),
        Err(WeightsError::Short { stage: 19 }),
        "without end"
    );
    assert_eq!(
        Weights::from_bytes(&file(&[0xff, 0xff, 0x7f])),
        Err(WeightsError::Range { stage: 19 })
    );
    let whole = vec![0; 20 * count];
    assert_eq!(Weights::from_bytes(&file(&whole)), Ok(Weights::zero()));
    assert_eq!(
        Weights::from_bytes(&file(&[&whole[..], &[0]].concat())),
        Err(WeightsError::Long { extra: 1 })
    );
    assert_eq!(
        Weights::from_bytes(&file(&[0; 8_000_000])),
        Err(WeightsError::Damaged),
        "more than could be"
    );
}

#[test]
fn the_trained_weights_know_the_game() {
    let weights = Weights::trained();
    assert!(weights.memory() < 10_000_000);
    // Late in tournament games it knows who will win.
    let bytes = include_bytes!(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/data/othello/WTH_1977.wtb"
    ));
    let mut right = 0;
    let mut all = 0;
    for game in wthor::Archive::read(bytes).unwrap().games {
        let mut pos = Othello::START;
        for mv in game.replay().unwrap().moves {
            pos.play(mv);
            let black = 2 * i32::from(game.black_score) - 64;
            let margin = if pos.turn() == Player::First {
                black
            } else {
                -black
            };
            if (1..=12).contains(&pos.empty().count_ones()) && margin != 0 {
                right += u32::from(value(&weights, &pos).get().signum() == margin.signum());
                all += 1;
            }
        }
    }
    assert!(all > 100 && right * 10 > all * 8, "{right} of {all}");
}

/// The positions of a game played at random, the last of them finished.
pub(super) fn game(seed: u64) -> Vec<Othello> {
    let mut pos = Othello::START;
    let mut random = seed;
    let mut moves = Vec::new();
    let mut game = vec![pos];
    while pos.legal_moves(&mut moves).is_none() {
        random = zobrist::mix(random);
        pos.play(moves[(random % moves.len() as u64) as usize]);
        moves.clear();
        game.push(pos);
    }
    game
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn what_is_kept_up_to_date_equals_what_is_worked_out_anew(choices: Vec<u8>, passes: u64) {
        let weights = odd_weights();
        let mut pos = Othello::START;
        let mut eval = Patterns::new(weights.clone());
        eval.reset(&pos);
        let mut moves = Vec::new();
        let mut played = Vec::new();
        for (i, choice) in choices.into_iter().enumerate() {
            moves.clear();
            let over = pos.legal_moves(&mut moves).is_some();
            // Forwards, mostly; and now and then a pass that is not forced, as a search's null
            // move.
            if over || choice % 5 == 0 {
                let Some((mv, undo)) = played.pop() else { continue };
                eval.undone(&pos, mv, &undo);
                pos.undo(mv, undo);
            } else {
                let pass = passes >> (i % 64) & 1 == 1 && choice % 3 == 0;
                let mv = if pass { Move::PASS } else { moves[usize::from(choice) % moves.len()] };
                let undo = pos.play(mv);
                eval.played(&pos, mv, &undo);
                played.push((mv, undo));
            }
            // What was played before it began anew can be taken back, too.
            if choice % 7 == 0 {
                eval.reset(&pos);
            }
            prop_assert_eq!(eval.evaluate(&pos), value(&weights, &pos));
        }
    }

    #[test]
    fn what_a_solver_keeps_says_the_same(seed: u64) {
        let weights = odd_weights();
        let mut pos = Othello::START;
        let mut random = seed;
        let mut moves = Vec::new();
        let mut filled = Filled::new(pos.own(), pos.opp());
        while pos.legal_moves(&mut moves).is_none() {
            random = zobrist::mix(random);
            let mv = moves[(random % moves.len() as u64) as usize];
            let flipped = pos.play(mv);
            filled = mv.square().map_or_else(|| filled.turned(), |square| filled.after(square, flipped));
            prop_assert_eq!(filled, Filled::new(pos.own(), pos.opp()));
            let own = pos.moves().count_ones();
            let opp = pos.opponent_moves().count_ones();
            let sum = filled.value(&weights, own, opp, pos.empty().count_ones());
            prop_assert_eq!(Score::eval(sum.clamp(-6400, 6400)), value(&weights, &pos));
            moves.clear();
        }
    }

    #[test]
    fn symmetries_and_colours_do_not_matter(a: u64, b: u64, seed: u64) {
        let weights = odd_weights();
        let any = Othello::new(a & b, a & !b, Player::Second).unwrap();
        for pos in game(seed).into_iter().step_by(6).chain([any]) {
            let want = value(&weights, &pos);
            let swapped = Othello::new(pos.own(), pos.opp(), !pos.turn()).unwrap();
            prop_assert_eq!(value(&weights, &swapped), want);
            let mut features = Layout::get().features(&pos);
            features.sort_unstable();
            for symmetry in Symmetry::ALL {
                let image = Othello::new(symmetry.bits(pos.own()), symmetry.bits(pos.opp()), pos.turn()).unwrap();
                prop_assert_eq!(value(&weights, &image), want);
                let mut images = Layout::get().features(&image);
                images.sort_unstable();
                prop_assert_eq!(images, features);
            }
        }
    }
}
