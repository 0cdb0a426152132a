//! Tic-tac-toe, right by itself and wrong in one chosen way.

use game_core::{
    Adjudication, BoardShape, BoardView, Cell, Evaluator, Glyphs, MoveCells, Notation, Outcome,
    Piece, Player, Position, Record, Score, zobrist,
};
use std::{
    fmt,
    str::FromStr,
    sync::atomic::{AtomicU32, Ordering::Relaxed},
};

/// One way to be wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fault {
    #[default]
    None,
    GenerateClears,
    GenerateChangesEarlier,
    GenerateVaries,
    OffersTwice,
    OffersIllegal,
    CountsOneMore,
    PlayoutPrefersTheFirst,
    PlayoutSeesTheOtherSide,
    PlayoutNeverEnds,
    OutcomeIgnoresDraw,
    AdjudicatesStuck,
    DecidedDiffersFromOutcome,
    PackLosesABit,
    UnpacksAnything,
    SlotTooLarge,
    TurnStays,
    UndoForgetsTheMark,
    UndoForgetsTheTurn,
    UndoForgetsTheKey,
    KeyRemembersTheOrder,
    KeyIgnoresTheLastSquare,
    KeyIsConstant,
    ForetellsTheKeyBefore,
    PlayVaries,
    // In every position after that many plies.
    CountsOneMoreAt(usize),
    EvaluatesToWinsAt(usize),
    ReasonIsGivenAt(usize),
    // Of the evaluator.
    PlayedMissesTheCentre,
    UndoneMissesTheCentre,
    EvaluatesToWins,
    // Of the notation.
    TextForgetsTheTurn,
    TextIsNotRead,
    ReasonIsAlwaysGiven,
    MovesAreWrittenAlike,
    CellsShareAName,
    CellsAreMissing,
    LettersAreLowerCase,
    CountsAnEmptyCell,
    CountsBeyondTheBoard,
    CountsOnePiece,
    MoveGoesBeyondTheBoard,
    MoveComesFromNowhere,
    MoveGoesElsewhere,
    DecidesTooEarly,
    DecidesByNothing,
    ChecksNothing,
    ChecksTheOther,
    RouteLeavesTheBoard,
    MoveHasNoRoute,
    RouteIsEmptyBesideOthers,
    PlacesAreMissing,
    PlacesCoincide,
    PlaceIsNowhere,
    LineEndsOffTheBoard,
    ShapeChanges,
    MovesAreReadOneOff,
    AnythingIsAMove,
    RecordForgetsAMove,
    // Not wrong at all: the rules end the game after that many plies, and no move is read any more.
    IsEndedAt(usize),
}

const LINES: [[usize; 3]; 8] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
];
const KEYS: [u64; 19] = zobrist::keys(*b"toy\0\0\0\0\0");
static CALLS: AtomicU32 = AtomicU32::new(0);

/// A position, and what is wrong with its game.
#[derive(Clone, Debug)]
pub struct Toy {
    board: [Option<Player>; 9],
    turn: Player,
    key: u64,
    pub fault: Fault,
}

/// The same board, whatever the key makes of it.
impl PartialEq for Toy {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board && self.turn == other.turn
    }
}

impl Toy {
    pub fn new(fault: Fault) -> Self {
        Self {
            board: [None; 9],
            turn: Player::First,
            key: 0,
            fault,
        }
    }

    /// The position after `moves`.
    pub fn after(fault: Fault, moves: &[usize]) -> Self {
        let mut pos = Self::new(fault);
        for &mv in moves {
            pos.play(mv);
        }
        pos
    }

    fn is(&self, fault: Fault) -> bool {
        self.fault == fault
    }

    fn toggle(&mut self, square: usize, player: Player) {
        if self.is(Fault::KeyRemembersTheOrder) {
            self.key = zobrist::mix(self.key ^ KEYS[2 * square + player.index()]);
        } else if !(self.is(Fault::KeyIgnoresTheLastSquare) && square >= 7) {
            self.key ^= KEYS[2 * square + player.index()];
        }
    }

    /// How many plies have been played.
    fn plies(&self) -> usize {
        9 - self.empty().count()
    }

    fn empty(&self) -> impl Iterator<Item = usize> {
        (0..9).filter(|&square| self.board[square].is_none())
    }
}

impl Position for Toy {
    type Move = usize;
    type Undo = u64;
    const SLOTS: usize = 9;

