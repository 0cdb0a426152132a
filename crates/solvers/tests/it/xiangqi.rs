//! Mates in xiangqi, against labelled positions and against the definition.

#![cfg(feature = "xiangqi")]

use game_core::Position;
use proptest::prelude::*;
use solvers::{
    SolveLimits,
    xiangqi::{Attack, Mate, Solution, Verdict},
};
use xiangqi_movegen::{Move, Reason, Xiangqi};

const MATES: &str = include_str!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../tests/data/xiangqi/mates.txt"
));

/// Where the collection is wrong, how many moves the mate takes. More than it says where it takes a
/// defender's perpetual check for lost as soon as a position comes back; fewer where its engine
/// overlooked a shorter way.
const CORRECTIONS: [(&str, usize); 13] = [
    ("7N1/5k3/4ba3/3N5/6b1P/9/P8/6n2/c8/2p1K4 b", 5),
    ("1c1k1a1R1/9/4PR3/9/9/2B6/1p2P4/3r5/5K3/3p5 w", 5),
    ("2R3b2/3ka4/C2ab4/p1P1p3p/9/9/4P3P/1n2r4/4Ap3/3K5 b", 5),
    (
        "C2k1Nb2/4a2R1/1C3c3/p3p3p/1n7/9/P2rP4/r3B4/4A1n2/1R1AK1B2 w",
        6,
    ),
    ("2b4C1/3k1cR2/4R4/p3p3p/5P3/2P6/P7P/4n4/3rA4/2BAK4 w", 6),
    ("4R1br1/3R5/5k3/p7p/2p3p2/9/6P1P/1C2r4/9/2BAKABc1 w", 3),
    ("3k1a3/n1N3RC1/5a3/p7C/4p4/9/P3P3P/B8/2nrAK3/1c4B2 w", 4),
    ("9/2Nk5/3aP3b/3P5/1P7/9/9/2nC1A3/4pK3/c8 w", 4),
    ("3ak1b2/3PaP3/4n3b/c8/1R7/9/9/9/9/2BAKAB2 w", 4),
    ("2b1k4/3ca4/5aP2/2P2C3/6b2/6B2/4p4/3K5/5p3/9 b", 5),
    ("5k3/9/3P1N3/9/5c3/3n2B2/1p7/5A3/5C3/4KAB2 w", 5),
    ("6R2/2R1ak3/9/p1p1p4/6n1p/2P6/3r2r1P/9/4A4/4KA3 w", 6),
    ("C4k3/6R2/1n2b4/2N6/2c6/8P/P5P2/4B4/4Ar3/3K1AB2 w", 6),
];

/// The positions of the collection, each with the moves that its mate takes.
fn mates() -> impl Iterator<Item = (&'static str, usize)> {
    MATES
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let (fen, moves) = line.split_once(';').expect("a position and a number");
            let corrected = CORRECTIONS
                .iter()
                .find(|(start, _)| fen.starts_with(start))
                .map(|&(_, moves)| moves);
            (
                fen.trim(),
                corrected.unwrap_or_else(|| moves.trim().parse().expect("a number")),
            )
        })
}

