use crate::{args::Bench, failure::Failure, output};
use engines::GAMES;
use serde_json::json;

/// `boyi bench`
pub fn run(args: &Bench, json: bool) -> Result<(), Failure> {
    for game in GAMES.iter().filter(|game| args.game.as_deref().is_none_or(|name| name == game.name())) {
        let result = game.bench();
        let seconds = result.time.as_secs_f64();
        if json {
            output::object(&json!({ "game": game.name(), "nodes": result.nodes, "time_s": seconds }))?;
        } else {
            let speed = output::si(result.nps());
            output::line(format!("{:<8} {:>12} nodes  {seconds:>8.3} s  {speed:>8} nodes/s", game.name(), result.nodes))?;
        }
    }
    Ok(())
}
