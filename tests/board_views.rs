//! Board views say what the texts of positions say, by the notation's own rule book.

use boyi::core::{BoardView, Player};
use std::collections::BTreeMap;

/// What stands on each occupied cell.
type Pieces = BTreeMap<String, (Player, char)>;

fn view(game: &str, settings: &[(&str, &str)], line: &str) -> BoardView {
    let settings = settings
        .iter()
        .map(|&(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let mut session = boyi::engines::game(game)
        .expect("built in")
        .session(&settings)
        .expect("settings");
    session.set_line(line).expect("a position");
    session.view().board
}

fn pieces(board: &BoardView) -> Pieces {
    let cells = board.cells.iter();
    cells
        .filter_map(|cell| Some((cell.name.clone(), cell.piece?)))
        .map(|(name, piece)| (name, (piece.owner, piece.letter)))
        .collect()
}

/// The owner and the letter of one kind of stone.
fn stone(sign: char) -> Option<(Player, char)> {
    match sign {
        'X' => Some((Player::First, 'X')),
        'O' => Some((Player::Second, 'O')),
        _ => None,
    }
}

fn file(index: usize) -> char {
    char::from(b'a' + u8::try_from(index).expect("a board is small"))
}

/// OBF: the squares from a1 to h1, then from a2.
#[test]
fn othello() {
    let data = include_str!("data/othello/ffo40-59.obf");
    let texts = data.lines().filter_map(|line| line.split(';').next());
    for text in texts.chain(["---------------------------OX------XO--------------------------- X"])
    {
        let squares = text.chars().take(64).enumerate();
        let expected: Pieces = squares
            .filter_map(|(i, sign)| Some((format!("{}{}", file(i % 8), i / 8 + 1), stone(sign)?)))
            .collect();
        let board = view("othello", &[], text);
        assert_eq!((board.columns, board.rows()), (8, 8));
        assert_eq!(pieces(&board), expected, "{text}");
    }
}

/// FEN: the ranks from 9 down, each from file a; upper case is Red's.
#[test]
fn xiangqi() {
    let perft = include_str!("data/xiangqi/perft.txt").lines();
    let mates = include_str!("data/xiangqi/mates.txt").lines();
    for line in perft.chain(mates).filter(|line| !line.starts_with('#')) {
        let fen = line.split(';').next().expect("a line").trim();
        let mut expected = Pieces::new();
        let ranks = fen.split(' ').next().expect("a FEN").split('/');
        for (row, rank) in ranks.enumerate() {
            let mut column = 0;
            for sign in rank.chars() {
                if let Some(empty) = sign.to_digit(10) {
                    column += empty as usize;
                    continue;
                }
                let owner = if sign.is_ascii_uppercase() {
                    Player::First
                } else {
                    Player::Second
                };
                let name = format!("{}{}", file(column), 9 - row);
                expected.insert(name, (owner, sign.to_ascii_uppercase()));
                column += 1;
            }
        }
        let board = view("xiangqi", &[], fen);
        assert_eq!((board.columns, board.rows()), (9, 10));
        assert_eq!(pieces(&board), expected, "{fen}");
    }
}

/// Set-ups as `X:h8i9 O:g7`: the stones of each side.
#[test]
fn gomoku() {
    let data = include_str!("data/gomoku/renju_forbidden.txt").lines();
    let mut positions = 0;
    for line in data.filter(|line| !line.starts_with('#')) {
        let fields: Vec<_> = line.split('|').map(str::trim).collect();
        let [_, size, _, turn, black, white, ..] = fields[..] else {
            panic!("{line}");
        };
        let mut expected = Pieces::new();
        for (sign, points) in [('X', black), ('O', white)] {
            for name in names(points) {
                expected.insert(name, stone(sign).expect("a sign"));
            }
        }
        let text = format!(
            "X:{} O:{} turn:{turn}",
            names(black).concat(),
            names(white).concat()
        );
        let board = view("gomoku", &[("size", size), ("rule", "renju")], &text);
        let lines: usize = size.parse().expect("a number");
        assert_eq!((board.columns, board.rows()), (lines, lines));
        assert_eq!(
            board.cells[0].name,
            format!("a{lines}"),
            "the top row is first"
        );
        assert_eq!(pieces(&board), expected, "{text}");
        positions += 1;
    }
    assert!(positions > 20, "{positions}");
}

/// The points of a list such as `h8i10`.
fn names(points: &str) -> Vec<String> {
    let mut names = Vec::<String>::new();
    for sign in points.chars().filter(|sign| sign.is_ascii_alphanumeric()) {
        if sign.is_ascii_alphabetic() {
            names.push(String::new());
        }
        names.last_mut().expect("a letter first").push(sign);
    }
    names
}
