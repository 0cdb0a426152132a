//! The text of positions and moves.

use crate::board::{Kind, Square};
use crate::position::{AnimalShogi, MOST_IN_HAND, Move, Placement};
use crate::presentation;
use engines::game_core::{
    BoardShape, BoardView, Cell, MoveCells, Notation, Piece, Player, Position, Presentation,
};
use std::fmt::{self, Write};
use std::str::FromStr;

/// A text that is no position or no legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TextError {
    /// A position is written as the board of a chess game, with the pieces in hand in brackets.
    #[error("{text:?} is no position as {START}: {why}")]
    Position {
        /// The text.
        text: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// A move is `b2b3` or `C*b2`.
    #[error("{0:?} is no legal move as b2b3 or C*b2")]
    Move(String),
}

/// The initial position's text.
const START: &str = "gle/1c1/1C1/ELG[] w";

/// The letter of a piece: in upper case for the first player's.
fn sign(player: Player, kind: Kind) -> char {
    match player {
        Player::First => kind.letter(),
        Player::Second => kind.letter().to_ascii_lowercase(),
    }
}

/// The piece of a letter.
fn piece(sign: char) -> Option<(Player, Kind)> {
    let player = match sign.is_ascii_uppercase() {
        true => Player::First,
        false => Player::Second,
    };
    Some((player, Kind::of_letter(sign)?))
}

/// The rows from the top as in a FEN of chess, the first player's pieces in upper case; those in
/// hand; and `w` where the first player is to move, else `b`.
impl fmt::Display for AnimalShogi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..4).rev() {
            let mut empty = 0;
            for square in Square::all().filter(|square| square.row() == row) {
                let Some((player, kind)) = self.piece_at(square) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    write!(f, "{empty}")?;
                    empty = 0;
                }
                f.write_char(sign(player, kind))?;
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            f.write_char(if row > 0 { '/' } else { '[' })?;
        }
        for player in Player::BOTH {
            for kind in Kind::IN_HAND {
                for _ in 0..self.in_hand(player, kind) {
                    f.write_char(sign(player, kind))?;
                }
            }
        }
        f.write_str(match self.turn() {
            Player::First => "] w",
            Player::Second => "] b",
        })
    }
}

/// The squares of each kind in the rows of a board.
fn read_board(rows: &str, placement: &mut Placement) -> Result<(), &'static str> {
    let rows: Vec<&str> = rows.split('/').collect();
    if rows.len() != 4 {
        return Err("there are four rows");
    }
    for (row, text) in (0..4).rev().zip(rows) {
        let mut column = 0;
        for letter in text.chars() {
            if let Some(empty @ 1..=3) = letter.to_digit(10) {
                column += empty as usize;
                continue;
            }
            let (player, kind) = piece(letter).ok_or("pieces are C, E, G, H and L")?;
            let square = Square::new(3 * row + column).filter(|_| column < 3);
            let square = square.ok_or("a row has three squares")?;
            placement.pieces[player.index()][kind.index()] |= square.bit();
            column += 1;
        }
        if column != 3 {
            return Err("a row has three squares");
        }
    }
    Ok(())
}

fn read_hands(letters: &str, placement: &mut Placement) -> Result<(), &'static str> {
    for letter in letters.chars() {
        let in_hand = piece(letter).and_then(|(player, kind)| {
            let hand = &mut placement.hands[player.index()];
            hand.get_mut(kind.index())
        });
        let count = in_hand.ok_or("chicks, elephants and giraffes can be in hand")?;
        if *count == MOST_IN_HAND {
            return Err("there are two pieces of a kind at the most");
        }
        *count += 1;
    }
    Ok(())
}

/// How many pieces of a kind there are, chicks and hens being one.
fn count(pos: &AnimalShogi, kind: Kind) -> u32 {
    let of = |kind| {
        let players = Player::BOTH.into_iter();
        let all = players.map(|player| {
            pos.pieces(player, kind).count_ones() + u32::from(pos.in_hand(player, kind))
        });
        all.sum::<u32>()
    };
    match kind {
        Kind::Chick => of(Kind::Chick) + of(Kind::Hen),
        kind => of(kind),
    }
}

fn read_position(text: &str) -> Result<AnimalShogi, &'static str> {
    let (board, rest) = text.split_once('[').ok_or("the hands follow in brackets")?;
    let (hands, turn) = rest.split_once("] ").ok_or("the turn follows the hands")?;
    let turn = match turn {
        "w" => Player::First,
        "b" => Player::Second,
        _ => return Err("the turn is w or b"),
    };
    let mut placement = Placement::default();
    read_board(board, &mut placement)?;
    read_hands(hands, &mut placement)?;
    let pos = AnimalShogi::set_up(placement, turn);
    let lions = |player| pos.pieces(player, Kind::Lion).count_ones();
    if lions(!turn) != 1 || lions(turn) > 1 {
        return Err("each side has a lion, unless it has just been taken");
    }
    if Kind::IN_HAND.iter().any(|&kind| count(&pos, kind) > 2) {
        return Err("there are two pieces of a kind at the most");
    }
    Ok(pos)
}

