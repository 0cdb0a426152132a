use super::random::Finder;
use super::{OpeningError, RandomPlies};
use engines::{Engine, EngineConfig, Game, SearchRequest, Settings};
use game_core::{GameLine, Score};
use search::{Control, Limits};

/// Random openings that a longer search, too, takes to be in balance.
///
/// ```
/// use arena::openings::{Balance, Balanced};
/// use search::Limits;
/// let othello = engines::game("othello")?;
/// let balanced = Balanced { limits: Limits::nodes(5_000), ..Balanced::of(othello) };
/// let mut openings = Balance::new(balanced, 1, othello, &Vec::new())?;
/// let opening = openings.next()?;
/// assert!(opening.line.moves.len() == 8 && opening.score.get().abs() <= othello.facts().points_per_unit);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Balanced {
    /// How they are found.
    pub random: RandomPlies,
    /// What the search that decides may cost. Without a time in it, the same seed gives the same
    /// openings.
    pub limits: Limits,
    /// How far from a draw its score may be, in points, for either side.
    pub within: i32,
}

impl Balanced {
    /// Positions that the search visits where nothing is said.
    pub const NODES: u64 = 50_000;
    /// After this many openings out of balance in succession there seem to be none in it.
    pub const TRIES: usize = 1_000;
    /// After this many in succession of which the search knows no value it seems to be too short
    /// for any.
    pub const UNKNOWN: usize = 20;

    /// Eight random plies, within one unit of a draw as a search of [`NODES`](Self::NODES) nodes
    /// has it.
    pub fn of(game: &dyn Game) -> Self {
        Self {
            random: RandomPlies::default(),
            limits: Limits::nodes(Self::NODES),
            within: game.facts().points_per_unit,
        }
    }
}

/// An opening in balance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The opening, as a session gives it.
    pub line: GameLine,
    /// What it is worth to the player to move.
    pub score: Score,
    /// How deep that was searched.
    pub depth: u32,
}

/// Finds openings in balance, one after another.
pub struct Balance {
    balanced: Balanced,
    finder: Finder,
    judge: Box<dyn Engine>,
    found: usize,
}

impl Balance {
    /// Those of `seed`, in `game` under the rules of `settings`.
    ///
    /// # Errors
    /// If the game has no such setting.
    pub fn new(
        balanced: Balanced,
        seed: u64,
        game: &dyn Game,
        settings: &Settings,
    ) -> Result<Self, OpeningError> {
        let config: EngineConfig = "aspiration,hash=4"
            .parse()
            .expect("it names a searcher and an option");
        let finder =
            Finder::new(balanced.random, seed, game, settings).map_err(OpeningError::Setting)?;
        let judge = game
            .engine(settings, &config, 0)
            .map_err(OpeningError::Setting)?;
        Ok(Self {
            balanced,
            finder,
            judge,
            found: 0,
        })
    }

    /// The next opening.
    ///
    /// # Errors
    /// If random plies lead to no further one, or to none in balance, or if the limits are too low
    /// for any search to come to a value.
    #[expect(
        clippy::should_implement_trait,
        reason = "there is no end to them but by an error"
    )]
    pub fn next(&mut self) -> Result<Judged, OpeningError> {
        let number = self.found + 1;
        let mut unknown = 0;
        for _ in 0..Balanced::TRIES {
            let line = self.finder.next()?;
            // Of each it knows nothing but that.
            self.judge.new_game();
            let question = SearchRequest {
                instant: false,
                ..SearchRequest::new(self.balanced.limits)
            };
            let report = self
                .judge
                .think(&line, &question, &Control::default(), &mut |_| {});
            let Ok(report) = report else { continue };
            let Some(score) = report.known_score() else {
                unknown += 1;
                if unknown == Balanced::UNKNOWN {
                    return Err(OpeningError::Unknown {
                        tries: unknown,
                        number,
                    });
                }
                continue;
            };
            unknown = 0;
            if !score.is_decisive() && score.get().abs() <= self.balanced.within {
                self.found += 1;
                return Ok(Judged {
                    line,
                    score,
                    depth: report.depth,
                });
            }
        }
        Err(OpeningError::Unbalanced {
            tries: Balanced::TRIES,
            within: self.balanced.within,
            number,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_search_has_looked_at_is_not_in_balance() {
        for game in engines::GAMES {
            let balanced = Balanced {
                limits: Limits::nodes(1),
                ..Balanced::of(*game)
            };
            let mut openings = Balance::new(balanced, 1, *game, &Vec::new()).expect("no settings");
            let refused = openings.next().expect_err("one node tells nothing");
            assert!(
                matches!(refused, OpeningError::Unknown { number: 1, .. }),
                "{}: {refused}",
                game.name()
            );
        }
    }
}
