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

/// What the move of a hint does, one by one.
pub fn reasons(report: &Report<String>, session: &dyn Session) -> Vec<String> {
    let best = report.best();
    best.map(|best| output::reasons(session, &best))
        .unwrap_or_default()
}

/// A hint, what it is worth and `why`.
pub fn hint(game: &dyn Game, report: &Report<String>, why: &[String]) -> String {
    let best = report.best();
    let worth = match report.lines.first() {
        Some(line) if line.bound != Bound::None => output::value(game, line),
        _ => "not searched".to_owned(),
    };
    let hint = format!("hint: {} ({worth})", best.unwrap_or_default());
    if why.is_empty() {
        return hint;
    }
    format!("{hint}: {}", why.join("; "))
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
