use crate::database::{Database, DatabaseError, stored};
use crate::outcome::sign;
use engines::{EngineError, IndexedGame, Indexer};
use fnv::FnvHasher;
use game_core::Tags;
use rusqlite::{Transaction, params};
use search::Control;
use std::collections::HashSet;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

/// The tags of a game, as pairs of name and value.
type Pairs = [(String, String)];

/// What an import has brought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Games that are new.
    pub added: u64,
    /// Games that were there already.
    pub known: u64,
    /// Games that could not be read.
    pub refused: u64,
    /// Positions of the new games.
    pub positions: u64,
}

/// An import of files into a [`Database`]. All of it is one transaction: without
/// [`finish`](Self::finish) nothing has changed.
///
/// Positions are collected and put in by the order of their keys, as the table has them: so a page
/// of the file is written once. [`BATCH`](Self::BATCH) of them are in memory at most.
#[derive(Debug)]
pub struct Import<'a> {
    transaction: Transaction<'a>,
    control: Control,
    game: String,
    imported: Imported,
    batch: Vec<Visit>,
    /// The positions that occur often: their branches are summed up at the end.
    often: HashSet<i64>,
}

/// A row of `positions`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Visit {
    key: i64,
    game: i64,
    ply: u32,
    outcome: Option<i32>,
    next: Option<i64>,
}

impl Database {
    /// Begins an import of games of that kind.
    ///
    /// # Errors
    /// If another program is writing to the file.
    pub fn import(&mut self, game: &str) -> Result<Import<'_>, DatabaseError> {
        self.import_under(&Control::default(), game)
    }

    /// The same, until `control` is stopped: then the import fails, and nothing has changed.
    ///
    /// # Errors
    /// As [`import`](Self::import).
    pub fn import_under(
        &mut self,
        control: &Control,
        game: &str,
    ) -> Result<Import<'_>, DatabaseError> {
        let transaction = self.connection.transaction()?;
        let often = {
            let mut often = transaction.prepare("SELECT DISTINCT key FROM branches")?;
            let keys = often.query_map([], |row| row.get(0))?;
            keys.collect::<Result<_, _>>()?
        };
        Ok(Import {
            transaction,
            control: control.clone(),
            game: game.to_owned(),
            imported: Imported::default(),
            batch: Vec::new(),
            often,
        })
    }
}

