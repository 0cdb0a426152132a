//! The laws of draughts, its published counts, and its rules.

use draughts::{Draughts, DraughtsWiring, Move, Rules, Square, Terms, TextError};
use engines::game_core::{Notation, Outcome, Player, Position, conform, perft};
use engines::{Explain, Wiring};
use proptest::prelude::*;
use std::collections::BTreeSet;

fn position(text: &str) -> Draughts {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn legal(pos: &Draughts) -> Vec<String> {
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    moves.into_iter().map(|mv| pos.format_move(mv)).collect()
}

/// Positions from all parts of a game: many captures, kings, a capture that comes back, few pieces.
const POSITIONS: [&str; 8] = [
    "startpos",
    "B:W18,19,21,23,24,26,29,30,31,32:B1,2,3,4,6,7,9,10,11,12",
    "W:W18,22,25,26,27,30,31:B3,6,7,10,12,14,16",
    "B:W6,7,15:B2,K19",
    "B:W6,7,14,15:BK2,28",
    "W:WK1,K2,K32:BK15,K18,K19,24",
    "B:W9,10,11,17,18,19,25,26,27:BK1,K3,K32",
    "B:WK14,K15,30:BK1,K2,12:H70",
];

#[test]
fn the_laws_hold() {
    for text in POSITIONS {
        let pos = Draughts::parse(text, &Rules::default()).expect("a position");
        conform::position(&pos, 5).unwrap_or_else(|error| panic!("{error}"));
        conform::notation(&pos, &Rules::default(), 3).unwrap_or_else(|error| panic!("{error}"));
        conform::evaluator(&pos, &Terms::default(), 3).unwrap_or_else(|error| panic!("{error}"));
    }
}

/// The published counts of move sequences (A. Bik, "Computing deep perft and divide numbers for
/// checkers", 2012).
#[test]
fn perft_is_as_published() {
    let start = Draughts::start(&Rules::default());
    let counts = [7, 49, 302, 1_469, 7_361, 36_768, 179_740, 845_931];
    for (depth, count) in (1..).zip(counts) {
        assert_eq!(perft(&start, depth), count, "depth {depth}");
    }
}

/// The steps from `from` to the squares beside it: forward, and also back for a king.
fn steps(from: Square, player: Player, is_king: bool) -> BTreeSet<String> {
    let forward = if player == Player::First { 1 } else { -1 };
    let is_beside = |to: &Square| {
        let down = to.row() as i32 - from.row() as i32;
        let is_allowed = down == forward || is_king && down == -forward;
        is_allowed && to.column().abs_diff(from.column()) == 1
    };
    let named = |to: Square| format!("{from}-{to}");
    Square::all().filter(is_beside).map(named).collect()
}

#[test]
fn a_step_is_one_row_and_one_column() {
    for from in Square::all() {
        // Far enough not to block a step or be captured.
        let opponent = if from.row() < 4 { 29 } else { 4 };
        let mut cases = vec![
            (format!("B:WK{opponent}:BK{from}"), Player::First, true),
            (format!("W:WK{from}:BK{opponent}"), Player::Second, true),
        ];
        // A man on the last row would be a king.
        if from.row() < 7 {
            cases.push((format!("B:WK{opponent}:B{from}"), Player::First, false));
        }
        if from.row() > 0 {
            cases.push((format!("W:W{from}:BK{opponent}"), Player::Second, false));
        }
        for (text, player, is_king) in cases {
            let moves: BTreeSet<_> = legal(&position(&text)).into_iter().collect();
            assert_eq!(moves, steps(from, player, is_king), "{text}");
        }
    }
}

/// The value of one term of the evaluator.
fn term(text: &str, name: &str) -> f64 {
    let terms = Terms::default().terms(&position(text));
    let term = terms.iter().find(|term| term.name == name);
    term.expect(name).value
}

/// With one man on the board the opponent is to move and has lost, so every sign is negative.
#[test]
fn terms_are_of_the_squares_of_their_names() {
    let check = |text: String, number: u8, come: usize| {
        let value = |name| -term(&text, name);
        let is_central = [10, 11, 14, 15, 18, 19, 22, 23].contains(&number);
        assert_eq!(value("centre") != 0.0, is_central, "{text}");
        assert_eq!(value("back_row") != 0.0, come == 0, "{text}");
        assert_eq!(value("advance"), 2.0 * come as f64, "{text}");
    };
    // A man on the last row would be a king.
    for (number, square) in (1..).zip(Square::all()) {
        if square.row() < 7 {
            check(format!("W:W:B{square}"), number, square.row());
        }
        if square.row() > 0 {
            check(format!("B:W{square}:B"), number, 7 - square.row());
        }
    }
}

/// With one man each the player to move has the move if their rows differ by an odd number.
#[test]
fn the_move_is_told_by_the_rows() {
    let pairs = Square::all().flat_map(|black| Square::all().map(move |white| (black, white)));
    // A man on the last row would be a king.
    let pairs = pairs.filter(|(black, white)| black != white && black.row() < 7 && white.row() > 0);
    for (black, white) in pairs {
        let has_move = black.row().abs_diff(white.row()) % 2 == 1;
        for turn in ["B", "W"] {
            let text = format!("{turn}:W{white}:B{black}");
            let expected = if has_move { 4.0 } else { -4.0 };
            assert_eq!(term(&text, "move"), expected, "{text}");
        }
    }
}

#[test]
fn captures_are_compulsory_and_go_on() {
    for (text, moves) in [
        // A piece that can take must; the others may not move.
        ("B:W18:B15,1", &["15x22"][..]),
        // The capture goes on while it can.
        ("B:W6,14,23:B2,12", &["2x9x18x27"]),
        // A man that is crowned stops, though it could take on.
        ("B:W25,26:B21", &["21x30"]),
        // A king goes both ways, and may come back to where it was.
        ("B:W6,7,14,15:BK2", &["2x9x18x11x2"]),
        // No piece is taken twice.
        ("W:WK22:B18,17,10,9", &["22x15x6x13x22"]),
    ] {
        let pos = position(text);
        let found = legal(&pos);
        assert_eq!(found.len(), moves.len(), "{text}: {found:?}");
        for mv in moves {
            assert!(pos.parse_move(mv).is_ok(), "{mv} of {found:?}");
        }
    }
}

#[test]
fn a_way_is_named_where_two_squares_do_not_tell() {
    let pos = position("B:W6,7,14,15:B2");
    assert_eq!(legal(&pos), ["2x9x18", "2x11x18"]);
    let [one, other] = ["2x9x18", "2x11x18"].map(|text| pos.parse_move(text).expect("legal"));
    assert_eq!(
        (one.from, one.to, one.captures()),
        (other.from, other.to, other.captures())
    );
    assert_ne!(one, other);
    assert!(matches!(
        pos.parse_move("2x18"),
        Err(TextError::Ambiguous(_))
    ));
    let pos = position("B:W6,7,14,15:BK2");
    // Both ways take the same and come back: one move, which either names.
    let [one, other] = ["2x9x18x11x2", "2x11x18x9x2"].map(|text| pos.parse_move(text));
    assert_eq!(one, other);
    assert!(one.is_ok());
    assert_eq!(one, pos.parse_move("2x2"));
}

#[test]
fn texts_are_refused_whole() {
    for bad in [
        "",
        "B",
        "B:W1",
        "X:W21:B1",
        "B:W33:B1",
        "B:W21:B21",
        "B:W21,21:B1",
        "W:W1:B2",
        "B:W0:B1",
        "B:W21:B32",
        "W:W21:B",
        "B:WKK21:B1",
        "B:W21:B1:Hx",
        "B:W21:B1:Z",
        "B:é:B1",
        "B:W21-33:B1",
        "B:W13-25:B1",
    ] {
        let read = bad.parse::<Draughts>();
        assert!(
            matches!(read, Err(TextError::Position { .. })),
            "{bad:?} is read as {read:?}"
        );
    }
    let start = Draughts::start(&Rules::default());
    for bad in [
        "", "11", "11-", "-15", "11-15-18", "11-19", "1-5", "22-18", "+11-15", "11--15",
    ] {
        assert!(start.parse_move(bad).is_err(), "{bad:?} is read");
    }
    assert_eq!(position("B:W21-32:B1-12"), start);
    assert_eq!(position("B:W29,30K:BK1,2").to_string(), "B:W29,K30:BK1,2");
}

#[test]
fn repetition_and_the_move_limit_draw() {
    let mut pos = position("B:WK32:BK1");
    let mut repeated = 0;
    for text in ["1-5", "32-28", "5-1", "28-32"].repeat(2) {
        assert_eq!(pos.outcome(), None);
        let mv = pos.parse_move(text).expect("legal");
        pos.play(mv);
        repeated += usize::from(pos.last_occurrence().is_some());
    }
    assert_eq!(
        (pos.outcome(), pos.reason()),
        (Some(Outcome::Draw), Some("threefold repetition"))
    );
    assert_eq!(repeated, 5);

    let mut pos = position("B:WK32:BK1:H79");
    assert_eq!(pos.outcome(), None);
    pos.play(pos.parse_move("1-5").expect("legal"));
    assert_eq!(
        (pos.outcome(), pos.reason()),
        (Some(Outcome::Draw), Some("move limit"))
    );
    let mut rules = Rules::default();
    DraughtsWiring::set_rule(&mut rules, "move-limit", "none").expect("a value");
    let endless = Draughts::parse(&pos.to_string(), &rules).expect("a position");
    assert_eq!(endless.outcome(), None);
}

#[test]
fn a_player_without_a_move_has_lost() {
    let pos = position("B:W9,14:B5");
    // 5 is blocked by 9, behind which 14 stands.
    assert_eq!(
        (pos.outcome(), pos.reason()),
        (Some(Outcome::Loss), Some("no legal move"))
    );
    let pos = position("W:W:B5");
    assert_eq!(
        (pos.outcome(), pos.reason()),
        (Some(Outcome::Loss), Some("no pieces left"))
    );
}

#[test]
fn records_read_back() {
    let text = "[Event \"Match\"]\n[Black \"One\"]\n[White \"Other\"]\n[Result \"*\"]\n\n\
                1. 11-15 {a start} 23-19 2. 8-11 22-17 3. 11-16 (3. 9-14 17-13) 24-20 *\n\n\
                [FEN \"W:WK21:BK1\"]\n[SetUp \"1\"]\n1... 21-17 1/2-1/2\n";
    let games = Draughts::parse_records(text.as_bytes(), &Rules::default());
    let games: Vec<_> = games
        .into_iter()
        .map(|game| game.expect("a game"))
        .collect();
    assert_eq!(games.len(), 2);
    assert_eq!((games[0].moves.len(), games[1].moves.len()), (6, 1));
    assert_eq!(
        games[0].names,
        [Some("One".to_owned()), Some("Other".to_owned())]
    );
    assert_eq!(
        games[0].note(0).and_then(|note| note.comment.as_deref()),
        Some("a start")
    );
    assert_eq!(games[1].tags.get("Result"), Some("1/2-1/2"));
    let written = Draughts::format_records(&games, &Draughts::FORMATS[0]).expect("a file");
    let again = Draughts::parse_records(&written, &Rules::default());
    let again: Vec<_> = again
        .into_iter()
        .map(|game| game.expect("a game"))
        .collect();
    assert_eq!(again, games);
    for bad in [
        "1. 11-16 1-2",
        "[Event]\n1. 11-15",
        "[FEN \"x\"]\n1. 11-15",
        "1. 炮",
    ] {
        assert!(
            Draughts::parse_record(bad, &Rules::default()).is_err(),
            "{bad}"
        );
    }
}

/// The letter of a side, and whether it has a king there: by rows and columns.
type Board = [[Option<(char, bool)>; 8]; 8];

fn number(row: usize, column: usize) -> usize {
    4 * row + column / 2 + 1
}

/// Ways of capture from the definition: one jump after another.
fn naive_captures(pos: &Draughts) -> BTreeSet<Vec<usize>> {
    let text = pos.to_string();
    let mut board: Board = [[None; 8]; 8];
    let mut sides = text
        .split(':')
        .filter_map(|part| Some((part.chars().next()?, part.get(1..)?)));
    let (turn, _) = sides.next().expect("a turn");
    for (side, list) in sides.filter(|(side, _)| *side != 'H') {
        for item in list.split(',').filter(|item| !item.is_empty()) {
            let number = item.trim_start_matches('K').parse().expect("a number");
            let square = Square::new(number).expect("a square");
            board[square.row()][square.column()] = Some((side, item.starts_with('K')));
        }
    }
    let mut all = BTreeSet::new();
    for square in Square::all() {
        let at = (square.row(), square.column());
        if board[at.0][at.1].is_some_and(|(side, _)| side == turn) {
            jump(&board, turn, at, &[number(at.0, at.1)], &mut all);
        }
    }
    all
}

/// Adds the ways that the piece of `turn` at a row and a column may go on after `way`.
fn jump(
    board: &Board,
    turn: char,
    at: (usize, usize),
    way: &[usize],
    all: &mut BTreeSet<Vec<usize>>,
) {
    let (row, column) = at;
    let (_, is_king) = board[row][column].expect("a piece");
    let (forward, last): (i32, _) = if turn == 'B' { (1, 7) } else { (-1, 0) };
    let mut ended = true;
    for (down, right) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
        if down != forward && !is_king {
            continue;
        }
        let place = |times: i32| {
            let (row, column) = (row as i32 + times * down, column as i32 + times * right);
            let inside = (0..8).contains(&row) && (0..8).contains(&column);
            inside.then_some((row as usize, column as usize))
        };
        let (Some(over), Some(to)) = (place(1), place(2)) else {
            continue;
        };
        let taken = board[over.0][over.1].is_some_and(|(side, _)| side != turn);
        if !taken || board[to.0][to.1].is_some() {
            continue;
        }
        ended = false;
        let mut next = *board;
        next[over.0][over.1] = None;
        next[to.0][to.1] = next[row][column].take();
        let way = [way, &[number(to.0, to.1)]].concat();
        if !is_king && to.0 == last {
            all.insert(way);
        } else {
            jump(&next, turn, to, &way, all);
        }
    }
    if ended && way.len() > 1 {
        all.insert(way.to_vec());
    }
}

