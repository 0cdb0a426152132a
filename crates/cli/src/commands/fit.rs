use crate::args::{Fit as Args, check_searcher};
use crate::{commands::positions::positions, failure::Failure, output};
use engines::{Game, Settings};
use lab::{Fit, WinFit, WinGames};
use search::Limits;
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
    let too_deep = |&shallow: &u32| args.deep.is_some_and(|deep| shallow >= deep);
    if let (Some(shallow), Some(deep)) = (args.shallow.filter(too_deep), args.deep) {
        let problem = format!("{shallow}: fewer plies than --deep {deep} are needed");
        return Err(Failure::Words {
            argument: "--shallow",
            problem,
        });
    }
    let game = args.game.game;
    check_searcher(game, &args.searcher)?;
    let settings = args.game.session()?.settings().clone();
    let Some(deep) = args.deep else {
        let games = args.games.unwrap_or_default();
        return win_probability(args, &settings, games, json);
    };
    let lines = positions(game, &settings, &args.positions, args.seed)?;
    let refused = |error| Failure::Text {
        argument: "--positions",
        value: args.searcher.to_string(),
        error,
    };
    let Some(shallow) = args.shallow else {
        let fits = Fit::all(game, &settings, &args.searcher, &lines, deep).map_err(refused)?;
        return all(game, &fits, json);
    };
    let fit = Fit::find(game, &settings, &args.searcher, &lines, (shallow, deep))
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

/// Games whose results no curve follows.
#[derive(Debug, Error)]
#[error("no curve fits: more games are needed, some of them won by the side with the lower score")]
struct NoCurve;

/// Fits the probability of winning to games of self-play.
fn win_probability(
    args: &Args,
    settings: &Settings,
    games: usize,
    json: bool,
) -> Result<(), Failure> {
    let game = args.game.game;
    let plan = WinGames {
        games,
        seed: args.seed,
        ..WinGames::new(args.player.clone(), Limits::nodes(args.nodes))
    };
    let bar = output::bar_of_games(games as u64, 0);
    let fit = WinFit::play(game, settings, &args.searcher, &plan, &mut |played| {
        bar.set_position(played as u64);
    });
    bar.finish_and_clear();
    let refused = |error| Failure::Config {
        config: args.searcher.to_string(),
        error,
    };
    let fit = fit
        .map_err(refused)?
        .ok_or_else(|| Failure::Match(Box::new(NoCurve)))?;
    let unit = game.facts().unit;
    if json {
        return Ok(output::object(&json!({
            "game": game.name(), "half_win": fit.half_win, "error": fit.error, "unit": unit,
            "cross_entropy": fit.cross_entropy, "games": fit.games, "positions": fit.positions,
        }))?);
    }
    output::line(format!(
        "half a win     {:.2} {unit}, standard error {:.2}",
        fit.half_win, fit.error
    ))?;
    output::line(format!("cross-entropy  {:.4} nats", fit.cross_entropy))?;
    output::line(format!(
        "positions      {} of {} games",
        fit.positions, fit.games
    ))?;
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