impl Import<'_> {
    /// The most positions in memory; each takes 48 bytes.
    pub const BATCH: usize = 2_000_000;
    /// A position that occurs this often in one batch has its branches summed up.
    const OFTEN: usize = 200;

    /// What has been imported so far.
    pub fn imported(&self) -> Imported {
        self.imported
    }

    /// Puts in the games of a file; `source` is kept with each. A game that cannot be read is given
    /// to `refused` with its number in the file, from 1.
    ///
    /// # Errors
    /// If the database cannot be written, or the import is stopped.
    pub fn file(
        &mut self,
        indexer: &dyn Indexer,
        source: &str,
        bytes: Vec<u8>,
        refused: &mut dyn FnMut(usize, EngineError),
    ) -> Result<(), DatabaseError> {
        let mut done = Ok(());
        indexer.games(bytes, &mut |number, game| {
            done = self.check().and_then(|()| match game {
                Ok(game) => self.add(source, &game),
                Err(error) => {
                    self.imported.refused += 1;
                    refused(number, error);
                    Ok(())
                }
            });
            match done {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        });
        done
    }

    /// Checks that the import is not stopped.
    fn check(&self) -> Result<(), DatabaseError> {
        if self.control.is_stopped() {
            Err(DatabaseError::Stopped)
        } else {
            Ok(())
        }
    }

    fn add(&mut self, source: &str, game: &IndexedGame) -> Result<(), DatabaseError> {
        let line = game.line.to_string();
        let [first, second] = &game.names;
        let outcome = game.outcome.map(sign);
        let year = year(&game.tags);
        let mut insert = self.transaction.prepare_cached(
            "INSERT OR IGNORE INTO games
             (game, fingerprint, first, second, year, event, outcome, plies, line, settings, tags, source)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
        )?;
        let inserted = insert.execute(params![
            self.game,
            stored(fingerprint(&self.game, game, &line)),
            first,
            second,
            year,
            tag(&game.tags, Tags::EVENT),
            outcome,
            game.line.moves.len() as i64,
            line,
            pairs(&game.settings),
            pairs(&game.tags),
            source,
        ])?;
        drop(insert);
        if inserted == 0 {
            self.imported.known += 1;
            return Ok(());
        }
        let id = self.transaction.last_insert_rowid();
        self.imported.added += 1;
        self.imported.positions += game.positions.len() as u64;
        let keys = || game.positions.iter().map(|position| stored(position.key));
        let nexts = keys().skip(1).map(Some).chain([None]);
        let rows = (0..).zip(&game.positions).zip(nexts);
        self.batch.extend(rows.map(|((ply, position), next)| Visit {
            key: stored(position.key),
            game: id,
            ply,
            outcome: outcome.map(|outcome| {
                if position.first_to_move {
                    outcome
                } else {
                    -outcome
                }
            }),
            next,
        }));
        if self.batch.len() >= Self::BATCH {
            self.flush()?;
        }
        Ok(())
    }

    /// Writes the positions in memory.
    fn flush(&mut self) -> Result<(), DatabaseError> {
        self.batch.sort_unstable();
        let mut insert = self.transaction.prepare_cached(
            "INSERT INTO positions (key, game, ply, next, outcome) VALUES (?1, ?2, ?3, ?4, ?5)",
        )?;
        for visits in self.batch.chunk_by(|one, other| one.key == other.key) {
            self.check()?;
            if visits.len() >= Self::OFTEN {
                self.often.insert(visits[0].key);
            }
            for visit in visits {
                let Visit {
                    key,
                    game,
                    ply,
                    next,
                    outcome,
                } = visit;
                insert.execute(params![key, game, ply, next, outcome])?;
            }
        }
        drop(insert);
        self.batch.clear();
        Ok(())
    }

    /// Writes what is left, sums up the branches of frequent positions, and keeps it all.
    ///
    /// # Errors
    /// If the database cannot be written, or the import is stopped; then nothing has changed.
    pub fn finish(mut self) -> Result<Imported, DatabaseError> {
        self.flush()?;
        if self.imported.added > 0 {
            let mut delete = self
                .transaction
                .prepare("DELETE FROM branches WHERE key = ?1")?;
            let mut sum = self.transaction.prepare(
                "INSERT INTO branches
                 SELECT key, next, sum(outcome IS 1), sum(outcome IS 0), sum(outcome IS -1),
                     sum(outcome IS NULL)
                 FROM positions WHERE key = ?1 AND next IS NOT NULL GROUP BY next",
            )?;
            for &key in &self.often {
                self.check()?;
                delete.execute([key])?;
                sum.execute([key])?;
            }
        }
        self.check()?;
        self.transaction.commit()?;
        Ok(self.imported)
    }
}

/// A hash of all that makes `game` this game: its kind, rules, moves and players, and when and where
/// it was played.
fn fingerprint(kind: &str, game: &IndexedGame, line: &str) -> u64 {
    let mut hasher = FnvHasher::default();
    (kind, &game.settings, line, &game.names).hash(&mut hasher);
    for name in [Tags::EVENT, Tags::SITE, Tags::DATE, Tags::ROUND] {
        tag(&game.tags, name).hash(&mut hasher);
    }
    hasher.finish()
}

fn tag<'a>(tags: &'a Pairs, wanted: &str) -> Option<&'a str> {
    let found = tags
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case(wanted));
    found.map(|(_, value)| value.as_str())
}

/// The year of the date, which is a year, or begins or ends with one.
fn year(tags: &Pairs) -> Option<i32> {
    let date = tag(tags, Tags::DATE)?;
    let parts = date.split(|c: char| !c.is_ascii_digit());
    let year = parts.into_iter().find(|part| part.len() == 4)?;
    year.parse().ok()
}

/// `pairs` as JSON.
fn pairs(pairs: &Pairs) -> String {
    let object = pairs
        .iter()
        .map(|(name, value)| (name.clone(), value.as_str().into()));
    serde_json::Value::Object(object.collect()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_year_is_the_four_digits_of_a_date() {
        for (date, expected) in [
            ("1977", Some(1977)),
            ("1977.03.12", Some(1977)),
            ("12/03/1977", Some(1977)),
            ("????.??.??", None),
            ("77", None),
        ] {
            let tags = [("date".to_owned(), date.to_owned())];
            assert_eq!(year(&tags), expected, "{date}");
        }
        assert_eq!(year(&[]), None);
    }
}
