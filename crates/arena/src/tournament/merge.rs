use super::{GameRecord, LineError, MatchPlace, Standing, Ticket, read_line};
use std::collections::BTreeMap;
use thiserror::Error;

/// A match put together from its shards, or one of the matches of a tournament.
///
/// ```
/// use arena::tournament::{Match, Ticket, merge, write_line};
/// use search::Control;
/// let mut plan = Match::new(engines::game("othello")?, "level=1".parse()?, "pvs,depth=3,hash=1".parse()?);
/// # plan.openings = arena::openings::Openings::Lines(vec!["startpos moves f5d6".into()]);
/// plan.games = 1;
/// let game = plan.play(0, &plan.suite()?, &Control::default())?.ok_or("stopped")?;
/// let merged = merge([write_line(&Ticket::of(&plan), &game).as_bytes()])?;
/// assert_eq!((merged.ticket, merged.games), (Ticket::of(&plan), vec![game]));
/// assert_eq!(merged.standing.games.losses, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Merged {
    /// The match.
    pub ticket: Ticket,
    /// The games that count, in the order of their indices.
    pub games: Vec<GameRecord>,
    /// The sum of these games.
    pub standing: Standing,
}

/// Parts that do not make a complete match; `part` is the number of a text, from 0.
///
/// ```
/// use arena::tournament::{MergeError, merge};
/// let error = merge([b"\n".as_slice(), b"a text\n"]).unwrap_err();
/// assert!(matches!(error, MergeError::Line { line: 1, .. }));
/// assert_eq!(error.part(), Some(1), "it stands in the second text");
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MergeError {
    /// A line cannot be read.
    #[error("line {line}: {error}")]
    Line {
        /// The text it stands in.
        part: usize,
        /// Its number, from 1.
        line: usize,
        /// What is wrong with it.
        error: LineError,
    },
    /// A line is of another match than those before.
    #[error("line {line} is of another match: {other}, not {this}")]
    OtherMatch {
        /// The text it stands in.
        part: usize,
        /// Its number, from 1.
        line: usize,
        /// The id of the match or tournament it is of.
        other: String,
        /// The id of the match or tournament the lines before are of.
        this: String,
    },
    /// A game was seen before.
    #[error("line {line}: game {index} is there twice")]
    Twice {
        /// The text it stands in.
        part: usize,
        /// Its number, from 1.
        line: usize,
        /// The game.
        index: u64,
    },
    /// The games are those of a tournament, which is not a single match.
    #[error("it is a tournament")]
    Several,
    /// There is no game at all.
    #[error("there is no game in it")]
    Empty,
    /// Not all games are there, and no test has decided without them.
    #[error("{missing} of {of} games are missing, the first of them game {first} of {between}")]
    Missing {
        /// How many.
        missing: u64,
        /// Of how many.
        of: u64,
        /// The index of the first.
        first: u64,
        /// Whose game it is: A and B.
        between: String,
    },
}

impl MergeError {
    /// The text at fault, from 0; `None` if it is their sum.
    pub fn part(&self) -> Option<usize> {
        match self {
            Self::Line { part, .. } | Self::OtherMatch { part, .. } | Self::Twice { part, .. } => {
                Some(*part)
            }
            Self::Several | Self::Empty | Self::Missing { .. } => None,
        }
    }
}

/// Merges the logs or outputs of a match's shards into the result of the whole match.
///
/// A sequential test is made pair by pair in the order of indices, and games after its decision do
/// not count; if it has decided, it does not matter whether they are there. A text may be the log
/// of a running shard: a torn line at the end is ignored, unless it is the first.
///
/// # Errors
/// If a line is no game, the games are of different matches or of a tournament, one is there twice,
/// or one is missing.
///
/// ```
/// use arena::tournament::{Match, Ticket, merge, write_line};
/// use search::Control;
/// let mut plan = Match::new(engines::game("othello")?, "level=1".parse()?, "level=2".parse()?);
/// # plan.openings = arena::openings::Openings::Lines(vec!["startpos moves f5d6".into()]);
/// plan.games = 2;
/// let suite = plan.suite()?;
/// let log = |index| -> Result<String, Box<dyn std::error::Error>> {
///     let game = plan.play(index, &suite, &Control::default())?.ok_or("stopped")?;
///     Ok(write_line(&Ticket::of(&plan), &game))
/// };
/// // One machine played one game, another one the other.
/// let logs = [log(1)?, log(0)?];
/// let merged = merge(logs.iter().map(String::as_bytes))?;
/// assert_eq!(merged.games.iter().map(|game| game.index).collect::<Vec<_>>(), [0, 1]);
/// let error = merge([logs[1].as_bytes()]).unwrap_err();
/// assert_eq!(error.to_string(), "1 of 2 games are missing, the first of them game 1 of level=1 against level=2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn merge<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> Result<Merged, MergeError> {
    let mut merged = merge_all(parts)?;
    merged
        .pop()
        .filter(|last| last.ticket.tournament.is_none())
        .ok_or(MergeError::Several)
}

