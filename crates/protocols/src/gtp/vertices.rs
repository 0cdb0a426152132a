//! Moves as vertices: the point that a move puts a piece on stands for the move.

use super::syntax;
use engines::{GameView, LegalMove, Session};

/// Whether every legal move of this position puts a piece on a point or passes: GTP has no word for
/// a move from one point to another.
pub(crate) fn are_moves(view: &GameView) -> bool {
    view.legal.iter().all(|mv| mv.cells.from.is_none())
}

/// Plays the move that `vertex`, with the column letters of the board, stands for: the game's own
/// text, or the move to the point of that name. Nothing changes if there is none.
pub(super) fn play(session: &mut dyn Session, vertex: &str) -> Option<()> {
    if session.play(vertex).is_ok() {
        return Some(());
    }
    let mv = to_move(&session.view(), vertex)?;
    session.play(&mv).ok().map(drop)
}

/// The legal move of `view` that `vertex`, with the column letters of the board, stands for.
pub(super) fn to_move(view: &GameView, vertex: &str) -> Option<String> {
    let point = view.board.position_of(vertex);
    let is_meant = |mv: &&LegalMove| mv.text == vertex || (point.is_some() && mv.cells.to == point);
    let meant = view.legal.iter().find(is_meant);
    meant.map(|mv| mv.text.clone())
}

/// The legal move `mv` of `view` as GTP writes it.
pub(super) fn of_move(view: &GameView, mv: &str) -> String {
    let legal = view.legal.iter().find(|legal| legal.text == mv);
    let point = legal.and_then(|legal| view.board.cells.get(legal.cells.to?));
    syntax::written(point.map_or(mv, |cell| &cell.name))
}
