use super::{plot, selfplay, standing};
use crate::{App, args, failure::Failure, output, whole_file::WholeFile};
use indicatif::ProgressBar;
use learn::{Event, Learning, LearningError, Plan, Round};
use serde_json::json;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};
use train::Progress;
use train::self_play::SelfPlay;

/// `boyi learn`
pub fn run(args: &args::Learn, app: &App, json: bool) -> Result<(), Failure> {
    let game = args.game_args();
    let learner = selfplay::learner(app, args.game)?;
    let settings = game.session()?.settings().clone();
    let plan = Plan {
        self_play: SelfPlay {
            evaluator: selfplay::evaluation(args.eval.as_deref(), args.network.as_deref())?,
            games: args.games,
            seed: args.seed,
            lines: selfplay::lines(args.play.openings.as_deref(), game.game, &settings)?,
            settings,
            ..args.play.plan()
        },
        training: args.course.training(args.seed, args.validation),
        window: args.window,
        unique: !args.repeats,
        goes_on: args.go_on,
        gate: args.gate(),
    };
    let mut learning = Learning::open(learner, plan, &args.state).map_err(failure)?;
    let end = args
        .hours
        .map(|hours| Instant::now() + Duration::from_secs_f64(3_600.0 * hours));
    let rounds = match (args.rounds, end) {
        (Some(rounds), _) => rounds,
        (None, Some(_)) => u64::MAX,
        (None, None) => learning.pedigree().len() as u64 + 1,
    };
    let threads = args::threads_or_all(args.threads);
    let bar = output::bar(0, "");
    if let Some(shard) = args.shard {
        let mut listen = |event: Event<'_>| {
            show(&bar, &event);
            ControlFlow::Continue(())
        };
        let shared = learning.share(shard, threads, &mut listen);
        bar.finish_and_clear();
        return shared.map(drop).map_err(failure);
    }
    if !json {
        output::line(HEADER)?;
    }
    learning
        .pedigree()
        .iter()
        .try_for_each(|round| print(round, json))?;
    // What fails while the loop goes on ends it.
    let mut failed = None;
    let mut pedigree = learning.pedigree().to_vec();
    let mut listen = |event: Event<'_>| {
        if let Event::Round(round) = &event {
            pedigree.push((*round).clone());
            let told = bar.suspend(|| print(round, json));
            if let Err(failure) = told.and_then(|()| draw(args.game.name(), &pedigree, &args.state))
            {
                failed = Some(failure);
                return ControlFlow::Break(());
            }
        }
        show(&bar, &event);
        match end {
            Some(end) if Instant::now() >= end => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    };
    let learnt = match args.step {
        true => learning.step(threads, &mut listen),
        false => learning.run(rounds, threads, &mut listen),
    };
    bar.finish_and_clear();
    if let Some(failure) = failed {
        return Err(failure);
    }
    learnt.map_err(failure)?;
    if !pedigree.is_empty() {
        draw(args.game.name(), &pedigree, &args.state)?;
    }
    let best = learning.best();
    let (round, next) = (learning.round(), learning.next_step().map_err(failure)?);
    if json {
        let best = best.map(|path| path.display().to_string());
        let rounds = learning.pedigree().len();
        output::object(&json!({ "rounds": rounds, "best": best, "next": next.to_string() }))?;
    } else {
        output::line(match best {
            Some(path) => format!("\nbest         {}", path.display()),
            None => "\nbest         no network was accepted yet".to_owned(),
        })?;
        output::line(format!("next         {next} of round {round}"))?;
    }
    Ok(())
}

fn failure(error: LearningError) -> Failure {
    match error {
        LearningError::File { path, error } => Failure::File { path, error },
        LearningError::Engine(error) => Failure::Setting(error),
        error => Failure::Match(Box::new(error)),
    }
}

const HEADER: &str = "| round | games | positions | training loss | validation loss | gate | Elo | accepted | rating |\n\
                      |---:|---:|---:|---:|---:|---|---:|---|---:|";

/// A row of the table, or the round as it stands in the pedigree.
fn print(round: &Round, json: bool) -> Result<(), Failure> {
    if json {
        output::object(&json!(round))?;
        return Ok(());
    }
    let Round {
        round: number,
        games,
        positions,
        training,
        validation,
        gate: [wins, draws, losses],
        elo,
        elo_error,
        accepted,
        rating,
        ..
    } = round;
    let error = elo_error.map_or(String::new(), |error| format!(" ± {error:.0}"));
    let accepted = if *accepted { "yes" } else { "no" };
    output::line(format!(
        "| {number} | {games} | {positions} | {training:.4} | {validation:.4} | {wins}-{draws}-{losses} \
         | {elo:+.0}{error} | {accepted} | {rating:+.0} |"
    ))?;
    Ok(())
}

/// Shows how far the round is.
fn show(bar: &ProgressBar, event: &Event<'_>) {
    match event {
        Event::Playing { round, games, of } => {
            bar.set_length(*of);
            bar.set_position(*games);
            bar.set_message(format!("games of round {round}"));
        }
        Event::Training { round, progress } => {
            if let Progress::Epoch {
                number,
                of,
                validation,
            } = progress
            {
                bar.set_length(u64::from(*of));
                bar.set_position(u64::from(*number));
                bar.set_message(format!(
                    "epochs of round {round}, validation loss {validation:.4}"
                ));
            }
        }
        Event::Gate {
            round,
            standing: games,
            of,
        } => {
            bar.set_length(*of);
            bar.set_position(games.games.games());
            bar.set_message(format!(
                "match of round {round}  {}",
                standing::brief(games)
            ));
        }
        Event::Round(_) => {}
    }
}

/// Draws the pedigree into the folder.
fn draw(game: &str, pedigree: &[Round], folder: &Path) -> Result<(), Failure> {
    let file = WholeFile::open(&folder.join("elo.svg"))?;
    let points = pedigree
        .iter()
        .map(|round| (u32::try_from(round.games).unwrap_or(u32::MAX), round.rating));
    let points: Vec<(u32, f64)> = std::iter::once((0, 0.0)).chain(points).collect();
    plot::write(file, plot::learning(&format!("{game} learns"), points))
}
