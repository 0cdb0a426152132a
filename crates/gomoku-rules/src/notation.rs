use crate::presentation::presentation;
use crate::{Error, Gomoku, Point, Rules, diagram, point::words, psq, text};
use game_core::{
    BoardShape, BoardView, Cell, Glyphs, MoveCells, Notation, Piece, Player, Position,
    Presentation, Record, RecordFile, RecordFormat,
};
impl Notation for Gomoku {
    type Rules = Rules;
    type Error = Error;
    const NAME: &'static str = "gomoku";

    fn start(rules: &Rules) -> Self {
        Self::new(*rules)
    }

    /// Reads `startpos` or a set-up such as `X:h8i9 O:g7 turn:X`, where X is Black.
    ///
    /// The parts stand in any order and any may be left out; points are run together or separated
    /// by commas or spaces. Without `turn:` Black is to move if he has no more stones than White.
    /// Any number of stones will do.
    ///
    /// # Errors
    /// If a word belongs to no part, a part is given twice, a point is not on the board or occurs
    /// twice, or both players have five in a row.
    fn parse(text: &str, rules: &Rules) -> Result<Self, Error> {
        text::parse(text, *rules)
    }

    fn parse_move(&self, text: &str) -> Result<Point, Error> {
        let point = text::point(text.trim(), self.rules())?;
        self.check_move(point)?;
        Ok(point)
    }

    fn format_move(&self, mv: Point) -> String {
        mv.to_string()
    }

    /// Reads points run together (`h8i9h10`) or separated by spaces or commas.
    fn parse_moves(&self, text: &str) -> Result<Vec<Point>, Error> {
        let mut pos = self.clone();
        words(text)
            .map(|word| {
                let mv = pos.parse_move(word)?;
                pos.play(mv);
                Ok(mv)
            })
            .collect()
    }

    /// Reads a Piskvork record, of several the first; see [`psq`]. The board's size is the record's
    /// own, the rule that of `rules`.
    fn parse_record(text: &str, rules: &Rules) -> Result<Record<Self>, Error> {
        psq::parse(text, rules.rule())
    }

    /// Writes a Piskvork record; see [`psq`].
    fn format_record(record: &Record<Self>) -> String {
        psq::format(record)
    }

    const FORMATS: &'static [RecordFormat] = &[RecordFormat {
        extension: "psq",
        about: "Piskvork records, as Gomocup has them",
    }];

    /// Reads Piskvork records one after another; see [`psq`].
    fn records<'a>(
        file: &'a RecordFile,
        rules: &'a Rules,
    ) -> Box<dyn Iterator<Item = Result<Record<Self>, Error>> + 'a> {
        match file {
            RecordFile::Text(text) => Box::new(psq::records(text, rules.rule())),
            RecordFile::Binary(_) => Box::new(psq::records("", rules.rule())),
        }
    }

    fn player_name(player: Player) -> &'static str {
        match player {
            Player::First => "black",
            Player::Second => "white",
        }
    }

    fn reason(&self) -> Option<&'static str> {
        if self.winner().is_some() {
            Some("five in a row")
        } else if self.decided().is_some() {
            Some("full board")
        } else {
            (self.count_moves() == 0).then_some("no legal point")
        }
    }

    fn board_view(&self) -> BoardView {
        let size = self.rules().size();
        let cell = |point: Point| Cell {
            name: point.to_string(),
            piece: self.stone(point).map(|owner| Piece {
                owner,
                letter: ['X', 'O'][owner.index()],
            }),
        };
        let row = |row| (0..size).filter_map(move |col| Point::new(col, row));
        BoardView::new(size.into(), (0..size).rev().flat_map(row).map(cell))
    }

    fn board_shape(&self) -> BoardShape {
        BoardShape::points(&self.board_view())
    }

    fn presentation() -> Presentation {
        presentation()
    }

    fn move_cells(&self, point: Point) -> MoveCells {
        let size = usize::from(self.rules().size());
        let to = usize::from(point.row())
            .checked_add(1)
            .and_then(|rows| size.checked_sub(rows))
            .map(|above| above * size + usize::from(point.col()));
        MoveCells { from: None, to }
    }

    /// The board, row 1 at the bottom, with its star points: `X` and `O`, or black and white discs.
    ///
    /// The last move stands in brackets. Where Black is to move at renju, a forbidden point shows
    /// as `3`, `4` or `6` for what it would make: three-three, four-four, six or more in a row. All
    /// lines have the same length.
    fn diagram(&self, last: Option<Point>, glyphs: Glyphs) -> String {
        diagram::draw(self, last, glyphs)
    }

    /// The points forbidden to Black, while it is his turn at renju.
    fn forbidden(&self) -> Vec<(String, &'static str)> {
        if self.turn() != Player::First || self.decided().is_some() {
            return Vec::new();
        }
        let named = |point| Some((self.format_move(point), self.forbidden_at(point)?.short()));
        self.empty().filter_map(named).collect()
    }

    /// The stones of the row of five, or of several that one stone completed.
    fn deciding_cells(&self) -> Vec<usize> {
        let Some(winner) = self.winner() else {
            return Vec::new();
        };
        let rule = self.rules().rule();
        let wins = |point: &Point| self.lines().wins(rule, *point, winner);
        let points = self.points(winner).filter(wins);
        let mut cells: Vec<usize> = points
            .filter_map(|point| self.move_cells(point).to)
            .collect();
        cells.sort_unstable();
        cells
    }
}
