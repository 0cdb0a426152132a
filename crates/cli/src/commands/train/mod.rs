//! `boyi train`

mod network;
mod othello;

use crate::App;
use crate::args::Train;
use crate::failure::Failure;

/// `boyi train`
pub fn run(args: &Train, app: &App, json: bool) -> Result<(), Failure> {
    let missing = |argument, problem: &str| Failure::Words {
        argument,
        problem: format!("{}: {problem}", args.game.name()),
    };
    match app.learner(args.game) {
        Some(learner) if args.network.data.is_empty() => Err(missing(
            "--data",
            &format!(
                "a network of {} units learns from data files, as boyi selfplay writes them",
                learner.hidden()
            ),
        )),
        Some(learner) => network::run(learner, args, json),
        None if args.patterns.games.is_empty() => Err(missing(
            "--games",
            "the patterns learn from files of games (.wtb)",
        )),
        None => othello::run(args, json),
    }
}
