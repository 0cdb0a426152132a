//! Proof-number search against every line there is.

use crate::games;
use crate::games::{Nim, Othello, RandomTree, TicTacToe, follow, mix, ring, wander};
use game_core::{Outcome, Player, Position, Score};
use search::{Bound, Control, Dfpn, DfpnSolution, DfpnVerdict, Limits, Request, Searcher};

/// Whether `winner` can force a win within `depth` plies, by trying everything. What looks back
/// along the path, and what is too long, is no win.
fn forced<P: Position>(pos: &P, winner: Player, depth: usize, path: &mut Vec<u64>) -> bool {
    if let Some(outcome) = pos.decided() {
        return outcome.winner(pos.turn()) == Some(winner);
    }
    if path.contains(&pos.key()) {
        return false;
    }
    let mut moves = Vec::new();
    if !path.is_empty()
        && let Some(verdict) = pos.adjudicate()
    {
        return verdict.reach == 0 && verdict.outcome.winner(pos.turn()) == Some(winner);
    }
    if let Some(outcome) = pos.legal_moves(&mut moves) {
        return outcome.winner(pos.turn()) == Some(winner);
    }
    if depth == 0 {
        return false;
    }
    path.push(pos.key());
    let mut wins = moves.iter().map(|&mv| {
        let mut next = pos.clone();
        next.play(mv);
        forced(&next, winner, depth - 1, path)
    });
    let forced = if pos.turn() == winner {
        wins.any(|win| win)
    } else {
        wins.all(|win| win)
    };
    path.pop();
    forced
}

/// Checks the answer on `pos` for both players; tells how many wins, and how many answers that are
/// certain, there were.
fn check<P: Position>(search: &mut Dfpn<P>, pos: &P, depth: usize) -> [u32; 2] {
    let mut counts = [0; 2];
    for winner in Player::BOTH {
        let truth = forced(pos, winner, depth, &mut Vec::new());
        let limits = Limits::depth(depth as u32);
        let DfpnSolution {
            verdict,
            line,
            plies,
            ..
        } = search.prove(pos, winner, limits, &Control::default());
        assert_eq!(
            verdict == DfpnVerdict::Proved,
            truth,
            "{winner:?} from {:#x}: {verdict:?}",
            pos.key()
        );
        if truth {
            let end = follow(pos, &line);
            assert_eq!(
                end.outcome().and_then(|outcome| outcome.winner(end.turn())),
                Some(winner)
            );
            assert!(
                line.len() <= plies && plies <= depth,
                "{} of {plies}",
                line.len()
            );
            counts[0] += 1;
        }
        counts[1] += u32::from(verdict != DfpnVerdict::Unknown);
    }
    counts
}

/// Tables that hold everything, and next to nothing.
fn tables<P>() -> [Dfpn<P>; 2] {
    [Dfpn::with_bytes(1 << 20), Dfpn::with_bytes(1 << 10)]
}

#[test]
fn tic_tac_toe() {
    for mut search in tables() {
        let mut wins = 0;
        for seed in 0..60 {
            let pos = wander(TicTacToe::default(), 1 + (seed % 7) as usize, seed);
            let [won, certain] = check(&mut search, &pos, 9);
            assert_eq!(certain, 2, "nothing here depends on the path");
            wins += won;
        }
        assert!((10..60).contains(&wins), "{wins}");
    }
    let start = TicTacToe::default();
    for winner in Player::BOTH {
        let solution = Dfpn::new().prove(&start, winner, Limits::none(), &Control::default());
        assert_eq!(solution.verdict, DfpnVerdict::Disproved);
    }
}

#[test]
fn nim_is_won_unless_the_heaps_sum_to_nothing() {
    for mut search in tables() {
        for code in 0..7 * 7 * 7u16 {
            let heaps = [code / 49, code / 7 % 7, code % 7].map(|left| left as u8);
            let pos = Nim::new(heaps);
            let winner = if heaps[0] ^ heaps[1] ^ heaps[2] != 0 {
                Player::First
            } else {
                Player::Second
            };
            for player in Player::BOTH {
                let solution = search.prove(&pos, player, Limits::none(), &Control::default());
                let verdict = if player == winner {
                    DfpnVerdict::Proved
                } else {
                    DfpnVerdict::Disproved
                };
                assert_eq!(solution.verdict, verdict, "{heaps:?}");
            }
        }
    }
}

#[test]
fn random_trees() {
    wins_of_trees::<true>();
    wins_of_trees::<false>();
}

