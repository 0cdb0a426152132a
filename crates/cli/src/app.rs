use engines::{Game, Games};
use std::process::ExitCode;
use train::{LEARNERS, Learner, TRAINERS, Trainer};

/// The command for some games: all that it does and says of games comes from these.
///
/// ```no_run
/// use boyi_cli::App;
/// use engines::{GAMES, Games};
/// // The command with the first of the games that are built in, and no other.
/// fn main() -> std::process::ExitCode {
///     let games = GAMES.iter().take(1).fold(Games::new(&[]), Games::with);
///     App::new(&games).main()
/// }
/// ```
#[derive(Clone)]
pub struct App {
    games: Games,
    learners: Vec<&'static dyn Learner>,
    trainers: Vec<&'static dyn Trainer>,
}

impl App {
    /// The command for `games`. What of [`LEARNERS`] and [`TRAINERS`] is among them learns.
    pub fn new(games: &Games) -> Self {
        let is_here = |game: &dyn Game| games.get(game.name()).is_ok();
        let learners = LEARNERS.iter().copied();
        let trainers = TRAINERS.iter().copied();
        Self {
            games: games.clone(),
            learners: learners.filter(|learner| is_here(learner.game())).collect(),
            trainers: trainers.filter(|trainer| is_here(trainer.game())).collect(),
        }
    }

    /// The command in which the game of `learner` learns, too; it is added to the games if it is
    /// not among them.
    #[must_use]
    pub fn with_learner(mut self, learner: &'static dyn Learner) -> Self {
        let name = learner.game().name();
        if self.games.get(name).is_err() {
            self.games = self.games.with(learner.game());
        }
        self.learners.retain(|known| known.game().name() != name);
        self.learners.push(learner);
        self
    }

    /// The command in which that evaluator of a game is trained, too.
    #[must_use]
    pub fn with_trainer(mut self, trainer: &'static dyn Trainer) -> Self {
        let name = trainer.game().name();
        self.trainers.retain(|known| known.game().name() != name);
        self.trainers.push(trainer);
        self
    }

    /// Does what the command line of the process asks for, and returns its exit status.
    pub fn main(&self) -> ExitCode {
        crate::run(self, std::env::args_os())
    }

    /// The games.
    pub fn games(&self) -> &Games {
        &self.games
    }

    /// The trainer of the evaluator that is `game`'s own, if there is one.
    pub fn trainer(&self, game: &dyn Game) -> Option<&'static dyn Trainer> {
        let mut trainers = self.trainers.iter().copied();
        trainers.find(|trainer| trainer.game().name() == game.name())
    }

    /// The learner of `game`, if it learns.
    pub fn learner(&self, game: &dyn Game) -> Option<&'static dyn Learner> {
        let mut learners = self.learners.iter().copied();
        learners.find(|learner| learner.game().name() == game.name())
    }
}
