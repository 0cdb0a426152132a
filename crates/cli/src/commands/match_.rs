use crate::commands::{ladder, standing};
use crate::{args, failure::Failure, output};
use arena::game::TimeControl;
use arena::openings::{Balanced, OpeningError, Openings, RandomPlies};
use arena::tournament::{
    Contestant, GameRecord, Log, Match, MatchError, Observer, Shard, Standing, Ticket, run,
    write_line,
};
use indicatif::ProgressBar;
use protocols::client::Problem;
use search::Limits;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;

/// `boyi match`
pub fn run_match(args: &args::Match, json: bool) -> Result<(), Failure> {
    if let Some(ladder) = &args.ladder {
        return ladder::run(args, ladder, json);
    }
    let plan = plan_of(args, &args.a)?;
    if !json {
        output::line(heading(&plan, args.shard))?;
    }
    let standings = play(
        &[(Ticket::of(&plan), args.shard, &plan)],
        &args.terms,
        args.resume.as_deref(),
        json,
    )?;
    standings
        .iter()
        .try_for_each(|standing| standing::print(standing, json))
}

/// The match of `player` against B.
pub fn plan_of(args: &args::Match, player: &Contestant) -> Result<Match, Failure> {
    let mut plan = plan(&args.game, &args.terms, [player, &args.b])?;
    plan.games = args.games.unwrap_or(if args.sprt.is_some() {
        args::Match::MOST_TESTED
    } else {
        Match::GAMES
    });
    plan.sprt = args.test();
    Ok(plan)
}

/// A match under `terms`, with the default number of games.
pub fn plan(
    game: &args::GameArgs,
    terms: &args::Terms,
    [a, b]: [&Contestant; 2],
) -> Result<Match, Failure> {
    let settings = game.session()?.settings().clone();
    [a, b]
        .into_iter()
        .try_for_each(|player| args::check_player(game.game, player))?;
    let plies = terms.opening_plies;
    let openings = match (&terms.openings, terms.opening_balance) {
        (Some(path), _) => openings(path, game.game, &settings)?,
        (None, None) => Openings::Random(RandomPlies { plies }),
        (None, Some(units)) => Openings::Balanced(args::balanced(
            game.game,
            plies,
            units,
            Limits::nodes(Balanced::NODES),
        )),
    };
    let limits = terms.limits();
    let conduct = terms.conduct();
    Ok(Match {
        settings,
        limits,
        conduct,
        openings,
        seed: terms.seed,
        ..Match::new(game.game, a.clone(), b.clone())
    })
}

/// Plays matches one after another with a log, a bar and, in JSON, a line for each game. Returns
/// their standings.
pub fn play(
    matches: &[(Ticket, Shard, &Match)],
    terms: &args::Terms,
    path: Option<&Path>,
    json: bool,
) -> Result<Vec<Standing>, Failure> {
    let (mut log, known) = match path {
        Some(path) => {
            let parts: Vec<_> = matches
                .iter()
                .map(|(ticket, shard, _)| (ticket.clone(), *shard))
                .collect();
            let (log, known) =
                Log::open_all(path, &parts).map_err(|error| Failure::in_file(path, error))?;
            (Some(log), known)
        }
        None => (None, vec![BTreeMap::new(); matches.len()]),
    };
    let threads = args::threads_or_all(terms.concurrency);
    let play =
        |((ticket, shard, plan), known): (&(Ticket, Shard, &Match), BTreeMap<u64, GameRecord>)| {
            let games = shard.games(plan.games).count() as u64;
            let mut watch = Watch {
                json,
                log: log.as_mut().zip(path),
                progress: output::bar_of_games(games, known.len() as u64),
                ticket,
                faults: 0,
            };
            let standing =
                run(plan, *shard, threads, known, &mut watch).map_err(|error| match error {
                    MatchError::Observer(error) => Failure::from(error),
                    MatchError::Setting(error) => Failure::Setting(error),
                    MatchError::Program(error)
                        if matches!(*error.problem, Problem::Protocol { .. }) =>
                    {
                        Failure::Words {
                            argument: "SPEC",
                            problem: error.to_string(),
                        }
                    }
                    error => Failure::Match(Box::new(error)),
                });
            watch.progress.finish_and_clear();
            standing
        };
    matches.iter().zip(known).map(play).collect()
}

