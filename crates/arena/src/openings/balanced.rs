use super::random::Finder;
use super::{OpeningError, RandomPlies};
use engines::{Engine, EngineConfig, Game, SearchRequest, Settings};
use game_core::{GameLine, Score};
use search::{Bound, Control, Limits, Report, Variation};

/// Random openings that a longer search also finds in balance.
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
    /// The limits of the search that decides. Without a time limit, the same seed gives the same
    /// openings.
    pub limits: Limits,
    /// How far from a draw its score may be, in points, for either side.
    pub within: i32,
}

impl Balanced {
    /// The nodes of the search by default.
    pub const NODES: u64 = 50_000;
    /// After this many unbalanced openings in a row the search for one fails.
    pub const TRIES: usize = 1_000;
    /// After this many openings in a row without a score the limits are considered too low.
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

    /// The same, with a bound of `units`, in the evaluator's unit of `game`.
    pub fn within_units(self, units: f64, game: &dyn Game) -> Self {
        let within = (units * f64::from(game.facts().points_per_unit)).round() as i32;
        Self { within, ..self }
    }
}

/// An opening in balance.
///
/// ```
/// use arena::openings::{Balance, Balanced, RandomPlies};
/// use search::Limits;
/// let othello = engines::game("othello")?;
/// let (random, limits) = (RandomPlies { plies: 2 }, Limits::nodes(500));
/// let balanced = Balanced { random, limits, ..Balanced::of(othello) };
/// let judged = Balance::new(balanced, 1, othello, &Vec::new())?.next()?;
/// let value = othello.reading(judged.score).units.ok_or("the score is a proved win")?;
/// assert!(judged.line.moves.len() == 2 && value.abs() <= 1.0 && judged.depth > 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The opening, as a session gives it.
    pub line: GameLine,
    /// Its score for the player to move.
    pub score: Score,
    /// The depth of that search.
    pub depth: u32,
}

/// Finds openings in balance, one after another.
pub struct Balance {
    balanced: Balanced,
    finder: Finder,
    judge: Box<dyn Engine>,
    control: Control,
    found: usize,
}

impl Balance {
    /// The openings of `seed`, in `game` under the rules of `settings`.
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
            control: Control::default(),
            found: 0,
        })
    }

    /// The same, until `control` is stopped.
    pub fn under(self, control: &Control) -> Self {
        let control = control.clone();
        Self { control, ..self }
    }

    /// The openings that go on from `line`: its moves come first, then the random ones.
    ///
    /// # Errors
    /// If the game refuses it.
    ///
    /// ```
    /// use arena::openings::{Balance, Balanced, RandomPlies};
    /// use search::Limits;
    /// let othello = engines::game("othello")?;
    /// let random = RandomPlies { plies: 2 };
    /// let balanced = Balanced { random, limits: Limits::nodes(5_000), ..Balanced::of(othello) };
    /// let mut openings = Balance::new(balanced, 1, othello, &Vec::new())?.after(&"startpos moves f5 d6".into())?;
    /// let line = openings.next()?.line;
    /// assert!(line.moves.len() == 4 && line.moves[..2] == ["f5", "d6"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn after(self, line: &GameLine) -> Result<Self, OpeningError> {
        let finder = self.finder.after(line).map_err(OpeningError::Setting)?;
        Ok(Self { finder, ..self })
    }

    /// The next opening.
    ///
    /// # Errors
    /// If random plies lead to no further one, or to none in balance, if the limits are too low
    /// for any search to come to a value, or after a stop.
    #[expect(
        clippy::should_implement_trait,
        reason = "there is no end to them but by an error"
    )]
    pub fn next(&mut self) -> Result<Judged, OpeningError> {
        let number = self.found + 1;
        let mut unknown = 0;
        for _ in 0..Balanced::TRIES {
            let line = self.finder.next()?;
            // The engine must not remember other openings.
            self.judge.new_game();
            let question = SearchRequest::new(self.balanced.limits).with_instant(false);
            let report = self
                .judge
                .think(&line, &question, &self.control, &mut |_| {});
            if self.control.is_stopped() {
                return Err(OpeningError::Stopped);
            }
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

/// `count` moves that go on from `line` and leave the game in balance, as the report of a search:
/// an opening that shares the sides needs them. What is known of their value is that of the
/// position after them, so that the report tells none.
///
/// # Errors
/// As those of [`Balance::new`], [`after`](Balance::after) and [`next`](Balance::next).
///
/// ```
/// let gomoku = engines::game("gomoku")?;
/// let report = arena::openings::balanced_moves(gomoku, &Vec::new(), &"startpos".into(), 3, 1)?;
/// assert_eq!((report.lines[0].moves.len(), report.known_score()), (3, None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn balanced_moves(
    game: &dyn Game,
    settings: &Settings,
    line: &GameLine,
    count: usize,
    seed: u64,
) -> Result<Report<String>, OpeningError> {
    let random = RandomPlies {
        plies: count as u32,
    };
    let balanced = Balanced {
        random,
        ..Balanced::of(game)
    };
    let mut openings = Balance::new(balanced, seed, game, settings)?.after(line)?;
    let mut moves = openings.next()?.line.moves;
    let added = moves.split_off(moves.len().saturating_sub(count));
    Ok(Report::of(Variation {
        moves: added,
        score: Score::DRAW,
        bound: Bound::None,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_search_has_looked_at_is_not_in_balance() {
        for game in &engines::GAMES {
            let balanced = Balanced {
                limits: Limits::nodes(1),
                ..Balanced::of(game)
            };
            let mut openings = Balance::new(balanced, 1, game, &Vec::new()).expect("no settings");
            let refused = openings.next().expect_err("one node tells nothing");
            assert!(
                matches!(refused, OpeningError::Unknown { number: 1, .. }),
                "{}: {refused}",
                game.name()
            );
        }
    }
}
