use crate::{
    BenchResult, BookMove, Building, Change, Comparison, ConvertError, Converted, Engine,
    EngineConfig, GameOption, Level, Row, RuleSetting, SearcherConfig, Session, Settings,
    TextError, UnknownGame, Weights,
};
use books::build::{Ledger, Played, Progress};
use books::{Book, MainLine};
use game_core::{RecordFormat, Score};
use pattern_eval::Weight;
use search::Control;
use std::sync::Arc;
use std::{fmt, io};

/// A game with everything wired to it, known by its name alone: what a command line, a protocol or
/// a page works with.
pub trait Game: Sync {
    /// The name in lower case.
    fn name(&self) -> &'static str;

    /// What the two players are called, the first mover first.
    fn player_names(&self) -> [&'static str; 2];

    /// What level `number`, from [`Level::MIN`] to [`Level::MAX`], is in this game.
    fn level(&self, number: u8) -> Level;

    /// A score in words, in the game's own unit: `+120`, `win in 3`, and in Othello `win by 24`.
    fn describe(&self, score: Score) -> String;

    /// A score in the game's natural unit, which [`unit`](Self::unit) names; `None` if the end is
    /// forced.
    fn units(&self, score: Score) -> Option<f64>;

    /// Points of score in one such unit.
    fn points_a_unit(&self) -> i32;

    /// Whether a score tells how the game ends, and is no opinion of an evaluator's.
    fn is_final(&self, score: Score) -> bool;

    /// What scores are counted in, in the plural: discs, soldiers, open twos.
    fn unit(&self) -> &'static str;

    /// The settings of its rules, and what each of them takes.
    fn rules(&self) -> &'static [RuleSetting];

    /// The evaluators that an engine configuration may choose from by `eval=NAME`, the game's own
    /// first; none where there is but one.
    fn evaluators(&self) -> &'static [&'static str];

    /// The weights of the evaluator, each of which an engine configuration may change by
    /// `eval.NAME=VALUE`.
    ///
    /// ```
    /// let othello = engines::game("othello")?;
    /// let mobility = othello.weights().iter().find(|weight| weight.name == "mobility").ok_or("no such weight")?;
    /// assert!(mobility.takes(600) && !mobility.takes(1_000_000));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn weights(&self) -> &'static [Weight];

    /// The options that its searchers take and others do not, each of which a [`SearcherConfig`]
    /// may change by `NAME=VALUE`.
    fn options(&self) -> &'static [GameOption];

    /// Whether [`engine`](Self::engine) takes `config`, told without making anything.
    ///
    /// # Errors
    /// If there is no evaluator, weight or option of a name that `config` gives, saying which there
    /// are, or it may not be that.
    fn check(&self, config: &EngineConfig) -> Result<(), TextError>;

    /// The opening book for a game under the rules of `settings`; `None` where there is none.
    ///
    /// # Errors
    /// If the game has no such setting, or not with that value.
    ///
    /// ```
    /// let othello = engines::game("othello")?;
    /// let book = othello.book(&Vec::new())?.ok_or("Othello has a book")?;
    /// let page = othello.page(&Vec::new(), &book, "startpos moves f5")?;
    /// let best = &page[0];
    /// assert!(["d6", "f6", "f4"].contains(&best.entry.mv.as_str()) && best.entry.depth >= 8);
    /// assert_eq!(best.line[0], best.entry.mv);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn book(&self, settings: &Settings) -> Result<Option<Arc<Book>>, TextError>;

    /// What `book` knows of the position at the end of `line`, the best move first; nothing where
    /// it does not know it.
    ///
    /// # Errors
    /// If the line cannot be read, or as [`book`](Self::book).
    fn page(
        &self,
        settings: &Settings,
        book: &Book,
        line: &str,
    ) -> Result<Vec<BookMove>, TextError>;

    /// The `count` most played ways through `book` from the end of `line`: see
    /// [`Book::main_lines`].
    ///
    /// # Errors
    /// As [`page`](Self::page).
    fn main_lines(
        &self,
        settings: &Settings,
        book: &Book,
        line: &str,
        count: usize,
    ) -> Result<Vec<MainLine<String>>, TextError>;

