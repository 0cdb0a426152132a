//! The laws every game must keep, as checks that anyone may run on a game of their own.
//!
//! Each walks every line of a few plies and returns the first [`Violation`] it meets, with the
//! position and the move. Run them from several positions: the start, a crowded middle game, a few
//! plies before the end.

use crate::{
    BoardShape, BoardView, Evaluator, Notation, Outcome, Player, Position, Presentation, Record,
    perft, zobrist,
};
use alloc::{
    collections::{BTreeMap, BTreeSet},
    format,
    string::String,
    vec::Vec,
};
use core::{
    error::Error,
    fmt,
    hash::{Hash, Hasher},
};

/// A law of [`Position`], [`Evaluator`] or [`Notation`].
///
/// ```
/// use game_core::{Evaluator, Position, Score, conform::{self, Law}};
/// use othello_bitboard::Othello;
///
/// /// Is always sure of a win, which an evaluator may not be.
/// #[derive(Clone)]
/// struct Sure;
///
/// impl<P: Position> Evaluator<P> for Sure {
///     fn evaluate(&mut self, _pos: &P) -> Score { Score::WIN }
/// }
///
/// let broken = conform::evaluator(&Othello::START, &Sure, 1).unwrap_err();
/// assert_eq!(broken.law, Law::EvaluationInRange);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Law {
    /// `generate` leaves the moves already in the buffer alone.
    GenerateAppends,
    /// `generate` offers the same moves every time.
    GenerateRepeats,
    /// No move is offered twice, and no two moves pack alike.
    MovesDiffer,
    /// Without `LAZY_LEGALITY` every offered move is legal.
    OfferedIsLegal,
    /// `count_moves` is the number of legal moves.
    CountMoves,
    /// `perft` counts what playing move by move does.
    Perft,
    /// `playout` ends as a game of random legal moves does, each of them as likely as the others.
    Playout,
    /// `legal_moves` returns an outcome or appends moves: one of the two.
    MovesOrOutcome,
    /// `outcome` is what `legal_moves` says, or else `adjudicate`.
    Outcome,
    /// `adjudicate` is silent where there is no legal move.
    StuckComesFirst,
    /// `pack` never gives `u16::MAX`, and `unpack` gives back what was packed.
    PackRoundTrip,
    /// `unpack` gives only moves that `generate` offers here.
    UnpackIsOffered,
    /// `slot` is below `SLOTS`.
    SlotInRange,
    /// Turns alternate, where `TURNS_ALTERNATE` says so.
    TurnAlternates,
    /// `undo` restores everything.
    UndoRestores,
    /// Equal positions have equal keys, wherever in the walk they are met.
    KeyOfEquals,
    /// Positions with the same key differ only in their history: they have the same player to move,
    /// the same moves and the same end, wherever in the walk they occur. A parent and its child, or
    /// two different siblings, have different keys.
    KeyTellsApart,
    /// `key_after` is silent, or tells the key of the position after the move.
    KeyAfter,
    /// Playing the same move from the same position leads to the same position.
    PlayRepeats,
    /// After `undone` the evaluator is what it was before `played`.
    EvaluatorUndone,
    /// An evaluator kept up to date says what one reset there says.
    EvaluatorInStep,
    /// An evaluation is in the undecided range.
    EvaluationInRange,
    /// A position's text reads back as a position with the same text, key and turn.
    PositionText,
    /// A move's text reads back as that move, and two moves differ in their texts.
    MoveText,
    /// A text that names no legal move is refused.
    BadMoveRefused,
    /// A record's text reads back as that record.
    RecordText,
    /// A reason is given exactly when the game is over.
    Reason,
    /// The rows of `board_view` are full, its cells have names of their own, its letters are in
    /// upper case, and it counts pieces where there are several.
    BoardView,
    /// `board_shape` has a place for each cell of `board_view`, no two in one, and its lines end
    /// at cells. It is the same after a move.
    BoardShape,
    /// Every move has a route, whose cells are the board's; a move without cells has no other.
    MoveRoutes,
    /// `presentation` names no piece twice, has a text for every word once, and both of its sides
    /// have a name and a colour.
    Presentation,
    /// `move_cells` names cells of the board: a piece of the mover stands on the first before the
    /// move, and on the second after it.
    MoveCells,
    /// `deciding_cells` names cells with pieces, and none while the game goes on.
    DecidingCells,
    /// `checked_cells` names cells with pieces of the player to move.
    CheckedCells,
}

