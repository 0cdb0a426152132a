//! What the views of a game say in the same words.

use super::view::Ply;
use crate::output;
use engines::{Game, Session};
use search::{Bound, Report};

/// How far a search has come, in a line.
pub fn progress(game: &dyn Game, report: &Report<String>) -> String {
    let score = output::best_value(game, report);
    let nodes = output::si(report.nodes as f64);
    let seconds = report.time.as_secs_f64();
    let pv = report.pv().join(" ");
    let depth = report.depth;
    format!("depth {depth}  {score}  {nodes} nodes  {seconds:.1} s  {pv}")
}

/// The move that has just been played, the `number`th.
pub fn ply(number: usize, ply: &Ply) -> String {
    let Ply {
        player, name, mv, ..
    } = ply;
    format!("{number}. {player} ({name}) {mv}")
}

/// A hint, what it is worth and what it does.
pub fn hint(game: &dyn Game, report: &Report<String>, session: &dyn Session) -> String {
    let best = report.best();
    let why = best.as_deref().and_then(|best| output::why(session, best));
    let worth = match report.lines.first() {
        Some(line) if line.bound != Bound::None => output::value(game, line),
        _ => "not searched".to_owned(),
    };
    let why = why.map(|why| format!(": {why}")).unwrap_or_default();
    format!("hint: {} ({worth}){why}", best.unwrap_or_default())
}

/// The moves played, and the legal ones.
pub fn moves(session: &dyn Session) -> [String; 2] {
    let list =
        |what: &str, moves: &[String]| format!("{what} {} moves: {}", moves.len(), moves.join(" "));
    [
        list("played ", &session.line().moves),
        list("legal  ", &session.legal_moves()),
    ]
}
