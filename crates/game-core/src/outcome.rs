use core::ops::{Neg, Not};

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Player {
    /// Moves first from the initial position: Black in gomoku and Othello, Red in xiangqi.
    First,
    /// Moves second.
    Second,
}

impl Player {
    /// Both players, the first to move first.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// 0 for the first player, 1 for the second: an index into a pair.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// What is worth `value` to this player, as `other` sees it: negated, unless they are the same.
    ///
    /// ```
    /// use game_core::{Player, Score};
    /// let ahead = Score::eval(30);
    /// assert_eq!(Player::First.value_for(Player::Second, ahead), Score::eval(-30));
    /// assert_eq!(Player::First.value_for(Player::First, ahead), ahead);
    /// ```
    #[inline]
    pub fn value_for<T: Neg<Output = T>>(self, other: Self, value: T) -> T {
        if self == other { value } else { -value }
    }
}

impl Not for Player {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// How a finished game ended, for the player whose turn it would be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Outcome {
    /// The player to move has won.
    Win,
    /// Neither player has won.
    Draw,
    /// The player to move has lost.
    Loss,
}

impl Outcome {
    /// The outcome for the player to move, `turn`, of a game that `winner` has won; `None` is a
    /// draw.
    ///
    /// ```
    /// use game_core::{Outcome, Player};
    /// assert_eq!(Outcome::of(Some(Player::First), Player::Second), Outcome::Loss);
    /// assert_eq!(Outcome::of(None, Player::Second), Outcome::Draw);
    /// ```
    pub fn of(winner: Option<Player>, turn: Player) -> Self {
        match winner {
            Some(winner) if winner == turn => Self::Win,
            Some(_) => Self::Loss,
            None => Self::Draw,
        }
    }

    /// Who won, given whose turn it is; `None` is a draw. The inverse of [`of`](Self::of).
    pub fn winner(self, turn: Player) -> Option<Player> {
        match self {
            Self::Win => Some(turn),
            Self::Draw => None,
            Self::Loss => Some(!turn),
        }
    }
}

impl Not for Outcome {
    type Output = Self;
    /// The same ending seen by the other player.
    fn not(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Draw => Self::Draw,
            Self::Loss => Self::Win,
        }
    }
}

/// An end that the rules pronounce although the board alone would let the game go on: repetition, a
/// move count, material that cannot win.
///
/// ```
/// use game_core::{Adjudication, Outcome};
///
/// /// A draw by repetition, where the last of these keys of a game is one of those before.
/// fn repetition(keys: &[u64]) -> Option<Adjudication> {
///     let (last, before) = keys.split_last()?;
///     let between = before.iter().rev().position(|key| key == last)?;
///     Some(Adjudication { outcome: Outcome::Draw, reach: between + 1 })
/// }
///
/// assert_eq!(repetition(&[7, 1, 2, 3, 4, 1]).map(|verdict| verdict.reach), Some(4));
/// assert_eq!(repetition(&[7, 1, 2, 3, 4]), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Adjudication {
    /// How the game ends, for the player to move.
    pub outcome: Outcome,
    /// Plies back to the earliest position the verdict looks at; 0 where it looks at the board
    /// alone.
    ///
    /// A search must not remember such a value as a fact about the position: it is one about the
    /// way there.
    pub reach: usize,
}
