use crate::rule_cards::rules;
use game_core::{PlayerLook, Presentation, Text};

/// The texts of Othello.
pub(crate) fn presentation() -> Presentation {
    let sides = [
        PlayerLook::new(Text::new("Black", "黑方"), "#1d1b19"),
        PlayerLook::new(Text::new("White", "白方"), "#fffdf6"),
    ];
    let presentation = Presentation::new(Text::new("Othello", "黑白棋"), sides)
        .how_to_play(Text::new(
            "Place a disc so that it encloses opposing ones in a line, which turn over; most discs win.",
            "落子夹住对方的棋子并将其翻转，终局时子多者胜。",
        ))
        .word("reason.the board is full", Text::new("the board is full", "棋盘已满"))
        .word("reason.one side is wiped out", Text::new("one side is wiped out", "一方全被翻光"))
        .word("reason.neither side can move", Text::new("neither side can move", "双方均无棋可下"));
    rules(presentation)
}
