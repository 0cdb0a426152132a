use crate::{
    args::{OpeningFormat, Openings},
    failure::Failure,
    output,
};
use arena::openings::Balance;
use serde_json::json;

/// `boyi openings`
pub fn run(args: &Openings, json: bool) -> Result<(), Failure> {
    let game = args.game.game;
    let mut session = args.game.session()?;
    let failed = |error| Failure::Match(Box::new(error));
    let mut openings =
        Balance::new(args.balanced(), args.seed, game, session.settings()).map_err(failed)?;
    for _ in 0..args.count {
        let opening = openings.next().map_err(failed)?;
        session.set_line(&opening.line).map_err(Failure::Setting)?;
        let moves = session.line().moves.concat();
        let score = game.reading(opening.score);
        if json {
            let line = opening.line.to_string();
            let depth = opening.depth;
            output::object(
                &json!({ "opening": line, "moves": moves, "score": opening.score.get(), "depth": depth }),
            )?;
            continue;
        }
        match args.format {
            OpeningFormat::Text => output::line(format!(
                "{} # {score} at depth {}",
                opening.line, opening.depth
            ))?,
            OpeningFormat::Moves => output::line(moves)?,
        }
    }
    Ok(())
}
