use engines::{Answer, Engine, GameView, SearchRequest};
use game_core::{GameLine, Player as Side};
use search::{Clock, Control, Limits};
use std::time::Duration;

/// Someone who can be asked for moves: an engine of this library, or whatever else speaks the
/// game's notation.
///
/// ```
/// use arena::{Player, Turn};
/// use engines::Answer;
/// /// Plays the moves it was given.
/// struct Reader(Vec<&'static str>);
/// impl Player for Reader {
///     fn reply(&mut self, turn: &Turn<'_>, _: &search::Control) -> Result<Answer, String> {
///         let next = self.0.get(turn.line.moves.len()).ok_or_else(|| format!("nothing on {:?}", turn.line))?;
///         Ok(Answer::of_move(*next))
///     }
/// }
/// ```
pub trait Player {
    /// Makes ready for a game from any opening; called before its first turn.
    ///
    /// # Errors
    /// If it cannot play, in words: a crash, which loses the game.
    fn new_game(&mut self) -> Result<(), String> {
        Ok(())
    }

    /// Chooses a move; a stop by `control` is heeded soon.
    ///
    /// # Errors
    /// If no answer could be given at all, in words: a crash.
    fn reply(&mut self, turn: &Turn<'_>, control: &Control) -> Result<Answer, String>;

    /// Hears that the game has ended, whoever won; not called after a crash of its own, nor where
    /// the game was stopped.
    fn game_over(&mut self) {}
}

/// What a player is asked.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The position that the opening began with and every move since, those of the opening and of
    /// both players, passes too, as a [`Session`](engines::Session) spells them.
    pub line: &'a GameLine,
    /// The position at the start of `line`.
    pub start: &'a GameView,
    /// What this move may cost: plies, nodes and time, and in a match with clocks, the player's own
    /// clock.
    pub limits: Limits,
    /// In a match with clocks: the player's own, as in `limits`, and the opponent's.
    pub clocks: Option<[Clock; 2]>,
    /// After this long the game is lost on time whatever the answer, even if there is none: no use
    /// in waiting longer.
    pub patience: Option<Duration>,
}

impl Turn<'_> {
    /// Whose move is asked for. Players take turns, a pass being a move.
    pub fn to_move(&self) -> Side {
        match self.line.moves.len() % 2 {
            0 => self.start.turn,
            _ => !self.start.turn,
        }
    }
}

/// An engine as a player: it forgets before every game, so that none knows of another.
pub struct EnginePlayer {
    /// What thinks.
    pub engine: Box<dyn Engine>,
}

impl Player for EnginePlayer {
    fn new_game(&mut self) -> Result<(), String> {
        self.engine.new_game();
        Ok(())
    }

    fn reply(&mut self, turn: &Turn<'_>, control: &Control) -> Result<Answer, String> {
        let request = SearchRequest::new(turn.limits);
        self.engine
            .choose(turn.line, &request, control, &mut |_| {})
            .map_err(|error| error.to_string())
    }
}
