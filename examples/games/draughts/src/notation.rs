//! The text of positions and moves, as Portable Draughts Notation (PDN) has it.

use crate::board::{BOTTOM, Square, TOP, squares};
use crate::position::{Draughts, Move, Rules};
use crate::{pdn, presentation};
use engines::Symmetric;
use engines::game_core::{
    BoardShape, BoardView, Cell, Glyphs, MoveCells, Notation, Piece, Player, Position,
    Presentation, Record, RecordFile, RecordFormat,
};
use std::fmt;
use std::str::FromStr;

/// A text that is no position, no legal move, or no record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TextError {
    /// A position as `W:W21,K22:B1,2` is expected.
    #[error("{text:?} is no position as W:W21,K22:B1,2: {why}")]
    Position {
        /// The text.
        text: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// A move is `11-15`, `22x15` or `22x15x8`.
    #[error("{0:?} is no move as 11-15 or 22x15x8")]
    Syntax(String),
    /// The move is not legal where it stands.
    #[error("{text} is not legal here: {why}")]
    Illegal {
        /// The text.
        text: String,
        /// Why not.
        why: &'static str,
    },
    /// Several captures go from the one square to the other.
    #[error("{0} may be several captures: name the squares between")]
    Ambiguous(String),
    /// A record of a game is not as PDN has it.
    #[error("no game in PDN: {0}")]
    Record(String),
}

/// The squares that the text of a move names.
fn named_squares(text: &str) -> Option<Vec<Square>> {
    let number = |word: &str| {
        let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        word.parse().ok().filter(|_| digits).and_then(Square::new)
    };
    let squares: Option<Vec<_>> = text.split(['-', 'x', 'X', ':']).map(number).collect();
    squares.filter(|squares| squares.len() >= 2)
}

impl Draughts {
    /// The ways of `mv`: the squares where it stands before and after each jump, or the two of a
    /// step. Of a move that is not legal here there is none.
    pub fn ways(&self, mv: Move) -> Vec<Vec<Square>> {
        if mv.captured == 0 {
            return vec![vec![mv.from, mv.to]];
        }
        let mut ways = Vec::new();
        self.each_way(mv.from, &mut |way, captured| {
            if captured == mv.captured && way.squares().last() == Some(&mv.to) {
                ways.push(way.squares().to_vec());
            }
        });
        ways
    }

    /// The legal move over these squares; two squares also name a capture over others.
    fn move_over(&self, named: &[Square], text: &str) -> Result<Move, TextError> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        let fits = |mv: &Move| {
            self.ways(*mv).iter().any(|way| {
                way == named || named.len() == 2 && [way[0], way[way.len() - 1]] == named
            })
        };
        let mut meant = moves.iter().copied().filter(fits);
        let illegal = |why| TextError::Illegal {
            text: text.to_owned(),
            why,
        };
        match (meant.next(), meant.next()) {
            (Some(mv), None) => Ok(mv),
            (Some(_), Some(_)) => Err(TextError::Ambiguous(text.to_owned())),
            (None, _) if moves.is_empty() => Err(illegal("the game is over")),
            (None, _) if moves[0].captured != 0 => Err(illegal("another piece can be taken")),
            (None, _) => Err(illegal("no piece can move so")),
        }
    }
}

/// The turn and the pieces of both sides, as `W:W21,K22:B1,2`; `:H12` after them tells the plies
/// since the last capture or move of a man, where there are any.
impl fmt::Display for Draughts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |player| if player == Player::First { 'B' } else { 'W' };
        write!(f, "{}", letter(self.turn()))?;
        for player in [Player::Second, Player::First] {
            write!(f, ":{}", letter(player))?;
            for (nth, square) in squares(self.pieces(player)).enumerate() {
                let comma = if nth == 0 { "" } else { "," };
                let crown = if self.kings() & square.bit() != 0 {
                    "K"
                } else {
                    ""
                };
                write!(f, "{comma}{crown}{square}")?;
            }
        }
        match self.quiet_plies() {
            0 => Ok(()),
            plies => write!(f, ":H{plies}"),
        }
    }
}

