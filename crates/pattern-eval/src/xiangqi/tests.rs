use super::*;
use crate::Explain;
use game_core::{Evaluator, Player, Position, conform};
use proptest::prelude::*;
use xiangqi_movegen::{Kind, Move, Piece, Square, Xiangqi};

pub(super) fn pos(fen: &str) -> Xiangqi {
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
    eval.terms(pos)
        .into_iter()
        .map(|term| (term.name, term.value))
        .collect()
}

/// The position with every piece changed by `change`, which must be its own inverse, and the turn
/// as given.
pub(super) fn changed(
    pos: &Xiangqi,
    turn: Player,
    change: impl Fn(Square, Piece) -> (Square, Piece),
) -> Xiangqi {
    let pieces: Vec<_> = Square::all()
        .filter_map(|at| Some(change(at, pos.piece_at(at)?)))
        .collect();
    let letter = |at: Square| {
        pieces
            .iter()
            .find(|(on, _)| *on == at)
            .map_or('1', |(_, piece)| piece.letter())
    };
    let rank = |rank: u8| {
        (0..9)
            .map(|file| letter(Square::new(file, rank)))
            .collect::<String>()
    };
    let board: Vec<String> = (0..10).rev().map(rank).collect();
    self::pos(&format!(
        "{} {}",
        board.join("/"),
        if turn == Player::First { 'w' } else { 'b' }
    ))
}

/// The same for the other side: ranks and colours exchanged.
fn reversed(pos: &Xiangqi) -> Xiangqi {
    changed(pos, !pos.turn(), |at, piece| {
        (
            Square::new(at.file(), Square::RANKS - 1 - at.rank()),
            Piece::new(!piece.player, piece.kind),
        )
    })
}

/// The same seen in a mirror: left and right exchanged.
fn mirrored(pos: &Xiangqi) -> Xiangqi {
    changed(pos, pos.turn(), |at, piece| (at.mirrored(), piece))
}

pub(super) const POSITIONS: [&str; 6] = [
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
        let pos = pos(fen);
        let mut sum = 0.0;
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
    assert_eq!(
        eval.evaluate(&start).get(),
        eval.weights().tempo,
        "now Black is to move"
    );
}

const TOGETHER: Pairs = {
    let mut pairs = [[0; 7]; 7];
    (pairs[3][3], pairs[5][3], pairs[5][5], pairs[6][6]) = (100, 200, 300, 10);
    pairs
};
const AGAINST: Pairs = {
    let mut pairs = [[0; 7]; 7];
    (pairs[4][3], pairs[5][1], pairs[5][3]) = (7, 50, 500);
    pairs
};

/// Round weights, different wherever a mix-up could show.
const ROUND: Weights = Weights {
    material: [10_000, 250, 240, 350, 500, 360, 100],
    placement: [[[0; 9]; 10]; 7],
    bare: [[[0; 9]; 10]; 7],
    together: TOGETHER,
    against: AGAINST,
    lack: [1, 2, 4, 8, 16, 32, 64],
    mobility: [0, 1, 2, 12, 5, 6, 15],
    threatened: [0, 11, 12, 13, 14, 15, 16],
    hanging: [0, 71, 72, 73, 74, 75, 76],
    protected: [1, 21, 22, 23, 24, 25, 26],
    palace: [0, 0, 0, 31, 32, 33, 34],
    danger: [1_000, 200, 300, 40, 50, 60, 70, 80],
    linked_soldiers: 17,
    tempo: 9,
};

/// One term of a position, for the side to move, by [`ROUND`].
fn term(fen: &str, name: &str) -> f64 {
    let pos = pos(fen);
    let mut eval = Handmade::new(ROUND);
    eval.reset(&pos);
    eval.terms(&pos)
        .into_iter()
        .find(|term| term.name == name)
        .unwrap_or_else(|| panic!("no term {name}"))
        .value
}

#[test]
fn material_and_mobility_by_hand() {
    let material = |fen: &str| term(fen, "material");
    assert_eq!(material(Xiangqi::START), 0.0);
    for (letter, value) in [('R', 500.0), ('C', 360.0), ('N', 350.0), ('P', 100.0)] {
        assert_eq!(
            material(&format!("4k4/9/9/8{letter}/9/9/9/9/9/3K5 w")),
            value
        );
        assert_eq!(
            material(&format!("4k4/9/9/8{letter}/9/9/9/9/9/3K5 b")),
            -value
        );
    }
    assert_eq!(material("4k4/9/9/9/9/9/9/9/9/2BK1A3 w"), 490.0);
    // The soldier reaches three squares, 15 each; the horse two from a corner, 12 each.
    assert_eq!(term("4k4/9/9/2P6/9/9/9/9/9/3K5 w", "mobility"), 45.0);
    assert_eq!(term("4k4/9/9/9/9/9/9/9/9/N2K5 w", "mobility"), 24.0);
    // A cannon moves along its lines, 2 + 9 squares, and jumps to no piece of its own.
    assert_eq!(
        term("4k4/9/9/9/9/9/4P4/9/9/2CK5 w", "mobility"),
        15.0 + 6.0 * (2.0 + 9.0)
    );
    assert_eq!(
        (
            term("4k4/9/9/9/9/9/9/9/9/3K5 w", "tempo"),
            term("4k4/9/9/9/9/9/9/9/9/3K5 b", "tempo")
        ),
        (9.0, 9.0)
    );
    assert_eq!(piece_value(Kind::General), 10_000);
}

