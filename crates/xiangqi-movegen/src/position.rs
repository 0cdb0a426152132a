use crate::{
    Bitboard, Board, Move, Piece, Rules, Square,
    history::{Clock, History, Ply},
    notation::{self, FenError},
    zobrist,
};
use core::{
    fmt,
    hash::{Hash, Hasher},
};
use game_core::{Adjudication, Outcome, Player, Position};

/// A xiangqi position, with the moves that led to it.
///
/// Red is [`Player::First`], Black [`Player::Second`]. Two positions are equal if placement, turn,
/// rules and counters are: the moves that led there take part in
/// [`adjudicate`](Position::adjudicate) only.
///
/// ```
/// use game_core::Position;
/// use xiangqi_movegen::{Move, Xiangqi};
/// let mut pos = Xiangqi::default();
/// let mut moves = Vec::new();
/// assert_eq!(pos.legal_moves(&mut moves), None);
/// assert_eq!(moves.len(), 44);
/// let (before, mv): (_, Move) = (pos.clone(), "h2e2".parse()?);
/// let captured = pos.play(mv);
/// pos.undo(mv, captured);
/// assert_eq!(pos, before);
/// # Ok::<(), xiangqi_movegen::MoveTextError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Xiangqi {
    board: Board,
    turn: Player,
    key: u64,
    in_check: bool,
    clock: Clock,
    /// Plies back to the last capture or null move, or to the start: no repetition reaches further.
    reversible: u32,
    first_number: u16,
    rules: Rules,
    history: History,
}

impl Xiangqi {
    /// The initial position's FEN.
    pub const START: &'static str =
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

    /// The initial position under `rules`.
    pub fn initial(rules: &Rules) -> Self {
        Self::from_fen(Self::START, rules).expect("the initial position is a position")
    }

    /// The position that a FEN describes: six fields, or the first two or four of them.
    ///
    /// The side to move may be `w`, `r` or `b`; `H` and `E` may stand for `N` and `B`. The
    /// half-move clock feeds the move limit.
    ///
    /// # Errors
    /// If the text is malformed, the pieces stand as they can in no game, or a general could be
    /// captured.
    pub fn from_fen(text: &str, rules: &Rules) -> Result<Self, FenError> {
        let notation::Fen {
            board,
            turn,
            halfmoves,
            number,
        } = notation::read_fen(text)?;
        Self::with_counters(board, turn, halfmoves, number, rules)
    }

    /// The position of these pieces, with nothing played before.
    ///
    /// # Errors
    /// If the pieces stand as they can in no game, or a general could be captured.
    pub(crate) fn set_up(board: Board, turn: Player, rules: &Rules) -> Result<Self, FenError> {
        notation::check_pieces(&board)?;
        Self::with_counters(board, turn, 0, 1, rules)
    }

    fn with_counters(
        board: Board,
        turn: Player,
        halfmoves: u16,
        number: u16,
        rules: &Rules,
    ) -> Result<Self, FenError> {
        if !board.checkers(!turn).is_empty() {
            return Err(FenError::GeneralEnPrise {
                square: board.general(!turn),
            });
        }
        Ok(Self {
            key: zobrist::key(&board, turn),
            in_check: !board.checkers(turn).is_empty(),
            board,
            turn,
            clock: Clock {
                plies: halfmoves,
                checks: [0; 2],
            },
            reversible: 0,
            first_number: number,
            rules: *rules,
            history: History::new(),
        })
    }

