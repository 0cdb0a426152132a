use crate::database::{Database, DatabaseError, stored};
use crate::filter::Filter;
use crate::outcome::of_sign;
use engines::{IndexedPlace, Settings};
use game_core::{GameLine, Outcome};
use rusqlite::types::Value;
use rusqlite::{Row, params_from_iter};
use std::cmp::Reverse;
use std::collections::HashMap;

/// How games ended for the player to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Games whose end is not known.
    pub unknown: u64,
}

impl Counts {
    /// All of them.
    pub const fn games(self) -> u64 {
        self.wins + self.draws + self.losses + self.unknown
    }

    /// Points scored a game, a draw being half a point, from 0 to 1; `None` if no end is known.
    ///
    /// ```
    /// let counts = db::Counts { wins: 2, draws: 1, losses: 1, unknown: 5 };
    /// assert_eq!((counts.games(), counts.score()), (9, Some(0.625)));
    /// assert_eq!(db::Counts::default().score(), None);
    /// ```
    pub fn score(self) -> Option<f64> {
        let known = self.wins + self.draws + self.losses;
        let points = self.wins as f64 + self.draws as f64 / 2.0;
        (known > 0).then(|| points / known as f64)
    }

    fn add(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.unknown += other.unknown;
    }
}

/// A move that was played from a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExploredMove {
    /// The move as the game writes it; of symmetric moves the first.
    pub mv: String,
    /// How the games with it ended.
    pub counts: Counts,
}

/// What was played from a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explored {
    /// How the games that went on from it ended.
    pub counts: Counts,
    /// The moves, the most played first.
    pub moves: Vec<ExploredMove>,
}

/// A game that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundGame {
    /// Its number in the database.
    pub id: i64,
    /// The players' names, the first mover's first, where they are known.
    pub names: [Option<String>; 2],
    /// When it was played.
    pub year: Option<i32>,
    /// The tournament.
    pub event: Option<String>,
    /// How it ended for the first mover, where that is known.
    pub outcome: Option<Outcome>,
    /// After how many moves the position stands that was looked for; 0 if none was.
    pub ply: usize,
    /// The rules that its start determines.
    pub settings: Settings,
    /// The game.
    pub line: GameLine,
    /// The tags of its record, as pairs of name and value.
    pub tags: Vec<(String, String)>,
    /// The file that it came from.
    pub source: String,
}

impl Database {
    /// What was played from `place` in the games of `filter`. Takes some milliseconds; with a
    /// filter, a microsecond for each game with the position.
    ///
    /// A game that comes to the position several times counts each time.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn explore(
        &self,
        place: &IndexedPlace,
        filter: &Filter,
    ) -> Result<Explored, DatabaseError> {
        let branches = self.branches(stored(place.key), filter)?;
        let mut explored = Explored::default();
        for (mv, key) in &place.moves {
            let Some(&counts) = branches.get(&stored(*key)) else {
                continue;
            };
            explored.counts.add(counts);
            let mv = mv.clone();
            explored.moves.push(ExploredMove { mv, counts });
        }
        explored
            .moves
            .sort_by_key(|explored| Reverse(explored.counts.games()));
        Ok(explored)
    }

    /// The counts by the key of the position after the move.
    fn branches(&self, key: i64, filter: &Filter) -> Result<HashMap<i64, Counts>, DatabaseError> {
        let read = |row: &Row<'_>| {
            let count = |column| row.get::<_, i64>(column).map(|count| count as u64);
            let counts = Counts {
                wins: count(1)?,
                draws: count(2)?,
                losses: count(3)?,
                unknown: count(4)?,
            };
            Ok((row.get(0)?, counts))
        };
        if filter.is_empty() {
            let sums = "SELECT next, wins, draws, losses, unknown FROM branches WHERE key = ?1";
            let mut sums = self.connection.prepare_cached(sums)?;
            let sums: HashMap<_, _> = sums.query_map([key], read)?.collect::<Result<_, _>>()?;
            if !sums.is_empty() {
                return Ok(sums);
            }
        }
        let (conditions, values) = filter.conditions();
        let games = if filter.is_empty() {
            ""
        } else {
            "JOIN games ON games.id = positions.game"
        };
        let sum = format!(
            "SELECT next, sum(positions.outcome IS 1), sum(positions.outcome IS 0),
                 sum(positions.outcome IS -1), sum(positions.outcome IS NULL)
             FROM positions {games}
             WHERE positions.key = ?1 AND next IS NOT NULL{conditions} GROUP BY next"
        );
        let values = [Value::Integer(key)].into_iter().chain(values);
        let mut sum = self.connection.prepare_cached(&sum)?;
        let counts = sum.query_map(params_from_iter(values), read)?;
        Ok(counts.collect::<Result<_, _>>()?)
    }

    /// At most `limit` games of kind `game` of `filter`, with the position `place` if one is given,
    /// the latest first.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn games(
        &self,
        game: &str,
        place: Option<&IndexedPlace>,
        filter: &Filter,
        limit: usize,
    ) -> Result<Vec<FoundGame>, DatabaseError> {
        let (conditions, values) = filter.conditions();
        let columns =
            "games.id, first, second, year, event, games.outcome, settings, line, source, tags";
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let (text, first) = match place {
            Some(place) => (
                // The plus keeps SQLite from walking through all games in the order of years.
                format!(
                    "SELECT {columns}, min(ply) FROM positions JOIN games ON games.id = positions.game
                     WHERE positions.key = ?1{conditions}
                     GROUP BY games.id ORDER BY +year DESC, games.id LIMIT {limit}"
                ),
                Value::Integer(stored(place.key)),
            ),
            None => (
                format!(
                    "SELECT {columns}, 0 FROM games
                     WHERE game = ?1{conditions} ORDER BY year DESC, id LIMIT {limit}"
                ),
                Value::Text(game.to_owned()),
            ),
        };
        let mut found = self.connection.prepare_cached(&text)?;
        let values = [first].into_iter().chain(values);
        let games = found.query_map(params_from_iter(values), read_game)?;
        Ok(games.collect::<Result<_, _>>()?)
    }
}

fn read_game(row: &Row<'_>) -> rusqlite::Result<FoundGame> {
    let line: String = row.get(7)?;
    Ok(FoundGame {
        id: row.get(0)?,
        names: [row.get(1)?, row.get(2)?],
        year: row.get(3)?,
        event: row.get(4)?,
        outcome: row.get::<_, Option<i32>>(5)?.map(of_sign),
        settings: pairs(&row.get::<_, String>(6)?),
        tags: pairs(&row.get::<_, String>(9)?),
        line: GameLine::from(&line),
        source: row.get(8)?,
        ply: row.get::<_, i64>(10)? as usize,
    })
}

/// The pairs of name and value in a JSON object; none in another text.
fn pairs(text: &str) -> Vec<(String, String)> {
    let object: serde_json::Map<_, _> = serde_json::from_str(text).unwrap_or_default();
    let text = |value: serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let pairs = object.into_iter();
    pairs.map(|(name, value)| (name, text(value))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_is_of_the_games_with_a_known_end() {
        let mut counts = Counts {
            wins: 5,
            draws: 2,
            losses: 3,
            unknown: 7,
        };
        assert_eq!((counts.games(), counts.score()), (17, Some(0.6)));
        let unknown = Counts {
            unknown: 4,
            ..Counts::default()
        };
        assert_eq!((unknown.games(), unknown.score()), (4, None));
        counts.add(counts);
        counts.add(unknown);
        let expected = Counts {
            wins: 10,
            draws: 4,
            losses: 6,
            unknown: 18,
        };
        assert_eq!(counts, expected);
    }
}
