//! Positions, moves and the end of the game.

use crate::board::{BOARD, Square, Step, crown_row, shift, squares, steps};
use engines::game_core::{Adjudication, Outcome, Player, Position, zobrist};

/// What may be agreed on before a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// A game is drawn after this many moves of each side without a capture or a move of a man, by
    /// the rules of the World Checkers Draughts Federation (WCDF) after 40; `None` for never.
    pub move_limit: Option<u16>,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            move_limit: Some(40),
        }
    }
}

/// A move: a step, or a capture of one piece or several.
///
/// Captures that end on the same square and take the same pieces are one move, whatever the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Where the piece comes from.
    pub from: Square,
    /// Where it goes; the same square, if a king comes back.
    pub to: Square,
    /// What it takes: bits as in [`BOARD`].
    pub(crate) captured: u64,
    /// Which of the captures between these two squares it is, in the order of generation.
    ///
    /// There are four at the most. A capturing piece stays on eight squares, which nine jumps
    /// join; sets of jumps with the same two ends differ by closed ways, of which there are two
    /// independent ones.
    pub(crate) route: u8,
}

impl Move {
    /// The most captures between two squares.
    pub(crate) const ROUTES: usize = 4;

    /// How many pieces it takes.
    pub const fn captures(self) -> u32 {
        self.captured.count_ones()
    }
}

/// What a move changed, besides what the move itself says.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    kings: u64,
    quiet: u16,
}

/// A way of a capturing piece: where it stands before and after each jump.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    squares: [Square; Self::MOST],
    len: usize,
}

impl Way {
    /// Nine jumps at the most: see [`Move`].
    const MOST: usize = 10;

    fn from(square: Square) -> Self {
        Self {
            squares: [square; Self::MOST],
            len: 1,
        }
    }

    fn then(mut self, square: Square) -> Self {
        self.squares[self.len] = square;
        self.len += 1;
        self
    }

    pub fn squares(&self) -> &[Square] {
        &self.squares[..self.len]
    }
}

/// A position of English draughts. Black is [`Player::First`] and plays from the top of the board,
/// from low numbers to high ones.
///
/// Two positions are equal if placement, turn, rules and the count of quiet plies are: the moves
/// that led there take part in [`adjudicate`](Position::adjudicate) only.
///
/// ```
/// use draughts::Draughts;
/// use engines::game_core::{Notation, perft};
/// let start = Draughts::start(&Default::default());
/// assert_eq!(perft(&start, 3), 302);
/// // Both pieces may be taken, and a capture must be made.
/// let pos: Draughts = "B:W6,7,15:B2,K19".parse()?;
/// let moves: Vec<_> = pos.captures().into_iter().map(|mv| pos.format_move(mv)).collect();
/// assert_eq!(moves, ["2x9", "2x11x18", "19x10x3", "19x10x1"]);
/// # Ok::<(), draughts::TextError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Draughts {
    pieces: [u64; 2],
    kings: u64,
    turn: Player,
    key: u64,
    /// Plies since the last capture or move of a man.
    quiet: u16,
    rules: Rules,
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

/// Two kinds on 32 squares for two players, and the turn.
static KEYS: [u64; 2 * 2 * Square::COUNT + 1] = zobrist::keys(*b"draughts");
const TURN: usize = 2 * 2 * Square::COUNT;

fn piece_key(player: Player, is_king: bool, square: Square) -> u64 {
    KEYS[(player.index() * 2 + usize::from(is_king)) * Square::COUNT + square.index()]
}

impl Draughts {
    /// The position with these pieces, `kings` among those of `pieces`, after `quiet` plies
    /// without a capture or a move of a man.
    pub(crate) fn set_up(
        pieces: [u64; 2],
        kings: u64,
        turn: Player,
        quiet: u16,
        rules: Rules,
    ) -> Self {
        let mut key = if turn == Player::First { 0 } else { KEYS[TURN] };
        for player in Player::BOTH {
            for square in squares(pieces[player.index()]) {
                key ^= piece_key(player, kings & square.bit() != 0, square);
            }
        }
        Self {
            pieces,
            kings,
            turn,
            key,
            quiet,
            rules,
            history: History::new(),
        }
    }

    /// The initial position under `rules`.
    pub fn initial(rules: Rules) -> Self {
        let rows = |bits: u64| bits & BOARD;
        let black = rows((1 << 13) - 1);
        let white = rows(!((1 << 22) - 1));
        Self::set_up([black, white], 0, Player::First, 0, rules)
    }

    /// The pieces of `player`, men and kings, as bits of [`BOARD`].
    pub fn pieces(&self, player: Player) -> u64 {
        self.pieces[player.index()]
    }

    /// The kings of both players.
    pub fn kings(&self) -> u64 {
        self.kings
    }

