use super::{Cache, Key};
use arena::openings::balanced_moves;
use engines::{
    EngineConfig, EngineError, Game, Level, SearchRequest, SearcherConfig, Session, Settings,
};
use game_core::GameLine;
use lab::{AnnotatedMove, Annotator, Comparison, Row, compare};
use search::{Control, Limits, Report};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// One search, with everything it needs, so that no room is locked while it runs.
#[derive(Clone, Debug)]
pub(crate) struct SearchJob {
    pub game: GameRef,
    pub room: u64,
    pub settings: Settings,
    pub line: GameLine,
    pub engine: EngineConfig,
    pub question: SearchRequest,
    /// How many moves to find after which the game is in balance, as an opening that shares the
    /// sides needs them; 0 asks for the best move.
    pub balance: usize,
    /// The seed of a level's mistakes, if the engine has to be built anew.
    pub seed: u64,
}

/// A game that implements `Debug`.
#[derive(Clone, Copy)]
pub(crate) struct GameRef(pub &'static dyn Game);

impl std::fmt::Debug for GameRef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.name())
    }
}

impl SearchJob {
    /// Searches with the engine of this configuration that has searched the game's earlier moves. A
    /// search stopped before depth 1 answers with the best move by the evaluator.
    ///
    /// # Errors
    /// If the search failed or panicked, with what went wrong.
    pub fn run(
        &self,
        cache: &Cache,
        control: &Control,
        progress: &mut dyn FnMut(&Report<String>),
    ) -> Result<Report<String>, String> {
        if self.balance > 0 {
            let Self {
                game,
                settings,
                line,
                balance,
                seed,
                ..
            } = self;
            return balanced_moves(game.0, settings, line, *balance, *seed)
                .map_err(|error| error.to_string());
        }
        let key = Key {
            room: self.room,
            settings: self.settings.clone(),
            engine: self.engine.to_string(),
        };
        guarded(|| {
            let size = self.game.0.check(&self.engine)?;
            let rested = cache.take(&key);
            let work = cache.work(self.room, size);
            let mut engine = match rested {
                Some(engine) => engine,
                None => self
                    .game
                    .0
                    .engine(&self.settings, &self.engine, self.seed)?,
            };
            let report = engine.think(&self.line, &self.question, control, progress)?;
            drop(work);
            cache.put(key, size, engine);
            Ok(report)
        })
        .and_then(|report| {
            if report.depth == 0 && control.is_stopped() {
                quick(self)
            } else {
                Ok(report)
            }
        })
    }
}

/// A move at once, for a search stopped before it began: the best by the evaluator.
///
/// # Errors
/// As [`SearchJob::run`].
pub(crate) fn quick(job: &SearchJob) -> Result<Report<String>, String> {
    const GLANCE: Limits = Limits::depth(1).with_time(Duration::from_millis(20));
    guarded(|| {
        let engine = "aspiration,hash=1"
            .parse()
            .unwrap_or_else(|_| EngineConfig::level(Level::MIN));
        let mut engine = job.game.0.engine(&job.settings, &engine, job.seed)?;
        engine.think(
            &job.line,
            &SearchRequest::new(GLANCE),
            &Control::default(),
            &mut |_| {},
        )
    })
}

/// A comparison of several searchers on one position.
#[derive(Clone, Debug)]
pub(crate) struct LabJob {
    pub game: GameRef,
    pub settings: Settings,
    /// The position and the limits as the user gave them.
    pub comparison: Comparison,
    /// The longest time each searcher may take, whatever the limits say.
    pub most: Duration,
    pub room: u64,
}

