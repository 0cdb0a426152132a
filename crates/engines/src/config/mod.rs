mod change;
mod options;
mod own;

use crate::{Level, Mistakes, SearcherFacts, Weights};
pub use change::Change;
pub(crate) use options::all_options;
use options::{Sampling, bad, number};
pub(crate) use own::OwnOptions;
pub use own::SearcherOption;
use search::{
    Algorithm, Dfpn, Limits, MctsOptions, Minimax, OptionRefused, OptionRow, OptionValue, Options,
};
use std::{fmt, str::FromStr, time::Duration};
use thiserror::Error;

/// An engine configuration: a level, or a searcher with options; read from
/// `level=N[,eval=NAME][,eval.NAME=VALUE...][,network=FILE][,book=on|off]` or as [`SearcherConfig`].
///
/// ```
/// for text in ["level=3", "level=3,eval.mobility=600", "pvs,depth=6,eval.material.chariot=520"] {
///     assert_eq!(text.parse::<engines::EngineConfig>()?.to_string(), text);
/// }
/// # Ok::<(), engines::ConfigError>(())
/// ```
#[expect(clippy::large_enum_variant, reason = "one a player, never many")]
#[derive(Clone, Debug)]
pub enum EngineConfig {
    /// A level.
    Level {
        /// From [`Level::MIN`] to [`Level::MAX`].
        number: u8,
        /// The evaluator and weights, if not the game's own.
        weights: Weights,
        /// Whether it plays by the game's opening book; `None` leaves it to the caller.
        book: Option<bool>,
    },
    /// A searcher at full strength.
    Searcher(SearcherConfig),
}

impl EngineConfig {
    /// The level of that number, with the game's own evaluator.
    pub fn level(number: u8) -> Self {
        Self::Level {
            number,
            weights: Weights::default(),
            book: None,
        }
    }

    /// Whether it plays by the game's opening book; `None` leaves it to the caller, and games with
    /// people use it.
    ///
    /// ```
    /// let book = |text: &str| text.parse::<engines::EngineConfig>().map(|config| config.book());
    /// assert_eq!((book("level=3,book=on")?, book("pvs,book=off")?, book("level=3")?), (Some(true), Some(false), None));
    /// # Ok::<(), engines::ConfigError>(())
    /// ```
    pub fn book(&self) -> Option<bool> {
        match self {
            Self::Level { book, .. } => *book,
            Self::Searcher(config) => config.book,
        }
    }

    /// The evaluator and weights, if not the game's own.
    pub fn weights(&self) -> &Weights {
        match self {
            Self::Level { weights, .. } => weights,
            Self::Searcher(config) => &config.weights,
        }
    }
}

/// A searcher and its options, read from `searcher[,option=value...]`, as
/// `pvs,null_move=off,hash=64,depth=6`.
///
/// Searchers: `minimax alphabeta aspiration pvs mtdf smp mcts dfpn`, where `smp` is `aspiration` on
/// two threads, and those that a game or a program adds: see
/// [`Game::searchers`](crate::Game::searchers). Which there are, and what they take, the game checks.
///
/// | options | of |
/// |---|---|
/// | `depth`, `mate` (plies), `nodes`, `time` (`500ms`, `2s`): limits | all |
/// | `hash` (MiB for the table or tree), `book`, `bare` (`on`, `off`) | all |
/// | `random`: plays a random move with probability N/1000 | all |
/// | `oversight`, `temperature`: the [`Mistakes`] it makes | all |
/// | `eval` (see [`GameFacts::evaluators`](crate::GameFacts::evaluators)), `eval.NAME` (see [`GameFacts::weights`](crate::GameFacts::weights)), `network` (the file of a network) | all |
/// | `threads` | alpha-beta and `mcts` |
/// | those of [`search::OPTIONS`] | alpha-beta |
/// | `exploration` (0 to 1000), `first_play` (0 to 2), `expand` (visits, 1 to 1000000), `proofs` (`on`, `off`), `seed`, `selection` (`ucb1`, `puct`), `leaf` (`evaluator`, `playout`): those of [`search::MctsOptions`] | `mcts` |
///
/// Some options belong to one game, as gomoku's `radius`, or to one searcher; they take a whole
/// number, or `on` and `off` for 1 and 0: see [`GameFacts::options`](crate::GameFacts::options) and
/// [`SearcherFacts::options`].
///
/// ```
/// let spec: engines::SearcherConfig = "pvs,null_move=off,depth=6".parse()?;
/// assert_eq!((spec.name(), spec.limits.depth), ("pvs", Some(6)));
/// assert!("pvs,null_move=maybe".parse::<engines::SearcherConfig>().is_err());
/// # Ok::<(), engines::ConfigError>(())
/// ```
#[derive(Clone, Debug)]
pub struct SearcherConfig {
    /// The family of the searcher.
    pub family: Family,
    /// Its own limits, in addition to those of each request.
    pub limits: Limits,
    /// The size of the table or tree in MiB.
    pub hash: usize,
    /// The number of threads that share the table or tree; with more than one, node counts vary.
    pub threads: usize,
    /// The evaluator and weights, if not the game's own.
    pub weights: Weights,
    /// Whether it plays a move of the game's opening book, if there is one, instead of searching;
    /// `None` leaves it to the caller.
    pub book: Option<bool>,
    /// Plays a random move with probability N/1000.
    pub random: u32,
    /// What it overlooks, and how softly it chooses.
    pub mistakes: Mistakes,
    /// Whether it searches the plain minimax tree, without the game's own options and guide: then
    /// all fixed-depth searchers agree.
    pub bare: bool,
    /// Search options that override the game's own.
    changes: Vec<(&'static OptionRow, OptionValue)>,
    /// Options of Monte Carlo tree search.
    sampling: Sampling,
    /// Options of one game or searcher, by name and value; the game checks them.
    own: Vec<(String, i32)>,
    text: String,
}

/// The families of searchers.
///
/// ```
/// use engines::{Family, SearcherConfig};
/// use search::Algorithm;
/// let family = |text: &str| text.parse::<SearcherConfig>().map(|config| config.family);
/// assert_eq!(family("mtdf,depth=6")?, Family::Kernel(Algorithm::MtdF));
/// assert_eq!((family("mcts")?, family("my-own")?), (Family::Mcts, Family::Added));
/// # Ok::<(), engines::ConfigError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Family {
    /// Plain minimax.
    Minimax,
    /// The alpha-beta kernel with one of its algorithms.
    Kernel(Algorithm),
    /// The same on several threads.
    Smp,
    /// Monte Carlo tree search.
    Mcts,
    /// Proof-number search.
    Dfpn,
    /// One that a game or a program adds: see [`SearcherWiring`](crate::SearcherWiring).
    Added,
}

