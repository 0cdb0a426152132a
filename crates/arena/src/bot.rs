use engines::{Answer, Engine, SearchRequest, Turn};
use protocols::client::Program;
use search::Control;
use std::error::Error;

/// Why a player cannot play: any error, or a text.
pub type BotError = Box<dyn Error + Send + Sync>;

/// A player of a match: an engine of this library, or anything else that speaks the game's
/// notation.
///
/// ```
/// use arena::{Bot, BotError};
/// use engines::{Answer, Turn};
/// /// Plays the moves it was given.
/// struct Reader(Vec<&'static str>);
/// impl Bot for Reader {
///     fn reply(&mut self, turn: &Turn<'_>, _: &search::Control) -> Result<Answer, BotError> {
///         let next = self.0.get(turn.line.moves.len()).ok_or_else(|| format!("nothing on {:?}", turn.line))?;
///         Ok(Answer::of_move(*next))
///     }
/// }
/// ```
pub trait Bot {
    /// Prepares for a game from any opening; called before its first turn.
    ///
    /// # Errors
    /// If it cannot play, with the reason: a crash, which loses the game.
    fn new_game(&mut self) -> Result<(), BotError> {
        Ok(())
    }

    /// Chooses a move, and soon after a stop by `control` returns.
    ///
    /// # Errors
    /// If there is no answer, with the reason: a crash.
    fn reply(&mut self, turn: &Turn<'_>, control: &Control) -> Result<Answer, BotError>;

    /// Called at the end of a game, unless the player crashed or the game was stopped.
    fn game_over(&mut self) {}
}

/// An engine as a player. It is cleared before every game, so that no game depends on another.
///
/// ```
/// use arena::{Bot, EngineBot, game::Referee};
/// use search::{Control, Limits};
/// let gomoku = engines::game("gomoku")?;
/// let bot = |config: &str| -> Result<Box<dyn Bot>, Box<dyn std::error::Error>> {
///     let engine = gomoku.engine(&Vec::new(), &config.parse()?, 1)?;
///     Ok(Box::new(EngineBot { engine }))
/// };
/// let (mut black, mut white) = (bot("pvs,hash=1")?, bot("mtdf,hash=1")?);
/// let mut session = gomoku.session(&Vec::new())?;
/// session.set_line("X:f8g8h8i8 O:e8f9g9h9 turn:X")?;
/// let referee = Referee::new([Limits::depth(1); 2]);
/// let played = referee.play(&mut *session, [&mut *black, &mut *white], &Control::default());
/// assert_eq!(played.map(|played| played.moves), Some(vec!["j8".to_owned()]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct EngineBot {
    /// The engine.
    pub engine: Box<dyn Engine>,
}

impl Bot for EngineBot {
    fn new_game(&mut self) -> Result<(), BotError> {
        self.engine.new_game();
        Ok(())
    }

    fn reply(&mut self, turn: &Turn<'_>, control: &Control) -> Result<Answer, BotError> {
        let request = SearchRequest::new(turn.limits);
        Ok(self
            .engine
            .choose(turn.line, &request, control, &mut |_| {})?)
    }
}

impl Bot for Program {
    fn new_game(&mut self) -> Result<(), BotError> {
        Ok(self.start_game()?)
    }

    fn reply(&mut self, turn: &Turn<'_>, control: &Control) -> Result<Answer, BotError> {
        Ok(self.ask(turn, control)?)
    }
}
