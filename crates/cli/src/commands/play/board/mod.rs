//! The board of any game as styled characters, from what the game says of itself.
//!
//! [`Look`] holds what stays the same for a whole game, [`Marks`] what a person is pointing at.
//! Sides, marks and forbidden points differ in their signs as well as in their colours, so a terminal
//! without colours shows as much.

mod drawing;
mod grid;
mod palette;
mod sign;

pub use drawing::{Drawing, Spot};
pub use grid::Scale;
pub use palette::{Colours, Rgb};
pub use sign::{Sign, Signs};

use anstyle::Style;
use engines::{Game, GameView, Session};
use game_core::{BoardShape, Border, CellShape, Coordinates, Glyphs, MoveCells, Piece, Player};
use grid::Grid;
use palette::Ground;

/// What a person points at, as indices of cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// Where the cursor is.
    pub cursor: Option<usize>,
    /// The cells of a move that is being entered.
    pub chosen: Vec<usize>,
    /// The cells that go on from there.
    pub targets: Vec<usize>,
    /// The move of a hint.
    pub hint: Option<MoveCells>,
}

/// What the board of a game looks like in a terminal.
#[derive(Clone, Debug)]
pub struct Look {
    shape: BoardShape,
    signs: Signs,
    glyphs: Glyphs,
    sides: [Rgb; 2],
    colours: Colours,
}

impl Look {
    /// The look of the board of `session`.
    pub fn new(game: &dyn Game, session: &dyn Session, glyphs: Glyphs, colours: Colours) -> Self {
        let presentation = game.presentation();
        let plain = [Rgb(0x1d, 0x1b, 0x19), Rgb(0xff, 0xfd, 0xf6)];
        let side = |player: Player| {
            let colour = presentation.sides[player.index()].colour;
            Rgb::from_css(colour).unwrap_or(plain[player.index()])
        };
        Self {
            shape: session.board_shape(),
            signs: Signs::new(&presentation, glyphs),
            glyphs,
            sides: Player::BOTH.map(side),
            colours,
        }
    }

    /// Where the cells lie.
    pub fn shape(&self) -> &BoardShape {
        &self.shape
    }

    /// The sign and the colour of a side: those of its plain disc.
    pub fn badge(&self, player: Player) -> (&'static str, Style) {
        let sign = match self.glyphs {
            Glyphs::Native => ["●", "○"],
            Glyphs::Letters => ["X", "O"],
        };
        (sign[player.index()], self.side(player, true))
    }

    /// The style of a side's pieces, on the board's ground where they stand elsewhere.
    fn side(&self, player: Player, with_ground: bool) -> Style {
        let ground = Ground::of(self.shape.cell).cells[0];
        let ground = with_ground.then_some(ground);
        self.colours
            .style(self.sides[player.index()], ground)
            .bold()
    }

    /// The scale of a board between lines of text: lines that slant, and signs of two columns, need
    /// room.
    pub fn plain_scale(&self, view: &GameView) -> Scale {
        let [_, roomy, smallest] = Scale::all(self.signs.width_on(&view.board));
        let place = |cell: usize| self.shape.places.get(cell).copied().unwrap_or_default();
        let slants = |&[from, to]: &[usize; 2]| {
            let [from, to] = [place(from), place(to)];
            from[0] != to[0] && from[1] != to[1]
        };
        if self.signs.width() > 1 || self.shape.lines.iter().any(slants) {
            roomy
        } else {
            smallest
        }
    }

    /// The largest scale in which the board is no larger than this, or else the smallest.
    pub fn fitting_scale(&self, view: &GameView, width: usize, height: usize) -> Scale {
        let scales = Scale::all(self.signs.width_on(&view.board));
        let fits = |scale: &Scale| {
            let size = self.size(view, *scale);
            size[0] <= width && size[1] <= height
        };
        let [.., smallest] = scales;
        scales.into_iter().find(fits).unwrap_or(smallest)
    }

    /// The columns and rows of a drawing.
    pub fn size(&self, view: &GameView, scale: Scale) -> [usize; 2] {
        Grid::new(&view.board, &self.shape, &self.signs, scale).size
    }