/// A configuration that cannot be read.
///
/// ```
/// use engines::EngineConfig;
/// let refused = |text: &str| text.parse::<EngineConfig>().unwrap_err().to_string();
/// assert_eq!(refused("level=99"), "level \"99\" is not a number from 1 to 25");
/// assert_eq!(refused("pvs,hash=much"), "option hash takes 1 to 4096 MiB, not \"much\"");
/// ```
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ConfigError {
    /// No searcher could have that name.
    #[error(
        "{0:?} is no name of a searcher; there are {known}", known = SearcherConfig::ALL.join(", ")
    )]
    Searcher(String),
    /// An option has no `=`.
    #[error("option {0:?} is not name=value")]
    NotAnOption(String),
    /// The option is not known.
    #[error("there is no option {0:?}; there are {known}, eval for an evaluator, eval.NAME for its weights, network for a network's file, and those of one game, which take whole numbers", known = all_options())]
    Option(String),
    /// The option does not take that value.
    #[error("option {name} takes {expected}, not {value:?}")]
    Value {
        /// The option.
        name: String,
        /// The value refused.
        value: String,
        /// What is accepted.
        expected: &'static str,
    },
    /// The level is not a number in range.
    #[error("level {0:?} is not a number from {min} to {max}", min = Level::MIN, max = Level::MAX)]
    Level(String),
    /// A level with an option that only a searcher takes.
    #[error(
        "option {0:?} is not a level's; it takes an evaluator, weights, a network and a book alone, as eval=NAME, eval.NAME=VALUE, network=FILE or book=on"
    )]
    OfLevel(String),
    /// It is too long.
    #[error(
        "{0} bytes are too many for a searcher or a level: {most} will do",
        most = SearcherConfig::LONGEST
    )]
    Long(usize),
}

const SMP: &str = "smp";
const MCTS: &str = "mcts";
const DFPN: &str = Dfpn::<()>::NAME;

impl SearcherConfig {
    /// The searchers of fixed depth, which must agree on the same bare search.
    pub const SEARCHERS: [&'static str; 5] = {
        let mut names = [""; 5];
        let (mut at, mut exact) = (0, 0);
        while at < Self::ALL.len() {
            if SearcherFacts::LIBRARY[at].exact {
                names[exact] = Self::ALL[at];
                exact += 1;
            }
            at += 1;
        }
        assert!(exact == names.len());
        names
    };

    /// The names of the library's searchers.
    pub const ALL: [&'static str; SearcherFacts::LIBRARY.len()] = {
        let mut names = [""; SearcherFacts::LIBRARY.len()];
        let mut at = 0;
        while at < names.len() {
            names[at] = SearcherFacts::LIBRARY[at].name;
            at += 1;
        }
        names
    };

