use crate::book::{self, WiredBooks};
use crate::engine::GameEngine;
use crate::game::sealed;
use crate::indexer::WiredIndexer;
use crate::puzzles::WiredFinder;
use crate::session::WiredSession;
use crate::{
    Bench, Books, ConvertError, Converted, EndgameFacts, Engine, EngineConfig, EngineError, Family,
    ForcedWins, ForeignBook, Game, GameFacts, IndexedGame, Indexer, Level, Margins, NameList,
    Phase, Puzzle, PuzzleFinder, PuzzleMaker, Remark, RuleRefused, RuleSetting, ScoreReading,
    SearcherFacts, SearcherOption, SearcherWiring, Searchers, Session, Solver, SolverWiring,
    SwapRule, Weights, records, rule, searchers, solver,
};
use books::{Book, Symmetric};
use game_core::{Notation, Piece, Player, Position, Presentation, Score, Text};
use nnue::LayersError;
use pattern_eval::{Explain, Weighted};
use search::{Guide, Options};
use std::io;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

/// One rule setting, as `("rule", "renju")`.
pub type Setting = (String, String);

/// Reads an evaluator from a network file.
pub type NetworkReader<E> = fn(&[u8]) -> Result<E, LayersError>;

/// The rule settings of a game, by name; an empty list is the default rules.
pub type Settings = Vec<Setting>;

