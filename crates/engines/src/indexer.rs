use crate::{EngineError, FileProblem, Settings, Wired, Wiring};
use books::Symmetric;
use game_core::{GameLine, Notation, Outcome, Player, Position, Record, Tags, zobrist};
use std::ops::ControlFlow;

/// A game as a database keeps it.
///
/// ```
/// use game_core::Outcome;
/// use std::ops::ControlFlow;
/// let othello = engines::game("othello")?.indexer(&Vec::new())?;
/// let file = b"(;GM[Othello]PB[Ann]PW[Bob]RE[+12.00]TY[8]\
///     BO[8 ---------------------------O*------*O--------------------------- *]B[f5];)";
/// let mut games = Vec::new();
/// othello.games(file.to_vec(), &mut |_, game| {
///     games.extend(game);
///     ControlFlow::Continue(())
/// });
/// assert_eq!(games[0].names, ["Ann", "Bob"].map(|name| Some(name.to_owned())));
/// assert_eq!((games[0].line.moves_text(), games[0].outcome), ("f5".to_owned(), Some(Outcome::Win)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexedGame {
    /// The rules of this game, where its start determines them: the size of the board.
    pub settings: Settings,
    /// Its start and its moves.
    pub line: GameLine,
    /// The players' names, the first mover's first, where the record has them.
    pub names: [Option<String>; 2],
    /// The other tags, as pairs of name and value.
    pub tags: Vec<(String, String)>,
    /// How it ended for the first mover: on the board, or as the record tells; `None` if unknown.
    pub outcome: Option<Outcome>,
    /// Every position before a move and the last one, in the order of play.
    pub positions: Vec<IndexedPosition>,
}

/// A file of names that records give as numbers, as WTHOR's players.
///
/// ```
/// let othello = engines::game("othello")?;
/// let players = othello.facts().name_lists.iter().find(|list| list.extension == "jou").ok_or("it has one")?;
/// let file = othello_bitboard::wthor::write_players(&["Ann", "Bob"].map(String::from))?;
/// assert_eq!((players.read)(&file)?, ["Ann", "Bob"]);
/// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct NameList {
    /// How the names of such files end, in lower case and without the dot.
    pub extension: &'static str,
    /// Reads such a file: the names in their order.
    pub read: fn(&[u8]) -> Result<Vec<String>, FileProblem>,
}

/// A position of a game.
///
/// ```
/// use std::ops::ControlFlow;
/// let othello = engines::game("othello")?.indexer(&Vec::new())?;
/// let mut positions = Vec::new();
/// // The same game, and mirrored.
/// othello.games(b"f5d6\n\nc4e3".to_vec(), &mut |_, game| {
///     positions.extend(game.map(|game| game.positions));
///     ControlFlow::Continue(())
/// });
/// assert_eq!(positions[0], positions[1]);
/// assert_eq!(positions[0].iter().map(|pos| pos.first_to_move).collect::<Vec<_>>(), [true, false, true]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexedPosition {
    /// The key of its canonical form: symmetric positions have the same.
    pub key: u64,
    /// Whether the first mover is to move.
    pub first_to_move: bool,
}

/// A position to look up, and where its moves lead.
///
/// ```
/// let gomoku = engines::game("gomoku")?.indexer(&Vec::new())?;
/// let place = gomoku.place(&"startpos moves h8".into())?;
/// assert_eq!(place.moves.len(), 35, "the others are their images");
/// // Wherever beside the first stone the second stands, it is the same place.
/// let beside = ["g8", "h7", "h9", "i8"].map(|mv| gomoku.place(&format!("startpos moves h8 {mv}").into()));
/// for after in beside {
///     assert!(place.moves.iter().any(|(_, key)| after.as_ref().is_ok_and(|after| after.key == *key)));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexedPlace {
    /// The key of its canonical form.
    pub key: u64,
    /// Each legal move with the key of the position after it; of symmetric moves, which lead to the
    /// same, the first.
    pub moves: Vec<(String, u64)>,
}

