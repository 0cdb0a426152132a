use crate::args::{Ablate, Positions};
use crate::{commands::positions::positions, failure::Failure, output};
use arena::stats::SprtVerdict;
use arena::tournament::{Match, MatchError, Shard, Standing, run as play};
use engines::{Change, EngineConfig, Settings};
use game_core::GameLine;
use lab::Ablation;
use search::Limits;
use serde_json::{Value, json};
use std::{collections::BTreeMap, num::NonZeroUsize, thread, time::Duration};

/// The limits of a move by default.
const DEFAULT: Limits = Limits::time(Duration::from_millis(5));

/// Plays a match for each option, with against without it.
pub fn run(args: &Ablate, changes: Vec<Change>, json: bool) -> Result<(), Failure> {
    let game = args.game.game;
    let settings = args.game.session()?.settings().clone();
    let threads = args
        .concurrency
        .or_else(|| thread::available_parallelism().ok())
        .unwrap_or(NonZeroUsize::MIN);
    if !json {
        let name = game.name();
        let config = &args.searcher;
        let games = args.games;
        let [elo0, elo1] = args.sprt.hypotheses();
        output::line(format!(
            "{name}: {config}, each option on against off, {games} games at most, SPRT [{elo0}, {elo1}], seed {}\n\n{HEADER}",
            args.seed
        ))?;
    }
    let lines = positions(game, &settings, &Positions::Count(4), args.seed)?;
    for change in changes {
        if !matters(args, &settings, &lines, &change)? {
            output::text(&if json {
                idle_json(&change)
            } else {
                idle_text(&change)
            })?;
            continue;
        }
        let as_it_is = EngineConfig::Searcher(args.searcher.clone());
        let changed = EngineConfig::Searcher(change.config.clone());
        let (on, off) = if change.off {
            (as_it_is, changed)
        } else {
            (changed, as_it_is)
        };
        let plan = Match {
            settings: settings.clone(),
            limits: args.limits.or(DEFAULT),
            games: args.games,
            seed: args.seed,
            sprt: Some(args.sprt),
            ..Match::new(game, on.into(), off.into())
        };
        let standing =
            play(&plan, Shard::WHOLE, threads, BTreeMap::new(), &mut ()).map_err(|error| {
                match error {
                    MatchError::Setting(error) => Failure::Setting(error),
                    error => Failure::Match(Box::new(error)),
                }
            })?;
        output::text(&if json {
            row_json(&change, &standing)
        } else {
            row_text(&change, &standing)
        })?;
    }
    Ok(())
}

/// Whether an option has any effect in this game: a match between equal players would show nothing.
fn matters(
    args: &Ablate,
    settings: &Settings,
    lines: &[GameLine],
    change: &Change,
) -> Result<bool, Failure> {
    let game = args.game.game;
    let config = args.searcher.clone();
    let changes = vec![change.clone()];
    let lines = lines.to_vec();
    let depth = game.facts().bench.depth;
    let mut nodes = Vec::new();
    Ablation {
        config,
        changes,
        lines,
        depth,
        rounds: 1,
    }
    .run(game, settings, &Default::default(), &mut |row| {
        nodes.push((row.nodes, row.moves_changed, row.scores_changed))
    })
    .map_err(|error| Failure::Text {
        argument: "--searcher",
        value: change.config.to_string(),
        error,
    })?;
    Ok(nodes.first() != nodes.last())
}

const HEADER: &str = "| option | games | + | = | - | Elo of having it on (95 %) | LLR | verdict |\n\
                      |---|---:|---:|---:|---:|---:|---:|---|";

fn verdict(standing: &Standing) -> Option<&'static str> {
    standing.verdict().map(|verdict| match verdict {
        SprtVerdict::Elo0 => "H0",
        SprtVerdict::Elo1 => "H1",
    })
}

fn row_text(change: &Change, standing: &Standing) -> String {
    let games = standing.games;
    let elo = standing
        .estimate()
        .map_or_else(|| "-".to_owned(), |found| found.to_string());
    let faults: u64 = standing
        .faults
        .iter()
        .map(|side| side.crashes + side.illegal + side.time_losses)
        .sum();
    format!(
        "| `{}={}` | {} | {} | {} | {} | {elo} | {:.2} | {}{} |",
        change.option,
        change.value,
        games.games(),
        games.wins,
        games.draws,
        games.losses,
        standing.llr().unwrap_or_default(),
        verdict(standing).unwrap_or("undecided"),
        if faults > 0 {
            format!(", {faults} games lost by a fault")
        } else {
            String::new()
        },
    )
}

const IDLE: &str = "no search is changed by it";

fn idle_text(change: &Change) -> String {
    format!(
        "| `{}={}` | 0 | | | | | | {IDLE} |",
        change.option, change.value
    )
}

fn idle_json(change: &Change) -> String {
    json!({ "option": change.option, "value": change.value, "off": change.off, "games": 0, "skipped": IDLE }).to_string()
}

fn row_json(change: &Change, standing: &Standing) -> String {
    let games = standing.games;
    // JSON has no infinity.
    let finite = |value: f64| value.is_finite().then_some(value);
    let estimate = standing.estimate();
    let faults: Vec<_> = standing
        .faults
        .iter()
        .map(|side| side.crashes + side.illegal + side.time_losses)
        .collect();
    let object: Value = json!({
        "option": change.option,
        "value": change.value,
        "off": change.off,
        "games": games.games(),
        "wins": games.wins,
        "draws": games.draws,
        "losses": games.losses,
        "elo": estimate.and_then(|found| finite(found.elo)),
        "elo_low": estimate.and_then(|found| finite(found.elo_interval[0])),
        "elo_high": estimate.and_then(|found| finite(found.elo_interval[1])),
        "llr": standing.llr(),
        "accepted": verdict(standing),
        "faults": faults,
    });
    object.to_string()
}