/// The openings in the file `path`.
pub fn openings(
    path: &Path,
    game: &dyn engines::Game,
    settings: &engines::Settings,
) -> Result<Openings, Failure> {
    let bytes = std::fs::read(path).map_err(|error| Failure::File {
        path: path.to_owned(),
        error,
    })?;
    let read = Openings::parse(&String::from_utf8_lossy(&bytes), game, settings);
    read.map_err(|error: OpeningError| Failure::in_file(path, error))
}

fn heading(plan: &Match, shard: Shard) -> String {
    let shard = if shard.is_whole() {
        String::new()
    } else {
        format!(", shard {shard}")
    };
    let game = plan.game.name();
    let games = plan.games;
    let seed = plan.seed;
    format!(
        "{game}: {games} games, seed {seed}{shard}\nA            {}\nB            {}",
        player(plan, &plan.a),
        player(plan, &plan.b)
    )
}

/// A contestant and its limits, besides those of a level.
pub fn player(plan: &Match, contestant: &Contestant) -> String {
    match plan.budget(contestant) {
        limits if limits == Limits::none() => contestant.to_string(),
        limits => format!("{contestant} ({})", budget(limits)),
    }
}

/// The limits of a move, in words.
pub fn budget(limits: Limits) -> String {
    let depth = limits.depth.map(|depth| format!("depth {depth}"));
    let nodes = limits.nodes.map(|nodes| format!("{nodes} nodes"));
    let time = limits
        .time
        .map(|time| format!("{} ms", time.as_secs_f64() * 1e3));
    let clock = limits
        .clock
        .map(|clock| TimeControl::of(&clock).to_string());
    let a_move = depth
        .into_iter()
        .chain(nodes)
        .chain(time)
        .collect::<Vec<_>>()
        .join(" or ");
    match clock {
        None => format!("{a_move} a move"),
        Some(clock) if a_move.is_empty() => format!("clock {clock}"),
        Some(clock) => format!("clock {clock}, {a_move} a move"),
    }
}

/// Writes every game to the log as it ends, to the output in order, and draws a bar.
struct Watch<'a> {
    json: bool,
    log: Option<(&'a mut Log, &'a Path)>,
    progress: ProgressBar,
    ticket: &'a Ticket,
    /// The number of games lost by a fault.
    faults: usize,
}

impl Watch<'_> {
    /// The number of faults that are reported one by one.
    const FAULTS_TOLD: usize = 10;
}

impl Observer for Watch<'_> {
    fn finished(&mut self, game: &GameRecord) -> io::Result<()> {
        if let Some(log) = &mut self.log {
            let (log, path) = log;
            log.write(self.ticket, game).map_err(|error| {
                Failure::File {
                    path: path.to_path_buf(),
                    error,
                }
                .into_io()
            })?;
        }
        if let Some(winner) = game.winner.filter(|_| game.fault.is_some()) {
            self.faults += 1;
            if self.faults <= Self::FAULTS_TOLD {
                self.progress.suspend(|| {
                    output::warning(&format!(
                        "game {}: {}: {}",
                        game.index, !winner, game.reason
                    ))
                });
            }
        }
        Ok(())
    }

    fn counted(&mut self, game: &GameRecord, standing: &Standing) -> io::Result<()> {
        if self.json {
            self.progress
                .suspend(|| output::text(&write_line(self.ticket, game)))?;
        }
        // The games of the message and no others: those that have ended out of order wait.
        let counted = standing.games.games();
        self.progress
            .set_position(counted.max(self.progress.position()));
        self.progress.set_message(standing::brief(standing));
        Ok(())
    }
}
