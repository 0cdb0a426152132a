use crate::commands::match_::{plan, play, player};
use crate::{args, failure::Failure, output};
use arena::stats::{Rating, Trinomial, rate};
use arena::tournament::{Contestant, Faults, Match, Shard};
use serde_json::json;

/// `boyi tournament`
pub fn run(args: &args::Tournament, json: bool) -> Result<(), Failure> {
    let count = distinct(&args.players)?;
    let plan = |i: usize, j: usize| -> Result<Match, Failure> {
        let plan = plan(&args.game, &args.terms, [&args.players[i], &args.players[j]])?;
        Ok(Match { games: args.games, ..plan })
    };
    if let Some(folder) = &args.resume {
        std::fs::create_dir_all(folder).map_err(|error| Failure::File { path: folder.clone(), error })?;
    }
    if !json {
        let (games, seed) = (args.games, args.terms.seed);
        output::line(format!("{}: {count} players, {games} games a pairing, seed {seed}", args.game.game))?;
    }
    let mut results = vec![vec![Trinomial::default(); count]; count];
    let mut faults = vec![Faults::default(); count];
    for (i, j) in pairings(count, args.gauntlet) {
        let plan = plan(i, j)?;
        let log = args.resume.as_ref().map(|folder| folder.join(format!("{}.jsonl", plan.id())));
        let standing = play(&plan, Shard::WHOLE, &args.terms, log.as_deref(), json)?;
        (results[i][j], results[j][i]) = (standing.games, standing.games.reversed());
        for (player, more) in [i, j].into_iter().zip(standing.faults) {
            let sum = &mut faults[player];
            sum.crashes += more.crashes;
            sum.illegal += more.illegal;
            sum.time_losses += more.time_losses;
        }
    }
    let mut ranking: Vec<(usize, Rating)> = rate(&results).into_iter().enumerate().collect();
    ranking.sort_by(|(_, one), (_, other)| other.elo.total_cmp(&one.elo));
    if !json {
        output::line("rank      Elo      ±   games    won  drawn   lost  points  player")?;
    }
    for (rank, (i, rating)) in (1..).zip(ranking) {
        let (Rating { elo, elo_error, games }, faults) = (rating, faults[i]);
        if json {
            output::object(&json!({
                "rank": rank, "player": args.players[i].to_string(), "elo": elo, "elo_error": elo_error,
                "games": games.games(), "wins": games.wins, "draws": games.draws, "losses": games.losses,
                "points": games.points(), "crashes": faults.crashes, "illegal": faults.illegal,
                "time_losses": faults.time_losses,
            }))?;
        } else {
            let name = player(&plan(i, i)?, &args.players[i]);
            let fault = if faults == Faults::default() { String::new() } else { format!("  {faults:?}") };
            output::line(format!(
                "{rank:>4} {elo:>+8.1} {elo_error:>6.1} {:>7} {:>6} {:>6} {:>6} {:>7.1}  {name}{fault}",
                games.games(),
                games.wins,
                games.draws,
                games.losses,
                games.points(),
            ))?;
        }
    }
    Ok(())
}

/// How many players there are: two at least, and no two alike, for whom every pair of games would be a draw.
fn distinct(players: &[Contestant]) -> Result<usize, Failure> {
    let names: Vec<String> = players.iter().map(Contestant::to_string).collect();
    let twice = names.iter().enumerate().find(|(i, name)| names[..*i].contains(name));
    let problem = match twice {
        Some((_, name)) => format!("{name:?} is there twice"),
        None if names.len() < 2 => "two players or more are needed, as --player pvs --player mtdf".to_owned(),
        None => return Ok(names.len()),
    };
    Err(Failure::Words { argument: "--player", problem })
}

/// Who meets whom, of players numbered from 0.
fn pairings(count: usize, gauntlet: bool) -> impl Iterator<Item = (usize, usize)> {
    let first = if gauntlet { count.min(1) } else { count };
    (0..first).flat_map(move |i| (i + 1..count).map(move |j| (i, j)))
}

#[cfg(test)]
mod tests {
    use super::pairings;

    #[test]
    fn everyone_meets_everyone_or_the_first() {
        assert_eq!(pairings(4, false).collect::<Vec<_>>(), [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]);
        assert_eq!(pairings(4, true).collect::<Vec<_>>(), [(0, 1), (0, 2), (0, 3)]);
        assert_eq!((pairings(1, false).count(), pairings(0, true).count()), (0, 0));
    }
}
