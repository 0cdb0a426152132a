use engines::{Ending, GameView};
use game_core::Player;

/// The rows from the top, with a space between points: `X` for Black, `O` for White, `.` for an
/// empty point.
pub fn rows(view: &GameView) -> String {
    let mut text = String::new();
    for row in view.board.cells.chunks(view.board.columns.max(1)) {
        let signs = row.iter().map(|cell| match cell.piece {
            Some(piece) if piece.owner == Player::First => "X",
            Some(_) => "O",
            None => ".",
        });
        text.push('\n');
        text += &signs.collect::<Vec<_>>().join(" ");
    }
    text
}

/// The margin of a finished game, as `B+12` or `0`; `None` in a game without a margin.
pub fn score(ending: &Ending) -> Option<String> {
    ending.margin.map(|margin| match margin {
        0 => "0".to_owned(),
        1.. => format!("B+{margin}"),
        _ => format!("W+{}", -margin),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_from_the_top() {
        let settings = vec![("size".to_owned(), "5".to_owned())];
        let gomoku = engines::game("gomoku").expect("built in");
        let mut session = gomoku.session(&settings).expect("a size");
        session
            .set_line("X:a1c3 O:b2e5 turn:X")
            .expect("a position");
        assert_eq!(
            rows(&session.view()),
            "\n. . . . O\n. . . . .\n. . X . .\n. O . . .\nX . . . ."
        );
    }

    #[test]
    fn margins() {
        let score = |margin| {
            score(&Ending {
                winner: None,
                reason: "",
                margin,
            })
        };
        for (margin, text) in [(12, "B+12"), (-3, "W+3"), (0, "0")] {
            assert_eq!(score(Some(margin)).as_deref(), Some(text));
        }
        assert_eq!(score(None), None);
    }
}
