//! The searchers of a game: the library's, those of its wiring, and those that a program adds.

use crate::wiring::points_per_unit;
use crate::{EngineError, Family, SearcherConfig, SearcherOption, Wiring};
use game_core::{Evaluator, Notation, from_fn};
use search::{AlphaBeta, Dfpn, Guide, Mcts, Minimax, Options, Searcher, Smp, TranspositionTable};
use std::{fmt, num::NonZeroUsize, sync::Arc};

/// What a searcher is, as a command or a page offers it.
///
/// ```
/// let othello = engines::game("othello")?;
/// let searchers = othello.searchers();
/// let names: Vec<_> = searchers.iter().map(|searcher| searcher.name).collect();
/// assert_eq!(names, engines::SearcherConfig::ALL);
/// assert_eq!(searchers[2].about, "PVS in a small window around the last iteration's value");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearcherFacts {
    /// The name that a configuration begins with: lower-case letters, digits, `_` and `-`, a letter
    /// first, but not `level` and none of the library's.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// The options that it alone takes. Those of the library keep their meaning, so that none of
    /// them may have the name of one.
    pub options: &'static [SearcherOption],
    /// Whether it gives minimax's score for the same depth where it is
    /// [bare](SearcherParts::is_bare): then it is compared with the others of which this is true.
    pub exact: bool,
    /// Whether it can rank several moves of a position.
    pub multi_pv: bool,
}

impl SearcherFacts {
    /// A searcher of that name that ranks several moves if asked to; it takes no options of its
    /// own and need not agree with minimax.
    pub const fn new(name: &'static str, about: &'static str) -> Self {
        Self {
            name,
            about,
            options: &[],
            exact: false,
            multi_pv: true,
        }
    }

    /// It alone takes these options.
    #[must_use]
    pub const fn with_options(mut self, options: &'static [SearcherOption]) -> Self {
        self.options = options;
        self
    }

    /// Bare, it gives minimax's score for the same depth.
    #[must_use]
    pub const fn exact(mut self) -> Self {
        self.exact = true;
        self
    }

    /// It finds one move only.
    #[must_use]
    pub const fn single_pv(mut self) -> Self {
        self.multi_pv = false;
        self
    }

    /// The searchers of the library, which every game has.
    pub const LIBRARY: [Self; 8] = [
        Self::new("minimax", "every move, to the depth asked for").exact(),
        Self::new("alphabeta", "alpha-beta in the full window").exact(),
        Self::new(
            "aspiration",
            "PVS in a small window around the last iteration's value",
        )
        .exact(),
        Self::new("pvs", "principal variation search").exact(),
        Self::new("mtdf", "null windows from a guess").exact(),
        Self::new("smp", "aspiration on two threads"),
        Self::new("mcts", "Monte Carlo tree search"),
        Self::new("dfpn", "proof-number search: wins and losses alone").single_pv(),
    ];
}

/// A searcher that a game or a program adds to those of the library, in [`Wiring::SEARCHERS`] or
/// [`Searchers::SEARCHERS`].
///
/// ```
/// use engines::search::{Control, Report, Request, Searcher, Variation};
/// use engines::{SearcherFacts, SearcherParts, SearcherWiring, Searchers, Wired, Wiring};
/// use engines::game_core::Position;
///
/// /// Plays the first move that it is given.
/// struct First;
///
/// impl<P: Position> Searcher<P> for First {
///     fn search(
///         &mut self,
///         request: &Request<'_, P>,
///         _: &Control,
///         _: &mut dyn FnMut(&Report<P::Move>),
///     ) -> Report<P::Move> {
///         let first = request.moves().first().copied();
///         first.map_or_else(Report::empty, |mv| Report::of(Variation::unknown(mv)))
///     }
///
///     fn new_game(&mut self) {}
/// }
///
/// /// What this program adds to a game.
/// struct Added;
///
/// impl<W: Wiring> Searchers<W> for Added {
///     const SEARCHERS: &'static [SearcherWiring<W>] = &[SearcherWiring {
///         facts: SearcherFacts::new("first", "the first move there is"),
///         build: |_: SearcherParts<'_, W>| Box::new(First),
///     }];
/// }
///
/// static OTHELLO: Wired<engines::othello::OthelloWiring, Added> = Wired::NEW;
/// let game: &dyn engines::Game = &OTHELLO;
/// let mut engine = game.engine(&Vec::new(), &"first".parse()?, 0)?;
/// let request = engines::SearchRequest::new(search::Limits::depth(1));
/// let report = engine.think(&"startpos".into(), &request, &Control::default(), &mut |_| {})?;
/// assert_eq!(report.best().as_deref(), Some("d3"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SearcherWiring<W: Wiring> {
    /// What it is.
    pub facts: SearcherFacts,
    /// Builds it for one engine.
    pub build: fn(SearcherParts<'_, W>) -> Box<dyn Searcher<W::Position>>,
}

