use crate::Config;
use crate::error::ToolError;
use engines::{EngineConfig, Game, Level};

/// The engine that a call names by a level or by a searcher's text, if it names one.
pub(crate) fn named(
    game: &dyn Game,
    level: Option<u8>,
    searcher: Option<&str>,
) -> Result<Option<EngineConfig>, ToolError> {
    match (level, searcher) {
        (None, None) => Ok(None),
        (Some(_), Some(_)) => Err(ToolError::LevelAndSearcher),
        (Some(level), None) => {
            let most = game.facts().strongest();
            if !(1..=most).contains(&level) {
                let game = game.name();
                return Err(ToolError::UnknownLevel { game, level, most });
            }
            Ok(Some(EngineConfig::level(level)))
        }
        (None, Some(text)) => Ok(Some(text.parse()?)),
    }
}

/// `engine`, if the server allows it.
pub(crate) fn allowed(
    game: &dyn Game,
    engine: EngineConfig,
    config: &Config,
) -> Result<EngineConfig, ToolError> {
    config.allowance.check(game, &engine)?;
    Ok(engine)
}

/// The engine that plays where a call names none.
pub(crate) fn usual(game: &dyn Game) -> EngineConfig {
    EngineConfig::level(Level::DEFAULT.min(game.facts().strongest()))
}
