//! Pieces that walk to the last row, whatever the opponent does.

use crate::position::{Breakthrough, Move, squares};
use engines::game_core::{Outcome, Player, Position};

/// For each square and White's piece on it: the squares where a piece of Black stops it, if White
/// moves first; and the same if Black does.
const STOPPERS: [[u64; 64]; 2] = {
    let mut stoppers = [[0; 64]; 2];
    let mut black_first = 0;
    while black_first < 2 {
        let mut square = 0;
        while square < 64 {
            stoppers[black_first][square] = stoppers_of(square, black_first);
            square += 1;
        }
        black_first += 1;
    }
    stoppers
};

/// The squares from which a piece of Black takes, or stands before, a piece of White that walks
/// straight up from `square`, when Black makes `black_first` moves before it.
const fn stoppers_of(square: usize, black_first: usize) -> u64 {
    let [row, column] = [square / 8, square % 8];
    let mut found = 0;
    let mut from = 8 * (row + 1);
    while from < 64 {
        let aside = (from % 8).abs_diff(column);
        // What stands in the way does, and so does what takes the piece on the row `at`, where it
        // has come by `at - row` moves.
        let mut stops = aside == 0;
        let mut at = row + 1 - black_first;
        while at < 7 && at < from / 8 {
            let needed = from / 8 - at;
            stops |= aside <= needed && needed <= at - row + black_first;
            at += 1;
        }
        if stops {
            found |= 1 << from;
        }
        from += 1;
    }
    found
}

/// The walk of a piece that the opponent cannot stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// Where the piece stands, as squares are numbered in a [`Move`].
    pub from: u8,
    /// The moves it needs.
    pub moves: u32,
}

/// The shortest walk of a piece of `player` that no piece of the opponent can stop, if there is
/// one. It goes straight ahead; what walks otherwise is left to the search.
///
/// ```
/// use breakthrough::{Breakthrough, run};
/// use engines::game_core::Player;
/// let pos: Breakthrough = "2p5/8/8/P7/8/6p1/8/6P1 w".parse()?;
/// assert_eq!(run(&pos, Player::First).map(|run| run.moves), Some(3));
/// // One row further back, Black comes in time.
/// let pos: Breakthrough = "2p5/8/8/8/P7/6p1/8/6P1 w".parse()?;
/// assert_eq!(run(&pos, Player::First), None);
/// # Ok::<(), breakthrough::TextError>(())
/// ```
pub fn run(pos: &Breakthrough, player: Player) -> Option<Run> {
    // Black's board is White's upside down.
    let flip = |bits: u64| match player {
        Player::First => bits,
        Player::Second => bits.swap_bytes(),
    };
    let [own, other] = [player, !player].map(|player| flip(pos.pieces(player)));
    let stoppers = &STOPPERS[usize::from(pos.turn() != player)];
    // The foremost pieces first.
    let mut rows = (1..7).rev().map(|row| own & 0xff << (8 * row));
    rows.find_map(|row| {
        let free = |square: &u8| {
            let ahead = 0x0101_0101_0101_0100 << square;
            other & stoppers[usize::from(*square)] == 0 && own & ahead == 0
        };
        let square = squares(row).find(free)?;
        Some(Run {
            from: if player == Player::First {
                square
            } else {
                square ^ 56
            },
            moves: 7 - u32::from(square) / 8,
        })
    })
}

/// How the game ends by the walk of one side, if the other cannot come first: for the player to
/// move, after this many plies; and the move that leads there, where it is that player's.
pub(crate) fn decided_race(pos: &Breakthrough) -> Option<(Outcome, usize, Option<Move>)> {
    let player = pos.turn();
    let [own, other] = [player, !player].map(|player| pos.distance(player));
    let (own, other) = (own?, other?);
    if let Some(run) = run(pos, player).filter(|run| run.moves <= other) {
        let ahead = if player == Player::First { 8 } else { -8 };
        let mv = Move {
            from: run.from,
            to: run.from.wrapping_add_signed(ahead),
        };
        return Some((Outcome::Win, 2 * run.moves as usize - 1, Some(mv)));
    }
    let run = run(pos, !player).filter(|run| run.moves < own)?;
    Some((Outcome::Loss, 2 * run.moves as usize, None))
}