impl<W: Wiring> fmt::Debug for SearcherWiring<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SearcherWiring")
            .field("facts", &self.facts)
            .finish_non_exhaustive()
    }
}

/// Searchers that a program adds to a game: the second parameter of [`Wired`](crate::Wired).
///
/// A searcher of any game is added to each by one implementation: see [`SearcherWiring`].
///
/// ```
/// use engines::search::{Leaf, Mcts, MctsOptions};
/// use engines::{Games, SearcherFacts, SearcherParts, SearcherWiring, Searchers, Wired, Wiring};
/// use engines::{gomoku::GomokuWiring, xiangqi::XiangqiWiring};
///
/// /// Tree search by random games, for any game.
/// struct Playouts;
///
/// impl<W: Wiring> Searchers<W> for Playouts {
///     const SEARCHERS: &'static [SearcherWiring<W>] = &[SearcherWiring {
///         facts: SearcherFacts::new("playouts", "Monte Carlo tree search by random games"),
///         build: |parts: SearcherParts<'_, W>| {
///             let options = MctsOptions::default().with_leaf(Leaf::Playout).with_bytes(parts.hash() << 20);
///             Box::new(Mcts::new(parts.evaluator).with_options(options))
///         },
///     }];
/// }
///
/// static GAMES: Games = Games::new(&[
///     &Wired::<GomokuWiring, Playouts>::NEW,
///     &Wired::<XiangqiWiring, Playouts>::NEW,
/// ]);
/// for game in &GAMES {
///     assert_eq!(game.searchers().last().map(|facts| facts.name), Some("playouts"));
///     assert!(game.check(&"playouts,hash=3".parse()?)? > 3);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Searchers<W: Wiring>: 'static {
    /// The searchers.
    const SEARCHERS: &'static [SearcherWiring<W>];
}

/// None.
impl<W: Wiring> Searchers<W> for () {
    const SEARCHERS: &'static [SearcherWiring<W>] = &[];
}

/// What a searcher is made of: what the game provides, and what a configuration says.
///
/// ```
/// use engines::search::{AlphaBeta, Limits, Searcher, TranspositionTable};
/// use engines::xiangqi::XiangqiWiring;
/// use engines::{Game, SearcherFacts, SearcherOption, SearcherParts, SearcherWiring, Searchers, Wired};
///
/// /// Alpha-beta with one more option: how deep captures are searched.
/// fn build(parts: SearcherParts<'_, XiangqiWiring>) -> Box<dyn Searcher<xiangqi_movegen::Xiangqi>> {
///     let options = parts.search_options().with_quiescence(parts.option("captures") as u32);
///     let table = TranspositionTable::with_bytes(parts.hash() << 20);
///     let engine = AlphaBeta::new(parts.evaluator).guided_by(parts.guide);
///     Box::new(engine.with_options(options).with_table(table.into()))
/// }
///
/// const CAPTURES: SearcherOption = SearcherOption {
///     name: "captures",
///     about: "how many plies of captures are searched at the end of a line",
///     value: 8,
///     least: 0,
///     most: 64,
///     switched: "0",
/// };
///
/// struct Added;
/// impl Searchers<XiangqiWiring> for Added {
///     const SEARCHERS: &'static [SearcherWiring<XiangqiWiring>] = &[SearcherWiring {
///         facts: SearcherFacts::new("capturing", "captures to the end").with_options(&[CAPTURES]),
///         build,
///     }];
/// }
///
/// static XIANGQI: &dyn Game = &Wired::<XiangqiWiring, Added>::NEW;
/// let nodes = |config: &str| -> Result<u64, Box<dyn std::error::Error>> {
///     let mut engine = XIANGQI.engine(&Vec::new(), &config.parse()?, 0)?;
///     let request = engines::SearchRequest::new(Limits::depth(2));
///     let line = "startpos moves h2e2 h9g7".into();
///     Ok(engine.think(&line, &request, &Default::default(), &mut |_| {})?.nodes)
/// };
/// assert_ne!(nodes("capturing,hash=1,captures=0")?, nodes("capturing,hash=1,captures=8")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SearcherParts<'a, W: Wiring> {
    /// The evaluator that the configuration names, with its weights.
    pub evaluator: W::Evaluator,
    /// What the search knows about the game.
    pub guide: W::Guide,
    rules: &'a <W::Position as Notation>::Rules,
    config: &'a SearcherConfig,
    facts: &'a SearcherFacts,
}

