//! The rules of connect four and its notation.

use engines::Symmetric;
use engines::game_core::{
    BoardView, Cell, MoveCells, Notation, Outcome, Piece, Player, PlayerLook, Position,
    Presentation, Text, zobrist,
};
use std::fmt;
use std::str::FromStr;

/// Seven columns of seven bits, the lowest first; the seventh of each stays empty, so that no line
/// wraps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConnectFour {
    own: u64,
    opp: u64,
    turn: Player,
    rules: Rules,
}

/// What may be agreed on before a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// Whether four in a row lose.
    pub misere: bool,
}

/// How many columns the board has.
pub const COLUMNS: u8 = 7;
/// How many rows it has.
pub const ROWS: u8 = 6;
const COLUMN: u64 = 0b111_111;

/// The bit of a square.
pub const fn bit(column: u8, row: u8) -> u64 {
    1 << (7 * column + row)
}

/// Whether `discs` hold four in a row, in one of the four directions.
fn four(discs: u64) -> bool {
    [1, 6, 7, 8].into_iter().any(|step| {
        let pairs = discs & discs >> step;
        pairs & pairs >> (2 * step) != 0
    })
}

/// The discs of every four in a row that `discs` hold.
fn fours(discs: u64) -> u64 {
    let rows = [1, 6, 7, 8].map(|step| {
        let pairs = discs & discs >> step;
        let firsts = pairs & pairs >> (2 * step);
        firsts | firsts << step | firsts << (2 * step) | firsts << (3 * step)
    });
    rows.into_iter().fold(0, |all, row| all | row)
}

impl ConnectFour {
    /// The empty board.
    pub const START: Self = Self {
        own: 0,
        opp: 0,
        turn: Player::First,
        rules: Rules { misere: false },
    };

    /// The rules of the game.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The discs of a player.
    pub fn discs(&self, player: Player) -> u64 {
        if player == self.turn {
            self.own
        } else {
            self.opp
        }
    }

    /// The squares as diagrams print them: column and row, the top row first.
    pub(crate) fn squares() -> impl Iterator<Item = (u8, u8)> {
        let row = |row| (0..COLUMNS).map(move |column| (column, row));
        (0..ROWS).rev().flat_map(row)
    }

    /// The disc on a square, as a board shows it.
    pub(crate) fn piece(&self, column: u8, row: u8) -> Option<Piece> {
        self.owner(column, row).map(|owner| Piece {
            owner,
            letter: if owner == Player::First { 'X' } else { 'O' },
        })
    }

    /// The discs of both.
    pub fn all_discs(&self) -> u64 {
        self.own | self.opp
    }

    /// The lowest empty square of `column`, or nothing where it is full.
    fn landing(&self, column: u8) -> u64 {
        let filled = self.all_discs() >> (7 * column) & COLUMN;
        ((filled + 1) & COLUMN) << (7 * column)
    }

    fn height(&self, column: u8) -> u8 {
        (self.all_discs() >> (7 * column) & COLUMN).count_ones() as u8
    }

    fn owner(&self, column: u8, row: u8) -> Option<Player> {
        let at = bit(column, row);
        Player::BOTH
            .into_iter()
            .find(|&player| self.discs(player) & at != 0)
    }
}

impl Position for ConnectFour {
    type Move = u8;
    type Undo = Self;
    const SLOTS: usize = COLUMNS as usize;

    fn turn(&self) -> Player {
        self.turn
    }

    fn key(&self) -> u64 {
        zobrist::mix(self.own ^ zobrist::mix(self.opp << 1 | self.turn as u64))
    }

    fn decided(&self) -> Option<Outcome> {
        let outcome = if self.rules.misere {
            Outcome::Win
        } else {
            Outcome::Loss
        };
        four(self.opp).then_some(outcome)
    }

    fn stuck(&self) -> Outcome {
        Outcome::Draw
    }

    /// From the centre outwards: a good order is worth more than a fast search.
    fn generate(&self, moves: &mut Vec<u8>) {
        let open = |column: &u8| self.landing(*column) != 0;
        moves.extend([3, 2, 4, 1, 5, 0, 6].into_iter().filter(open));
    }

    fn play(&mut self, column: u8) -> Self {
        let before = *self;
        *self = Self {
            own: self.opp,
            opp: self.own | self.landing(column),
            turn: !self.turn,
            rules: self.rules,
        };
        before
    }

    fn undo(&mut self, _: u8, before: Self) {
        *self = before;
    }

    fn pack(&self, column: u8) -> u16 {
        column.into()
    }

    fn unpack(&self, bits: u16) -> Option<u8> {
        (0..COLUMNS).find(|&column| u16::from(column) == bits && self.landing(column) != 0)
    }

    fn slot(&self, column: u8) -> usize {
        column.into()
    }
}

/// A text that is no position or no move.
#[derive(Debug, thiserror::Error)]
pub enum BadText {
    /// No position.
    #[error(
        "{0:?} is no position: seven columns of x and o from below, as ///xo///, and whose turn"
    )]
    Position(String),
    /// No legal move.
    #[error("{0:?} is no column from a to g with room for a disc")]
    Move(String),
}