/// The wiring of a game's engine: its rules, an evaluator, a guide for the search, its options and
/// its levels.
///
/// Three types and [`evaluator`](Self::evaluator) are needed; all else has a default, so that a
/// game begins without rules to set, book, symmetries, weights or levels of its own.
///
/// ```
/// use engines::{Game, Wired, Wiring};
/// use othello_bitboard::Othello;
/// use pattern_eval::othello::Handmade;
///
/// /// Othello with what can be left out left out.
/// struct PlainOthello;
///
/// impl Wiring for PlainOthello {
///     type Position = Othello;
///     type Evaluator = Handmade;
///     type Guide = ();
///
///     fn evaluator((): &(), _: Option<&str>) -> Handmade {
///         Handmade::default()
///     }
/// }
///
/// static GAME: &dyn Game = &Wired::<PlainOthello>::NEW;
/// assert_eq!((GAME.facts().levels.len(), GAME.facts().has_puzzles), (16, false));
/// let mut engine = GAME.engine(&Vec::new(), &"pvs,hash=1".parse()?, 0)?;
/// let request = engines::SearchRequest::new(search::Limits::depth(3));
/// let report = engine.think(&"startpos moves f5".into(), &request, &Default::default(), &mut |_| {})?;
/// assert_eq!(report.depth, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Wiring: Sized + 'static {
    /// The rules.
    type Position: Notation + Symmetric + Sync + 'static;
    /// The evaluator, which can explain its score and has named weights.
    type Evaluator: Explain<Self::Position> + Weighted + Clone + Send + 'static;
    /// What the search knows about the game.
    type Guide: Guide<Self::Position, Self::Evaluator> + Default + Send + 'static;

    /// The settings of the rules.
    const RULES: &'static [RuleSetting] = &[];

    /// Puts one of [`RULES`](Self::RULES) into `rules`, with a value that it takes.
    ///
    /// # Errors
    /// If the rules do not allow it after all, or, as by default, there are none to set.
    fn set_rule(
        _rules: &mut <Self::Position as Notation>::Rules,
        _name: &str,
        _value: &str,
    ) -> Result<(), RuleRefused> {
        Err(RuleRefused)
    }

    /// The openings by which two players may share the sides fairly. None by default.
    const SWAPS: &'static [SwapRule] = &[];

    /// The settings that a position itself determines: a record has the size of its board.
    fn settings_of(_: &Self::Position) -> Settings {
        Settings::new()
    }

    /// Texts for the words of the wiring, by their keys in
    /// [`Presentation::words`](game_core::Presentation::words): its unit as `unit.discs`, its
    /// settings as `rule.size` and `rule.value.renju`, its weights as `weight.mobility`.
    fn words() -> Vec<(&'static str, Text)> {
        Vec::new()
    }

    /// How many [actions](Self::action) there are in the game that goes on at `pos`.
    fn actions(_pos: &Self::Position) -> usize {
        Self::Position::SLOTS
    }

    /// The number of the legal move `mv` at `pos`, for programs that learn: below
    /// [`actions`](Self::actions), another one for every legal move, and as far as may be the same
    /// for what is the same move in other positions. By default the [slot](Position::slot), which a
    /// game whose moves may share one replaces.
    fn action(pos: &Self::Position, mv: <Self::Position as Position>::Move) -> usize {
        pos.slot(mv)
    }

    /// Tells `each` of the pieces at `pos` the cell of its [view](Notation::board_view) that it
    /// stands on, and what it is, for programs that learn; of several on a cell, each. By default
    /// they are read off the view, whose names take time.
    fn pieces(pos: &Self::Position, each: &mut dyn FnMut(usize, Piece)) {
        let board = pos.board_view();
        for (cell, found) in board.cells.iter().enumerate() {
            for piece in std::iter::repeat_n(found.piece, board.count_at(cell)).flatten() {
                each(cell, piece);
            }
        }
    }

    /// The opening book for a game under `rules`, if there is one.
    fn book(_rules: &<Self::Position as Notation>::Rules) -> Option<Arc<Book>> {
        None
    }

    /// The evaluator for a game under `rules`: the one of [`EVALUATORS`](Self::EVALUATORS) of that
    /// name, or the game's own where none is given or there is but one.
    fn evaluator(
        rules: &<Self::Position as Notation>::Rules,
        name: Option<&str>,
    ) -> Self::Evaluator;

    /// The names of the evaluators that an engine configuration may choose from, the game's own
    /// first; empty if there is only one.
    const EVALUATORS: &'static [&'static str] = &[];

    /// The one of [`EVALUATORS`](Self::EVALUATORS) whose weights can be changed, where there are
    /// several.
    const WEIGHTED: Option<&'static str> = None;

    /// Reads the evaluator from a network file, in a game whose evaluator can be a network:
    /// [`read_network`](crate::read_network).
    const NETWORK: Option<NetworkReader<Self::Evaluator>> = None;

    /// Whether nothing is about to happen at `pos` that a static evaluation misses, as a capture:
    /// an evaluator learns from such positions alone. By default all are quiet.
    fn is_quiet(_pos: &Self::Position) -> bool {
        true
    }

    /// How far a game has come at `pos`. By default every position is of the middle.
    fn phase(_pos: &Self::Position) -> Phase {
        Phase::Middle
    }

    /// The unit of scores, in the plural; [`Options::unit`] is its size in points.
    const UNIT: &'static str = "units";

    /// The units of score halfway between an even game and a won one: with them, games brought three
    /// quarters of a point. `boyi fit GAME --games N` finds the number.
    const HALF_WIN: f32 = 5.0;

    /// The plies that even plain minimax searches in moments, for those who study searches.
    const STUDY_DEPTH: u32 = 4;

    /// Whether the Go Text Protocol names a move by the one point that it puts a piece on, with Go's
    /// letters for the columns, which leave out `i`: as programs for gomoku and Othello expect. By
    /// default moves are written in the game's own notation.
    const GTP_POINTS: bool = false;

    /// How to read the margin of a win; `None` in a game without margins.
    const MARGINS: Option<Margins<Self::Position>> = None;

    /// The game's endgame tables, if it has any.
    const ENDGAMES: Option<EndgameFacts> = None;

    /// The opening books of other programs that the game reads.
    const FOREIGN_BOOKS: &'static [ForeignBook] = &[];

    /// The files of names that records give as numbers. None by default.
    const NAME_LISTS: &'static [NameList] = &[];

    /// Puts the names into `game` that it gives as numbers; `lists` are those of
    /// [`NAME_LISTS`](Self::NAME_LISTS), each empty where it was not read.
    fn name(_game: &mut IndexedGame, _lists: &[Vec<String>]) {}

    /// What the legal move `mv` does at `pos`, in words: the most important first. Empty by default.
    fn remarks(_pos: &Self::Position, _mv: <Self::Position as Position>::Move) -> Vec<Remark> {
        Vec::new()
    }

    /// The game's exact solver, if it has one.
    const SOLVER: Option<SolverWiring<Self>> = None;

    /// The puzzles that the game is shipped with, for its own rules: the text of a file of
    /// [`Puzzle`]s, as `boyi puzzles GAME find` makes it.
    const PUZZLES: &'static str = "";

    /// Finds puzzles in positions of a game under `rules`. By default forced wins.
    fn puzzle_maker(
        _rules: &<Self::Position as Notation>::Rules,
    ) -> Box<dyn PuzzleMaker<Self::Position>> {
        Box::new(ForcedWins::default())
    }

    /// Searchers of the game's own, beside those of the library.
    const SEARCHERS: &'static [SearcherWiring<Self>] = &[];

    /// Options that only this game's searchers take.
    const OPTIONS: &'static [SearcherOption] = &[];

    /// `eval` and a guide, both using `own`: the value of each of [`OPTIONS`](Self::OPTIONS), in
    /// that order. By default a game has no options of this kind, and its guide is the default one.
    fn outfit(eval: Self::Evaluator, _own: &[i32]) -> (Self::Evaluator, Self::Guide) {
        (eval, Self::Guide::default())
    }

    /// The most memory of the guides of this many threads in bytes, for searches no deeper than
    /// `depth`: the tables of their solvers.
    fn guide_bytes(_depth: u32, _threads: usize) -> usize {
        0
    }

    /// The most memory of an evaluator and a guide in bytes, without the tables of their solvers.
    const EVALUATOR_BYTES: usize = 1 << 16;

    /// Builds what this game's searches share and would otherwise build on first use.
    fn prepare() {}

    /// The search's options at full strength under `rules`; their unit and the memory that they take
    /// are the same under all. By default those of the search itself.
    fn options(_rules: &<Self::Position as Notation>::Rules) -> Options {
        Options::default()
    }

    /// The levels, the weakest first, at least one and at most [`Level::MAX`]. By default each sees about a ply further than the one below.
    const LEVELS: &'static [Level] = &Level::LADDER;

    /// The positions of the bench, and the depth they are searched to. By default the initial
    /// position.
    const BENCH: Bench = Bench {
        lines: &["startpos"],
        depth: 5,
    };
}