/// A law broken, and where.
///
/// ```
/// use game_core::{Presentation, conform};
/// let broken = conform::presentation(&Presentation::default()).unwrap_err();
/// assert_eq!(broken.to_string(), "Presentation is broken: no title");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The law.
    pub law: Law,
    /// What was seen, with the position and the move.
    pub detail: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is broken: {}", self.law, self.detail)
    }
}

impl Error for Violation {}

/// Returns a violation of `$law` unless the condition holds.
macro_rules! hold {
    ($law:ident, $holds:expr, $($detail:tt)+) => {
        if !$holds {
            return Err(Violation { law: Law::$law, detail: format!($($detail)+) });
        }
    };
}

/// Checks the laws of [`Position`] on every line of `depth` plies from `pos`.
///
/// # Errors
/// The first law found broken.
///
/// ```
/// use game_core::conform;
/// use othello_bitboard::Othello;
/// assert_eq!(conform::position(&Othello::START, 4), Ok(()));
/// // White has to pass, and Black's next move ends the game.
/// let pass: Othello = "XO-------------------------------------------------------------- O".parse()?;
/// assert_eq!(conform::position(&pass, 3), Ok(()));
/// # Ok::<(), othello_bitboard::Error>(())
/// ```
pub fn position<P: Position + PartialEq + fmt::Debug>(
    pos: &P,
    depth: u32,
) -> Result<(), Violation> {
    if pos.decided().is_none() {
        let offered = offered(pos)?;
        // Every number a damaged table could hold: costly, so only here and not at every node.
        for bits in 0..=u16::MAX {
            if let Some(mv) = pos.unpack(bits) {
                let fits = offered.get(&bits) == Some(&mv);
                hold!(
                    UnpackIsOffered,
                    fits,
                    "{bits} unpacks to {mv:?}, which is not offered in {pos:?}"
                );
            }
        }
    }
    for depth in 0..=depth {
        let said = pos.perft(depth);
        let count = perft::walk(pos, depth);
        hold!(
            Perft,
            said == count,
            "{said}, not {count}, at depth {depth} in {pos:?}"
        );
    }
    walk(pos, depth, &mut Met::default())?;
    playout(pos, depth.min(2))
}

/// Checks that a playout of at most `plies` from `pos` ends in each way exactly as often as random
/// legal moves do: for every series of numbers that may be drawn.
fn playout<P: Position + fmt::Debug>(pos: &P, plies: u32) -> Result<(), Violation> {
    for plies in 0..=plies {
        let mut found = [0.0; 4];
        let mut moves = Vec::new();
        // The numbers drawn, and of how many: the next series differs in the last that can.
        let mut drawn: Vec<(usize, usize)> = Vec::new();
        loop {
            let mut at = 0;
            let mut of_none = false;
            let ended = pos.playout(plies as usize, &mut moves, |of| {
                if at == drawn.len() {
                    drawn.push((0, of));
                }
                of_none |= of == 0;
                at += 1;
                drawn[at - 1].0
            });
            hold!(Playout, !of_none, "a number below 0 is drawn in {pos:?}");
            let likely = drawn
                .iter()
                .map(|&(_, of)| 1.0 / of as f64)
                .product::<f64>();
            found[ending(ended)] += likely;
            while drawn.pop_if(|(number, of)| *number + 1 == *of).is_some() {}
            let Some((number, _)) = drawn.last_mut() else {
                break;
            };
            *number += 1;
        }
        let wanted = endings(&mut pos.clone(), plies);
        let same = found
            .iter()
            .zip(wanted)
            .all(|(found, wanted)| (found - wanted).abs() < 1e-9);
        hold!(
            Playout,
            same,
            "won, drawn, lost and open after {plies} plies {found:?}, not {wanted:?}, from {pos:?}"
        );
    }
    Ok(())
}

/// A win, a draw, a loss or no end as a number below 4.
fn ending(ended: Option<Outcome>) -> usize {
    match ended {
        Some(Outcome::Win) => 0,
        Some(Outcome::Draw) => 1,
        Some(Outcome::Loss) => 2,
        None => 3,
    }
}

