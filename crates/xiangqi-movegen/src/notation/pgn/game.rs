use super::writer::{self, MoveStyle};
use crate::Xiangqi;
use core::fmt;
use game_core::{Outcome, Player, Position, Record, Tags};

/// How a recorded game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum GameResult {
    /// `1-0`
    RedWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
}

impl GameResult {
    /// The result that a text such as `1-0` means; `None` also for `*`, the unknown one.
    pub fn from_text(text: &str) -> Option<Self> {
        match text {
            "1-0" => Some(Self::RedWins),
            "0-1" => Some(Self::BlackWins),
            "1/2-1/2" => Some(Self::Draw),
            _ => None,
        }
    }

    /// The result of `pos`, if the rules say that the game is over there.
    pub fn of(pos: &Xiangqi) -> Option<Self> {
        pos.outcome()
            .map(|outcome: Outcome| match outcome.winner(pos.turn()) {
                Some(Player::First) => Self::RedWins,
                Some(Player::Second) => Self::BlackWins,
                None => Self::Draw,
            })
    }

    /// As PGN writes it: `1-0`, `0-1`, `1/2-1/2`.
    pub const fn text(self) -> &'static str {
        match self {
            Self::RedWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// A recorded game.
///
/// `Display` writes it as PGN, moves in coordinates; [`games`](super::games) reads that back. The
/// tags `Game`, `Red`, `Black`, `Result`, `Format` and `FEN` are written from the fields, all
/// others from the record's tags.
///
/// ```
/// use xiangqi_movegen::{Xiangqi, notation::pgn::{Game, games}};
/// use game_core::Record;
/// let record = Record::new(Xiangqi::default(), vec!["h2e2".parse()?, "h9g7".parse()?]);
/// let game = Game::from(record);
/// assert!(game.to_string().ends_with("\n1. h2e2 h9g7 *\n"));
/// assert_eq!(games(&game.to_string()).next().unwrap()?.record, game.record);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// Start, moves, players, and the other tags that say something, in their order.
    pub record: Record<Xiangqi>,
    /// How the game ended, where that is known: the word after the last move or else the `Result`
    /// tag.
    pub result: Option<GameResult>,
}

impl Game {
    /// The value of the tag of that name, in whatever case it was written, if it is none of the
    /// [fields](Self).
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.record.tags.get(name)
    }

    /// The game as PGN, its moves in that style, each followed by what is said of it in braces.
    ///
    /// ```
    /// use xiangqi_movegen::notation::pgn::{MoveStyle, games};
    /// let game = games("1. h2e2 {usual} h9g7 *").next().unwrap()?;
    /// assert!(game.to_text(MoveStyle::Wxf).ends_with("1. C2=5 {usual} 1... H8+7 *\n"));
    /// # Ok::<(), xiangqi_movegen::notation::pgn::PgnError>(())
    /// ```
    pub fn to_text(&self, style: MoveStyle) -> String {
        let mut text = String::new();
        // A text never fails to grow.
        let _ = writer::write(self, style, &mut text);
        text
    }
}

impl From<Record<Xiangqi>> for Game {
    /// The game of that record, its result what the rules say of its last position, or else what
    /// the record says.
    fn from(record: Record<Xiangqi>) -> Self {
        let told = || GameResult::from_text(record.tags.get(Tags::RESULT)?.trim());
        let result = GameResult::of(&record.end()).or_else(told);
        Self { record, result }
    }
}

impl From<Game> for Record<Xiangqi> {
    /// The record, its tag `Result` the result where the rules do not say it.
    fn from(game: Game) -> Self {
        let mut record = game.record;
        if let Some(result) = game
            .result
            .filter(|&result| GameResult::of(&record.end()) != Some(result))
        {
            record.tags.set(Tags::RESULT, result.text());
        }
        record
    }
}

/// The tags written from the fields; `White` is another name for Red.
pub(super) const OWN: [&str; 7] = ["Game", "Red", "White", "Black", "Result", "Format", "FEN"];

/// As [`to_text`](Game::to_text) with moves in coordinates.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writer::write(self, MoveStyle::Coordinates, f)
    }
}
