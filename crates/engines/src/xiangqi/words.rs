//! What the wiring of xiangqi is called in the languages of the page.

use game_core::Text;

/// The unit, the settings and the weights.
pub(super) const WORDS: &[(&str, Text)] = &[
    ("rule.rule", Text::new("Rule", "规则")),
    ("rule.move-limit", Text::new("Move limit", "步数上限")),
    (
        "rule.value.asian",
        Text::new(
            "Asian: no perpetual check or chase",
            "亚洲规则（禁长将长捉）",
        ),
    ),
    (
        "rule.value.check-ban",
        Text::new("No perpetual check", "禁止长将"),
    ),
    (
        "rule.value.draw-only",
        Text::new("Repetition draws", "重复即和"),
    ),
    ("rule.value.none", Text::new("none", "无")),
    ("puzzle.mate", Text::new("Mate in {n}", "{n} 步杀")),
    ("unit.soldiers", Text::new("soldiers", "兵")),
    ("weight.move", Text::new("to move", "轮走方")),
    ("weight.tempo", Text::new("having the move", "先手")),
    ("weight.danger", Text::new("opponent threatens", "对方威胁")),
    ("weight.placement", Text::new("placement, %", "位置加成 %")),
    ("weight.material", Text::new("material", "子力")),
    ("weight.mobility", Text::new("mobility", "行动力")),
    ("weight.threatened", Text::new("threatened", "受威胁")),
    ("weight.hanging", Text::new("hanging", "悬子")),
    ("weight.protected", Text::new("protected", "有保护")),
    ("weight.general", Text::new("general", "将帅")),
    ("weight.advisor", Text::new("advisor", "士仕")),
    ("weight.elephant", Text::new("elephant", "象相")),
    ("weight.horse", Text::new("horse", "马")),
    ("weight.chariot", Text::new("chariot", "车")),
    ("weight.cannon", Text::new("cannon", "炮")),
    ("weight.soldier", Text::new("soldier", "兵卒")),
    ("weight.threats", Text::new("threats", "威胁")),
    ("weight.protection", Text::new("protection", "保护")),
];