/// The pieces in a list such as `21,K22,25-28`, and which of them are kings. A letter K may also
/// follow the number.
fn read_pieces(list: &str) -> Result<(u64, u64), &'static str> {
    let (mut pieces, mut kings) = (0, 0);
    for item in list
        .split(',')
        .map(str::trim)
        .filter(|item| !item.is_empty())
    {
        let bare = item
            .trim_start_matches(['K', 'k'])
            .trim_end_matches(['K', 'k']);
        let is_king = match item.len() - bare.len() {
            0 => false,
            1 => true,
            _ => return Err("a piece has one K"),
        };
        let (first, last) = bare.split_once('-').unwrap_or((bare, bare));
        let number = |word: &str| word.parse().ok().and_then(Square::new);
        let (Some(first), Some(last)) = (number(first), number(last)) else {
            return Err("squares have numbers from 1 to 32");
        };
        for square in Square::all().filter(|square| (first..=last).contains(square)) {
            if pieces & square.bit() != 0 {
                return Err("a square has one piece");
            }
            pieces |= square.bit();
            kings |= if is_king { square.bit() } else { 0 };
        }
    }
    Ok((pieces, kings))
}

/// The position in a FEN of PDN.
fn read_position(text: &str, rules: Rules) -> Result<Draughts, &'static str> {
    let side = |letter: &str| match letter {
        "B" | "b" => Some(Player::First),
        "W" | "w" => Some(Player::Second),
        _ => None,
    };
    let mut parts = text.trim_end_matches('.').split(':').map(str::trim);
    let turn = parts.next().and_then(side).ok_or("it begins with B or W")?;
    let (mut pieces, mut kings, mut quiet) = ([None; 2], 0, 0);
    for part in parts {
        let (letter, rest) = part
            .split_at_checked(1)
            .ok_or("a part begins with a letter")?;
        if let Some(player) = side(letter) {
            let (own, crowned) = read_pieces(rest)?;
            if pieces[player.index()].replace(own).is_some() {
                return Err("each side stands there once");
            }
            kings |= crowned;
        } else if letter.eq_ignore_ascii_case("H") {
            quiet = rest
                .parse()
                .map_err(|_| "after H comes a number of plies")?;
        } else if !letter.eq_ignore_ascii_case("F") {
            return Err("its parts begin with B, W, H or F");
        }
    }
    let [Some(black), Some(white)] = pieces else {
        return Err("both sides are named");
    };
    let pieces = [black, white];
    if black & white != 0 {
        return Err("a square has one piece");
    }
    if pieces.iter().any(|own| own.count_ones() > 12) {
        return Err("a side has twelve pieces at the most");
    }
    if black & !kings & BOTTOM != 0 || white & !kings & TOP != 0 {
        return Err("a man on the last row is a king");
    }
    if pieces[(!turn).index()] == 0 {
        return Err("who has just moved has a piece");
    }
    Ok(Draughts::set_up(pieces, kings, turn, quiet, rules))
}

impl FromStr for Draughts {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        Self::parse(text, &Rules::default())
    }
}

impl Notation for Draughts {
    type Rules = Rules;
    type Error = TextError;
    const NAME: &'static str = "draughts";

    fn start(&rules: &Rules) -> Self {
        Self::initial(rules)
    }

    fn parse(text: &str, &rules: &Rules) -> Result<Self, TextError> {
        if text == "startpos" {
            return Ok(Self::initial(rules));
        }
        read_position(text, rules).map_err(|why| TextError::Position {
            text: text.to_owned(),
            why,
        })
    }

    fn parse_move(&self, text: &str) -> Result<Move, TextError> {
        let named = named_squares(text).ok_or_else(|| TextError::Syntax(text.to_owned()))?;
        self.move_over(&named, text)
    }

