use crate::{
    BoardShape, BoardView, GameLine, MoveCells, OneByOne, Player, Position, Presentation, Record,
    RecordFile, RecordFormat, RecordWriter,
};
use alloc::{
    boxed::Box,
    string::{String, ToString},
    vec,
    vec::Vec,
};
use core::{
    error::Error,
    fmt::{Debug, Display},
    str::FromStr,
};

/// The glyphs of pieces.
///
/// ```
/// use game_core::{Glyphs, Notation};
/// use othello_bitboard::Othello;
/// let board = |glyphs| Othello::START.diagram(None, glyphs);
/// assert!(board(Glyphs::Native).contains("● ○") && board(Glyphs::Letters).contains("X O"));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Glyphs {
    /// The game's own signs, if it has any: 車馬炮.
    #[default]
    Native,
    /// ASCII letters.
    Letters,
}

/// A game that people and protocols can read and write.
///
/// `Display` writes the one-line text that [`parse`](Self::parse) and `FromStr` (under the default
/// rules) read back: a FEN, an OBF, a list of stones. Reading never changes a position: a text is
/// taken whole or refused whole.
///
/// ```
/// use game_core::Notation;
/// use othello_bitboard::Othello;
///
/// /// The legal moves after a line of any game, as its players write them.
/// fn legal<P: Notation>(line: &str) -> Result<Vec<String>, P::Error> {
///     let pos = P::parse_line(line, &P::Rules::default())?.end();
///     let mut moves = Vec::new();
///     pos.legal_moves(&mut moves);
///     Ok(moves.into_iter().map(|mv| pos.format_move(mv)).collect())
/// }
///
/// assert_eq!(legal::<Othello>("startpos moves f5")?, ["f4", "d6", "f6"]);
/// let refused = legal::<Othello>("startpos moves f5 e4").unwrap_err();
/// assert!(refused.to_string().contains("e4 is occupied"));
/// # Ok::<(), othello_bitboard::Error>(())
/// ```
pub trait Notation: Position + Display + FromStr<Err = Self::Error> + 'static {
    /// The parameters of the rules: the board's size, the rule, the move limit. `()` without any.
    type Rules: Clone + Debug + Default + Send + Sync;

    /// The error of a text, with its place.
    type Error: Error + Send + Sync + 'static;

    /// The game's name in lower case, as the command line spells it.
    const NAME: &'static str;

    /// The initial position.
    fn start(rules: &Self::Rules) -> Self;

    /// The position that `text` describes; every game knows `startpos`. Moves are not read here.
    ///
    /// # Errors
    /// If `text` describes no position of this game.
    fn parse(text: &str, rules: &Self::Rules) -> Result<Self, Self::Error>;

    /// The legal move that `text` names here.
    ///
    /// # Errors
    /// If `text` names no move, or one that is not legal here, and then why not.
    fn parse_move(&self, text: &str) -> Result<Self::Move, Self::Error>;

    /// `mv` as [`parse_move`](Self::parse_move) reads it. `mv` must be legal here.
    fn format_move(&self, mv: Self::Move) -> String;

    /// The moves that `text` lists, one after another from here. By default they are separated by
    /// white space; a game whose notation can be run together, or leaves out forced passes, reads
    /// that too.
    ///
    /// # Errors
    /// At the first text that is no legal move where it stands.
    fn parse_moves(&self, text: &str) -> Result<Vec<Self::Move>, Self::Error> {
        let mut pos = self.clone();
        text.split_whitespace()
            .map(|word| {
                let mv = pos.parse_move(word)?;
                pos.play(mv);
                Ok(mv)
            })
            .collect()
    }

    /// `moves`, played one after another from here, each as [`format_move`](Self::format_move)
    /// writes it where it is played. Each must be legal there.
    fn format_moves(&self, moves: &[Self::Move]) -> Vec<String> {
        let mut pos = self.clone();
        let written = moves.iter().map(|&mv| {
            let text = pos.format_move(mv);
            pos.play(mv);
            text
        });
        written.collect()
    }

    /// The record that `line` describes: its start as [`parse`](Self::parse) reads it, its moves as
    /// [`parse_moves`](Self::parse_moves) does.
    ///
    /// # Errors
    /// Those of the two functions.
    fn read_line(line: &GameLine, rules: &Self::Rules) -> Result<Record<Self>, Self::Error> {
        let start = Self::parse(line.start.trim(), rules)?;
        let moves = start.parse_moves(&line.moves_text())?;
        Ok(Record::new(start, moves))
    }

    /// [`read_line`](Self::read_line) of a line given as text, `START` or `START moves A B ...`.
    ///
    /// # Errors
    /// Those of [`parse`](Self::parse) and [`parse_moves`](Self::parse_moves).
    fn parse_line(text: &str, rules: &Self::Rules) -> Result<Record<Self>, Self::Error> {
        let (start, moves) = GameLine::split(text);
        let start = Self::parse(start.trim(), rules)?;
        let moves = start.parse_moves(moves)?;
        Ok(Record::new(start, moves))
    }

    /// The game in `text`, in the format its players exchange: `.psq`, a transcript, PGN. Of
    /// several games, the first. By default a line, as [`parse_line`](Self::parse_line) reads it.
    ///
    /// # Errors
    /// If the text is malformed or holds an illegal move.
    fn parse_record(text: &str, rules: &Self::Rules) -> Result<Record<Self>, Self::Error> {
        Self::parse_line(text.trim(), rules)
    }

    /// `record` as [`parse_record`](Self::parse_record) reads it: its moves at least, and by default
    /// no more.
    fn format_record(record: &Record<Self>) -> String {
        let moves = record.start.format_moves(&record.moves);
        GameLine::new(record.start.to_string(), moves).to_string()
    }

    /// The formats that [`record_writer`](Self::record_writer) writes, that of
    /// [`format_record`](Self::format_record) first.
    const FORMATS: &'static [RecordFormat] = &[RecordFormat {
        extension: "txt",
        about: "the game's own notation",
    }];

    /// The file of games that `bytes` are, in any of the formats and encodings that are read. By
    /// default it is text in UTF-8.
    fn decode(bytes: Vec<u8>) -> RecordFile {
        RecordFile::from_text(bytes)
    }

    /// The games of a file, read one by one; a bad one is an error and does not end the reading. By
    /// default each line that is not empty is one, as [`parse_record`](Self::parse_record) reads it.
    fn records<'a>(
        file: &'a RecordFile,
        rules: &'a Self::Rules,
    ) -> Box<dyn Iterator<Item = Result<Record<Self>, Self::Error>> + 'a> {
        let text = match file {
            RecordFile::Text(text) => text.as_str(),
            RecordFile::Binary(_) => "",
        };
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        Box::new(lines.map(|line| Self::parse_record(line, rules)))
    }

    /// The games of a file, all at once: see [`decode`](Self::decode) and
    /// [`records`](Self::records).
    fn parse_records(bytes: &[u8], rules: &Self::Rules) -> Vec<Result<Record<Self>, Self::Error>> {
        Self::records(&Self::decode(bytes.to_vec()), rules).collect()
    }

    /// A writer of a file in one of [`FORMATS`](Self::FORMATS), game by game, with everything that
    /// the format can hold. By default the games follow one another as
    /// [`format_record`](Self::format_record) writes them, in every format.
    fn record_writer(format: &RecordFormat) -> Box<dyn RecordWriter<Self>> {
        let _ = format;
        Box::new(OneByOne::new("\n", |record: &Record<Self>| {
            Self::format_record(record).into_bytes()
        }))
    }

    /// A file of `records`, all at once, as [`record_writer`](Self::record_writer) writes it.
    ///
    /// # Errors
    /// If the format cannot hold one of them, saying which.
    fn format_records(
        records: &[Record<Self>],
        format: &RecordFormat,
    ) -> Result<Vec<u8>, Self::Error> {
        let mut writer = Self::record_writer(format);
        let mut bytes = Vec::new();
        records
            .iter()
            .try_for_each(|record| writer.write(record, &mut bytes))?;
        writer.finish(&mut bytes)?;
        Ok(bytes)
    }

    /// The name of `player`: `black`, `white`, `red`.
    fn player_name(player: Player) -> &'static str;

    /// Why the game is over, in a few words (`five in a row`, `checkmate`, `perpetual check`);
    /// `None` while it goes on.
    fn reason(&self) -> Option<&'static str>;

    /// What stands where.
    fn board_view(&self) -> BoardView;

    /// The cells of [`board_view`](Self::board_view) that `mv` touches, for a move that is legal
    /// here.
    fn move_cells(&self, mv: Self::Move) -> MoveCells;

    /// The ways to enter `mv`, which is legal here, on a board: each the cells of
    /// [`board_view`](Self::board_view) that are pointed at, in order. The first is the move as it
    /// is drawn. By default there is one, of the cells of [`move_cells`](Self::move_cells); a move
    /// without cells, as a pass, has one without any.
    ///
    /// A capture of several pieces is a route over the cells where each jump ends; a disc that
    /// falls may be entered by any cell of its column. Of moves that are entered alike a page
    /// asks which is meant.
    fn move_routes(&self, mv: Self::Move) -> Vec<Vec<usize>> {
        let MoveCells { from, to } = self.move_cells(mv);
        vec![from.into_iter().chain(to).collect()]
    }

    /// What the board looks like: the same for every position of a game. By default the rows of
    /// [`board_view`](Self::board_view), in squares.
    fn board_shape(&self) -> BoardShape {
        BoardShape::squares(&self.board_view())
    }

    /// How the game presents itself to people: titles, sides, pieces, translations. By default its
    /// names and discs.
    fn presentation() -> Presentation {
        Presentation::plain(Self::NAME, Self::player_name)
    }

    /// The board for a terminal: several lines with coordinates, `last` marked. By default the
    /// [`diagram`](crate::diagram()) of [`board_view`](Self::board_view) in its
    /// [shape](Self::board_shape), in letters, with the piece marked that the last move has put
    /// where it stands.
    fn diagram(&self, last: Option<Self::Move>, _glyphs: Glyphs) -> String {
        let board = self.board_view();
        let to = last.and_then(|mv| self.move_cells(mv).to);
        let moved = to.filter(|&cell| {
            let cell = board.cells.get(cell);
            cell.is_some_and(|cell| cell.piece.is_some())
        });
        crate::diagram(&board, &self.board_shape(), moved)
    }

    /// Points or moves that only a rule forbids, each with the short name of its kind (`33`, `44`,
    /// `OL`), in board order.
    fn forbidden(&self) -> Vec<(String, &'static str)> {
        Vec::new()
    }

    /// The cells of [`board_view`](Self::board_view) whose pieces have decided the game, as a row of
    /// five, in board order; none while it goes on, or where no pieces in particular have.
    fn deciding_cells(&self) -> Vec<usize> {
        Vec::new()
    }

    /// The cells of [`board_view`](Self::board_view) whose pieces are in check, as a king that the
    /// next move has to save, in board order; none in a game without check.
    fn checked_cells(&self) -> Vec<usize> {
        Vec::new()
    }
}