/// A wired game as a [`Game`], with the [`Searchers`] that a program adds to it, if any.
///
/// ```
/// use engines::othello::OthelloWiring;
/// use engines::{EngineConfig, EvaluatorChoice, GAMES, Wired};
/// static OTHELLO: Wired<OthelloWiring> = Wired::NEW;
/// // Erased, it is one of the games of a command or a server.
/// let games = GAMES.clone().with(&OTHELLO);
/// assert_eq!(games.get("othello")?.facts().unit, "discs");
/// // With its types, it makes the parts of a search.
/// let config: EngineConfig = "pvs,eval.mobility=600".parse()?;
/// let eval = Wired::<OthelloWiring>::evaluator(config.weights(), &())?;
/// assert!(matches!(eval, EvaluatorChoice::Handmade(EvaluatorChoice::Handmade(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Wired<W, S = ()>(PhantomData<fn() -> (W, S)>);

impl<W, S> Wired<W, S> {
    /// The only value.
    pub const NEW: Self = Self(PhantomData);
}

impl<W: Wiring, S> Wired<W, S> {
    /// The rules of the game that `settings` describe, its own where they say nothing.
    ///
    /// # Errors
    /// If the game has no such setting, or not with that value.
    pub fn rules(settings: &[Setting]) -> Result<<W::Position as Notation>::Rules, EngineError> {
        rule::rules::<W>(settings)
    }

    /// The evaluator that `weights` describe, for a game under `rules`; the game's own where they
    /// say nothing.
    ///
    /// # Errors
    /// If the game has no such evaluator or weight, or a network file cannot be read.
    pub fn evaluator(
        weights: &Weights,
        rules: &<W::Position as Notation>::Rules,
    ) -> Result<W::Evaluator, EngineError> {
        weights.evaluator::<W>(rules)
    }

    /// `eval` and the game's guide, as an engine without options of its own has them.
    pub fn outfit(eval: W::Evaluator) -> (W::Evaluator, W::Guide) {
        let defaults: Vec<i32> = W::OPTIONS.iter().map(|option| option.value).collect();
        W::outfit(eval, &defaults)
    }
}

impl<W, S> sealed::Sealed for Wired<W, S> {}

impl<W: Wiring, S: Searchers<W>> Game for Wired<W, S> {
    fn facts(&self) -> GameFacts {
        GameFacts {
            name: W::Position::NAME,
            players: Player::BOTH.map(W::Position::player_name),
            unit: W::UNIT,
            gtp_points: W::GTP_POINTS,
            points_per_unit: points_per_unit::<W>(),
            half_win: W::HALF_WIN,
            study_depth: W::STUDY_DEPTH,
            has_margins: W::MARGINS.is_some(),
            has_puzzles: !W::PUZZLES.is_empty(),
            solver: W::SOLVER.map(|solver| solver.facts),
            endgames: W::ENDGAMES,
            foreign_books: W::FOREIGN_BOOKS,
            rules: W::RULES,
            swaps: W::SWAPS,
            formats: W::Position::FORMATS,
            name_lists: W::NAME_LISTS,
            evaluators: W::EVALUATORS,
            weights: W::Evaluator::WEIGHTS,
            options: W::OPTIONS,
            levels: W::LEVELS,
            bench: W::BENCH,
        }
    }

    fn presentation(&self) -> Presentation {
        W::Position::presentation().words(W::words())
    }

    fn options(&self, settings: &Settings) -> Result<Options, EngineError> {
        Ok(W::options(&Self::rules(settings)?))
    }

    fn searchers(&self) -> Vec<SearcherFacts> {
        searchers::facts::<W, S>().collect()
    }

    fn reading(&self, score: Score) -> ScoreReading {
        ScoreReading::new::<W>(score)
    }

