//! `boyi train`

mod network;
mod weights;

use crate::App;
use crate::args::Train;
use crate::failure::Failure;

/// `boyi train`
pub fn run(args: &Train, app: &App, json: bool) -> Result<(), Failure> {
    let missing = |argument, problem: &str| Failure::Words {
        argument,
        problem: format!("{}: {problem}", args.game.name()),
    };
    match (app.learner(args.game), app.trainer(args.game)) {
        (Some(learner), _) if !args.network.data.is_empty() => network::run(learner, args, json),
        (_, Some(trainer)) if !args.weights.games.is_empty() => weights::run(trainer, args, json),
        (Some(learner), trainer) => {
            let network = format!(
                "a network of {} units learns from data files, as boyi selfplay writes them",
                learner.hidden()
            );
            let weights = trainer.map(|trainer| format!("; with --games, {}", trainer.about()));
            Err(missing("--data", &(network + &weights.unwrap_or_default())))
        }
        (None, Some(trainer)) => Err(missing("--games", trainer.about())),
        (None, None) => Err(missing("GAME", "it does not learn")),
    }
}