    /// The longest text that is read, in bytes: enough for every option and weight at once.
    pub const LONGEST: usize = 4_096;

    /// The default size of the table, in MiB.
    pub const HASH: usize = 16;

    /// The searcher of that name, with the game's own options.
    ///
    /// # Errors
    /// If none could have that name.
    pub fn named(name: &str) -> Result<Self, ConfigError> {
        name.parse()
    }

    fn of(family: Family, text: &str) -> Self {
        let threads = if family == Family::Smp { 2 } else { 1 };
        let limits = Limits::none();
        let hash = Self::HASH;
        let weights = Weights::default();
        let changes = Vec::new();
        let own = Vec::new();
        let text = text.to_owned();
        Self {
            family,
            limits,
            hash,
            threads,
            weights,
            book: None,
            random: 0,
            mistakes: Mistakes::NONE,
            bare: false,
            changes,
            sampling: Sampling::default(),
            own,
            text,
        }
    }

    /// Searches alone, without the game's own solver.
    pub(crate) fn without_solver(&mut self) {
        let row = OptionRow::named("prove");
        self.changes
            .extend(row.map(|row| (row, OptionValue::Switch(false))));
    }

    /// The searcher's name.
    pub fn name(&self) -> &str {
        match self.family {
            Family::Added => name_in(&self.text),
            Family::Minimax => Minimax::<()>::NAME,
            Family::Kernel(algorithm) => algorithm.name(),
            Family::Smp => SMP,
            Family::Mcts => MCTS,
            Family::Dfpn => DFPN,
        }
    }

    /// Its options that only one game or searcher has.
    pub(crate) fn own(&self) -> OwnOptions<'_> {
        OwnOptions(&self.own)
    }

    /// The value of `option`, which only one game or searcher has: as given, or its default.
    pub fn own_value(&self, option: &SearcherOption) -> i32 {
        self.own().value(option)
    }

    /// `base` with this searcher's algorithm and changes.
    pub fn options(&self, base: Options) -> Options {
        let mut options = base;
        if let Family::Kernel(algorithm) = self.family {
            options.algorithm = algorithm;
        }
        for (row, value) in &self.changes {
            // Every value was checked when it was read. Only a fifth pair of ProbCut can fail here,
            // if `base` has some.
            row.set(&mut options, *value).unwrap_or_default();
        }
        options
    }

    /// The options of Monte Carlo tree search, in a game with this `unit`.
    pub fn mcts_options(&self, unit: i32) -> MctsOptions {
        self.sampling.over(
            MctsOptions::default()
                .with_unit(unit)
                .with_bytes(self.hash << 20),
        )
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), ConfigError> {
        if let Some(read) = self.weights.read(name, value) {
            return read;
        }
        if let Some(read) = self.sampling.set(name, value) {
            return read;
        }
        let bad = |expected| bad(name, value, expected);
        match name {
            "book" => self.book = Some(switch(name, value)?),
            "bare" => self.bare = switch(name, value)?,
            "depth" => {
                self.limits.depth =
                    Some(number(value, 1, 10_000).ok_or_else(|| bad("plies, 1 or more"))? as u32)
            }
            "mate" => {
                self.limits.mate =
                    Some(number(value, 1, 10_000).ok_or_else(|| bad("plies, 1 or more"))? as u32)
            }
            "nodes" => {
                self.limits.nodes =
                    Some(number(value, 1, u64::MAX).ok_or_else(|| bad("a number of nodes"))?)
            }
            "time" => {
                self.limits.time =
                    Some(duration(value).ok_or_else(|| bad("a time as 500ms or 2s"))?)
            }
            "hash" => {
                self.hash = number(value, 1, 4_096).ok_or_else(|| bad("1 to 4096 MiB"))? as usize
            }
            "threads" => {
                self.threads = number(value, 1, 64).ok_or_else(|| bad("1 to 64"))? as usize
            }
            "random" => {
                self.random = number(value, 0, 1_000)
                    .ok_or_else(|| bad("moves in a thousand, 0 to 1000"))?
                    as u32
            }
            "oversight" => {
                self.mistakes.oversight = number(value, 0, 1_000)
                    .ok_or_else(|| bad("candidates in a thousand, 0 to 1000"))?
                    as u32
            }
            "temperature" => {
                self.mistakes.temperature = number(value, 0, 1_000_000)
                    .ok_or_else(|| bad("0 to 1000000 hundredths of a unit"))?
                    as u32
            }
            _ => match OptionRow::named(name) {
                Some(row) => {
                    let refused = |refused: OptionRefused| bad(refused.expected);
                    let value = row.parse(value).map_err(refused)?;
                    // Tried together with the others, since ProbCut takes at most four pairs.
                    let mut options = self.options(Options::default());
                    row.set(&mut options, value).map_err(refused)?;
                    self.changes.push((row, value));
                }
                None => {
                    let value = OwnOptions::read(name, value)?;
                    self.own.push((name.to_owned(), value));
                }
            },
        }
        Ok(())
    }
}

