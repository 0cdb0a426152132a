use crate::{args::Show, failure::Failure, output};
use game_core::Glyphs;
use serde_json::json;

/// `boyi show`
pub fn run(args: &Show, json: bool) -> Result<(), Failure> {
    let session = args.position.session()?;
    let state = session.state();
    let view = session.view();
    let ending = state.ending;
    let forbidden: Vec<_> = view.forbidden().collect();
    let legal: Vec<_> = view.legal.iter().map(|mv| mv.text.as_str()).collect();
    if json {
        let outcome =
            ending.map(|ending| json!({ "winner": ending.winner_name(state.players), "reason": ending.reason }));
        let forbidden: serde_json::Map<_, _> = forbidden
            .into_iter()
            .map(|(point, kind)| (point.to_owned(), kind.into()))
            .collect();
        output::object(&json!({
            "turn": state.player(),
            "legal": legal,
            "forbidden": forbidden,
            "outcome": outcome,
            "key": format!("{:016x}", state.key),
            "position": view.position,
        }))?;
        return Ok(());
    }
    let glyphs = if args.letters {
        Glyphs::Letters
    } else {
        Glyphs::Native
    };
    output::line(session.diagram(glyphs).trim_end())?;
    output::line(format!("position   {}", view.position))?;
    output::line(format!("key        {:016x}", state.key))?;
    output::line(format!("to move    {}", state.player()))?;
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
    output::line(format!(
        "outcome    {}",
        outcome_text(ending, state.players)
    ))?;
    Ok(())
}

/// The state of a game of these `players`, in words.
pub fn outcome_text(ending: Option<engines::Ending>, players: [&'static str; 2]) -> String {
    let Some(ending) = ending else {
        return "the game goes on".to_owned();
    };
    match ending.winner_name(players) {
        Some(winner) => format!("{winner} wins: {}", ending.reason),
        None => format!("draw: {}", ending.reason),
    }
}
