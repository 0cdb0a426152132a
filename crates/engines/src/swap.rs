use game_core::{Player, Score};

/// An opening that makes a game fair: one seat plays the first moves of both sides, then the other
/// seat chooses a side.
///
/// With [`more`](Self::more) moves the other seat may also play these and leave the choice to the
/// first: that is swap2 of gomoku. One move and none more is the pie rule.
///
/// ```
/// use engines::{GameTable, Seat, SwapRule, SwapStep};
/// # struct Person;
/// # impl Seat for Person {
/// #     fn is_person(&self) -> bool { true }
/// # }
/// let pie = SwapRule { name: "pie", plies: 1, more: 0 };
/// let mut table = GameTable::new(engines::game("gomoku")?.session(&Vec::new())?, [Person, Person]);
/// table.begin_swap(pie)?;
/// table.play("h8")?;
/// assert_eq!(table.swap_step(), Some(SwapStep::Choose { seat: 1, may_add: false }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SwapRule {
    /// The name, as `swap2`.
    pub name: &'static str,
    /// How many moves the opener plays, for both sides in turn; at least one.
    pub plies: usize,
    /// How many the chooser may add instead of choosing; 0 if the chooser must choose.
    pub more: usize,
}

/// What a seat chooses in such an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SwapChoice {
    /// To play the side that moves first in the game.
    First,
    /// To play the other side.
    Second,
    /// To add moves and leave the choice to the opener.
    More,
}

impl SwapChoice {
    /// The choice of a player who knows the value of the position: `score` is that of `turn`, the
    /// side to move. Where neither side is ahead by more than half a `unit` a side gains nothing:
    /// then moves are added, if they may be.
    ///
    /// ```
    /// use engines::SwapChoice;
    /// use game_core::{Player, Score};
    /// let choice = |score, may_add| SwapChoice::of(Score::eval(score), Player::Second, may_add, 100);
    /// assert_eq!(choice(80, true), SwapChoice::Second);
    /// assert_eq!(choice(-80, true), SwapChoice::First);
    /// assert_eq!((choice(-50, true), choice(-50, false)), (SwapChoice::More, SwapChoice::First));
    /// ```
    pub fn of(score: Score, turn: Player, may_add: bool, unit: i32) -> Self {
        if may_add && score.get().abs() * 2 <= unit {
            return Self::More;
        }
        let better = if score < Score::DRAW { !turn } else { turn };
        match better {
            Player::First => Self::First,
            Player::Second => Self::Second,
        }
    }
}

/// What an opening waits for.
///
/// ```
/// use engines::{GameTable, Seat, SwapStep};
/// # struct Person;
/// # impl Seat for Person {
/// #     fn is_person(&self) -> bool { true }
/// # }
/// let ask = |step| match step {
///     SwapStep::Play { seat, left } => format!("player {seat}, {left} stones"),
///     SwapStep::Choose { seat, may_add: true } => format!("player {seat}, a side or more stones"),
///     SwapStep::Choose { seat, may_add: false } => format!("player {seat}, a side"),
/// };
/// let gomoku = engines::game("gomoku")?;
/// let mut table = GameTable::new(gomoku.session(&Vec::new())?, [Person, Person]);
/// table.begin_swap(gomoku.facts().swap("swap2")?)?;
/// assert_eq!(table.swap_step().map(ask).as_deref(), Some("player 0, 3 stones"));
/// for stone in ["h8", "i9", "j6"] {
///     table.play(stone)?;
/// }
/// assert_eq!(table.swap_step().map(ask).as_deref(), Some("player 1, a side or more stones"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SwapStep {
    /// Seat `seat` plays a move, whichever side is to move; it has `left` to play.
    Play {
        /// The index of the seat.
        seat: usize,
        /// How many moves are left to play before the next choice.
        left: usize,
    },
    /// Seat `seat` chooses.
    Choose {
        /// The index of the seat.
        seat: usize,
        /// Whether it may choose [`SwapChoice::More`].
        may_add: bool,
    },
}

impl SwapStep {
    /// The index of the seat that the opening waits for.
    pub const fn seat(self) -> usize {
        match self {
            Self::Play { seat, .. } | Self::Choose { seat, .. } => seat,
        }
    }
}

impl SwapRule {
    /// The seat that plays the first moves.
    const OPENER: usize = 0;
    /// The seat that answers.
    const CHOOSER: usize = 1;

    /// What comes after `ply` moves, if no side is chosen yet; `adds` tells whether the chooser
    /// has chosen to add moves.
    pub(crate) const fn step(self, ply: usize, adds: bool) -> SwapStep {
        let last = self.plies + self.more;
        if ply < self.plies {
            return SwapStep::Play {
                seat: Self::OPENER,
                left: self.plies - ply,
            };
        }
        if ply == self.plies && !adds {
            return SwapStep::Choose {
                seat: Self::CHOOSER,
                may_add: self.more > 0,
            };
        }
        if ply < last {
            return SwapStep::Play {
                seat: Self::CHOOSER,
                left: last - ply,
            };
        }
        SwapStep::Choose {
            seat: Self::OPENER,
            may_add: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_steps_of_swap2_and_of_the_pie_rule() {
        let play = |seat, left| SwapStep::Play { seat, left };
        let choose = |seat, may_add| SwapStep::Choose { seat, may_add };
        let swap2 = SwapRule {
            name: "swap2",
            plies: 3,
            more: 2,
        };
        let steps = [
            (0, false, play(0, 3)),
            (1, false, play(0, 2)),
            (2, false, play(0, 1)),
            (3, false, choose(1, true)),
            (3, true, play(1, 2)),
            (4, true, play(1, 1)),
            (5, true, choose(0, false)),
        ];
        for (ply, adds, step) in steps {
            assert_eq!(swap2.step(ply, adds), step, "{ply} {adds}");
        }
        let pie = SwapRule {
            name: "pie",
            plies: 1,
            more: 0,
        };
        assert_eq!(pie.step(0, false), play(0, 1));
        assert_eq!(pie.step(1, false), choose(1, false));
    }
}
