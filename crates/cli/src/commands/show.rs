use crate::{args::Show, failure::Failure, output};
use game_core::Glyphs;
use serde_json::json;

/// `boyi show`
pub fn run(args: &Show, json: bool) -> Result<(), Failure> {
    let session = args.position.session()?;
    let ending = session.ending();
    let forbidden = session.forbidden();
    let legal = session.legal_moves();
    if json {
        let outcome =
            ending.map(|ending| json!({ "winner": ending.winner, "reason": ending.reason }));
        let forbidden: serde_json::Map<_, _> = forbidden
            .into_iter()
            .map(|(point, kind)| (point, kind.into()))
            .collect();
        output::object(&json!({
            "turn": session.turn(),
            "legal": legal,
            "forbidden": forbidden,
            "outcome": outcome,
            "key": format!("{:016x}", session.key()),
            "position": session.position(),
        }))?;
        return Ok(());
    }
    let glyphs = if args.letters {
        Glyphs::Letters
    } else {
        Glyphs::Native
    };
    output::line(session.diagram(glyphs).trim_end())?;
    output::line(format!("position   {}", session.position()))?;
    output::line(format!("key        {:016x}", session.key()))?;
    output::line(format!("to move    {}", session.turn()))?;
    output::line(format!(
        "legal      {} moves: {}",
        legal.len(),
        legal.join(" ")
    ))?;
    if !forbidden.is_empty() {
        let points: Vec<_> = forbidden
            .iter()
            .map(|(point, kind)| format!("{point} ({kind})"))
            .collect();
        output::line(format!("forbidden  {}", points.join(" ")))?;
    }
    output::line(format!("outcome    {}", outcome_text(ending)))?;
    Ok(())
}

/// The state of the game, in words.
pub fn outcome_text(ending: Option<engines::Ending>) -> String {
    match ending {
        None => "the game goes on".to_owned(),
        Some(engines::Ending {
            winner: Some(winner),
            reason,
            ..
        }) => format!("{winner} wins: {reason}"),
        Some(engines::Ending {
            winner: None,
            reason,
            ..
        }) => format!("draw: {reason}"),
    }
}
