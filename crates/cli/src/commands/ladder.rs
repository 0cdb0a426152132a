//! `boyi match --ladder`: the same match at several budgets, which shows how a player's strength
//! grows with them.

use crate::args::{self, Ladder, Rung};
use crate::commands::plot::{self, Scores};
use crate::commands::{match_, standing};
use crate::{failure::Failure, output, whole_file::WholeFile};
use arena::tournament::{Contestant, Match, Standing, Ticket};
use serde_json::json;

/// Plays every player against B at each budget of `ladder`.
pub fn run(args: &args::Match, ladder: &Ladder, json: bool) -> Result<(), Failure> {
    let plot = args.plot.as_deref().map(WholeFile::open).transpose()?;
    let players: Vec<&Contestant> = [Some(&args.a), args.also.as_ref()]
        .into_iter()
        .flatten()
        .collect();
    let mut plans = Vec::new();
    for player in &players {
        let plan = match_::plan_of(args, player)?;
        plans.extend(ladder.rungs.iter().map(|rung| Match {
            limits: plan.limits.and(rung.limits),
            ..plan.clone()
        }));
    }
    if !json {
        let game = args.game.game.name();
        let games = plans[0].games;
        let seed = args.terms.seed;
        let a = &args.a;
        let b = &args.b;
        output::line(format!(
            "{game}: {games} games a budget, seed {seed}\nA            {a}"
        ))?;
        if let Some(also) = &args.also {
            output::line(format!("also         {also}"))?;
        }
        output::line(format!("B            {b}"))?;
    }
    let parts: Vec<_> = plans
        .iter()
        .map(|plan| (Ticket::of(plan), args.shard, plan))
        .collect();
    let standings = match_::play(&parts, &args.terms, args.resume.as_deref(), json)?;
    let of_players = || players.iter().zip(standings.chunks(ladder.rungs.len()));
    for (player, standings) in of_players() {
        print(player, ladder, standings, json)?;
    }
    if let Some(plot) = plot {
        let axis = ladder.unit.axis();
        let title = format!("{} against {}", args.game.game.name(), args.b);
        let scores: Vec<_> = of_players()
            .map(|(player, standings)| scores(player, ladder, standings))
            .collect();
        plot::write(plot, plot::ladder(&title, axis, &scores))?;
    }
    Ok(())
}

/// Prints one player's standing at each budget.
fn print(
    player: &Contestant,
    ladder: &Ladder,
    standings: &[Standing],
    json: bool,
) -> Result<(), Failure> {
    let unit = ladder.unit.name();
    if !json {
        output::line(format!(
            "\n{player}\n{unit:>10}   games    won  drawn   lost  score %  Elo (95 %)"
        ))?;
    }
    for (Rung { text, size, .. }, standing) in ladder.rungs.iter().zip(standings) {
        if json {
            let mut object = standing::object(standing);
            object["player"] = json!(player.to_string());
            object[unit] = json!(size);
            output::object(&object)?;
        } else {
            output::line(format!("{text:>10} {}", standing::row(standing)))?;
        }
    }
    Ok(())
}

/// One player's scores, in per cent, with their intervals.
fn scores(player: &Contestant, ladder: &Ladder, standings: &[Standing]) -> Scores {
    let points = ladder
        .rungs
        .iter()
        .zip(standings)
        .filter_map(|(rung, standing)| {
            let found = standing.estimate()?;
            let [low, high] = found.score_interval;
            let scores = [low, found.score, high].map(|score| 100.0 * score);
            Some((rung.size, scores))
        });
    Scores {
        name: player.to_string(),
        points: points.collect(),
    }
}
