//! The laws of Hex, its counts, the swap, and joined edges by another search for them.

use engines::Symmetric;
use engines::game_core::{Evaluator, Notation, Outcome, Player, Position, conform, perft};
use hex::{Hex, Move, Rules, Terms, TextError, Ways};
use proptest::prelude::*;

fn rules(size: u8, swap: bool) -> Rules {
    Rules { size, swap }
}

fn position(text: &str) -> Hex {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn the_laws_hold() {
    for (pos, depth) in [
        (Hex::start(&Rules::default()), 1),
        (Hex::start(&rules(3, true)), 5),
        (Hex::start(&rules(4, false)), 3),
        (Hex::start(&rules(19, true)), 1),
        (position("3/1x1/3 o"), 4),
        (position("xo2/1xo1/o1x1/xo2 x"), 5),
        (position("11/11/8x2/3o7/5x5/4o1x4/11/2o2x5/4o6/11/11 x"), 1),
    ] {
        conform::position(&pos, depth).unwrap_or_else(|error| panic!("{error}"));
        let (rules, depth) = (pos.rules(), depth.min(3));
        conform::notation(&pos, &rules, depth).unwrap_or_else(|error| panic!("{error}"));
        conform::evaluator(&pos, &Terms::default(), depth.min(2))
            .unwrap_or_else(|error| panic!("{error}"));
    }
}

/// Whose stone is where: rows and columns.
type Board = Vec<Vec<Option<Player>>>;

fn board(pos: &Hex) -> Board {
    let size = pos.rules().size;
    let row = |row| (0..size).map(|column| pos.stone(row, column)).collect();
    (0..size).map(row).collect()
}

/// Whether the stones of `player` join the edges, by a walk from cell to cell.
fn joins(board: &Board, player: Player) -> bool {
    let size = board.len() as i32;
    let mut seen = vec![vec![false; board.len()]; board.len()];
    let start = |at| {
        if player == Player::First {
            (0, at)
        } else {
            (at, 0)
        }
    };
    let mut open: Vec<(i32, i32)> = (0..size).map(start).collect();
    while let Some((row, column)) = open.pop() {
        if !(0..size).contains(&row) || !(0..size).contains(&column) {
            continue;
        }
        let (r, c) = (row as usize, column as usize);
        if seen[r][c] || board[r][c] != Some(player) {
            continue;
        }
        seen[r][c] = true;
        if (if player == Player::First { row } else { column }) == size - 1 {
            return true;
        }
        let around = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)];
        open.extend(around.map(|(down, right)| (row + down, column + right)));
    }
    false
}

fn naive_perft(board: &mut Board, turn: Player, swap: bool, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if joins(board, !turn) {
        return 0;
    }
    let size = board.len();
    let stones = board.concat().iter().flatten().count();
    let mut count = 0;
    for row in 0..size {
        for column in 0..size {
            if board[row][column].is_none() {
                board[row][column] = Some(turn);
                count += naive_perft(board, !turn, swap, depth - 1);
                board[row][column] = None;
            }
        }
    }
    if swap && stones == 1 && turn == Player::Second && board.concat().contains(&Some(!turn)) {
        let mut swapped = vec![vec![None; size]; size];
        for row in 0..size {
            for column in 0..size {
                swapped[column][row] = board[row][column].map(|owner| !owner);
            }
        }
        count += naive_perft(&mut swapped, !turn, swap, depth - 1);
    }
    count
}

#[test]
fn perft_is_that_of_another_generator() {
    for (rules, depth) in [
        (rules(3, true), 7),
        (rules(4, true), 4),
        (rules(5, false), 3),
    ] {
        let start = Hex::start(&rules);
        for depth in 1..=depth {
            let naive = naive_perft(&mut board(&start), Player::First, rules.swap, depth);
            assert_eq!(perft(&start, depth), naive, "{rules:?} at depth {depth}");
        }
    }
    let start = Hex::start(&Rules::default());
    // A stone anywhere; a stone elsewhere or the swap; after that 119 cells, or 120.
    let counts = [121, 121 * 121, 121 * (120 * 119 + 120)];
    for (depth, count) in (1..).zip(counts) {
        assert_eq!(perft(&start, depth), count);
    }
}

#[test]
fn the_swap_reflects_the_stone() {
    let mut pos = Hex::start(&Rules::default());
    assert!(pos.parse_move("swap-pieces").is_err());
    pos.play(pos.parse_move("a3").expect("legal"));
    let swap = pos.parse_move("SWAP").expect("legal");
    assert_eq!(
        (swap, pos.format_move(swap).as_str()),
        (Move::SWAP, "swap-pieces")
    );
    let undo = pos.play(swap);
    assert_eq!(pos.stone(0, 2), Some(Player::Second));
    assert_eq!((pos.stone(2, 0), pos.turn()), (None, Player::First));
    assert!(pos.parse_move("swap").is_err());
    assert_eq!(pos.to_string().parse(), Ok(pos));
    pos.undo(swap, undo);
    assert_eq!(pos.stone(2, 0), Some(Player::First));
    // Only the second player, and only at once.
    pos.play(pos.parse_move("k11").expect("legal"));
    assert!(pos.parse_move("swap").is_err());
    let mut pos = Hex::start(&rules(11, false));
    pos.play(pos.parse_move("f6").expect("legal"));
    assert!(pos.parse_move("swap").is_err());
    assert_eq!(pos.perft(1), 120);
}

fn stones(text: &str, player: Player) -> u32 {
    Ways::of(&position(text), player).stones
}

