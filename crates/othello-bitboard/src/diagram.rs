use crate::{Move, Othello, Square};
use game_core::{Glyphs, Player};

/// The board with coordinates, legal moves dotted and the last move in brackets.
pub(crate) fn draw(pos: &Othello, last: Option<Move>, glyphs: Glyphs) -> String {
    let [black, white, legal] = match glyphs {
        Glyphs::Native => ['●', '○', '·'],
        Glyphs::Letters => ['X', 'O', '.'],
    };
    let moves = pos.moves();
    let last = last.and_then(Move::square);
    let mut text = String::from("   a b c d e f g h\n");
    for row in 0..8 {
        text += &format!("{} ", row + 1);
        for column in 0..8 {
            let square = Square::at(column, row);
            let before = column
                .checked_sub(1)
                .and_then(|column| Square::at(column, row));
            text.push(match () {
                () if last.is_some() && last == square => '(',
                () if last.is_some() && last == before => ')',
                () => ' ',
            });
            text.push(square.map_or(' ', |square| match pos.disc(square) {
                Some(Player::First) => black,
                Some(Player::Second) => white,
                None if moves & square.bit() != 0 => legal,
                None => '-',
            }));
        }
        text += if last.is_some() && last == Square::at(7, row) {
            ")\n"
        } else {
            "\n"
        };
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use game_core::{Notation, Position};

    #[test]
    fn the_board_after_two_moves() {
        let mut pos = Othello::START;
        let mut last = None;
        for mv in pos.parse_moves("f5d6").unwrap() {
            pos.play(mv);
            last = Some(mv);
        }
        let want = "   a b c d e f g h
1  - - - - - - - -
2  - - - - - - - -
3  - - . - - - - -
4  - - . O X - - -
5  - - . O X X - -
6  - - .(O)- - - -
7  - - . - - - - -
8  - - - - - - - -
";
        assert_eq!(draw(&pos, last, Glyphs::Letters), want);
        assert!(draw(&pos, None, Glyphs::Native).contains("4  - - · ○ ● - - -\n"));
    }

    #[test]
    fn brackets_close_at_the_edge() {
        let pos: Othello = "XXXXXXXO-------------------------------------------------------- X"
            .parse()
            .unwrap();
        let text = draw(&pos, "h1".parse().ok(), Glyphs::Letters);
        assert_eq!(text.lines().nth(1), Some("1  X X X X X X X(O)"));
        let text = draw(&pos, "a1".parse().ok(), Glyphs::Letters);
        assert_eq!(text.lines().nth(1), Some("1 (X)X X X X X X O"));
        assert_eq!(
            draw(&pos, Some(Move::PASS), Glyphs::Letters),
            draw(&pos, None, Glyphs::Letters)
        );
    }
}
