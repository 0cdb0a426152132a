//! The board for a terminal.

use crate::{Board, Move, Square};
use game_core::Glyphs;

/// Draws the lines of the board, the palaces and the river, Red below; the two ends of `last` stand
/// in brackets, round where the piece came from, square where it went.
///
/// A point and what joins it to the next take four columns. The characters on the pieces are two
/// columns wide, letters one.
pub(super) fn draw(board: &Board, last: Option<Move>, glyphs: Glyphs) -> String {
    let mut text = String::new();
    for rank in (0..Square::RANKS).rev() {
        text += &points(board, rank, last, glyphs);
        text.push('\n');
        if rank > 0 {
            text += &format!("   {}\n", below(rank, glyphs));
        }
    }
    text + "   a   b   c   d   e   f   g   h   i"
}

/// The points of a rank.
fn points(board: &Board, rank: u8, last: Option<Move>, glyphs: Glyphs) -> String {
    let bracket = |square: Square, (from, to): (char, char), otherwise: char| match last {
        Some(mv) if mv.from == square => from,
        Some(mv) if mv.to == square => to,
        _ => otherwise,
    };
    let line = match glyphs {
        Glyphs::Native => '─',
        Glyphs::Letters => '-',
    };
    let mut text = format!("{rank} ");
    for square in (0..Square::FILES).map(|file| Square::new(file, rank)) {
        let first = square.file() == 0;
        let end = square.file() == Square::FILES - 1;
        text.push(bracket(square, ('(', '['), if first { ' ' } else { line }));
        match (board.piece_at(square), glyphs) {
            (Some(piece), Glyphs::Native) => text.push(piece.glyph()),
            (Some(piece), Glyphs::Letters) => text.push(piece.letter()),
            (None, Glyphs::Native) => text.extend([crossing(square), if end { ' ' } else { line }]),
            (None, Glyphs::Letters) => text.push('+'),
        }
        text.push(bracket(square, (')', ']'), if end { ' ' } else { line }));
        if glyphs == Glyphs::Letters && !end {
            text.push(line);
        }
    }
    text.truncate(text.trim_end().len());
    text
}

/// How the lines meet on a point without a piece. The inner files end at the river.
fn crossing(square: Square) -> char {
    match (square.file(), square.rank()) {
        (0, 9) => '┌',
        (8, 9) => '┐',
        (0, 0) => '└',
        (8, 0) => '┘',
        (0, _) => '├',
        (8, _) => '┤',
        (_, 9 | 4) => '┬',
        (_, 0 | 5) => '┴',
        _ => '┼',
    }
}

/// What is drawn between a rank and the one below it: the files, the palaces' diagonals, the river.
fn below(rank: u8, glyphs: Glyphs) -> &'static str {
    match (rank, glyphs) {
        (9 | 2, Glyphs::Native) => "│   │   │   │ ╲ │ ╱ │   │   │   │",
        (8 | 1, Glyphs::Native) => "│   │   │   │ ╱ │ ╲ │   │   │   │",
        (5, Glyphs::Native) => "│        楚 河     漢 界        │",
        (_, Glyphs::Native) => "│   │   │   │   │   │   │   │   │",
        (9 | 2, Glyphs::Letters) => r"|   |   |   | \ | / |   |   |   |",
        (8 | 1, Glyphs::Letters) => r"|   |   |   | / | \ |   |   |   |",
        (5, Glyphs::Letters) => "|             river             |",
        (_, Glyphs::Letters) => "|   |   |   |   |   |   |   |   |",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Xiangqi;

    #[test]
    fn every_piece_stands_above_its_letter() {
        let start = Xiangqi::default();
        for glyphs in [Glyphs::Native, Glyphs::Letters] {
            let text = draw(start.board(), None, glyphs);
            let lines: Vec<&str> = text.lines().collect();
            assert_eq!(lines.len(), 20);
            for square in Square::all() {
                let line = lines[2 * usize::from(9 - square.rank())];
                let want = start.piece_at(square).map(|piece| match glyphs {
                    Glyphs::Native => piece.glyph(),
                    Glyphs::Letters => piece.letter(),
                });
                let found = at_column(line, 3 + 4 * usize::from(square.file()));
                match want {
                    Some(sign) => assert_eq!(found, Some(sign), "{square} in\n{text}"),
                    None => assert!(
                        found.is_some_and(|sign| "+┌┐└┘├┤┬┴┼".contains(sign)),
                        "{square} in\n{text}"
                    ),
                }
            }
            assert!(lines[19].contains("a   b") && lines.iter().all(|line| width(line) <= 38));
        }
    }

    #[test]
    fn the_last_move_stands_in_brackets() {
        let mut board = *Xiangqi::default().board();
        let mv: Move = "h2e2".parse().unwrap();
        board.make(mv);
        let letters = draw(&board, Some(mv), Glyphs::Letters);
        assert!(
            letters.contains("2  +---C---+---+--[C]--+---+--(+)--+\n"),
            "{letters}"
        );
        let native = draw(&board, Some(mv), Glyphs::Native);
        assert!(
            native.contains("2  ├───炮──┼───┼──[炮]─┼───┼──(┼─)─┤\n"),
            "{native}"
        );
        let corner: Move = "a0i9".parse().unwrap();
        let letters = draw(&board, Some(corner), Glyphs::Letters);
        assert!(
            letters.starts_with("9  r---n---b---a---k---a---b---n--[r]\n"),
            "{letters}"
        );
        assert!(letters.contains("\n0 (R)--N---B"), "{letters}");
    }

    fn width(text: &str) -> usize {
        text.chars().map(columns).sum()
    }

    /// CJK characters take two columns.
    fn columns(sign: char) -> usize {
        if ('\u{4e00}'..='\u{9fff}').contains(&sign) {
            2
        } else {
            1
        }
    }

    fn at_column(line: &str, column: usize) -> Option<char> {
        let mut at = 0;
        line.chars().find(|&sign| {
            let here = at == column;
            at += columns(sign);
            here
        })
    }
}
