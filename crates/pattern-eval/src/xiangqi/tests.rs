use super::*;
use crate::Explain;
use game_core::{Evaluator, Player, Position, conform};
use proptest::prelude::*;
use xiangqi_movegen::{Kind, Move, Piece, Square, Xiangqi};

fn pos(fen: &str) -> Xiangqi {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn value(pos: &Xiangqi) -> i32 {
    let mut eval = Handmade::default();
    eval.reset(pos);
    eval.evaluate(pos).get()
}

fn terms(pos: &Xiangqi) -> Vec<(&'static str, f64)> {
    let mut eval = Handmade::default();
    eval.reset(pos);
    eval.terms(pos).into_iter().map(|term| (term.name, term.value)).collect()
}

/// The position with every piece changed by `change`, which must be its own inverse, and the turn as given.
fn changed(pos: &Xiangqi, turn: Player, change: impl Fn(Square, Piece) -> (Square, Piece)) -> Xiangqi {
    let pieces: Vec<_> = Square::all().filter_map(|at| Some(change(at, pos.piece_at(at)?))).collect();
    let letter = |at: Square| pieces.iter().find(|(on, _)| *on == at).map_or('1', |(_, piece)| piece.letter());
    let rank = |rank: u8| (0..9).map(|file| letter(Square::new(file, rank))).collect::<String>();
    let board: Vec<String> = (0..10).rev().map(rank).collect();
    self::pos(&format!("{} {}", board.join("/"), if turn == Player::First { 'w' } else { 'b' }))
}

/// The same for the other side: ranks and colours exchanged.
fn reversed(pos: &Xiangqi) -> Xiangqi {
    changed(pos, !pos.turn(), |at, piece| {
        (Square::new(at.file(), Square::RANKS - 1 - at.rank()), Piece::new(!piece.player, piece.kind))
    })
}

/// The same seen in a mirror: left and right exchanged.
fn mirrored(pos: &Xiangqi) -> Xiangqi {
    changed(pos, pos.turn(), |at, piece| (Square::new(Square::FILES - 1 - at.file(), at.rank()), piece))
}

const POSITIONS: [&str; 6] = [
    Xiangqi::START,
    "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w",
    "1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w",
    "5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w",
    "CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 b",
    "1R1N1k3/1N1PP4/9/9/4p4/9/9/4p1p2/3r1n3/2B1K1B2 b",
];

#[test]
fn the_evaluator_keeps_its_laws() {
    for fen in POSITIONS {
        conform::evaluator(&pos(fen), &Handmade::default(), 2).unwrap();
    }
}

#[test]
fn terms_add_up() {
    for fen in POSITIONS {
        let (pos, mut sum) = (pos(fen), 0.0);
        for (_, value) in terms(&pos) {
            sum += value;
        }
        assert_eq!(sum, f64::from(value(&pos)), "{fen}");
    }
}

#[test]
fn a_null_move_changes_the_turn_alone() {
    let mut pos = pos(POSITIONS[1]);
    let mut eval = Handmade::default();
    eval.reset(&pos);
    let before = eval.evaluate(&pos);
    let undo = pos.play(Move::NULL);
    eval.played(&pos, Move::NULL, &undo);
    let after = eval.evaluate(&pos);
    assert_eq!(after.get(), value(&pos));
    eval.undone(&pos, Move::NULL, &undo);
    pos.undo(Move::NULL, undo);
    assert_eq!(eval.evaluate(&pos), before);
    // The start has a chariot on a0, the square that the null move names.
    let mut start = Xiangqi::default();
    eval.reset(&start);
    let undo = start.play(Move::NULL);
    eval.played(&start, Move::NULL, &undo);
    assert_eq!(eval.evaluate(&start).get(), 0);
}

#[test]
fn material_by_hand() {
    let term = |fen: &str, name: &str| terms(&pos(fen)).into_iter().find(|(of, _)| *of == name).unwrap().1;
    let material = |fen: &str| term(fen, "material");
    assert_eq!(material(Xiangqi::START), 0.0);
    for (letter, value) in [('R', 500.0), ('C', 350.0), ('N', 350.0), ('P', 100.0)] {
        assert_eq!(material(&format!("4k4/9/9/8{letter}/9/9/9/9/9/3K5 w")), value);
        assert_eq!(material(&format!("4k4/9/9/8{letter}/9/9/9/9/9/3K5 b")), -value);
    }
    assert_eq!(material("4k4/9/9/9/9/9/9/9/9/2BK1A3 w"), 500.0);
    assert_eq!(term("4k4/9/9/2P6/9/9/9/9/9/3K5 w", "placement"), 110.0);
    // The soldier reaches three squares, 15 each; the horse four at most from a corner.
    assert_eq!(term("4k4/9/9/2P6/9/9/9/9/9/3K5 w", "mobility"), 45.0);
    assert_eq!(term("4k4/9/9/9/9/9/9/9/9/N2K5 w", "mobility"), 24.0);
    // A cannon moves along its lines, 5 + 6 squares, and jumps to no piece of its own.
    assert_eq!(term("4k4/9/9/9/9/9/4P4/9/9/2CK5 w", "mobility"), 15.0 + 6.0 * (2.0 + 9.0));
    assert_eq!(piece_value(Kind::General), 10_000);
}

#[test]
fn threats_and_protection_by_hand() {
    let term = |fen: &str, name: &str| terms(&pos(fen)).into_iter().find(|(of, _)| *of == name).unwrap().1;
    // A chariot attacks a horse that nothing protects: a twentieth or a fifth of 350.
    let loose = "3k5/9/9/9/2n3R2/9/9/9/9/4K4";
    assert_eq!(term(&format!("{loose} w"), "threats"), 70.0);
    assert_eq!(term(&format!("{loose} b"), "threats"), -17.0);
    assert_eq!(term(&format!("{loose} w"), "protection"), 0.0);
    // A soldier protects it.
    let kept = "3k5/9/9/2p6/2n3R2/9/9/9/9/4K4";
    assert_eq!(term(&format!("{kept} w"), "threats"), 0.0);
    assert_eq!(term(&format!("{kept} w"), "protection"), -3.0);
}

#[test]
fn the_tables_are_those_of_the_source() {
    let weights = Weights::DEFAULT;
    let bonus = |kind, player, name: &str| weights.bonus(Piece::new(player, kind), name.parse().unwrap());
    let at = |kind, name| (bonus(kind, Player::First, name), bonus(kind, Player::Second, name));
    for (name, red, black) in [("a9", 50, 0), ("h9", 50, 0), ("e2", 50, 0), ("e7", 0, 50), ("d7", 10, 10), ("b4", 10, 0)] {
        assert_eq!(at(Kind::Cannon, name), (red, black), "{name}");
    }
    for (name, red, black) in
        [("c8", 100, 0), ("e1", -100, 0), ("e8", 0, -100), ("f7", 100, 0), ("c2", 10, 0), ("g7", 0, 10), ("c4", 10, 0)]
    {
        assert_eq!(at(Kind::Horse, name), (red, black), "{name}");
    }
    for (name, red, black) in [
        ("e9", 0, 0),
        ("e8", 120, 0),
        ("c7", 110, 0),
        ("a6", 70, 0),
        ("b6", 90, 0),
        ("i5", 70, 0),
        ("e4", 0, 70),
        ("a3", 0, 70),
    ] {
        assert_eq!(at(Kind::Soldier, name), (red, black), "{name}");
    }
    for kind in Kind::ALL {
        let filled = weights.placement[kind.index()].as_flattened().iter().filter(|&&bonus| bonus != 0).count();
        let expected = match kind {
            Kind::Cannon => 13,
            Kind::Horse => 9,
            Kind::Soldier => 36,
            _ => 0,
        };
        assert_eq!(filled, expected, "{kind:?}");
    }
}

#[test]
fn extreme_weights_stay_in_range() {
    let weights = Weights { material: [0, 0, 0, 0, 1_000_000, 0, 0], ..Weights::DEFAULT };
    let (pos, mut eval) = (pos("3k5/9/9/9/9/9/9/9/9/R3K3R w"), Handmade::new(weights));
    eval.reset(&pos);
    assert!(!eval.evaluate(&pos).is_decisive());
}

proptest! {
    #[test]
    fn both_symmetries_hold(picks in prop::collection::vec(any::<prop::sample::Index>(), 0..120), from in prop::sample::select(&POSITIONS)) {
        let mut pos = pos(from);
        for pick in picks {
            let mut moves = Vec::new();
            if pos.legal_moves(&mut moves).is_some() {
                break;
            }
            pos.play(*pick.get(&moves));
        }
        prop_assert_eq!(value(&pos), value(&reversed(&pos)), "{}", pos);
        prop_assert_eq!(value(&pos), value(&mirrored(&pos)), "{}", pos);
    }

    #[test]
    fn it_keeps_in_step_along_games(picks in prop::collection::vec(any::<prop::sample::Index>(), 0..80)) {
        let (mut pos, mut eval) = (Xiangqi::default(), Handmade::default());
        eval.reset(&pos);
        for pick in picks {
            let mut moves = Vec::new();
            if pos.legal_moves(&mut moves).is_some() {
                break;
            }
            let mv = *pick.get(&moves);
            let undo = pos.play(mv);
            eval.played(&pos, mv, &undo);
            prop_assert_eq!(eval.evaluate(&pos).get(), value(&pos));
        }
    }
}

/// Prints what an evaluation costs: run it in release.
#[test]
#[ignore = "measures time"]
fn how_fast() {
    let mut eval = Handmade::default();
    for fen in POSITIONS {
        let pos = pos(fen);
        eval.reset(&pos);
        let (start, rounds) = (std::time::Instant::now(), 1_000_000);
        for _ in 0..rounds {
            std::hint::black_box(eval.evaluate(std::hint::black_box(&pos)));
        }
        println!("{:>6.1} ns  {fen}", start.elapsed().as_secs_f64() * 1e9 / f64::from(rounds));
    }
}