/// The columns from below, and whose turn it is: `///xo/// x`.
impl fmt::Display for ConnectFour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |player| if player == Player::First { 'x' } else { 'o' };
        for column in 0..COLUMNS {
            if column > 0 {
                f.write_str("/")?;
            }
            let mut discs = (0..ROWS).filter_map(|row| self.owner(column, row));
            discs.try_for_each(|player| write!(f, "{}", letter(player)))?;
        }
        write!(f, " {}", letter(self.turn))
    }
}

impl FromStr for ConnectFour {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Self, BadText> {
        let read = || {
            if text == "startpos" {
                return Some(Self::START);
            }
            let (board, turn) = text.split_once(' ')?;
            let columns: Vec<&str> = board.split('/').collect();
            if columns.len() != usize::from(COLUMNS) {
                return None;
            }
            let [mut first, mut second] = [0, 0];
            for (column, discs) in (0..).zip(columns) {
                for (row, disc) in (0..).zip(discs.chars()) {
                    match disc {
                        _ if row >= ROWS => return None,
                        'x' => first |= bit(column, row),
                        'o' => second |= bit(column, row),
                        _ => return None,
                    }
                }
            }
            let [more, fewer] = [first, second].map(u64::count_ones);
            let (own, opp, turn) = match turn {
                "x" if more == fewer => (first, second, Player::First),
                "o" if more == fewer + 1 => (second, first, Player::Second),
                _ => return None,
            };
            let rules = Rules::default();
            (!four(own)).then_some(Self {
                own,
                opp,
                turn,
                rules,
            })
        };
        read().ok_or_else(|| BadText::Position(text.to_owned()))
    }
}

impl Notation for ConnectFour {
    type Rules = Rules;
    type Error = BadText;
    const NAME: &'static str = "connect-four";

    fn start(&rules: &Rules) -> Self {
        Self {
            rules,
            ..Self::START
        }
    }

    fn parse(text: &str, &rules: &Rules) -> Result<Self, BadText> {
        let pos: Self = text.parse()?;
        Ok(Self { rules, ..pos })
    }

    fn parse_move(&self, text: &str) -> Result<u8, BadText> {
        let column = match text.trim().as_bytes() {
            [letter] => letter.to_ascii_lowercase().wrapping_sub(b'a'),
            _ => COLUMNS,
        };
        let column = self
            .unpack(column.into())
            .filter(|_| self.decided().is_none());
        column.ok_or_else(|| BadText::Move(text.to_owned()))
    }

    fn format_move(&self, column: u8) -> String {
        char::from(b'a' + column).to_string()
    }

    fn player_name(player: Player) -> &'static str {
        match player {
            Player::First => "red",
            Player::Second => "yellow",
        }
    }

    fn reason(&self) -> Option<&'static str> {
        match self.outcome()? {
            Outcome::Draw => Some("the board is full"),
            Outcome::Win | Outcome::Loss => Some("four in a row"),
        }
    }

    fn board_view(&self) -> BoardView {
        let cell = |(column, row): (u8, u8)| Cell {
            name: format!("{}{}", self.format_move(column), row + 1),
            piece: self.piece(column, row),
        };
        BoardView::new(COLUMNS.into(), Self::squares().map(cell))
    }

    fn move_cells(&self, column: u8) -> MoveCells {
        let row = self.height(column).min(ROWS - 1);
        let above = usize::from(ROWS - 1 - row);
        MoveCells {
            from: None,
            to: Some(above * usize::from(COLUMNS) + usize::from(column)),
        }
    }

    /// The discs of the row of four, or of several that one disc completed.
    fn deciding_cells(&self) -> Vec<usize> {
        let row = fours(self.opp);
        let squares = (0..ROWS)
            .rev()
            .flat_map(|row| (0..COLUMNS).map(move |column| bit(column, row)));
        let cells = squares.enumerate();
        cells
            .filter_map(|(cell, square)| (row & square != 0).then_some(cell))
            .collect()
    }

    /// The square where the disc lands; any other of its column will do.
    fn move_routes(&self, column: u8) -> Vec<Vec<usize>> {
        let landing = self.move_cells(column).to;
        let squares = (0..usize::from(ROWS))
            .map(|row| Some(row * usize::from(COLUMNS) + usize::from(column)))
            .filter(|&square| square != landing);
        let routes = std::iter::once(landing).chain(squares).flatten();
        routes.map(|square| vec![square]).collect()
    }

    fn presentation() -> Presentation {
        let sides = [
            PlayerLook::new(Text::new("Red", "红方"), "#c8352b"),
            PlayerLook::new(Text::new("Yellow", "黄方"), "#edb92e"),
        ];
        Presentation::new(Text::new("Connect four", "四子棋"), sides)
            .how_to_play(Text::new(
                "Choose a column, and your disc falls to its lowest free square; four in a row win.",
                "选择一列，棋子落到该列最下方的空格；先连成四子者胜。",
            ))
            .word("reason.four in a row", Text::new("four in a row", "四子连线"))
            .word("reason.the board is full", Text::new("the board is full", "棋盘已满"))
            .word("rule.misere", Text::new("Four in a row lose", "连成四子者负"))
            .word("unit.open lines", Text::new("open lines", "活线"))
    }
}

impl Symmetric for ConnectFour {}