    /// Plies since the last capture or move of a man.
    pub fn quiet_plies(&self) -> u16 {
        self.quiet
    }

    /// What the players have agreed on.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The empty squares.
    pub fn empty(&self) -> u64 {
        BOARD & !(self.pieces[0] | self.pieces[1])
    }

    /// The pieces of `player` that have one to take.
    pub fn jumpers(&self, player: Player) -> u64 {
        let [own, other] = [player, !player].map(|player| self.pieces(player));
        let empty = self.empty();
        let able = |movers: u64, step: Step| movers & shift(other & shift(empty, -step), -step);
        let [men, kings] = [own & !self.kings, own & self.kings];
        let by_men = steps(player, false).iter();
        let by_kings = steps(player, true).iter();
        by_men.fold(0, |found, &step| found | able(men, step))
            | by_kings.fold(0, |found, &step| found | able(kings, step))
    }

    /// Whether `player` has a step to an empty square with a piece.
    fn can_step(&self, player: Player) -> bool {
        let own = self.pieces(player);
        let empty = self.empty();
        let into = |pieces: u64, is_king| {
            let steps = steps(player, is_king).iter();
            steps.fold(0, |found, &step| found | shift(pieces, step)) & empty
        };
        into(own, false) | into(own & self.kings, true) != 0
    }

    /// The captures of the player to move.
    pub fn captures(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.generate_captures(&mut moves);
        moves
    }

    /// Appends the captures.
    pub(crate) fn generate_captures(&self, moves: &mut Vec<Move>) {
        for from in squares(self.jumpers(self.turn)) {
            let first = moves.len();
            self.each_way(from, &mut |way, captured| {
                add(moves, first, from, way, captured);
            });
        }
    }

    /// Appends the moves that take nothing; they are legal only where there is no capture.
    pub(crate) fn generate_steps(&self, moves: &mut Vec<Move>) {
        let empty = self.empty();
        for from in squares(self.pieces(self.turn)) {
            let bit = from.bit();
            for &step in steps(self.turn, self.kings & bit != 0) {
                let to = shift(bit, step) & empty;
                if to != 0 {
                    moves.push(Move {
                        from,
                        to: Square::of_bit(to),
                        captured: 0,
                        route: 0,
                    });
                }
            }
        }
    }

    /// Calls `each` with every way of the piece on `from` to take as long as it can, and what it
    /// takes.
    pub(crate) fn each_way(&self, from: Square, each: &mut impl FnMut(&Way, u64)) {
        self.jump_on(Way::from(from), 0, each);
    }

    fn jump_on(&self, way: Way, captured: u64, each: &mut impl FnMut(&Way, u64)) {
        let squares = way.squares();
        let [from, at] = [squares[0], squares[squares.len() - 1]].map(Square::bit);
        let is_king = self.kings & from != 0;
        let others = self.pieces(!self.turn) & !captured;
        let empty = self.empty() | from;
        let mut ends = true;
        for &step in steps(self.turn, is_king) {
            let over = shift(at, step) & others;
            let to = shift(over, step) & empty;
            if to == 0 {
                continue;
            }
            ends = false;
            let way = way.then(Square::of_bit(to));
            if !is_king && to & crown_row(self.turn) != 0 {
                // A man that is crowned goes no further.
                each(&way, captured | over);
            } else {
                self.jump_on(way, captured | over, each);
            }
        }
        if ends && captured != 0 {
            each(&way, captured);
        }
    }

    /// Why the rules end a game that the board would let go on.
    pub(crate) fn drawn_by(&self) -> &'static str {
        let limit = self.rules.move_limit.map(|moves| 2 * u32::from(moves));
        if limit.is_some_and(|limit| u32::from(self.quiet) >= limit) {
            "move limit"
        } else {
            "threefold repetition"
        }
    }

    /// Plies back to the last time that this position occurred, if it did since the last capture
    /// or move of a man.
    pub fn last_occurrence(&self) -> Option<usize> {
        self.occurrences().next()
    }

    /// How many plies ago this position occurred before, the latest first.
    fn occurrences(&self) -> impl Iterator<Item = usize> {
        let within = self.history.0.len().min(usize::from(self.quiet));
        let back = self.history.0[self.history.0.len() - within..].iter().rev();
        // With the same player to move, and after two moves of each at the earliest.
        let same = (1..).zip(back).skip(3).step_by(2);
        same.filter(|(_, key)| **key == self.key)
            .map(|(back, _)| back)
    }
}

/// Adds a capture to those of `moves` from `first` on, unless it is there.
fn add(moves: &mut Vec<Move>, first: usize, from: Square, way: &Way, captured: u64) {
    let Some(&to) = way.squares().last() else {
        return;
    };
    let alike = moves[first..].iter().filter(|mv| mv.to == to);
    let route = alike.clone().count() as u8;
    if alike.clone().all(|mv| mv.captured != captured) {
        moves.push(Move {
            from,
            to,
            captured,
            route,
        });
    }
}

