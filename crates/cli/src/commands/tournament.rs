use crate::commands::match_::{plan, play, player};
use crate::{args, commands::standing, failure::Failure, output};
use arena::tournament::{Match, Tournament, rank};

/// `boyi tournament`
pub fn run(args: &args::Tournament, json: bool) -> Result<(), Failure> {
    args.players
        .iter()
        .try_for_each(|player| args::check_player(args.game.game, player))?;
    let terms = Match {
        games: args.games,
        ..plan(&args.game, &args.terms, [&args.players[0]; 2])?
    };
    let tournament =
        Tournament::new(&args.players, args.gauntlet, &terms).map_err(|unfit| Failure::Words {
            argument: "--player",
            problem: unfit.to_string(),
        })?;
    if !json {
        let count = args.players.len();
        let games = args.games;
        let seed = args.terms.seed;
        let shard = if args.shard.is_whole() {
            String::new()
        } else {
            format!(", shard {}", args.shard)
        };
        output::line(format!(
            "{}: {count} players, {games} games a pairing, seed {seed}{shard}",
            args.game.game.name()
        ))?;
        args.players.iter().try_for_each(|config| {
            output::line(format!("player       {}", player(&terms, config)))
        })?;
    }
    let parts = tournament
        .tickets()
        .into_iter()
        .zip(tournament.shards(args.shard));
    let matches: Vec<_> = parts
        .zip(&tournament.matches)
        .map(|((ticket, shard), (_, plan))| (ticket, shard, plan))
        .collect();
    let standings = play(&matches, &args.terms, args.resume.as_deref(), json)?;
    let pairings = tournament.matches.iter().map(|(pairing, _)| *pairing);
    standing::print_ranking(
        &tournament.players,
        &rank(args.players.len(), pairings.zip(&standings)),
        json,
    )
}
