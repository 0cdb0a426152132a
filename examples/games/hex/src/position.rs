//! Positions, moves and the end of the game.

use crate::cells::{Cells, Geometry, STRIDE};
use engines::Symmetric;
use engines::game_core::{Outcome, Player, Position, zobrist};

/// What may be agreed on before a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Rows and columns of the board, from 3 to 19.
    pub size: u8,
    /// Whether the second player may take over the first stone instead of placing one.
    pub swap: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            size: 11,
            swap: true,
        }
    }
}

/// A move: a stone on an empty cell, or the swap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(pub(crate) u16);

impl Move {
    /// The second player takes over the first stone: it changes its colour, and its row and column
    /// change places, so that it lies to its new owner's edges as it did to those of the old one.
    pub const SWAP: Self = Self(STRIDE * 19);

    /// The null move of a search: no stone at all. It is never legal.
    pub(crate) const NULL: Self = Self(Self::SWAP.0 + 1);

    /// The row and the column of the stone, each from 0 at a1; `None` of the swap.
    pub const fn cell(self) -> Option<(u8, u8)> {
        if self.0 < Self::SWAP.0 {
            Some(((self.0 / STRIDE) as u8, (self.0 % STRIDE) as u8))
        } else {
            None
        }
    }
}

/// A position of Hex. Red is [`Player::First`] and joins the top and the bottom of the board, Blue
/// the left and the right.
///
/// ```
/// use hex::{Hex, Move};
/// use engines::game_core::{Notation, Position};
/// let mut pos = Hex::start(&Default::default());
/// pos.play(pos.parse_move("c9")?);
/// pos.play(Move::SWAP);
/// // Row 9 and column 3 have become row 3 and column 9, and the stone is Blue's.
/// assert_eq!(pos.to_string(), "11/11/8o2/11/11/11/11/11/11/11/11 x");
/// # Ok::<(), hex::TextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hex {
    stones: [Cells; 2],
    /// Those of each player's stones that are joined to the player's first edge: top or left.
    joined: [Cells; 2],
    turn: Player,
    key: u64,
    rules: Rules,
}

/// A stone of either player on each cell, and the turn.
static KEYS: [u64; 2 * Cells::COUNT + 1] = zobrist::keys(*b"hex\0\0\0\0\0");
const TURN: usize = 2 * Cells::COUNT;

fn stone_key(player: Player, cell: u16) -> u64 {
    KEYS[player.index() * Cells::COUNT + usize::from(cell)]
}

/// The cell whose row is the column of this one, and whose column is its row.
const fn reflected(cell: u16) -> u16 {
    STRIDE * (cell % STRIDE) + cell / STRIDE
}

impl Hex {
    /// The empty board under `rules`.
    pub fn empty_board(rules: Rules) -> Self {
        Self::set_up([Cells::NONE; 2], Player::First, rules)
    }

    /// The position with these stones.
    pub(crate) fn set_up(stones: [Cells; 2], turn: Player, rules: Rules) -> Self {
        let mut pos = Self {
            stones: [Cells::NONE; 2],
            joined: [Cells::NONE; 2],
            turn,
            key: if turn == Player::First { 0 } else { KEYS[TURN] },
            rules,
        };
        for player in Player::BOTH {
            for cell in stones[player.index()].iter() {
                pos.place(player, cell);
            }
        }
        pos
    }

    /// The rules of the game.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The stones of `player`.
    pub(crate) fn stones(&self, player: Player) -> Cells {
        self.stones[player.index()]
    }

    /// The empty cells.
    pub(crate) fn empty(&self) -> Cells {
        self.geometry().board & !(self.stones[0] | self.stones[1])
    }

    pub(crate) fn geometry(&self) -> &'static Geometry {
        Geometry::of(self.rules.size)
    }

    /// Whose stone is in that row and column.
    pub fn stone(&self, row: u8, column: u8) -> Option<Player> {
        let cell = STRIDE * u16::from(row) + u16::from(column);
        let mut players = Player::BOTH.into_iter();
        players.find(|&player| self.stones(player).has(cell))
    }

    /// Whether the player to move may swap: there is one stone, the opponent's.
    pub fn can_swap(&self) -> bool {
        let [own, other] = [self.turn, !self.turn].map(|player| self.stones(player));
        self.rules.swap && self.turn == Player::Second && own.is_empty() && other.count() == 1
    }

    /// Whether a player may swap now or after the next move.
    fn has_swap_ahead(&self) -> bool {
        let stones = self.stones.map(|stones| stones.count());
        self.can_swap() || self.rules.swap && self.turn == Player::First && stones == [0, 0]
    }

    /// Whether the stones of `player` join the player's edges.
    pub fn has_joined(&self, player: Player) -> bool {
        let [_, last] = self.geometry().edges[player.index()];
        !(self.joined[player.index()] & last.cells).is_empty()
    }

    /// Adds a stone, and what it joins to the player's first edge.
    fn place(&mut self, player: Player, cell: u16) {
        let at = player.index();
        let [first, _] = self.geometry().edges[at];
        self.stones[at] = self.stones[at].with(cell);
        self.key ^= stone_key(player, cell);
        let stone = Cells::one(cell);
        let touches = first.cells | self.joined[at].neighbours();
        if (stone & touches).is_empty() {
            return;
        }
        // Only the new stone leads to more.
        self.joined[at] = self.spread(player, self.joined[at] | stone, stone);
    }

    /// `joined` and the stones of `player` that `front`, a part of it, leads to.
    fn spread(&self, player: Player, mut joined: Cells, mut front: Cells) -> Cells {
        while !front.is_empty() {
            front = front.neighbours() & self.stones(player) & !joined;
            joined = joined | front;
        }
        joined
    }

    /// The position turned by half a circle: the same for both players.
    fn turned(&self) -> Self {
        let stones = self.stones.map(|stones| {
            let cells = stones.iter().map(|cell| self.opposite(cell));
            cells.fold(Cells::NONE, Cells::with)
        });
        Self::set_up(stones, self.turn, self.rules)
    }

    fn opposite(&self, cell: u16) -> u16 {
        let far = u16::from(self.rules.size) - 1;
        STRIDE * (far - cell / STRIDE) + far - cell % STRIDE
    }
}

