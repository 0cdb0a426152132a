use crate::args::{Fit as Args, check_searcher};
use crate::{commands::positions::positions, failure::Failure, output};
use engines::Game;
use lab::Fit;
use serde_json::{Value, json};
use thiserror::Error;

/// Positions to which no line can be fitted.
#[derive(Debug, Error)]
#[error(
    "no line fits: three undecided positions or more are needed, with deep values that rise with the shallow ones"
)]
struct NoLine;

/// `boyi fit`
pub fn run(args: &Args, json: bool) -> Result<(), Failure> {
    if let Some(shallow) = args.shallow.filter(|&shallow| shallow >= args.deep) {
        let problem = format!(
            "{shallow}: fewer plies than --deep {} are needed",
            args.deep
        );
        return Err(Failure::Words {
            argument: "--shallow",
            problem,
        });
    }
    let game = args.game.game;
    check_searcher(game, &args.searcher)?;
    let settings = args.game.session()?.settings().clone();
    let lines = positions(game, &settings, &args.positions, args.seed)?;
    let refused = |error| Failure::Text {
        argument: "--positions",
        value: args.searcher.to_string(),
        error,
    };
    let Some(shallow) = args.shallow else {
        let fits = Fit::all(game, &settings, &args.searcher, &lines, args.deep).map_err(refused)?;
        return all(game, &fits, json);
    };
    let fit = Fit::find(
        game,
        &settings,
        &args.searcher,
        &lines,
        (shallow, args.deep),
    )
    .map_err(refused)?
    .ok_or_else(|| Failure::Match(Box::new(NoLine)))?;
    if json {
        return Ok(output::object(&object(game, &fit))?);
    }
    let [slope, intercept, sigma] = parts(&fit);
    let unit = game.facts().unit;
    let count = fit.positions;
    let all = lines.len();
    output::line(format!(
        "positions    {count} undecided of {all}, seed {}",
        args.seed
    ))?;
    output::line(format!("slope        {slope:.2}"))?;
    output::line(format!("intercept    {intercept:+.2} {unit}"))?;
    output::line(format!("sigma        {sigma:.2} {unit}"))?;
    output::line(format!("correlation  {:.3}", fit.correlation))?;
    output::line(format!("spec         {fit}"))?;
    Ok(())
}

/// Prints a line for every pair of depths.
fn all(game: &dyn Game, fits: &[Fit], json: bool) -> Result<(), Failure> {
    if fits.is_empty() {
        return Err(Failure::Match(Box::new(NoLine)));
    }
    if json {
        return fits
            .iter()
            .try_for_each(|fit| Ok(output::object(&object(game, fit))?));
    }
    output::line(format!(
        "deep shallow positions  slope  intercept  sigma  correlation   ({})",
        game.facts().unit
    ))?;
    for fit in fits {
        let [slope, intercept, sigma] = parts(fit);
        let cut = fit.cut;
        let depths = format!("{:4} {:7} {:9}", cut.depth, cut.shallow, fit.positions);
        output::line(format!(
            "{depths}  {slope:5.2}  {intercept:+9.2}  {sigma:5.2}  {:11.3}",
            fit.correlation
        ))?;
    }
    Ok(())
}

/// Slope, intercept and sigma, the last two in the game's unit.
fn parts(fit: &Fit) -> [f64; 3] {
    [fit.cut.slope, fit.cut.intercept, fit.cut.sigma].map(|part| f64::from(part) / 100.0)
}

fn object(game: &dyn Game, fit: &Fit) -> Value {
    let [slope, intercept, sigma] = parts(fit);
    json!({
        "game": game.name(), "shallow": fit.cut.shallow, "deep": fit.cut.depth, "positions": fit.positions, "slope": slope,
        "intercept": intercept, "sigma": sigma, "correlation": fit.correlation, "unit": game.facts().unit, "spec": fit.to_string(),
    })
}
