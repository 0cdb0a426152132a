use game_core::{Outcome, Score};
use std::ops::AddAssign;

/// A move in a book with its search result and the results of games.
///
/// `M` is the move: packed in a [`Book`](crate::Book), the game's own in a
/// [`page`](crate::Book::page).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entry<M> {
    /// The move.
    pub mv: M,
    /// Its score for the player who makes it, in the evaluator's points, propagated by minimax
    /// through the positions of the book.
    pub score: Score,
    /// The plies from the position to the horizon of that search, including this move.
    pub depth: u8,
    /// The games in which it was played here, in any symmetric position.
    pub tally: Tally,
}

impl<M> Entry<M> {
    /// The same entry with another move, as in another notation.
    pub fn with_move<N>(self, mv: N) -> Entry<N> {
        let Self {
            score,
            depth,
            tally,
            ..
        } = self;
        Entry {
            mv,
            score,
            depth,
            tally,
        }
    }
}

/// Chooses a move of a `page`, the best first: the best, or one within less than `margin` points of
/// the best, chosen by `roll`, any number. `None` for an empty page.
///
/// The weight of a move is the number of games with it plus one: practice knows more about openings
/// than the last few points of a search, and unplayed moves still occur sometimes.
///
/// The choice is a function of `roll`: for variety, draw it from a seeded generator.
///
/// ```
/// use game_core::Score;
/// use books::{Entry, Tally, choose};
///
/// let entry = |mv, score| Entry { mv, score: Score::eval(score), depth: 10, tally: Tally::default() };
/// let page = [entry("f5", 50), entry("d6", 20), entry("c3", -200)];
/// assert_eq!(choose(&page, 0, 7).map(|entry| entry.mv), Some("f5"));
/// let moves: Vec<_> = (0..4).filter_map(|roll| choose(&page, 100, roll)).map(|entry| entry.mv).collect();
/// assert_eq!(moves, ["f5", "d6", "f5", "d6"]);
/// ```
pub fn choose<M>(page: &[Entry<M>], margin: i32, roll: u64) -> Option<&Entry<M>> {
    let best = page.first()?.score;
    let near = page
        .iter()
        .take_while(|entry| best.get() - entry.score.get() < margin)
        .count()
        .max(1);
    let near = &page[..near];
    let chances = |entry: &Entry<M>| entry.tally.games() + 1;
    let mut left = roll % near.iter().map(chances).sum::<u64>();
    near.iter()
        .find(|entry| match left.checked_sub(chances(entry)) {
            Some(rest) => {
                left = rest;
                false
            }
            None => true,
        })
}

/// The results of games, for the player who made a move in them.
///
/// ```
/// use game_core::Outcome;
/// use books::Tally;
///
/// let mut tally = Tally::default();
/// for outcome in [Some(Outcome::Win), Some(Outcome::Win), Some(Outcome::Loss), None] {
///     tally += Tally::of(outcome);
/// }
/// assert_eq!((tally.wins, tally.losses, tally.open, tally.games()), (2, 1, 1, 4));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Games with an unknown result.
    pub open: u32,
}

impl Tally {
    /// One game with this result; `None` is unknown.
    pub fn of(outcome: Option<Outcome>) -> Self {
        let mut one = Self::default();
        *match outcome {
            Some(Outcome::Win) => &mut one.wins,
            Some(Outcome::Draw) => &mut one.draws,
            Some(Outcome::Loss) => &mut one.losses,
            None => &mut one.open,
        } = 1;
        one
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        [self.wins, self.draws, self.losses, self.open]
            .into_iter()
            .map(u64::from)
            .sum()
    }

    /// The share of points, 0 to 1, where a draw is half a point; `None` if no result is known.
    pub fn share(&self) -> Option<f64> {
        let known = self.games() - u64::from(self.open);
        (known > 0).then(|| (f64::from(self.wins) + f64::from(self.draws) / 2.0) / known as f64)
    }

    /// The same games for the other player.
    pub fn reversed(self) -> Self {
        Self {
            wins: self.losses,
            losses: self.wins,
            ..self
        }
    }
}

/// Saturates: a full count stays full.
impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.wins = self.wins.saturating_add(other.wins);
        self.draws = self.draws.saturating_add(other.draws);
        self.losses = self.losses.saturating_add(other.losses);
        self.open = self.open.saturating_add(other.open);
    }
}