    /// `11-15`, or the whole way of a capture: `22x15x8`.
    fn format_move(&self, mv: Move) -> String {
        let sign = if mv.captured == 0 { "-" } else { "x" };
        let ways = self.ways(mv);
        let squares = ways.first().into_iter().flatten();
        let names: Vec<_> = squares.map(Square::to_string).collect();
        names.join(sign)
    }

    fn parse_record(text: &str, rules: &Rules) -> Result<Record<Self>, TextError> {
        pdn::read(text, rules)
    }

    fn format_record(record: &Record<Self>) -> String {
        pdn::write(record)
    }

    const FORMATS: &'static [RecordFormat] = &[RecordFormat {
        extension: "pdn",
        about: "Portable Draughts Notation",
    }];

    fn records<'a>(
        file: &'a RecordFile,
        rules: &'a Rules,
    ) -> Box<dyn Iterator<Item = Result<Record<Self>, TextError>> + 'a> {
        match file {
            RecordFile::Text(text) => Box::new(pdn::games(text).map(|game| pdn::read(game, rules))),
            RecordFile::Binary(_) => Box::new(std::iter::empty()),
        }
    }

    fn player_name(player: Player) -> &'static str {
        match player {
            Player::First => "black",
            Player::Second => "white",
        }
    }

    fn reason(&self) -> Option<&'static str> {
        let on_board = self.legal_moves(&mut Vec::new());
        Some(match on_board {
            Some(_) if self.pieces(self.turn()) == 0 => "no pieces left",
            Some(_) => "no legal move",
            None => {
                self.adjudicate()?;
                self.drawn_by()
            }
        })
    }

    /// The dark squares alone, four in a row.
    fn board_view(&self) -> BoardView {
        let piece = |square: Square| {
            let bit = square.bit();
            let owner = Player::BOTH
                .into_iter()
                .find(|&side| self.pieces(side) & bit != 0)?;
            let letter = if self.kings() & bit != 0 { 'K' } else { 'M' };
            Some(Piece { owner, letter })
        };
        let cell = |square: Square| Cell {
            name: square.to_string(),
            piece: piece(square),
        };
        BoardView::new(4, Square::all().map(cell))
    }

    fn move_cells(&self, mv: Move) -> MoveCells {
        MoveCells {
            from: Some(mv.from.index()),
            to: Some(mv.to.index()),
        }
    }

    /// The squares where a capture stands after each jump.
    fn move_routes(&self, mv: Move) -> Vec<Vec<usize>> {
        let cells = |way: Vec<Square>| way.into_iter().map(Square::index).collect();
        self.ways(mv).into_iter().map(cells).collect()
    }

    fn board_shape(&self) -> BoardShape {
        presentation::board_shape()
    }

    fn presentation() -> Presentation {
        presentation::presentation()
    }

    /// `b` and `w` are men, `B` and `W` kings; the number beside a row is that of its first square.
    fn diagram(&self, last: Option<Move>, _: Glyphs) -> String {
        let sign = |square: Square| {
            let bit = square.bit();
            let letters = if self.kings() & bit != 0 {
                ["B", "W"]
            } else {
                ["b", "w"]
            };
            let owner = Player::BOTH
                .into_iter()
                .find(|&side| self.pieces(side) & bit != 0);
            owner.map_or(".", |owner| letters[owner.index()])
        };
        let rows = (0..8).map(|row| {
            let first = Square::all().nth(4 * row).into_iter();
            let mut line = first.fold(String::new(), |line, square| format!("{line}{square:>2} "));
            for column in 0..8 {
                let square = Square::all().find(|at| (at.row(), at.column()) == (row, column));
                let marked = square.is_some_and(|at| last.is_some_and(|mv| mv.to == at));
                line.push(if marked { '>' } else { ' ' });
                line.push_str(square.map_or(" ", sign));
            }
            line.trim_end().to_owned()
        });
        rows.collect::<Vec<_>>().join("\n")
    }
}

/// Every position stands for itself.
impl Symmetric for Draughts {}