/// How likely random legal moves are to end in each way within `plies`, by trying them all.
fn endings<P: Position>(pos: &mut P, plies: u32) -> [f64; 4] {
    let mut likely = [0.0; 4];
    let mut moves = Vec::new();
    let verdict = || pos.adjudicate().map(|verdict| verdict.outcome);
    let ended = pos.legal_moves(&mut moves).or_else(verdict);
    if ended.is_some() || plies == 0 {
        likely[ending(ended)] = 1.0;
        return likely;
    }
    let turn = pos.turn();
    for &mv in &moves {
        let undo = pos.play(mv);
        let mut each = endings(pos, plies - 1);
        if pos.turn() != turn {
            // What the other player has won.
            each.swap(0, 2);
        }
        pos.undo(mv, undo);
        for (likely, each) in likely.iter_mut().zip(each) {
            *likely += each / moves.len() as f64;
        }
    }
    likely
}

/// The positions that a walk has come to, so that it knows one again that it comes to by another
/// way.
struct Met<P> {
    /// By their keys: how each looks.
    by_key: BTreeMap<u64, u64>,
    /// Some of them by how they look.
    by_look: BTreeMap<u64, Vec<P>>,
    kept: usize,
}

impl<P> Default for Met<P> {
    fn default() -> Self {
        Self {
            by_key: BTreeMap::new(),
            by_look: BTreeMap::new(),
            kept: 0,
        }
    }
}

impl<P: Position + PartialEq + fmt::Debug> Met<P> {
    /// This many keys are remembered: the first that are met.
    const KEYS: usize = 1 << 20;
    /// And this many positions.
    const MOST: usize = 1 << 14;
    /// And of those that look alike, this many are compared.
    const ALIKE: usize = 8;

    /// Compares `pos`, of which `moves` are the legal moves and `outcome` what the board says, with
    /// those met before.
    fn meet(
        &mut self,
        pos: &P,
        moves: &[P::Move],
        outcome: Option<Outcome>,
    ) -> Result<(), Violation> {
        let key = pos.key();
        let look = Self::look(pos, moves, outcome);
        if self.by_key.len() < Self::KEYS || self.by_key.contains_key(&key) {
            let other = *self.by_key.entry(key).or_insert(look);
            hold!(
                KeyTellsApart,
                other == look,
                "{pos:?} and another position before it share a key"
            );
        }
        let alike = self.by_look.entry(look).or_default();
        if let Some(other) = alike
            .iter()
            .find(|other| other.key() != key && *other == pos)
        {
            return Err(Violation {
                law: Law::KeyOfEquals,
                detail: format!("{other:?} and {pos:?} have two keys"),
            });
        }
        if self.kept < Self::MOST && alike.len() < Self::ALIKE {
            alike.push(pos.clone());
            self.kept += 1;
        }
        Ok(())
    }

    /// A digest of what does not depend on how a position was reached.
    fn look(pos: &P, moves: &[P::Move], outcome: Option<Outcome>) -> u64 {
        let mut hashes: Vec<u64> = moves.iter().map(Mixer::hash_of).collect();
        hashes.sort_unstable();
        let end = outcome.map_or(0, |outcome| 1 + outcome as u64);
        let start = zobrist::mix(end << 1 | pos.turn() as u64);
        hashes
            .into_iter()
            .fold(start, |digest, hash| zobrist::mix(digest ^ hash))
    }
}

/// A hash that is the same everywhere.
#[derive(Default)]
struct Mixer(u64);

impl Mixer {
    fn hash_of(value: &impl Hash) -> u64 {
        let mut mixer = Self::default();
        value.hash(&mut mixer);
        mixer.finish()
    }
}

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = zobrist::mix(self.0 ^ u64::from(byte));
        }
    }
}

