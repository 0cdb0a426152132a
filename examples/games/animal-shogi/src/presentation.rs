//! How the game looks and what it is called.

use crate::board::Kind;
use engines::game_core::{
    BoardShape, BoardView, PieceKind, PieceLook, PlayerLook, Presentation, Text,
};

/// Squares, with the hands half a square above and below the board.
pub(crate) fn board_shape(board: &BoardView) -> BoardShape {
    let mut shape = BoardShape::squares(board);
    for place in &mut shape.places {
        place[1] += match place[1] {
            0.0 => 0.0,
            5.0 => 1.0,
            _ => 0.5,
        };
    }
    shape
}

/// A face of each kind, as SVG path data: eyes and noses are holes.
const fn face(kind: Kind) -> &'static str {
    match kind {
        // A round head with a tuft, eyes and a beak.
        Kind::Chick => {
            "M50 24A31 31 0 1 1 50 86A31 31 0 1 1 50 24ZM44 26L38 8L50 18L60 6L57 26Z\
             M38 44A5 5 0 1 0 38 54A5 5 0 1 0 38 44ZM62 44A5 5 0 1 0 62 54A5 5 0 1 0 62 44Z\
             M50 56L38 63L50 72L62 63Z"
        }
        // The same with a comb and wattles.
        Kind::Hen => {
            "M50 30A29 29 0 1 1 50 88A29 29 0 1 1 50 30ZM26 34L24 10L38 22L50 4L62 22L76 10L74 34Z\
             M38 46A5 5 0 1 0 38 56A5 5 0 1 0 38 46ZM62 46A5 5 0 1 0 62 56A5 5 0 1 0 62 46Z\
             M50 56L40 63L46 68L44 78A6 6 0 1 0 56 78L54 68L60 63Z"
        }
        // Ears beside the head, and a trunk.
        Kind::Elephant => {
            "M50 18A24 24 0 1 1 50 66A24 24 0 1 1 50 18ZM22 20A19 22 0 1 0 22 64L28 60V24Z\
             M78 20A19 22 0 1 1 78 64L72 60V24ZM42 62H58V84A8 8 0 0 1 42 84Z\
             M40 36A4 4 0 1 0 40 44A4 4 0 1 0 40 36ZM60 36A4 4 0 1 0 60 44A4 4 0 1 0 60 36Z\
             M46 72V76H54V72Z"
        }
        // Horns and ears on a long head, and spots on the neck.
        Kind::Giraffe => {
            "M50 22A18 25 0 1 1 50 72A18 25 0 1 1 50 22ZM38 4A5 5 0 1 1 38 14L44 26L38 28L34 13Z\
             M62 4A5 5 0 1 0 62 14L56 26L62 28L66 13ZM32 34L12 26L18 42L33 44ZM68 34L88 26L82 42L67 44Z\
             M38 66H62L66 96H34ZM42 38A4 4 0 1 0 42 46A4 4 0 1 0 42 38ZM58 38A4 4 0 1 0 58 46A4 4 0 1 0 58 38Z\
             M44 56V62H48V56ZM52 56V62H56V56ZM42 78V88H50V78ZM53 82V92H60V82Z"
        }
        // A mane around a face.
        Kind::Lion => {
            "M50 4L61 14L75 9L79 23L93 28L88 42L98 53L88 64L91 78L77 81L71 94L58 88L47 97L37 87L23 91L20 77\
             L7 71L13 58L4 47L15 37L12 23L26 20L32 7L46 13Z\
             M50 26A26 26 0 1 0 50 78A26 26 0 1 0 50 26Z\
             M40 42A4.5 4.5 0 1 1 40 51A4.5 4.5 0 1 1 40 42Z\
             M60 42A4.5 4.5 0 1 1 60 51A4.5 4.5 0 1 1 60 42ZM42 57H58L52 64V70H48V64Z"
        }
    }
}

/// A kind of pieces with a face.
fn piece(kind: Kind, name: Text) -> PieceKind {
    PieceKind::disc(kind.letter(), name).look(PieceLook::Emblem(face(kind)))
}

