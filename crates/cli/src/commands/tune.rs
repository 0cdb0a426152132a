use crate::args::{Method, Tune, check};
use crate::commands::analyze::interruptible;
use crate::commands::match_::{budget, openings};
use crate::commands::plot::{self, Curve};
use crate::{failure::Failure, output, whole_file::WholeFile};
use arena::game::Conduct;
use arena::openings::{Openings, RandomPlies};
use arena::tournament::Shard;
use arena::tuning::{
    Evolution, Games, Generation, Observer, Optimizer, RoundGame, Space, SpaceError, Trial, Tuning,
    TuningError, TuningLog, mean,
};
use engines::EngineConfig;
use indicatif::ProgressBar;
use search::{Control, Limits};
use serde_json::{Map, Value, json};
use std::io;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;

/// `boyi tune`
pub fn run(args: &Tune, json: bool) -> Result<(), Failure> {
    let space = space(args)?;
    let trial = games(args)?;
    let trial = Games {
        space: space.clone(),
        ..trial
    };
    // Checked before a file is opened or a game played: the engine configuration may have an
    // evaluator without weights.
    trial
        .config_at(&space.start())
        .map_err(|error| Failure::Words {
            argument: "--searcher",
            problem: error.to_string(),
        })?;
    let optimizer: Box<dyn Optimizer> = match args.method() {
        Method::Evolution => Box::new(args.evolution()),
        Method::Spsa => Box::new(args.spsa()),
    };
    let tuning = Tuning {
        rounds: args.rounds,
        seed: args.seed,
        ..Tuning::new(&space, optimizer.as_ref(), &trial)
    };
    let plot = args.plot.as_deref().map(WholeFile::open).transpose()?;
    let (log, known) = match &args.resume {
        Some(path) => {
            let (log, known) =
                TuningLog::open(path, &tuning).map_err(|error| Failure::in_file(path, error))?;
            (Some((log, path.as_path())), known)
        }
        None => (None, Vec::new()),
    };
    if let Some(shard) = args.shard {
        return part(&tuning, &trial, &known, shard);
    }
    let a_round = trial.games(optimizer.players(&space, &known, 0).len());
    if json {
        known
            .iter()
            .try_for_each(|generation| output::object(&round_json(&space, generation)))?;
    } else {
        output::line(heading(args, &trial, a_round))?;
    }
    let progress = output::bar_of_games(args.rounds * a_round, known.len() as u64 * a_round);
    let control = interruptible();
    let mut watch = Watch {
        json,
        report: args.report(),
        searcher: &args.searcher,
        log,
        space: &space,
        progress,
        control: control.clone(),
    };
    let history = match &args.played {
        Some(path) => joined(&tuning, &trial, known, path, &mut watch),
        None => tuning
            .run(known, &control, &mut watch)
            .map_err(|error| match error {
                TuningError::Observer(error) => Failure::from(error),
                error => Failure::Match(Box::new(error)),
            }),
    };
    watch.progress.finish_and_clear();
    let history = history?;
    if let Some(plot) = plot {
        plot::write(
            plot,
            plot::rounds(&title(args, &history), &curves(&space, &history)),
        )?;
    }
    Ok(summary(args, &space, &history, json)?)
}

/// Plays a part of the next round and prints its games.
fn part(
    tuning: &Tuning<'_>,
    trial: &Games,
    known: &[Generation],
    shard: Shard,
) -> Result<(), Failure> {
    let games = trial
        .part(tuning, known, shard, &interruptible())
        .map_err(|error| Failure::Match(Box::new(error)))?;
    for game in games.unwrap_or_default() {
        output::object(&json!(game))?;
    }
    Ok(())
}

/// All rounds, and the next one of the games in a file.
fn joined(
    tuning: &Tuning<'_>,
    trial: &Games,
    mut known: Vec<Generation>,
    path: &Path,
    watch: &mut Watch<'_>,
) -> Result<Vec<Generation>, Failure> {
    let text = std::fs::read_to_string(path).map_err(|error| Failure::File {
        path: path.to_owned(),
        error,
    })?;
    let games = text
        .lines()
        .map(serde_json::from_str)
        .collect::<Result<Vec<RoundGame>, _>>()
        .map_err(|error| Failure::in_file(path, error))?;
    let round = tuning
        .join(&known, trial, &games)
        .map_err(|error| Failure::in_file(path, error))?;
    watch.finished(&round)?;
    known.push(round);
    Ok(known)
}

