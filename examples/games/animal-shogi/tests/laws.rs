//! The laws of animal shogi, its counts as a referee has them, and its rules.

use animal_shogi::{AnimalShogi, GAME, Kind, Move, Square, Terms, TextError, reached};
use engines::Symmetric;
use engines::game_core::{Notation, Outcome, Player, Position, conform, diagram, perft};
use proptest::prelude::*;

fn position(text: &str) -> AnimalShogi {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn legal(pos: &AnimalShogi) -> Vec<String> {
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    moves.into_iter().map(|mv| pos.format_move(mv)).collect()
}

fn after(pos: &AnimalShogi, moves: &str) -> AnimalShogi {
    let mut pos = pos.clone();
    for word in moves.split(' ') {
        let mv = pos.parse_move(word);
        pos.play(mv.unwrap_or_else(|error| panic!("{error}")));
    }
    pos
}

/// Positions from all parts of a game: full hands, hens, checks, lions about to arrive, few pieces.
const POSITIONS: [&str; 6] = [
    "startpos",
    "1le/1g1/E2/1LG[Cc] w",
    "1l1/H1e/1gh/L2[GE] b",
    "2l/1c1/L2/3[CEEGg] w",
    "l2/2C/c2/2L[EGeg] w",
    "3/l1L/3/3[] b",
];

#[test]
fn the_laws_hold() {
    for text in POSITIONS {
        let pos = position(text);
        conform::position(&pos, 3).unwrap_or_else(|error| panic!("{error}"));
        conform::notation(&pos, &(), 3).unwrap_or_else(|error| panic!("{error}"));
        conform::evaluator(&pos, &Terms::default(), 3).unwrap_or_else(|error| panic!("{error}"));
    }
}

/// What Fairy-Stockfish counts in its variant `dobutsu` (pyffish 0.0.90, by listing moves).
#[test]
fn perft_is_that_of_a_referee() {
    let counts = [4, 17, 123, 976, 8_122, 71_677];
    for (depth, count) in (1..).zip(counts) {
        assert_eq!(perft(&position("startpos"), depth), count, "depth {depth}");
    }
}

#[test]
fn pieces_reach_what_the_rules_say() {
    for (player, kind, name, expected) in [
        (Player::First, Kind::Chick, "b2", "b3"),
        (Player::First, Kind::Chick, "b4", ""),
        (Player::Second, Kind::Chick, "b2", "b1"),
        (Player::First, Kind::Elephant, "b2", "a1 c1 a3 c3"),
        (Player::Second, Kind::Giraffe, "c4", "c3 b4"),
        (Player::First, Kind::Hen, "b2", "b1 a2 c2 a3 b3 c3"),
        (Player::Second, Kind::Hen, "b3", "a2 b2 c2 a3 c3 b4"),
        (Player::Second, Kind::Lion, "a1", "b1 a2 b2"),
    ] {
        let bits = reached(player, kind, Square::named(name).expect("a square"));
        let squares = Square::all().filter(|square| bits & square.bit() != 0);
        let names: Vec<_> = squares.map(|square| square.to_string()).collect();
        assert_eq!(names.join(" "), expected, "{player:?} {kind:?}");
    }
}

/// What lets one table tell who attacks a square, too.
#[test]
fn a_step_of_one_player_is_the_way_back_of_the_other() {
    for kind in Kind::ALL {
        for (from, to) in Square::all().flat_map(|from| Square::all().map(move |to| (from, to))) {
            let there = reached(Player::First, kind, from) & to.bit() != 0;
            let back = reached(Player::Second, kind, to) & from.bit() != 0;
            assert_eq!(there, back, "{kind:?} {from}{to}");
        }
    }
}

#[test]
fn captured_pieces_change_sides_and_are_dropped() {
    let pos = after(&position("startpos"), "b2b3 b4b3 a1b2");
    assert_eq!(pos.to_string(), "g1e/1l1/1E1/1LG[Cc] b");
    let drops = |pos: &AnimalShogi| legal(pos).into_iter().filter(|mv| mv.contains('*')).count();
    assert_eq!(drops(&pos), 6);
    // A hen is a chick again; a chick that is dropped on the last row stays one, and cannot move.
    let pos = after(&position("1l1/1h1/1L1/3[c] w"), "b2b3 C*a1");
    assert_eq!(pos.to_string(), "1l1/1L1/3/c2[C] w");
    let pos = after(&position("1l1/2C/3/L2[] w"), "c3c4");
    assert_eq!(pos.to_string(), "1lH/3/3/L2[] b");
    let pos = after(&position("2C/l2/3/L2[] w"), "a1b1 a3a2");
    assert_eq!(
        legal(&pos).iter().filter(|mv| mv.starts_with('c')).count(),
        0
    );
}

#[test]
fn lions_decide() {
    for (text, moves, outcome, reason, deciding) in [
        // A lion may be left where it can be taken, and then is.
        (
            "1l1/1C1/3/1L1[] w",
            "b3b4",
            Outcome::Loss,
            "the lion is taken",
            &[][..],
        ),
        (
            "3/L2/2l/3[] w",
            "a3a4",
            Outcome::Loss,
            "the lion is safe on the last row",
            &["a4"][..],
        ),
        // It could have been taken, and was not.
        (
            "2l/Le1/3/3[] w",
            "a3a4 c4c3",
            Outcome::Win,
            "the lion is safe on the last row",
            &["a4"][..],
        ),
    ] {
        let pos = after(&position(text), moves);
        assert_eq!(
            (pos.outcome(), pos.reason()),
            (Some(outcome), Some(reason)),
            "{text} {moves}"
        );
        let board = pos.board_view();
        let cells = pos.deciding_cells().into_iter();
        let names: Vec<_> = cells.map(|cell| board.cells[cell].name.clone()).collect();
        assert_eq!(names, deciding, "{text} {moves}");
        assert!(legal(&pos).is_empty() && pos.checked_cells().is_empty());
    }
    let pos = after(&position("1l1/L2/3/3[] w"), "a3a4");
    assert_eq!(
        (pos.outcome(), legal(&pos).contains(&"b4a4".to_owned())),
        (None, true)
    );
    let [checked] = pos.checked_cells()[..] else {
        panic!("the lions attack each other");
    };
    assert_eq!(pos.board_view().cells[checked].name, "b4");
}

#[test]
fn a_player_without_a_move_has_lost() {
    let pos = position("LCl/CE1/3/3[] w");
    assert_eq!(
        pos.outcome(),
        Some(Outcome::Win),
        "its lion is on the last row"
    );
    let pos = position("1Cl/3/CG1/LE1[] w");
    assert!(!legal(&pos).is_empty());
    let pos = position("2l/C2/C2/L2[] b");
    assert_eq!(pos.outcome(), None);
}

#[test]
fn the_third_occurrence_is_a_draw() {
    let mut pos = position("startpos");
    let mut repeated = 0;
    for word in ["c1c2", "a4a3", "c2c1", "a3a4"].repeat(2) {
        assert_eq!(pos.outcome(), None);
        pos.play(pos.parse_move(word).expect("legal"));
        repeated += usize::from(pos.last_occurrence().is_some());
    }
    let ended = (pos.outcome(), pos.reason());
    assert_eq!(ended, (Some(Outcome::Draw), Some("threefold repetition")));
    assert_eq!(repeated, 5);
    // What was taken comes back, too: the position is the same only if the hands are.
    let pos = after(&position("1l1/1c1/1C1/1L1[] w"), "b2b3 b4b3 b1b2 C*b4");
    assert_eq!(pos.last_occurrence(), None);
}

#[test]
fn texts_are_refused_whole() {
    for bad in [
        "",
        "gle/1c1/1C1/ELG w",
        "gle/1c1/1C1/ELG[]",
        "gle/1c1/1C1/ELG[] x",
        "gle/1c1/1C1/ELG[]w",
        "gle/1c1/1C1[] w",
        "gle/1c1/1C1/ELG/3[] w",
        "gle/1c1/1C1/ELGG[] w",
        "gle/1c1/1C1/EL[] w",
        "gle/1c1/1C1/EL4[] w",
        "gle/1c1/1C1/ELP[] w",
        "gle/1c1/1C1/ELG[H] w",
        "gle/1c1/1C1/ELG[L] w",
        "gle/1c1/1C1/ELG[C] w",
        "1l1/3/3/1L1[CCC] w",
        "g1e/1c1/1C1/ELG[] w",
        "gle/1c1/1C1/E1G[] b",
        "gll/1c1/1C1/ELG[] w",
        "é/1c1/1C1/ELG[] w",
    ] {
        let read = bad.parse::<AnimalShogi>();
        let refused = matches!(read, Err(TextError::Position { .. }));
        assert!(refused, "{bad:?} is read as {read:?}");
    }
    let start = position("startpos");
    for bad in [
        "", "b2", "b2b4", "b3b2", "C*b2", "*b2", "CC*b2", "b2-b3", "B2B3", "b2b3b4", "獅*b2",
    ] {
        assert!(start.parse_move(bad).is_err(), "{bad:?} is read");
    }
    // Whoever's it is, a piece in hand may be written in lower case.
    let pos = position("1l1/3/3/1L1[C] w");
    assert_eq!(pos.parse_move("c*a2"), pos.parse_move("C*a2"));
    assert!(pos.parse_move("c*a2").is_ok());
}

#[test]
fn hands_are_cells_beside_the_board() {
    let pos = position("1l1/1c1/3/1L1[CEgg] w");
    let board = pos.board_view();
    assert_eq!([board.columns, board.rows()], [3, 6]);
    let count = |name: &str| board.count_at(board.position_of(name).expect("a cell"));
    assert_eq!(["C*", "E*", "G*", "c*", "g*"].map(count), [1, 1, 0, 0, 2]);
    assert_eq!(Player::BOTH.map(|player| board.count(player)), [3, 4]);
    let cells = pos.move_cells(pos.parse_move("E*a1").expect("legal"));
    let names = [cells.from, cells.to].map(|cell| board.cells[cell.expect("a cell")].name.as_str());
    assert_eq!(names, ["E*", "a1"]);
    let text = diagram(&board, &pos.board_shape(), None);
    let expected = "  g2 .  .

4 .  l  .
3 .  c  .
2 .  .  .
1 .  L  .
  a  b  c
  C  E  .";
    assert_eq!(text, expected, "\n{text}");
}

/// A program that learns sees how many pieces are in hand.
#[test]
fn planes_hold_numbers_of_pieces() {
    let mut session = GAME.session(&Vec::new()).expect("no rules");
    session
        .set_line("1l1/1c1/3/1L1[CEgg] w")
        .expect("a position");
    let batch = session.batch(1);
    assert_eq!(batch.shape(), [11, 6, 3]);
    let mut planes = vec![0.0; 11 * 18];
    batch.planes(&mut planes, 1);
    let sum = |plane: usize| planes[18 * plane..][..18].iter().sum::<f32>();
    // Chick, elephant, giraffe, hen and lion of either side, and whose turn it is.
    let sums = [1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 2.0, 0.0, 1.0, 18.0];
    assert_eq!((0..11).map(sum).collect::<Vec<_>>(), sums);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Whatever the text: it is refused, or reads back.
    #[test]
    fn any_text_is_taken_whole_or_refused(
        text in "[gelchGELCH123]{1,3}(/[gelchGELCH123]{1,3}){3}\\[[cegCEG]{0,3}\\] [wb]|.{0,40}",
        move_text in "[a-c][1-4][a-c][1-4]|[CEGHLceg]\\*[a-c][1-4]|.{0,10}",
    ) {
        if let Ok(pos) = text.parse::<AnimalShogi>() {
            prop_assert_eq!(pos.to_string().parse::<AnimalShogi>().ok(), Some(pos.clone()));
            let _ = pos.outcome();
        }
        let pos = position("1le/1g1/E2/1LG[Cc] w");
        if let Ok(mv) = pos.parse_move(&move_text) {
            prop_assert_eq!(pos.parse_move(&pos.format_move(mv)).ok(), Some(mv));
        }
    }

    /// A mirror changes nothing but the columns, and neither does the other side of the board.
    #[test]
    fn sides_and_columns_are_exchangeable(
        moves in prop::collection::vec(any::<prop::sample::Index>(), 0..60),
    ) {
        let mut pos = position("startpos");
        for index in moves {
            let mut legal = Vec::new();
            if pos.legal_moves(&mut legal).is_some() {
                break;
            }
            pos.play(*index.get(&legal));
        }
        let turned = turned(&pos);
        let score = |pos: &AnimalShogi| {
            engines::game_core::Evaluator::evaluate(&mut Terms::default(), pos)
        };
        prop_assert_eq!(score(&pos), score(&turned));
        prop_assert_eq!(perft(&pos, 2), perft(&turned, 2));
        let (form, symmetry) = pos.canonical_form();
        prop_assert_eq!(score(&pos), score(&form));
        let image = |mv: Move| form.format_move(pos.move_image(mv, symmetry));
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        let mut images: Vec<_> = moves.into_iter().map(image).collect();
        let mut expected = legal(&form);
        images.sort();
        expected.sort();
        prop_assert_eq!(images, expected);
    }
}

/// The board turned round, with the sides exchanged.
fn turned(pos: &AnimalShogi) -> AnimalShogi {
    let text = pos.to_string();
    let exchanged = |text: &str| {
        let other = |sign: char| match sign.is_ascii_uppercase() {
            true => sign.to_ascii_lowercase(),
            false => sign.to_ascii_uppercase(),
        };
        text.chars().map(other).collect::<String>()
    };
    let (board, rest) = text.split_once('[').expect("hands");
    let (hands, turn) = rest.split_once("] ").expect("a turn");
    let board: String = exchanged(board).chars().rev().collect();
    let turn = if turn == "w" { "b" } else { "w" };
    position(&format!("{board}[{}] {turn}", exchanged(hands)))
}
