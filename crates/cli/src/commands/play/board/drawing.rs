//! A drawing: rows of characters, each with a style.

use anstyle::{Effects, Style};
use unicode_width::UnicodeWidthChar;

/// What stands in one column of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The character; `None` in the second column of one that takes two.
    pub sign: Option<char>,
    /// Its style.
    pub style: Style,
}

impl Spot {
    const BLANK: Self = Self {
        sign: Some(' '),
        style: Style::new(),
    };
}

/// A board in rows and columns of a terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    width: usize,
    height: usize,
    spots: Vec<Spot>,
    /// The column and the row of each cell's sign.
    places: Vec<[usize; 2]>,
    /// How far from its sign a cell reaches.
    reach: [usize; 2],
}

impl Drawing {
    /// A blank drawing of cells at these columns and rows.
    pub fn blank([width, height]: [usize; 2], places: Vec<[usize; 2]>, reach: [usize; 2]) -> Self {
        Self {
            width,
            height,
            spots: vec![Spot::BLANK; width * height],
            places,
            reach,
        }
    }

    /// How many columns it has.
    pub fn width(&self) -> usize {
        self.width
    }

    /// How many rows it has.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The spots of a row.
    pub fn row(&self, row: usize) -> &[Spot] {
        let begin = (row * self.width).min(self.spots.len());
        let end = (begin + self.width).min(self.spots.len());
        &self.spots[begin..end]
    }

    /// The column and the row of a cell's sign.
    pub fn place(&self, cell: usize) -> Option<[usize; 2]> {
        self.places.get(cell).copied()
    }

    /// The cell that this column and row belong to: the nearest of those that reach there.
    pub fn cell_at(&self, column: usize, row: usize) -> Option<usize> {
        let distance = |&[of_column, of_row]: &[usize; 2]| {
            let [across, down] = [column.abs_diff(of_column), row.abs_diff(of_row)];
            let near = across <= self.reach[0] && down <= self.reach[1];
            // A row is about twice as high as a column is wide.
            near.then_some(across + 2 * down)
        };
        let places = self.places.iter().enumerate();
        let near = places.filter_map(|(cell, place)| Some((distance(place)?, cell)));
        near.min().map(|(_, cell)| cell)
    }

    /// Writes a text and adds its style to what is there; what is outside the drawing is left out.
    pub fn write(&mut self, column: usize, row: usize, text: &str, style: Style) {
        let mut column = column;
        for sign in text.chars() {
            let width = sign.width().unwrap_or(0);
            if width == 0 {
                continue;
            }
            if let Some(spot) = self.spot_mut(column, row) {
                spot.sign = Some(sign);
                spot.style = over(spot.style, style);
            }
            if width == 2
                && let Some(spot) = self.spot_mut(column + 1, row)
            {
                spot.sign = None;
                spot.style = over(spot.style, style);
            }
            column += width;
        }
    }

    /// Adds a style to `count` columns from this one.
    pub fn paint(&mut self, column: usize, row: usize, count: usize, style: Style) {
        for column in column..column + count {
            if let Some(spot) = self.spot_mut(column, row) {
                spot.style = over(spot.style, style);
            }
        }
    }

    fn spot_mut(&mut self, column: usize, row: usize) -> Option<&mut Spot> {
        let inside = column < self.width && row < self.height;
        let at = row * self.width + column;
        inside.then(|| self.spots.get_mut(at)).flatten()
    }

    /// The drawing as lines of text with the codes of its styles.
    pub fn ansi(&self) -> String {
        let lines = (0..self.height).map(|row| ansi_of(self.row(row)));
        lines.collect::<Vec<_>>().join("\n")
    }

    /// The drawing as lines of text without styles.
    #[cfg(test)]
    pub fn plain(&self) -> String {
        let line = |row| {
            let signs = self.row(row).iter().filter_map(|spot| spot.sign);
            signs.collect::<String>().trim_end().to_owned()
        };
        let lines = (0..self.height).map(line);
        lines.collect::<Vec<_>>().join("\n")
    }
}

/// `style` upon `ground`: what it does not say stays.
fn over(ground: Style, style: Style) -> Style {
    let effects = ground.get_effects() | style.get_effects();
    // A new sign is no longer faint because the one below it was.
    let effects = match style.get_fg_color() {
        Some(_) => effects.remove(Effects::DIMMED) | style.get_effects(),
        None => effects,
    };
    Style::new()
        .fg_color(style.get_fg_color().or(ground.get_fg_color()))
        .bg_color(style.get_bg_color().or(ground.get_bg_color()))
        .effects(effects)
}

/// A row as text with the codes of its styles, without the blanks at its end.
fn ansi_of(row: &[Spot]) -> String {
    let used = row.iter().rposition(|spot| *spot != Spot::BLANK);
    let row = &row[..used.map_or(0, |last| last + 1)];
    let mut text = String::new();
    for same in row.chunk_by(|one, other| one.style == other.style) {
        let style = same.first().map(|spot| spot.style).unwrap_or_default();
        let signs: String = same.iter().filter_map(|spot| spot.sign).collect();
        text += &format!("{style}{signs}{style:#}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use anstyle::AnsiColor;

    #[test]
    fn a_wide_sign_takes_two_columns() {
        let mut drawing = Drawing::blank([6, 2], vec![[1, 0], [4, 0]], [1, 0]);
        drawing.write(1, 0, "車", AnsiColor::Red.on_default());
        drawing.write(4, 0, "h8x", Style::new());
        drawing.write(5, 7, "outside", Style::new());
        assert_eq!(drawing.plain(), " 車 h8\n");
        assert_eq!(drawing.ansi(), " \u{1b}[31m車\u{1b}[0m h8\n");
        assert_eq!(drawing.row(0)[2].sign, None);
        let hits = (0..6).map(|column| drawing.cell_at(column, 0));
        let want = [Some(0), Some(0), Some(0), Some(1), Some(1), Some(1)];
        assert!(hits.eq(want));
        assert_eq!(drawing.cell_at(1, 1), None);
    }

    #[test]
    fn a_style_keeps_what_it_does_not_change() {
        let mut drawing = Drawing::blank([2, 1], vec![], [0, 0]);
        let wood = Style::new().bg_color(Some(AnsiColor::Yellow.into()));
        drawing.paint(0, 0, 1, wood.dimmed());
        drawing.write(0, 0, "X", AnsiColor::Red.on_default().bold());
        let want = wood.fg_color(Some(AnsiColor::Red.into())).bold();
        assert_eq!(drawing.row(0)[0].style, want);
        assert_eq!(drawing.row(0)[1], Spot::BLANK);
    }
}
