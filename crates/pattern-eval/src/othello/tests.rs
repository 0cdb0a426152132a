use super::{terms::Feature, *};
use crate::{Explain, Weighted};
use game_core::{Evaluator, Outcome, Player, Position, Score, conform, zobrist};
use othello_bitboard::{Move, Othello, Symmetry};
use proptest::prelude::*;

/// The greatest value of each term, in tenths of a point.
const GREATEST: [i32; TERMS] = [3600, 1000, 996, 1000, 1000, 1000, 1000, 5120];

/// A board with these discs for the side to move and for the other.
fn board(own: &str, opp: &str) -> Othello {
    let set = |text: &str| {
        text.split_whitespace()
            .map(|square| square.parse::<Move>().unwrap().bit())
            .sum()
    };
    Othello::new(set(own), set(opp), Player::First).unwrap()
}

fn random_game(seed: u64) -> Vec<Othello> {
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

#[test]
fn the_laws_of_evaluators_hold() {
    let game = random_game(1);
    for (pos, depth) in [
        (Othello::START, 4),
        (game[25], 2),
        (game[game.len() - 6], 6),
    ] {
        conform::evaluator(&pos, &Handmade::default(), depth).unwrap();
        conform::evaluator(
            &pos,
            &Handmade {
                weights: [i32::MAX; TERMS],
            },
            depth,
        )
        .unwrap();
        conform::evaluator(&pos, &Squares, depth).unwrap();
        conform::evaluator(&pos, &Corners, depth).unwrap();
        conform::evaluator(&pos, &CornerNeighbours, depth).unwrap();
        conform::evaluator(&pos, &Discs, depth).unwrap();
        conform::evaluator(&pos, &Mobility, depth).unwrap();
        conform::evaluator(&pos, &Frontier, depth).unwrap();
        conform::evaluator(&pos, &Edges, depth).unwrap();
        conform::evaluator(&pos, &HalfStable, depth).unwrap();
    }
}

#[test]
fn the_table_is_symmetric() {
    for square in othello_bitboard::Square::all() {
        for symmetry in Symmetry::ALL {
            assert_eq!(
                square_value(symmetry.square(square)),
                square_value(square),
                "{square}"
            );
        }
    }
    assert_eq!(
        SQUARES
            .iter()
            .map(|&value| i32::from(value.abs()))
            .sum::<i32>(),
        360
    );
    let whole = Othello::new(u64::MAX, 0, Player::First).unwrap();
    assert_eq!(
        Squares::tenths(&whole),
        10 * SQUARES.iter().map(|&value| i32::from(value)).sum::<i32>()
    );
}

#[test]
fn terms_by_hand() {
    assert_eq!(Handmade::tenths(&Othello::START), [0; TERMS]);
    // squares: a1 b1 against c3.
    assert_eq!(Squares::tenths(&board("a1 b1", "c3")), 10 * (20 - 3 - 2));
    // corners: two against one.
    assert_eq!(Corners::tenths(&board("a1 h8 d4", "a8 e5")), 250);
    // Next to empty corners: b1 and b2 are not, since a1 is taken; g7 and h7 are; the other side
    // has a7.
    assert_eq!(
        CornerNeighbours::tenths(&board("b1 b2 g7 h7", "a1 a7")),
        -83
    );
    assert_eq!(
        CornerNeighbours::tenths(&board("", "a2 b2 b1 g1 g2 h2 a7 b7 b8 g8 g7 h7")),
        12 * 83
    );
    // Three discs against one, of four.
    assert_eq!(Discs::tenths(&board("a1 b2 c3", "d4")), 750);
    assert_eq!(Discs::tenths(&board("d4", "a1 b2 c3")), -750);
    assert_eq!(Discs::tenths(&board("d4", "")), 1000);
    // After f5 White has three moves and Black, were it his turn, four.
    let mut pos = Othello::START;
    pos.play("f5".parse().unwrap());
    let own = pos.moves().count_ones() as i32;
    let opp = pos.opponent_moves().count_ones() as i32;
    assert_eq!((own, opp), (3, 3));
    assert_eq!(Mobility::tenths(&pos), 0);
    // f1 can be played over g1, but nothing over h1.
    assert_eq!(Mobility::tenths(&board("h1", "g1")), 1000);
    // Every disc of three in a row touches an empty square, of either side.
    assert_eq!(Frontier::tenths(&board("c3 d3", "e3")), -666);
    // b2 is shut in by its neighbours, which are the opponent's.
    assert_eq!(
        Frontier::tenths(&board("b2", "a1 b1 c1 a2 c2 a3 b3 c3")),
        1000
    );
    // Two edge discs against one; d4 is none.
    assert_eq!(Edges::tenths(&board("a1 d8 d4", "h5")), 666);
    // a1 is tied five ways, b1 three ways and along the row to a1; d4 not at all; h5 three ways.
    assert_eq!(
        HalfStable::tenths(&board("a1 b1 d4", "h5")),
        10 * (5 + 4 - 3)
    );
    // A whole row is tied to both ends: eight discs three ways up and two along, and two corners
    // two ways more.
    assert_eq!(
        HalfStable::tenths(&board("a1 b1 c1 d1 e1 f1 g1 h1", "")),
        10 * (8 * 5 + 2)
    );
}

#[test]
fn the_sum_of_its_terms() {
    for (seed, weights) in [
        (3, Handmade::CLASSIC),
        (4, [7, -11, 130, 170, -190, 23, 290, 31]),
    ] {
        let mut eval = Handmade { weights };
        for pos in random_game(seed) {
            let terms = eval.terms(&pos);
            assert_eq!(
                terms.iter().map(|term| term.name).collect::<Vec<_>>(),
                Handmade::NAMES
            );
            let sum: f64 = terms.iter().map(|term| term.value).sum();
            let value = f64::from(eval.evaluate(&pos).get());
            assert!((sum - value).abs() < 1.0, "{sum} and {value} in {pos}");
        }
    }
    let pos = board("a1", "b1");
    assert_eq!(
        Corners.terms(&pos)[0].value,
        f64::from(Corners.evaluate(&pos).get())
    );
}

#[test]
fn weights_have_the_names_and_the_order_of_the_terms() {
    for (i, weight) in Handmade::WEIGHTS.iter().enumerate() {
        assert_eq!(weight.name, Handmade::NAMES[i].replace([' ', '-'], "_"));
        assert!(
            weight.takes(weight.value)
                && !weight.takes(weight.least - 1)
                && !weight.takes(weight.most + 1)
        );
        let mut values = Handmade::CLASSIC;
        values[i] = weight.most;
        assert_eq!(Handmade::default().with_weights(&values).weights, values);
        let changed = |pos: &Othello| {
            Handmade { weights: values }.evaluate(pos) != Handmade::default().evaluate(pos)
        };
        assert!(
            random_game(5)
                .iter()
                .filter(|pos| pos.outcome().is_none())
                .any(changed),
            "{}",
            weight.name
        );
    }
    assert_eq!(Handmade::WEIGHTS.len(), TERMS);
    assert_eq!(
        Handmade::default().with_weights(&[7]).weights[..2],
        [7, Handmade::CLASSIC[1]],
        "the others stay"
    );
}

#[test]
fn a_finished_game_is_worth_its_margin() {
    let eval = Handmade {
        weights: [i32::MAX; TERMS],
    };
    let full = |own: u32| {
        Othello::new(
            u64::MAX >> (64 - own),
            !(u64::MAX >> (64 - own)),
            Player::First,
        )
        .unwrap()
    };
    let mut last = -Score::INFINITE;
    for own in 1..=63 {
        let pos = full(own);
        let value = eval.terminal(&pos, pos.outcome().unwrap(), 3);
        assert!(value > last && !value.is_decisive());
        assert_eq!(final_margin(value), Some(pos.margin()));
        // The greatest evaluation there is stays below the smallest win.
        assert!(pos.outcome() != Some(Outcome::Win) || value > eval.clone().evaluate(&full(63)));
        last = value;
    }
    // Empty squares go to the winner: one disc alone wins by 64.
    let alone = board("d4", "");
    assert_eq!(Discs.terminal(&alone, Outcome::Win, 0), final_score(64));
    assert_eq!(
        Discs.terminal(&board("", "d4"), Outcome::Loss, 0),
        final_score(-64)
    );
}

#[test]
fn the_default_weights_stay_below_a_win() {
    let bound: i32 = GREATEST
        .iter()
        .zip(Handmade::CLASSIC)
        .map(|(tenths, weight)| tenths * weight / 1000 + 1)
        .sum();
    assert!((10_000..WON).contains(&bound), "{bound}");
}

proptest! {
    #[test]
    fn symmetries_and_colours_do_not_matter(a: u64, b: u64, c: u64, seed: u64) {
        let thin = Othello::new(a & b, c & !(a & b), Player::Second).unwrap();
        let full = Othello::new(a, !a, Player::First).unwrap();
        for pos in random_game(seed).into_iter().step_by(7).chain([thin, full]) {
            let tenths = Handmade::tenths(&pos);
            prop_assert!(tenths.iter().zip(GREATEST).all(|(value, greatest)| value.abs() <= greatest));
            let swapped = Othello::new(pos.own(), pos.opp(), !pos.turn()).unwrap();
            prop_assert_eq!(Handmade::tenths(&swapped), tenths);
            let other = Othello::new(pos.opp(), pos.own(), pos.turn()).unwrap();
            prop_assert_eq!(Handmade::tenths(&other), tenths.map(|value| -value));
            prop_assert_eq!(
                Handmade::default().evaluate(&other),
                -Handmade::default().evaluate(&pos),
            );
            for symmetry in Symmetry::ALL {
                let image = Othello::new(symmetry.bits(pos.own()), symmetry.bits(pos.opp()), pos.turn()).unwrap();
                prop_assert_eq!(Handmade::tenths(&image), tenths);
            }
        }
    }
}
