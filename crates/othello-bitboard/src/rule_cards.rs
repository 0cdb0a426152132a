use game_core::{Presentation, Text};

/// The rules of Othello, one after another.
pub(crate) fn rules(presentation: Presentation) -> Presentation {
    presentation
        .rule(
            Text::new("Turning discs", "翻子"),
            Text::new(
                "Black begins. Place a disc so that opposing discs lie in a straight line between it and another disc of yours: they \
                 all turn to your colour. A move that turns nothing is not allowed.",
                "黑先。落子须与己方另一子在直线上夹住对方的子，被夹的子全部翻成己方颜色。翻不了子的地方不能下。",
            ),
            "startpos",
        )
        .rule(
            Text::new("In every direction", "各个方向"),
            Text::new(
                "All lines that are enclosed turn at once, sideways, upwards and diagonally. Try the points and see how many turn.",
                "横、竖、斜凡被夹住的都同时翻转。试试各点，看能翻多少。",
            ),
            "startpos moves f5 d6 c3 d3 c4 f4 f6",
        )
        .rule(
            Text::new("Passing", "停一手"),
            Text::new(
                "Who can turn nothing has to pass, and the opponent plays again. White has no move here.",
                "翻不了任何子的一方必须停一手，由对方继续下。此处白方无子可下。",
            ),
            "XO-------------------------------------------------------------- O",
        )
        .rule(
            Text::new("Corners", "角"),
            Text::new(
                "A disc in a corner can never be turned, and holds its neighbours along the edge. Black can take the corner a1: White \
                 should not have played b1.",
                "角上的子永远不会被翻，还能稳住边上的邻子。黑方可占角 a1：白方不该下 b1。",
            ),
            "-OX------------------------OX------XO--------------------------- X",
        )
        .rule(
            Text::new("Fewer may be better", "少即是多"),
            Text::new(
                "The game ends when neither side can move, mostly with a full board; most discs win. Until then it is moves that \
                 count: with few discs of your own the opponent runs out of good ones.",
                "双方都无子可下时终局，通常棋盘已满，子多者胜。在此之前，行动力更重要：自己的子少，对方的好棋就先用完。",
            ),
            "startpos moves f5 d6 c3 d3 c4 f4 f6 f3 e6",
        )
}