/// The numbers to tune, within their bounds.
fn space(args: &Tune) -> Result<Space, Failure> {
    let game = args.game.game;
    check(game, &args.searcher)?;
    let method = args.method();
    let (other, only) = match method {
        Method::Evolution => (Method::Spsa, "spsa"),
        Method::Spsa => (Method::Evolution, "evolution"),
    };
    if let Some(argument) = args.of(other) {
        return Err(Failure::Words {
            argument,
            problem: format!("only --method {only} has it"),
        });
    }
    let words = |argument, error: SpaceError| Failure::Words {
        argument,
        problem: error.to_string(),
    };
    if args.options {
        let base = args.game.options()?;
        return Space::of_options(game, &base, &args.only, &args.searcher).map_err(|error| {
            let argument = match error {
                SpaceError::NoSearch(_) | SpaceError::NoNumbers(_) => "--searcher",
                _ => "--only",
            };
            words(argument, error)
        });
    }
    let space = Space::of(game, &args.weights, args.searcher.weights())
        .map_err(|error| words("--weights", error))?;
    let cap = args
        .cap
        .map(f64::from)
        .or_else(|| (method == Method::Evolution).then(|| Evolution::cap(&space)));
    match cap {
        Some(cap) => space.capped(cap).map_err(|error| words("--cap", error)),
        None => Ok(space),
    }
}

/// The trial of points, still without their space.
fn games(args: &Tune) -> Result<Games, Failure> {
    let game = args.game.game;
    let settings = args.game.session()?.settings().clone();
    let openings = match &args.openings {
        None => Openings::Random(RandomPlies {
            plies: args.opening_plies,
        }),
        Some(path) => openings(path, game, &settings)?,
    };
    let threads = args
        .concurrency
        .or_else(|| std::thread::available_parallelism().ok())
        .unwrap_or(NonZeroUsize::MIN);
    // A loss on time would say nothing about the numbers, and ends the tuning: only a player that
    // hangs has one.
    const HANGS: Duration = Duration::from_secs(60);
    Ok(Games {
        settings,
        limits: args.limits(),
        conduct: Conduct {
            max_plies: args.max_plies,
            time_margin: HANGS,
            ..Conduct::default()
        },
        openings,
        games: args.games,
        seed: args.seed,
        threads,
        ..Games::new(
            game,
            args.searcher.clone(),
            Space {
                parameters: Vec::new(),
            },
        )
    })
}

fn name(method: Method) -> &'static str {
    match method {
        Method::Evolution => "evolution",
        Method::Spsa => "SPSA",
    }
}

fn heading(args: &Tune, trial: &Games, a_round: u64) -> String {
    let game = trial.game.name();
    let method = name(args.method());
    let rounds = args.rounds;
    let seed = args.seed;
    let cost = match trial.budget() {
        limits if limits == Limits::none() => String::new(),
        limits => format!(" ({})", budget(limits)),
    };
    format!(
        "{game}: {method}, {rounds} rounds of {a_round} games, seed {seed}\nplayer       {}{cost}\n",
        args.searcher
    )
}

/// Reports the progress of the tuning to the user and the log.
struct Watch<'a> {
    json: bool,
    /// Rounds between two lines of text.
    report: Option<u64>,
    searcher: &'a EngineConfig,
    log: Option<(TuningLog, &'a Path)>,
    space: &'a Space,
    progress: ProgressBar,
    control: Control,
}