fn ways(pos: &Draughts, mv: Move) -> Vec<Vec<usize>> {
    let ways = pos.ways(mv).into_iter();
    ways.map(|way| way.iter().map(|square| square.index() + 1).collect())
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Whatever the text: it is refused, or reads back.
    #[test]
    fn any_text_is_taken_whole_or_refused(text in "[BW]:[BW]K?[0-9]{1,2}[,K0-9-]{0,9}:[BW][,K0-9-]{0,9}(:[HF][0-9]{0,6})?|.{0,40}", move_text in "[0-9]{1,2}[x-][0-9]{1,2}|[0-9. x{}();*\\[\\]a-]{0,40}|.{0,20}") {
        if let Ok(pos) = text.parse::<Draughts>() {
            prop_assert_eq!(pos.to_string().parse::<Draughts>().ok(), Some(pos.clone()));
            let _ = pos.outcome();
        }
        let start = Draughts::start(&Rules::default());
        if let Ok(mv) = start.parse_move(&move_text) {
            prop_assert_eq!(start.parse_move(&start.format_move(mv)).ok(), Some(mv));
        }
        let rules = Default::default();
        let _ = Draughts::parse_record(&text, &rules);
        let _ = Draughts::parse_records(move_text.as_bytes(), &rules);
    }

    /// On any board the captures are those of the definition, and the ways of moves that differ
    /// differ.
    #[test]
    fn captures_are_those_of_the_definition(
        board in prop::collection::vec(0..9_u8, 32),
        black in any::<bool>(),
    ) {
        let named = |signs: [u8; 2]| {
            let squares = (1..).zip(&board).filter(|(_, sign)| signs.contains(sign)).take(12);
            let names = squares.map(|(number, &sign)| {
                let crowned = sign == signs[1] || !(5..=28).contains(&number);
                format!("{}{number}", if crowned { "K" } else { "" })
            });
            names.collect::<Vec<_>>().join(",")
        };
        let (whites, blacks) = (named([1, 2]), named([3, 4]));
        prop_assume!(!whites.is_empty() && !blacks.is_empty());
        let turn = if black { "B" } else { "W" };
        let pos = position(&format!("{turn}:W{whites}:B{blacks}"));
        let naive = naive_captures(&pos);
        let found: Vec<_> = pos.captures().into_iter().flat_map(|mv| ways(&pos, mv)).collect();
        prop_assert_eq!(found.len(), naive.len());
        prop_assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), naive);
        prop_assert!(conform::position(&pos, 2).is_ok());
    }

    /// The evaluation is the same for either side of a board that is turned round.
    #[test]
    fn colours_are_exchangeable(moves in prop::collection::vec(any::<prop::sample::Index>(), 0..60)) {
        let mut pos = Draughts::start(&Rules::default());
        for index in moves {
            let mut legal = Vec::new();
            if pos.legal_moves(&mut legal).is_some() {
                break;
            }
            let mv = *index.get(&legal);
            pos.play(mv);
        }
        let turned = turned(&pos);
        let score = |pos: &Draughts| engines::game_core::Evaluator::evaluate(&mut Terms::default(), pos);
        prop_assert_eq!(score(&pos), score(&turned));
        prop_assert_eq!(perft(&pos, 3), perft(&turned, 3));
    }
}

/// The board turned round, with the colours exchanged.
fn turned(pos: &Draughts) -> Draughts {
    let text = pos.to_string();
    let swapped = text.split(':').map(|part| {
        if part.starts_with('H') {
            return part.to_owned();
        }
        let (side, list) = part.split_at(1);
        let items = list.split(',').filter(|item| !item.is_empty()).map(|item| {
            let crown = if item.starts_with('K') { "K" } else { "" };
            let number: u8 = item.trim_start_matches('K').parse().expect("a number");
            format!("{crown}{}", 33 - number)
        });
        let items: Vec<_> = items.collect();
        format!("{}{}", if side == "B" { "W" } else { "B" }, items.join(","))
    });
    position(&swapped.collect::<Vec<_>>().join(":"))
}

#[test]
fn black_moves_first() {
    let start = Draughts::start(&Rules::default());
    assert_eq!(start.turn(), Player::First);
    assert_eq!(Draughts::player_name(Player::First), "black");
    assert_eq!(
        legal(&start),
        ["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"]
    );
}
