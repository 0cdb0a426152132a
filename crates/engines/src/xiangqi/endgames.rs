//! Endgame tables in the search.

use endgames::{Endgames, TableValue};
use game_core::{Outcome, Position, Score};
use search::{Bound, Proof};
use xiangqi_movegen::{Move, Xiangqi};

/// The most pieces of a table.
const MOST: usize = 8;

/// The tables' result for `pos`, `ply` plies from the root, if there is one and the move limit
/// leaves time for it.
#[inline]
pub fn prove(pos: &Xiangqi, ply: usize) -> Option<Proof<Move>> {
    if pos.board().occupied().len() > MOST {
        return None;
    }
    let tables = Endgames::shared();
    let ending = tables
        .probe(pos.board(), pos.turn())
        .filter(|&ending| is_in_time(pos, ending))?;
    // Below the root only the score matters.
    let best = if ply == 0 {
        tables.best(pos.board(), pos.turn()).map(|(mv, _)| mv)
    } else {
        None
    };
    let score = match ending.outcome {
        Outcome::Draw => Score::DRAW,
        outcome => Score::terminal(outcome, ply + usize::from(ending.plies)),
    };
    Some(Proof {
        score,
        bound: Bound::Exact,
        best,
    })
}

/// Appends the moves of perfect play, if the tables have a winner.
pub fn foresee(pos: &Xiangqi, moves: &mut Vec<Move>) {
    if prove(pos, 0).is_some() {
        moves.extend(Endgames::shared().line(pos.board(), pos.turn()));
    }
}

/// Whether the game ends before the move limit draws it, assuming no captures on the way.
fn is_in_time(pos: &Xiangqi, ending: TableValue) -> bool {
    let plies = u32::from(pos.halfmove_clock()) + u32::from(ending.plies);
    ending.outcome == Outcome::Draw || pos.rules().move_limit.is_none_or(|limit| plies <= limit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use xiangqi_movegen::Rules;

    fn pos(fen: &str) -> Xiangqi {
        Xiangqi::from_fen(fen, &Rules::default()).unwrap_or_else(|error| panic!("{fen}: {error}"))
    }

    #[test]
    fn a_win_is_proved_with_its_move() {
        let pos = pos("4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1");
        let proof = prove(&pos, 0).expect("a table");
        assert_eq!(
            (proof.score, proof.bound),
            (Score::terminal(Outcome::Win, 3), Bound::Exact)
        );
        let best = proof.best.expect("a move");
        assert_eq!(
            prove(&pos, 4).map(|proof| (proof.score, proof.best)),
            Some((Score::terminal(Outcome::Win, 7), None))
        );
        let mut line = Vec::new();
        foresee(&pos, &mut line);
        assert_eq!((line.len(), line[0]), (3, best));
    }

    #[test]
    fn a_win_that_comes_too_late_is_none() {
        for (clock, proved) in [(116, true), (117, true), (118, false)] {
            let pos = pos(&format!("4k4/9/9/9/9/9/9/9/R8/3K5 w - - {clock} 70"));
            assert_eq!(prove(&pos, 0).is_some(), proved, "{clock}");
        }
        let drawn = pos("2P1k4/9/9/9/9/9/9/9/9/3K5 w - - 119 70");
        assert_eq!(prove(&drawn, 0).map(|proof| proof.score), Some(Score::DRAW));
    }

    #[test]
    fn what_no_table_knows_is_searched() {
        assert_eq!(prove(&Xiangqi::default(), 0), None);
        assert_eq!(prove(&pos("4k4/4r4/9/9/9/9/9/9/9/3KR4 w - - 0 1"), 0), None);
    }
}
