use super::random::Finder;
use super::{Balance, OpeningError, Openings, RandomPlies};
use engines::{Game, Settings};
use game_core::GameLine;
use std::sync::{Mutex, PoisonError};

/// The openings of a match by number: a function of the game, rules, source and seed, on every
/// machine.
///
/// A random opening must differ from all earlier ones, so asking for number `k` first finds those
/// before it, at some milliseconds each; they are kept.
///
/// ```
/// use arena::openings::{OpeningSuite, Openings};
/// let othello = engines::game("othello")?;
/// let suite = || OpeningSuite::new(&Openings::default(), 7, othello, &Vec::new());
/// let (one, other) = (suite()?, suite()?);
/// assert_eq!(one.opening(3)?, other.opening(3)?);
/// assert_ne!(one.opening(2)?, one.opening(3)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct OpeningSuite {
    source: Source,
}

enum Source {
    Found(Box<Mutex<(Search, Vec<GameLine>)>>),
    Lines(Vec<GameLine>, Box<Mutex<Finder>>),
}

impl Source {
    fn found(search: Search) -> Self {
        Self::Found(Box::new(Mutex::new((search, Vec::new()))))
    }
}

/// How openings are found.
enum Search {
    Random(Finder),
    Balanced(Balance),
}

impl Search {
    fn next(&mut self) -> Result<GameLine, OpeningError> {
        match self {
            Self::Random(finder) => finder.next(),
            Self::Balanced(balance) => balance.next().map(|judged| judged.line),
        }
    }
}

impl OpeningSuite {
    /// The openings of `source`; random ones are of `seed`.
    ///
    /// # Errors
    /// If the game has no such setting, or if there is not one opening.
    pub fn new(
        source: &Openings,
        seed: u64,
        game: &dyn Game,
        settings: &Settings,
    ) -> Result<Self, OpeningError> {
        let finder =
            |random| Finder::new(random, seed, game, settings).map_err(OpeningError::Setting);
        let source = match source {
            Openings::Lines(lines) if lines.is_empty() => return Err(OpeningError::Empty),
            Openings::Lines(lines) => {
                let finder = finder(RandomPlies::default())?;
                Source::Lines(lines.clone(), Box::new(Mutex::new(finder)))
            }
            Openings::Random(random) => Source::found(Search::Random(finder(*random)?)),
            Openings::Balanced(balanced) => Source::found(Search::Balanced(Balance::new(
                *balanced, seed, game, settings,
            )?)),
        };
        Ok(Self { source })
    }

    /// Opening number `k`, from 0, spelt as a session spells it.
    ///
    /// # Errors
    /// If random plies lead to no further opening, or the game refuses the line they would follow.
    pub fn opening(&self, k: usize) -> Result<GameLine, OpeningError> {
        match &self.source {
            Source::Lines(lines, _) if k < lines.len() => Ok(lines[k].clone()),
            // Players without chance would play the same games again.
            Source::Lines(lines, finder) => {
                let (round, number) = (k / lines.len(), k % lines.len());
                let plies = 2 * (round.ilog2() + 1);
                let mut finder = finder.lock().unwrap_or_else(PoisonError::into_inner);
                let varied = finder.varied(&lines[number], plies, k as u64);
                varied.map_err(|error| OpeningError::Line {
                    line: number + 1,
                    text: lines[number].to_string(),
                    error,
                })
            }
            Source::Found(source) => {
                // A search that panicked has found nothing and changed nothing.
                let mut source = source.lock().unwrap_or_else(PoisonError::into_inner);
                let (search, found) = &mut *source;
                while found.len() <= k {
                    found.push(search.next()?);
                }
                Ok(found[k].clone())
            }
        }
    }
}
