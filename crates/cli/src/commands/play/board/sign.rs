//! What stands for a piece in a terminal.

use game_core::{BoardView, Glyphs, Piece, PieceLook, Player, Presentation};
use unicode_width::UnicodeWidthStr;

/// How a piece is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sign {
    /// As text in its cell.
    Text(String),
    /// As a line from the left of its cell to the right, such as a fence.
    Across(char),
    /// As a line from the top of its cell to the bottom.
    Down(char),
}

/// The signs of a game's pieces: each tells its owner without any colour.
#[derive(Clone, Debug)]
pub struct Signs {
    looks: Vec<(char, PieceLook)>,
    glyphs: Glyphs,
}

impl Signs {
    /// The signs of the pieces that `presentation` lists.
    pub fn new(presentation: &Presentation, glyphs: Glyphs) -> Self {
        let pieces = presentation.pieces.iter();
        let looks = pieces
            .map(|kind| (kind.letter, kind.look.clone()))
            .collect();
        Self { looks, glyphs }
    }

    /// How `piece` is drawn.
    pub fn of(&self, piece: Piece) -> Sign {
        let letter = || Sign::Text(piece.sign().to_string());
        if self.glyphs == Glyphs::Letters {
            return letter();
        }
        let of = piece.owner.index();
        let listed = self
            .looks
            .iter()
            .find(|(letter, _)| *letter == piece.letter);
        match listed.map(|(_, look)| look) {
            Some(PieceLook::Sign(signs)) if signs[0] != signs[1] => {
                Sign::Text(signs[of].to_owned())
            }
            Some(PieceLook::Sign(_) | PieceLook::Emblem(_)) => letter(),
            Some(PieceLook::Figure([outline, _])) => {
                figure(outline, piece.owner).unwrap_or_else(letter)
            }
            Some(PieceLook::Disc) if self.discs() > 1 => letter(),
            None if !matches!(piece.letter, 'X' | 'O') => letter(),
            Some(PieceLook::Disc) | None => Sign::Text(["●", "○"][of].to_owned()),
        }
    }

    /// How many columns the widest sign takes.
    pub fn width(&self) -> usize {
        let texts = self.looks.iter().filter_map(|(_, look)| look.signs());
        let widths = texts.flatten().map(UnicodeWidthStr::width);
        match self.glyphs {
            Glyphs::Letters => 1,
            Glyphs::Native => widths.max().unwrap_or(1).max(1),
        }
    }

    /// The same with the number of pieces beside it, where a cell of `board` has several.
    pub fn width_on(&self, board: &BoardView) -> usize {
        self.width() + board.count_digits()
    }

    /// How many kinds of pieces are discs with nothing on them.
    fn discs(&self) -> usize {
        let discs = self
            .looks
            .iter()
            .filter(|(_, look)| *look == PieceLook::Disc);
        discs.count()
    }
}

/// The line across a cell, heavy for the first mover and double for the second.
pub fn line_across(owner: Player) -> char {
    ['━', '═'][owner.index()]
}

/// The same from the top to the bottom.
pub fn line_down(owner: Player) -> char {
    ['┃', '║'][owner.index()]
}

/// A figure as a line, if it is one: much wider than high, or much higher than wide.
fn figure(outline: &str, owner: Player) -> Option<Sign> {
    let [width, height] = extent(outline)?;
    if width > 3.0 * height {
        Some(Sign::Across(line_across(owner)))
    } else if height > 3.0 * width {
        Some(Sign::Down(line_down(owner)))
    } else {
        None
    }
}

/// The width and the height of SVG path data of straight lines between absolute places; `None` of
/// any other.
fn extent(path: &str) -> Option<[f32; 2]> {
    let mut least = [f32::MAX; 2];
    let mut most = [f32::MIN; 2];
    let mut take = |axis: usize, at: f32| {
        least[axis] = least[axis].min(at);
        most[axis] = most[axis].max(at);
    };
    let mut rest = path.trim();
    while let Some(command) = rest.chars().next() {
        let body = &rest[command.len_utf8()..];
        let end = body.find(|sign: char| sign.is_ascii_alphabetic());
        let (numbers, next) = body.split_at(end.unwrap_or(body.len()));
        let numbers = numbers.replace('-', " -").replace(',', " ");
        let numbers: Vec<f32> = numbers
            .split_whitespace()
            .map(|number| number.parse().ok())
            .collect::<Option<_>>()?;
        match command {
            'M' | 'L' => (0..)
                .zip(&numbers)
                .for_each(|(at, &number)| take(at % 2, number)),
            'H' => numbers.iter().for_each(|&number| take(0, number)),
            'V' => numbers.iter().for_each(|&number| take(1, number)),
            'Z' => {}
            _ => return None,
        }
        rest = next;
    }
    let size = [most[0] - least[0], most[1] - least[1]];
    size.iter().all(|&side| side >= 0.0).then_some(size)
}

#[cfg(test)]
mod tests {
    use super::*;
    use game_core::{PieceKind, PlayerLook, Text};

    fn signs(pieces: &[(char, PieceLook)]) -> Signs {
        let sides = [(); 2].map(|()| PlayerLook::default());
        let mut presentation = Presentation::new(Text::same("a game"), sides);
        for (letter, look) in pieces {
            let kind = PieceKind::disc(*letter, Text::same("a piece"));
            presentation = presentation.piece(kind.look(look.clone()));
        }
        Signs::new(&presentation, Glyphs::Native)
    }

    fn both(signs: &Signs, letter: char) -> [Sign; 2] {
        Player::BOTH.map(|owner| signs.of(Piece { owner, letter }))
    }

    #[test]
    fn the_sign_of_a_piece_tells_its_owner() {
        let text = |text: &str| Sign::Text(text.to_owned());
        let chess = signs(&[
            ('K', PieceLook::Sign(["帥", "將"])),
            ('A', PieceLook::Sign(["♛", "♛"])),
            ('M', PieceLook::Disc),
            ('L', PieceLook::Figure(["M-40 40H140V60H-40Z", ""])),
            ('S', PieceLook::Figure(["M40 -40V140H60V-40Z", ""])),
            ('F', PieceLook::Figure(["M40 40C1 2 3 4 5 6Z", ""])),
        ]);
        assert_eq!(both(&chess, 'K'), [text("帥"), text("將")]);
        assert_eq!(both(&chess, 'A'), [text("A"), text("a")]);
        assert_eq!(both(&chess, 'M'), [text("●"), text("○")]);
        assert_eq!(both(&chess, 'L'), [Sign::Across('━'), Sign::Across('═')]);
        assert_eq!(both(&chess, 'S'), [Sign::Down('┃'), Sign::Down('║')]);
        assert_eq!(both(&chess, 'F'), [text("F"), text("f")]);
        assert_eq!(chess.width(), 2);
        let unlisted = signs(&[]);
        assert_eq!(
            unlisted.of(Piece {
                owner: Player::Second,
                letter: 'O'
            }),
            text("○")
        );
        assert_eq!(both(&unlisted, 'Q'), [text("Q"), text("q")]);
        let two = signs(&[('A', PieceLook::Disc), ('B', PieceLook::Disc)]);
        assert_eq!(both(&two, 'B'), [text("B"), text("b")]);
        let letters = Signs {
            glyphs: Glyphs::Letters,
            ..chess
        };
        assert_eq!(
            (both(&letters, 'K'), letters.width()),
            ([text("K"), text("k")], 1)
        );
    }
}
