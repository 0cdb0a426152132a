use crate::{Wiring, wiring::points_per_unit};
use game_core::Score;
use std::fmt;

/// What a score says in its game, for people and for graphs. Displayed it is in words, in the
/// game's own unit: `+120`, `win in 3`, and in Othello `win by 24`.
///
/// ```
/// use game_core::{Outcome, Score};
/// let gomoku = engines::game("gomoku")?;
/// let opinion = gomoku.reading(Score::eval(-200));
/// assert_eq!((opinion.units, opinion.is_final), (Some(-0.5), false));
/// assert_eq!(opinion.to_string(), "-200");
/// let win = gomoku.reading(Score::terminal(Outcome::Win, 3));
/// assert_eq!((win.units, win.is_final, win.win_probability), (None, true, 1.0));
/// assert!((0.3..0.5).contains(&opinion.win_probability));
/// assert_eq!(win.to_string(), "win in 3");
/// # Ok::<(), engines::UnknownGame>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoreReading {
    /// The score itself.
    pub score: Score,
    /// The score in the game's [unit](crate::GameFacts::unit); `None` if the end is forced.
    pub units: Option<f64>,
    /// The margin of victory, in units, that the score stands for, negative if lost; `None` in a
    /// game without margins, and where the end was not seen. An even score may be an opinion.
    pub margin: Option<i32>,
    /// Whether the score is the proved outcome of the game, not an evaluation.
    pub is_final: bool,
    /// The share of a point that the score promises, 0 to 1: the probability of a win and half that
    /// of a draw, as the engine's own games had it. Logistic in the units, and 3/4 at
    /// [`half_win`](crate::GameFacts::half_win).
    pub win_probability: f64,
}

impl ScoreReading {
    pub(crate) fn new<W: Wiring>(score: Score) -> Self {
        let margin = W::MARGINS.and_then(|margins| (margins.of_score)(score));
        let unit = f64::from(points_per_unit::<W>().max(1));
        let opinion = (!score.is_decisive()).then(|| f64::from(score.get()) / unit);
        let units = margin.map(f64::from).or(opinion);
        let win_probability = match units {
            Some(units) => 1.0 / (1.0 + 3f64.powf(-units / f64::from(W::HALF_WIN))),
            None => f64::midpoint(1.0, f64::from(score.get().signum())),
        };
        Self {
            score,
            units,
            margin,
            is_final: score.is_decisive() || margin.is_some_and(|margin| margin != 0),
            win_probability,
        }
    }
}

impl fmt::Display for ScoreReading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.margin {
            Some(margin) if margin > 0 => f.pad(&format!("win by {margin}")),
            Some(margin) if margin < 0 => f.pad(&format!("loss by {}", -margin)),
            _ => f.pad(&self.score.to_string()),
        }
    }
}

/// How a game tells by how much it was won: one where a win is not just a win.
///
/// ```
/// use engines::{Wiring, othello::OthelloWiring};
/// use game_core::Score;
/// let margins = OthelloWiring::MARGINS.ok_or("it has margins")?;
/// let end: othello_bitboard::Othello = format!("{}OO X", "X".repeat(62)).parse()?;
/// assert_eq!((margins.of_end)(&end), 60);
/// assert_eq!((margins.of_score)(Score::eval(300)), None, "an opinion");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Margins<P> {
    /// By how much the player to move has won a game that is over, negative if lost.
    pub of_end: fn(&P) -> i32,
    /// The margin that a score stands for, in the game's unit; `None` if it is an opinion.
    pub of_score: fn(Score) -> Option<i32>,
}
