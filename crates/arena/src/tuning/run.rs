use super::{Generation, Optimizer, Space, Trial, TuningError};
use crate::seed::Stream;
use fnv::FnvHasher;
use search::Control;
use std::hash::Hasher;
use std::io;

/// Observes the progress of a tuning; an error ends it.
///
/// ```
/// use arena::tuning::{Evolution, Games, Generation, Observer, Space, Tuning};
/// /// Counts what has been done.
/// #[derive(Default)]
/// struct Done {
///     games: u64,
///     rounds: u64,
/// }
/// impl Observer for Done {
///     fn played(&mut self, _: u64, _: u64) {
///         self.games += 1;
///     }
///     fn finished(&mut self, _: &Generation) -> std::io::Result<()> {
///         self.rounds += 1;
///         Ok(())
///     }
/// }
/// let othello = engines::game("othello")?;
/// let config: engines::EngineConfig = "alphabeta,depth=1,hash=1".parse()?;
/// let space = Space::of(othello, &["mobility"], config.weights())?;
/// # let openings = arena::openings::Openings::Lines(vec!["startpos moves f5d6".into()]);
/// let trial = Games { games: 1, ..Games::new(othello, config, space.clone()) };
/// # let trial = Games { openings, ..trial };
/// let evolution = Evolution { mutants: 1, ..Evolution::default() };
/// let mut done = Done::default();
/// let tuning = Tuning { rounds: 2, ..Tuning::new(&space, &evolution, &trial) };
/// tuning.run(Vec::new(), &Default::default(), &mut done)?;
/// assert_eq!((done.rounds, done.games), (2, 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Observer {
    /// Called after game number `game`, from 1, of round `round`.
    fn played(&mut self, round: u64, game: u64) {
        let _ = (round, game);
    }

    /// Called after a round. Write here what must survive a kill.
    ///
    /// # Errors
    /// Any error ends the tuning.
    fn finished(&mut self, generation: &Generation) -> io::Result<()> {
        let _ = generation;
        Ok(())
    }
}

/// Ignores the progress.
impl Observer for () {}

/// A tuning: its space, the optimiser and the trial. See the [module](super) for an example.
///
/// ```
/// use arena::tuning::{Games, Space, Spsa, Tuning};
/// let othello = engines::game("othello")?;
/// let config: engines::EngineConfig = "alphabeta,depth=1,hash=1".parse()?;
/// let space = Space::of(othello, &["mobility"], config.weights())?;
/// # let openings = arena::openings::Openings::Lines(vec!["startpos moves f5d6".into()]);
/// let trial = Games { games: 1, ..Games::new(othello, config, space.clone()) };
/// # let trial = Games { openings, ..trial };
/// let spsa = Spsa::default();
/// let tuning = |rounds| Tuning { rounds, ..Tuning::new(&space, &spsa, &trial) };
/// let first = tuning(1).run(Vec::new(), &Default::default(), &mut ())?;
/// // It goes on where it ended, as if it had never stopped.
/// let both = tuning(2).run(first.clone(), &Default::default(), &mut ())?;
/// assert_eq!((&both[..1], &both), (&first[..], &tuning(2).run(Vec::new(), &Default::default(), &mut ())?));
/// assert_eq!(tuning(1).id(), tuning(2).id());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Tuning<'a> {
    /// The numbers to tune.
    pub space: &'a Space,
    /// The optimiser.
    pub optimizer: &'a dyn Optimizer,
    /// The trial that compares points.
    pub trial: &'a dyn Trial,
    /// The number of rounds. A tuning may be resumed with more.
    pub rounds: u64,
    /// The seed of the optimiser.
    pub seed: u64,
}

impl<'a> Tuning<'a> {
    /// Rounds by default.
    pub const ROUNDS: u64 = 100;

    /// [`ROUNDS`](Self::ROUNDS) rounds with seed 1.
    pub fn new(space: &'a Space, optimizer: &'a dyn Optimizer, trial: &'a dyn Trial) -> Self {
        Self {
            space,
            optimizer,
            trial,
            rounds: Self::ROUNDS,
            seed: 1,
        }
    }

    /// A unique name of this tuning: 16 hexadecimal digits, a hash of everything that a round
    /// depends on, including this library's version but not the number of rounds.
    pub fn id(&self) -> String {
        let Self {
            space,
            optimizer,
            trial,
            rounds: _,
            seed,
        } = self;
        let mut hash = FnvHasher::default();
        let words = format!(
            "{} {space:?} {optimizer:?} {seed} {}",
            env!("CARGO_PKG_VERSION"),
            trial.words()
        );
        hash.write(words.as_bytes());
        format!("{:016x}", hash.finish())
    }

    /// The points of the round after `history`.
    pub(super) fn players(&self, history: &[Generation]) -> Vec<Vec<f64>> {
        let seed = Stream::new(self.seed, history.len() as u64).next();
        self.optimizer.players(self.space, history, seed)
    }

    /// The round after `history`, once the `scores` of its `players` are known.
    pub(super) fn generation(
        &self,
        history: &[Generation],
        players: Vec<Vec<f64>>,
        scores: Vec<f64>,
        games: u64,
    ) -> Generation {
        let champion = self
            .optimizer
            .champion(self.space, history, &players, &scores, games);
        Generation {
            round: history.len() as u64,
            champion,
            players,
            scores,
            games,
        }
    }

    /// Goes on after `history`, which must be this tuning's, until all rounds are played or
    /// `control` is stopped. Returns all rounds, including earlier ones. A round cut short by a
    /// stop does not count.
    ///
    /// # Errors
    /// If the players could not be tried, or the observer fails.
    pub fn run(
        &self,
        mut history: Vec<Generation>,
        control: &Control,
        observer: &mut dyn Observer,
    ) -> Result<Vec<Generation>, TuningError> {
        while (history.len() as u64) < self.rounds && !control.is_stopped() {
            let round = history.len() as u64;
            let players = self.players(&history);
            let mut game = 0;
            let mut played = || {
                game += 1;
                observer.played(round, game);
            };
            let Some((scores, games)) = self.trial.scores(round, &players, control, &mut played)?
            else {
                break;
            };
            let generation = self.generation(&history, players, scores, games);
            observer.finished(&generation)?;
            history.push(generation);
        }
        Ok(history)
    }
}
