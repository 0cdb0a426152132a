use super::GameRecord;
use crate::Side;
use crate::game::{ADJUDICATED, Fault, TOO_LONG};
use crate::stats::{Estimate, Pentanomial, Sprt, SprtVerdict, Trinomial};

/// The standing of a match: the sum of its games, in the order of their indices.
///
/// ```
/// use arena::stats::{Pentanomial, Sprt, SprtVerdict};
/// use arena::tournament::{GameRecord, Standing};
/// use arena::Side;
/// let game = |index| GameRecord {
///     index,
///     first: Side::first_in(index),
///     winner: Some(Side::A),
///     reason: "five in a row".to_owned(),
///     fault: None,
///     opening: "startpos".to_owned(),
///     moves: String::new(),
///     nodes: [0; 2],
///     timing: None,
/// };
/// let mut standing = Standing::new(Some(Sprt::new(0.0, 400.0)?));
/// (0..12).for_each(|index| standing.add(&game(index)));
/// assert_eq!((standing.games.wins, standing.pairs), (12, Pentanomial([0, 0, 0, 0, 6])));
/// assert_eq!(standing.verdict(), Some(SprtVerdict::Elo1));
/// # Ok::<(), arena::stats::BadSprt>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standing {
    /// Wins, draws and losses of A.
    pub games: Trinomial,
    /// The complete pairs among them.
    pub pairs: Pentanomial,
    /// The faults of A and of B.
    pub faults: [Faults; 2],
    /// Games that ended because both players agreed on the result.
    pub adjudicated: u64,
    /// Games that grew too long.
    pub too_long: u64,
    /// The sequential test, if there is one.
    pub sprt: Option<Sprt>,
    /// The last game without its partner: its index and A's half points.
    waiting: Option<(u64, usize)>,
}

/// Games lost in other ways than on the board, by kind.
///
/// ```
/// use arena::game::Fault;
/// use arena::tournament::{GameRecord, Standing};
/// use arena::Side;
/// let mut standing = Standing::default();
/// standing.add(&GameRecord {
///     index: 0,
///     first: Side::A,
///     winner: Some(Side::B),
///     reason: "time: 1200 ms instead of 1000".to_owned(),
///     fault: Some(Fault::Time),
///     opening: "startpos".to_owned(),
///     moves: "h8".to_owned(),
///     nodes: [0; 2],
///     timing: None,
/// });
/// let [a, b] = standing.faults;
/// assert_eq!((a.time_losses, a.total(), b.total()), (1, 1, 0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Faults {
    /// Panics and missing answers.
    pub crashes: u64,
    /// Illegal moves.
    pub illegal: u64,
    /// Moves that took too long.
    pub time_losses: u64,
}

impl Faults {
    /// All of them.
    pub const fn total(self) -> u64 {
        self.crashes + self.illegal + self.time_losses
    }
}

impl Standing {
    /// No game yet; `sprt` is the test to make after every pair.
    pub fn new(sprt: Option<Sprt>) -> Self {
        Self {
            sprt,
            ..Self::default()
        }
    }

    /// Counts a game with a higher index than all before.
    pub fn add(&mut self, game: &GameRecord) {
        let half_points = game.half_points();
        *match half_points {
            2 => &mut self.games.wins,
            1 => &mut self.games.draws,
            _ => &mut self.games.losses,
        } += 1;
        if game.fault.is_none() {
            self.adjudicated += u64::from(game.reason == ADJUDICATED);
            self.too_long += u64::from(game.reason == TOO_LONG);
        }
        if let Some(fault) = game.fault {
            let faults = &mut self.faults[usize::from(game.winner == Some(Side::A))];
            *match fault {
                Fault::Crash => &mut faults.crashes,
                Fault::Illegal => &mut faults.illegal,
                Fault::Time => &mut faults.time_losses,
            } += 1;
        }
        match self.waiting.take() {
            Some((index, earlier)) if index + 1 == game.index && index.is_multiple_of(2) => {
                self.pairs.add(earlier + half_points);
            }
            _ => self.waiting = Some((game.index, half_points)),
        }
    }

    /// The estimate from the games, or `None` if there are none: by pairs if every game has its
    /// partner, else game by game.
    pub fn estimate(&self) -> Option<Estimate> {
        if 2 * self.pairs.pairs() == self.games.games() {
            Estimate::of_pairs(self.pairs)
        } else {
            Estimate::of_games(self.games)
        }
    }

    /// The test's log-likelihood ratio after the complete pairs.
    pub fn llr(&self) -> Option<f64> {
        self.sprt.map(|sprt| sprt.llr_of_pairs(self.pairs))
    }

    /// The decision of the test. Asked after every pair, so that no further games count.
    pub fn verdict(&self) -> Option<SprtVerdict> {
        // Between the games of a pair nothing has changed.
        let sprt = self.sprt.filter(|_| self.waiting.is_none())?;
        sprt.verdict(sprt.llr_of_pairs(self.pairs))
    }
}
