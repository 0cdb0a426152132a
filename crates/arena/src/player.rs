use engines::{Answer, Engine, SearchRequest, Turn};
use protocols::client::Program;
use search::Control;

/// Someone who can be asked for moves: an engine of this library, or whatever else speaks the
/// game's notation.
///
/// ```
/// use arena::Player;
/// use engines::{Answer, Turn};
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

    /// Chooses a move; a stop by `control` is respected soon.
    ///
    /// # Errors
    /// If no answer could be given at all, in words: a crash.
    fn reply(&mut self, turn: &Turn<'_>, control: &Control) -> Result<Answer, String>;

    /// Hears that the game has ended and who won; not called after a crash of its own, nor where
    /// the game was stopped.
    fn game_over(&mut self) {}
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

impl Player for Program {
    fn new_game(&mut self) -> Result<(), String> {
        self.start_game().map_err(|error| error.to_string())
    }

    fn reply(&mut self, turn: &Turn<'_>, control: &Control) -> Result<Answer, String> {
        self.ask(turn, control).map_err(|error| error.to_string())
    }
}