/// What `generate` offers, by packed move.
fn offered<P: Position + fmt::Debug>(pos: &P) -> Result<BTreeMap<u16, P::Move>, Violation> {
    let mut moves = Vec::new();
    pos.generate(&mut moves);
    // Whatever is already in the buffer must stay, one move more than the position has.
    let earlier: Vec<_> = moves.iter().chain(moves.first()).copied().collect();
    let mut buffer = earlier.clone();
    pos.generate(&mut buffer);
    hold!(
        GenerateAppends,
        buffer.starts_with(&earlier),
        "{earlier:?} became {buffer:?} in {pos:?}"
    );
    let second = &buffer[earlier.len()..];
    hold!(
        GenerateRepeats,
        second == moves,
        "{moves:?} became {second:?} in {pos:?}"
    );
    let mut packed = BTreeMap::new();
    for &mv in &moves {
        let bits = pos.pack(mv);
        hold!(PackRoundTrip, bits != u16::MAX, "{mv:?} packs to u16::MAX");
        hold!(
            PackRoundTrip,
            pos.unpack(bits) == Some(mv),
            "{mv:?} unpacks to {:?} in {pos:?}",
            pos.unpack(bits)
        );
        hold!(
            SlotInRange,
            pos.slot(mv) < P::SLOTS,
            "{mv:?} has slot {} of {} in {pos:?}",
            pos.slot(mv),
            P::SLOTS
        );
        hold!(
            OfferedIsLegal,
            P::LAZY_LEGALITY || pos.is_legal(mv),
            "{mv:?} in {pos:?}"
        );
        let other = packed.insert(bits, mv);
        hold!(
            MovesDiffer,
            other.is_none(),
            "{mv:?} and {other:?} pack to {bits} in {pos:?}"
        );
    }
    Ok(packed)
}

fn walk<P: Position + PartialEq + fmt::Debug>(
    pos: &P,
    depth: u32,
    met: &mut Met<P>,
) -> Result<(), Violation> {
    let mut moves = Vec::new();
    let on_board = pos.legal_moves(&mut moves);
    hold!(
        MovesOrOutcome,
        on_board.is_some() == moves.is_empty(),
        "{on_board:?} and {moves:?} in {pos:?}"
    );
    match pos.decided() {
        Some(_) => hold!(
            Outcome,
            on_board == pos.decided(),
            "decided but {on_board:?} in {pos:?}"
        ),
        None => {
            offered(pos)?;
            let said = pos.count_moves();
            let count = moves.len() as u64;
            hold!(
                CountMoves,
                said == count,
                "{said} counted, {count} listed in {pos:?}"
            );
            let verdict = pos.adjudicate();
            hold!(
                StuckComesFirst,
                !moves.is_empty() || verdict.is_none(),
                "{verdict:?} without a move in {pos:?}"
            );
        }
    }
    let adjudicated = || {
        pos.decided()
            .is_none()
            .then(|| pos.adjudicate())
            .flatten()
            .map(|verdict| verdict.outcome)
    };
    let expected: Option<Outcome> = on_board.or_else(adjudicated);
    hold!(
        Outcome,
        pos.outcome() == expected,
        "{:?}, not {expected:?}, in {pos:?}",
        pos.outcome()
    );

    met.meet(pos, &moves, on_board)?;
    let mut keys: BTreeMap<u64, P> = BTreeMap::new();
    for &mv in &moves {
        let mut child = pos.clone();
        let undo = child.play(mv);
        hold!(
            TurnAlternates,
            !P::TURNS_ALTERNATE || child.turn() == !pos.turn(),
            "{mv:?} in {pos:?}"
        );
        hold!(
            KeyTellsApart,
            child.key() != pos.key(),
            "{mv:?} leaves the key of {pos:?} as it was"
        );
        let foretold = pos.key_after(mv);
        hold!(
            KeyAfter,
            foretold.is_none_or(|key| key == child.key()),
            "{foretold:?}, not {}, after {mv:?} in {pos:?}",
            child.key()
        );
        let mut again = pos.clone();
        again.play(mv);
        hold!(
            PlayRepeats,
            again == child,
            "{mv:?} from {pos:?} leads to {child:?} and to {again:?}"
        );
        hold!(
            KeyOfEquals,
            again.key() == child.key(),
            "{child:?} has two keys"
        );
        if let Some(sibling) = keys.get(&child.key()) {
            hold!(
                KeyTellsApart,
                *sibling == child,
                "{sibling:?} and {child:?} share a key"
            );
        }
        keys.insert(child.key(), child.clone());
        if depth > 1 {
            walk(&child, depth - 1, met)?;
        }
        child.undo(mv, undo);
        hold!(
            UndoRestores,
            child == *pos,
            "{mv:?} taken back from {pos:?} leaves {child:?}"
        );
        let turn: Player = child.turn();
        let key: u64 = child.key();
        hold!(
            UndoRestores,
            turn == pos.turn() && key == pos.key(),
            "{mv:?} taken back from {pos:?}"
        );
    }
    transpositions(pos, &moves)
}

