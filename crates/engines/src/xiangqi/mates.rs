//! Mates in words: in how many moves, and by which of the classic patterns.

use crate::Remark;
use crate::puzzles::whatever_the_answer;
use game_core::{Player, Position, Text};
use solvers::SolveLimits;
use solvers::xiangqi::{Attack, Mate, Verdict};
use xiangqi_movegen::{Bitboard, Board, Kind, Move, Square, Xiangqi};

/// The most further moves of a mate that is looked for.
const MOST: usize = 4;

/// What is said of a move that mates at once; `after` it.
pub(super) fn mate(after: &Xiangqi) -> Remark {
    let Some(Text { en, zh }) = pattern(after) else {
        return Remark::new("mate", "mates", "将死对方");
    };
    Remark::new("mate", format!("mates by {en}"), format!("将死对方：{zh}"))
}

/// What is said of a move after which check upon check mates, whatever the answer.
pub(super) fn mates_in(after: &Xiangqi) -> Option<Remark> {
    let (moves, mated) = longest_defence(after)?;
    let moves = moves + 1;
    let (en, zh) = match mated.as_ref().and_then(pattern) {
        Some(by) => (format!(" by {}", by.en), format!("：{}", by.zh)),
        None => Default::default(),
    };
    let en = format!("mates in {moves}{en}");
    Some(Remark::new("mates-in", en, format!("{moves} 步杀{zh}")))
}

/// The most further moves until the player to move is mated by checks, and the position then, where
/// the line is known to its end. `None` if there is no such mate.
fn longest_defence(after: &Xiangqi) -> Option<(usize, Option<Xiangqi>)> {
    let limits = SolveLimits::nodes(5_000);
    let mut solver = Mate::with_bytes(1 << 18);
    let mut longest: Option<(usize, Xiangqi, Vec<Move>)> = None;
    let mated = whatever_the_answer(after, &mut Vec::new(), |pos| {
        let found = solver.solve(pos, Attack::Checks, MOST, &limits);
        if found.verdict != Verdict::Mate {
            return Some(false);
        }
        let most = longest.as_ref().map_or(0, |(most, ..)| *most);
        if found.moves > most {
            longest = Some((found.moves, pos.clone(), found.line));
        }
        Some(true)
    });
    let (moves, mut end, line) = longest.filter(|_| mated == Some(true))?;
    let is_whole = line.len() + 1 == 2 * moves;
    for mv in line {
        end.play(mv);
    }
    Some((moves, is_whole.then_some(end)))
}

/// The classic pattern by which the player to move at `pos` is mated, if it is one.
fn pattern(pos: &Xiangqi) -> Option<Text> {
    let board = pos.board();
    let loser = pos.turn();
    let mut checkers = pos.checkers();
    let checker = checkers.next()?;
    // Two checks at once are no pattern of one piece.
    if checkers.next().is_some() {
        return None;
    }
    let general = board.general(loser);
    let (en, zh) = match board.piece_at(checker)?.kind {
        Kind::Cannon => by_cannon(board, checker, general, loser)?,
        Kind::Chariot => by_chariots(board, checker, general, loser)?,
        Kind::Horse => by_horse(checker, loser)?,
        _ => return None,
    };
    Some(Text::new(en, zh))
}

/// A cannon mates over its screen.
fn by_cannon(
    board: &Board,
    cannon: Square,
    general: Square,
    loser: Player,
) -> Option<(&'static str, &'static str)> {
    let screen = (Bitboard::between(cannon, general) & board.occupied()).first()?;
    let piece = board.piece_at(screen)?;
    // From two points away along its line, a horse guards both neighbours of the general.
    let distance = Bitboard::between(screen, general).len() + 1;
    match piece.kind {
        Kind::Cannon if piece.player != loser => Some(("the double cannon", "重炮")),
        Kind::Horse if piece.player != loser && distance == 2 => {
            Some(("the cannon behind the horse", "马后炮"))
        }
        Kind::Advisor if piece.player == loser => Some(("the smothering cannon", "闷宫")),
        _ => None,
    }
}

/// One chariot gives check, another holds the file or rank beside it.
fn by_chariots(
    board: &Board,
    chariot: Square,
    general: Square,
    loser: Player,
) -> Option<(&'static str, &'static str)> {
    let along_file = chariot.file() == general.file();
    let mut others = board.pieces(!loser, Kind::Chariot).without(chariot);
    let holds = others.any(|other| {
        let apart = if along_file {
            other.file().abs_diff(general.file())
        } else {
            other.rank().abs_diff(general.rank())
        };
        let beside = if along_file {
            [general.offset(-1, 0), general.offset(1, 0)]
        } else {
            [general.offset(0, -1), general.offset(0, 1)]
        };
        let attacked = board.attacks(other);
        apart == 1
            && beside
                .into_iter()
                .flatten()
                .any(|flight| attacked.contains(flight))
    });
    holds.then_some(("the two chariots", "双车错"))
}

/// A horse mates from one of the points that have a name.
fn by_horse(horse: Square, loser: Player) -> Option<(&'static str, &'static str)> {
    match (horse.file(), horse.rank_from(loser)) {
        (2 | 6, 1) => Some(("the crouching horse", "卧槽马")),
        (3 | 5, 2) => Some(("the palace-corner horse", "挂角马")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game_core::Notation;

    fn told(fen: &str, mv: &str) -> Option<String> {
        let mut pos = Xiangqi::parse(fen, &Default::default()).expect("a position");
        pos.play(mv.parse().expect("a move"));
        let is_over = pos.legal_moves(&mut Vec::new()).is_some();
        let remark = if is_over {
            Some(mate(&pos))
        } else {
            mates_in(&pos)
        };
        remark.map(|remark| remark.text.en.into_owned())
    }

    #[test]
    fn patterns_are_named() {
        for (fen, mv, expected) in [
            (
                "3kr4/9/3C5/9/9/9/9/9/1C7/5K3 w",
                "b1d1",
                "mates by the double cannon",
            ),
            (
                "4k4/9/4N4/9/9/9/9/1C7/9/3K5 w",
                "b2e2",
                "mates by the cannon behind the horse",
            ),
            (
                "3aka3/4c4/9/9/9/9/9/9/6C2/3K5 w",
                "g1g9",
                "mates by the smothering cannon",
            ),
            (
                "4k4/8R/9/9/9/9/9/9/7R1/3K5 w",
                "h1h9",
                "mates by the two chariots",
            ),
            ("3k5/4P4/9/9/9/9/9/9/R8/5K3 w", "a1d1", "mates"),
        ] {
            assert_eq!(told(fen, mv).as_deref(), Some(expected), "{fen} {mv}");
        }
    }

    #[test]
    fn a_mate_in_several_is_counted() {
        assert_eq!(told("startpos", "h2e2"), None);
        // The chariots climb, one rank after the other.
        let fen = "9/4k4/9/R8/9/9/9/9/1R7/3K5 w";
        assert_eq!(
            told(fen, "b1b7").as_deref(),
            Some("mates in 3 by the two chariots")
        );
        assert_eq!(
            told(fen, "b1b8").as_deref(),
            Some("mates in 2 by the two chariots")
        );
    }
}