/// The texts of animal shogi.
pub(crate) fn presentation() -> Presentation {
    let sides = [
        PlayerLook::new(Text::new("Forest", "森林方"), "#2c6e45"),
        PlayerLook::new(Text::new("Sky", "天空方"), "#c4e3f5"),
    ];
    Presentation::new(Text::new("Animal shogi", "动物将棋"), sides)
        .how_to_play(Text::new(
            "Take the lion, or bring your own safely to the last row. What you take is yours: put it on an \
             empty square in place of a move.",
            "吃掉对方的狮子，或让自己的狮子安全到达对方底线者胜。吃到的棋子归己，可代替走子打入空格。",
        ))
        .rule(
            Text::new("How the pieces move", "走法"),
            Text::new(
                "Every piece goes one square: the lion in any direction, the giraffe along rows and columns, \
                 the elephant along diagonals, the chick forwards. A piece takes what stands where it goes.",
                "各子每次走一格：狮子可向任意方向，长颈鹿横竖走，大象斜走，小鸡只能向前。走到有对方棋子的格子即吃掉它。",
            ),
            "startpos",
        )
        .rule(
            Text::new("Pieces in hand", "持驹"),
            Text::new(
                "What is taken changes sides and goes to the hand beside the board. In place of a move it may \
                 be put on any empty square; a hen is a chick again.",
                "被吃的棋子归吃子方，放在棋盘旁作为持驹，可代替走子打入任意空格；母鸡被吃后变回小鸡。",
            ),
            "startpos moves b2b3 b4b3 a1b2",
        )
        .rule(
            Text::new("Chick and hen", "小鸡与母鸡"),
            Text::new(
                "A chick that steps to the last row becomes a hen, which goes in any direction but diagonally \
                 backwards. One that is put there stays a chick, and cannot move.",
                "小鸡走到对方底线即变为母鸡，除斜后方外可向任意方向走。打入底线的小鸡不变，也不能再动。",
            ),
            "l2/2C/3/2L[GEgec] w",
        )
        .rule(
            Text::new("The lion's walk", "狮子登顶"),
            Text::new(
                "A lion on the last row wins at once where nothing can take it. A position that occurs for \
                 the third time is a draw.",
                "狮子到达对方底线，若不能被立即吃掉即获胜。同一局面第三次出现为和棋。",
            ),
            "3/L2/2l/3[CEGceg] w",
        )
        .piece(piece(Kind::Chick, Text::new("chick", "小鸡")))
        .piece(piece(Kind::Elephant, Text::new("elephant", "大象")))
        .piece(piece(Kind::Giraffe, Text::new("giraffe", "长颈鹿")))
        .piece(piece(Kind::Hen, Text::new("hen", "母鸡")))
        .piece(piece(Kind::Lion, Text::new("lion", "狮子")))
        .word("reason.the lion is taken", Text::new("the lion is taken", "狮子被吃"))
        .word(
            "reason.the lion is safe on the last row",
            Text::new("the lion is safe on the last row", "狮子安全登顶"),
        )
        .word("reason.no legal move", Text::new("no legal move", "无子可动"))
        .word("reason.threefold repetition", Text::new("threefold repetition", "局面三次重复"))
}

/// The texts of the wiring.
pub(crate) const WORDS: [(&str, Text); 10] = [
    ("unit.chicks", Text::new("chicks", "小鸡")),
    ("weight.chick", Text::new("a chick", "小鸡")),
    ("weight.elephant", Text::new("an elephant", "大象")),
    ("weight.giraffe", Text::new("a giraffe", "长颈鹿")),
    ("weight.hen", Text::new("a hen", "母鸡")),
    (
        "weight.chick_in_hand",
        Text::new("a chick in hand", "持驹小鸡"),
    ),
    (
        "weight.elephant_in_hand",
        Text::new("an elephant in hand", "持驹大象"),
    ),
    (
        "weight.giraffe_in_hand",
        Text::new("a giraffe in hand", "持驹长颈鹿"),
    ),
    (
        "weight.freedom",
        Text::new("the lion's freedom", "狮子的自由"),
    ),
    ("weight.advance", Text::new("the lion's way", "狮子的前进")),
];