/// What is done with each game of a file and its number, until it breaks off.
pub type EachGame<'a> =
    &'a mut dyn FnMut(usize, Result<IndexedGame, EngineError>) -> ControlFlow<()>;

/// Reads games for a database that finds them by their positions:
/// [`Game::indexer`](crate::Game::indexer) gives it.
pub trait Indexer {
    /// Takes the names in a file of one of the game's
    /// [`name_lists`](crate::GameFacts::name_lists), for the games read from then on; `false` if
    /// files of that extension hold none.
    ///
    /// # Errors
    /// If it is no such file.
    fn take_names(&mut self, extension: &str, bytes: &[u8]) -> Result<bool, FileProblem>;

    /// Reads the games of a file in any of the formats that the game reads, one by one, and gives
    /// `each` its number in the file, from 1, and the game, until it breaks off; a bad game is an
    /// error and does not end the reading.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// let othello = engines::game("othello")?.indexer(&Vec::new())?;
    /// let mut games = Vec::new();
    /// othello.games(b"f5d6c3\n\nf5a1\n\nd3".to_vec(), &mut |number, game| {
    ///     games.push((number, game.map(|game| game.line.moves.concat()).ok()));
    ///     ControlFlow::Continue(())
    /// });
    /// let first = Some("f5d6c3".to_owned());
    /// assert_eq!(games, [(1, first), (2, None), (3, Some("d3".to_owned()))]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn games(&self, bytes: Vec<u8>, each: EachGame<'_>);

    /// The position at the end of `line`.
    ///
    /// # Errors
    /// If the line cannot be read.
    ///
    /// ```
    /// let othello = engines::game("othello")?.indexer(&Vec::new())?;
    /// let start = othello.place(&"startpos".into())?;
    /// assert_eq!(start.moves.len(), 1, "the four first moves are symmetric");
    /// let (one, other) = (othello.place(&"startpos moves f5".into())?, othello.place(&"startpos moves d3".into())?);
    /// assert_eq!((one.key, start.moves[0].1), (other.key, one.key));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn place(&self, line: &GameLine) -> Result<IndexedPlace, EngineError>;
}

/// The indexer of a wired game.
pub(crate) struct WiredIndexer<W: Wiring> {
    rules: <W::Position as Notation>::Rules,
    /// Those read, in the order of [`Wiring::NAME_LISTS`].
    names: Vec<Vec<String>>,
}

impl<W: Wiring> WiredIndexer<W> {
    pub(crate) fn new(settings: &Settings) -> Result<Self, EngineError> {
        let rules = Wired::<W>::rules(settings)?;
        let names = vec![Vec::new(); W::NAME_LISTS.len()];
        Ok(Self { rules, names })
    }

    fn indexed(&self, record: &Record<W::Position>) -> IndexedGame {
        let mut pos = record.start.clone();
        let first = pos.turn();
        let settings = W::settings_of(&record.start);
        let salt = salt::<W>(&settings);
        let position = |pos: &W::Position| IndexedPosition {
            key: key(pos, salt),
            first_to_move: pos.turn() == first,
        };
        let mut positions = Vec::with_capacity(record.moves.len() + 1);
        for &mv in &record.moves {
            positions.push(position(&pos));
            pos.play(mv);
        }
        positions.push(position(&pos));
        let on_board = pos.outcome().map(|outcome| outcome.winner(pos.turn()));
        let told = || told_winner(record.tags.get(Tags::RESULT)?, first);
        let winner = on_board.or_else(told);
        let tags = record.tags.iter();
        let start = W::Position::start(&self.rules);
        let start = if record.start.to_string() == start.to_string() {
            "startpos".to_owned()
        } else {
            record.start.to_string()
        };
        let mut game = IndexedGame {
            settings,
            line: GameLine::new(start, record.start.format_moves(&record.moves)),
            names: record.names.clone(),
            tags: tags
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
            outcome: winner.map(|winner| Outcome::of(winner, first)),
            positions,
        };
        W::name(&mut game, &self.names);
        game
    }
}