impl PartialEq for Draughts {
    fn eq(&self, other: &Self) -> bool {
        self.pieces == other.pieces
            && self.kings == other.kings
            && self.turn == other.turn
            && self.quiet == other.quiet
            && self.rules == other.rules
    }
}

impl Position for Draughts {
    type Move = Move;
    type Undo = Undo;
    const SLOTS: usize = Square::COUNT * Square::COUNT;

    fn turn(&self) -> Player {
        self.turn
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn decided(&self) -> Option<Outcome> {
        (self.pieces(self.turn) == 0).then_some(Outcome::Loss)
    }

    fn stuck(&self) -> Outcome {
        Outcome::Loss
    }

    /// A draw by the third occurrence of a position or by the move limit, as the WCDF has both. What
    /// a player may claim there is given unasked.
    fn adjudicate(&self) -> Option<Adjudication> {
        let plies = usize::from(self.quiet);
        let limit = self.rules.move_limit.map(|moves| 2 * usize::from(moves));
        let reach = if limit.is_some_and(|limit| plies >= limit) {
            plies
        } else {
            self.occurrences().nth(1)?
        };
        let goes_on = self.can_step(self.turn) || self.jumpers(self.turn) != 0;
        goes_on.then_some(Adjudication {
            outcome: Outcome::Draw,
            reach,
        })
    }

    fn generate(&self, moves: &mut Vec<Move>) {
        if self.jumpers(self.turn) != 0 {
            self.generate_captures(moves);
        } else {
            self.generate_steps(moves);
        }
    }

    fn play(&mut self, mv: Move) -> Undo {
        let undo = Undo {
            kings: self.kings,
            quiet: self.quiet,
        };
        self.history.0.push(self.key);
        let [from, to] = [mv.from, mv.to].map(Square::bit);
        let was_king = self.kings & from != 0;
        let is_king = was_king || to & crown_row(self.turn) != 0;
        self.key ^= KEYS[TURN]
            ^ piece_key(self.turn, was_king, mv.from)
            ^ piece_key(self.turn, is_king, mv.to);
        for square in squares(mv.captured) {
            self.key ^= piece_key(!self.turn, self.kings & square.bit() != 0, square);
        }
        let own = &mut self.pieces[self.turn.index()];
        *own = *own & !from | to;
        self.pieces[(!self.turn).index()] &= !mv.captured;
        self.kings &= !(from | mv.captured);
        if is_king {
            self.kings |= to;
        }
        self.quiet = if was_king && mv.captured == 0 {
            self.quiet.saturating_add(1)
        } else {
            0
        };
        self.turn = !self.turn;
        undo
    }

    fn undo(&mut self, mv: Move, undo: Undo) {
        self.turn = !self.turn;
        let [from, to] = [mv.from, mv.to].map(Square::bit);
        let own = &mut self.pieces[self.turn.index()];
        *own = *own & !to | from;
        self.pieces[(!self.turn).index()] |= mv.captured;
        self.kings = undo.kings;
        self.quiet = undo.quiet;
        if let Some(key) = self.history.0.pop() {
            self.key = key;
        }
    }

    /// Five bits for each square, and two for the route.
    fn pack(&self, mv: Move) -> u16 {
        mv.from.index() as u16 | (mv.to.index() as u16) << 5 | u16::from(mv.route) << 10
    }

    fn unpack(&self, bits: u16) -> Option<Move> {
        let [from, to] = [bits, bits >> 5].map(Square::of_index);
        let route = usize::from(bits >> 10);
        let jumpers = self.jumpers(self.turn);
        if jumpers & from.bit() != 0 {
            let (mut found, mut count) = ([0; Move::ROUTES], 0);
            self.each_way(from, &mut |way, captured| {
                let is_new = !found[..count].contains(&captured);
                if way.squares().last() == Some(&to) && is_new && count < found.len() {
                    found[count] = captured;
                    count += 1;
                }
            });
            let captured = *found[..count].get(route)?;
            return Some(Move {
                from,
                to,
                captured,
                route: route as u8,
            });
        }
        let bit = from.bit() & self.pieces(self.turn);
        let mut steps = steps(self.turn, self.kings & bit != 0).iter();
        let reaches = steps.any(|&step| shift(bit, step) == to.bit());
        let fits = jumpers == 0 && route == 0 && reaches && to.bit() & self.empty() != 0;
        fits.then_some(Move {
            from,
            to,
            captured: 0,
            route: 0,
        })
    }

    fn slot(&self, mv: Move) -> usize {
        mv.from.index() * Square::COUNT + mv.to.index()
    }
}
