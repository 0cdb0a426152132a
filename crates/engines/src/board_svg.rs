//! The board of any game as a picture, from what the game says of itself.

use crate::{Game, GameView, Session};
use game_core::{
    BoardShape, CellShape, Coordinates, Piece, PieceKind, PieceLook, Player, Presentation,
};
use std::collections::BTreeMap;
use svg::Document;
use svg::node::element::{Circle, Group, Line, Path, Polyline, Rectangle, Text, Title};

/// The width of a cell.
const CELL: f32 = 48.0;
/// The radius of a piece.
const RADIUS: f32 = 0.4 * CELL;
/// From the edge of the outermost cells to that of the picture.
const FRAME: f32 = 30.0;

const GROUND: &str = "#dcc7a2";
const WOOD: &str = "#e5bd7c";
const LIGHT_FIELD: &str = "#f3e7cf";
const DARK_FIELD: &str = "#b8946a";
const LINES: &str = "#6b4a24";
const INK: &str = "#54402a";
const LAST: &str = "#d4382c";
const DECIDING: &str = "#1e7a4a";

/// The position of `session`, a game of `game`, as an SVG document: the board with its coordinates,
/// the pieces and their numbers where a cell has several, the cells of the last move, those that a
/// rule forbids, those in check, and those that decided the game.
///
/// ```
/// let gomoku = engines::game("gomoku")?;
/// let mut session = gomoku.session(&Default::default())?;
/// session.set_line("startpos moves h8")?;
/// let svg = engines::board_svg(gomoku, &*session);
/// assert!(svg.starts_with("<svg") && svg.ends_with("</svg>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn board_svg(game: &dyn Game, session: &dyn Session) -> String {
    let drawing = Drawing {
        shape: session.board_shape(),
        view: session.view(),
        presentation: game.presentation(),
    };
    drawing.document().to_string()
}

/// A middle of something in the picture.
type Spot = (f32, f32);

struct Drawing {
    shape: BoardShape,
    view: GameView,
    presentation: Presentation,
}

impl Drawing {
    fn document(&self) -> Document {
        let [least, most] = self.corners();
        let margin = FRAME + CELL / 2.0;
        let width = rounded((most.0 - least.0) * CELL + 2.0 * margin);
        let height = rounded((most.1 - least.1) * CELL + 2.0 * margin);
        let ground = match self.shape.cell {
            CellShape::Point => WOOD,
            _ => GROUND,
        };
        let title = &self.presentation.title.en;
        Document::new()
            .set("viewBox", (0, 0, width, height))
            .set("width", width)
            .set("height", height)
            .set("font-family", "sans-serif")
            .set("text-anchor", "middle")
            .add(Title::new(format!("{title}: {}", self.view.position)))
            .add(rectangle(0.0, 0.0, (width, height)).set("fill", ground))
            .add(self.fields())
            .add(self.lines())
            .add(self.borders())
            .add(self.coordinates())
            .add(self.last_move())
            .add(self.pieces())
            .add(self.marks())
    }

    /// The least and the greatest of the places: to the right and down.
    fn corners(&self) -> [(f32, f32); 2] {
        let places = || self.shape.places.iter();
        let least = |axis: usize| {
            places()
                .map(|place| place[axis])
                .fold(f32::INFINITY, f32::min)
        };
        let most = |axis: usize| places().map(|place| place[axis]).fold(0.0, f32::max);
        if self.shape.places.is_empty() {
            return [(0.0, 0.0); 2];
        }
        [(least(0), least(1)), (most(0), most(1))]
    }

    /// Where a place of the shape lies in the picture.
    fn spot(&self, [right, down]: [f32; 2]) -> Spot {
        let [(left, top), _] = self.corners();
        let margin = FRAME + CELL / 2.0;
        let x = rounded((right - left) * CELL + margin);
        let y = rounded((down - top) * CELL + margin);
        (x, y)
    }

    /// Where a cell lies; `None` if the shape has no such cell.
    fn cell(&self, index: usize) -> Option<Spot> {
        self.shape.places.get(index).map(|&place| self.spot(place))
    }

