use crate::{Move, MoveTextError, Square, ggf, obf, wthor};
use thiserror::Error;

/// What was wrong with a position, a move, a list of moves or a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Error {
    /// The position is malformed.
    #[error(transparent)]
    Position(#[from] obf::PositionError),
    /// The move is malformed, or not legal here.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// A move in a list is.
    #[error("move {number}, at byte {at}: {error}")]
    InList {
        /// Its place among the moves that the list writes out, from 1.
        number: usize,
        /// Its place in the text, in bytes from 0.
        at: usize,
        /// What is wrong with it.
        #[source]
        error: MoveError,
    },
    /// The game in GGF is malformed.
    #[error(transparent)]
    Ggf(#[from] ggf::Error),
    /// The archive of games is malformed.
    #[error(transparent)]
    Archive(#[from] wthor::Error),
    /// A game of an archive is broken.
    #[error(transparent)]
    Replay(#[from] wthor::ReplayError),
    /// An archive cannot hold a record.
    #[error(transparent)]
    Unwritable(#[from] wthor::UnwritableError),
    /// A game in a text of several is malformed.
    #[error("line {line}: {error}")]
    OnLine {
        /// The line, from 1; places in what is wrong are counted from its beginning.
        line: usize,
        /// What is wrong there.
        #[source]
        error: Box<Self>,
    },
    /// The record holds neither a position nor a move.
    #[error("no game in the record: expected a position or a line of moves")]
    NoGame,
}

/// Why a text is not a legal move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MoveError {
    /// It names no move on any board.
    #[error(transparent)]
    Text(#[from] MoveTextError),
    /// There is a disc already.
    #[error("{square} is occupied")]
    Occupied {
        /// Where the disc would go.
        square: Square,
    },
    /// A disc there would turn nothing.
    #[error("a disc on {square} turns nothing")]
    FlipsNothing {
        /// Where the disc would go.
        square: Square,
    },
    /// The side to move has no move but the pass.
    #[error("a disc on {square} is not possible: the side to move has no move and must pass")]
    MustPass {
        /// Where the disc would go.
        square: Square,
    },
    /// A player with a legal move may not pass.
    #[error("passing is not allowed: {square} is a legal move")]
    MayNotPass {
        /// One of the legal moves.
        square: Square,
    },
    /// Neither side has a move.
    #[error("{mv} is not possible: the game is over")]
    GameOver {
        /// The move as it was read.
        mv: Move,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use game_core::clip;

    #[test]
    fn no_error_is_longer_than_a_line() {
        let long = "炮".repeat(10_000);
        let quoted = format!("{}...", "炮".repeat(40));
        assert_eq!((clip("f5"), clip(&long)), ("f5".to_owned(), quoted.clone()));
        let board = "-".repeat(64);
        let errors: [&dyn core::fmt::Display; 8] = [
            &long.parse::<crate::Move>().unwrap_err(),
            &long.parse::<Square>().unwrap_err(),
            &long.parse::<ggf::Clock>().unwrap_err(),
            &format!("{board} {long}")
                .parse::<crate::Othello>()
                .unwrap_err(),
            &format!("{board} X; {long}")
                .parse::<obf::Problem>()
                .unwrap_err(),
            &format!("{board} X; {long}:1")
                .parse::<obf::Problem>()
                .unwrap_err(),
            &format!("{} X; PASS:{long}", "X".repeat(64))
                .parse::<obf::Problem>()
                .unwrap_err(),
            &format!(
                "{} X; D3:{long}",
                crate::Othello::START.to_string().trim_end_matches(" X")
            )
            .parse::<obf::Problem>()
            .unwrap_err(),
        ];
        for error in errors {
            let text = error.to_string();
            assert!(text.chars().count() < 160, "{text}");
        }
    }
}
