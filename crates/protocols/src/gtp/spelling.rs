//! How moves are written: as vertices, where the point that a move puts a piece on stands for the
//! move, or in the game's own notation.

use super::syntax;
use engines::{Game, GameView, Session};

/// How the moves of a game are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spelling {
    /// As the points that they put pieces on.
    Vertices,
    /// As the game writes them.
    Notation,
}

impl Spelling {
    /// That of the moves of `game`.
    pub fn of(game: &dyn Game) -> Self {
        if game.facts().gtp_points {
            Self::Vertices
        } else {
            Self::Notation
        }
    }

    /// The move that `word` names, as [`play`](Self::play) takes it; `None` if it names none.
    pub fn read(self, word: &str) -> Option<String> {
        match self {
            Self::Notation if !word.eq_ignore_ascii_case(syntax::PASS) => Some(word.to_owned()),
            _ => syntax::vertex(word),
        }
    }

    /// Plays the move that `word`, which was [read](Self::read), stands for. Nothing changes if
    /// there is none.
    pub fn play(self, session: &mut dyn Session, word: &str) -> Option<()> {
        let mv = self.to_move(session, word)?;
        session.play(&mv).ok().map(drop)
    }

    /// The legal move of `session` that `word`, which was [read](Self::read), stands for, as the
    /// game writes it.
    pub fn to_move(self, session: &dyn Session, word: &str) -> Option<String> {
        if let Ok(text) = session.read(word) {
            return Some(text);
        }
        if self == Self::Notation {
            return None;
        }
        let view = session.view();
        let point = view.board.position_of(word)?;
        let meant = view.legal.iter().find(|mv| mv.cells.to == Some(point));
        meant.map(|mv| mv.text.clone())
    }

    /// The legal move `mv` of `view` as the protocol writes it.
    pub fn of_move(self, view: &GameView, mv: &str) -> String {
        if self == Self::Notation {
            return mv.to_owned();
        }
        let legal = view.legal.iter().find(|legal| legal.text == mv);
        let point = legal.and_then(|legal| view.board.cells.get(legal.cells.to?));
        syntax::written(point.map_or(mv, |cell| &cell.name))
    }
}
