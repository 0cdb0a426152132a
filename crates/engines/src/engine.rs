use crate::{
    Answer, EngineConfig, EngineError, Level, Mistakes, SearcherConfig, SearcherWiring, Wiring,
    book, searchers, wiring::points_per_unit,
};
use books::{Book, choose};
use game_core::{Evaluator, GameLine, Notation, Position, Record};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use search::{Bound, Control, Limits, Report, Request, Searcher, Source, Variation};
use std::fmt;
use std::sync::Arc;
use web_time::Instant;

/// A search request.
///
/// ```
/// use engines::{SearchRequest, game};
/// use search::Limits;
/// let xiangqi = game("xiangqi")?;
/// let mut engine = xiangqi.engine(&Default::default(), &engines::EngineConfig::Searcher(Default::default()), 0)?;
/// // Is there a mate within three plies that begins with the chariot?
/// let only = vec!["a4a9".to_owned(), "a4e4".to_owned()];
/// let request = SearchRequest::new(Limits::mate(3)).with_only(only);
/// let line = "4k4/9/9/9/9/R8/9/8R/9/3K5 w - - 0 1".into();
/// let report = engine.think(&line, &request, &Default::default(), &mut |_| {})?;
/// assert_eq!((report.best().as_deref(), report.score().plies_to_end()), (Some("a4e4"), Some(3)));
/// assert!(report.nodes_after(&"a4a9".to_owned()).is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SearchRequest {
    /// When to end. A level, and a configuration with its own limits, may end sooner.
    pub limits: Limits,
    /// How many of the best moves to rank exactly; 1 is enough to play.
    pub multi_pv: usize,
    /// The only moves to consider; empty for all.
    pub only: Vec<String>,
    /// Moves not to consider.
    pub exclude: Vec<String>,
    /// Whether the move matters more than its score: then an only move is answered at once.
    pub instant: bool,
}

impl SearchRequest {
    /// Asks for one move to play, within `limits`.
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            multi_pv: 1,
            only: Vec::new(),
            exclude: Vec::new(),
            instant: true,
        }
    }

    /// The same request within other limits.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// The same request, asking for this many moves: the best, the second best and so on.
    #[must_use]
    pub fn with_multi_pv(self, multi_pv: usize) -> Self {
        Self { multi_pv, ..self }
    }

    /// The same request about these moves alone; about all if there are none.
    #[must_use]
    pub fn with_only(self, only: Vec<String>) -> Self {
        Self { only, ..self }
    }

    /// The same request about all moves but these.
    #[must_use]
    pub fn with_exclude(self, exclude: Vec<String>) -> Self {
        Self { exclude, ..self }
    }

    /// The same request for a move rather than its value, or the reverse.
    #[must_use]
    pub fn with_instant(self, instant: bool) -> Self {
        Self { instant, ..self }
    }
}

/// An engine that searches game lines given as text. It can be sent to a thread, and keeps what it
/// learnt from move to move.
pub trait Engine: Send {
    /// Searches the position at the end of `line` on this thread, and answers with a move to play,
    /// or with a resignation or draw offer where the engine makes such; a clone of `control`
    /// elsewhere stops it. A report without variations means that there is no legal move.
    ///
    /// # Errors
    /// If the line cannot be read, or a move that the request names is not legal there.
    fn choose(
        &mut self,
        line: &GameLine,
        request: &SearchRequest,
        control: &Control,
        progress: &mut dyn FnMut(&Report<String>),
    ) -> Result<Answer, EngineError>;

    /// Builds what the first search would have to build: tables shared by all engines of the game,
    /// and its own. Takes some tenths of a second the first time that a game is prepared in a
    /// process, and changes no answer. Call it before starting a clock.
    fn prepare(&mut self) {}

    /// Forgets what was learnt from the last game.
    fn new_game(&mut self);

    /// Answers from `book` from now on, if it has a move and the request asks only for one; `None`
    /// removes the book. Another game's book has no effect, and an external program has its own.
    ///
    /// ```
    /// use engines::{EngineConfig, SearchRequest};
    /// use search::{Control, Limits, Source};
    /// let othello = engines::game("othello")?;
    /// let mut engine = othello.engine(&Vec::new(), &EngineConfig::level(16), 1)?;
    /// engine.set_book(othello.books(&Vec::new())?.shipped());
    /// let request = SearchRequest::new(Limits::none());
    /// let report = engine.think(&"startpos moves f5".into(), &request, &Control::default(), &mut |_| {})?;
    /// assert_eq!((report.source, report.nodes), (Source::Book, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn set_book(&mut self, _book: Option<Arc<Book>>) {}
}

