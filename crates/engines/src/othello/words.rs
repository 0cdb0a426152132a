//! What the wiring of Othello is called in the languages of the page.

use game_core::Text;

/// The unit, the settings and the weights; what a player's pieces are counted in.
pub(super) const WORDS: &[(&str, Text)] = &[
    ("players.count", Text::new("Discs: {n}", "{n} 子")),
    ("puzzle.wedge", Text::new("Win by a wedge", "楔入取胜")),
    (
        "puzzle.parity",
        Text::new("Win by parity", "利用奇偶性取胜"),
    ),
    (
        "puzzle.narrow",
        Text::new("Win by the least margin", "以最小差距取胜"),
    ),
    (
        "puzzle.win",
        Text::new("Find the only winning move", "找出唯一的胜着"),
    ),
    ("puzzle.draw", Text::new("Save the draw", "求和")),
    ("unit.discs", Text::new("discs", "子")),
    ("weight.squares", Text::new("squares", "位置")),
    ("weight.corners", Text::new("corners", "角")),
    (
        "weight.corner_neighbours",
        Text::new("corner neighbours", "角邻"),
    ),
    ("weight.discs", Text::new("discs", "子数")),
    ("weight.mobility", Text::new("mobility", "行动力")),
    ("weight.frontier", Text::new("frontier", "边界子")),
    ("weight.edges", Text::new("edges", "边")),
    ("weight.half_stable", Text::new("half stable", "半稳定子")),
    (
        "weight.corner_3x3",
        Text::new("corners, 3 by 3", "角部 3×3"),
    ),
    (
        "weight.corner_2x5",
        Text::new("corners, 2 by 5", "角部 2×5"),
    ),
    (
        "weight.edge_and_X",
        Text::new("edges with X squares", "边与星位"),
    ),
    ("weight.row_2", Text::new("second rows", "第二行")),
    ("weight.row_3", Text::new("third rows", "第三行")),
    ("weight.row_4", Text::new("fourth rows", "第四行")),
    ("weight.diagonal_8", Text::new("diagonals of 8", "八子斜线")),
    ("weight.diagonal_7", Text::new("diagonals of 7", "七子斜线")),
    ("weight.diagonal_6", Text::new("diagonals of 6", "六子斜线")),
    ("weight.diagonal_5", Text::new("diagonals of 5", "五子斜线")),
    ("weight.diagonal_4", Text::new("diagonals of 4", "四子斜线")),
    ("weight.own_moves", Text::new("own moves", "己方着法数")),
    ("weight.moves", Text::new("moves", "着法数")),
    ("weight.empty_squares", Text::new("empty squares", "空格数")),
];
