//! Retrograde analysis: from lost positions back to those that lead there.

use crate::{
    Endgames, Material, TableValue,
    layout::Layout,
    table::{DRAW, NONE, Table, byte},
};
use game_core::{Outcome, Player};
use rayon::prelude::*;
use xiangqi_movegen::{Board, Kind, Move, Square};

/// Builds the table of `material`; `known` has the tables that captures lead to.
///
/// Retrograde analysis (Thompson 1986): first every position is visited once, for mates and for
/// captures; then, ply by ply, each position that has just been decided updates those that lead to
/// it. Takes some 6 bytes for each number of the layout.
pub(crate) fn solve(material: &Material, known: &Endgames) -> Table {
    let mut analysis = Analysis::new(Layout::new(material), known);
    analysis.run();
    let Analysis {
        layout,
        sides: [mut strong, _],
        ..
    } = analysis;
    // A number without a position packs best with the value of the one before.
    let mut last = DRAW;
    for byte in &mut strong.bytes {
        if *byte == NONE {
            *byte = last;
        }
        last = *byte;
    }
    Table {
        layout,
        bytes: strong.bytes,
    }
}

/// The positions with one side to move, by their numbers.
struct Side {
    /// As in a table, or [`NONE`] without a position.
    bytes: Vec<u8>,
    /// The number of moves not yet known to lose; a capture that does not lose always counts.
    left: Vec<u8>,
    /// Plies to the end after the capture that loses last.
    slowest: Vec<u8>,
}

struct Analysis {
    layout: Layout,
    /// With the strong side to move, and with the weak one.
    sides: [Side; 2],
    /// By plies to the end: the positions that end then, if not sooner.
    due: Vec<Vec<(Player, u32)>>,
}

/// The result of the first visit of a position.
#[derive(Clone, Copy)]
struct Look {
    byte: u8,
    left: u8,
    slowest: u8,
    due: Option<u8>,
}

impl Look {
    const NO_POSITION: Self = Self {
        byte: NONE,
        left: 0,
        slowest: 0,
        due: None,
    };
}

fn look(
    layout: &Layout,
    number: usize,
    turn: Player,
    known: &Endgames,
    moves: &mut Vec<Move>,
) -> Look {
    let Some(board) = layout.board(number) else {
        return Look::NO_POSITION;
    };
    if !board.checkers(!turn).is_empty() {
        return Look::NO_POSITION;
    }
    moves.clear();
    board.legal_moves(turn, moves);
    let mut look = Look {
        byte: DRAW,
        left: 0,
        slowest: 0,
        due: None,
    };
    if moves.is_empty() || board.is_drawn_by_material(turn) {
        look.due = moves.is_empty().then_some(0);
        look.left = u8::MAX;
        return look;
    }
    for &mv in &*moves {
        if board.piece_at(mv.to).is_none() {
            look.left += 1;
            continue;
        }
        let mut after = board;
        after.make(mv);
        let ending = known
            .probe(&after, !turn)
            .expect("a capture leads to what is known")
            .before();
        match ending.outcome {
            Outcome::Win => {
                look.due = Some(look.due.map_or(ending.plies, |due| due.min(ending.plies)))
            }
            Outcome::Draw => look.left += 1,
            Outcome::Loss => look.slowest = look.slowest.max(ending.plies),
        }
    }
    if look.left == 0 && look.due.is_none() {
        look.due = Some(look.slowest);
    }
    look
}

impl Analysis {
    fn new(layout: Layout, known: &Endgames) -> Self {
        let mut due = vec![Vec::new(); usize::from(TableValue::LONGEST) + 2];
        let sides = Player::BOTH.map(|turn| {
            let looks: Vec<_> = (0..layout.len())
                .into_par_iter()
                .map_init(Vec::new, |moves, number| {
                    look(&layout, number, turn, known, moves)
                })
                .collect();
            for (number, look) in looks.iter().enumerate() {
                if let Some(plies) = look.due {
                    due[usize::from(plies)].push((turn, number as u32));
                }
            }
            Side {
                bytes: looks.iter().map(|look| look.byte).collect(),
                left: looks.iter().map(|look| look.left).collect(),
                slowest: looks.iter().map(|look| look.slowest).collect(),
            }
        });
        Self { layout, sides, due }
    }