    fn colour(&self, player: Player) -> &'static str {
        self.presentation.sides[player.index()].colour
    }

    fn fields(&self) -> Group {
        let mut group = Group::new().set("stroke", LINES).set("fill", LIGHT_FIELD);
        if self.shape.cell == CellShape::Point {
            return group;
        }
        if self.shape.cell == CellShape::Chequered {
            // What is no cell is light, too.
            let [least, most] = self.corners().map(|(right, down)| self.spot([right, down]));
            let size = (most.0 - least.0 + CELL, most.1 - least.1 + CELL);
            group = group.add(rectangle(least.0 - CELL / 2.0, least.1 - CELL / 2.0, size));
        }
        for &place in &self.shape.places {
            let (x, y) = self.spot(place);
            let is_odd = (place[0] + place[1]).round() as i32 % 2 != 0;
            if self.shape.cell == CellShape::Hexagon {
                group = group.add(Path::new().set("d", hexagon(x, y)));
                continue;
            }
            let field = rectangle(x - CELL / 2.0, y - CELL / 2.0, (CELL, CELL));
            group = group.add(if self.shape.cell == CellShape::Chequered && is_odd {
                field.set("fill", DARK_FIELD)
            } else {
                field
            });
        }
        group
    }

    fn lines(&self) -> Group {
        let mut group = Group::new().set("stroke", LINES).set("stroke-width", 1.5);
        for &[from, to] in &self.shape.lines {
            let (Some(from), Some(to)) = (self.cell(from), self.cell(to)) else {
                continue;
            };
            let line = Line::new().set("x1", from.0).set("y1", from.1);
            group = group.add(line.set("x2", to.0).set("y2", to.1));
        }
        group
    }

    fn borders(&self) -> Group {
        let width = rounded(0.16 * CELL);
        let mut group = Group::new().set("fill", "none").set("stroke-width", width);
        for border in &self.shape.borders {
            let places = border.path.iter().map(|&place| self.spot(place));
            let points: Vec<_> = places.map(|(x, y)| format!("{x},{y}")).collect();
            let line = Polyline::new().set("points", points.join(" "));
            group = group.add(line.set("stroke", self.colour(border.owner)));
        }
        group
    }

    fn coordinates(&self) -> Group {
        let mut group = Group::new().set("fill", INK).set("font-size", 15);
        let cells = self.view.board.cells.iter().enumerate();
        let spots = cells.filter_map(|(index, cell)| Some((cell, self.cell(index)?)));
        let is_above = match self.shape.coordinates {
            Coordinates::Hidden => return group,
            Coordinates::Inside => {
                for (cell, (x, y)) in spots {
                    group = group.add(text(&cell.name, x, y + 0.42 * CELL).set("font-size", 11));
                }
                return group;
            }
            Coordinates::Above => true,
            Coordinates::Below => false,
        };
        // The letters at the end of their column, the numbers left of their row.
        let mut columns = BTreeMap::<&str, Spot>::new();
        let mut rows = BTreeMap::<&str, Spot>::new();
        for (cell, spot) in spots {
            let Some([letters, number]) = cell.coordinates() else {
                continue;
            };
            let end = columns.entry(letters).or_insert(spot);
            if (spot.1 < end.1) == is_above {
                *end = spot;
            }
            let first = rows.entry(number).or_insert(spot);
            if spot.0 < first.0 {
                *first = spot;
            }
        }
        let off = CELL / 2.0 + FRAME / 2.0;
        for (letters, (x, y)) in columns {
            let y = if is_above { y - off } else { y + off };
            group = group.add(text(letters, x, y + 5.0));
        }
        for (number, (x, y)) in rows {
            group = group.add(text(number, x - off, y + 5.0));
        }
        group
    }

    fn last_move(&self) -> Group {
        let mut group = Group::new().set("fill", "none").set("stroke", LAST);
        let cells = self.view.last.into_iter().flat_map(|mv| [mv.from, mv.to]);
        for (x, y) in cells.flatten().filter_map(|cell| self.cell(cell)) {
            group = group.add(circle(x, y, 1.12 * RADIUS).set("stroke-width", 2.5));
        }
        group
    }

    fn pieces(&self) -> Group {
        let mut group = Group::new();
        for (index, cell) in self.view.board.cells.iter().enumerate() {
            if let (Some(piece), Some(spot)) = (cell.piece, self.cell(index)) {
                group = group.add(self.piece(piece, spot));
            }
        }
        for (&cell, &count) in &self.view.board.counts {
            if let Some((x, y)) = self.cell(cell) {
                let (x, y) = (x + 0.7 * RADIUS, y + 0.7 * RADIUS);
                let number = text(&count.to_string(), x, y + 0.22 * RADIUS);
                group = group
                    .add(circle(x, y, 0.42 * RADIUS).set("fill", INK))
                    .add(number.set("font-size", 12).set("fill", ink_on(INK)));
            }
        }
        group
    }

    fn piece(&self, piece: Piece, (x, y): Spot) -> Group {
        let mut kinds = self.presentation.pieces.iter();
        let kind = kinds.find(|kind: &&PieceKind| kind.letter == piece.letter);
        let look = kind.map_or(&PieceLook::Disc, |kind| &kind.look);
        let fill = self.colour(piece.owner);
        let ink = ink_on(fill);
        let disc = circle(0.0, 0.0, RADIUS)
            .set("fill", fill)
            .set("stroke", "#00000073")
            .set("stroke-width", 1.5);
        let group = Group::new().set("transform", format!("translate({x} {y})"));
        match look {
            PieceLook::Disc => group.add(disc),
            PieceLook::Sign(signs) => {
                let sign = text(signs[piece.owner.index()], 0.0, 0.38 * RADIUS);
                let size = rounded(1.1 * RADIUS);
                group
                    .add(disc)
                    .add(sign.set("font-size", size).set("fill", ink))
            }
            PieceLook::Emblem(emblem) => group.add(disc).add(scaled(emblem, 0.7).set("fill", ink)),
            PieceLook::Figure([outline, strokes]) => {
                let outline = scaled(outline, 1.1).set("fill", fill);
                let strokes = scaled(strokes, 1.1).set("fill", "none");
                group
                    .add(outline.set("stroke", "#00000073").set("stroke-width", 3))
                    .add(strokes.set("stroke", ink).set("stroke-width", 4))
            }
        }
    }

    /// The cells that only a rule forbids, those in check, and those that decided the game.
    fn marks(&self) -> Group {
        let mut group = Group::new().set("fill", "none");
        for (cell, kind) in &self.view.marks {
            if let Some((x, y)) = self.cell(*cell) {
                let mark = text(kind, x, y + 5.0).set("font-size", 13);
                group = group
                    .add(circle(x, y, 0.6 * RADIUS).set("stroke", LAST))
                    .add(mark.set("fill", LAST));
            }
        }
        let marked = [(&self.view.checked, 1.1), (&self.view.deciding, 0.55)];
        for (cells, size) in marked {
            for (x, y) in cells.iter().filter_map(|&cell| self.cell(cell)) {
                let ring = circle(x, y, size * RADIUS).set("stroke", DECIDING);
                group = group.add(ring.set("stroke-width", 4));
            }
        }
        group
    }
}