impl LabJob {
    /// Runs the searchers one after another; `row` receives each result as it grows.
    ///
    /// # Errors
    /// As [`SearchJob::run`].
    pub fn run(
        &self,
        cache: &Cache,
        control: &Control,
        row: &mut dyn FnMut(&Row),
    ) -> Result<(), String> {
        guarded(|| {
            for (index, spec) in self.comparison.searchers.iter().enumerate() {
                // Checking whether it is skipped builds the engine too.
                let _work = cache.work(
                    self.room,
                    self.game.0.check(&EngineConfig::Searcher(spec.clone()))?,
                );
                let mut placed = |answer: &Row| {
                    row(&Row {
                        index,
                        ..answer.clone()
                    })
                };
                if let Some(skipped) = self.skipped(spec)? {
                    placed(&skipped);
                } else if !control.is_stopped() {
                    let limits = self.comparison.limits.and(Limits::time(self.most));
                    self.compare(spec, limits, control, &mut placed)?;
                }
            }
            Ok(())
        })
    }

    /// The row of a searcher that is skipped because its tree is too large. A time limit alone
    /// would not skip it, and time is always limited here, so the user's limits alone decide before
    /// it starts.
    fn skipped(&self, spec: &SearcherConfig) -> Result<Option<Row>, EngineError> {
        let control = Control::default();
        let mut first = None;
        self.compare(spec, self.comparison.limits, &control, &mut |answer| {
            control.stop();
            first.get_or_insert_with(|| answer.clone());
        })?;
        Ok(first.filter(|row| row.skipped.is_some()))
    }

    fn compare(
        &self,
        spec: &SearcherConfig,
        limits: Limits,
        control: &Control,
        row: &mut dyn FnMut(&Row),
    ) -> Result<(), EngineError> {
        let comparison = Comparison {
            searchers: vec![spec.clone()],
            limits,
            ..self.comparison.clone()
        };
        compare(self.game.0, &self.settings, &comparison, control, row)
    }
}

/// A review of a game.
#[derive(Clone, Debug)]
pub(crate) struct ReviewJob {
    pub game: GameRef,
    pub settings: Settings,
    /// All of its moves.
    pub line: GameLine,
    /// The longest time each search may take.
    pub most: Duration,
    pub room: u64,
}

impl ReviewJob {
    /// Searches every position of the game by the game's own alpha-beta; `each` receives a move and
    /// the game before it.
    ///
    /// # Errors
    /// As [`SearchJob::run`].
    pub fn run(
        &self,
        cache: &Cache,
        control: &Control,
        each: &mut dyn FnMut(&AnnotatedMove, &dyn Session),
    ) -> Result<(), String> {
        guarded(|| {
            let game = self.game.0;
            let config = EngineConfig::Searcher(SearcherConfig::default());
            let _work = cache.work(self.room, game.check(&config)?);
            let mut engine = game.engine(&self.settings, &config, 0)?;
            let mut session = game.session(&self.settings)?;
            session.set_line(self.line.to_string())?;
            let limits = Annotator::LIMITS.and(Limits::time(self.most));
            Annotator::new(limits).run(game, session.as_mut(), engine.as_mut(), control, each)
        })
    }
}

/// Turns a panic of a search into a failure of that search alone.
fn guarded<T>(search: impl FnOnce() -> Result<T, EngineError>) -> Result<T, String> {
    match catch_unwind(AssertUnwindSafe(search)) {
        Ok(result) => result.map_err(|error| error.to_string()),
        Err(_) => Err("the search broke off; this is a defect of the program".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table that takes long to fill with zeros may use up the share of a search.
    #[test]
    fn a_search_stopped_at_once_has_looked_one_move_ahead() {
        let cache = Cache::new(64, 64);
        for engine in ["pvs", "mtdf", "minimax", "mcts", "level=14"] {
            let job = SearchJob {
                game: GameRef(engines::game("gomoku").expect("built in")),
                room: 1,
                settings: Vec::new(),
                // One move wins.
                line: "startpos moves h8 a1 h9 a3 h10 a5 h11 a7".into(),
                engine: engine.parse().expect("a configuration"),
                question: SearchRequest::new(Limits::none()),
                balance: 0,
                seed: 1,
            };
            let control = Control::default();
            control.stop();
            let report = job.run(&cache, &control, &mut |_| {}).expect("an answer");
            let best = report.best();
            assert!(
                matches!(best.as_deref(), Some("h7" | "h12")),
                "{engine}: {best:?}"
            );
        }
    }
}
