use engines::{Engine, SearchRequest};
use game_core::{GameLine, Score};
use search::{Clock, Control, Limits};
use std::time::Duration;

/// Someone who can be asked for moves: an engine of this library, or whatever else speaks the
/// game's notation.
///
/// ```
/// use arena::{Player, Reply, Turn};
/// /// Plays the moves it was given.
/// struct Reader(Vec<&'static str>);
/// impl Player for Reader {
///     fn reply(&mut self, turn: &Turn<'_>, _: &search::Control) -> Result<Reply, String> {
///         let next = self.0.get(turn.line.moves.len()).ok_or_else(|| format!("nothing on {:?}", turn.line))?;
///         Ok(Reply::new(*next))
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
    fn reply(&mut self, turn: &Turn<'_>, control: &Control) -> Result<Reply, String>;

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
    /// What this move may cost: plies, nodes and time, and in a match with clocks, the player's own
    /// clock.
    pub limits: Limits,
    /// In a match with clocks: the player's own, as in `limits`, and the opponent's.
    pub clocks: Option<[Clock; 2]>,
    /// After this long the game is lost on time whatever the answer, even if there is none: no use
    /// in waiting longer.
    pub patience: Option<Duration>,
}

/// A player's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The move, or [`RESIGN`](Self::RESIGN); not checked.
    pub mv: String,
    /// Positions visited to find it; 0 if the player does not say.
    pub nodes: u64,
    /// What the position is worth to the player who answers; `None` if it does not say.
    pub score: Option<Score>,
}

impl Reply {
    /// What stands in the place of a move where the game is given up.
    pub const RESIGN: &str = "resign";

    /// A move, and nothing said about it.
    pub fn new(mv: impl Into<String>) -> Self {
        Self {
            mv: mv.into(),
            nodes: 0,
            score: None,
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

    fn reply(&mut self, turn: &Turn<'_>, control: &Control) -> Result<Reply, String> {
        let question = SearchRequest::new(turn.limits);
        let report = self
            .engine
            .think(turn.line, &question, control, &mut |_| {})
            .map_err(|error| error.to_string())?;
        let mv = report.best().ok_or("it found no move")?;
        // Before the first iteration has ended, and of a move chosen without thinking, nothing is
        // known.
        let score = (report.depth > 0).then(|| report.score());
        Ok(Reply {
            mv,
            nodes: report.nodes,
            score,
        })
    }
}