#[test]
fn bridges_cost_nothing() {
    use Player::{First, Second};
    // Each row of stones and each pair of empty cells between them is a bridge.
    assert_eq!(stones("3/3/3 x", First), 1);
    assert_eq!(stones("5/5/5/5/5 x", First), 2);
    assert_eq!(stones("11/11/11/11/11/11/11/11/11/11/11 x", Second), 5);
    // The centre of three by three is joined to both edges.
    assert_eq!(stones("3/1x1/3 o", First), 0);
    // A stone in one bridge leaves the other cell.
    assert_eq!(stones("1o1/1x1/3 x", First), 1);
    assert_eq!(stones("1o1/1x1/3 x", Second), 1);
}

#[test]
fn texts_are_refused_whole() {
    for bad in [
        "",
        "x",
        "3/3/3",
        "3/3/3 y",
        "3/3 x",
        "3/3/4 x",
        "3/3/2 x",
        "3/3/xx x",
        "3/1x1/3 x",
        "3/1o1/3 o",
        "xx1/3/3 x",
        "1x1/1x1/1x1 o",
        "3/3/z2 x",
        "99/3/3 x",
        "0x2/3/3 o",
        "3/3/é2 x",
        "1x1/1x1/1xo x",
        "20/20/20 x",
        "3/3/18446744073709551616 x",
    ] {
        let read = bad.parse::<Hex>();
        assert!(
            matches!(read, Err(TextError::Position { .. })),
            "{bad:?} is read as {read:?}"
        );
    }
    let pos = position("3/1x1/3 o");
    for bad in [
        "", "a", "b2", "d1", "a4", "a0", "a01x", "1a", "é1", "a+1", "a256",
    ] {
        assert!(pos.parse_move(bad).is_err(), "{bad:?} is read");
    }
    assert_eq!(pos.parse_move("A3"), pos.parse_move("a3"));
}

/// A game of random moves.
fn games() -> impl Strategy<Value = Vec<Hex>> {
    let picks = prop::collection::vec(any::<prop::sample::Index>(), 0..81);
    (3..=9_u8, any::<bool>(), picks).prop_map(|(size, swap, picks)| {
        let mut pos = Hex::start(&rules(size, swap));
        let mut game = vec![pos];
        for pick in picks {
            let mut moves = Vec::new();
            if pos.legal_moves(&mut moves).is_some() {
                break;
            }
            pos.play(*pick.get(&moves));
            game.push(pos);
        }
        game
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Whatever the text: it is refused, or reads back.
    #[test]
    fn any_text_is_taken_whole_or_refused(text in "([xo1-3]{0,3}/){2}[xo1-3]{0,3} [xo]|([xo12]{2,3}/){2}[xo1]{3} [xo]|.{0,40}", move_text in "[a-l][0-9]{1,3}|swap|.{0,12}") {
        if let Ok(pos) = text.parse::<Hex>() {
            prop_assert_eq!(pos.to_string().parse::<Hex>().ok(), Some(pos));
            let _ = pos.outcome();
        }
        let start = Hex::start(&Rules::default());
        if let Ok(mv) = start.parse_move(&move_text) {
            prop_assert_eq!(start.parse_move(&start.format_move(mv)).ok(), Some(mv));
        }
        let rules = Default::default();
        let _ = Hex::parse_record(&text, &rules);
        let _ = Hex::parse_records(move_text.as_bytes(), &rules);
    }

    #[test]
    fn edges_are_joined_as_a_walk_finds(game in games()) {
        for pos in game {
            let board = board(&pos);
            let joined = Player::BOTH.map(|player| joins(&board, player));
            prop_assert_eq!(Player::BOTH.map(|player| pos.has_joined(player)), joined);
            let lost = joined[(!pos.turn()).index()];
            prop_assert_eq!(pos.decided(), lost.then_some(Outcome::Loss));
            // The board is never full without a winner.
            prop_assert!(lost || pos.count_moves() > 0);
        }
    }

    #[test]
    fn half_a_turn_changes_nothing(game in games()) {
        for pos in game {
            let (form, symmetry) = pos.canonical_form();
            let mut eval = Terms::default();
            prop_assert_eq!(eval.evaluate(&pos), eval.evaluate(&form));
            prop_assert_eq!(form.canonical_form().0, form);
            let mut moves = Vec::new();
            if pos.legal_moves(&mut moves).is_some() {
                continue;
            }
            for mv in moves.into_iter().filter(|&mv| mv != Move::SWAP) {
                let [mut here, mut there] = [pos, form];
                here.play(mv);
                there.play(pos.move_image(mv, symmetry));
                prop_assert_eq!(here.canonical_form().0, there.canonical_form().0);
            }
        }
    }

    /// Reflected and with the colours exchanged, a position is worth the same.
    #[test]
    fn colours_are_exchangeable(game in games()) {
        for pos in game {
            let size = pos.rules().size;
            let sign = |row, column| match pos.stone(column, row) {
                Some(Player::First) => 'o',
                Some(Player::Second) => 'x',
                None => '1',
            };
            let row = |row| (0..size).map(|column| sign(row, column)).collect::<String>();
            let rows: Vec<_> = (0..size).map(row).collect();
            let turn = if pos.turn() == Player::First { "o" } else { "x" };
            // A second player to move first is none that the text can have: leave those out.
            let Ok(other) = Hex::parse(&format!("{} {turn}", rows.join("/")), &pos.rules()) else {
                continue;
            };
            let mut eval = Terms::default();
            prop_assert_eq!(eval.evaluate(&pos), eval.evaluate(&other));
        }
    }
}
