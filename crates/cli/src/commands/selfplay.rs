use super::match_;
use crate::App;
use crate::args::{self, SelfPlayArgs};
use crate::{failure::Failure, output};
use arena::openings::Openings;
use engines::{Game, Settings};
use game_core::GameLine;
use serde_json::json;
use std::ops::ControlFlow;
use std::path::Path;
use train::Learner;
use train::self_play::{EvaluatorSource, SelfPlay, SelfPlayError};

/// `boyi selfplay`
pub fn run(args: &SelfPlayArgs, app: &App, json: bool) -> Result<(), Failure> {
    let game = args.game_args();
    let learner = learner(app, args.game)?;
    let settings = game.session()?.settings().clone();
    let plan = SelfPlay {
        evaluator: evaluation(args.eval.as_deref(), args.network.as_deref())?,
        games: args.games,
        first: args.first,
        seed: args.seed,
        lines: lines(args.play.openings.as_deref(), game.game, &settings)?,
        settings,
        ..args.play.plan()
    };
    let bar = output::bar_of_games(plan.games, 0);
    let mut listen = |games| {
        bar.set_position(games);
        ControlFlow::Continue(())
    };
    let threads = args::threads_or_all(args.threads);
    let played = learner.self_play(&plan, &args.out, threads, &mut listen);
    bar.finish_and_clear();
    played.map_err(|error| match error {
        SelfPlayError::Engine(error) => Failure::Config {
            config: args.eval.clone().unwrap_or_default(),
            error,
        },
        SelfPlayError::Network(error) => match &args.network {
            Some(path) => Failure::in_file(path, error),
            None => Failure::Match(Box::new(error)),
        },
        SelfPlayError::Data(error) => Failure::in_file(&args.out, error),
        error => Failure::Match(Box::new(error)),
    })?;
    if json {
        output::object(&json!({ "games": plan.games }))?;
    } else {
        output::line(format!("{} games in {}", plan.games, args.out.display()))?;
    }
    Ok(())
}

/// The learner of that game.
pub fn learner(app: &App, game: &dyn Game) -> Result<&'static dyn Learner, Failure> {
    app.learner(game).ok_or_else(|| Failure::Words {
        argument: "GAME",
        problem: format!("{} does not learn", game.name()),
    })
}

/// The evaluator of that name, the network in that file, or the game's own.
pub fn evaluation(eval: Option<&str>, network: Option<&Path>) -> Result<EvaluatorSource, Failure> {
    Ok(match (eval, network) {
        (Some(name), _) => EvaluatorSource::Named(name.to_owned()),
        (None, Some(path)) => {
            let bytes = std::fs::read(path).map_err(|error| Failure::File {
                path: path.to_owned(),
                error,
            })?;
            EvaluatorSource::Network(bytes)
        }
        (None, None) => EvaluatorSource::Own,
    })
}

/// The lines of a file of openings; none without one.
pub fn lines(
    path: Option<&Path>,
    game: &dyn Game,
    settings: &Settings,
) -> Result<Vec<GameLine>, Failure> {
    let Some(path) = path else {
        return Ok(Vec::new());
    };
    match match_::openings(path, game, settings)? {
        Openings::Lines(lines) => Ok(lines),
        Openings::Random(_) | Openings::Balanced(_) => Ok(Vec::new()),
    }
}