impl<W: Wiring> Indexer for WiredIndexer<W> {
    fn take_names(&mut self, extension: &str, bytes: &[u8]) -> Result<bool, FileProblem> {
        let is_it = |list: &NameList| list.extension.eq_ignore_ascii_case(extension);
        let Some(place) = W::NAME_LISTS.iter().position(is_it) else {
            return Ok(false);
        };
        self.names[place] = (W::NAME_LISTS[place].read)(bytes)?;
        Ok(true)
    }

    fn games(&self, bytes: Vec<u8>, each: EachGame<'_>) {
        let file = W::Position::decode(bytes);
        for (number, record) in (1..).zip(W::Position::records(&file, &self.rules)) {
            let game = record
                .map(|record| self.indexed(&record))
                .map_err(EngineError::notation);
            if each(number, game).is_break() {
                break;
            }
        }
    }

    fn place(&self, line: &GameLine) -> Result<IndexedPlace, EngineError> {
        let record = W::Position::read_line(line, &self.rules).map_err(EngineError::notation)?;
        let pos = record.end();
        let salt = salt::<W>(&W::settings_of(&pos));
        let mut legal = Vec::new();
        // Where the game is over there are none.
        if pos.legal_moves(&mut legal).is_some() {
            legal.clear();
        }
        let mut moves = Vec::<(String, u64)>::new();
        for mv in legal {
            let mut after = pos.clone();
            after.play(mv);
            let key = key(&after, salt);
            if moves.iter().all(|&(_, known)| known != key) {
                moves.push((pos.format_move(mv), key));
            }
        }
        let key = key(&pos, salt);
        Ok(IndexedPlace { key, moves })
    }
}

/// Tells the positions of games and boards apart that have the same key.
fn salt<W: Wiring>(settings: &Settings) -> u64 {
    let words = settings.iter().flat_map(|(name, value)| [&**name, value]);
    let bytes = [W::Position::NAME].into_iter().chain(words);
    bytes
        .flat_map(|word| word.bytes().chain([0]))
        .fold(0, |salt, byte| zobrist::mix(salt ^ u64::from(byte)))
}

/// The key of the canonical form of `pos`.
fn key<P: Symmetric>(pos: &P, salt: u64) -> u64 {
    zobrist::mix(pos.canonical_form().0.key() ^ salt)
}

/// The winner that a record tells, `first` having moved first: as PGN writes results, or by the
/// first mover's margin.
fn told_winner(text: &str, first: Player) -> Option<Option<Player>> {
    match text.trim() {
        "1-0" => Some(Some(first)),
        "0-1" => Some(Some(!first)),
        "1/2-1/2" | "½-½" => Some(None),
        // The sign tells a margin from a score of one side alone.
        margin if margin.starts_with(['+', '-']) => {
            let margin: f64 = margin.parse().ok()?;
            Some(match margin.partial_cmp(&0.0)? {
                std::cmp::Ordering::Greater => Some(first),
                std::cmp::Ordering::Equal => None,
                std::cmp::Ordering::Less => Some(!first),
            })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_as_records_have_them() {
        let (first, second) = (Player::First, Player::Second);
        for (text, winner) in [
            ("1-0", Some(Some(first))),
            (" 0-1 ", Some(Some(second))),
            ("1/2-1/2", Some(None)),
            ("+12.00", Some(Some(first))),
            ("-2", Some(Some(second))),
            ("+0.00", Some(None)),
            ("*", None),
            ("33", None),
            ("+abc", None),
            ("", None),
        ] {
            assert_eq!(told_winner(text, first), winner, "{text:?}");
        }
    }
}