/// To a tenth, so that the text stays short.
fn rounded(number: f32) -> f32 {
    (number * 10.0).round() / 10.0
}

fn rectangle(x: f32, y: f32, (width, height): (f32, f32)) -> Rectangle {
    Rectangle::new()
        .set("x", rounded(x))
        .set("y", rounded(y))
        .set("width", rounded(width))
        .set("height", rounded(height))
}

fn circle(x: f32, y: f32, radius: f32) -> Circle {
    Circle::new()
        .set("cx", x)
        .set("cy", y)
        .set("r", rounded(radius))
}

fn text(words: &str, x: f32, y: f32) -> Text {
    Text::new(words).set("x", rounded(x)).set("y", rounded(y))
}

/// Path data in a square of 100 by 100, of which a disc holds the middle, as large as this share of
/// a piece.
fn scaled(data: &str, share: f32) -> Path {
    let scale = 2.0 * RADIUS * share / 100.0;
    let transform = format!("scale({scale:.4}) translate(-50 -50)");
    Path::new().set("d", data).set("transform", transform)
}

/// A hexagon with a corner on top.
fn hexagon(x: f32, y: f32) -> String {
    let beside = CELL / 2.0;
    let above = beside / BoardShape::HEX_ROW;
    let corners = [
        (0.0, -above),
        (beside, -above / 2.0),
        (beside, above / 2.0),
        (0.0, above),
        (-beside, above / 2.0),
        (-beside, -above / 2.0),
    ];
    let points =
        corners.map(|(right, down)| format!("{} {}", rounded(x + right), rounded(y + down)));
    format!("M{}Z", points.join("L"))
}

/// What is seen well on a colour written as `#c23b22`.
fn ink_on(colour: &str) -> &'static str {
    let part = |from: usize| {
        let digits = colour.get(from..from + 2)?;
        u8::from_str_radix(digits, 16).ok().map(u32::from)
    };
    let brightness = match (part(1), part(3), part(5)) {
        (Some(red), Some(green), Some(blue)) => 299 * red + 587 * green + 114 * blue,
        _ => 0,
    };
    if brightness < 128_000 {
        "#fffaf0"
    } else {
        "#221d16"
    }
}
