//! Positions, moves and the end of the game.

use crate::board::{Board, Line};
use engines::Symmetric;
use engines::game_core::{Outcome, Player, Position, zobrist};

/// What may be agreed on before a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Rows of boxes, from 1 to [`LARGEST`](crate::LARGEST).
    pub rows: u8,
    /// Columns of boxes, from 1 to [`LARGEST`](crate::LARGEST).
    pub columns: u8,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            rows: 4,
            columns: 4,
        }
    }
}

/// A position of dots and boxes: who has drawn which line, and closed which box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DotsAndBoxes {
    drawn: [u64; 2],
    closed: [u32; 2],
    turn: Player,
    rules: Rules,
}

impl DotsAndBoxes {
    /// A board without a line.
    pub fn empty_board(rules: Rules) -> Self {
        Self::set_up(rules, Player::First, [0; 2], [0; 2])
    }

    pub(crate) fn set_up(rules: Rules, turn: Player, drawn: [u64; 2], closed: [u32; 2]) -> Self {
        Self {
            drawn,
            closed,
            turn,
            rules,
        }
    }

    /// The rules of the game.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    pub(crate) fn board(&self) -> &'static Board {
        Board::of(self.rules.rows, self.rules.columns)
    }

    /// The lines drawn by either player.
    pub(crate) fn lines(&self) -> u64 {
        self.drawn[0] | self.drawn[1]
    }

    /// The lines that are not drawn yet.
    pub(crate) fn open(&self) -> u64 {
        self.board().lines & !self.lines()
    }

    /// Who drew a line.
    pub(crate) fn drawn_by(&self, line: Line) -> Option<Player> {
        owner(self.drawn.map(|drawn| drawn >> line & 1 != 0))
    }

    /// Who closed a box.
    pub(crate) fn closed_by(&self, number: usize) -> Option<Player> {
        owner(self.closed.map(|closed| closed >> number & 1 != 0))
    }

    /// How many boxes `player` has closed.
    pub fn boxes(&self, player: Player) -> u32 {
        self.closed[player.index()].count_ones()
    }

    /// The boxes of the player to move, less those of the opponent.
    pub fn margin(&self) -> i32 {
        self.boxes(self.turn) as i32 - self.boxes(!self.turn) as i32
    }

    /// How many of the lines round the boxes beside `line` are drawn: of each.
    pub(crate) fn sides_beside(&self, line: Line) -> impl Iterator<Item = u32> {
        let lines = self.lines();
        let board = self.board();
        let beside = board.beside[usize::from(line)].iter();
        beside.map(move |&number| (board.boxes[number] & lines).count_ones())
    }

    /// Whether the line is the fourth of a box.
    pub(crate) fn closes(&self, line: Line) -> bool {
        self.sides_beside(line).any(|sides| sides == 3)
    }
}

/// The player whose half of the pair is set.
fn owner(halves: [bool; 2]) -> Option<Player> {
    let mut players = Player::BOTH.into_iter();
    players.find(|player| halves[player.index()])
}

/// The lines of a set.
pub(crate) fn each(mut lines: u64) -> impl Iterator<Item = Line> {
    std::iter::from_fn(move || {
        let line = (lines != 0).then(|| lines.trailing_zeros() as Line)?;
        lines &= lines - 1;
        Some(line)
    })
}

impl Position for DotsAndBoxes {
    type Move = Line;
    type Undo = Self;
    const SLOTS: usize = u64::BITS as usize;
    /// A box more is a move more.
    const TURNS_ALTERNATE: bool = false;

    fn turn(&self) -> Player {
        self.turn
    }

    /// Who drew a line does not matter, nor which boxes a player has, but how many.
    fn key(&self) -> u64 {
        let Rules { rows, columns } = self.rules;
        let rest = [
            self.closed[0].count_ones() as u8,
            rows,
            columns,
            self.turn as u8,
        ];
        zobrist::mix(self.lines() ^ zobrist::mix(u32::from_le_bytes(rest).into()))
    }

    /// When every line is drawn, who has more boxes has won.
    fn decided(&self) -> Option<Outcome> {
        (self.open() == 0).then(|| match self.margin() {
            0 => Outcome::Draw,
            1.. => Outcome::Win,
            _ => Outcome::Loss,
        })
    }

    /// Never asked: while a line is open it may be drawn.
    fn stuck(&self) -> Outcome {
        Outcome::Draw
    }

    fn generate(&self, moves: &mut Vec<Line>) {
        moves.extend(each(self.open()));
    }

    fn count_moves(&self) -> u64 {
        self.open().count_ones().into()
    }

    fn play(&mut self, line: Line) -> Self {
        let before = *self;
        let own = self.turn.index();
        let board = self.board();
        self.drawn[own] |= 1 << line;
        let lines = self.lines();
        let beside = board.beside[usize::from(line)].iter();
        let closed: u32 = beside
            .filter(|&&number| board.boxes[number] & !lines == 0)
            .map(|number| 1 << number)
            .sum();
        if closed == 0 {
            self.turn = !self.turn;
        } else {
            self.closed[own] |= closed;
        }
        before
    }

    fn undo(&mut self, _: Line, before: Self) {
        *self = before;
    }

    fn pack(&self, line: Line) -> u16 {
        line.into()
    }

    fn unpack(&self, bits: u16) -> Option<Line> {
        let line = Line::try_from(bits).ok().filter(|&line| line < 64)?;
        (self.open() >> line & 1 != 0).then_some(line)
    }

    fn slot(&self, line: Line) -> usize {
        line.into()
    }
}

impl Symmetric for DotsAndBoxes {}
