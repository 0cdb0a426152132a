use super::{Generation, Optimizer, Space, Trial, TuningError};
use crate::seed::Stream;
use fnv::FnvHasher;
use search::Control;
use std::hash::Hasher;
use std::io;

/// Someone who is told how a tuning goes on; an error of theirs ends it.
pub trait Observer {
    /// A game of round number `round` has been played: the `game`-th, from 1.
    fn played(&mut self, round: u64, game: u64) {
        let _ = (round, game);
    }

    /// A round is over. What is to survive a kill is written here.
    ///
    /// # Errors
    /// As the observer likes.
    fn finished(&mut self, generation: &Generation) -> io::Result<()> {
        let _ = generation;
        Ok(())
    }
}

/// An observer who does not care.
impl Observer for () {}

/// A tuning: what is tuned, how, and by what. See the [module](super) for an example.
#[derive(Clone, Copy)]
pub struct Tuning<'a> {
    /// The weights.
    pub space: &'a Space,
    /// How better ones are looked for.
    pub optimizer: &'a dyn Optimizer,
    /// What tells which are the better.
    pub trial: &'a dyn Trial,
    /// How many rounds. A tuning may be resumed with more of them.
    pub rounds: u64,
    /// Drives the optimiser's chances.
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

    /// A name for this tuning that another one does not have: 16 hexadecimal digits, a hash of all
    /// that a round depends on, this library's version included; the number of rounds is not.
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

    /// Goes on after `history`, which is this tuning's own, until there are as many rounds as are
    /// wanted or `control` is stopped; all rounds, those of before included. A round cut short by a
    /// stop counts as not begun.
    ///
    /// # Errors
    /// If the players could not be tried, or the observer failed.
    pub fn run(
        &self,
        mut history: Vec<Generation>,
        control: &Control,
        observer: &mut dyn Observer,
    ) -> Result<Vec<Generation>, TuningError> {
        while (history.len() as u64) < self.rounds && !control.is_stopped() {
            let round = history.len() as u64;
            let seed = Stream::new(self.seed, round).next();
            let players = self.optimizer.players(self.space, &history, seed);
            let mut game = 0;
            let mut played = || {
                game += 1;
                observer.played(round, game);
            };
            let Some((scores, games)) = self.trial.scores(round, &players, control, &mut played)?
            else {
                break;
            };
            let champion = self
                .optimizer
                .champion(self.space, &history, &players, &scores, games);
            let generation = Generation {
                round,
                champion,
                players,
                scores,
                games,
            };
            observer.finished(&generation)?;
            history.push(generation);
        }
        Ok(history)
    }
}