/// Plays pairs of moves in both orders, where the game allows it: the same position must have the
/// same key.
fn transpositions<P: Position + PartialEq + fmt::Debug>(
    pos: &P,
    moves: &[P::Move],
) -> Result<(), Violation> {
    let after = |path: &[P::Move]| -> Option<P> {
        let mut pos = pos.clone();
        for &mv in path {
            if pos.decided().is_some() {
                return None;
            }
            let mv = pos.unpack(pos.pack(mv)).filter(|&mv| pos.is_legal(mv))?;
            pos.play(mv);
        }
        Some(pos)
    };
    // A few triples a, b, c against c, b, a: enough to tell a key that remembers the order.
    for (a, c) in moves
        .iter()
        .zip(moves.iter().rev())
        .take(3)
        .filter(|(a, c)| a != c)
    {
        let mut child = pos.clone();
        child.play(*a);
        let mut replies = Vec::new();
        if child.legal_moves(&mut replies).is_some() {
            continue;
        }
        for &b in replies.iter().take(8) {
            if let (Some(one), Some(other)) = (after(&[*a, b, *c]), after(&[*c, b, *a]))
                && one == other
            {
                hold!(
                    KeyOfEquals,
                    one.key() == other.key(),
                    "{one:?} has two keys"
                );
            }
        }
    }
    Ok(())
}

/// Checks the laws of [`Evaluator`] on every line of `depth` plies from `pos`.
///
/// # Errors
/// The first law found broken.
///
/// ```
/// use game_core::{Evaluator, Score, conform::{self, Law}};
/// use othello_bitboard::{Move, Othello};
///
/// /// Keeps count of the discs on the board, but never takes a move back.
/// #[derive(Clone)]
/// struct Discs(i32);
///
/// impl Evaluator<Othello> for Discs {
///     fn reset(&mut self, pos: &Othello) { self.0 = 64 - pos.empty().count_ones() as i32 }
///     fn played(&mut self, _pos: &Othello, _mv: Move, _turned: &u64) { self.0 += 1 }
///     fn evaluate(&mut self, _pos: &Othello) -> Score { Score::eval(self.0) }
/// }
///
/// let broken = conform::evaluator(&Othello::START, &Discs(4), 1).unwrap_err();
/// assert_eq!(broken.law, Law::EvaluatorUndone);
/// ```
pub fn evaluator<P, E>(pos: &P, eval: &E, depth: u32) -> Result<(), Violation>
where
    P: Position + fmt::Debug,
    E: Evaluator<P> + Clone,
{
    let mut kept = eval.clone();
    kept.reset(pos);
    follow(&mut pos.clone(), &mut kept, eval, depth)
}

fn follow<P, E>(pos: &mut P, kept: &mut E, fresh: &E, depth: u32) -> Result<(), Violation>
where
    P: Position + fmt::Debug,
    E: Evaluator<P> + Clone,
{
    let mut moves = Vec::new();
    if pos.legal_moves(&mut moves).is_some() {
        return Ok(());
    }
    let before = kept.evaluate(pos);
    let mut reset = fresh.clone();
    reset.reset(pos);
    let expected = reset.evaluate(pos);
    hold!(
        EvaluatorInStep,
        before == expected,
        "{before:?} kept, {expected:?} reset in {pos:?}"
    );
    hold!(
        EvaluationInRange,
        !before.is_decisive(),
        "{before:?} in {pos:?}"
    );
    for mv in moves {
        if depth == 0 {
            break;
        }
        let undo = pos.play(mv);
        kept.played(pos, mv, &undo);
        follow(pos, kept, fresh, depth - 1)?;
        kept.undone(pos, mv, &undo);
        pos.undo(mv, undo);
        let after = kept.evaluate(pos);
        hold!(
            EvaluatorUndone,
            after == before,
            "{before:?} became {after:?} when {mv:?} was undone in {pos:?}"
        );
    }
    Ok(())
}

