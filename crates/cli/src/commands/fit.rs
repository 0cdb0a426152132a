use crate::args::{Fit, check_searcher};
use crate::{commands::positions::positions, failure::Failure, output};
use serde_json::json;
use thiserror::Error;

/// Positions that no line goes through.
#[derive(Debug, Error)]
#[error("no line fits: three undecided positions or more are needed, with deep values that rise with the shallow ones")]
struct NoLine;

/// `boyi fit`
pub fn run(args: &Fit, json: bool) -> Result<(), Failure> {
    if args.shallow >= args.deep {
        let problem = format!("{}: fewer plies than --deep {} are needed", args.shallow, args.deep);
        return Err(Failure::Words { argument: "--shallow", problem });
    }
    let game = args.game.game();
    check_searcher(game, &args.searcher)?;
    let settings = args.game.session()?.settings().clone();
    let lines = positions(game, &settings, &args.positions, args.seed)?;
    let fit = engines::Fit::find(game, &settings, &args.searcher, &lines, (args.shallow, args.deep))
        .map_err(|error| Failure::Text { argument: "--positions", value: args.searcher.to_string(), error })?
        .ok_or_else(|| Failure::Match(Box::new(NoLine)))?;
    let [slope, intercept, sigma] = [fit.cut.slope, fit.cut.intercept, fit.cut.sigma].map(|part| f64::from(part) / 100.0);
    if json {
        output::object(&json!({
            "game": game.name(), "shallow": args.shallow, "deep": args.deep, "positions": fit.positions, "slope": slope,
            "intercept": intercept, "sigma": sigma, "correlation": fit.correlation, "unit": game.unit(),
            "spec": fit.to_string(),
        }))?;
        return Ok(());
    }
    let (unit, count, all) = (game.unit(), fit.positions, lines.len());
    output::line(format!("positions    {count} undecided of {all}, seed {}", args.seed))?;
    output::line(format!("slope        {slope:.2}"))?;
    output::line(format!("intercept    {intercept:+.2} {unit}"))?;
    output::line(format!("sigma        {sigma:.2} {unit}"))?;
    output::line(format!("correlation  {:.3}", fit.correlation))?;
    output::line(format!("spec         {fit}"))?;
    Ok(())
}