    /// Where the pieces stand.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The piece on `square`.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.piece_at(square)
    }

    /// What the players have agreed on.
    #[inline]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Plies since the last capture, as the move limit counts them.
    pub fn halfmove_clock(&self) -> u16 {
        self.clock.plies
    }

    /// Each player's checks since the last capture, Red's first: the move limit does not count all
    /// of them.
    pub fn checks_since_capture(&self) -> [u16; 2] {
        self.clock.checks
    }

    /// The number of the move, one more after each of Black's moves.
    pub fn move_number(&self) -> u16 {
        let plies = self.history.len();
        let black_first = (self.turn == Player::Second) != (plies % 2 == 1);
        let moves = u16::try_from((plies + usize::from(black_first)) / 2).unwrap_or(u16::MAX);
        self.first_number.saturating_add(moves)
    }

    /// The moves played since the position was set up, the last first.
    pub fn moves_back(&self) -> impl ExactSizeIterator<Item = Move> {
        (0..self.history.len()).map(|back| self.history.back(back + 1).mv)
    }

    /// Whether the player to move is in check. Constant time.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.in_check
    }

    /// The pieces that give check to the player to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.board.checkers(self.turn)
    }

    /// Whether `mv`, a legal move, gives check.
    #[inline]
    pub fn gives_check(&self, mv: Move) -> bool {
        self.board.gives_check(self.turn, mv)
    }

    /// Whether the player to move has a legal move.
    pub fn has_legal_move(&self) -> bool {
        self.board.has_legal_move(self.turn)
    }

    /// Appends the captures that [`generate`](Position::generate) would offer.
    #[inline]
    pub fn generate_captures(&self, moves: &mut Vec<Move>) {
        self.board
            .generate(self.turn, self.board.of(!self.turn), moves);
    }

    /// Appends the moves that [`generate`](Position::generate) would offer and that capture
    /// nothing.
    #[inline]
    pub fn generate_quiets(&self, moves: &mut Vec<Move>) {
        self.board
            .generate(self.turn, !self.board.occupied(), moves);
    }

    /// Appends those of the [quiet moves](Self::generate_quiets) after which the piece that has
    /// moved gives check itself: checks that others give as it leaves are not among them. Much
    /// cheaper than to generate all and ask of each.
    #[inline]
    pub fn generate_checks(&self, moves: &mut Vec<Move>) {
        self.board.generate_checks(self.turn, moves);
    }

    /// How many times this position has occurred since the last capture or null move, this time
    /// included.
    pub fn occurrences(&self) -> usize {
        1 + self.earlier().count()
    }

    /// Plies back to the last time this position occurred, if it has since the last capture or null
    /// move.
    #[inline]
    pub fn last_occurrence(&self) -> Option<usize> {
        self.earlier().next()
    }

    /// What the rules would make of the last `plies` plies, if they led back to this position for
    /// the third time: the outcome for the player to move.
    ///
    /// A search asks this of a [first return](Self::last_occurrence), which ends no game yet but
    /// may be repeated. Costs as much as a few move generations, less where one side gave check all
    /// the way.
    ///
    /// # Panics
    /// If fewer plies have been played.
    pub fn cycle_outcome(&self, plies: usize) -> Outcome {
        self.judge_window(plies).adjudication.outcome
    }

    /// The keys of the positions since the last capture or null move, this one's first: what may
    /// come again.
    pub fn repeatable_keys(&self) -> impl Iterator<Item = u64> {
        let earlier = (1..=self.reversible as usize).map(|back| self.history.back(back).key);
        core::iter::once(self.key).chain(earlier)
    }

    /// Plies back to each earlier occurrence of this position, the latest first.
    #[inline]
    pub(crate) fn earlier(&self) -> impl Iterator<Item = usize> {
        // Nothing comes back in two plies.
        (4..=self.reversible as usize)
            .step_by(2)
            .filter(|&back| self.history.back(back).key == self.key)
    }

    /// Plies since the last capture or null move, or since the start.
    #[inline]
    pub(crate) fn reversible(&self) -> usize {
        self.reversible as usize
    }

    pub(crate) fn history(&self) -> &History {
        &self.history
    }

    /// What must be remembered of the position before `mv`.
    #[inline]
    fn ply(&self, mv: Move) -> Ply {
        let Self {
            key,
            in_check,
            clock,
            reversible,
            ..
        } = *self;
        Ply {
            key,
            mv,
            in_check,
            clock,
            reversible,
        }
    }

    /// Hands the turn over: the null move.
    fn pass(&mut self) {
        let ply = self.ply(Move::NULL);
        self.history.push(ply);
        self.turn = !self.turn;
        self.key ^= zobrist::TURN;
        self.reversible = 0;
        self.in_check = !self.checkers().is_empty();
    }
}

/// The initial position under the default rules.
impl Default for Xiangqi {
    fn default() -> Self {
        Self::initial(&Rules::default())
    }
}

