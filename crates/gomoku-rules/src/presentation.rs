use crate::rule_cards::rules;
use game_core::{PlayerLook, Presentation, Text};

/// The texts of gomoku.
pub(crate) fn presentation() -> Presentation {
    let sides = [
        PlayerLook::new(Text::new("Black", "黑方"), "#1d1b19"),
        PlayerLook::new(Text::new("White", "白方"), "#fffdf6"),
    ];
    let presentation = Presentation::new(Text::new("Gomoku", "五子棋"), sides)
        .how_to_play(Text::new(
            "Place a stone on any point; five of your stones in a row win.",
            "轮流在交叉点落子，先连成五子者胜。",
        ))
        .word(
            "reason.five in a row",
            Text::new("five in a row", "五子连珠"),
        )
        .word(
            "reason.full board",
            Text::new("the board is full", "棋盘已满"),
        )
        .word(
            "reason.no legal point",
            Text::new("no point may be played", "无处可下"),
        )
        .word(
            "forbidden.33",
            Text::new(
                "Forbidden for Black: two open threes at once",
                "黑方禁手：三三",
            ),
        )
        .word(
            "forbidden.44",
            Text::new("Forbidden for Black: two fours at once", "黑方禁手：四四"),
        )
        .word(
            "forbidden.OL",
            Text::new(
                "Forbidden for Black: more than five in a row",
                "黑方禁手：长连",
            ),
        );
    rules(presentation)
}
