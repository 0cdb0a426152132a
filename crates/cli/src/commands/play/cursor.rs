//! How a move is entered on a board: where the cursor goes, and which move the chosen cells mean.

use engines::LegalMove;
use game_core::BoardShape;

/// Where the cursor goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Left,
    Right,
    Up,
    Down,
}

impl Direction {
    /// To the right and down.
    const fn vector(self) -> [f32; 2] {
        match self {
            Self::Left => [-1.0, 0.0],
            Self::Right => [1.0, 0.0],
            Self::Up => [0.0, -1.0],
            Self::Down => [0.0, 1.0],
        }
    }
}

/// The next cell that way, or the same cell at the edge of the board.
///
/// To the left and the right it is in the same row; up and down it may lie aside, where the cells
/// of two rows do not stand below each other.
pub fn step(shape: &BoardShape, from: usize, direction: Direction) -> usize {
    let Some(&start) = shape.places.get(from) else {
        return 0;
    };
    let [right, down] = direction.vector();
    let slant = if right == 0.0 { 1.01 } else { 0.1 };
    let mut best = from;
    let mut least = f32::MAX;
    for (cell, place) in shape.places.iter().enumerate() {
        let off = [place[0] - start[0], place[1] - start[1]];
        let along = off[0] * right + off[1] * down;
        let aside = (off[0] * down).abs() + (off[1] * right).abs();
        if along < 0.25 || aside > slant * along {
            continue;
        }
        let cost = along + 0.3 * aside;
        if cost < least - 0.01 {
            (best, least) = (cell, cost);
        }
    }
    best
}

/// One way to enter a move: the cells that are chosen, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Way {
    mv: String,
    route: Vec<usize>,
}

/// The cells that were chosen, among the ways to enter the legal moves.
///
/// While more than one way goes on, the last cell of a route that no other move ends at completes
/// its move as well.
#[derive(Clone, Debug, Default)]
pub struct Entry {
    ways: Vec<Way>,
    chosen: Vec<usize>,
    off_board: Vec<String>,
}

impl Entry {
    /// Takes the legal moves of another position, with nothing chosen.
    pub fn offer(&mut self, legal: &[LegalMove]) {
        self.chosen.clear();
        self.ways.clear();
        self.off_board.clear();
        for mv in legal {
            let routes = mv.routes.iter().filter(|route| !route.is_empty());
            let before = self.ways.len();
            self.ways.extend(routes.map(|route| Way {
                mv: mv.text.clone(),
                route: route.clone(),
            }));
            if self.ways.len() == before {
                self.off_board.push(mv.text.clone());
            }
        }
    }

    /// The cells chosen so far.
    pub fn chosen(&self) -> &[usize] {
        &self.chosen
    }

    /// The moves that are not entered on the board, as a pass.
    pub fn off_board(&self) -> &[String] {
        &self.off_board
    }