#[test]
fn threats_and_protection_by_hand() {
    // A chariot attacks a horse that nothing protects.
    let loose = "3k5/9/9/9/2n3R2/9/9/9/9/4K4";
    assert_eq!(term(&format!("{loose} w"), "threats"), 73.0);
    assert_eq!(term(&format!("{loose} b"), "threats"), -13.0);
    assert_eq!(term(&format!("{loose} w"), "protection"), 0.0);
    // A soldier protects it.
    let kept = "3k5/9/9/2p6/2n3R2/9/9/9/9/4K4";
    assert_eq!(term(&format!("{kept} w"), "threats"), 0.0);
    assert_eq!(term(&format!("{kept} w"), "protection"), -23.0);
}

#[test]
fn palaces_and_soldiers_by_hand() {
    // Along the rank three points of the palace, and six files of nothing.
    assert_eq!(term("4k4/9/R8/9/9/9/9/9/9/3K5 w", "palace"), 3.0 * 32.0);
    // From c7 a horse attacks d9 and e8, and e6 outside.
    assert_eq!(term("4k4/9/2N6/9/9/9/9/9/9/3K5 w", "palace"), 2.0 * 31.0);
    assert_eq!(term("4k4/9/9/9/9/9/9/9/8r/3K5 w", "palace"), -3.0 * 32.0);
    for (fen, pairs) in [
        ("3k5/9/9/2PPP4/9/9/9/9/9/4K4 w", 2.0),
        ("3k5/9/9/2P1P4/9/9/9/9/9/4K4 w", 0.0),
        // The right edge and the next left one are no neighbours; at home they do not count.
        ("3k5/9/9/8P/P8/9/9/9/9/4K4 w", 0.0),
        ("3k5/9/9/9/9/9/9/pp7/9/4K4 w", -1.0),
    ] {
        assert_eq!(term(fen, "soldiers"), 17.0 * pairs, "{fen}");
    }
}

#[test]
fn dangers_by_hand() {
    // Both sides have their guards and elephants; then some are missing.
    for (fen, value, why) in [
        (
            "2bakab2/9/9/9/4C4/9/9/9/9/2BAKAB2 w",
            1_000.0 + 60.0 * 2.0,
            "a hollow cannon, and two advisors to fire over",
        ),
        (
            "2bak4/4a4/4b4/9/4C4/9/9/9/9/2BAKAB2 w",
            200.0 + 60.0 * 2.0,
            "two pieces between",
        ),
        (
            "4k4/4a4/9/9/4R4/9/9/9/9/3K5 w",
            300.0 + 40.0,
            "a chariot with one piece between, one advisor gone",
        ),
        (
            "3k5/9/9/9/9/9/9/9/N8/4K4 w",
            50.0 * 2.0,
            "a horse, both advisors gone",
        ),
        (
            "3k5/9/9/9/9/9/P8/9/9/4K4 w",
            80.0 * 2.0,
            "a soldier, both elephants gone",
        ),
        (
            "2bk1ab2/9/9/9/9/9/9/9/C8/4K4 w",
            60.0,
            "a cannon has one advisor to fire over",
        ),
        (
            "3k1ab2/9/9/9/9/9/9/9/C8/4K4 w",
            60.0 + 70.0,
            "and one elephant is gone",
        ),
        (
            "2bakab2/9/9/9/9/c8/9/9/3K5/2BA1A3 w",
            -(60.0 * 2.0 + 70.0),
            "the other side's count against",
        ),
    ] {
        assert_eq!(term(fen, "danger"), value, "{fen}: {why}");
    }
}

