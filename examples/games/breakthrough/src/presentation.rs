//! What the game is called.

use engines::game_core::{PlayerLook, Presentation, Text};

/// The texts of Breakthrough.
pub(crate) fn presentation() -> Presentation {
    let sides = [
        PlayerLook::new(Text::new("White", "白方"), "#f3ecdc"),
        PlayerLook::new(Text::new("Black", "黑方"), "#33302c"),
    ];
    Presentation::new(Text::new("Breakthrough", "突围棋"), sides)
        .how_to_play(Text::new(
            "Move one square forwards, straight or along a diagonal, where you may also capture; reach \
             the last row.",
            "向前或斜前走一格，斜走时可吃子；先到对方底线者胜。",
        ))
        .word("reason.the last row is reached", Text::new("the last row is reached", "到达底线"))
        .word("reason.no pieces left", Text::new("no pieces left", "棋子全被吃光"))
}

/// The texts of the wiring.
pub(crate) const WORDS: [(&str, Text); 8] = [
    ("unit.pieces", Text::new("pieces", "子")),
    ("weight.piece", Text::new("a piece", "子")),
    ("weight.advance", Text::new("rows come", "前进")),
    ("weight.guarded", Text::new("guarded pieces", "受保护的子")),
    ("weight.hanging", Text::new("hanging pieces", "受攻击的子")),
    ("weight.pair", Text::new("pairs side by side", "并排的子")),
    ("weight.home", Text::new("home row", "底线")),
    (
        "weight.run",
        Text::new("runs nobody can stop", "无法阻挡的突围"),
    ),
];
