//! Positions, moves and the end of the game.

use crate::board::{BOARD, Kind, Square, goal, mirrored, reached, squares};
use engines::Symmetric;
use engines::game_core::{Adjudication, Outcome, Player, Position, zobrist};

/// A move: on the board, or from the hand to the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A piece goes one step and takes what stands there.
    Step {
        /// Where it comes from.
        from: Square,
        /// Where it goes.
        to: Square,
    },
    /// A piece in hand is put on an empty square.
    Drop {
        /// What it is.
        kind: Kind,
        /// Where it is put.
        to: Square,
    },
}

impl Move {
    /// Twelve squares and three kinds in hand to come from, twelve squares to go to.
    const COUNT: usize = (Square::COUNT + Kind::IN_HAND.len()) * Square::COUNT;

    /// Where it goes.
    pub const fn to(self) -> Square {
        match self {
            Self::Step { to, .. } | Self::Drop { to, .. } => to,
        }
    }

    /// Its number, below [`COUNT`](Self::COUNT).
    fn index(self) -> usize {
        let (from, to) = match self {
            Self::Step { from, to } => (from.index(), to),
            Self::Drop { kind, to } => (Square::COUNT + kind.index(), to),
        };
        from * Square::COUNT + to.index()
    }

    /// The move of that number.
    fn of_index(index: usize) -> Option<Self> {
        let (from, to) = (index / Square::COUNT, Square::new(index % Square::COUNT)?);
        match Square::new(from) {
            Some(from) => Some(Self::Step { from, to }),
            None => {
                let kind = *Kind::IN_HAND.get(from - Square::COUNT)?;
                Some(Self::Drop { kind, to })
            }
        }
    }
}

/// What stands where, and what is in hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Placement {
    /// The squares of each kind, by player.
    pub pieces: [[u16; Kind::ALL.len()]; 2],
    /// How many are in hand of each kind that can be, by player.
    pub hands: [[u8; Kind::IN_HAND.len()]; 2],
}

/// What a move changed, besides what the move itself says.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    placement: Placement,
    key: u64,
}

/// A position of animal shogi (M. Kitao and M. Fujita, 2008). The first player plays upwards.
///
/// Two positions are equal if board, hands and turn are: the moves that led there take part in
/// [`adjudicate`](Position::adjudicate) only.
///
/// ```
/// use animal_shogi::AnimalShogi;
/// use engines::game_core::{Notation, Outcome, Position, perft};
/// assert_eq!(perft(&AnimalShogi::start(&()), 1), 4);
/// // The lion has come to the last row, where nothing can take it.
/// let pos: AnimalShogi = "L2/2e/l2/3[] b".parse()?;
/// assert_eq!(pos.decided(), Some(Outcome::Loss));
/// # Ok::<(), animal_shogi::TextError>(())
/// ```
#[derive(Clone, Debug)]
pub struct AnimalShogi {
    placement: Placement,
    turn: Player,
    key: u64,
    history: History,
}

/// The keys of the positions before each move since the position was set up.
#[derive(Debug)]
struct History(Vec<u64>);

impl History {
    /// Room for a search below a game, so that playing moves does not allocate.
    const SPARE: usize = 256;

    fn new() -> Self {
        Self(Vec::with_capacity(Self::SPARE))
    }
}

impl Clone for History {
    /// Clones with room to spare, which a derived clone would not have.
    fn clone(&self) -> Self {
        let mut keys = Vec::with_capacity(self.0.len() + Self::SPARE);
        keys.extend_from_slice(&self.0);
        Self(keys)
    }
}

/// The most pieces of a kind in hand.
pub(crate) const MOST_IN_HAND: u8 = 2;

/// Five kinds on twelve squares for two players; three kinds in two hands, the first and the second
/// of each; the turn.
static KEYS: [u64; IN_HAND + 12 + 1] = zobrist::keys(*b"anishogi");
const IN_HAND: usize = 2 * Kind::ALL.len() * Square::COUNT;
const TURN: usize = IN_HAND + 12;

fn piece_key(player: Player, kind: Kind, square: Square) -> u64 {
    KEYS[(player.index() * Kind::ALL.len() + kind.index()) * Square::COUNT + square.index()]
}

/// The key of the piece in hand that makes them `count`, at least 1.
fn hand_key(player: Player, kind: Kind, count: u8) -> u64 {
    let piece = player.index() * Kind::IN_HAND.len() + kind.index();
    KEYS[IN_HAND + piece * usize::from(MOST_IN_HAND) + usize::from(count) - 1]
}

