use super::OpeningError;
use engines::{Game, Settings};
use game_core::GameLine;

/// The openings in a file's text, spelt as a session gives them.
pub(super) fn parse(
    text: &str,
    game: &dyn Game,
    settings: &Settings,
) -> Result<Vec<GameLine>, OpeningError> {
    let mut session = game.session(settings).map_err(OpeningError::Setting)?;
    let mut lines = Vec::new();
    for (number, whole) in text.lines().enumerate() {
        let text = whole.split([';', '#']).next().unwrap_or_default().trim();
        if text.is_empty() {
            continue;
        }
        let line = number + 1;
        let text = text.to_owned();
        if let Err(error) = session.set_line(&text) {
            return Err(OpeningError::Line { line, text, error });
        }
        if let Some(ending) = session.state().ending {
            return Err(OpeningError::Over {
                line,
                text,
                reason: ending.reason,
            });
        }
        lines.push(session.line());
    }
    if lines.is_empty() {
        Err(OpeningError::Empty)
    } else {
        Ok(lines)
    }
}