impl Observer for Watch<'_> {
    fn played(&mut self, round: u64, _: u64) {
        self.progress.inc(1);
        let stopping = if self.control.is_stopped() {
            ", stopping"
        } else {
            ""
        };
        self.progress
            .set_message(format!("round {}{stopping}", round + 1));
    }

    fn finished(&mut self, generation: &Generation) -> io::Result<()> {
        if let Some((log, path)) = &mut self.log {
            log.write(generation).map_err(|error| {
                Failure::File {
                    path: path.to_path_buf(),
                    error,
                }
                .into_io()
            })?;
        }
        if self.json {
            self.progress
                .suspend(|| output::object(&round_json(self.space, generation)))?;
        } else if self
            .report
            .is_some_and(|every| (generation.round + 1).is_multiple_of(every))
        {
            let text = format!(
                "round {:>6}  {},{}",
                generation.round + 1,
                self.searcher,
                self.space.config(&generation.champion)
            );
            self.progress.suspend(|| output::line(text))?;
        }
        Ok(())
    }
}

/// The rounded numbers at `point` by name.
fn named(space: &Space, point: &[f64]) -> Map<String, Value> {
    let values = point.iter().map(|value| Value::from(value.round() as i64));
    space
        .parameters
        .iter()
        .map(|parameter| parameter.name.clone())
        .zip(values)
        .collect()
}

fn round_json(space: &Space, generation: &Generation) -> Value {
    let Generation {
        round,
        champion,
        players,
        scores,
        games,
    } = generation;
    let players: Vec<_> = players.iter().map(|point| named(space, point)).collect();
    json!({
        "round": round, "champion": named(space, champion), "spec": space.config(champion), "players": players,
        "scores": scores, "games": games,
    })
}

/// Prints the final numbers, as a table and as configurations.
fn summary(args: &Tune, space: &Space, history: &[Generation], json: bool) -> io::Result<()> {
    let champion = history
        .last()
        .map_or_else(|| space.start(), |last| last.champion.clone());
    let mean = mean(history).unwrap_or_else(|| space.start());
    let games: u64 = history.iter().map(|generation| generation.games).sum();
    let rounds = history.len();
    if json {
        return output::object(&json!({
            "game": args.game.game.name(), "method": name(args.method()).to_lowercase(), "seed": args.seed, "rounds": rounds,
            "games": games, "start": named(space, &space.start()), "champion": named(space, &champion),
            "mean": named(space, &mean), "spec": space.config(&champion), "mean_spec": space.config(&mean),
        }));
    }
    let width = space
        .parameters
        .iter()
        .map(|parameter| parameter.name.len())
        .fold(24, usize::max);
    output::line(format!(
        "{:<width$} {:>8} {:>10} {:>16}",
        "number", "start", "champion", "mean"
    ))?;
    for (i, parameter) in space.parameters.iter().enumerate() {
        let start = parameter.start;
        // A start of 0 has no relative change.
        let part = |value: f64| {
            if start == 0.0 {
                String::new()
            } else {
                format!("x {:.2}", value / start)
            }
        };
        let name = &parameter.name;
        let last = champion[i];
        let average = mean[i];
        output::line(
            format!(
                "{name:<width$} {start:>8.0} {last:>10.0}  {:<7} {average:>8.0}  {:<7}",
                part(last),
                part(average)
            )
            .trim_end(),
        )?;
    }
    output::line(format!(
        "\nrounds       {rounds} of {}, {games} games",
        args.rounds
    ))?;
    output::line(format!("champion     {}", space.config(&champion)))?;
    output::line(format!("mean         {}", space.config(&mean)))
}

fn title(args: &Tune, history: &[Generation]) -> String {
    let games: u64 = history.iter().map(|generation| generation.games).sum();
    format!(
        "{}: {}, {} rounds, {games} games, seed {}",
        args.game.game.name(),
        name(args.method()),
        history.len(),
        args.seed
    )
}

/// Each number relative to its start or, if that is 0, to its scale.
fn curves(space: &Space, history: &[Generation]) -> Vec<Curve> {
    let curve = |(i, parameter): (usize, &arena::tuning::Parameter)| {
        let whole = if parameter.start == 0.0 {
            parameter.scale
        } else {
            parameter.start
        };
        let values = history.iter().map(|generation| generation.champion[i]);
        let points = (0..)
            .zip(
                [parameter.start]
                    .into_iter()
                    .chain(values)
                    .map(|value| value / whole),
            )
            .collect();
        Curve {
            name: parameter.name.clone(),
            points,
        }
    };
    space.parameters.iter().enumerate().map(curve).collect()
}