fn wins_of_trees<const ALTERNATE: bool>() {
    let mut total = [0; 2];
    for seed in 0..400 {
        let tree = RandomTree::<ALTERNATE>::new(seed, 1 + seed % 9, 5);
        if tree.outcome().is_some() {
            continue;
        }
        for mut search in tables() {
            let counts = check(&mut search, &tree, 1 + (seed % 6) as usize);
            (total[0], total[1]) = (total[0] + counts[0], total[1] + counts[1]);
        }
    }
    assert!(total[0] > 100 && total[1] > 200, "{total:?}");
}

#[test]
fn the_end_of_othello() {
    let mut wins = 0;
    for seed in 0..30 {
        let pos = wander(Othello::start(), 24, seed);
        if pos.outcome().is_none() {
            wins += check(&mut Dfpn::with_bytes(1 << 20), &pos, 20)[0];
        }
    }
    assert!(wins > 10, "{wins}");
}

#[test]
fn no_win_is_proved_by_going_round() {
    for graph in [&ring::FALSE_WIN, &ring::FALSE_DRAW] {
        for mut search in tables() {
            check(&mut search, &ring::Ring::new(graph), 30);
        }
    }
}

#[test]
fn limits_are_kept_and_searches_repeat() {
    let pos = Othello::start();
    for nodes in [0, 1, 10, 5_000] {
        let ask = || {
            let mut search = Dfpn::with_bytes(1 << 16);
            search.prove(
                &pos,
                Player::First,
                Limits::nodes(nodes),
                &Control::default(),
            )
        };
        let solution = ask();
        assert_eq!(
            (solution.verdict, solution.nodes, solution.clone()),
            (DfpnVerdict::Unknown, nodes, ask())
        );
    }
    let control = Control::default();
    control.stop();
    let report = Dfpn::new().search(&Request::new(&pos, Limits::none()), &control, &mut |_| {});
    assert!(report.best().is_some() && report.nodes == 0 && report.lines[0].bound == Bound::None);
    let time = std::time::Duration::from_millis(30);
    let start = std::time::Instant::now();
    assert!(Dfpn::new().think(&pos, Limits::time(time)).best().is_some());
    assert!(start.elapsed() < time + std::time::Duration::from_millis(500));
}

#[test]
fn a_searcher_tells_wins_losses_and_draws() {
    let mut search = Dfpn::with_bytes(1 << 20);
    for seed in 0..40 {
        let pos = wander(TicTacToe::default(), 1 + (seed % 6) as usize, mix(seed, 1));
        if pos.outcome().is_some() {
            continue;
        }
        let truth = search::minimax(&pos, &mut games::even(), 9);
        let report = search.think(&pos, Limits::none());
        assert_eq!(
            (report.score() > Score::DRAW, report.score() < Score::DRAW),
            (truth > Score::DRAW, truth < Score::DRAW)
        );
        let line = &report.lines[0];
        match line.bound {
            Bound::Lower => assert!(report.score() > Score::MAX_EVAL && report.score() <= truth),
            Bound::Upper => assert!(report.score() < -Score::MAX_EVAL && report.score() >= truth),
            bound => assert_eq!((bound, report.score()), (Bound::Exact, Score::DRAW)),
        }
        follow(&pos, report.pv());
    }
    let over = search.think(
        &follow(&TicTacToe::default(), &[0, 3, 1, 4, 2]),
        Limits::none(),
    );
    assert_eq!(
        (over.best(), over.score()),
        (None, Score::terminal(Outcome::Loss, 0))
    );
}

#[test]
fn roots_may_be_left_out() {
    // Three in a row next move; without it there is no win.
    let pos = follow(&TicTacToe::default(), &[0, 3, 1, 4]);
    let mut search = Dfpn::with_bytes(1 << 16);
    let mut best = |only: &[u8], exclude: &[u8]| {
        let request = Request::new(&pos, Limits::none())
            .with_only(only)
            .with_exclude(exclude);
        search.search(&request, &Control::default(), &mut |_| {})
    };
    assert_eq!(best(&[], &[]).pv(), [2]);
    assert_eq!(best(&[8], &[]).best(), Some(8));
    assert!(
        best(&[8], &[]).score() < Score::DRAW,
        "five in the middle row is next"
    );
    assert_ne!(best(&[], &[2]).best(), Some(2));
    assert_eq!(best(&[], &[]).pv(), [2], "nothing false was remembered");
}
