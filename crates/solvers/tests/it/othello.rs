//! The endgame solver beside plain alpha-beta, and on problems whose answers are known.
#![cfg(feature = "othello")]

use game_core::{Player, Position};
use othello_bitboard::{Move, Othello, kernel::SimdLevel, obf::Problem};
use proptest::prelude::*;
use solvers::othello::{Endgame, Goal, Selectivity, Solution, SolveLimits};
use std::ops::ControlFlow;

/// Alpha-beta as the books have it.
fn plain(position: &mut Othello, mut alpha: i32, beta: i32) -> i32 {
    let mut moves: Vec<Move> = Vec::new();
    if position.legal_moves(&mut moves).is_some() {
        return position.final_margin();
    }
    let mut best = -64;
    for mv in moves {
        let undo = position.play(mv);
        let score = -plain(position, -beta, -alpha);
        position.undo(mv, undo);
        best = best.max(score);
        alpha = alpha.max(score);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// The position after random moves from the start, with this many squares empty or, if the game
/// ends before, its end.
fn random(mut choice: u64, empties: u32) -> Othello {
    let mut position = Othello::START;
    let mut moves = Vec::new();
    while position.empty().count_ones() > empties && position.legal_moves(&mut moves).is_none() {
        choice = choice
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        position.play(moves[(choice >> 33) as usize % moves.len()]);
        moves.clear();
    }
    position
}

fn solved(endgame: &mut Endgame, position: &Othello, goal: Goal) -> Solution {
    endgame
        .solve(position, goal, &SolveLimits::default())
        .expect("there is no limit")
}

/// The line is legal, goes to the end of the game, and ends in the score.
fn check_line(position: &Othello, solution: &Solution) {
    let mut end = *position;
    assert_eq!(solution.line.first().copied(), solution.best);
    for &mv in &solution.line {
        assert!(end.is_legal(mv), "{position}: {mv}");
        end.play(mv);
    }
    assert!(
        end.outcome().is_some(),
        "{position}: the line stops before the end"
    );
    let margin = if end.turn() == position.turn() {
        end.final_margin()
    } else {
        -end.final_margin()
    };
    assert_eq!(margin, solution.score, "{position}");
}

/// The solver agrees with plain alpha-beta, at every level and with next to no memory too.
fn agree(endgame: &mut Endgame, position: &Othello) {
    let want = plain(&mut position.clone(), -64, 64);
    let margin = solved(endgame, position, Goal::Margin);
    assert_eq!(margin.score, want, "{position}");
    check_line(position, &margin);
    let outcome = solved(endgame, position, Goal::Outcome);
    assert_eq!(outcome.score, want.signum(), "{position}");
    assert_eq!(outcome.best.is_some(), margin.best.is_some());
    if let Some(mv) = outcome.best {
        let mut next = *position;
        assert!(next.is_legal(mv));
        next.play(mv);
        assert_eq!(
            -plain(&mut next, -64, 64).signum(),
            want.signum(),
            "{position}: {mv}"
        );
    }
    for level in SimdLevel::available() {
        let mut small = Endgame::with_bytes(0).at(level);
        assert_eq!(
            solved(&mut small, position, Goal::Margin).score,
            want,
            "{position}, {level}"
        );
    }
}

/// Bounds in any window, one after the other with what the ones before have left, are true, and
/// their moves keep them.
fn bounds(endgame: &mut Endgame, position: &Othello, windows: &[(i8, u8)]) {
    let want = plain(&mut position.clone(), -64, 64);
    for &(alpha, width) in windows {
        let (alpha, beta) = (
            i32::from(alpha),
            i32::from(alpha) + 1 + i32::from(width) % 12,
        );
        let found = endgame
            .bound(position, alpha, beta, &mut |_| true)
            .expect("there is no limit");
        let wrong = format!("{position}: {found:?} in {alpha} to {beta}, not {want}");
        if found.score <= alpha {
            assert!(want <= found.score && found.best.is_none(), "{wrong}");
        } else {
            assert!(
                want >= found.score && (want == found.score || found.score >= beta),
                "{wrong}"
            );
            // Above what can be lost without a move a move is known.
            assert!(
                found.best.is_some() || position.outcome().is_some() || found.score <= -64,
                "{wrong}"
            );
        }
        if let Some(mv) = found.best {
            let mut next = *position;
            assert!(next.is_legal(mv), "{wrong}");
            next.play(mv);
            assert!(-plain(&mut next, -64, 64) >= found.score, "{wrong}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(250))]

    #[test]
    fn bounds_hold_in_any_window(
        choice: u64,
        empties in 0_u32..=9,
        windows in proptest::collection::vec(any::<(i8, u8)>(), 1..12),
    ) {
        bounds(&mut Endgame::with_bytes(1 << 16), &random(choice, empties), &windows);
    }

    #[test]
    fn bounds_hold_on_any_board(
        a: u64,
        b: u64,
        empty: u64,
        more: u64,
        third: u64,
        windows in proptest::collection::vec(any::<(i8, u8)>(), 1..12),
    ) {
        let empty = empty & more & third;
        prop_assume!(empty.count_ones() <= 9);
        for own in [a & !empty, a & b & !empty, (a | b) & !empty, !empty, 0] {
            let position = Othello::new(own, !(own | empty), Player::Second).unwrap();
            bounds(&mut Endgame::with_bytes(1 << 12), &position, &windows);
        }
    }

    #[test]
    fn as_plain_alpha_beta_in_games(choice: u64, empties in 0_u32..=9) {
        agree(&mut Endgame::with_bytes(1 << 16), &random(choice, empties));
    }

    #[test]
    fn as_plain_alpha_beta_on_any_board(a: u64, b in 0_u64.., empty: u64, more: u64, third: u64) {
        let empty = empty & more & third;
        prop_assume!(empty.count_ones() <= 9);
        for own in [a & !empty, a & b & !empty, (a | b) & !empty, !empty, 0] {
            let position = Othello::new(own, !(own | empty), Player::Second).unwrap();
            agree(&mut Endgame::with_bytes(1 << 16), &position);
        }
    }
}

#[test]
fn as_plain_alpha_beta_with_more_empty_squares() {
    let mut endgame = Endgame::with_bytes(1 << 20);
    for (choice, empties) in (0..60).map(|i| (i, 10 + i as u32 % 3)) {
        agree(&mut endgame, &random(choice, empties));
    }
}

#[test]
fn bounds_with_more_empty_squares() {
    let mut endgame = Endgame::with_bytes(1 << 16);
    for (choice, empties) in (0..60).map(|i| (i, 10 + i as u32 % 4)) {
        let windows = [(-4, 7), (-20, 11), (0, 0), (1, 0), (2, 0), (-3, 0), (10, 3)];
        bounds(&mut endgame, &random(choice, empties), &windows);
    }
}

/// The score by searches that are never deep, which the tests above have compared with plain
/// alpha-beta.
fn by_replies(endgame: &mut Endgame, position: &Othello) -> i32 {
    let mut moves = Vec::new();
    if position.empty().count_ones() < 14 || position.legal_moves(&mut moves).is_some() {
        return endgame
            .bound(position, -65, 65, &mut |_| true)
            .expect("there is no limit")
            .score;
    }
    let score = |mv: Move| {
        let mut next = *position;
        next.play(mv);
        -by_replies(endgame, &next)
    };
    moves.into_iter().map(score).max().expect("there is a move")
}

#[test]
fn deep_searches_are_exact() {
    let mut endgame = Endgame::with_bytes(1 << 20);
    for (choice, empties) in (200..230).map(|i| (i, 14 + i as u32 % 2)) {
        let position = random(choice, empties);
        let want = by_replies(&mut Endgame::with_bytes(1 << 20), &position);
        let margin = solved(&mut endgame, &position, Goal::Margin);
        assert_eq!(
            (margin.score, margin.selectivity),
            (want, Selectivity::Exact),
            "{position}"
        );
        check_line(&position, &margin);
        assert_eq!(
            solved(&mut endgame, &position, Goal::Outcome).score,
            want.signum(),
            "{position}"
        );
        for (alpha, beta) in [
            (-65, 65),
            (want - 1, want),
            (want, want + 1),
            (want - 1, want + 1),
            (want - 9, want - 3),
        ] {
            endgame.forget();
            let found = endgame
                .bound(&position, alpha, beta, &mut |_| true)
                .expect("there is no limit");
            let right = if want <= alpha {
                want <= found.score && found.score <= alpha
            } else {
                found.score.min(beta) <= want
            };
            assert!(
                right && (found.score <= alpha || found.score >= beta || found.score == want),
                "{position}: {found:?}"
            );
        }
    }
}

#[test]
fn what_is_likely_never_passes_for_proved() {
    let mut wrong = 0;
    for (choice, empties) in (300..324).map(|i| (i, 14 + i as u32 % 3)) {
        let position = random(choice, empties);
        let want = solved(&mut Endgame::with_bytes(1 << 20), &position, Goal::Margin).score;
        let mut endgame = Endgame::with_bytes(1 << 20);
        for stop in Selectivity::ALL {
            let mut levels = Vec::new();
            let found = endgame.refine(
                &position,
                Goal::Margin,
                stop,
                &SolveLimits::default(),
                |solution| {
                    levels.push(solution.selectivity);
                    assert!(solution.best.is_none_or(|mv| position.is_legal(mv)));
                    ControlFlow::Continue(())
                },
            );
            let found = found.expect("there is no limit");
            assert_eq!(
                levels,
                Selectivity::ALL
                    .into_iter()
                    .take_while(|&level| level <= stop)
                    .collect::<Vec<_>>()
            );
            assert_eq!((found.selectivity, found.score % 2), (stop, 0));
            wrong += u32::from(found.score != want);
            // What it has left in the tables proves nothing.
            let bounded = endgame
                .bound(&position, -65, 65, &mut |_| true)
                .expect("there is no limit");
            assert_eq!(bounded.score, want, "{position} after {stop}");
            let best = bounded.best.expect("the game is not over");
            let mut next = position;
            next.play(best);
            assert_eq!(
                -by_replies(&mut Endgame::with_bytes(1 << 20), &next),
                want,
                "{position}: {best}"
            );
            assert!(stop < Selectivity::Exact || found.score == want);
        }
    }
    assert!(
        (1..40).contains(&wrong),
        "{wrong} of 120 likely scores are wrong"
    );
}

#[test]
fn a_solve_refined_ends_where_it_is_told() {
    let position = random(7, 28);
    let mut endgame = Endgame::with_bytes(1 << 22);
    let stop = |_: &Solution| ControlFlow::Break(());
    let first = endgame.refine(
        &position,
        Goal::Margin,
        Selectivity::Exact,
        &SolveLimits::default(),
        stop,
    );
    let first = first.expect("it takes little");
    assert_eq!(first.selectivity, Selectivity::P73);
    assert_eq!(first.line.first().copied(), first.best);
    assert!(first.best.is_some());
    // What has been found before a limit is known.
    let mut last = None;
    let limits = SolveLimits {
        nodes: Some(first.nodes + 5000),
        ..SolveLimits::default()
    };
    let unsolved = endgame.refine(
        &position,
        Goal::Margin,
        Selectivity::Exact,
        &limits,
        |solution| {
            last = Some(solution.score);
            ControlFlow::Continue(())
        },
    );
    assert!(unsolved.is_err());
    assert_eq!(last, Some(first.score));
    // With few empty squares nothing is left to chance.
    let found = endgame.refine(
        &random(7, 10),
        Goal::Outcome,
        Selectivity::P73,
        &SolveLimits::default(),
        stop,
    );
    assert_eq!(
        found.expect("it takes little").selectivity,
        Selectivity::Exact
    );
}

#[test]
fn bounds_are_paid_for_and_repeat() {
    let positions: Vec<_> = (0..40)
        .map(|choice| random(choice, 8 + choice as u32 % 5))
        .collect();
    let mut endgame = Endgame::with_bytes(1 << 16);
    let mut all = || {
        endgame.forget();
        let mut paid = Vec::new();
        for position in positions.iter().chain(&positions) {
            let mut nodes = 0;
            let spend = &mut |more| {
                nodes += more;
                true
            };
            let found = endgame
                .bound(position, -2, 2, spend)
                .expect("there is no limit");
            paid.push((found, nodes));
        }
        paid
    };
    let first = all();
    assert!((0..100).all(|_| all() == first));
    // The second time nearly all is known.
    let nodes = |paid: &[(_, u64)]| paid.iter().map(|(_, nodes)| nodes).sum::<u64>();
    assert!(
        nodes(&first[..40]) > 10 * nodes(&first[40..]),
        "{} {}",
        nodes(&first[..40]),
        nodes(&first[40..])
    );
    assert_eq!(endgame.bound(&random(1, 24), -1, 1, &mut |_| false), None);
    let mut left = 10_000_i64;
    let spend = &mut |nodes| {
        left -= nodes as i64;
        left > 0
    };
    assert_eq!(endgame.bound(&random(1, 24), -1, 1, spend), None);
    assert!((-1000..=0).contains(&left), "{left}");
}

#[test]
fn a_stable_disc_denies_a_wipe_out_at_once() {
    let board = format!("OO{}OX------XO{}", "-".repeat(25), "-".repeat(27));
    let position: Othello = format!("{board} X").parse().expect("a position");
    let mut endgame = Endgame::with_bytes(1 << 16);
    for (alpha, most) in [(63, 60), (61, 60), (60, 60)] {
        let mut nodes = 0;
        let spend = &mut |more| {
            nodes += more;
            nodes <= 1
        };
        let found = endgame.bound(&position, alpha, alpha + 1, spend);
        assert_eq!(found.map(|found| found.score), Some(most), "{alpha}");
    }
}

#[test]
#[should_panic(expected = "empty")]
fn an_empty_window_is_refused() {
    let _ = Endgame::with_bytes(0).bound(&Othello::START, 3, 3, &mut |_| true);
}

#[test]
fn games_that_are_over_have_no_move() {
    let mut endgame = Endgame::with_bytes(0);
    let none = format!("{} X", "-".repeat(64));
    let wiped = format!("{}{} O", "X".repeat(20), "-".repeat(44));
    let full = format!("{}{} O", "X".repeat(40), "O".repeat(24));
    for (text, score) in [(none, 0_i32), (wiped, -64), (full, -16)] {
        let position = text.parse().expect("a position");
        for (goal, score) in [(Goal::Margin, score), (Goal::Outcome, score.signum())] {
            let solution = solved(&mut endgame, &position, goal);
            assert_eq!(
                (solution.score, solution.best, solution.line.len()),
                (score, None, 0),
                "{text}"
            );
        }
    }
}

#[test]
fn a_solve_repeats_whatever_came_before() {
    let mut endgame = Endgame::with_bytes(1 << 18);
    let positions: Vec<_> = (0..6).map(|choice| random(choice, 14)).collect();
    let first: Vec<_> = positions
        .iter()
        .map(|position| solved(&mut endgame, position, Goal::Margin))
        .collect();
    for _ in 0..50 {
        for (position, first) in positions.iter().zip(&first).rev() {
            let again = solved(&mut endgame, position, Goal::Margin);
            assert_eq!(
                (again.score, again.nodes, again.line),
                (first.score, first.nodes, first.line.clone())
            );
        }
    }
}

/// With a small table too, where what one thread has found is soon lost to the other.
#[test]
fn threads_find_the_scores_of_one() {
    let mut one = Endgame::with_bytes(1 << 22);
    let mut several = [(2, 1 << 22), (3, 1 << 12), (2, 0)]
        .map(|(threads, bytes)| Endgame::with_bytes(bytes).with_threads(threads));
    for (choice, empties) in (500..512).map(|i| (i, 15 + i as u32 % 3)) {
        let position = random(choice, empties);
        let want = solved(&mut one, &position, Goal::Margin);
        for endgame in &mut several {
            let found = solved(endgame, &position, Goal::Margin);
            assert_eq!(
                (found.score, found.selectivity),
                (want.score, Selectivity::Exact),
                "{position}"
            );
            check_line(&position, &found);
            let outcome = solved(endgame, &position, Goal::Outcome);
            assert_eq!(outcome.score, want.score.signum(), "{position}");
        }
    }
}

#[test]
fn limits_end_a_solve_of_threads() {
    let position = random(1, 30);
    let mut endgame = Endgame::with_bytes(1 << 20).with_threads(2);
    let nodes = 200_000;
    let limits = SolveLimits {
        nodes: Some(nodes),
        ..SolveLimits::default()
    };
    let unsolved = endgame
        .solve(&position, Goal::Margin, &limits)
        .expect_err("30 empty squares take more");
    assert!(unsolved.nodes >= nodes, "{unsolved}");
    // The next solve is as good as any.
    let position = random(2, 15);
    let one = solved(&mut Endgame::with_bytes(1 << 20), &position, Goal::Margin);
    assert_eq!(
        solved(&mut endgame, &position, Goal::Margin).score,
        one.score
    );
}

#[test]
fn limits_end_a_solve() {
    let position = random(1, 30);
    let mut endgame = Endgame::with_bytes(1 << 20);
    let nodes = SolveLimits {
        nodes: Some(100_000),
        ..SolveLimits::default()
    };
    let unsolved = endgame
        .solve(&position, Goal::Margin, &nodes)
        .expect_err("it takes more");
    assert!((100_000..200_000).contains(&unsolved.nodes), "{unsolved}");
    let time = SolveLimits {
        time: Some(std::time::Duration::from_millis(20)),
        ..SolveLimits::default()
    };
    assert!(endgame.solve(&position, Goal::Margin, &time).is_err());
    let stop = SolveLimits {
        stop: Some(std::sync::Arc::new(true.into())),
        ..SolveLimits::default()
    };
    assert!(endgame.solve(&position, Goal::Margin, &stop).is_err());
}

/// The problems of the French federation's magazine with these numbers, each with its answer.
fn ffo(numbers: std::ops::RangeInclusive<usize>) {
    let text = include_str!(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/data/othello/ffo40-59.obf"
    ));
    let mut endgame = Endgame::default();
    for (_, line) in (40..)
        .zip(text.lines())
        .filter(|(number, _)| numbers.contains(number))
    {
        let problem: Problem = line.parse().expect("a problem");
        let solution = solved(&mut endgame, &problem.position, Goal::Margin);
        assert_eq!(
            Some(solution.score),
            problem.best().map(|best| best.score),
            "{line}"
        );
        check_line(&problem.position, &solution);
        let best = problem
            .moves
            .iter()
            .find(|scored| Some(scored.mv) == solution.best);
        assert!(
            best.is_none_or(|scored| scored.score == solution.score),
            "{line}: {:?}",
            solution.best
        );
    }
}

#[test]
fn ffo_40() {
    ffo(40..=40);
}

#[test]
fn who_wins_is_the_sign_of_the_margin() {
    let mut endgame = Endgame::with_bytes(1 << 22);
    for choice in 100..140 {
        let position = random(choice, 14 + choice as u32 % 3);
        let margin = solved(&mut endgame, &position, Goal::Margin);
        check_line(&position, &margin);
        let outcome = solved(&mut endgame, &position, Goal::Outcome);
        assert_eq!(outcome.score, margin.score.signum(), "{position}");
        // The passes before the last guess; what the last proves is true of the position turned and
        // mirrored too.
        let (turned, _) = position.canonical();
        assert_eq!(
            solved(&mut endgame, &turned, Goal::Margin).score,
            margin.score,
            "{position}"
        );
    }
}

#[test]
#[ignore = "a minute"]
fn ffo_41_to_44() {
    ffo(41..=44);
}