    /// The games of a file in any of the formats that are read, their first `plies` moves, as a
    /// book is built of them; one that cannot be read, or does not begin at the initial position,
    /// is an error of its own.
    ///
    /// # Errors
    /// If the settings are none of the game's.
    ///
    /// ```
    /// let othello = engines::game("othello")?;
    /// let games = othello.played(&Default::default(), b"f5d6c3\n\nf5d4\n\nf5f6", 2)?;
    /// let moves: Vec<_> = games.into_iter().map(|game| game.map(|game| game.moves.concat()).ok()).collect();
    /// assert_eq!(moves, [Some("f5d6".to_owned()), None, Some("f5f6".to_owned())]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn played(
        &self,
        settings: &Settings,
        bytes: &[u8],
        plies: usize,
    ) -> Result<Vec<Result<Played<String>, TextError>>, TextError>;

    /// One game as [`played`](Self::played) has it, told by `line`, a position and the moves since:
    /// a list of openings has one a line, and so has the log of a match.
    ///
    /// # Errors
    /// If the line cannot be read or does not begin at the initial position, or the settings are
    /// none of the game's.
    ///
    /// ```
    /// let gomoku = engines::game("gomoku")?;
    /// let opening = gomoku.played_line(&Default::default(), "startpos moves h8i9h10", 2)?;
    /// assert_eq!((opening.moves.concat(), opening.outcome), ("h8i9".to_owned(), None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn played_line(
        &self,
        settings: &Settings,
        line: &str,
        plies: usize,
    ) -> Result<Played<String>, TextError>;

    /// A number that stands for how the evaluator with these weights judges: another one's is
    /// different, as good as surely.
    ///
    /// It is drawn from its values in every position of some games of chance.
    ///
    /// # Errors
    /// If the settings, the evaluator or a weight are none of the game's.
    fn evaluator_fingerprint(
        &self,
        settings: &Settings,
        weights: &Weights,
    ) -> Result<u64, TextError>;

    /// Builds a book, as [`books::build`] does. Answers come from `ledger` where it has them.
    ///
    /// # Errors
    /// If a game cannot be read, or as [`check`](Self::check) of the searcher; and within, if the
    /// ledger could not be written: the book is whole all the same, and so not given.
    fn build_book(
        &self,
        settings: &Settings,
        building: &Building,
        ledger: &Ledger<'_>,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<io::Result<Book>, TextError>;

    /// A session at the initial position.
    ///
    /// # Errors
    /// If the game has no such setting, or not with that value.
    fn session(&self, settings: &Settings) -> Result<Box<dyn Session>, TextError>;

    /// The file formats that its records are written in, its own first.
    fn formats(&self) -> &'static [RecordFormat];

    /// Writes the games of a file, whose format is told by what it holds, to `out` in the format of
    /// that `extension`. They are read and written one by one: beside the file only one is in
    /// memory. Where there are none, nothing is written.
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

    /// Something to think with, under the rules of `settings`; `seed` drives the mistakes of the
    /// lower levels.
    ///
    /// # Errors
    /// As [`session`](Self::session) and [`check`](Self::check).
    fn engine(
        &self,
        settings: &Settings,
        config: &EngineConfig,
        seed: u64,
    ) -> Result<Box<dyn Engine>, TextError>;

    /// How much an engine of that `config` may come to keep in memory, in MiB, rounded up: its
    /// table or tree, what its threads keep beside it, and the tables of the solvers that it makes
    /// when it first needs them. What all engines share, the weights and the book, is not counted.
    ///
    /// ```
    /// let othello = engines::game("othello")?;
    /// // The solvers of the strongest level take more than its table.
    /// assert!(othello.memory(&engines::EngineConfig::level(10)) > 2 * othello.level(10).hash());
    /// assert_eq!(othello.memory(&"mcts,hash=3".parse()?), 3 + 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn memory(&self, config: &EngineConfig) -> usize;

    /// Puts one question to several searchers, one after another; `row` sees each answer when it is
    /// begun, after every new depth, and [`finished`](Row::finished). It ends soon after `control`
    /// is stopped, which finishes the row that grows.
    ///
    /// # Errors
    /// If the position cannot be read, or as [`check`](Self::check) of any of them; then none has
    /// been asked.
    fn compare(
        &self,
        settings: &Settings,
        comparison: &Comparison,
        control: &Control,
        row: &mut dyn FnMut(&Row),
    ) -> Result<(), TextError>;

    /// Every option of `spec` switched alone, over this game's own: off where it is on, and else
    /// on. None for a searcher that is not alpha-beta on one thread.
    fn changes(&self, config: &SearcherConfig) -> Vec<Change>;

    /// How deep the bench searches, in plies: a depth that takes moments.
    fn bench_depth(&self) -> u32;

    /// Searches a fixed set of positions to a fixed depth: the node count is the fingerprint of the
    /// search.
    fn bench(&self) -> BenchResult;
}

impl fmt::Debug for dyn Game + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Every game built in, in alphabetical order.
pub static GAMES: &[&dyn Game] = &[
    #[cfg(feature = "gomoku")]
    &crate::Wired::<crate::gomoku::Gomoku>::NEW,
    #[cfg(feature = "othello")]
    &crate::Wired::<crate::othello::Othello>::NEW,
    #[cfg(feature = "xiangqi")]
    &crate::Wired::<crate::xiangqi::Xiangqi>::NEW,
];

/// The game of that name.
///
/// # Errors
/// If there is none, saying which there are.
///
/// ```
/// let othello = engines::game("othello")?;
/// let session = othello.session(&Default::default())?;
/// assert_eq!(session.legal_moves(), ["d3", "c4", "f5", "e6"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn game(name: &str) -> Result<&'static dyn Game, UnknownGame> {
    GAMES
        .iter()
        .find(|game| game.name() == name)
        .copied()
        .ok_or_else(|| UnknownGame(name.to_owned()))
}
