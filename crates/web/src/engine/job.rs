use super::{Cache, Key};
use engines::{EngineConfig, EngineError, Game, Level, SearchRequest, SearcherConfig, Settings};
use game_core::GameLine;
use lab::{Comparison, Row, compare};
use search::{Control, Limits, Report};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// One search: everything it needs, so that no room is locked meanwhile.
#[derive(Clone, Debug)]
pub(crate) struct SearchJob {
    pub game: GameRef,
    pub room: u64,
    pub settings: Settings,
    pub line: GameLine,
    pub engine: EngineConfig,
    pub question: SearchRequest,
    /// Of a level's mistakes, if the engine has to be made anew.
    pub seed: u64,
}

/// A game, for `Debug`.
#[derive(Clone, Copy)]
pub(crate) struct GameRef(pub &'static dyn Game);

impl std::fmt::Debug for GameRef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.name())
    }
}

impl SearchJob {
    /// Searches, with what the same configuration learnt from the game's moves before. A search
    /// stopped before it has looked one move ahead answers at a glance.
    ///
    /// # Errors
    /// In words, if the search failed or panicked.
    pub fn run(
        &self,
        cache: &Cache,
        control: &Control,
        progress: &mut dyn FnMut(&Report<String>),
    ) -> Result<Report<String>, String> {
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

/// A move at once, for a search that is stopped before it began: the best at a glance.
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

/// One question to several searchers.
#[derive(Clone, Debug)]
pub(crate) struct LabJob {
    pub game: GameRef,
    pub settings: Settings,
    /// What each is asked; the limits as somebody gave them.
    pub comparison: Comparison,
    /// The longest each may take, whatever the limits say.
    pub most: Duration,
    pub room: u64,
}

impl LabJob {
    /// Asks them, one after another; `row` sees each answer grow.
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
                // To ask whether it is skipped builds it as well.
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

    /// The row of a searcher that is not asked, for its tree is too large. With a limit of time it
    /// would be asked, and time is always limited here: so it is told by the limits alone, from the
    /// first that is heard of it.
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

/// A panic in a search is a failure of that search alone.
fn guarded<T>(search: impl FnOnce() -> Result<T, EngineError>) -> Result<T, String> {
    match catch_unwind(AssertUnwindSafe(search)) {
        Ok(result) => result.map_err(|error| error.to_string()),
        Err(_) => Err("the search broke off; this is a defect of the program".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engines::GAMES;

    /// A table that takes long to fill with zeros may use up the share of a search.
    #[test]
    fn a_search_stopped_at_once_has_looked_one_move_ahead() {
        let cache = Cache::new(64, 64);
        for engine in ["pvs", "mtdf", "minimax", "mcts", "level=10"] {
            let job = SearchJob {
                game: GameRef(GAMES[0]),
                room: 1,
                settings: Vec::new(),
                // One move wins.
                line: "startpos moves h8 a1 h9 a3 h10 a5 h11 a7".into(),
                engine: engine.parse().expect("a configuration"),
                question: SearchRequest::new(Limits::none()),
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
