use crate::call::Hand;
use crate::error::ToolError;
use engines::{EngineConfig, Game, SearchRequest, Session, Settings};
use game_core::GameLine;
use search::{Bound, Report};

/// A position to be searched or looked at. It owns all it needs, so that no game is locked
/// meanwhile.
#[derive(Clone)]
pub(crate) struct Subject {
    pub game: &'static dyn Game,
    pub settings: Settings,
    pub line: GameLine,
}

impl Subject {
    /// A session at the position.
    pub fn session(&self) -> Result<Box<dyn Session>, ToolError> {
        let session = self.game.session(&self.settings);
        let mut session = session.map_err(ToolError::Settings)?;
        session.set(&self.line).map_err(ToolError::Line)?;
        Ok(session)
    }

    /// Searches with a new engine. `hand` stops it, and every iteration is reported there.
    pub fn search(
        &self,
        engine: &EngineConfig,
        request: &SearchRequest,
        seed: u64,
        hand: &Hand,
    ) -> Result<Report<String>, ToolError> {
        let built = self.game.engine(&self.settings, engine, seed);
        let mut built = built.map_err(ToolError::Search)?;
        if engine.book().is_none() && request.instant {
            let books = self.game.books(&self.settings);
            built.set_book(books.map_err(ToolError::Search)?.shipped());
        }
        built.prepare();
        let mut progress = |report: &Report<String>| hand.report(in_words(self.game, report));
        let report = built.think(&self.line, request, &hand.control, &mut progress);
        let report = report.map_err(ToolError::Search)?;
        hand.check()?;
        Ok(report)
    }
}

/// A report in a line: `depth 7: +120, h8 i9 i8`.
fn in_words(game: &dyn Game, report: &Report<String>) -> String {
    let best = report.lines.first();
    let score = best
        .filter(|line| line.bound != Bound::None)
        .map_or_else(String::new, |line| {
            format!("{}, ", game.reading(line.score))
        });
    let moves = best.map_or_else(String::new, |line| line.moves.join(" "));
    format!("depth {}: {score}{moves}", report.depth)
}
