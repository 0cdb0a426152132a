use game_core::{Presentation, Text};

/// The rules of xiangqi, one piece after another.
pub(crate) fn rules(presentation: Presentation) -> Presentation {
    presentation
        .rule(
            Text::new("The palace", "九宫"),
            Text::new(
                "The general moves one point along a line, the advisors one point along a diagonal, and none of them leaves the palace.",
                "将帅沿直线走一步，士仕沿斜线走一步，都不能出九宫。",
            ),
            "5k3/9/9/9/9/9/P8/9/4A4/3AK4 w",
        )
        .rule(
            Text::new("The chariot", "车"),
            Text::new(
                "The chariot moves along lines as far as nothing stands in the way, and takes the first piece it meets.",
                "车沿直线走，无阻挡时步数不限，可吃遇到的第一个对方子。",
            ),
            "5k3/9/9/3n5/9/9/3R5/9/9/4K4 w",
        )
        .rule(
            Text::new("The horse", "马"),
            Text::new(
                "The horse moves one point along a line and one further along a diagonal. A piece right beside it blocks it on that \
                 side: here the soldier hobbles it upwards.",
                "马先直走一步再斜走一步。紧挨着它的子会蹩住那一侧的马腿：此处兵挡住了它向上的路。",
            ),
            "5k3/9/9/9/9/4P4/4N4/9/9/4K4 w",
        )
        .rule(
            Text::new("The elephant", "象"),
            Text::new(
                "The elephant moves two points along a diagonal, never over a piece in between nor across the river.",
                "象相沿斜线走两步，中间有子则不能走，也不能过河。",
            ),
            "5k3/9/9/9/9/9/3R5/4B4/9/4K4 w",
        )
        .rule(
            Text::new("The cannon", "炮"),
            Text::new(
                "The cannon moves like a chariot, but takes only by jumping over exactly one piece, of either side. Here it takes the \
                 horse over its own soldier.",
                "炮走法同车，但吃子时必须隔一个子，双方的都行。此处它隔着自己的兵吃马。",
            ),
            "5k3/9/9/2n6/9/2P6/9/2C6/9/4K4 w",
        )
        .rule(
            Text::new("The soldier", "兵卒"),
            Text::new(
                "The soldier moves one point forward; once across the river it may also step sideways, but never back.",
                "兵卒向前走一步；过河后还可横走，但不能后退。",
            ),
            "5k3/9/9/9/4P4/9/P8/9/9/4K4 w",
        )
        .rule(
            Text::new("Generals face to face", "将帅照面"),
            Text::new(
                "The two generals may never look at each other along an open file: the horse here must not leave it.",
                "将帅不得在同一直线上无子相隔地照面：此处的马不能离开。",
            ),
            "4k4/9/9/9/9/9/4N4/9/9/4K4 w",
        )
        .rule(
            Text::new("Winning", "胜负"),
            Text::new(
                "Whoever cannot parry a check has lost, and so has whoever has no legal move. To check, or to chase a piece, for ever \
                 loses; other repetitions draw. Here the chariot mates on the last rank.",
                "应不了将者负，无子可走者也负。长将、长捉者负，其他重复为和。此处车到底线即成杀。",
            ),
            "3k5/4R4/9/9/9/9/9/9/9/4K2R1 w",
        )
}
