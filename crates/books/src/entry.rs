use game_core::{Outcome, Score};
use std::ops::AddAssign;

/// A move in a book, and what is known of it: its own search's verdict, and beside it how games
/// went on from there.
///
/// `M` is the move: packed in a [`Book`](crate::Book), the game's own in a
/// [`page`](crate::Book::page).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entry<M> {
    /// The move.
    pub mv: M,
    /// Its value for the player who makes it, in the evaluator's points: of the search behind it,
    /// brought back by minimax through the positions of the book.
    pub score: Score,
    /// How many plies, counted with this move, lie between the position and the horizon of that
    /// search.
    pub depth: u8,
    /// The games in which it was played here, the book's symmetric positions taken together.
    pub tally: Tally,
}

impl<M> Entry<M> {
    /// The same with another move, as in another spelling.
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

/// The move to play of a `page`, the best first: the best; or of those that are worth less than the
/// best by fewer than `margin` points one chosen by `roll`, any number at all. `None` of an empty
/// page.
///
/// Of all numbers, as many choose a move as games played it, and one more: practice knows more of
/// openings than the last few points of a search, and what nobody has played is still to be met now
/// and then.
///
/// The same numbers choose the same move: anyone who wants variety draws `roll` from a seeded
/// source.
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

/// How games ended, for the player who made a move in them.
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
    /// Games whose end is not known.
    pub open: u32,
}

impl Tally {
    /// One game that ended so; `None` is not known.
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

    /// How many games they are.
    pub fn games(&self) -> u64 {
        [self.wins, self.draws, self.losses, self.open]
            .into_iter()
            .map(u64::from)
            .sum()
    }

    /// The share of points won, 0 to 1, a draw being half of one; `None` where no end is known.
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

/// Saturating: a count that is full stays full.
impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.wins = self.wins.saturating_add(other.wins);
        self.draws = self.draws.saturating_add(other.draws);
        self.losses = self.losses.saturating_add(other.losses);
        self.open = self.open.saturating_add(other.open);
    }
}
