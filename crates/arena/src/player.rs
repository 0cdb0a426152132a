use engines::{Question, Thinker};
use search::{Control, Limits};
use std::time::Duration;

/// Someone who can be asked for moves: an engine of this library, or whatever else speaks the game's notation.
pub trait Player {
    /// Chooses a move in `line`, a position and the moves since; a stop by `control` is heeded soon.
    ///
    /// # Errors
    /// If no answer could be given at all, in words: a crash.
    fn reply(&mut self, line: &str, control: &Control) -> Result<Reply, String>;

    /// The time a move may take; `None` is as long as it likes.
    fn time_limit(&self) -> Option<Duration> {
        None
    }
}

/// A player's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The move; not checked.
    pub mv: String,
    /// Positions visited to find it; 0 if the player does not say.
    pub nodes: u64,
}

/// A thinker that spends so much on a move.
pub struct EnginePlayer {
    /// What thinks.
    pub thinker: Box<dyn Thinker>,
    /// What it may spend on a move.
    pub limits: Limits,
}

impl Player for EnginePlayer {
    fn reply(&mut self, line: &str, control: &Control) -> Result<Reply, String> {
        let question = Question::new(self.limits);
        let report = self.thinker.think(line, &question, control, &mut |_| {}).map_err(|error| error.to_string())?;
        let mv = report.best().ok_or("it found no move")?;
        Ok(Reply { mv, nodes: report.nodes })
    }

    fn time_limit(&self) -> Option<Duration> {
        self.limits.time
    }
}