fn position(fen: &str) -> Xiangqi {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Plays the line of a mate out: the rules let the game go on until it ends by mate or stalemate,
/// after as many moves as told.
fn replay(pos: &Xiangqi, solution: &Solution) {
    let mut pos = pos.clone();
    assert_eq!(
        solution.line.len(),
        2 * solution.moves - 1,
        "{pos}: {solution:?}"
    );
    for &mv in &solution.line {
        assert_eq!(pos.outcome(), None, "{pos}: {solution:?}");
        let mut legal = Vec::new();
        pos.legal_moves(&mut legal);
        assert!(legal.contains(&mv), "{pos}: {mv} in {solution:?}");
        pos.play(mv);
    }
    assert!(
        matches!(pos.ending(), Some(Reason::Checkmate | Reason::Stalemate)),
        "{pos}: {solution:?}"
    );
}

/// Whether the player to move mates within `moves`, by the definition.
fn mates_by_definition(pos: &mut Xiangqi, attack: Attack, moves: usize) -> bool {
    let mut legal = Vec::new();
    pos.legal_moves(&mut legal);
    legal.retain(|&mv| attack == Attack::Any || pos.gives_check(mv));
    legal.into_iter().any(|mv| {
        after(pos, mv, |pos| {
            is_mated_by_definition(pos, attack, moves - 1)
        })
    })
}

fn is_mated_by_definition(pos: &mut Xiangqi, attack: Attack, moves: usize) -> bool {
    let mut legal = Vec::new();
    if pos.legal_moves(&mut legal).is_some() {
        return true;
    }
    let goes_on = moves > 0 && pos.adjudicate().is_none();
    goes_on
        && legal.into_iter().all(|mv| {
            after(pos, mv, |pos| {
                pos.adjudicate().is_none() && mates_by_definition(pos, attack, moves)
            })
        })
}

fn after<T>(pos: &mut Xiangqi, mv: Move, work: impl FnOnce(&mut Xiangqi) -> T) -> T {
    let undo = pos.play(mv);
    let found = work(pos);
    pos.undo(mv, undo);
    found
}

/// The solver finds what the definition says, within `moves`.
fn agrees(mate: &mut Mate, pos: &Xiangqi, attack: Attack, moves: usize) -> Solution {
    let solution = mate.solve(pos, attack, moves, &SolveLimits::default());
    let least = (1..=moves).find(|&moves| mates_by_definition(&mut pos.clone(), attack, moves));
    assert_eq!(
        (solution.verdict == Verdict::Mate).then_some(solution.moves),
        least,
        "{pos} {attack:?}: {solution:?}"
    );
    assert!(
        solution.verdict != Verdict::Unknown && solution.minimal == least.is_some(),
        "{pos}: {solution:?}"
    );
    if least.is_some() {
        replay(pos, &solution);
    }
    solution
}

#[test]
fn short_mates_of_the_collection_are_the_shortest() {
    let mut mate = Mate::with_bytes(1 << 20);
    let mut nodes = 0;
    let mut solved = 0;
    for (fen, moves) in mates() {
        let pos = position(fen);
        // Those that take long are for the whole collection.
        let limits = SolveLimits {
            nodes: (moves > 3).then_some(1_000),
            ..SolveLimits::default()
        };
        let solution = mate.solve(&pos, Attack::Any, Mate::MOST, &limits);
        nodes += solution.nodes;
        assert!(
            solution.refuted.is_some_and(|refuted| refuted < moves),
            "{fen}: {solution:?}"
        );
        if solution.verdict == Verdict::Mate {
            assert_eq!(
                solution.minimal,
                solution.moves == moves && solution.refuted == Some(moves - 1),
                "{fen}: {solution:?}"
            );
            assert!(solution.moves >= moves, "{fen}: {solution:?}");
            // The limit may have come while the line was told.
            if solution.line.len() == 2 * solution.moves - 1 {
                replay(&pos, &solution);
                solved += usize::from(solution.minimal);
            }
        } else {
            assert!(
                moves > 3 && solution.verdict == Verdict::Unknown,
                "{fen}: {solution:?}"
            );
        }
    }
    println!("{solved} solved, {nodes} positions");
    assert!(solved >= 195, "{solved}");
}

#[test]
#[ignore = "a minute: every mate of the collection"]
fn mates_of_the_collection_are_the_shortest() {
    let mut mate = Mate::default();
    for (fen, moves) in mates() {
        let pos = position(fen);
        let solution = mate.solve(&pos, Attack::Any, Mate::MOST, &SolveLimits::default());
        assert_eq!(
            (solution.moves, solution.minimal, solution.refuted),
            (moves, true, Some(moves - 1)),
            "{fen}"
        );
        replay(&pos, &solution);
    }
}

/// The two moves that the table has for three: Red's checks lead back to the position, which is no
/// mate before Red has given them for the third time, and there are others.
#[test]
fn a_perpetual_check_is_no_mate() {
    let pos = position(CORRECTIONS[0].0);
    let mut mate = Mate::with_bytes(1 << 20);
    let solution = mate.solve(&pos, Attack::Any, 4, &SolveLimits::default());
    assert_eq!(
        (solution.verdict, solution.refuted),
        (Verdict::None, Some(4))
    );
    for moves in 1..=3 {
        assert!(
            !mates_by_definition(&mut pos.clone(), Attack::Any, moves),
            "within {moves}"
        );
    }
}

#[test]
fn stalemate_is_mate() {
    let mut mate = Mate::with_bytes(1 << 16);
    let pos = position("3k5/8R/9/9/9/9/9/9/4A4/5K3 w");
    let any = mate.solve(&pos, Attack::Any, 3, &SolveLimits::default());
    let mut over = pos.clone();
    over.play(any.line[0]);
    assert_eq!(
        (any.verdict, any.moves, over.ending()),
        (Verdict::Mate, 1, Some(Reason::Stalemate))
    );
    assert!(agrees(&mut mate, &pos, Attack::Checks, 3).moves != 1);
}

#[test]
fn a_game_that_is_over_has_no_mate() {
    let over = position("3k5/4R4/9/9/9/9/9/9/9/4K4 b");
    assert!(over.outcome().is_some());
    let solution = Mate::with_bytes(0).solve(&over, Attack::Any, 9, &SolveLimits::default());
    assert_eq!(
        (solution.verdict, solution.refuted, solution.nodes),
        (Verdict::None, None, 0)
    );
}

#[test]
fn checks_run_out() {
    // One check, and no more.
    let pos = position("3ak4/4a4/9/9/9/9/9/9/R8/5K3 w");
    let solution =
        Mate::with_bytes(1 << 16).solve(&pos, Attack::Checks, Mate::MOST, &SolveLimits::default());
    assert_eq!(
        (solution.verdict, solution.refuted),
        (Verdict::None, None),
        "{solution:?}"
    );
}

#[test]
fn a_limit_leaves_it_open() {
    use std::sync::{Arc, atomic::AtomicBool};
    let mut mate = Mate::with_bytes(1 << 16);
    let start = Xiangqi::default();
    let solution = mate.solve(
        &start,
        Attack::Any,
        Mate::MOST,
        &SolveLimits {
            nodes: Some(20_000),
            ..SolveLimits::default()
        },
    );
    assert!(
        solution.verdict == Verdict::Unknown && solution.refuted >= Some(2),
        "{solution:?}"
    );
    assert!(
        (20_000..21_000).contains(&solution.nodes) && solution.line.is_empty(),
        "{solution:?}"
    );
    let stop = Some(Arc::new(AtomicBool::new(true)));
    let solution = mate.solve(
        &start,
        Attack::Any,
        Mate::MOST,
        &SolveLimits {
            stop,
            ..SolveLimits::default()
        },
    );
    assert!(
        solution.verdict == Verdict::Unknown && solution.nodes < 1_000,
        "{solution:?}"
    );
    // The same position takes the same nodes, whatever was asked before.
    let ask = |mate: &mut Mate| {
        mate.solve(&start, Attack::Any, 2, &SolveLimits::default())
            .nodes
    };
    assert_eq!(ask(&mut mate), ask(&mut Mate::with_bytes(1 << 16)));
}

/// A mate whose first move leads to a position that the game has seen twice does not count.
#[test]
fn what_has_been_seen_twice_does_not_mate() {
    let mut mate = Mate::with_bytes(1 << 16);
    let mut histories = 0;
    let mut spoilt = 0;
    for (fen, _) in mates().filter(|&(_, moves)| moves == 2) {
        let pos = position(fen);
        let first = mate
            .solve(&pos, Attack::Any, 2, &SolveLimits::default())
            .line[0];
        let back = |mv: Move| Move::new(mv.to, mv.from);
        if pos.piece_at(first.to).is_some() {
            continue;
        }
        let mut then = pos.clone();
        then.play(first);
        // The game begins after the move, which is taken back twice and made once again.
        let then = position(&then.to_string());
        let mut replies = Vec::new();
        then.legal_moves(&mut replies);
        for reply in replies
            .into_iter()
            .filter(|mv| then.piece_at(mv.to).is_none())
        {
            let round = [reply, back(first), back(reply)];
            let game: Vec<Move> = round.into_iter().chain([first]).chain(round).collect();
            let mut pos = then.clone();
            let playable = game.into_iter().all(|mv| {
                let mut legal = Vec::new();
                pos.legal_moves(&mut legal);
                let fits = legal.contains(&mv) && pos.outcome().is_none();
                if fits {
                    pos.play(mv);
                }
                fits
            });
            if playable && pos.outcome().is_none() {
                histories += 1;
                let solution = agrees(&mut mate, &pos, Attack::Any, 2);
                assert_ne!(solution.line.first(), Some(&first));
                spoilt += usize::from(solution.verdict == Verdict::None);
                break;
            }
        }
    }
    assert!(
        histories > 10 && spoilt > 5,
        "{histories} histories, {spoilt} spoilt"
    );
}

#[test]
fn the_move_limit_spoils_mates() {
    let mut mate = Mate::with_bytes(1 << 16);
    let mut spoilt = 0;
    for (fen, _) in mates().filter(|&(_, moves)| moves == 2).step_by(4) {
        for clock in 115..=119 {
            let fen = fen.replace(" 0 1", &format!(" {clock} 1"));
            let solution = agrees(&mut mate, &position(&fen), Attack::Any, 2);
            spoilt += usize::from(solution.verdict == Verdict::None);
        }
    }
    assert!(spoilt > 5, "{spoilt}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// From positions of the collection, some moves on.
    #[test]
    fn the_solver_agrees_with_the_definition(
        at in any::<prop::sample::Index>(),
        picks in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
    ) {
        let all: Vec<_> = mates().collect();
        let mut pos = position(at.get(&all).0);
        for pick in picks {
            let mut legal = Vec::new();
            if pos.legal_moves(&mut legal).is_none() {
                pos.play(*pick.get(&legal));
            }
        }
        prop_assume!(pos.outcome().is_none());
        let mut mate = Mate::with_bytes(1 << 16);
        agrees(&mut mate, &pos, Attack::Any, 2);
        agrees(&mut mate, &pos, Attack::Checks, 3);
    }
}
