//! Networks that a game learns by playing itself.

use crate::error::{no_match, no_option};
use crate::games::Named;
use crate::options::settings;
use crate::work::beside;
use learn::{Event, Gate, Learning, Plan};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use search::Limits;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use train::Learner;
use train::network::TrainingConfig;
use train::self_play::SelfPlay;

/// The games that learn, beside those built in.
static OUTSIDE: &[&dyn Learner] = &[connect_four::LEARNER];

fn learner(game: &str) -> Option<&'static dyn Learner> {
    let outside = OUTSIDE.iter().copied();
    let found = outside
        .into_iter()
        .find(|learner| learner.game().name() == game);
    found.or_else(|| train::learner(game))
}

/// A round of learning.
#[pyclass(frozen, get_all, module = "boyi")]
pub(crate) struct Round {
    /// Its number, from 1.
    number: u64,
    /// Games of self-play so far.
    games: u64,
    /// Positions that the candidate learnt from.
    positions: usize,
    /// Mean cross-entropy on the positions that were learnt from, in nats.
    training_loss: f64,
    /// That on positions that were not.
    validation_loss: f64,
    /// The candidate's wins, draws and losses against the best network before it.
    gate: (u64, u64, u64),
    /// The Elo of that match.
    elo: f64,
    /// Whether the candidate is the best network now.
    is_accepted: bool,
    /// Elo of the best network over the evaluator that the learning began with.
    rating: f64,
}

impl Round {
    fn new(round: &learn::Round) -> Self {
        Self {
            number: round.round,
            games: round.games,
            positions: round.positions,
            training_loss: round.training,
            validation_loss: round.validation,
            gate: round.gate.into(),
            elo: round.elo,
            is_accepted: round.accepted,
            rating: round.rating,
        }
    }
}

#[pymethods]
impl Round {
    fn __repr__(&self) -> String {
        let Self {
            number,
            validation_loss,
            gate: (wins, draws, losses),
            ..
        } = self;
        format!("<boyi.Round {number}, loss {validation_loss:.4}, gate +{wins} ={draws} -{losses}>")
    }
}

/// Has a game learn by itself in the folder `state`, until `rounds` rounds are over there: in each
/// it plays `games` games with its best network, of `nodes` nodes a move, trains a candidate on the
/// last games for `epochs` epochs, and keeps it if it wins a match of `gate_games` games. The
/// networks have a dense layer of `dense` units, or none.
///
/// Returns the rounds, and the file of the best network once one was accepted: an `Engine` plays
/// with it by `network=`. What is done is on disk: called again with the same arguments it goes on
/// there. `progress` is called with each round as it ends.
///
/// >>> import boyi, tempfile
/// >>> folder = tempfile.mkdtemp()
/// >>> rounds, best = boyi.learn("connect-four", folder, games=40, nodes=20, epochs=2, gate_games=4)
/// >>> rounds[0].games, rounds[0].is_accepted == (best is not None)
/// (40, True)
#[pyfunction(name = "learn")]
#[pyo3(signature = (game, state, *, rounds=1, games=1000, nodes=1000, epochs=20, batch=16384, dense=0, gate_games=200, gate_nodes=1000, seed=1, threads=1, rules=None, progress=None))]
#[allow(clippy::too_many_arguments, reason = "Python's keywords")]
pub(crate) fn learn_game(
    py: Python<'_>,
    game: Named,
    state: PathBuf,
    rounds: u64,
    games: u64,
    nodes: u64,
    epochs: u32,
    batch: usize,
    dense: usize,
    gate_games: u64,
    gate_nodes: u64,
    seed: u64,
    threads: usize,
    rules: Option<&Bound<'_, PyDict>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(Vec<Py<Round>>, Option<PathBuf>)> {
    let game = game.game()?.game.name();
    let learner =
        learner(game).ok_or_else(|| no_option(format!("{game} has no network to learn with")))?;
    let most = TrainingConfig::MAX_DENSE;
    if dense > most {
        return Err(no_option(format!("a dense layer has at most {most} units")));
    }
    let plan = Plan {
        self_play: SelfPlay {
            settings: settings(rules)?,
            games,
            nodes,
            seed,
            ..SelfPlay::default()
        },
        training: TrainingConfig {
            dense,
            epochs,
            batch,
            seed,
            ..TrainingConfig::default()
        },
        gate: Gate {
            limits: Limits::nodes(gate_nodes),
            games: gate_games,
            ..Gate::default()
        },
        ..Plan::default()
    };
    let fails = |error: learn::LearningError| no_match(error.to_string());
    let mut learning = Learning::open(learner, plan, &state).map_err(fails)?;
    let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
    let stopped = Arc::new(AtomicBool::new(false));
    let stop = Arc::clone(&stopped);
    let known = learning.pedigree().iter();
    let mut all: Vec<_> = known
        .map(|round| Py::new(py, Round::new(round)))
        .collect::<PyResult<_>>()?;
    let learnt = beside(
        py,
        || stop.store(true, Relaxed),
        move |told| {
            let mut watch = |event: Event<'_>| {
                if let Event::Round(round) = &event {
                    // Nobody may be left to hear.
                    let _ = told.send(Round::new(round));
                }
                match stopped.load(Relaxed) {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            };
            let run = learning.run(rounds, threads, &mut watch);
            run.map(|_| learning.best())
        },
        |round| {
            let round = Py::new(py, round)?;
            if let Some(progress) = &progress {
                progress.call1(py, (&round,))?;
            }
            all.push(round);
            Ok(())
        },
    )?;
    Ok((all, learnt.map_err(fails)?))
}