    /// Draws a position.
    pub fn draw(&self, view: &GameView, marks: &Marks, scale: Scale) -> Drawing {
        let grid = Grid::new(&view.board, &self.shape, &self.signs, scale);
        let reach = [scale.across.div_ceil(2).max(grid.sign), scale.down / 2];
        let mut drawing = Drawing::blank(grid.size, grid.places.clone(), reach);
        let mut brush = Brush {
            look: self,
            grid: &grid,
            drawing: &mut drawing,
            ground: Ground::of(self.shape.cell),
            open: open_cells(view),
        };
        brush.ground();
        brush.lines();
        brush.labels(view);
        for border in &self.shape.borders {
            brush.border(border);
        }
        for cell in 0..view.board.cells.len().min(grid.places.len()) {
            brush.cell(view, cell);
        }
        brush.marks(view, marks);
        drawing
    }
}

/// Draws one board.
struct Brush<'a> {
    look: &'a Look,
    grid: &'a Grid,
    drawing: &'a mut Drawing,
    ground: Ground,
    /// The empty cells on which pieces may be put, where others may not.
    open: Vec<usize>,
}

impl Brush<'_> {
    /// Whether the signs are letters alone.
    fn is_ascii(&self) -> bool {
        self.look.glyphs == Glyphs::Letters
    }

    fn back(&self, rgb: Rgb) -> Style {
        Style::new().bg_color(self.look.colours.nearest(rgb))
    }

    fn fore(&self, rgb: Rgb) -> Style {
        self.look.colours.style(rgb, None)
    }

    /// Paints the board, and its cells where they are areas of two colours.
    fn ground(&mut self) {
        let shape = &self.look.shape;
        let [begin, end] = self.grid.cells;
        let light = self.back(self.ground.cells[0]);
        let dark = self.back(self.ground.cells[1]);
        if matches!(shape.cell, CellShape::Point | CellShape::Chequered) {
            for row in begin[1]..end[1] {
                self.drawing.paint(begin[0], row, end[0] - begin[0], light);
            }
        }
        if shape.cell == CellShape::Point {
            return;
        }
        for (cell, place) in shape.places.iter().enumerate() {
            let is_dark = (place[0] + place[1]).round() as i64 % 2 != 0;
            let style = if shape.cell == CellShape::Chequered && is_dark {
                dark
            } else {
                light
            };
            let [column, row] = self.grid.area(shape, cell);
            for row in row..row + self.grid.scale.down {
                self.drawing
                    .paint(column, row, self.grid.scale.across, style);
            }
        }
    }

    /// Draws the lines between cells: straight ones joined where they meet, then those that slant.
    fn lines(&mut self) {
        let [width, height] = self.grid.size;
        let mut joints = vec![0_usize; width * height];
        let mut slants = Vec::new();
        for &[from, to] in &self.look.shape.lines {
            let ends = [self.grid.places.get(from), self.grid.places.get(to)];
            let [Some(&from), Some(&to)] = ends else {
                continue;
            };
            let [from, to] = [from.min(to), from.max(to)];
            if from[1] == to[1] {
                for column in from[0]..=to[0] {
                    let at = from[1] * width + column;
                    joints[at] |= if column > from[0] { WEST } else { 0 };
                    joints[at] |= if column < to[0] { EAST } else { 0 };
                }
            } else if from[0] == to[0] {
                for row in from[1]..=to[1] {
                    let at = row * width + from[0];
                    joints[at] |= if row > from[1] { NORTH } else { 0 };
                    joints[at] |= if row < to[1] { SOUTH } else { 0 };
                }
            } else {
                slants.push([from, to]);
            }
        }
        let style = self.fore(self.ground.lines);
        let style = if self.look.colours == Colours::None {
            style.dimmed()
        } else {
            style
        };
        let signs = if self.is_ascii() { ASCII } else { BOXES };
        for (at, &joint) in joints.iter().enumerate().filter(|(_, joint)| **joint != 0) {
            let text = signs[joint].to_string();
            self.drawing.write(at % width, at / width, &text, style);
        }
        for [from, to] in slants {
            self.slant(from, to, &joints, style);
        }
    }

    /// Draws a line that slants, between the rows of cells alone.
    fn slant(&mut self, from: [usize; 2], to: [usize; 2], joints: &[usize], style: Style) {
        let falls = to[1] > from[1];
        let sign = match (falls, self.is_ascii()) {
            (true, false) => "╲",
            (false, false) => "╱",
            (true, true) => "\\",
            (false, true) => "/",
        };
        let rows = from[1].abs_diff(to[1]);
        for step in 1..rows {
            let row = if falls {
                from[1] + step
            } else {
                from[1] - step
            };
            let column = from[0] + (step * (to[0] - from[0]) + rows / 2) / rows;
            let at = row * self.grid.size[0] + column;
            let is_cell = self.grid.places.contains(&[column, row]);
            if joints.get(at) == Some(&0) && !is_cell {
                self.drawing.write(column, row, sign, style);
            }
        }
    }

    /// Writes the labels beside the board, or the name inside each cell.
    fn labels(&mut self, view: &GameView) {
        let faint = Style::new().dimmed();
        for (row, label) in &self.grid.labels {
            self.drawing.write(0, *row, label, faint);
        }
        if let Some((row, letters)) = &self.grid.letters {
            for (column, letter) in letters {
                self.drawing.write(*column, *row, letter, faint);
            }
        }
        let shape = &self.look.shape;
        if shape.coordinates == Coordinates::Inside && self.grid.scale.down > 1 {
            let style = self.fore(self.ground.lines).dimmed();
            for (cell, of) in view.board.cells.iter().enumerate() {
                let [column, row] = self.grid.area(shape, cell);
                let row = row + self.grid.scale.down - 1;
                self.drawing.write(column, row, &of.name, style);
            }
        }
    }

    /// Draws an edge in the colour of its side, outside the cells that it runs along.
    fn border(&mut self, border: &Border) {
        let shape = &self.look.shape;
        let near = |&point: &[f32; 2]| {
            let cell = nearest_cell(shape, point)?;
            let place = shape.places[cell];
            Some((cell, [point[0] - place[0], point[1] - place[1]]))
        };
        let points: Vec<_> = border.path.iter().filter_map(near).collect();
        let side = |axis: usize, way: f32| points.iter().all(|(_, off)| off[axis] * way > -0.01);
        let (above, below) = (side(1, -1.0), side(1, 1.0));
        let across = above || below;
        let owner = border.owner;
        let sign = match (self.is_ascii(), across) {
            (true, _) => ['x', 'o'][owner.index()],
            (false, true) => sign::line_across(owner),
            (false, false) => sign::line_down(owner),
        };
        let style = self.fore(self.look.sides[owner.index()]).bold();
        let scale = self.grid.scale;
        for &(cell, off) in &points {
            let [begin, row] = self.grid.area(shape, cell);
            let end = begin + scale.across;
            if across {
                let row = if above {
                    row.saturating_sub(1)
                } else {
                    row + scale.down
                };
                let text = sign.to_string().repeat(scale.across);
                self.drawing.write(begin, row, &text, style);
            } else {
                let column = if off[0] < 0.0 {
                    begin.saturating_sub(1)
                } else {
                    end.max(self.grid.places[cell][0] + 2)
                };
                for row in row..row + scale.down {
                    self.drawing.write(column, row, &sign.to_string(), style);
                }
            }
        }
    }

    /// Draws what stands on a cell.
    fn cell(&mut self, view: &GameView, cell: usize) {
        let [column, row] = self.grid.places[cell];
        if let Some(piece) = view.board.cells[cell].piece {
            self.piece(piece, column, row);
            if let Some(count) = view.board.counts.get(&cell) {
                let column = column + self.look.signs.width();
                let style = self.look.side(piece.owner, false);
                self.drawing.write(column, row, &count.to_string(), style);
            }
            return;
        }
        if let Some((_, kind)) = view.marks.iter().find(|(marked, _)| *marked == cell) {
            let style = self.fore(Rgb::ACCENT).bold();
            let roomy = self.grid.scale.across > kind.len() + 1;
            let text = match (roomy, self.is_ascii()) {
                (true, _) => kind,
                (false, true) => "!",
                (false, false) => "×",
            };
            self.drawing.write(column, row, text, style);
            return;
        }
        if self.look.shape.cell != CellShape::Point {
            let text = match (self.open.contains(&cell), self.is_ascii()) {
                (true, true) => "*",
                (true, false) => "•",
                (false, true) => ".",
                (false, false) => "·",
            };
            self.drawing
                .write(column, row, text, self.fore(self.ground.lines));
        }
    }

    fn piece(&mut self, piece: Piece, column: usize, row: usize) {
        let style = self.look.side(piece.owner, false);
        let scale = self.grid.scale;
        match self.look.signs.of(piece) {
            Sign::Text(text) => self.drawing.write(column, row, &text, style),
            Sign::Across(sign) => {
                let begin = column.saturating_sub(scale.across - 1);
                let text = sign.to_string().repeat(2 * scale.across - 1);
                self.drawing.write(begin, row, &text, style);
            }
            Sign::Down(sign) => {
                for row in row.saturating_sub(scale.down - 1)..row + scale.down {
                    self.drawing.write(column, row, &sign.to_string(), style);
                }
            }
        }
    }

    /// Draws the marks, those that matter most last.
    fn marks(&mut self, view: &GameView, marks: &Marks) {
        let accent = self.fore(Rgb::ACCENT).bold();
        let on = |rgb: Rgb| self.look.colours.style(Rgb::MARK, Some(rgb)).bold();
        let (deciding, target, hint) = (on(Rgb::DECIDING), on(Rgb::TARGET), on(Rgb::HINT));
        let (chosen, cursor) = (on(Rgb::CHOSEN), on(Rgb::CURSOR));
        if let Some(last) = view.last {
            let moved = [(last.from, ["(", ")"]), (last.to, ["[", "]"])];
            for (cell, signs) in moved {
                self.mark(cell, signs, accent);
            }
        }
        let underlined = Style::new().underline();
        for &cell in &view.checked {
            self.mark(Some(cell), ["!", "!"], deciding);
            self.tint(cell, self.back(Rgb::DECIDING));
        }
        for &cell in &view.deciding {
            self.mark(Some(cell), ["*", "*"], deciding);
            self.tint(cell, self.back(Rgb::DECIDING));
            self.tint(cell, underlined);
        }
        if let Some(MoveCells { from, to }) = marks.hint {
            for cell in [from, to].into_iter().flatten() {
                self.mark(Some(cell), ["?", "?"], hint);
                self.tint(cell, self.back(Rgb::HINT));
            }
        }
        for &cell in &marks.targets {
            let occupied = view
                .board
                .cells
                .get(cell)
                .is_some_and(|cell| cell.piece.is_some());
            if occupied {
                self.mark(Some(cell), ["+", "+"], target);
            } else if let Some([column, row]) = self.drawing.place(cell) {
                let dot = if self.is_ascii() { "*" } else { "•" };
                self.drawing.write(column, row, dot, target);
            }
            self.tint(cell, self.back(Rgb::TARGET));
        }
        for &cell in &marks.chosen {
            self.mark(Some(cell), ["{", "}"], chosen);
            self.tint(cell, self.back(Rgb::CHOSEN));
        }
        if let Some(cell) = marks.cursor {
            self.mark(Some(cell), [">", "<"], cursor);
            let style = match self.look.colours {
                Colours::None => Style::new().invert(),
                _ => self.back(Rgb::CURSOR),
            };
            self.tint(cell, style);
        }
    }

    /// Writes a sign on either side of a cell's own.
    fn mark(&mut self, cell: Option<usize>, [before, after]: [&str; 2], style: Style) {
        let place = cell.and_then(|cell| self.drawing.place(cell));
        if let Some([column, row]) = place {
            self.drawing
                .write(column.saturating_sub(1), row, before, style);
            self.drawing
                .write(column + self.grid.sign, row, after, style);
        }
    }

    /// Adds a style to a cell's own sign.
    fn tint(&mut self, cell: usize, style: Style) {
        if let Some([column, row]) = self.drawing.place(cell) {
            self.drawing.paint(column, row, self.grid.sign, style);
        }
    }
}