impl Position for Hex {
    type Move = Move;
    type Undo = Self;
    const SLOTS: usize = Move::NULL.0 as usize + 1;

    fn turn(&self) -> Player {
        self.turn
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn key_after(&self, mv: Move) -> Option<u64> {
        mv.cell()
            .map(|_| self.key ^ KEYS[TURN] ^ stone_key(self.turn, mv.0))
    }

    fn decided(&self) -> Option<Outcome> {
        self.has_joined(!self.turn).then_some(Outcome::Loss)
    }

    /// Never asked: on a full board one player has joined the edges (J. Nash).
    fn stuck(&self) -> Outcome {
        Outcome::Draw
    }

    fn generate(&self, moves: &mut Vec<Move>) {
        moves.extend(self.empty().iter().map(Move));
        if self.can_swap() {
            moves.push(Move::SWAP);
        }
    }

    fn count_moves(&self) -> u64 {
        u64::from(self.empty().count()) + u64::from(self.can_swap())
    }

    fn play(&mut self, mv: Move) -> Self {
        let before = *self;
        match mv {
            Move::SWAP => {
                let stone = self.stones(!self.turn).iter().map(reflected);
                let stone = stone.fold(Cells::NONE, Cells::with);
                let mut stones = [Cells::NONE; 2];
                stones[self.turn.index()] = stone;
                *self = Self::set_up(stones, self.turn, self.rules);
            }
            Move::NULL => {}
            Move(cell) => self.place(self.turn, cell),
        }
        self.turn = !self.turn;
        self.key ^= KEYS[TURN];
        before
    }

    /// Who has joined the edges has won whatever is placed afterwards: stones are placed first, and
    /// looked at once.
    fn playout(
        &self,
        plies: usize,
        moves: &mut Vec<Move>,
        mut below: impl FnMut(usize) -> usize,
    ) -> Option<Outcome> {
        let mut pos = *self;
        let mut left = plies;
        while pos.has_swap_ahead() {
            left = left.checked_sub(1)?;
            moves.clear();
            pos.generate(moves);
            pos.play(moves[below(moves.len())]);
        }
        moves.clear();
        pos.generate(moves);
        for _ in 0..left.min(moves.len()) {
            let Move(cell) = moves.swap_remove(below(moves.len()));
            let stones = &mut pos.stones[pos.turn.index()];
            *stones = stones.with(cell);
            pos.turn = !pos.turn;
        }
        let winner = Player::BOTH.into_iter().find(|&player| {
            let [first, last] = pos.geometry().edges[player.index()];
            let start = first.cells & pos.stones(player);
            !(pos.spread(player, start, start) & last.cells).is_empty()
        })?;
        Some(Outcome::of(Some(winner), self.turn))
    }

    fn undo(&mut self, _: Move, before: Self) {
        *self = before;
    }

    fn pack(&self, mv: Move) -> u16 {
        mv.0
    }

    fn unpack(&self, bits: u16) -> Option<Move> {
        let is_cell = || usize::from(bits) < Cells::COUNT && self.empty().has(bits);
        let fits = Move(bits) == Move::SWAP && self.can_swap() || is_cell();
        fits.then_some(Move(bits))
    }

    fn slot(&self, mv: Move) -> usize {
        mv.0.into()
    }
}

/// A position and the same turned by half a circle are one to a book.
impl Symmetric for Hex {
    fn canonical_form(&self) -> (Self, usize) {
        let turned = self.turned();
        if turned.stones < self.stones {
            (turned, 1)
        } else {
            (*self, 0)
        }
    }

    fn move_image(&self, mv: Move, symmetry: usize) -> Move {
        if symmetry == 1 && mv.cell().is_some() {
            Move(self.opposite(mv.0))
        } else {
            mv
        }
    }
}