    fn turn(&self) -> Player {
        self.turn
    }
    fn key(&self) -> u64 {
        match self.fault {
            Fault::KeyIsConstant => 1,
            _ => {
                self.key
                    ^ if self.turn == Player::Second {
                        KEYS[18]
                    } else {
                        0
                    }
            }
        }
    }
    fn key_after(&self, _mv: usize) -> Option<u64> {
        self.is(Fault::ForetellsTheKeyBefore).then(|| self.key())
    }
    fn decided(&self) -> Option<Outcome> {
        let last = !self.turn;
        let three = LINES
            .iter()
            .any(|line| line.iter().all(|&square| self.board[square] == Some(last)));
        three.then_some(Outcome::Loss)
    }
    fn stuck(&self) -> Outcome {
        Outcome::Draw
    }
    fn adjudicate(&self) -> Option<Adjudication> {
        (self.is(Fault::AdjudicatesStuck) && self.empty().next().is_none()
            || self.is(Fault::IsEndedAt(self.plies())))
        .then_some(Adjudication {
            outcome: Outcome::Draw,
            reach: 0,
        })
    }
    fn generate(&self, moves: &mut Vec<usize>) {
        match self.fault {
            Fault::GenerateClears => moves.clear(),
            Fault::GenerateChangesEarlier => moves.reverse(),
            _ => {}
        }
        moves.extend(self.empty());
        if self.is(Fault::GenerateVaries) && CALLS.fetch_add(1, Relaxed) % 2 == 1 {
            moves.pop();
        }
        if self.is(Fault::OffersTwice) {
            moves.extend(self.empty().next());
        }
    }
    fn is_legal(&self, mv: usize) -> bool {
        !(self.is(Fault::OffersIllegal) && mv == 4)
    }
    fn count_moves(&self) -> u64 {
        let wrong = self.is(Fault::CountsOneMore) || self.is(Fault::CountsOneMoreAt(self.plies()));
        self.empty().count() as u64 + u64::from(wrong)
    }
    fn playout(
        &self,
        plies: usize,
        moves: &mut Vec<usize>,
        mut below: impl FnMut(usize) -> usize,
    ) -> Option<Outcome> {
        let mut pos = self.clone();
        for _ in 0..plies {
            if pos.outcome().is_some() {
                break;
            }
            moves.clear();
            pos.legal_moves(moves);
            let drawn = below(moves.len());
            pos.play(
                moves[match self.fault {
                    Fault::PlayoutPrefersTheFirst => drawn / 2,
                    _ => drawn,
                }],
            );
        }
        let winner = pos.outcome()?.winner(pos.turn);
        match self.fault {
            Fault::PlayoutSeesTheOtherSide => Some(Outcome::of(winner, !self.turn)),
            Fault::PlayoutNeverEnds => None,
            _ => Some(Outcome::of(winner, self.turn)),
        }
    }
    fn legal_moves(&self, moves: &mut Vec<usize>) -> Option<Outcome> {
        if self.is(Fault::DecidedDiffersFromOutcome) && self.decided().is_some() {
            return Some(Outcome::Win);
        }
        if let Some(outcome) = self.decided() {
            return Some(outcome);
        }
        let first = moves.len();
        self.generate(moves);
        (moves.len() == first && !self.is(Fault::OutcomeIgnoresDraw)).then(|| self.stuck())
    }
    fn play(&mut self, mv: usize) -> u64 {
        let key = self.key;
        self.toggle(mv, self.turn);
        self.board[mv] = Some(self.turn);
        if self.is(Fault::PlayVaries) && CALLS.fetch_add(1, Relaxed) % 2 == 1 {
            self.board[mv] = Some(!self.turn);
        }
        if !self.is(Fault::TurnStays) {
            self.turn = !self.turn;
        }
        key
    }
    fn undo(&mut self, mv: usize, key: u64) {
        if !self.is(Fault::UndoForgetsTheMark) {
            self.board[mv] = None;
        }
        if !self.is(Fault::UndoForgetsTheTurn) && !self.is(Fault::TurnStays) {
            self.turn = !self.turn;
        }
        if !self.is(Fault::UndoForgetsTheKey) {
            self.key = key;
        }
    }
    fn pack(&self, mv: usize) -> u16 {
        mv as u16
    }
    fn unpack(&self, bits: u16) -> Option<usize> {
        let mv = usize::from(bits);
        match self.fault {
            Fault::UnpacksAnything => Some(mv % 9),
            Fault::PackLosesABit => self.empty().find(|&square| square == mv & !1),
            _ => self.empty().find(|&square| square == mv),
        }
    }
    fn slot(&self, mv: usize) -> usize {
        mv + usize::from(self.is(Fault::SlotTooLarge))
    }
}