#[test]
fn balance_by_hand() {
    // What is lacking: 2 + 8 + 16 + 64 for a horse alone, less 8 + 16 + 32 + 64.
    let alone = 2.0 - 32.0;
    for (fen, value, why) in [
        (Xiangqi::START, 0.0, "both have the same"),
        ("4k4/9/9/9/9/9/N8/9/9/3K5 w", alone, "a horse makes no pair"),
        (
            "4k4/9/9/9/9/9/NN7/9/9/3K5 w",
            100.0 + alone - 16.0,
            "two do, and are attackers enough",
        ),
        (
            "4k4/9/9/9/9/9/NNC6/9/9/3K5 w",
            100.0 + 2.0 * 200.0 + alone - 16.0,
            "a cannon with each of two horses",
        ),
        (
            "4k4/9/9/9/PPPP5/9/9/9/9/3K5 w",
            6.0 * 10.0 - 16.0 - 32.0 - 64.0,
            "six pairs of soldiers",
        ),
        (
            "n3k4/9/9/9/9/9/R8/9/9/3K5 w",
            7.0 + 1.0,
            "a chariot against a horse, and no other chariot",
        ),
        ("r3k4/9/9/9/9/9/N8/9/9/3K5 w", -7.0 - 1.0, "the other way"),
        (
            "3ak4/4a4/9/9/9/9/C8/9/9/3K5 b",
            -(2.0 * 50.0 + 2.0 + 8.0 - 32.0),
            "a cannon against two advisors",
        ),
        (
            "2bakab2/9/9/9/9/9/C8/9/9/3K5 b",
            -(2.0 * 50.0 + 2.0 + 8.0 - 4.0 - 32.0),
            "and two elephants: nothing is lacking",
        ),
    ] {
        assert_eq!(term(fen, "balance"), value, "{fen}: {why}");
    }
}

#[test]
fn placement_changes_as_attackers_leave() {
    let mut weights = Weights {
        material: [0; 7],
        ..ROUND
    };
    // A red advisor on d0: row 9, column 3.
    (weights.placement[1][9][3], weights.bare[1][9][3]) = (160, 32);
    let placement = |fen: &str| {
        let pos = pos(fen);
        let mut eval = Handmade::new(weights.clone());
        eval.reset(&pos);
        eval.terms(&pos)
            .into_iter()
            .find(|term| term.name == "placement")
            .expect("it has one")
            .value
    };
    let with = |attackers: &str| placement(&format!("5k3/9/9/9/9/{attackers}/9/9/9/3AK4 w"));
    assert_eq!(with("9"), 32.0, "bare");
    // A chariot is 2 of 16, a horse or a cannon 1.
    assert_eq!(
        (with("r8"), with("r7c"), with("nr6R")),
        (48.0, 56.0, 32.0 + 8.0 * 5.0)
    );
    assert_eq!(
        placement("rnbk1abnr/9/1c5c1/9/9/9/9/1C5C1/9/RNBAKABNR w"),
        160.0,
        "all of them"
    );
}

#[test]
fn default_squares_are_mirrored_and_within_reach() {
    for (kind, table) in Kind::ALL.iter().flat_map(|&kind| {
        [
            (kind, Weights::DEFAULT.placement[kind.index()]),
            (kind, Weights::DEFAULT.bare[kind.index()]),
        ]
    }) {
        for (row, file) in (0..10).flat_map(|row| (0..9).map(move |file| (row, file))) {
            assert_eq!(table[row][file], table[row][8 - file], "{kind:?}");
            let home = row >= 5;
            let reached = match kind {
                Kind::General | Kind::Advisor => row >= 7 && (3..=5).contains(&file),
                Kind::Elephant => home,
                Kind::Soldier => row < 7 && (!home || file % 2 == 0),
                Kind::Horse | Kind::Chariot | Kind::Cannon => true,
            };
            assert!(reached || table[row][file] == 0, "{kind:?} {row} {file}");
        }
    }
}

#[test]
fn the_vectors_multiply_to_the_evaluation() {
    let vector = Weights::DEFAULT.to_vector();
    assert_eq!(Weights::from_vector(&vector[1..]), None);
    for fen in POSITIONS {
        let pos = pos(fen);
        let product: f64 = Weights::features(&pos)
            .iter()
            .map(|one| vector[usize::from(one.at)] * f64::from(one.times))
            .sum();
        let seen = if pos.turn() == Player::First {
            product
        } else {
            -product
        };
        assert!(
            (seen - f64::from(value(&pos))).abs() <= 1.0,
            "{fen}: {seen}, not {}",
            value(&pos)
        );
    }
}

#[test]
fn extreme_weights_stay_in_range() {
    let weights = Weights {
        material: [0, 0, 0, 0, 1_000_000, 0, 0],
        ..Weights::DEFAULT
    };
    let pos = pos("3k5/9/9/9/9/9/9/9/9/R3K3R w");
    let mut eval = Handmade::new(weights);
    eval.reset(&pos);
    assert!(!eval.evaluate(&pos).is_decisive());
}

proptest! {
    #[test]
    fn both_symmetries_hold(
        picks in prop::collection::vec(any::<prop::sample::Index>(), 0..120),
        from in prop::sample::select(&POSITIONS),
    ) {
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
        let mut pos = Xiangqi::default();
        let mut eval = Handmade::default();
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
