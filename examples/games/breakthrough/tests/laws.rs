//! The laws of Breakthrough, its counts by another generator, and its races by search.

use breakthrough::{Breakthrough, Move, Terms, TextError, run};
use engines::Symmetric;
use engines::game_core::{Evaluator, Notation, Outcome, Player, Position, conform, perft};
use engines::search::{Limits, Minimax, Searcher};
use proptest::prelude::*;

fn position(text: &str) -> Breakthrough {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

const POSITIONS: [&str; 6] = [
    "startpos",
    "2p2p2/p1p2pp1/1p3p2/3p4/2P1P3/1P4P1/P1P2P2/2P1P3 w",
    "2p2p2/p1p2pp1/1p3p2/3p4/2P1P3/1P4P1/P1P2P2/2P1P3 b",
    "8/2P5/8/8/8/8/4p3/8 w",
    "p7/1P6/8/8/8/8/1p6/P7 b",
    "8/8/8/3p4/4P3/8/8/8 w",
];

#[test]
fn the_laws_hold() {
    for text in POSITIONS {
        let pos = position(text);
        conform::position(&pos, 3).unwrap_or_else(|error| panic!("{error}"));
        conform::notation(&pos, &(), 2).unwrap_or_else(|error| panic!("{error}"));
        conform::evaluator(&pos, &Terms::default(), 2).unwrap_or_else(|error| panic!("{error}"));
    }
}

/// Move sequences counted square by square, on the rows of the position's text.
fn naive_perft(board: &[[char; 8]; 8], white: bool, depth: u32) -> u64 {
    let [own, other, goal] = if white {
        ['P', 'p', '0']
    } else {
        ['p', 'P', '7']
    };
    let opponents_goal = if white { 7 } else { 0 };
    let over = board[opponents_goal].contains(&other) || !board.as_flattened().contains(&own);
    assert!(!board[goal as usize - '0' as usize].contains(&own));
    if depth == 0 {
        return 1;
    }
    if over {
        return 0;
    }
    let mut count = 0;
    for row in 0..8_i32 {
        for column in 0..8_i32 {
            if board[row as usize][column as usize] != own {
                continue;
            }
            let next = if white { row - 1 } else { row + 1 };
            for to in column - 1..=column + 1 {
                if !(0..8).contains(&to) || !(0..8).contains(&next) {
                    continue;
                }
                let there = board[next as usize][to as usize];
                if there == own || to == column && there != '.' {
                    continue;
                }
                let mut after = *board;
                after[row as usize][column as usize] = '.';
                after[next as usize][to as usize] = own;
                let wins = next == if white { 0 } else { 7 };
                count += match depth {
                    1 => 1,
                    _ if wins => 0,
                    _ => naive_perft(&after, !white, depth - 1),
                };
            }
        }
    }
    count
}

/// The rows of the text, from the top.
fn board(pos: &Breakthrough) -> [[char; 8]; 8] {
    let mut board = [['.'; 8]; 8];
    let text = pos.to_string();
    let rows = text.split_whitespace().next().expect("a board").split('/');
    for (row, text) in rows.enumerate() {
        let mut column = 0;
        for sign in text.chars() {
            match sign.to_digit(10) {
                Some(empty) => column += empty as usize,
                None => {
                    board[row][column] = sign;
                    column += 1;
                }
            }
        }
    }
    board
}

#[test]
fn perft_is_that_of_another_generator() {
    for text in POSITIONS {
        let pos = position(text);
        for depth in 1..=4 {
            let naive = naive_perft(&board(&pos), pos.turn() == Player::First, depth);
            assert_eq!(perft(&pos, depth), naive, "{text} at depth {depth}");
        }
    }
    // 22 moves of each side at first, and what comes of them.
    let counts = [22, 484, 11_132, 256_036];
    for (depth, count) in (1..).zip(counts) {
        assert_eq!(perft(&Breakthrough::START, depth), count);
    }
}

#[test]
fn texts_are_refused_whole() {
    for bad in [
        "",
        "w",
        "8/8/8/8/8/8/8/8 w",
        "p7/8/8/8/8/8/8/P7 x",
        "p7/8/8/8/8/8/P7 w",
        "p8/8/8/8/8/8/8/P7 w",
        "pppppppppp/8/8/8/8/8/8/P7 w",
        "p9/8/8/8/8/8/8/P7 w",
        "P7/8/8/8/8/8/8/p7 w",
        "q7/8/8/8/8/8/8/P7 w",
        "p7/8/8/8/8/8/8/P7",
        "8/8/8/8/8/8/8/P7 w",
        "pppppppp/pppppppp/pppppppp/8/8/8/8/P7 w",
        "é7/8/8/8/8/8/8/P7 w",
    ] {
        let read = bad.parse::<Breakthrough>();
        assert!(
            matches!(read, Err(TextError::Position { .. })),
            "{bad:?} is read as {read:?}"
        );
    }
    let pos = position("8/8/8/3p4/4P3/8/8/8 w");
    for (text, legal) in [
        ("e4d5", true),
        ("e4xd5", true),
        ("e4-d5", true),
        ("E4D5", true),
        ("e4e5", true),
        ("e4f5", true),
        ("e4xe5", false),
        ("e4", false),
        ("e4d", false),
        ("e4d6", false),
        ("d5e4", false),
        ("e4d5x", false),
        ("é4d5", false),
        ("e4d3", false),
    ] {
        assert_eq!(pos.parse_move(text).is_ok(), legal, "{text}");
    }
}

#[test]
fn the_last_row_or_the_last_piece_wins() {
    for (text, mv, reason) in [
        ("8/3P4/8/8/8/8/4p3/8 w", "d7d8", "the last row is reached"),
        ("8/8/8/3p4/4P3/8/8/8 w", "e4d5", "no pieces left"),
    ] {
        let mut pos = position(text);
        pos.play(pos.parse_move(mv).expect("legal"));
        assert_eq!(
            (pos.outcome(), pos.reason()),
            (Some(Outcome::Loss), Some(reason))
        );
        assert!(pos.parse_move("e2e1").is_err());
    }
}

/// After some random moves of a game with few pieces.
fn positions() -> impl Strategy<Value = Breakthrough> {
    let pieces = prop::collection::vec(0..64_u8, 1..5);
    (pieces.clone(), pieces, any::<bool>()).prop_filter_map("over", |(white, black, turn)| {
        let mut board = [['.'; 8]; 8];
        let mut put = |squares: &[u8], sign| {
            squares
                .iter()
                .for_each(|&at| board[usize::from(at / 8)][usize::from(at % 8)] = sign);
        };
        put(&white, 'P');
        put(&black, 'p');
        let row = |row: &[char; 8]| row.iter().collect::<String>().replace('.', "1");
        let rows: Vec<_> = board.iter().map(row).collect();
        let text = format!("{} {}", rows.join("/"), if turn { "w" } else { "b" });
        text.parse::<Breakthrough>()
            .ok()
            .filter(|pos| pos.decided().is_none())
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Whatever the text: it is refused, or reads back.
    #[test]
    fn any_text_is_taken_whole_or_refused(text in "([Pp1-8]{0,8}/){7}[Pp1-8]{0,8} [wb]|8/8/([Pp]{8}/){2}8/8/8/8 [wb]|.{0,40}", move_text in "[a-i][0-9][a-i][0-9]|.{0,12}") {
        if let Ok(pos) = text.parse::<Breakthrough>() {
            prop_assert_eq!(pos.to_string().parse::<Breakthrough>().ok(), Some(pos));
            let _ = pos.outcome();
        }
        let start = Breakthrough::START;
        if let Ok(mv) = start.parse_move(&move_text) {
            prop_assert_eq!(start.parse_move(&start.format_move(mv)).ok(), Some(mv));
        }
        let _ = Breakthrough::parse_record(&text, &());
        let _ = Breakthrough::parse_records(move_text.as_bytes(), &());
    }

    /// A run says that the walker wins however the opponent plays, in so many moves, if the
    /// opponent does not come first.
    #[test]
    fn nobody_stops_a_run(pos in positions()) {
        for player in Player::BOTH {
            let Some(run) = run(&pos, player) else { continue };
            prop_assert_eq!(stopped(&mut pos.clone(), player, run.from, run.moves), None);
        }
    }

    #[test]
    fn a_mirror_changes_nothing(pos in positions()) {
        let (form, symmetry) = pos.canonical_form();
        prop_assert_eq!(form.canonical_form().0, form);
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        let mut eval = Terms::default();
        prop_assert_eq!(eval.evaluate(&pos), eval.evaluate(&form));
        for mv in moves {
            let [mut here, mut there] = [pos, form];
            here.play(mv);
            there.play(pos.move_image(mv, symmetry));
            prop_assert_eq!(here.canonical_form().0, there.canonical_form().0);
        }
    }

    #[test]
    fn the_laws_hold_anywhere(pos in positions()) {
        prop_assert!(conform::position(&pos, 2).is_ok());
    }
}

/// A line of the opponent's that takes the walker from `from`, or bars its way, before it is
/// `moves` moves further; whatever ends the game otherwise does not count.
fn stopped(pos: &mut Breakthrough, player: Player, from: u8, moves: u32) -> Option<Vec<Move>> {
    if pos.decided().is_some() {
        let walked = pos.pieces(player) & 1 << from != 0;
        return (moves > 0 && !walked).then(Vec::new);
    }
    if pos.pieces(player) & 1 << from == 0 {
        return Some(Vec::new());
    }
    if pos.turn() == player {
        let to = if player == Player::First {
            from + 8
        } else {
            from - 8
        };
        let bits = pos.pack(Move { from, to });
        let Some(mv) = pos.unpack(bits) else {
            return Some(Vec::new());
        };
        let undo = pos.play(mv);
        let found = stopped(pos, player, to, moves - 1);
        pos.undo(mv, undo);
        return found;
    }
    let mut replies = Vec::new();
    pos.legal_moves(&mut replies);
    replies.into_iter().find_map(|mv| {
        let undo = pos.play(mv);
        let found = stopped(pos, player, from, moves);
        pos.undo(mv, undo);
        let mut line = found?;
        line.insert(0, mv);
        Some(line)
    })
}

/// What the engine proves without search is what minimax finds with it.
#[test]
fn decided_races_are_those_of_minimax() {
    for (text, plies) in [
        ("8/8/3P4/8/8/5p2/8/8 w", 3),
        ("8/8/3P4/8/8/5p2/8/8 b", 3),
        ("8/8/8/3P4/8/5p2/8/8 w", 4),
    ] {
        let pos = position(text);
        let report = Minimax::new(Terms::default()).think(&pos, Limits::depth(6));
        let score = report.score();
        assert_eq!(score.plies_to_end(), Some(plies), "{text}: {score}");
        let engine: engines::EngineConfig = "pvs,depth=1".parse().expect("a configuration");
        let mut engine = breakthrough::GAME
            .engine(&Vec::new(), &engine, 1)
            .expect("an engine");
        let request = engines::SearchRequest::new(Limits::none());
        let found = engine
            .think(&text.into(), &request, &Default::default(), &mut |_| {})
            .expect("a report");
        assert_eq!(found.score(), score, "{text}");
    }
}