impl<W: Wiring> SearcherParts<'_, W> {
    /// The value of one of the searcher's [own options](SearcherFacts::options).
    ///
    /// # Panics
    /// If the searcher has no such option.
    pub fn option(&self, name: &str) -> i32 {
        let mut options = self.facts.options.iter();
        let option = options.find(|option| option.name == name);
        let option = option.unwrap_or_else(|| panic!("{}: no option {name:?}", self.facts.name));
        self.config.own().value(option)
    }

    /// The options of the alpha-beta search under the game's rules, with what the configuration
    /// changes.
    pub fn search_options(&self) -> Options {
        search_options::<W>(self.rules, self.config)
    }

    /// Whether the plain minimax tree is to be searched, without the guide and the options of the
    /// game.
    pub fn is_bare(&self) -> bool {
        self.config.bare
    }

    /// The size of its table or tree, in MiB.
    pub fn hash(&self) -> usize {
        self.config.hash
    }

    /// How many threads may search.
    pub fn threads(&self) -> NonZeroUsize {
        threads(self.config)
    }
}

/// The searcher of `W` or of the program that `config` names; `None` if it is one of the library's.
///
/// # Errors
/// If there is none of that name, or it has no such option.
pub(crate) fn added<W: Wiring, S: Searchers<W>>(
    config: &SearcherConfig,
) -> Result<Option<&'static SearcherWiring<W>>, EngineError> {
    let named = |row: &&SearcherWiring<W>| row.facts.name == config.name();
    let row = match config.family {
        Family::Added => {
            let row = W::SEARCHERS.iter().chain(S::SEARCHERS).find(named);
            Some(row.ok_or_else(|| EngineError::UnknownSearcher {
                game: W::Position::NAME,
                name: config.name().to_owned(),
                known: facts::<W, S>().map(|facts| facts.name).collect(),
            })?)
        }
        _ => None,
    };
    let options = row.map_or(&[][..], |row| row.facts.options);
    config
        .own()
        .check(W::Position::NAME, &[W::OPTIONS, options])?;
    Ok(row)
}

/// What the searchers of a game are, the library's first.
pub(crate) fn facts<W: Wiring, S: Searchers<W>>() -> impl Iterator<Item = SearcherFacts> {
    let added = W::SEARCHERS.iter().chain(S::SEARCHERS);
    let library = SearcherFacts::LIBRARY.into_iter();
    library.chain(added.map(|row| row.facts))
}