impl Position for Xiangqi {
    type Move = Move;
    /// The captured piece.
    type Undo = Option<Piece>;

    /// One for each piece on each square.
    const SLOTS: usize = 14 * Square::COUNT;
    const LAZY_LEGALITY: bool = true;

    #[inline]
    fn turn(&self) -> Player {
        self.turn
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    fn key_after(&self, mv: Move) -> Option<u64> {
        let piece = self.piece_at(mv.from)?;
        let moved = zobrist::piece(piece, mv.from) ^ zobrist::piece(piece, mv.to);
        let captured = self.piece_at(mv.to);
        let captured = captured.map_or(0, |captured| zobrist::piece(captured, mv.to));
        Some(self.key ^ moved ^ captured ^ zobrist::TURN)
    }

    /// `None`: mate and stalemate are found by having no move.
    #[inline]
    fn decided(&self) -> Option<Outcome> {
        None
    }

    /// Mate and stalemate both lose.
    #[inline]
    fn stuck(&self) -> Outcome {
        Outcome::Loss
    }

    #[inline]
    fn adjudicate(&self) -> Option<Adjudication> {
        self.verdict().map(|verdict| verdict.adjudication)
    }

    #[inline]
    fn generate(&self, moves: &mut Vec<Move>) {
        self.board
            .generate(self.turn, !self.board.of(self.turn), moves);
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        !self.board.exposes(self.turn, mv, self.in_check)
    }

    /// Plays a legal move, or [`Move::NULL`] out of check.
    #[inline]
    fn play(&mut self, mv: Move) -> Option<Piece> {
        if mv.is_null() {
            self.pass();
            return None;
        }
        let gives_check = self.gives_check(mv);
        let key = self.key_after(mv).expect("a move moves a piece");
        let captured = self.board.make(mv);
        let ply = self.ply(mv);
        self.history.push(ply);
        self.key = key;
        if captured.is_some() {
            self.clock = Clock::default();
            self.reversible = 0;
        } else {
            self.clock = self.clock.after_quiet(
                self.turn.index(),
                self.in_check,
                gives_check,
                self.rules.check_credit,
            );
            self.reversible += 1;
        }
        self.in_check = gives_check;
        self.turn = !self.turn;
        captured
    }

    #[inline]
    fn undo(&mut self, mv: Move, captured: Option<Piece>) {
        let Some(Ply {
            key,
            in_check,
            clock,
            reversible,
            ..
        }) = self.history.pop()
        else {
            return;
        };
        if !mv.is_null() {
            self.board.unmake(mv, captured);
        }
        self.turn = !self.turn;
        (self.key, self.in_check, self.clock, self.reversible) = (key, in_check, clock, reversible);
    }

    #[inline]
    fn pack(&self, mv: Move) -> u16 {
        u16::from(u8::from(mv.from)) | u16::from(u8::from(mv.to)) << 7
    }

    #[inline]
    fn unpack(&self, bits: u16) -> Option<Move> {
        let mv = Move::new(
            Square::from_index(usize::from(bits & 0x7f))?,
            Square::from_index(usize::from(bits >> 7))?,
        );
        self.board.can_make(self.turn, mv).then_some(mv)
    }

    /// By the piece that moves and where it goes.
    #[inline]
    fn slot(&self, mv: Move) -> usize {
        self.piece_at(mv.from).map_or(0, Piece::index) * Square::COUNT + mv.to.index()
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) -> Option<Outcome> {
        let first = moves.len();
        self.board.generate_legal(self.turn, self.in_check, moves);
        (moves.len() == first).then(|| self.stuck())
    }

    fn count_moves(&self) -> u64 {
        self.board.count_legal(self.turn, self.in_check) as u64
    }
}

impl PartialEq for Xiangqi {
    fn eq(&self, other: &Self) -> bool {
        self.turn == other.turn
            && self.board == other.board
            && self.clock == other.clock
            && self.rules == other.rules
            && self.move_number() == other.move_number()
    }
}

impl Eq for Xiangqi {}

/// By the key: equal positions have equal ones.
impl Hash for Xiangqi {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key.hash(state);
    }
}

impl fmt::Display for Xiangqi {
    /// Writes the FEN, all six fields.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        notation::write_fen(self, f)
    }
}