    /// The cells that go on from those chosen.
    pub fn targets(&self) -> Vec<usize> {
        if self.chosen.is_empty() {
            return Vec::new();
        }
        let begun: Vec<&Way> = self.begun().collect();
        let nexts = begun
            .iter()
            .filter_map(|way| way.route.get(self.chosen.len()));
        let ends = begun.iter().filter_map(|way| way.route.last());
        let alone = |end: &&usize| ending_at(&begun, **end).len() == 1;
        let mut cells: Vec<usize> = nexts.chain(ends.filter(alone)).copied().collect();
        cells.retain(|cell| self.chosen.last() != Some(cell));
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// Chooses a cell, and gives the moves that this completes: none, one, or several that are
    /// entered alike.
    pub fn press(&mut self, cell: usize) -> Vec<String> {
        let begun: Vec<&Way> = match self.chosen.is_empty() {
            true => Vec::new(),
            false => self.begun().collect(),
        };
        if self.chosen.last() == Some(&cell) {
            // A second press ends a route that might have gone on, or takes the choice back.
            let ended = moves_of(begun.into_iter().filter(|way| self.is_complete(way)));
            self.chosen.clear();
            return ended;
        }
        let goes_on = |way: &&&Way| way.route.get(self.chosen.len()) == Some(&cell);
        if begun.iter().any(|way| goes_on(&way)) {
            self.chosen.push(cell);
        } else {
            let ended = ending_at(&begun, cell);
            if ended.len() == 1 {
                self.chosen.clear();
                return ended;
            }
            let begins = self.ways.iter().any(|way| way.route.first() == Some(&cell));
            self.chosen = if begins { vec![cell] } else { Vec::new() };
        }
        if self.chosen.is_empty() || !self.begun().all(|way| self.is_complete(way)) {
            return Vec::new();
        }
        let ended = moves_of(self.begun());
        self.chosen.clear();
        ended
    }

    /// Forgets the cells chosen; returns whether there were any.
    pub fn cancel(&mut self) -> bool {
        let any = !self.chosen.is_empty();
        self.chosen.clear();
        any
    }

    fn begun(&self) -> impl Iterator<Item = &Way> {
        self.ways
            .iter()
            .filter(|way| way.route.starts_with(&self.chosen))
    }

    fn is_complete(&self, way: &Way) -> bool {
        way.route.len() == self.chosen.len()
    }
}

/// The moves whose ways end at `cell`.
fn ending_at(ways: &[&Way], cell: usize) -> Vec<String> {
    let ending = ways.iter().filter(|way| way.route.last() == Some(&cell));
    moves_of(ending.copied())
}

/// The moves of these ways, each once.
fn moves_of<'w>(ways: impl Iterator<Item = &'w Way>) -> Vec<String> {
    let mut moves = Vec::new();
    for way in ways {
        if !moves.contains(&way.mv) {
            moves.push(way.mv.clone());
        }
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use engines::Session;
    use game_core::{BoardView, Cell, MoveCells};

    fn entry(moves: &[(&str, &[&[usize]])]) -> Entry {
        let legal = moves.iter().map(|(text, routes)| LegalMove {
            text: (*text).to_owned(),
            cells: MoveCells::default(),
            routes: routes.iter().map(|route| route.to_vec()).collect(),
        });
        let mut entry = Entry::default();
        entry.offer(&legal.collect::<Vec<_>>());
        entry
    }

    fn board(columns: usize, rows: usize) -> BoardView {
        let cell = |at: usize| Cell {
            name: at.to_string(),
            piece: None,
        };
        BoardView::new(columns, (0..columns * rows).map(cell))
    }

    #[test]
    fn the_cursor_stays_on_the_board() {
        use Direction::{Down, Left, Right, Up};
        let square = BoardShape::squares(&board(3, 3));
        let walk = |shape: &BoardShape, ways: &[Direction]| {
            ways.iter().fold(4, |at, &way| step(shape, at, way))
        };
        assert_eq!(walk(&square, &[Left, Left, Up, Up]), 0);
        assert_eq!(walk(&square, &[Right, Right, Down, Down]), 8);
        // A row of hexagons is half a cell aside: down and up again come back.
        let hexes = BoardShape::hexes(&board(3, 3));
        assert_eq!(step(&hexes, 4, Right), 5);
        let below = step(&hexes, 4, Down);
        assert!([6, 7].contains(&below), "{below}");
        assert_eq!(step(&hexes, 6, Left), 6);
        // Dark squares alone: the next one is on a diagonal.
        let dark = BoardShape {
            places: vec![[1.0, 0.0], [3.0, 0.0], [0.0, 1.0], [2.0, 1.0]],
            ..BoardShape::default()
        };
        assert!([0, 1].contains(&step(&dark, 3, Up)));
        assert_eq!(step(&dark, 2, Right), 3);
        // Every cell can be reached, whatever the board.
        for shape in [square, hexes, dark] {
            let mut seen = vec![0];
            let mut next = 0;
            while let Some(&at) = seen.get(next) {
                next += 1;
                for way in [Left, Right, Up, Down] {
                    let cell = step(&shape, at, way);
                    if !seen.contains(&cell) {
                        seen.push(cell);
                    }
                }
            }
            assert_eq!(seen.len(), shape.places.len());
        }
        assert_eq!(step(&BoardShape::default(), 7, Up), 0);
    }

    #[test]
    fn one_cell_or_from_and_to() {
        let mut points = entry(&[("a1", &[&[0]]), ("b1", &[&[1]]), ("pass", &[])]);
        assert_eq!(points.press(1), ["b1"]);
        assert_eq!(points.press(7), [""; 0]);
        assert_eq!(points.off_board(), ["pass"]);
        let mut pieces = entry(&[
            ("a1a2", &[&[0, 2]]),
            ("a1a3", &[&[0, 4]]),
            ("b1b2", &[&[1, 3]]),
        ]);
        assert_eq!(pieces.press(0), [""; 0]);
        assert_eq!((pieces.chosen(), pieces.targets()), (&[0][..], vec![2, 4]));
        // Another piece instead, the same one again, and nothing.
        assert_eq!(pieces.press(1), [""; 0]);
        assert_eq!(pieces.targets(), [3]);
        assert_eq!(pieces.press(1), [""; 0]);
        assert!(pieces.chosen().is_empty());
        assert!(pieces.press(0).is_empty() && pieces.cancel() && !pieces.cancel());
        assert!(pieces.press(0).is_empty());
        assert_eq!(pieces.press(4), ["a1a3"]);
    }

    #[test]
    fn routes_go_jump_by_jump() {
        let mut jumps = entry(&[
            ("0x8", &[&[0, 4, 8]]),
            ("0x6", &[&[0, 4, 6]]),
            ("0x9", &[&[0, 5, 9], &[0, 7, 9]]),
        ]);
        assert!(jumps.press(0).is_empty());
        assert_eq!(jumps.targets(), [4, 5, 6, 7, 8, 9]);
        assert!(jumps.press(4).is_empty());
        assert_eq!(jumps.targets(), [6, 8]);
        assert_eq!(jumps.press(6), ["0x6"]);
        // The end alone is enough where no other move ends there.
        assert!(jumps.press(0).is_empty());
        assert_eq!(jumps.press(9), ["0x9"]);
        // A move that another goes on from ends with a second press.
        let mut longer = entry(&[("a", &[&[0, 4]]), ("b", &[&[0, 4, 8]])]);
        assert!(longer.press(0).is_empty() && longer.press(4).is_empty());
        assert_eq!(longer.press(4), ["a"]);
    }

    #[test]
    fn moves_that_are_entered_alike_are_all_given() {
        let mut alike = entry(&[("b8=q", &[&[1, 9]]), ("b8=n", &[&[1, 9]])]);
        assert!(alike.press(1).is_empty());
        assert_eq!(alike.press(9), ["b8=q", "b8=n"]);
    }

    /// Every legal move can be entered, in positions of every game built in.
    #[test]
    fn every_move_can_be_entered() {
        for game in &engines::GAMES {
            let mut session: Box<dyn Session> =
                game.session(&Vec::new()).expect("the default rules");
            for ply in 0..40 {
                let legal = session.view().legal;
                let mut entry = Entry::default();
                entry.offer(&legal);
                for mv in &legal {
                    if entry.off_board().contains(&mv.text) {
                        continue;
                    }
                    let route = &mv.routes[0];
                    let mut done = Vec::new();
                    for &cell in route {
                        assert!(done.is_empty(), "{mv:?}");
                        done = entry.press(cell);
                    }
                    assert_eq!(done, [mv.text.as_str()], "{}", game.name());
                }
                let Some(mv) = legal.get(ply * 7 % legal.len().max(1)) else {
                    break;
                };
                session.play(&mv.text).expect("it is legal");
            }
        }
    }
}
