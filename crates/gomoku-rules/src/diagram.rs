use crate::{Forbidden, Gomoku, Point, Rules};
use game_core::{Glyphs, Player, Position};

/// The board for a terminal, as [`Notation::diagram`](game_core::Notation::diagram) promises it.
pub(crate) fn draw(pos: &Gomoku, last: Option<Point>, glyphs: Glyphs) -> String {
    let rules = pos.rules();
    let size = rules.size();
    let warned = pos.turn() == Player::First && pos.decided().is_none();
    let mut board = String::new();
    for row in (0..size).rev() {
        board += &format!("{:>2}", row + 1);
        let mut gap = ' ';
        for point in (0..size).filter_map(|col| Point::new(col, row)) {
            let is_last = last == Some(point);
            board.push(if is_last { '[' } else { gap });
            let forbidden = pos.forbidden_at(point).filter(|_| warned);
            board.push(sign(
                pos.stone(point),
                forbidden,
                is_star(point, rules),
                glyphs,
            ));
            gap = if is_last { ']' } else { ' ' };
        }
        board.push(gap);
        board.push('\n');
    }
    board += "  ";
    for col in 0..size {
        board.push(' ');
        board.push(char::from(b'a' + col));
    }
    board += " \n";
    board
}

fn sign(stone: Option<Player>, forbidden: Option<Forbidden>, star: bool, glyphs: Glyphs) -> char {
    let native = glyphs == Glyphs::Native;
    match (stone, forbidden) {
        (Some(Player::First), _) if native => '●',
        (Some(Player::Second), _) if native => '○',
        (Some(Player::First), _) => 'X',
        (Some(Player::Second), _) => 'O',
        (None, Some(Forbidden::ThreeThree)) => '3',
        (None, Some(Forbidden::FourFour)) => '4',
        (None, Some(Forbidden::Overline)) => '6',
        (None, None) if star => '+',
        (None, None) => '.',
    }
}

/// Whether a printed board has a dot here: the centre and, where there is room, four points near
/// the corners.
fn is_star(point: Point, rules: Rules) -> bool {
    let size = rules.size();
    let near = |at: u8| at.min(size - 1 - at) == 3;
    let centre = |at: u8| 2 * at + 1 == size;
    (centre(point.col()) && centre(point.row()))
        || (size >= 13 && near(point.col()) && near(point.row()))
}

#[cfg(test)]
mod tests {
    use crate::{Gomoku, Point, Rule, Rules};
    use game_core::{Glyphs, Notation};

    #[test]
    fn a_small_board() {
        let rules = Rules::new(7, Rule::Renju).expect("a good size");
        let pos = Gomoku::parse("X:c3d4g1 O:d3 turn:X", &rules).expect("a set-up");
        let want = [
            " 7 . . . . . . . ",
            " 6 . . . . . . . ",
            " 5 . . . . . . . ",
            " 4 . . .[X]. . . ",
            " 3 . . X O . . . ",
            " 2 . . . . . . . ",
            " 1 . . . . . . X ",
            "   a b c d e f g ",
            "",
        ]
        .join("\n");
        assert_eq!(pos.diagram("d4".parse().ok(), Glyphs::Letters), want);
        let native = want.replace('X', "●").replace('O', "○");
        assert_eq!(pos.diagram("d4".parse().ok(), Glyphs::Native), native);
    }

    #[test]
    fn forbidden_points_are_marked_on_blacks_turn() {
        let rules = Rules::new(15, Rule::Renju).expect("a good size");
        let text = "X:h7h9g8i8b1c1d1f1g1a3c3d3e3g3 O: turn:";
        for (turn, marks) in [("X", 3), ("O", 0)] {
            let pos = Gomoku::parse(&format!("{text}{turn}"), &rules).expect("a set-up");
            let board = pos.diagram(None, Glyphs::Letters);
            let rows = board.lines().map(|line| &line[2..]).collect::<String>();
            let count = |sign| rows.matches(sign).count();
            assert_eq!(count('6'), usize::from(marks > 0), "{board}");
            assert!(count('3') >= marks / 3, "{board}");
            assert_eq!(
                pos.forbidden().len(),
                count('3') + count('4') + count('6'),
                "{board}"
            );
        }
    }

    #[test]
    fn lines_have_one_length_and_the_stars_their_places() {
        for size in 5..=20 {
            let pos = Gomoku::new(Rules::new(size, Rule::Freestyle).expect("a good size"));
            let last = Point::new(size - 1, size - 1);
            for glyphs in [Glyphs::Native, Glyphs::Letters] {
                let board = pos.diagram(last, glyphs);
                let mut widths = board.lines().map(|line| line.chars().count());
                assert!(
                    widths.all(|width| width == 2 * usize::from(size) + 3),
                    "{board}"
                );
                assert_eq!(board.lines().count(), usize::from(size) + 1);
                let stars = usize::from(size % 2 == 1) + if size >= 13 { 4 } else { 0 };
                assert_eq!(board.matches('+').count(), stars, "{board}");
            }
        }
    }

    #[test]
    fn the_stars_are_where_printed_boards_have_them() {
        for (size, want) in [
            (5, "c3"),
            (12, ""),
            (13, "d4 j4 g7 d10 j10"),
            (15, "d4 l4 h8 d12 l12"),
            (19, "d4 p4 j10 d16 p16"),
            (20, "d4 q4 d17 q17"),
        ] {
            let rules = Rules::new(size, Rule::Freestyle).expect("a good size");
            let stars: Vec<_> = rules
                .points()
                .filter(|&point| super::is_star(point, rules))
                .map(|point| point.to_string())
                .collect();
            assert_eq!(stars.join(" "), want, "{size}");
        }
    }
}
