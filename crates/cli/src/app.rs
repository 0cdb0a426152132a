use engines::{Game, Games};
use std::process::ExitCode;
use train::{LEARNERS, Learner};

/// The command for some games: all that it does and says of games comes from these.
///
/// ```no_run
/// // The command with two of the games that are built in.
/// fn main() -> std::process::ExitCode {
///     let games = engines::Games::new(&[]);
///     let built_in = ["gomoku", "othello"].map(|name| engines::game(name).expect("built in"));
///     let games = built_in.into_iter().fold(games, engines::Games::with);
///     boyi_cli::App::new(&games).main()
/// }
/// ```
#[derive(Clone)]
pub struct App {
    games: Games,
    learners: Vec<&'static dyn Learner>,
}

impl App {
    /// The command for `games`. Those of [`LEARNERS`] that are among them learn.
    pub fn new(games: &Games) -> Self {
        let is_here = |learner: &&dyn Learner| games.get(learner.game().name()).is_ok();
        Self {
            games: games.clone(),
            learners: LEARNERS.iter().copied().filter(is_here).collect(),
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

    /// Does what the command line of the process asks for, and returns its exit status.
    pub fn main(&self) -> ExitCode {
        crate::run(self, std::env::args_os())
    }

    /// The games.
    pub fn games(&self) -> &Games {
        &self.games
    }

    /// The learner of `game`, if it learns.
    pub fn learner(&self, game: &dyn Game) -> Option<&'static dyn Learner> {
        let mut learners = self.learners.iter().copied();
        learners.find(|learner| learner.game().name() == game.name())
    }
}