    fn check(&self, config: &EngineConfig) -> Result<usize, EngineError> {
        added::<W, S>(config)?;
        book::is_wanted::<W>(config)?;
        config.weights().check::<W>()?;
        memory::<W>(config)
    }

    fn session(&self, settings: &Settings) -> Result<Box<dyn Session>, EngineError> {
        Ok(Box::new(WiredSession::<W>::new(settings)?))
    }

    fn convert(
        &self,
        settings: &Settings,
        bytes: Vec<u8>,
        extension: &str,
        out: &mut dyn io::Write,
    ) -> Result<Converted, ConvertError> {
        records::convert::<W>(settings, bytes, extension, out)
    }

    fn engine(
        &self,
        settings: &Settings,
        config: &EngineConfig,
        seed: u64,
    ) -> Result<Box<dyn Engine>, EngineError> {
        let rules = Self::rules(settings)?;
        let added = added::<W, S>(config)?;
        Ok(Box::new(GameEngine::<W>::new(rules, config, added, seed)?))
    }

    fn solver(
        &self,
        settings: &Settings,
        asked: &Settings,
        time: Option<Duration>,
    ) -> Result<Option<Box<dyn Solver>>, EngineError> {
        solver::solver::<W>(&Self::rules(settings)?, asked, time)
    }

    fn books(&self, settings: &Settings) -> Result<Box<dyn Books>, EngineError> {
        Ok(Box::new(WiredBooks::<W>::new(
            settings,
            searchers::added::<W, S>,
        )?))
    }

    fn indexer(&self, settings: &Settings) -> Result<Box<dyn Indexer>, EngineError> {
        Ok(Box::new(WiredIndexer::<W>::new(settings)?))
    }

    fn puzzles(&self) -> Vec<Puzzle> {
        Puzzle::parse_all(W::PUZZLES)
            .unwrap_or_else(|(line, error)| panic!("the game's own puzzles, line {line}: {error}"))
    }

    fn puzzle_finder(&self, settings: &Settings) -> Result<Box<dyn PuzzleFinder>, EngineError> {
        Ok(Box::new(WiredFinder::<W>::new(settings)?))
    }
}

/// The points of score in one unit of the game.
pub(crate) fn points_per_unit<W: Wiring>() -> i32 {
    W::options(&Default::default()).unit
}

/// The level of that number, if the game has as many.
pub(crate) fn level<W: Wiring>(number: u8) -> Result<Level, EngineError> {
    let found = usize::from(number)
        .checked_sub(1)
        .and_then(|place| W::LEVELS.get(place));
    found.copied().ok_or(EngineError::UnknownLevel {
        game: W::Position::NAME,
        number,
        most: W::LEVELS.len(),
    })
}

/// The searcher beyond the library that `config` names, with its options checked.
fn added<W: Wiring, S: Searchers<W>>(
    config: &EngineConfig,
) -> Result<Option<&'static SearcherWiring<W>>, EngineError> {
    match config {
        EngineConfig::Level { .. } => Ok(None),
        EngineConfig::Searcher(config) => searchers::added::<W, S>(config),
    }
}

/// How much an engine of that `config` may come to keep in memory, in MiB.
fn memory<W: Wiring>(config: &EngineConfig) -> Result<usize, EngineError> {
    /// Far more than any system starts, and few enough to be multiplied.
    const MOST_THREADS: usize = 1 << 20;
    let base = W::options(&Default::default());
    let own = |options: Options| options.bytes_per_thread::<W::Position>();
    let (hash, threads, beside) = match config {
        EngineConfig::Level { number, .. } => {
            let level = level::<W>(*number)?;
            (level.hash(), 1, own(base) + W::guide_bytes(level.depth, 1))
        }
        EngineConfig::Searcher(config) => match config.family {
            Family::Kernel(_) | Family::Smp => {
                let threads = config.threads.clamp(1, MOST_THREADS);
                let depth = config.limits.depth.unwrap_or(u32::MAX);
                let each = own(config.options(base).in_range());
                (
                    config.hash,
                    threads,
                    threads * each + W::guide_bytes(depth, threads),
                )
            }
            // It keeps nothing but the path.
            Family::Minimax => (0, 1, 0),
            // They ask no solver and keep no history; one that was added keeps to its table.
            Family::Mcts | Family::Dfpn | Family::Added => {
                (config.hash, config.threads.clamp(1, MOST_THREADS), 0)
            }
        },
    };
    // Weights that are not the game's own are shared by nobody else.
    let weights = if config.weights().is_empty() {
        0
    } else {
        W::EVALUATOR_BYTES
    };
    let beside = beside + threads * W::EVALUATOR_BYTES + weights;
    Ok(hash.saturating_add(beside.div_ceil(1 << 20)))
}