/// The same for the shards of a tournament: all its matches in their order. A match by itself is
/// the only one.
///
/// # Errors
/// If a line is no game, the games are of different tournaments or matches, one is there twice, or
/// one is missing.
///
/// ```
/// use arena::tournament::{Match, Tournament, merge_all, write_line};
/// use search::Control;
/// let players = ["level=1", "level=2", "level=3"].map(|text| text.parse().expect("a level"));
/// let mut terms = Match::new(engines::game("othello")?, "level=1".parse()?, "level=1".parse()?);
/// # terms.openings = arena::openings::Openings::Lines(vec!["startpos moves f5d6".into()]);
/// terms.games = 1;
/// let tournament = Tournament::new(&players, false, &terms)?;
/// let mut log = String::new();
/// for (ticket, (_, plan)) in tournament.tickets().iter().zip(&tournament.matches) {
///     let game = plan.play(0, &plan.suite()?, &Control::default())?.ok_or("stopped")?;
///     log += &format!("{}\n", write_line(ticket, &game));
/// }
/// let merged = merge_all([log.as_bytes()])?;
/// let pairings: Vec<_> = merged.iter().map(|merged| (&*merged.ticket.a, &*merged.ticket.b)).collect();
/// assert_eq!(pairings, [("level=1", "level=2"), ("level=1", "level=3"), ("level=2", "level=3")]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn merge_all<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> Result<Vec<Merged>, MergeError> {
    let mut found = Parts::default();
    for (part, text) in parts.into_iter().enumerate() {
        let mut lines = text.split(|&byte| byte == b'\n').enumerate().peekable();
        while let Some((number, line)) = lines.next() {
            let line_number = number + 1;
            let (ticket, game) = match read_line(line) {
                Ok(Some(read)) => read,
                Ok(None) => continue,
                // A torn last line: its shard was killed, or is still writing it.
                Err(_) if lines.peek().is_none() && number > 0 => continue,
                Err(error) => {
                    return Err(MergeError::Line {
                        part,
                        line: line_number,
                        error,
                    });
                }
            };
            let line = line_number;
            let index = game.index;
            let other = ticket.whole().to_owned();
            match found.add(ticket, game) {
                Ok(true) => {}
                Ok(false) => return Err(MergeError::Twice { part, line, index }),
                Err(this) => {
                    return Err(MergeError::OtherMatch {
                        part,
                        line,
                        other,
                        this,
                    });
                }
            }
        }
    }
    found.add_up()
}

/// The numbers of A and B in a tournament; `None` for a match by itself.
type Pairing = Option<[usize; 2]>;

/// Games of one match, or of the matches of one tournament.
#[derive(Default)]
struct Parts {
    matches: BTreeMap<Pairing, (Ticket, BTreeMap<u64, GameRecord>)>,
}

impl Parts {
    /// Adds a game; `false` if it is there already. Fails with the id of the match or tournament
    /// that it does not belong to.
    fn add(&mut self, ticket: Ticket, game: GameRecord) -> Result<bool, String> {
        if let Some((first, _)) = self
            .matches
            .values()
            .next()
            .filter(|(first, _)| !is_beside(first, &ticket))
        {
            return Err(first.whole().to_owned());
        }
        let pairing = ticket.tournament.as_ref().map(|place| place.pairing);
        let (known, games) = self
            .matches
            .entry(pairing)
            .or_insert_with(|| (ticket.clone(), BTreeMap::new()));
        if *known != ticket {
            return Err(known.whole().to_owned());
        }
        Ok(games.insert(game.index, game).is_none())
    }

    /// Every match in order, if all are complete.
    fn add_up(mut self) -> Result<Vec<Merged>, MergeError> {
        let (first, _) = self.matches.values().next().ok_or(MergeError::Empty)?;
        let place = first.tournament.clone();
        let of = first.of;
        let have: u64 = self
            .matches
            .values()
            .map(|(_, games)| games.len() as u64)
            .sum();
        let planned = of.saturating_mul(place.as_ref().map_or(1, MatchPlace::count));
        let missing = |first, between| MergeError::Missing {
            missing: planned - have,
            of: planned,
            first,
            between,
        };
        let mut merged = Vec::new();
        let pairings: Box<dyn Iterator<Item = Pairing>> = match &place {
            None => Box::new([None].into_iter()),
            Some(place) => Box::new(place.pairings().map(Some)),
        };
        for pairing in pairings {
            let Some((ticket, games)) = self.matches.remove(&pairing) else {
                let names = place
                    .iter()
                    .zip(pairing)
                    .map(|(place, [i, j])| between(&place.players[i], &place.players[j]));
                return Err(missing(0, names.collect()));
            };
            let names = between(&ticket.a, &ticket.b);
            merged.push(counted(ticket, games).map_err(|first| missing(first, names))?);
        }
        Ok(merged)
    }
}

/// Whether two matches are the same, or of the same tournament.
fn is_beside(one: &Ticket, other: &Ticket) -> bool {
    match (&one.tournament, &other.tournament) {
        (None, None) => one == other,
        (Some(place), Some(beside)) => place.is_beside(beside) && one.of == other.of,
        _ => false,
    }
}

/// Counts games in the order of their indices until a test decides, and returns the first missing
/// one, if any.
fn counted(ticket: Ticket, mut games: BTreeMap<u64, GameRecord>) -> Result<Merged, u64> {
    let mut standing = Standing::new(ticket.sprt);
    let mut counted = Vec::new();
    for index in 0..ticket.of {
        let Some(game) = games.remove(&index) else {
            return Err(index);
        };
        standing.add(&game);
        counted.push(game);
        if standing.verdict().is_some() {
            break;
        }
    }
    Ok(Merged {
        ticket,
        games: counted,
        standing,
    })
}

fn between(a: &str, b: &str) -> String {
    format!("{a} against {b}")
}
