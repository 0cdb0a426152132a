use game_core::{Presentation, Text};

/// The rules of gomoku and renju, one after another.
pub(crate) fn rules(presentation: Presentation) -> Presentation {
    const DOUBLE_THREE: &str = "startpos moves h8 a1 i8 a15 j9 o1 j10 o15";
    presentation
        .rule(
            Text::new("Five in a row", "连五"),
            Text::new(
                "Black begins, and stones are placed in turn. Five stones of a colour in an unbroken row, column or diagonal win. \
                 Here Black completes five on either side.",
                "黑先，双方轮流落子。同色五子在横、竖或斜线上相连即胜。此处黑方在任意一端都能成五。",
            ),
            "startpos moves h8 h9 i8 i9 j8 j9 k8 k9",
        )
        .rule(
            Text::new("Four", "四"),
            Text::new(
                "Four in a row threaten five: the opponent has to fill the fifth point at once. White must play l8.",
                "四子相连威胁成五，对方必须立刻堵住第五点。白方必须下 l8。",
            ),
            "startpos moves h8 g8 i8 a15 j8 o1 k8",
        )
        .rule(
            Text::new("Open three", "活三"),
            Text::new(
                "Three in a row with room on both sides become a four that is open at both ends, which cannot be stopped. \
                 Answer at an end, or with a four of your own.",
                "两端有空位的三子下一步就成两头开的四，无法防守。应在一端堵住，或以自己的四反击。",
            ),
            "startpos moves h8 a1 i8 a15 j8",
        )
        .rule(
            Text::new("Two threats at once", "双重威胁"),
            Text::new(
                "A stone that makes two threats wins, since only one can be answered: here j8 makes two open threes.",
                "一子同时造成两个威胁就赢了，因为对方只能防一个：此处 j8 成双三。",
            ),
            DOUBLE_THREE,
        )
        .rule_under(
            &[("rule", "renju")],
            Text::new("Renju: what Black may not do", "连珠：黑方禁手"),
            Text::new(
                "The first move is a great advantage. In renju Black may therefore not make two open threes, two fours, or six in a \
                 row; the points are marked. White may, and may lead Black onto them.",
                "先手优势很大，因此连珠规定黑方不得成双活三、双四或长连，这些点会标出。白方不受限制，还可逼黑方走禁手。",
            ),
            DOUBLE_THREE,
        )
}
