//! The colours of boards, and how many of them a terminal shows.

use anstyle::{Ansi256Color, Color, RgbColor, Style};
use game_core::CellShape;
use std::env;

/// The colours that a terminal shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    /// None: everything must be told by signs.
    None,
    /// A palette of 256.
    Indexed,
    /// Any.
    True,
}

impl Colours {
    /// The colours of standard output, from `COLORTERM` and the variables that `anstream` reads, such as
    /// `NO_COLOR`.
    pub fn of_stdout() -> Self {
        if anstream::stdout().current_choice() == anstream::ColorChoice::Never {
            return Self::None;
        }
        match env::var("COLORTERM").as_deref() {
            Ok("truecolor" | "24bit") => Self::True,
            _ => Self::Indexed,
        }
    }

    /// The terminal's colour nearest to `rgb`.
    pub fn nearest(self, rgb: Rgb) -> Option<Color> {
        let Rgb(red, green, blue) = rgb;
        // Six steps of each colour, the first of which is wider than the others.
        let step = |part: u8| (u16::from(part.saturating_sub(35)) / 40) as u8;
        match self {
            Self::None => None,
            Self::True => Some(RgbColor(red, green, blue).into()),
            Self::Indexed => {
                let index = 16 + 36 * step(red) + 6 * step(green) + step(blue);
                Some(Ansi256Color(index).into())
            }
        }
    }

    /// A style with this foreground and background, where there are colours.
    pub fn style(self, fore: Rgb, back: Option<Rgb>) -> Style {
        let back = back.and_then(|back| self.nearest(back));
        Style::new().fg_color(self.nearest(fore)).bg_color(back)
    }
}

/// Red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// Around a cell that a move has touched, and on forbidden points.
    pub const ACCENT: Self = Self(0xa8, 0x1c, 0x1c);
    /// Behind the cursor.
    pub const CURSOR: Self = Self(0x5f, 0x87, 0xd7);
    /// Behind the piece that was chosen.
    pub const CHOSEN: Self = Self(0xd7, 0x87, 0x3a);
    /// Behind the cells that it may go to.
    pub const TARGET: Self = Self(0x87, 0xaf, 0x5f);
    /// Behind the move of a hint.
    pub const HINT: Self = Self(0x5f, 0xaf, 0xaf);
    /// Behind the pieces that have decided the game.
    pub const DECIDING: Self = Self(0xd7, 0x70, 0x70);
    /// Signs of marks.
    pub const MARK: Self = Self(0x1c, 0x1c, 0x1c);

    /// The colour that CSS writes as `#c23b22`; `None` if it is written in another way.
    pub fn from_css(colour: &str) -> Option<Self> {
        let digits = colour
            .strip_prefix('#')
            .filter(|digits| digits.len() == 6)?;
        let part = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
        Some(Self(part(0)?, part(2)?, part(4)?))
    }
}

/// What a board is painted with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ground {
    /// Its cells, and those that are dark where cells are of two colours.
    pub cells: [Rgb; 2],
    /// Lines, dots and names of cells.
    pub lines: Rgb,
}

impl Ground {
    /// What a board of such cells is painted with.
    pub const fn of(cell: CellShape) -> Self {
        let (light, dark, lines) = match cell {
            CellShape::Point => ((0xe0, 0xb5, 0x72), (0xe0, 0xb5, 0x72), (0x7a, 0x5a, 0x2c)),
            CellShape::Square => ((0x73, 0xa1, 0x88), (0x73, 0xa1, 0x88), (0x2c, 0x54, 0x40)),
            CellShape::Chequered => ((0xe8, 0xd5, 0xac), (0xb0, 0x87, 0x5a), (0x5a, 0x40, 0x24)),
            CellShape::Hexagon => ((0xd7, 0xd0, 0xc0), (0xd7, 0xd0, 0xc0), (0x70, 0x68, 0x58)),
        };
        Self {
            cells: [Rgb(light.0, light.1, light.2), Rgb(dark.0, dark.1, dark.2)],
            lines: Rgb(lines.0, lines.1, lines.2),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_and_come_to_the_nearest() {
        assert_eq!(Rgb::from_css("#c23b22"), Some(Rgb(0xc2, 0x3b, 0x22)));
        for bad in ["red", "#fff", "#12345g", ""] {
            assert_eq!(Rgb::from_css(bad), None, "{bad}");
        }
        let red = Rgb(255, 0, 0);
        assert_eq!(Colours::None.nearest(red), None);
        assert_eq!(
            Colours::Indexed.nearest(red),
            Some(Ansi256Color(196).into())
        );
        let white = Colours::Indexed.nearest(Rgb(255, 255, 255));
        assert_eq!(white, Some(Ansi256Color(231).into()));
        assert_eq!(Colours::True.nearest(red), Some(RgbColor(255, 0, 0).into()));
    }
}