impl AnimalShogi {
    /// The position with these pieces, no more than two of a kind in hand.
    pub(crate) fn set_up(placement: Placement, turn: Player) -> Self {
        let mut key = if turn == Player::First { 0 } else { KEYS[TURN] };
        for player in Player::BOTH {
            for kind in Kind::ALL {
                for square in squares(placement.pieces[player.index()][kind.index()]) {
                    key ^= piece_key(player, kind, square);
                }
            }
            for kind in Kind::IN_HAND {
                for count in 1..=placement.hands[player.index()][kind.index()] {
                    key ^= hand_key(player, kind, count);
                }
            }
        }
        Self {
            placement,
            turn,
            key,
            history: History::new(),
        }
    }

    /// The initial position.
    pub(crate) fn initial() -> Self {
        // Chick, elephant, giraffe, hen and lion.
        let pieces = [
            [0o0020, 0o0001, 0o0004, 0, 0o0002],
            [0o0200, 0o4000, 0o1000, 0, 0o2000],
        ];
        let hands = Default::default();
        Self::set_up(Placement { pieces, hands }, Player::First)
    }

    /// The squares of the pieces of `player` of one kind.
    pub fn pieces(&self, player: Player, kind: Kind) -> u16 {
        self.placement.pieces[player.index()][kind.index()]
    }

    /// How many pieces of that kind `player` has in hand: chicks, elephants or giraffes.
    pub fn in_hand(&self, player: Player, kind: Kind) -> u8 {
        let hand = self.placement.hands[player.index()];
        hand.get(kind.index()).copied().unwrap_or(0)
    }

    /// The squares of all pieces of `player`.
    pub fn occupied(&self, player: Player) -> u16 {
        let own = self.placement.pieces[player.index()].iter();
        own.fold(0, |all, bits| all | bits)
    }

    /// The empty squares.
    pub fn empty(&self) -> u16 {
        BOARD & !self.occupied(Player::First) & !self.occupied(Player::Second)
    }

    /// What `player` has on a square.
    pub fn kind_at(&self, player: Player, square: Square) -> Option<Kind> {
        let mut kinds = Kind::ALL.into_iter();
        kinds.find(|&kind| self.pieces(player, kind) & square.bit() != 0)
    }

    /// The square of the lion of `player`, unless it is taken.
    pub fn lion(&self, player: Player) -> Option<Square> {
        squares(self.pieces(player, Kind::Lion)).next()
    }

    /// Whether a piece of `player` reaches a square by a step.
    pub fn attacks(&self, player: Player, square: Square) -> bool {
        let from = |kind| reached(!player, kind, square) & self.pieces(player, kind);
        Kind::ALL.into_iter().any(|kind| from(kind) != 0)
    }

    /// Whether the lion of `player` is attacked.
    pub fn is_in_check(&self, player: Player) -> bool {
        let lion = self.lion(player);
        lion.is_some_and(|square| self.attacks(!player, square))
    }

    /// The lion of a player that has reached the last row and is safe there: it cannot be taken, or
    /// it could and was not. That of the player to move has been there longer.
    pub(crate) fn lion_at_goal(&self) -> Option<(Player, Square)> {
        [self.turn, !self.turn].into_iter().find_map(|player| {
            let square = self.lion(player)?;
            let has_come = goal(player) & square.bit() != 0;
            let is_safe = player == self.turn || !self.attacks(!player, square);
            (has_come && is_safe).then_some((player, square))
        })
    }

    /// Whether a step takes something, promotes a chick or brings the lion to the last row.
    pub(crate) fn is_noisy(&self, mv: Move) -> bool {
        let Move::Step { from, to } = mv else {
            return false;
        };
        let runners = self.pieces(self.turn, Kind::Chick) | self.pieces(self.turn, Kind::Lion);
        let arrives = runners & from.bit() != 0 && goal(self.turn) & to.bit() != 0;
        arrives || self.occupied(!self.turn) & to.bit() != 0
    }

    /// Plies back to the last time that this position occurred, if it did.
    pub fn last_occurrence(&self) -> Option<usize> {
        self.occurrences().next()
    }

    /// How many plies ago this position occurred before, the latest first.
    fn occurrences(&self) -> impl Iterator<Item = usize> {
        // With the same player to move, and after two moves of each at the earliest.
        let back = (1..).zip(self.history.0.iter().rev()).skip(3).step_by(2);
        back.filter(|(_, key)| **key == self.key)
            .map(|(back, _)| back)
    }

    fn toggle(&mut self, player: Player, kind: Kind, square: Square) {
        self.placement.pieces[player.index()][kind.index()] ^= square.bit();
        self.key ^= piece_key(player, kind, square);
    }

    fn put_in_hand(&mut self, player: Player, kind: Kind) {
        let count = &mut self.placement.hands[player.index()][kind.index()];
        *count += 1;
        self.key ^= hand_key(player, kind, *count);
    }

