use crate::rule_cards::rules;
use game_core::{BoardShape, BoardView, PieceKind, PieceLook, PlayerLook, Presentation, Text};

/// The texts and the pieces of xiangqi.
pub(crate) fn presentation() -> Presentation {
    let sides = [
        PlayerLook::new(Text::new("Red", "红方"), "#b23f2c"),
        PlayerLook::new(Text::new("Black", "黑方"), "#1d1b19"),
    ];
    let xiangqi = Presentation::new(Text::new("Xiangqi", "象棋"), sides)
        .how_to_play(Text::new(
            "Move a piece to a point it reaches; whoever mates the other general wins.",
            "选中棋子再点目标位置，将死对方将帅者胜。",
        ))
        .word("reason.checkmate", Text::new("checkmate", "将死"))
        .word("reason.stalemate", Text::new("stalemate", "困毙"))
        .word("reason.repetition", Text::new("repetition", "重复局面"))
        .word(
            "reason.perpetual check",
            Text::new("perpetual check", "长将"),
        )
        .word(
            "reason.perpetual chase",
            Text::new("perpetual chase", "长捉"),
        )
        .word("reason.move limit", Text::new("move limit", "达到步数上限"))
        .word(
            "reason.insufficient material",
            Text::new("insufficient material", "双方无子可攻"),
        );
    PIECES.into_iter().fold(
        rules(xiangqi),
        |xiangqi, (letter, english, chinese, signs)| {
            xiangqi.piece(PieceKind {
                letter,
                names: chinese.map(|chinese| Text::new(english, chinese)),
                look: PieceLook::Sign(signs),
            })
        },
    )
}

/// The letter of a FEN, the name in English and Red's and Black's in Chinese, and the signs.
const PIECES: [(char, &str, [&str; 2], [&str; 2]); 7] = [
    ('K', "general", ["帅", "将"], ["帥", "將"]),
    ('A', "advisor", ["仕", "士"], ["仕", "士"]),
    ('B', "elephant", ["相", "象"], ["相", "象"]),
    ('N', "horse", ["马", "马"], ["傌", "馬"]),
    ('R', "chariot", ["车", "车"], ["俥", "車"]),
    ('C', "cannon", ["炮", "炮"], ["炮", "砲"]),
    ('P', "soldier", ["兵", "卒"], ["兵", "卒"]),
];

/// Lines across the board, along the files up to the river on both sides, along its edges, and
/// across the palaces.
pub(crate) fn board_shape(board: &BoardView) -> BoardShape {
    let at = |file: usize, row: usize| row * board.columns + file;
    let across = (0..10).map(|row| [at(0, row), at(8, row)]);
    let edges = [0, 8].map(|file| [at(file, 0), at(file, 9)]);
    let files = (1..8).flat_map(|file| [[at(file, 0), at(file, 4)], [at(file, 5), at(file, 9)]]);
    let palaces = [0, 7]
        .into_iter()
        .flat_map(|row| [[at(3, row), at(5, row + 2)], [at(5, row), at(3, row + 2)]]);
    BoardShape {
        lines: across.chain(edges).chain(files).chain(palaces).collect(),
        ..BoardShape::points(board)
    }
}
