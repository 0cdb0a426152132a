use crate::{EngineError, FileProblem, Session};
use game_core::Outcome;

/// The endgame tables of a game: those that it comes with, and how others are read and built.
///
/// ```
/// let xiangqi = engines::game("xiangqi")?;
/// let endgames = xiangqi.facts().endgames.ok_or("it has tables")?;
/// let refused = (endgames.build)(&["a chariot".to_owned()], &mut |_, _| ()).map(drop);
/// assert!(refused.is_err(), "{}", endgames.about);
/// let mut built = Vec::new();
/// let tables = (endgames.build)(&["KPK".to_owned()], &mut |material, _| built.push(material.to_owned()))?;
/// assert_eq!(built, ["KPK"]);
/// // What is built is kept in a file.
/// let read = (endgames.read)(&tables.to_bytes())?;
/// assert_eq!(read.summaries(), tables.summaries());
/// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct EndgameFacts {
    /// How a material is written.
    pub about: &'static str,
    /// The tables that the game's engines use.
    pub shared: fn() -> &'static dyn EndgameTables,
    /// Reads tables from a file, and checks them.
    pub read: fn(&[u8]) -> ReadEndgames,
    /// Builds the tables of these materials, and those that captures lead to. The callback hears
    /// which is under way, and how many are left.
    pub build: EndgameBuilder,
}

/// Endgame tables, or why there are none.
pub type ReadEndgames = Result<Box<dyn EndgameTables>, FileProblem>;

/// Builds endgame tables: see [`EndgameFacts::build`].
pub type EndgameBuilder =
    fn(materials: &[String], progress: &mut dyn FnMut(&str, usize)) -> ReadEndgames;

/// Tables of one game that tell how positions with few pieces end.
///
/// ```
/// let xiangqi = engines::game("xiangqi")?;
/// let tables = (xiangqi.facts().endgames.ok_or("it has tables")?.shared)();
/// let mut session = xiangqi.session(&Vec::new())?;
/// session.set_line("4k4/3P5/9/9/9/9/9/9/9/3K5 w")?;
/// let answer = tables.look_up(&*session)?.ok_or("there is a table")?;
/// assert_eq!(answer.ending.outcome, game_core::Outcome::Win);
/// assert_eq!(answer.moves[0].1.plies, answer.ending.plies);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait EndgameTables: Send + Sync {
    /// What is in the tables, those of few pieces first.
    fn summaries(&self) -> Vec<EndgameSummary>;

    /// How the position of `session` ends; `None` if there is no table for it.
    ///
    /// # Errors
    /// If the session is one of another game.
    fn look_up(&self, session: &dyn Session) -> Result<Option<EndgameAnswer>, EngineError>;

    /// The file of these tables.
    fn to_bytes(&self) -> Vec<u8>;
}

/// What is in the table of one material.
///
/// ```
/// let xiangqi = engines::game("xiangqi")?;
/// let endgames = xiangqi.facts().endgames.ok_or("it has tables")?;
/// let tables = (endgames.build)(&["KPK".to_owned()], &mut |_, _| ())?;
/// let soldier = &tables.summaries()[0];
/// assert_eq!((&*soldier.material, soldier.outcomes.iter().sum::<usize>()), ("KPK", soldier.placements));
/// assert!(soldier.outcomes[0] > soldier.outcomes[2], "who has the soldier wins more often");
/// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndgameSummary {
    /// The material.
    pub material: String,
    /// Placements with the strong side to move, mirrors and colours counted once.
    pub placements: usize,
    /// How many of them are won, drawn and lost.
    pub outcomes: [usize; 3],
    /// The longest win, in plies.
    pub longest: usize,
    /// The size of the table in a file, in bytes.
    pub bytes: usize,
}

/// How a position ends with perfect play.
///
/// ```
/// use game_core::Outcome;
/// let xiangqi = engines::game("xiangqi")?;
/// let tables = (xiangqi.facts().endgames.ok_or("it has tables")?.shared)();
/// let mut session = xiangqi.session(&Vec::new())?;
/// session.set_line("3k5/9/4P4/9/9/9/9/9/9/4K4 b")?;
/// let lost = tables.look_up(&*session)?.ok_or("there is a table")?.ending;
/// assert_eq!((lost.outcome, lost.plies), (Outcome::Loss, 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndgameValue {
    /// For the player to move.
    pub outcome: Outcome,
    /// Plies to the end.
    pub plies: usize,
}

/// What tables know of a position.
///
/// ```
/// let xiangqi = engines::game("xiangqi")?;
/// let tables = (xiangqi.facts().endgames.ok_or("it has tables")?.shared)();
/// let mut session = xiangqi.session(&Vec::new())?;
/// session.set_line("4k4/3P5/9/9/9/9/9/9/9/3K5 w")?;
/// let answer = tables.look_up(&*session)?.ok_or("there is a table")?;
/// assert_eq!((answer.line.len(), &answer.line[0]), (answer.ending.plies, &answer.moves[0].0));
/// let wins = answer.moves.iter().filter(|(_, ending)| ending.outcome == answer.ending.outcome).count();
/// assert!(wins < answer.moves.len(), "not every move does");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndgameAnswer {
    /// How it ends.
    pub ending: EndgameValue,
    /// The moves of best play to the end.
    pub line: Vec<String>,
    /// How it ends after each legal move, for the player who makes it; the best first.
    pub moves: Vec<(String, EndgameValue)>,
}