impl FromStr for AnimalShogi {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        if text == "startpos" {
            return Ok(Self::initial());
        }
        read_position(text).map_err(|why| TextError::Position {
            text: text.to_owned(),
            why,
        })
    }
}

/// The first cell of the board, below the second player's hand.
const FIRST_SQUARE: usize = 3;
/// The first cell of the first player's hand, below the board.
const FIRST_HAND: usize = FIRST_SQUARE + Square::COUNT;

/// The cell of a square: the top row comes first.
fn cell(square: Square) -> usize {
    FIRST_SQUARE + 3 * (3 - square.row()) + square.column()
}

/// The cell of a kind in hand. Seen from either side the kinds stand in the same order.
fn hand_cell(player: Player, kind: Kind) -> usize {
    match player {
        Player::First => FIRST_HAND + kind.index(),
        Player::Second => FIRST_SQUARE - 1 - kind.index(),
    }
}

impl AnimalShogi {
    fn piece_at(&self, square: Square) -> Option<(Player, Kind)> {
        let owned = |player| Some((player, self.kind_at(player, square)?));
        Player::BOTH.into_iter().find_map(owned)
    }
}

impl Notation for AnimalShogi {
    type Rules = ();
    type Error = TextError;
    const NAME: &'static str = "animal-shogi";

    fn start((): &()) -> Self {
        Self::initial()
    }

    fn parse(text: &str, (): &()) -> Result<Self, TextError> {
        text.parse()
    }

    /// `b2b3`, or `C*b2` for a piece in hand.
    fn parse_move(&self, text: &str) -> Result<Move, TextError> {
        let read = || {
            let (from, to) = text.split_at_checked(2)?;
            let to = Square::named(to)?;
            let mv = match from.strip_suffix('*') {
                Some(letter) => Move::Drop {
                    kind: Kind::of_letter(letter.parse().ok()?)?,
                    to,
                },
                None => Move::Step {
                    from: Square::named(from)?,
                    to,
                },
            };
            let legal = self.decided().is_none() && self.unpack(self.pack(mv)) == Some(mv);
            legal.then_some(mv)
        };
        read().ok_or_else(|| TextError::Move(text.to_owned()))
    }

    fn format_move(&self, mv: Move) -> String {
        match mv {
            Move::Step { from, to } => format!("{from}{to}"),
            Move::Drop { kind, to } => format!("{}*{to}", kind.letter()),
        }
    }

    fn player_name(player: Player) -> &'static str {
        match player {
            Player::First => "forest",
            Player::Second => "sky",
        }
    }

    fn reason(&self) -> Option<&'static str> {
        if self.lion(self.turn()).is_none() {
            return Some("the lion is taken");
        }
        if self.lion_at_goal().is_some() {
            return Some("the lion is safe on the last row");
        }
        match self.legal_moves(&mut Vec::new()) {
            Some(_) => Some("no legal move"),
            None => self.adjudicate().map(|_| "threefold repetition"),
        }
    }

    /// The second player's hand, the board and the first player's hand: each kind in hand has a cell
    /// of its own, whose name a drop begins with.
    fn board_view(&self) -> BoardView {
        let named = |name| Cell { name, piece: None };
        let mut cells = vec![named(String::new()); FIRST_HAND + FIRST_SQUARE];
        for square in Square::all() {
            cells[cell(square)] = Cell {
                name: square.to_string(),
                piece: self.piece_at(square).map(|(owner, kind)| Piece {
                    owner,
                    letter: kind.letter(),
                }),
            };
        }
        let mut counts = Vec::new();
        for owner in Player::BOTH {
            for kind in Kind::IN_HAND {
                let (at, count) = (hand_cell(owner, kind), self.in_hand(owner, kind));
                let letter = kind.letter();
                cells[at] = Cell {
                    name: format!("{}*", sign(owner, kind)),
                    piece: (count > 0).then_some(Piece { owner, letter }),
                };
                counts.push((at, count.into()));
            }
        }
        BoardView::new(3, cells).with_counts(counts)
    }

    fn move_cells(&self, mv: Move) -> MoveCells {
        let from = match mv {
            Move::Step { from, .. } => cell(from),
            Move::Drop { kind, .. } => hand_cell(self.turn(), kind),
        };
        MoveCells {
            from: Some(from),
            to: Some(cell(mv.to())),
        }
    }

    fn board_shape(&self) -> BoardShape {
        presentation::board_shape(&self.board_view())
    }

    fn presentation() -> Presentation {
        presentation::presentation()
    }

    /// The lion that is safe on the last row.
    fn deciding_cells(&self) -> Vec<usize> {
        if self.lion(self.turn()).is_none() {
            return Vec::new();
        }
        let at_goal = self.lion_at_goal().map(|(_, square)| cell(square));
        at_goal.into_iter().collect()
    }

    fn checked_cells(&self) -> Vec<usize> {
        let lion = self.lion(self.turn());
        let attacked = lion.filter(|_| self.decided().is_none() && self.is_in_check(self.turn()));
        attacked.map(cell).into_iter().collect()
    }
}
