use crate::presentation::presentation;
use crate::{
    Error, Move, MoveError, Othello, Square, diagram, ggf, obf, records, squares, transcript,
};
use core::str::FromStr;
use game_core::{
    BoardShape, BoardView, Cell, Coordinates, Glyphs, MoveCells, Notation, Piece, Player, Position,
    Presentation, Record, RecordFile, RecordFormat, RecordWriter,
};

impl Othello {
    /// The legal move that `text` names here.
    pub(crate) fn legal(&self, text: &str) -> Result<Move, MoveError> {
        self.check(text.parse()?)
    }

    /// `mv` if it is legal here.
    ///
    /// # Errors
    /// If it is not, and then why not: never [`MoveError::Text`].
    pub fn check(&self, mv: Move) -> Result<Move, MoveError> {
        let places = self.moves();
        let Some(square) = mv.square() else {
            return match squares(places).next() {
                Some(square) => Err(MoveError::MayNotPass { square }),
                None if self.opponent_moves() == 0 => Err(MoveError::GameOver { mv }),
                None => Ok(mv),
            };
        };
        if places & square.bit() != 0 {
            Ok(mv)
        } else if self.disc(square).is_some() {
            Err(MoveError::Occupied { square })
        } else if places != 0 {
            Err(MoveError::FlipsNothing { square })
        } else if self.opponent_moves() != 0 {
            Err(MoveError::MustPass { square })
        } else {
            Err(MoveError::GameOver { mv })
        }
    }
}

/// Positions are OBF (see [`obf`]), moves `f5` or `pass`, records transcripts or GGF.
impl Notation for Othello {
    type Rules = ();
    type Error = Error;
    const NAME: &'static str = "othello";

    fn start((): &()) -> Self {
        Self::START
    }

    /// Reads `startpos` or OBF; what follows the first semicolon is left alone.
    fn parse(text: &str, (): &()) -> Result<Self, Error> {
        let text = text.split(';').next().unwrap_or("").trim();
        if text == "startpos" {
            Ok(Self::START)
        } else {
            Ok(obf::position(text)?)
        }
    }

    /// Reads `f5` or `F5`; `pass`, `ps`, `pa` (in either case) or `--` for a pass.
    fn parse_move(&self, text: &str) -> Result<Move, Error> {
        Ok(self.legal(text.trim())?)
    }

    fn format_move(&self, mv: Move) -> String {
        mv.to_string()
    }

    /// Reads moves run together or set apart, `f5d6c3` or `f5 d6c3`. A forced pass may be written
    /// or left out; one at the end that is left out is not played.
    fn parse_moves(&self, text: &str) -> Result<Vec<Move>, Error> {
        transcript::moves(self, text)
    }

    /// Reads a game in GGF (see [`ggf`]), or a transcript:
    ///
    /// ```text
    /// # Black: a name
    /// # White: a name
    /// ---------------------------OX------XO--------------------------- X
    /// f5d6c3d3c4
    /// ```
    ///
    /// The names are optional, and so are like lines of what is known under the names of
    /// [`tags`](crate::tags), as `# Date: 1977`, and the position: without it the game begins at
    /// the start. The moves are one line, as [`parse_moves`](Notation::parse_moves) reads them;
    /// they may be missing after a position, or follow it on its line after the word `moves`, which
    /// ends the game even where no move follows. Other lines that begin with `#` or `%` are
    /// comments. What follows the game is left alone.
    fn parse_record(text: &str, (): &()) -> Result<Record<Self>, Error> {
        if ggf::is_meant_by(text) {
            records::first_ggf(text)
        } else {
            transcript::parse(text)
        }
    }

    /// Writes the names and what else is known but for the moves' values and times, the position if
    /// it is not the initial one, and the moves run together. Passes are left out but for one at
    /// the very end. A game without moves is its position and the word `moves`, so that another
    /// game can follow.
    fn format_record(record: &Record<Self>) -> String {
        transcript::format(record)
    }

    /// Transcripts, GGF, OBF (the position at the end, with its moves' values where they are known)
    /// and WTHOR archives.
    const FORMATS: &'static [RecordFormat] = records::FORMATS;

    /// Reads transcripts one after another, OBF line by line, GGF, and WTHOR archives, of which
    /// broken games are refused; unfinished ones are not.
    fn records<'a>(
        file: &'a RecordFile,
        (): &'a (),
    ) -> Box<dyn Iterator<Item = Result<Record<Self>, Error>> + 'a> {
        records::read(file)
    }

    fn decode(bytes: Vec<u8>) -> RecordFile {
        records::decode(bytes)
    }

    fn record_writer(format: &RecordFormat) -> Box<dyn RecordWriter<Self>> {
        records::writer(format)
    }

    fn player_name(player: Player) -> &'static str {
        match player {
            Player::First => "black",
            Player::Second => "white",
        }
    }

    fn reason(&self) -> Option<&'static str> {
        self.outcome()?;
        Some(if self.empty() == 0 {
            "the board is full"
        } else if (self.own() == 0) != (self.opp() == 0) {
            "one side is wiped out"
        } else {
            "neither side can move"
        })
    }

    fn board_view(&self) -> BoardView {
        let cell = |square: Square| Cell {
            name: square.to_string(),
            piece: self.disc(square).map(|owner| Piece {
                owner,
                letter: ['X', 'O'][owner.index()],
            }),
        };
        BoardView::new(8, Square::all().map(cell))
    }

    fn board_shape(&self) -> BoardShape {
        BoardShape {
            coordinates: Coordinates::Above,
            ..BoardShape::squares(&self.board_view())
        }
    }

    fn presentation() -> Presentation {
        presentation()
    }

    fn move_cells(&self, mv: Move) -> MoveCells {
        MoveCells {
            from: None,
            to: mv.square().map(Square::index),
        }
    }

    /// `X` and `O`, or `●` and `○`; legal moves are dotted, other empty squares dashed, the last
    /// move in brackets.
    fn diagram(&self, last: Option<Move>, glyphs: Glyphs) -> String {
        diagram::draw(self, last, glyphs)
    }
}

impl FromStr for Othello {
    type Err = Error;

    /// Reads `startpos` or OBF, as [`Notation::parse`] does.
    fn from_str(text: &str) -> Result<Self, Error> {
        Self::parse(text, &())
    }
}
