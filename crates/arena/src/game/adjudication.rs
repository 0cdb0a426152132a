use game_core::Score;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Ends a game early when both players agree on its result. By default never.
///
/// A move without a score agrees to nothing: the count begins again.
///
/// ```
/// use arena::game::AdjudicationRules;
/// let win = "600:6".parse()?;
/// let early = AdjudicationRules { win: Some(win), ..AdjudicationRules::NEVER };
/// assert_ne!(early, AdjudicationRules::default());
/// assert_eq!(win.to_string(), "600:6");
/// # Ok::<(), arena::game::BadAdjudication>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct AdjudicationRules {
    /// When one player has won.
    pub win: Option<WinBy>,
    /// When it is a draw.
    pub draw: Option<DrawWithin>,
}

/// A game is won when, for `plies` plies in a row, both players' scores say that the same player is
/// ahead by `score` or more: written `SCORE:PLIES`.
///
/// ```
/// use arena::game::WinBy;
/// assert_eq!("600:6".parse(), Ok(WinBy { score: 600, plies: 6 }));
/// assert!("600:1".parse::<WinBy>().is_err(), "both players must agree");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct WinBy {
    /// In the unit of the game's evaluation, from 1 to 30,000; a forced win is more than any.
    pub score: i32,
    /// At least two; both players move in them.
    pub plies: u32,
}

/// A game is drawn when, for `plies` plies in a row, both players' scores say that neither is ahead
/// by more than `score`, but not before `from` plies since the opening: written `SCORE:PLIES:FROM`.
///
/// ```
/// use arena::game::{AdjudicationRules, DrawWithin};
/// let draw: DrawWithin = "10:8:60".parse()?;
/// assert_eq!((draw.score, draw.plies, draw.from), (10, 8, 60));
/// let rules = AdjudicationRules { draw: Some(draw), ..AdjudicationRules::NEVER };
/// assert!(rules.win.is_none());
/// # Ok::<(), arena::game::BadAdjudication>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DrawWithin {
    /// In the unit of the game's evaluation, from 0 to 30,000.
    pub score: i32,
    /// At least two; both players move in them.
    pub plies: u32,
    /// Plies since the opening.
    pub from: u32,
}

/// A text that is no rule of adjudication.
///
/// ```
/// use arena::game::{BadAdjudication, DrawWithin};
/// let error = "10:8".parse::<DrawWithin>().unwrap_err();
/// assert_eq!(error, BadAdjudication::Draw("10:8".to_owned()));
/// assert!(error.to_string().starts_with("\"10:8\" is not SCORE:PLIES:FROM"));
/// ```
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum BadAdjudication {
    /// It does not say when a game is won.
    #[error("{0:?} is not SCORE:PLIES with a score from 1 to 30000 and 2 plies or more, as 600:6")]
    Win(String),
    /// It does not say when a game is drawn.
    #[error(
        "{0:?} is not SCORE:PLIES:FROM with a score from 0 to 30000 and 2 plies or more, as 10:8:60"
    )]
    Draw(String),
}

impl AdjudicationRules {
    /// Games are played out.
    pub const NEVER: Self = Self {
        win: None,
        draw: None,
    };
}

const FEWEST_PLIES: u32 = 2;

impl FromStr for WinBy {
    type Err = BadAdjudication;

    fn from_str(text: &str) -> Result<Self, BadAdjudication> {
        let parts = text.split_once(':').and_then(|(score, plies)| {
            let win = Self {
                score: score.parse().ok()?,
                plies: plies.parse().ok()?,
            };
            let good =
                (1..=Score::MAX_EVAL.get()).contains(&win.score) && win.plies >= FEWEST_PLIES;
            good.then_some(win)
        });
        parts.ok_or_else(|| BadAdjudication::Win(text.to_owned()))
    }
}

impl fmt::Display for WinBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.score, self.plies)
    }
}

impl FromStr for DrawWithin {
    type Err = BadAdjudication;

    fn from_str(text: &str) -> Result<Self, BadAdjudication> {
        let read = || {
            let mut parts = text.split(':');
            let score = parts.next()?;
            let plies = parts.next()?;
            let from = parts.next()?;
            let draw = Self {
                score: score.parse().ok()?,
                plies: plies.parse().ok()?,
                from: from.parse().ok()?,
            };
            let good =
                (0..=Score::MAX_EVAL.get()).contains(&draw.score) && draw.plies >= FEWEST_PLIES;
            (good && parts.next().is_none()).then_some(draw)
        };
        read().ok_or_else(|| BadAdjudication::Draw(text.to_owned()))
    }
}

impl fmt::Display for DrawWithin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.score, self.plies, self.from)
    }
}

/// Counts how long both players have agreed.
#[derive(Clone, Debug, Default)]
pub(super) struct Agreement {
    /// Plies played.
    plies: u32,
    /// In which the first mover's side was ahead, and the other's.
    ahead: [Run; 2],
    /// In which neither was.
    level: Run,
}

/// Plies in a row whose scores agree.
#[derive(Clone, Copy, Debug, Default)]
struct Run {
    plies: u32,
    /// Which sides moved in them.
    sides: [bool; 2],
}

impl Run {
    /// Takes a ply of `side`, which goes on with the run or ends it.
    fn count(&mut self, side: usize, goes_on: bool) {
        if goes_on {
            self.plies = self.plies.saturating_add(1);
            self.sides[side] = true;
        } else {
            *self = Self::default();
        }
    }

    /// Whether it is that long, and both sides moved.
    fn is_long(&self, plies: u32) -> bool {
        self.plies >= plies && self.sides == [true; 2]
    }
}