    fn take_from_hand(&mut self, player: Player, kind: Kind) {
        let count = &mut self.placement.hands[player.index()][kind.index()];
        self.key ^= hand_key(player, kind, *count);
        *count -= 1;
    }

    /// Whether [`generate`](Position::generate) offers that move.
    fn offers(&self, mv: Move) -> bool {
        match mv {
            Move::Step { from, to } => self.kind_at(self.turn, from).is_some_and(|kind| {
                let free = !self.occupied(self.turn);
                reached(self.turn, kind, from) & free & to.bit() != 0
            }),
            Move::Drop { kind, to } => {
                self.in_hand(self.turn, kind) > 0 && self.empty() & to.bit() != 0
            }
        }
    }
}

impl PartialEq for AnimalShogi {
    fn eq(&self, other: &Self) -> bool {
        self.placement == other.placement && self.turn == other.turn
    }
}

impl Position for AnimalShogi {
    type Move = Move;
    type Undo = Undo;
    const SLOTS: usize = Move::COUNT;

    fn turn(&self) -> Player {
        self.turn
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn decided(&self) -> Option<Outcome> {
        if self.lion(self.turn).is_none() {
            return Some(Outcome::Loss);
        }
        let (winner, _) = self.lion_at_goal()?;
        Some(Outcome::of(Some(winner), self.turn))
    }

    /// Every piece that could move has one of its own side before it, and no hand has a piece.
    fn stuck(&self) -> Outcome {
        Outcome::Loss
    }

    /// A draw by the third occurrence of a position. It occurred before a move each time: there is
    /// one.
    fn adjudicate(&self) -> Option<Adjudication> {
        let reach = self.occurrences().nth(1)?;
        Some(Adjudication {
            outcome: Outcome::Draw,
            reach,
        })
    }

    fn generate(&self, moves: &mut Vec<Move>) {
        let free = !self.occupied(self.turn);
        for kind in Kind::ALL {
            for from in squares(self.pieces(self.turn, kind)) {
                let reached = squares(reached(self.turn, kind, from) & free);
                moves.extend(reached.map(|to| Move::Step { from, to }));
            }
        }
        let in_hand = Kind::IN_HAND.into_iter();
        for kind in in_hand.filter(|&kind| self.in_hand(self.turn, kind) > 0) {
            moves.extend(squares(self.empty()).map(|to| Move::Drop { kind, to }));
        }
    }

    fn play(&mut self, mv: Move) -> Undo {
        let undo = Undo {
            placement: self.placement,
            key: self.key,
        };
        let player = self.turn;
        self.history.0.push(self.key);
        match mv {
            Move::Step { from, to } => {
                let taken = self.kind_at(!player, to);
                if let Some(kind) = taken {
                    self.toggle(!player, kind, to);
                }
                if let Some(kind) = taken.and_then(Kind::taken) {
                    self.put_in_hand(player, kind);
                }
                if let Some(kind) = self.kind_at(player, from) {
                    let promotes = kind == Kind::Chick && goal(player) & to.bit() != 0;
                    self.toggle(player, kind, from);
                    self.toggle(player, if promotes { Kind::Hen } else { kind }, to);
                }
            }
            Move::Drop { kind, to } => {
                self.take_from_hand(player, kind);
                self.toggle(player, kind, to);
            }
        }
        self.turn = !player;
        self.key ^= KEYS[TURN];
        undo
    }

    fn undo(&mut self, _: Move, undo: Undo) {
        self.history.0.pop();
        self.placement = undo.placement;
        self.key = undo.key;
        self.turn = !self.turn;
    }

    fn pack(&self, mv: Move) -> u16 {
        mv.index() as u16
    }

    fn unpack(&self, bits: u16) -> Option<Move> {
        Move::of_index(bits.into()).filter(|&mv| self.offers(mv))
    }

    fn slot(&self, mv: Move) -> usize {
        mv.index()
    }
}

/// A position and its mirror image are one to a book.
impl Symmetric for AnimalShogi {
    fn canonical_form(&self) -> (Self, usize) {
        let Placement { pieces, hands } = self.placement;
        let pieces = pieces.map(|kinds| kinds.map(mirrored));
        let image = Placement { pieces, hands };
        if image < self.placement {
            (Self::set_up(image, self.turn), 1)
        } else {
            (self.clone(), 0)
        }
    }

    fn move_image(&self, mv: Move, symmetry: usize) -> Move {
        match mv {
            _ if symmetry == 0 => mv,
            Move::Step { from, to } => Move::Step {
                from: from.mirrored(),
                to: to.mirrored(),
            },
            Move::Drop { kind, to } => Move::Drop {
                kind,
                to: to.mirrored(),
            },
        }
    }
}
