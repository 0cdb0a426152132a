/// Wins, draws and losses of A.
///
/// ```
/// use arena::stats::Trinomial;
/// let games = Trinomial { wins: 12, draws: 5, losses: 3 };
/// assert_eq!((games.games(), games.points()), (20, 14.5));
/// assert_eq!((games + games.reversed()).points(), 20.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Trinomial {
    /// Games that A won.
    pub wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games that A lost.
    pub losses: u64,
}

impl Trinomial {
    /// Games in all.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// A's points: a win is one, a draw half.
    pub fn points(&self) -> f64 {
        self.wins as f64 + 0.5 * self.draws as f64
    }

    /// The same games from the opponent's view.
    pub fn reversed(self) -> Self {
        Self {
            wins: self.losses,
            losses: self.wins,
            ..self
        }
    }

    /// The frequency of each possible score of a game, 0 to 1.
    pub(crate) fn frequencies(&self) -> [f64; 3] {
        [self.losses, self.draws, self.wins].map(|count| count as f64)
    }
}

impl core::ops::Add for Trinomial {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let Self {
            wins,
            draws,
            losses,
        } = other;
        Self {
            wins: self.wins + wins,
            draws: self.draws + draws,
            losses: self.losses + losses,
        }
    }
}

/// Pairs of games from the same opening with sides swapped, by what A made of both: 0, 0.5, 1, 1.5
/// or 2 points.
///
/// The two games of a pair are not independent: an opening that favours one side gives one game to
/// each. Counting pair by pair, as Fishtest, OpenBench and fastchess do, accounts for that.
///
/// ```
/// use arena::stats::{Estimate, Pentanomial};
/// let mut pairs = Pentanomial::default();
/// // Of three openings A wins one with either side; from the others each side wins once.
/// for half_points in [4, 2, 2] {
///     pairs.add(half_points);
/// }
/// assert_eq!((pairs, pairs.pairs()), (Pentanomial([0, 0, 2, 0, 1]), 3));
/// assert!(Estimate::of_pairs(pairs).is_some_and(|estimate| estimate.elo > 0.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Pairs in all.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Counts a pair by A's half points in it, 0 to 4.
    ///
    /// # Panics
    /// If there are more than four.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }

    pub(crate) fn frequencies(&self) -> [f64; 5] {
        self.0.map(|count| count as f64)
    }
}
