use crate::{Move, Xiangqi};
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
        pos.outcome().map(|outcome: Outcome| match outcome.winner(pos.turn()) {
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
/// `Display` writes it as PGN, moves in coordinates; [`games`](super::games) reads that back. The tags `Game`, `Red`,
/// `Black`, `Result`, `Format` and `FEN` are written from the fields, all others from the record's tags.
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
    /// How the game ended, where that is known: the word after the last move or else the `Result` tag.
    pub result: Option<GameResult>,
}

impl Game {
    /// The value of the tag of that name, in whatever case it was written, if it is none of the [fields](Self).
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.record.tags.get(name)
    }
}

impl From<Record<Xiangqi>> for Game {
    /// The game of that record, its result what the rules say of its last position, or else what the record says.
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
        if let Some(result) = game.result.filter(|&result| GameResult::of(&record.end()) != Some(result)) {
            record.tags.set(Tags::RESULT, result.text());
        }
        record
    }
}

/// The tags written from the fields; `White` is another name for Red.
pub(super) const OWN: [&str; 7] = ["Game", "Red", "White", "Black", "Result", "Format", "FEN"];

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let start = &self.record.start;
        let result = self.result.map_or("*", GameResult::text);
        tag(f, "Game", "Chinese Chess")?;
        if self.tag("Event").is_none() {
            tag(f, "Event", "?")?;
        }
        for (name, value) in self.record.tags.iter() {
            if !OWN.iter().any(|own| own.eq_ignore_ascii_case(name)) {
                tag(f, name, value)?;
            }
        }
        for (name, player) in [("Red", Player::First), ("Black", Player::Second)] {
            tag(f, name, self.record.names[player.index()].as_deref().unwrap_or("?"))?;
        }
        tag(f, "Result", result)?;
        tag(f, "Format", "ICCS")?;
        let fen = start.to_string();
        if fen != Xiangqi::START {
            tag(f, "FEN", &fen)?;
        }
        writeln!(f)?;
        let mut column = 0;
        for word in words(start, &self.record.moves).chain([result.into()]) {
            if column == 0 {
                column = word.len();
            } else if column + 1 + word.len() > 80 {
                column = word.len();
                writeln!(f)?;
            } else {
                column += 1 + word.len();
                f.write_str(" ")?;
            }
            f.write_str(&word)?;
        }
        writeln!(f)
    }
}

/// The moves, numbered: `1. h2e2`, `h9g7`, or `1... h9g7` where Black begins.
fn words(start: &Xiangqi, moves: &[Move]) -> impl Iterator<Item = String> {
    let (number, black_first) = (usize::from(start.move_number()), start.turn() == Player::Second);
    moves.iter().enumerate().map(move |(i, mv)| match i + usize::from(black_first) {
        ply if ply % 2 == 0 => format!("{}. {mv}", number + ply / 2),
        ply if i == 0 => format!("{}... {mv}", number + ply / 2),
        _ => mv.to_string(),
    })
}

fn tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    write!(f, "[{name} \"")?;
    for character in value.chars() {
        match character {
            '"' | '\\' => write!(f, "\\{character}")?,
            // A tag is one line.
            _ if character.is_control() => f.write_str(" ")?,
            _ => write!(f, "{character}")?,
        }
    }
    writeln!(f, "\"]")
}
