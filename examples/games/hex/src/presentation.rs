//! What the game is called.

use engines::game_core::{PlayerLook, Presentation, Text};

/// The texts of Hex.
pub(crate) fn presentation() -> Presentation {
    let sides = [
        PlayerLook::new(Text::new("Red", "红方"), "#c8352b"),
        PlayerLook::new(Text::new("Blue", "蓝方"), "#2f62b5"),
    ];
    Presentation::new(Text::new("Hex", "六贯棋"), sides)
        .how_to_play(Text::new(
            "Place stones: Red joins top and bottom, Blue left and right. The second player may take over \
             the first stone.",
            "轮流落子：红方连接上下两边，蓝方连接左右两边。后手第一步可以交换。",
        ))
        .word("move.swap-pieces", Text::new("Swap", "交换"))
        .word(
            "reason.top and bottom are joined",
            Text::new("top and bottom are joined", "上下相连"),
        )
        .word(
            "reason.left and right are joined",
            Text::new("left and right are joined", "左右相连"),
        )
}

/// The texts of the wiring.
pub(crate) const WORDS: [(&str, Text); 9] = [
    ("rule.size", Text::new("Board size", "棋盘大小")),
    ("rule.swap", Text::new("Swap", "交换规则")),
    ("rule.value.on", Text::new("on", "开")),
    ("rule.value.off", Text::new("off", "关")),
    ("unit.stones", Text::new("stones", "子")),
    ("weight.distance", Text::new("distance", "距离")),
    ("weight.turn", Text::new("turn", "先手")),
    ("weight.ways", Text::new("shortest ways", "最短路径")),
    ("weight.detours", Text::new("detours", "次短路径")),
];