impl Agreement {
    /// Takes the score that the player of `side` gave with its move. Returns the winner's side, or
    /// `None` for a draw, if the game is over by `terms`.
    pub fn hear(
        &mut self,
        terms: &AdjudicationRules,
        side: usize,
        score: Option<Score>,
    ) -> Option<Option<usize>> {
        self.plies = self.plies.saturating_add(1);
        if let Some(win) = terms.win {
            let by = score.map_or(0, Score::get);
            self.ahead[side].count(side, by >= win.score);
            self.ahead[1 - side].count(side, by <= -win.score);
            if let Some(winner) = self.ahead.iter().position(|run| run.is_long(win.plies)) {
                return Some(Some(winner));
            }
        }
        if let Some(draw) = terms.draw {
            let level = score.is_some_and(|score| score.get().abs() <= draw.score);
            self.level.count(side, level);
            if self.level.is_long(draw.plies) && self.plies >= draw.from {
                return Some(None);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_rules() {
        for text in ["1:2", "600:6", "30000:4294967295"] {
            assert_eq!(
                text.parse::<WinBy>().map(|win| win.to_string()),
                Ok(text.to_owned())
            );
        }
        for text in [
            "", ":", "0:6", "-5:6", "30001:6", "600", "600:1", "600:0", "600:6:1", "600:-1", "a:b",
            "1.5:4",
        ] {
            assert_eq!(
                text.parse::<WinBy>(),
                Err(BadAdjudication::Win(text.to_owned()))
            );
        }
        for text in ["0:2:0", "10:8:60"] {
            assert_eq!(
                text.parse::<DrawWithin>().map(|draw| draw.to_string()),
                Ok(text.to_owned())
            );
        }
        for text in [
            "",
            "10:8",
            "10:8:",
            "10:1:60",
            "-1:8:60",
            "30001:2:2",
            "10:8:60:1",
            "10:8:-1",
        ] {
            assert_eq!(
                text.parse::<DrawWithin>(),
                Err(BadAdjudication::Draw(text.to_owned()))
            );
        }
    }

    /// The players' scores in turn, the first mover's first, and when and how the game ends.
    #[test]
    fn it_takes_both_for_long_enough() {
        let win = Some(WinBy {
            score: 100,
            plies: 4,
        });
        let draw = Some(DrawWithin {
            score: 5,
            plies: 3,
            from: 5,
        });
        type Case = (
            AdjudicationRules,
            Vec<Option<i32>>,
            Option<(usize, Option<usize>)>,
        );
        const S: fn(i32) -> Option<i32> = Some;
        let wins = AdjudicationRules { win, draw: None };
        let draws = AdjudicationRules { win: None, draw };
        let cases: [Case; 14] = [
            (
                wins,
                vec![S(100), S(-100), S(300), S(-120)],
                Some((4, Some(0))),
            ),
            (
                wins,
                vec![S(-100), S(100), S(-100), S(100)],
                Some((4, Some(1))),
            ),
            (
                wins,
                vec![S(0), S(-100), S(100), S(-100), S(100), S(-100)],
                Some((5, Some(0))),
            ),
            // One of them does not agree, is not sure, or gives no score.
            (wins, vec![S(500); 12], None),
            (
                wins,
                vec![S(500), S(-99), S(500), S(-99), S(500), S(-99)],
                None,
            ),
            (
                wins,
                vec![S(100), S(-100), S(100), None, S(100), S(-100), S(100)],
                None,
            ),
            (wins, vec![None; 12], None),
            // A forced win is more than any score.
            (
                wins,
                vec![S(31_000), S(-30_990), S(30_995), S(-30_990)],
                Some((4, Some(0))),
            ),
            (
                AdjudicationRules::NEVER,
                vec![S(30_995), S(-30_995), S(30_995), S(-30_995)],
                None,
            ),
            (
                draws,
                vec![S(0), S(5), S(-5), S(0), S(5), S(0)],
                Some((5, None)),
            ),
            (
                draws,
                vec![S(50), S(0), S(50), S(0), S(50), S(0), S(0), S(-1)],
                Some((8, None)),
            ),
            (
                draws,
                vec![S(0), S(0), S(0), None, S(0), S(0), S(6), S(0)],
                None,
            ),
            (draws, vec![None; 12], None),
            (
                AdjudicationRules { win, draw },
                vec![S(0), S(-100), S(100), S(-100), S(100)],
                Some((5, Some(0))),
            ),
        ];
        for (terms, scores, expected) in cases {
            let mut agreement = Agreement::default();
            let mut heard = scores.iter().enumerate().filter_map(|(ply, &score)| {
                agreement
                    .hear(&terms, ply % 2, score.map(score_of))
                    .map(|winner| (ply + 1, winner))
            });
            assert_eq!(heard.next(), expected, "{terms:?} {scores:?}");
        }
    }

    /// Where a side moves again and again, the other has not been heard.
    #[test]
    fn one_side_alone_agrees_to_nothing() {
        let terms = AdjudicationRules {
            win: "100:3".parse().ok(),
            draw: None,
        };
        let mut agreement = Agreement::default();
        let said = [(0, 300), (0, 300), (0, 300), (1, -300)];
        let heard =
            said.map(|(side, score)| agreement.hear(&terms, side, Some(Score::eval(score))));
        assert_eq!(heard, [None, None, None, Some(Some(0))]);
    }

    fn score_of(score: i32) -> Score {
        use game_core::Outcome::{Loss, Win};
        if score.abs() <= Score::MAX_EVAL.get() {
            return Score::eval(score);
        }
        let plies = (31_000 - score.abs()) as usize;
        Score::terminal(if score > 0 { Win } else { Loss }, plies)
    }
}