/// The searcher that `config` describes for a game under `rules`, with the evaluator `eval` and a new
/// table; `added` is what it [names](added) beyond the library.
///
/// One of the library has the game's options and guide unless it is [bare](SearcherConfig::bare).
pub(crate) fn build<W: Wiring>(
    rules: &<W::Position as Notation>::Rules,
    eval: W::Evaluator,
    config: &SearcherConfig,
    added: Option<&SearcherWiring<W>>,
) -> Box<dyn Searcher<W::Position>> {
    let outfit = |eval| W::outfit(eval, &config.own().values(W::OPTIONS));
    match (added, config.family) {
        (Some(SearcherWiring { facts, build }), _) => {
            let (evaluator, guide) = outfit(eval);
            build(SearcherParts {
                evaluator,
                guide,
                rules,
                config,
                facts,
            })
        }
        (None, Family::Minimax) => Box::new(Minimax::new(eval)),
        (None, Family::Dfpn) => Box::new(Dfpn::with_bytes(config.hash << 20)),
        (None, Family::Mcts) if config.bare => mcts::<W, _, _>(eval, config, ()),
        (None, Family::Mcts) => {
            let (eval, guide) = outfit(eval);
            mcts::<W, _, _>(eval, config, guide)
        }
        (None, _) if config.bare => kernel::<W, _, _>(bare_options(config), eval, config, ()),
        (None, _) => {
            let (eval, guide) = outfit(eval);
            kernel::<W, _, _>(search_options::<W>(rules, config), eval, config, guide)
        }
    }
}

/// The searcher of the library that `config` describes, to which every position is even. It is
/// [bare](SearcherConfig::bare) whatever `config` says: a game's options prune by the evaluation, and
/// its guide reads what the evaluator keeps.
///
/// # Errors
/// If `config` names a searcher of the game's or a program's own.
pub(crate) fn without_evaluator<W: Wiring>(
    config: &SearcherConfig,
) -> Result<Box<dyn Searcher<W::Position>>, EngineError> {
    let even = from_fn(|_: &W::Position| 0);
    Ok(match config.family {
        Family::Minimax => Box::new(Minimax::new(even)),
        Family::Dfpn => Box::new(Dfpn::with_bytes(config.hash << 20)),
        Family::Mcts => mcts::<W, _, _>(even, config, ()),
        Family::Kernel(_) | Family::Smp => {
            kernel::<W, _, _>(bare_options(config), even, config, ())
        }
        Family::Added => return Err(EngineError::NoEvaluator),
    })
}

/// The options of the alpha-beta search under `rules`, or of a bare one, with what `config` changes.
fn search_options<W: Wiring>(
    rules: &<W::Position as Notation>::Rules,
    config: &SearcherConfig,
) -> Options {
    if config.bare {
        bare_options(config)
    } else {
        config.options(W::options(rules))
    }
}

/// The options of a [bare](SearcherConfig::bare) search, with what `config` changes.
fn bare_options(config: &SearcherConfig) -> Options {
    config.options(Options::exact(search::Algorithm::default()))
}

/// How many threads may search.
fn threads(config: &SearcherConfig) -> NonZeroUsize {
    NonZeroUsize::new(config.threads).unwrap_or(NonZeroUsize::MIN)
}

fn kernel<W: Wiring, E, G>(
    options: Options,
    eval: E,
    config: &SearcherConfig,
    guide: G,
) -> Box<dyn Searcher<W::Position>>
where
    E: Evaluator<W::Position> + Clone + Send + 'static,
    G: Guide<W::Position, E> + Send + 'static,
{
    let table = Arc::new(TranspositionTable::with_bytes(config.hash << 20));
    let engine = AlphaBeta::new(eval)
        .guided_by(guide)
        .with_options(options)
        .with_table(table);
    match threads(config) {
        NonZeroUsize::MIN => Box::new(engine),
        threads => Box::new(Smp::new(engine, threads)),
    }
}

fn mcts<W: Wiring, E, G>(
    eval: E,
    config: &SearcherConfig,
    guide: G,
) -> Box<dyn Searcher<W::Position>>
where
    E: Evaluator<W::Position> + Clone + Send + 'static,
    G: Guide<W::Position, E> + Send + 'static,
{
    let options = config.mcts_options(points_per_unit::<W>());
    Box::new(
        Mcts::new(eval)
            .guided_by(guide)
            .with_options(options)
            .with_threads(threads(config)),
    )
}