/// Text that describes nothing.
#[derive(Debug, PartialEq)]
pub struct Unread;

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not tic-tac-toe")
    }
}

impl std::error::Error for Unread {}

impl fmt::Display for Toy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for mark in self.board {
            f.write_str(match mark {
                Some(Player::First) => "X",
                Some(Player::Second) => "O",
                None => "-",
            })?;
        }
        f.write_str(
            if self.turn == Player::First || self.is(Fault::TextForgetsTheTurn) {
                " X"
            } else {
                " O"
            },
        )
    }
}

impl FromStr for Toy {
    type Err = Unread;
    fn from_str(text: &str) -> Result<Self, Unread> {
        Self::parse(text, &Fault::None)
    }
}

impl Notation for Toy {
    type Rules = Fault;
    type Error = Unread;
    const NAME: &'static str = "toy";

    fn start(rules: &Fault) -> Self {
        Self::new(*rules)
    }
    fn parse(text: &str, rules: &Fault) -> Result<Self, Unread> {
        let mut pos = Self::new(*rules);
        if text == "startpos" {
            return Ok(pos);
        }
        let (board, turn) = text.split_once(' ').ok_or(Unread)?;
        if board.len() != 9 || pos.is(Fault::TextIsNotRead) {
            return Err(Unread);
        }
        for (square, mark) in board.bytes().enumerate() {
            let player = match mark {
                b'X' => Player::First,
                b'O' => Player::Second,
                b'-' => continue,
                _ => return Err(Unread),
            };
            pos.board[square] = Some(player);
            pos.toggle(square, player);
        }
        pos.turn = match turn {
            "X" => Player::First,
            "O" => Player::Second,
            _ => return Err(Unread),
        };
        Ok(pos)
    }
    fn parse_move(&self, text: &str) -> Result<usize, Unread> {
        if self.is(Fault::AnythingIsAMove) {
            return self.empty().next().ok_or(Unread);
        }
        if self.is(Fault::IsEndedAt(self.plies())) {
            return Err(Unread);
        }
        let read: usize = text.parse().map_err(|_| Unread)?;
        let mv = if self.is(Fault::MovesAreReadOneOff) {
            read + 1
        } else {
            read
        };
        self.empty().find(|&square| square == mv).ok_or(Unread)
    }
    fn format_move(&self, mv: usize) -> String {
        if self.is(Fault::MovesAreWrittenAlike) {
            self.empty().next().unwrap_or(mv).to_string()
        } else {
            mv.to_string()
        }
    }
    fn parse_record(text: &str, rules: &Fault) -> Result<Record<Self>, Unread> {
        Self::parse_line(text, rules)
    }
    fn format_record(record: &Record<Self>) -> String {
        let kept = record.moves.len() - usize::from(record.start.is(Fault::RecordForgetsAMove));
        let moves: Vec<_> = record.moves[..kept]
            .iter()
            .map(|mv| mv.to_string())
            .collect();
        format!("{} moves {}", record.start, moves.join(" "))
    }
    fn player_name(player: Player) -> &'static str {
        ["crosses", "noughts"][player.index()]
    }
    fn reason(&self) -> Option<&'static str> {
        let wrong =
            self.is(Fault::ReasonIsAlwaysGiven) || self.is(Fault::ReasonIsGivenAt(self.plies()));
        (self.outcome().is_some() || wrong).then_some("the board says so")
    }
    fn board_view(&self) -> BoardView {
        let cell = |(square, owner): (usize, &Option<Player>)| Cell {
            name: if self.is(Fault::CellsShareAName) {
                "a".to_owned()
            } else {
                square.to_string()
            },
            piece: owner.map(|owner| Piece {
                owner,
                letter: if self.is(Fault::LettersAreLowerCase) {
                    'x'
                } else {
                    ['X', 'O'][owner.index()]
                },
            }),
        };
        let shown = if self.is(Fault::CellsAreMissing) {
            8
        } else {
            9
        };
        let mut board = BoardView::new(3, self.board.iter().enumerate().take(shown).map(cell));
        let empty = self.empty().next();
        let occupied = (0..9).find(|&square| self.board[square].is_some());
        board.counts.extend(match self.fault {
            Fault::CountsAnEmptyCell => empty.map(|square| (square, 2)),
            Fault::CountsBeyondTheBoard => Some((9, 2)),
            Fault::CountsOnePiece => occupied.map(|square| (square, 1)),
            _ => None,
        });
        board
    }
    fn move_cells(&self, mv: usize) -> MoveCells {
        let mut cells = MoveCells {
            from: None,
            to: Some(mv),
        };
        if self.is(Fault::MoveGoesBeyondTheBoard) {
            cells.to = Some(9);
        } else if self.is(Fault::MoveComesFromNowhere) {
            cells.from = Some(mv);
        } else if self.is(Fault::MoveGoesElsewhere) {
            cells.to = self.empty().find(|&square| square != mv);
        }
        cells
    }
    fn move_routes(&self, mv: usize) -> Vec<Vec<usize>> {
        if self.is(Fault::RouteLeavesTheBoard) {
            vec![vec![mv, 9]]
        } else if self.is(Fault::MoveHasNoRoute) {
            Vec::new()
        } else if self.is(Fault::RouteIsEmptyBesideOthers) {
            vec![vec![mv], Vec::new()]
        } else {
            vec![vec![mv]]
        }
    }
    fn board_shape(&self) -> BoardShape {
        let mut shape = BoardShape::points(&self.board_view());
        if self.is(Fault::PlacesAreMissing) {
            shape.places.pop();
        } else if self.is(Fault::PlacesCoincide) {
            shape.places[8] = [0.3, 0.0];
        } else if self.is(Fault::PlaceIsNowhere) {
            shape.places[4][1] = f32::NAN;
        } else if self.is(Fault::LineEndsOffTheBoard) {
            shape.lines.push([0, 9]);
        } else if self.is(Fault::ShapeChanges) {
            shape.places[0][0] -= self.plies() as f32;
        }
        shape
    }
    fn deciding_cells(&self) -> Vec<usize> {
        let over = self.outcome().is_some();
        if self.is(Fault::DecidesTooEarly) && !over {
            let pieces = self.board_view().cells;
            let first = pieces.iter().position(|cell| cell.piece.is_some());
            first.into_iter().collect()
        } else if self.is(Fault::DecidesByNothing) && over {
            vec![9]
        } else {
            Vec::new()
        }
    }
    fn checked_cells(&self) -> Vec<usize> {
        let cells = self.board_view().cells;
        let other = |cell: &Cell| cell.piece.is_some_and(|piece| piece.owner != self.turn());
        if self.is(Fault::ChecksNothing) {
            vec![9]
        } else if self.is(Fault::ChecksTheOther) {
            cells.iter().position(other).into_iter().collect()
        } else {
            Vec::new()
        }
    }
    fn diagram(&self, _last: Option<usize>, _glyphs: Glyphs) -> String {
        self.to_string()
    }
}

