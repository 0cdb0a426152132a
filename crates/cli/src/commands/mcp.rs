use super::protocols::in_its_own_words;
use crate::{App, args::Mcp, failure::Failure};
use mcp::{Allowance, Config, Server};
use tokio::runtime::Runtime;

/// `boyi mcp`
pub fn run(args: &Mcp, app: &App, json: bool) -> Result<(), Failure> {
    in_its_own_words(json)?;
    let runtime = Runtime::new()?;
    let served = runtime.block_on(Server::new(config(args, app)).serve_stdio());
    // A solver that is still at work looks up rarely, and has no client to answer.
    runtime.shutdown_background();
    served.map_err(|error| Failure::Serve(Box::new(error)))
}

fn config(args: &Mcp, app: &App) -> Config {
    let default = Config::default();
    Config {
        games: app.games().clone(),
        open_games: args.games,
        time: args.time,
        searches: args.searches.unwrap_or(default.searches),
        allowance: Allowance {
            hash: args.hash,
            threads: args.threads,
            memory: args.memory,
        },
        ..default
    }
}