/// The cell nearest to a point of the board; `None` if there are no cells.
pub fn nearest_cell(shape: &BoardShape, point: [f32; 2]) -> Option<usize> {
    let distance = |cell: usize| {
        let place = shape.places[cell];
        (place[0] - point[0]).hypot(place[1] - point[1])
    };
    let nearer = |&one: &usize, &other: &usize| distance(one).total_cmp(&distance(other));
    (0..shape.places.len()).min_by(nearer)
}

/// The empty cells that a piece may be put on, where that is not all of them.
fn open_cells(view: &GameView) -> Vec<usize> {
    let is_empty = |cell: &usize| {
        view.board
            .cells
            .get(*cell)
            .is_some_and(|cell| cell.piece.is_none())
    };
    let placed = view.legal.iter().filter(|mv| mv.cells.from.is_none());
    let open: Vec<usize> = placed
        .filter_map(|mv| mv.cells.to)
        .filter(is_empty)
        .collect();
    let empty = (0..view.board.cells.len()).filter(is_empty).count();
    if open.len() < empty { open } else { Vec::new() }
}

const NORTH: usize = 1;
const EAST: usize = 2;
const SOUTH: usize = 4;
const WEST: usize = 8;

/// How lines meet, by the directions they go to.
const BOXES: [char; 16] = [
    ' ', '│', '─', '└', '│', '│', '┌', '├', '─', '┘', '─', '┴', '┐', '┤', '┬', '┼',
];
const ASCII: [char; 16] = [
    ' ', '|', '-', '+', '|', '|', '+', '+', '-', '+', '-', '+', '+', '+', '+', '+',
];

#[cfg(test)]
mod tests;