/// Reads an option that is on or off.
fn switch(name: &str, value: &str) -> Result<bool, ConfigError> {
    match value {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(ConfigError::Value {
            name: name.to_owned(),
            value: value.to_owned(),
            expected: "on or off",
        }),
    }
}

/// A duration written as `500ms`, `2s`, `1.5s` or `2m`; at most a day.
///
/// ```
/// use std::time::Duration;
/// assert_eq!(engines::duration("1.5s"), Some(Duration::from_millis(1500)));
/// assert_eq!(engines::duration("soon"), None);
/// ```
pub fn duration(text: &str) -> Option<Duration> {
    let unit = text.find(|c: char| c.is_ascii_alphabetic())?;
    let seconds = match &text[unit..] {
        "ms" => 0.001,
        "s" => 1.0,
        "m" => 60.0,
        _ => return None,
    };
    let digits = text[..unit]
        .bytes()
        .all(|b| b.is_ascii_digit() || b == b'.');
    let amount: f64 = text[..unit].parse().ok().filter(|_| digits)?;
    (amount * seconds <= 86_400.0).then(|| Duration::from_secs_f64(amount * seconds))
}

impl Default for SearcherConfig {
    /// The default algorithm with the game's own options.
    fn default() -> Self {
        Self::of(
            Family::Kernel(Algorithm::default()),
            Algorithm::default().name(),
        )
    }
}

impl FromStr for SearcherConfig {
    type Err = ConfigError;

    fn from_str(text: &str) -> Result<Self, ConfigError> {
        let mut parts = not_long(text)?.split(',');
        parts.next();
        let name = name_in(text);
        let family = match name {
            Minimax::<()>::NAME => Family::Minimax,
            SMP => Family::Smp,
            MCTS => Family::Mcts,
            DFPN => Family::Dfpn,
            _ => match name.parse() {
                Ok(algorithm) => Family::Kernel(algorithm),
                Err(_) if could_name(name) => Family::Added,
                Err(_) => return Err(ConfigError::Searcher(name.to_owned())),
            },
        };
        let mut config = Self::of(family, text);
        for part in parts {
            let (name, value) = split(part)?;
            config.set(name, value)?;
        }
        Ok(config)
    }
}

/// The searcher's name in the text of a configuration.
fn name_in(text: &str) -> &str {
    text.split(',').next().unwrap_or_default()
}

/// Whether a searcher could have that name; a level's is taken.
fn could_name(text: &str) -> bool {
    let inside =
        |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"_-".contains(&byte);
    let begins = text.starts_with(|first: char| first.is_ascii_lowercase());
    begins && text.bytes().all(inside) && text != "level"
}

/// `text`, unless it is too long.
fn not_long(text: &str) -> Result<&str, ConfigError> {
    if text.len() > SearcherConfig::LONGEST {
        Err(ConfigError::Long(text.len()))
    } else {
        Ok(text)
    }
}

/// An option's name and value.
fn split(option: &str) -> Result<(&str, &str), ConfigError> {
    option
        .split_once('=')
        .ok_or_else(|| ConfigError::NotAnOption(option.to_owned()))
}

impl fmt::Display for SearcherConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for EngineConfig {
    type Err = ConfigError;

    fn from_str(text: &str) -> Result<Self, ConfigError> {
        let Some(level) = not_long(text)?.strip_prefix("level=") else {
            return text.parse().map(Self::Searcher);
        };
        let mut parts = level.split(',');
        let level = parts.next().unwrap_or_default();
        let number = level
            .parse()
            .ok()
            .filter(|number| (Level::MIN..=Level::MAX).contains(number));
        let number = number.ok_or_else(|| ConfigError::Level(level.to_owned()))?;
        let mut weights = Weights::default();
        let mut book = None;
        for part in parts {
            match split(part)? {
                ("book", value) => book = Some(switch("book", value)?),
                (name, value) => weights
                    .read(name, value)
                    .ok_or_else(|| ConfigError::OfLevel(name.to_owned()))??,
            }
        }
        Ok(Self::Level {
            number,
            weights,
            book,
        })
    }
}

impl fmt::Display for EngineConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level {
                number,
                weights,
                book,
            } => {
                let book = book.map_or("", |on| if on { ",book=on" } else { ",book=off" });
                write!(f, "level={number}{weights}{book}")
            }
            Self::Searcher(config) => config.fmt(f),
        }
    }
}