impl dyn Engine + '_ {
    /// What [`choose`](Engine::choose) finds, where no move is to be played.
    ///
    /// # Errors
    /// As [`choose`](Engine::choose).
    pub fn think(
        &mut self,
        line: &GameLine,
        request: &SearchRequest,
        control: &Control,
        progress: &mut dyn FnMut(&Report<String>),
    ) -> Result<Report<String>, EngineError> {
        self.choose(line, request, control, progress)
            .map(|answer| answer.report)
    }
}

impl fmt::Debug for dyn Engine + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").finish_non_exhaustive()
    }
}

/// The engine of a wired game.
pub(crate) struct GameEngine<W: Wiring> {
    rules: <W::Position as Notation>::Rules,
    searcher: Box<dyn Searcher<W::Position>>,
    /// The limits of the configuration.
    own: Limits,
    /// Of a thousand moves, those chosen at random.
    random: u32,
    /// What it overlooks, and how softly it chooses.
    mistakes: Mistakes,
    /// The opening book.
    book: Option<Arc<Book>>,
    /// How many points worse than the best a book move may be.
    margin: i32,
    rng: StdRng,
}

impl<W: Wiring> GameEngine<W> {
    pub(crate) fn new(
        rules: <W::Position as Notation>::Rules,
        config: &EngineConfig,
        added: Option<&SearcherWiring<W>>,
        seed: u64,
    ) -> Result<Self, EngineError> {
        let weights = config.weights();
        let build = |config: &SearcherConfig| {
            if weights.is_none() {
                weights.check::<W>()?;
                searchers::without_evaluator::<W>(config)
            } else {
                let eval = weights.evaluator::<W>(&rules)?;
                Ok(searchers::build(&rules, eval, config, added))
            }
        };
        let (searcher, own, mistakes) = match config {
            EngineConfig::Level { number, .. } => {
                let level = crate::wiring::level::<W>(*number)?;
                let own = Limits::depth(level.depth).with_nodes(level.nodes);
                (build(&level.searcher())?, own, level.mistakes)
            }
            EngineConfig::Searcher(config) => (build(config)?, config.limits, config.mistakes),
        };
        // A searcher plays the best move of its book, a level no move at random.
        let (random, margin) = match config {
            EngineConfig::Level { number, .. } => (
                0,
                Level::book_margin(W::LEVELS, *number, points_per_unit::<W>()),
            ),
            EngineConfig::Searcher(config) => (config.random, 0),
        };
        // Under rules without a book the engine plays without one.
        let book = if book::is_wanted::<W>(config)? {
            W::book(&rules)
        } else {
            None
        };
        Ok(Self {
            rules,
            searcher,
            own,
            random,
            mistakes,
            book,
            margin,
            rng: StdRng::seed_from_u64(seed),
        })
    }

    /// A report of a random move, of those that `request` allows.
    fn any_move(&mut self, request: &Request<'_, W::Position>) -> Option<Report<String>> {
        let pos = request.pos;
        let moves = request.moves();
        let roll = self.rng.random_range(0..1000);
        if roll >= self.random || moves.is_empty() {
            return None;
        }
        let mv = moves[self.rng.random_range(0..moves.len())];
        Some(Report::of(Variation::unknown(pos.format_move(mv))))
    }

    /// The book's answer, if the request asks only for a move and the book has one that `request`
    /// allows. The book knows nothing of repetition: a search decides whether to return to an
    /// earlier position of `game`.
    fn book_move(
        &mut self,
        game: &Record<W::Position>,
        request: &Request<'_, W::Position>,
    ) -> Option<Report<String>> {
        let begun = Instant::now();
        let pos = request.pos;
        let book = self.book.as_ref()?;
        if request.multi_pv > 1 || !request.instant || request.limits.mate.is_some() {
            return None;
        }
        let mut page = book.page(pos);
        page.retain(|entry| request.allows(&entry.mv));
        let roll = if self.margin > 0 {
            self.rng.random()
        } else {
            0
        };
        let chosen = choose(&page, self.margin, roll)?;
        let mut after = pos.clone();
        after.play(chosen.mv);
        if came_through(game, after.key()) {
            return None;
        }
        let moves = [vec![chosen.mv], book.line(&after)].concat();
        let line = Variation {
            moves: pos.format_moves(&moves),
            score: chosen.score,
            bound: Bound::Exact,
        };
        // A search has at least depth 1.
        let depth = u32::from(chosen.depth).max(1);
        let mut report = Report::of(line);
        report.depth = depth;
        report.time = begun.elapsed();
        report.source = Source::Book;
        Some(report)
    }
}

