//! What the wiring of gomoku is called in the languages of the page.

use game_core::Text;

/// The unit, the settings and the weights.
pub(super) const WORDS: &[(&str, Text)] = &[
    ("rule.rule", Text::new("Rule", "规则")),
    ("rule.size", Text::new("Board size", "棋盘大小")),
    (
        "rule.value.freestyle",
        Text::new("Freestyle", "自由（无禁手）"),
    ),
    (
        "rule.value.standard",
        Text::new("Standard: exactly five", "标准（恰好五子）"),
    ),
    ("rule.value.renju", Text::new("Renju", "连珠（有禁手）")),
    (
        "rule.value.caro",
        Text::new(
            "Caro: exactly five, not shut in",
            "卡罗（恰好五子，且两端不被堵死）",
        ),
    ),
    (
        "puzzle.fours",
        Text::new("Win by fours alone", "连冲四取胜"),
    ),
    (
        "puzzle.threats",
        Text::new("Win by fours and open threes", "冲四活三连攻取胜"),
    ),
    (
        "puzzle.defence",
        Text::new("Stop the opponent's win by fours", "防住对方的冲四胜"),
    ),
    ("unit.open twos", Text::new("open twos", "活二")),
    ("weight.one", Text::new("one", "眠一")),
    ("weight.open_one", Text::new("open one", "活一")),
    ("weight.two", Text::new("two", "眠二")),
    ("weight.open_two", Text::new("open two", "活二")),
    ("weight.three", Text::new("three", "眠三")),
    ("weight.open_three", Text::new("open three", "活三")),
    ("weight.four", Text::new("four", "冲四")),
    ("weight.double_two", Text::new("two twos", "双活二")),
    ("weight.three_two", Text::new("three and two", "活三与活二")),
    ("weight.double_three", Text::new("three-three", "双活三")),
    ("weight.four_two", Text::new("four and two", "冲四活二")),
    ("weight.four_three", Text::new("four-three", "冲四活三")),
    ("weight.straight_four", Text::new("straight four", "活四")),
    ("weight.tempo", Text::new("having the move", "先手")),
    ("weight.fives", Text::new("fives", "五连")),
    ("weight.move", Text::new("to move", "轮走方")),
];
