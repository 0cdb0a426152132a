use crate::{
    Books, ConvertError, Converted, Engine, EngineConfig, EngineError, GameFacts, Indexer, Puzzle,
    PuzzleFinder, ScoreReading, SearcherFacts, Session, Settings, Solver,
};
use game_core::{Presentation, Score};
use search::Options;
use std::time::Duration;
use std::{fmt, io};

/// What only [`Wired`](crate::Wired) has, so that a new method of [`Game`] breaks no program.
pub(crate) mod sealed {
    pub trait Sealed {}
}

/// A game with its rules, evaluators, search and books behind one object-safe trait, for a command
/// line, a protocol or a page.
///
/// It cannot be implemented elsewhere: a game is a [`Wiring`](crate::Wiring), and
/// [`Wired`](crate::Wired) makes a `Game` of it.
pub trait Game: sealed::Sealed + Sync {
    /// The constants of the game. Takes a few dozen nanoseconds.
    fn facts(&self) -> GameFacts;

    /// How the game presents itself to people. Takes some microseconds.
    ///
    /// ```
    /// let othello = engines::game("othello")?.presentation();
    /// assert_eq!((&*othello.title.en, &*othello.title.zh), ("Othello", "黑白棋"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn presentation(&self) -> Presentation;

    /// The search's options at full strength under the rules that `settings` describe.
    ///
    /// # Errors
    /// If the game has no such setting, or not with that value.
    ///
    /// ```
    /// let gomoku = engines::game("gomoku")?;
    /// let caro = gomoku.options(&vec![("rule".into(), "caro".into())])?;
    /// assert_ne!(gomoku.options(&Vec::new())?.beam, caro.beam);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn options(&self, settings: &Settings) -> Result<Options, EngineError>;

    /// The searchers that a configuration may name: the library's, and those that the game or the
    /// program adds.
    fn searchers(&self) -> Vec<SearcherFacts>;

    /// What a score says in this game: in words, in units, and whether it is proved.
    fn reading(&self, score: Score) -> ScoreReading;

    /// Checks whether [`engine`](Self::engine) takes `config`, without building an engine. Returns
    /// the most memory that such an engine may keep, in MiB, rounded up: its table or tree, its
    /// threads' data, and the tables of solvers that it builds on first use. What all engines
    /// share, the weights and the book, is not counted.
    ///
    /// # Errors
    /// If there is no searcher, evaluator, weight or option of a name that `config` gives, saying
    /// which there are, or it may not be that.
    ///
    /// ```
    /// let othello = engines::game("othello")?;
    /// // The solvers of the strongest level take more than its table.
    /// let table = othello.facts().level(16).hash();
    /// assert!(othello.check(&engines::EngineConfig::level(16))? > 2 * table);
    /// assert_eq!(othello.check(&"mcts,hash=3".parse()?)?, 3 + 1);
    /// assert!(othello.check(&"pvs,eval.luck=1".parse()?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn check(&self, config: &EngineConfig) -> Result<usize, EngineError>;

    /// A session at the initial position.
    ///
    /// # Errors
    /// If the game has no such setting, or not with that value.
    fn session(&self, settings: &Settings) -> Result<Box<dyn Session>, EngineError>;

    /// Writes the games of a file to `out` in the format of that `extension`; the content of the
    /// file tells its own format. Games are read and written one by one, so only the file and one
    /// game are in memory. Without games nothing is written.
    ///
    /// # Errors
    /// If there is no such format, it cannot hold one of the games, or `out` cannot be written.
    /// What `out` has got by then is the beginning of a file.
    ///
    /// ```
    /// let othello = engines::game("othello")?;
    /// let mut ggf = Vec::new();
    /// let converted = othello.convert(&Default::default(), b"f5d6\n\nf5f4\n".to_vec(), "ggf", &mut ggf)?;
    /// assert_eq!((converted.games, ggf.starts_with(b"(;GM[Othello]")), (2, true));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn convert(
        &self,
        settings: &Settings,
        bytes: Vec<u8>,
        extension: &str,
        out: &mut dyn io::Write,
    ) -> Result<Converted, ConvertError>;

    /// An engine under the rules of `settings`; `seed` is that of the lower levels' mistakes.
    ///
    /// # Errors
    /// As [`session`](Self::session) and [`check`](Self::check).
    fn engine(
        &self,
        settings: &Settings,
        config: &EngineConfig,
        seed: u64,
    ) -> Result<Box<dyn Engine>, EngineError>;

    /// The game's exact solver under the rules of `settings`, for what is `asked` of it with at
    /// most this time for a position; `None` in a game without one.
    ///
    /// # Errors
    /// If the game has no such setting, or its solver none, or not with that value.
    fn solver(
        &self,
        settings: &Settings,
        asked: &Settings,
        time: Option<Duration>,
    ) -> Result<Option<Box<dyn Solver>>, EngineError>;

    /// The opening books of the game under the rules of `settings`.
    ///
    /// # Errors
    /// If the game has no such setting, or not with that value.
    fn books(&self, settings: &Settings) -> Result<Box<dyn Books>, EngineError>;

    /// Reads games under the rules of `settings` for a database that finds them by their
    /// positions.
    ///
    /// # Errors
    /// If the game has no such setting, or not with that value.
    fn indexer(&self, settings: &Settings) -> Result<Box<dyn Indexer>, EngineError>;

    /// The puzzles that the game is shipped with, for its own rules; may be none. Reads them anew
    /// each time, in some hundred microseconds.
    ///
    /// ```
    /// let puzzles = engines::game("xiangqi")?.puzzles();
    /// assert!(puzzles.len() >= 300 && puzzles.iter().all(|puzzle| puzzle.only > 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn puzzles(&self) -> Vec<Puzzle>;

    /// Finds more of them, under the rules of `settings`.
    ///
    /// # Errors
    /// If the game has no such setting, or not with that value.
    ///
    /// ```
    /// let gomoku = engines::game("gomoku")?;
    /// let mut finder = gomoku.puzzle_finder(&Vec::new())?;
    /// let line = "X:h8j9k9h10i10h11i11k11 O:i7j7j8h9i9g10j11g12 turn:X".into();
    /// let puzzle = finder.find(&line)?.ok_or("there is one")?;
    /// assert_eq!((&*puzzle.theme, puzzle.solution.join(" ")), ("fours", "k8 l7 k10 k7 k12".into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn puzzle_finder(&self, settings: &Settings) -> Result<Box<dyn PuzzleFinder>, EngineError>;
}

impl dyn Game + '_ {
    /// The name in lower case.
    pub fn name(&self) -> &'static str {
        self.facts().name
    }

    /// The one of its [searchers](Game::searchers) with this name.
    pub fn searcher(&self, name: &str) -> Option<SearcherFacts> {
        let mut searchers = self.searchers().into_iter();
        searchers.find(|searcher| searcher.name == name)
    }
}

impl fmt::Debug for dyn Game + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