impl<W: Wiring> Engine for GameEngine<W> {
    fn choose(
        &mut self,
        line: &GameLine,
        request: &SearchRequest,
        control: &Control,
        progress: &mut dyn FnMut(&Report<String>),
    ) -> Result<Answer, EngineError> {
        let game = W::Position::read_line(line, &self.rules).map_err(EngineError::notation)?;
        let pos = game.end();
        let SearchRequest {
            limits,
            multi_pv,
            instant,
            ..
        } = *request;
        let settled = finished::<W>(&pos, &self.rules);
        let [only, exclude] = match settled {
            // There is no move to name.
            Some(_) => [Vec::new(), Vec::new()],
            None => [read(&pos, &request.only)?, read(&pos, &request.exclude)?],
        };
        let limits = self.own.and(limits);
        let request = Request::new(&pos, limits)
            .with_multi_pv(multi_pv)
            .with_only(&only)
            .with_exclude(&exclude)
            .with_instant(instant);
        if let Some(report) = settled
            .or_else(|| self.any_move(&request))
            .or_else(|| self.book_move(&game, &request))
        {
            progress(&report);
            return Ok(report.into());
        }
        // Who is to play a move makes mistakes, who is to analyse makes none.
        let errs = instant && multi_pv == 1 && !self.mistakes.is_none();
        if errs {
            let multi_pv = Mistakes::CANDIDATES;
            let request = request.with_multi_pv(multi_pv);
            let mut report = self.searcher.search(&request, control, &mut |_| {});
            let unit = points_per_unit::<W>();
            if let Some(place) = self.mistakes.choose(&report.lines, unit, &mut self.rng) {
                report.lines = vec![report.lines.swap_remove(place)];
            }
            report.lines.truncate(1);
            let report = in_text(&pos, &report);
            progress(&report);
            return Ok(report.into());
        }
        let mut watch = |report: &Report<_>| progress(&in_text(&pos, report));
        let report = self.searcher.search(&request, control, &mut watch);
        Ok(in_text(&pos, &report).into())
    }

    fn prepare(&mut self) {
        // Enough to use the evaluator, the guide and the tables.
        const NODES: u64 = 1_000;
        W::prepare();
        if let Ok(start) = W::Position::parse("startpos", &self.rules) {
            self.searcher.think(&start, Limits::nodes(NODES));
            self.searcher.new_game();
        }
    }

    fn new_game(&mut self) {
        self.searcher.new_game();
    }

    fn set_book(&mut self, book: Option<Arc<Book>>) {
        self.book = book.filter(|book| book.game() == W::Position::NAME);
    }
}

/// The report on a finished game: no move, and the score of the end.
pub(crate) fn finished<W: Wiring>(
    pos: &W::Position,
    rules: &<W::Position as Notation>::Rules,
) -> Option<Report<String>> {
    let outcome = pos.outcome()?;
    Some(Report::finished(
        W::evaluator(rules, None).terminal(pos, outcome, 0),
    ))
}

/// Whether `game` came through the position with this key.
fn came_through<P: Position>(game: &Record<P>, key: u64) -> bool {
    let mut pos = game.start.clone();
    let mut play = |&mv: &P::Move| {
        pos.play(mv);
        pos.key()
    };
    game.start.key() == key || game.moves.iter().any(|mv| play(mv) == key)
}

/// The moves that `texts` name.
fn read<P: Notation>(pos: &P, texts: &[String]) -> Result<Vec<P::Move>, EngineError> {
    texts
        .iter()
        .map(|text| pos.parse_move(text).map_err(EngineError::notation))
        .collect()
}

/// `report` with every move written in its position.
pub(crate) fn in_text<P: Notation>(pos: &P, report: &Report<P::Move>) -> Report<String> {
    report.map(|moves| pos.format_moves(moves))
}
