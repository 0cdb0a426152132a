use core::{fmt, str::FromStr};
use game_core::Player;
use thiserror::Error;

use crate::Point;

/// The smallest board there is.
pub const MIN_SIZE: u8 = 5;
/// The largest board there is.
pub const MAX_SIZE: u8 = 20;

/// What wins, and what Black may not do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
pub enum Rule {
    /// Five or more in a row win, for both players.
    #[default]
    Freestyle,
    /// Exactly five in a row win, for both players; a longer row is worth nothing.
    Standard,
    /// Renju: Black wins by exactly five and may not make three-three, four-four or an overline;
    /// White wins by five or more and may do anything. After the International Rules of Renju
    /// (Renju International Federation), section 9.
    Renju,
    /// Caro: exactly five in a row win, for both players, unless an opponent's stone stands at
    /// either end; the edge shuts in no row. As the Gomocup protocol counts it among its rules.
    Caro,
}

impl Rule {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Freestyle, Self::Standard, Self::Renju, Self::Caro];

    /// Whether an unbroken row of `length` stones wins for `player`, if it is not
    /// [shut in](Self::shuts_in).
    #[inline]
    pub const fn wins(self, player: Player, length: u32) -> bool {
        if self.exact(player) {
            length == 5
        } else {
            length >= 5
        }
    }

    /// Whether only a row of exactly five wins for `player`.
    #[inline]
    pub const fn exact(self, player: Player) -> bool {
        match self {
            Self::Freestyle => false,
            Self::Standard | Self::Caro => true,
            Self::Renju => matches!(player, Player::First),
        }
    }

    /// Whether a row counts for nothing where the opponent's stones stand at both its ends. Then a
    /// four may have a second answer beside the point that makes five: an end of that row.
    #[inline]
    pub const fn shuts_in(self) -> bool {
        matches!(self, Self::Caro)
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Freestyle => "freestyle",
            Self::Standard => "standard",
            Self::Renju => "renju",
            Self::Caro => "caro",
        })
    }
}

impl FromStr for Rule {
    type Err = RulesError;

    /// # Errors
    /// If `text` is none of `freestyle`, `standard`, `renju` and `caro`.
    fn from_str(text: &str) -> Result<Self, RulesError> {
        Self::ALL
            .into_iter()
            .find(|rule| rule.to_string() == text)
            .ok_or_else(|| RulesError::Rule(game_core::clip(text)))
    }
}

/// What is agreed on before the first move: the board's size and the rule. The default is 15 and
/// freestyle.
///
/// ```
/// use gomoku_rules::{Rule, Rules};
/// let rules = Rules::new(20, "standard".parse()?)?;
/// assert_eq!((rules.size(), rules.rule()), (20, Rule::Standard));
/// assert!(Rules::new(21, Rule::Renju).is_err());
/// # Ok::<(), gomoku_rules::RulesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "Unchecked")
)]
pub struct Rules {
    size: u8,
    rule: Rule,
}

impl Rules {
    /// A board of `size` by `size` points, played by `rule`.
    ///
    /// # Errors
    /// If `size` is not between [`MIN_SIZE`] and [`MAX_SIZE`].
    pub const fn new(size: u8, rule: Rule) -> Result<Self, RulesError> {
        if size < MIN_SIZE || size > MAX_SIZE {
            return Err(RulesError::Size(size as u64));
        }
        Ok(Self { size, rule })
    }

    /// Points along a side, 5 to 20.
    #[inline]
    pub const fn size(self) -> u8 {
        self.size
    }

    /// What wins, and what is forbidden.
    #[inline]
    pub const fn rule(self) -> Rule {
        self.rule
    }

    /// Points on the board.
    #[inline]
    pub const fn area(self) -> u32 {
        self.size as u32 * self.size as u32
    }

    /// Whether `point` is on the board; [`Point::NULL`] never is.
    #[inline]
    pub const fn contains(self, point: Point) -> bool {
        point.col() < self.size && point.row() < self.size
    }

    /// Every point of the board, in board order: row by row from `a1`.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.size)
            .flat_map(move |row| (0..self.size).filter_map(move |col| Point::new(col, row)))
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            size: 15,
            rule: Rule::Freestyle,
        }
    }
}

/// What no game can be played by.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RulesError {
    /// The board's size is out of range.
    #[error("a board of size {0} is not between {MIN_SIZE} and {MAX_SIZE}")]
    Size(u64),
    /// There is no rule of this name.
    #[error("{0:?} is not freestyle, standard, renju or caro")]
    Rule(String),
}

/// Rules as they come from outside.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
struct Unchecked {
    size: u8,
    rule: Rule,
}

#[cfg(feature = "serde")]
impl TryFrom<Unchecked> for Rules {
    type Error = RulesError;
    fn try_from(raw: Unchecked) -> Result<Self, RulesError> {
        Self::new(raw.size, raw.rule)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_checked() {
        for size in 0..=u8::MAX {
            assert_eq!(
                Rules::new(size, Rule::Renju).is_ok(),
                (5..=20).contains(&size),
                "{size}"
            );
        }
    }

    #[test]
    fn rules_read_as_they_are_written() {
        for rule in Rule::ALL {
            assert_eq!(rule.to_string().parse(), Ok(rule));
        }
        for bad in ["", "Renju", "renju ", "free", "gomoku"] {
            assert_eq!(bad.parse::<Rule>(), Err(RulesError::Rule(bad.into())));
        }
    }

    #[test]
    fn what_wins() {
        let table = [
            (Rule::Freestyle, [[false, true, true], [false, true, true]]),
            (Rule::Standard, [[false, true, false], [false, true, false]]),
            (Rule::Renju, [[false, true, false], [false, true, true]]),
            (Rule::Caro, [[false, true, false], [false, true, false]]),
        ];
        for (rule, wins) in table {
            for player in Player::BOTH {
                for (length, win) in (4..).zip(wins[player.index()]) {
                    assert_eq!(rule.wins(player, length), win, "{rule} {player:?} {length}");
                }
            }
        }
    }
}