    fn run(&mut self) {
        for plies in 0..=TableValue::LONGEST {
            for (turn, number) in std::mem::take(&mut self.due[usize::from(plies)]) {
                let known = &mut self.sides[turn.index()].bytes[number as usize];
                if *known == DRAW {
                    *known = byte(plies);
                    self.tell(turn, number as usize, plies);
                }
            }
        }
        assert!(
            self.due.iter().all(Vec::is_empty),
            "no ending takes more than {} plies",
            TableValue::LONGEST
        );
    }

    /// Updates the positions that lead to the one just decided.
    fn tell(&mut self, turn: Player, number: usize, plies: u8) {
        let mover = !turn;
        let Self { layout, sides, due } = self;
        let Side {
            bytes,
            left,
            slowest,
        } = &mut sides[mover.index()];
        let mut board = layout.board(number).expect("it is a position");
        each_before(layout, &mut board, mover, |before| {
            if bytes[before] != DRAW {
                return;
            }
            if TableValue::after(plies).outcome == Outcome::Loss {
                due[usize::from(plies) + 1].push((mover, before as u32));
            } else if left[before] != u8::MAX {
                left[before] -= 1;
                if left[before] == 0 {
                    due[usize::from(slowest[before].max(plies + 1))].push((mover, before as u32));
                }
            }
        });
    }
}

/// Calls `visit` with the number of every placement from which `mover` comes to `board` without a
/// capture.
fn each_before(layout: &Layout, board: &mut Board, mover: Player, mut visit: impl FnMut(usize)) {
    let middle = |square: Square| square.file() == 4;
    for to in board.of(mover) {
        let piece = board.take(to).expect("a piece of the mover's");
        let strong_general = piece.kind == Kind::General && mover == Player::First;
        each_origin(board, piece.kind, to, |board, from| {
            if !piece.home().contains(from) {
                return;
            }
            board.put(from, piece);
            if board.reaches(from).contains(to) {
                // A general that comes from the right of the middle is handled in the mirror image
                // of this board, which has its own number.
                if !strong_general || from.file() <= 4 {
                    visit(layout.number(board, Player::First));
                }
                if strong_general && middle(from) && !middle(to) {
                    visit(layout.mirror(board));
                }
            }
            board.take(from);
        });
        board.put(to, piece);
    }
}

/// Calls `visit` with the free squares from which a piece of `kind` may have come to `to`, without
/// checking the move.
fn each_origin(
    board: &mut Board,
    kind: Kind,
    to: Square,
    mut visit: impl FnMut(&mut Board, Square),
) {
    const STRAIGHT: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
    let steps: &[(i8, i8)] = match kind {
        Kind::General | Kind::Soldier | Kind::Chariot | Kind::Cannon => &STRAIGHT,
        Kind::Advisor => &[(1, 1), (1, -1), (-1, 1), (-1, -1)],
        Kind::Elephant => &[(2, 2), (2, -2), (-2, 2), (-2, -2)],
        Kind::Horse => &[
            (1, 2),
            (1, -2),
            (-1, 2),
            (-1, -2),
            (2, 1),
            (2, -1),
            (-2, 1),
            (-2, -1),
        ],
    };
    let slides = matches!(kind, Kind::Chariot | Kind::Cannon);
    for &(files, ranks) in steps {
        let mut next = to.offset(files, ranks);
        while let Some(from) = next.filter(|&from| board.piece_at(from).is_none()) {
            visit(board, from);
            next = from.offset(files, ranks).filter(|_| slides);
        }
    }
}

#[cfg(test)]
mod tests;
