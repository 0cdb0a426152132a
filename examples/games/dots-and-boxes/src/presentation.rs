//! What the game is called, and what its lines and boxes look like.

use engines::game_core::{PieceKind, PieceLook, PlayerLook, Presentation, Text};

/// The letter of a line that lies, of one that stands, and of a closed box.
pub(crate) const LIES: char = 'L';
pub(crate) const STANDS: char = 'S';
pub(crate) const CLOSED: char = 'B';

/// The texts of dots and boxes.
pub(crate) fn presentation() -> Presentation {
    let sides = [
        PlayerLook::new(Text::new("Red", "红方"), "#c8352b"),
        PlayerLook::new(Text::new("Blue", "蓝方"), "#2f62b5"),
    ];
    let line = || Text::new("line", "线");
    Presentation::new(Text::new("Dots and boxes", "点格棋"), sides)
        .how_to_play(Text::new(
            "Draw a line between two dots. Close a box, and it is yours, and you draw another; more boxes win.",
            "在相邻两点间连线。围成方格者得该格并再走一步；格多者胜。",
        ))
        .piece(
            PieceKind::disc(LIES, line()).look(PieceLook::Figure(["M-40 40H140V60H-40Z", ""])),
        )
        .piece(
            PieceKind::disc(STANDS, line()).look(PieceLook::Figure(["M40 -40V140H60V-40Z", ""])),
        )
        .piece(PieceKind::disc(CLOSED, Text::new("box", "格")))
        .word("reason.more boxes", Text::new("more boxes", "格多"))
        .word("reason.as many boxes", Text::new("as many boxes", "格数相同"))
}

/// The texts of the wiring.
pub(crate) const WORDS: [(&str, Text); 6] = [
    ("rule.rows", Text::new("Rows", "行数")),
    ("rule.columns", Text::new("Columns", "列数")),
    ("unit.boxes", Text::new("boxes", "格")),
    ("weight.boxes", Text::new("boxes", "方格")),
    ("weight.offered", Text::new("offered boxes", "可得方格")),
    ("weight.parity", Text::new("last safe line", "最后安全线")),
];