/// Checks the laws of [`Notation`] on every line of `depth` plies from `pos`, a position under
/// `rules`.
///
/// # Errors
/// The first law found broken.
///
/// ```
/// use game_core::conform;
/// use othello_bitboard::Othello;
/// assert_eq!(conform::notation(&Othello::START, &(), 2), Ok(()));
/// ```
pub fn notation<P: Notation + fmt::Debug>(
    pos: &P,
    rules: &P::Rules,
    depth: u32,
) -> Result<(), Violation> {
    let text = format!("{pos}");
    match P::parse(&text, rules) {
        Err(error) => hold!(PositionText, false, "{text:?} is refused: {error}"),
        Ok(read) => {
            hold!(
                PositionText,
                format!("{read}") == text,
                "{text:?} reads back as {read}"
            );
            hold!(
                PositionText,
                read.key() == pos.key(),
                "{text:?} reads back with another key"
            );
            hold!(
                PositionText,
                read.turn() == pos.turn(),
                "{text:?} reads back with another turn"
            );
        }
    }
    let over = pos.outcome().is_some();
    hold!(
        Reason,
        pos.reason().is_some() == over,
        "{:?} in {text:?}",
        pos.reason()
    );
    let board = pos.board_view();
    let names: BTreeSet<_> = board.cells.iter().map(|cell| &cell.name).collect();
    hold!(
        BoardView,
        board.columns * board.rows() == board.cells.len() && names.len() == board.cells.len(),
        "{board:?} of {text:?}"
    );
    let deciding = pos.deciding_cells();
    let stands = |&cell: &usize| {
        board
            .cells
            .get(cell)
            .is_some_and(|cell| cell.piece.is_some())
    };
    hold!(
        DecidingCells,
        deciding.iter().all(stands) && (deciding.is_empty() || pos.outcome().is_some()),
        "{deciding:?} of {text:?}"
    );
    let checked = pos.checked_cells();
    let is_movers = |&cell: &usize| {
        let piece = board.cells.get(cell).and_then(|cell| cell.piece);
        piece.is_some_and(|piece| piece.owner == pos.turn())
    };
    hold!(
        CheckedCells,
        checked.iter().all(is_movers),
        "{checked:?} of {text:?}"
    );
    let mut pieces = board.cells.iter().filter_map(|cell| cell.piece);
    hold!(
        BoardView,
        pieces.all(|piece| !piece.letter.is_lowercase()),
        "a letter of {board:?} is in lower case"
    );
    let has_piece = |cell: &usize| {
        let cell = board.cells.get(*cell);
        cell.is_some_and(|cell| cell.piece.is_some())
    };
    let mut counts = board.counts.iter();
    hold!(
        BoardView,
        counts.all(|(cell, &count)| has_piece(cell) && count > 1),
        "{:?} of {text:?}",
        board.counts
    );
    let shape = pos.board_shape();
    check_shape(&shape, &board)?;
    presentation(&P::presentation())?;
    for bad in ["", "?", "castle", "z99", "\u{0}", "炮"] {
        hold!(
            BadMoveRefused,
            pos.parse_move(bad).is_err(),
            "{bad:?} is read in {text:?}"
        );
    }
    let mut moves = Vec::new();
    if pos.legal_moves(&mut moves).is_some() || over {
        return Ok(());
    }
    let mut texts = BTreeMap::new();
    for mv in moves {
        let word = pos.format_move(mv);
        match pos.parse_move(&word) {
            Err(error) => hold!(
                MoveText,
                false,
                "{word:?} for {mv:?} is refused in {text:?}: {error}"
            ),
            Ok(read) => hold!(
                MoveText,
                read == mv,
                "{word:?} for {mv:?} reads back as {read:?} in {text:?}"
            ),
        }
        let other = texts.insert(word, mv);
        hold!(
            MoveText,
            other.is_none(),
            "{mv:?} and {other:?} are written alike in {text:?}"
        );
        let mut child = pos.clone();
        child.play(mv);
        let cells = pos.move_cells(mv);
        let own = |board: &BoardView, cell: Option<usize>| {
            cell.is_none_or(|cell| {
                let piece = board.cells.get(cell).and_then(|cell| cell.piece);
                piece.is_some_and(|piece| piece.owner == pos.turn())
            })
        };
        hold!(
            MoveCells,
            own(&board, cells.from) && own(&child.board_view(), cells.to),
            "{cells:?} of {mv:?} in {text:?}"
        );
        hold!(
            BoardShape,
            child.board_shape() == shape,
            "{mv:?} changes the shape of {text:?}"
        );
        let routes = pos.move_routes(mv);
        let on_board = |&cell: &usize| cell < board.cells.len();
        hold!(
            MoveRoutes,
            !routes.is_empty() && routes.iter().flatten().all(on_board),
            "{routes:?} of {mv:?} in {text:?}"
        );
        hold!(
            MoveRoutes,
            routes.len() == 1 || routes.iter().all(|route| !route.is_empty()),
            "{routes:?} of {mv:?} in {text:?}"
        );
        let record = Record::new(pos.clone(), alloc::vec![mv]);
        let written = P::format_record(&record);
        match P::parse_record(&written, rules) {
            Err(error) => hold!(RecordText, false, "{written:?} is refused: {error}"),
            Ok(read) => {
                let same = format!("{}", read.start) == text && read.moves == record.moves;
                hold!(
                    RecordText,
                    same,
                    "{written:?} reads back as {} {:?}",
                    read.start,
                    read.moves
                );
            }
        }
        if depth > 1 {
            notation(&child, rules, depth - 1)?;
        }
    }
    Ok(())
}