/// Crosses minus noughts, the centre counted twice, kept up to date.
#[derive(Clone, Default)]
pub struct Marks(i32);

const WORTH: [i32; 9] = [1, 1, 1, 1, 2, 1, 1, 1, 1];

impl Evaluator<Toy> for Marks {
    fn reset(&mut self, pos: &Toy) {
        let worth = |(square, mark): (usize, &Option<Player>)| match mark {
            Some(Player::First) => WORTH[square],
            Some(Player::Second) => -WORTH[square],
            None => 0,
        };
        self.0 = pos.board.iter().enumerate().map(worth).sum();
    }
    fn played(&mut self, pos: &Toy, mv: usize, _: &u64) {
        let sign = if pos.turn == Player::Second { 1 } else { -1 };
        self.0 += sign
            * if pos.is(Fault::PlayedMissesTheCentre) {
                1
            } else {
                WORTH[mv]
            };
    }
    fn undone(&mut self, pos: &Toy, mv: usize, _: &u64) {
        let sign = if pos.turn == Player::Second { 1 } else { -1 };
        let short = pos.is(Fault::UndoneMissesTheCentre) || pos.is(Fault::PlayedMissesTheCentre);
        self.0 -= sign * if short { 1 } else { WORTH[mv] };
    }
    fn evaluate(&mut self, pos: &Toy) -> Score {
        if pos.is(Fault::EvaluatesToWins) || pos.is(Fault::EvaluatesToWinsAt(pos.plies())) {
            return Score::WIN;
        }
        Score::eval(if pos.turn == Player::First {
            self.0
        } else {
            -self.0
        })
    }
}
