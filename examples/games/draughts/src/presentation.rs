//! How the game looks and what it is called.

use crate::board::Square;
use engines::game_core::{
    BoardShape, CellShape, Coordinates, PieceKind, PlayerLook, Presentation, Text,
};

/// The dark squares where they lie on the chequered board, each with its number.
pub(crate) fn board_shape() -> BoardShape {
    let place = |square: Square| [square.column() as f32, square.row() as f32];
    BoardShape {
        cell: CellShape::Chequered,
        places: Square::all().map(place).collect(),
        coordinates: Coordinates::Inside,
        ..BoardShape::default()
    }
}

/// The texts of draughts.
pub(crate) fn presentation() -> Presentation {
    let sides = [
        PlayerLook::new(Text::new("Black", "黑方"), "#33302c"),
        PlayerLook::new(Text::new("White", "白方"), "#f3ecdc"),
    ];
    Presentation::new(Text::new("Draughts", "英式跳棋"), sides)
        .how_to_play(Text::new(
            "Move forwards along the diagonals and jump over opposing pieces, which you must do where \
             you can; who cannot move loses.",
            "沿斜线前进，能跳吃时必须跳吃；无子可动者负。",
        ))
        .piece(PieceKind::disc('M', Text::new("man", "兵")))
        .piece(PieceKind::disc('K', Text::new("king", "王")).sign("♛"))
        .word("reason.no pieces left", Text::new("no pieces left", "棋子全被吃光"))
        .word("reason.no legal move", Text::new("no legal move", "无子可动"))
        .word("reason.threefold repetition", Text::new("threefold repetition", "局面三次重复"))
        .word("reason.move limit", Text::new("move limit", "达到步数限制"))
}

/// The texts of the wiring.
pub(crate) const WORDS: [(&str, Text); 11] = [
    (
        "rule.move-limit",
        Text::new(
            "Moves without a capture or a man's move before a draw",
            "无吃子且兵不动的步数限制",
        ),
    ),
    ("rule.value.none", Text::new("none", "无")),
    ("unit.men", Text::new("men", "兵")),
    ("weight.man", Text::new("a man", "兵")),
    ("weight.king", Text::new("a king", "王")),
    ("weight.advance", Text::new("rows come", "前进")),
    ("weight.back_row", Text::new("back row", "底线")),
    ("weight.centre", Text::new("centre", "中心")),
    ("weight.mobility", Text::new("mobility", "机动性")),
    (
        "weight.trade",
        Text::new("fewer pieces when ahead", "领先时兑子"),
    ),
    ("weight.move", Text::new("the move", "先手")),
];