fn check_shape(shape: &BoardShape, board: &BoardView) -> Result<(), Violation> {
    hold!(
        BoardShape,
        shape.places.len() == board.cells.len(),
        "{} places for {} cells",
        shape.places.len(),
        board.cells.len()
    );
    for (index, &[x, y]) in shape.places.iter().enumerate() {
        hold!(
            BoardShape,
            x.is_finite() && y.is_finite(),
            "place {index} is {x}, {y}"
        );
        // Nearer than this, one cell would cover the other.
        let covers = |&[other_x, other_y]: &[f32; 2]| {
            let (right, down) = (x - other_x, y - other_y);
            right * right + down * down < 0.25
        };
        let covered = shape.places[..index].iter().position(covers);
        hold!(
            BoardShape,
            covered.is_none(),
            "places {index} and {covered:?} are one"
        );
    }
    let ends = shape.lines.iter().flatten();
    hold!(
        BoardShape,
        ends.clone().all(|&end| end < board.cells.len()),
        "a line ends off the board: {:?}",
        shape.lines
    );
    Ok(())
}

/// Checks the law of [`Presentation`].
///
/// # Errors
/// What breaks it.
///
/// ```
/// use game_core::{Notation, Text, conform::{self, Law}};
/// use othello_bitboard::Othello;
/// assert_eq!(conform::presentation(&Othello::presentation()), Ok(()));
/// let twice = Othello::presentation().word("reason.the board is full", Text::same("full"));
/// assert_eq!(conform::presentation(&twice).unwrap_err().law, Law::Presentation);
/// ```
pub fn presentation(presentation: &Presentation) -> Result<(), Violation> {
    let Presentation {
        title,
        sides,
        pieces,
        words,
        ..
    } = presentation;
    let named = |text: &crate::Text| !text.en.is_empty() && !text.zh.is_empty();
    hold!(Presentation, named(title), "no title");
    for side in sides {
        hold!(
            Presentation,
            named(&side.name) && !side.colour.is_empty(),
            "{side:?}"
        );
    }
    let letters: BTreeSet<_> = pieces.iter().map(|kind| kind.letter).collect();
    hold!(
        Presentation,
        letters.len() == pieces.len(),
        "a piece is named twice in {pieces:?}"
    );
    let keys: BTreeSet<_> = words.iter().map(|(key, _)| key).collect();
    hold!(
        Presentation,
        keys.len() == words.len() && words.iter().all(|(_, text)| named(text)),
        "a word stands twice or has no text in {words:?}"
    );
    Ok(())
}
