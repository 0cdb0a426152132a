use super::{Faults, Standing};
use crate::stats::{Rating, Trinomial, rate};

/// The result of one of several players.
///
/// ```
/// use arena::stats::Trinomial;
/// use arena::tournament::{Standing, rank};
/// let mut standing = Standing::default();
/// standing.games = Trinomial { wins: 3, draws: 4, losses: 13 };
/// standing.faults[0].crashes = 2;
/// let [first, last] = &rank(2, [([0, 1], &standing)])[..] else { return Err("two players") };
/// assert!((first.player, last.player) == (1, 0) && first.rating.elo > last.rating.elo);
/// assert_eq!(last.faults.total(), 2);
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked {
    /// The player's number.
    pub player: usize,
    /// Its rating and games.
    pub rating: Rating,
    /// Its faults.
    pub faults: Faults,
}

/// Ranks `count` players, the strongest first, by their matches, each with the numbers of A and B,
/// as [`rate`] rates them.
///
/// # Panics
/// If there is no player of such a number.
///
/// ```
/// use arena::tournament::{Match, Shard, rank, run};
/// let othello = engines::game("othello")?;
/// let mut plan = Match::new(othello, "level=1".parse()?, "pvs,depth=3".parse()?);
/// plan.games = 4;
/// let standing = run(&plan, Shard::WHOLE, 1.try_into()?, Default::default(), &mut ())?;
/// let ranking = rank(2, [([0, 1], &standing)]);
/// assert_eq!((ranking[0].player, ranking[0].rating.games.games()), (1, 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rank<'a>(
    count: usize,
    matches: impl IntoIterator<Item = ([usize; 2], &'a Standing)>,
) -> Vec<Ranked> {
    let mut results = vec![vec![Trinomial::default(); count]; count];
    let mut faults = vec![Faults::default(); count];
    for ([i, j], standing) in matches {
        results[i][j] = results[i][j] + standing.games;
        results[j][i] = results[j][i] + standing.games.reversed();
        for (player, more) in [i, j].into_iter().zip(standing.faults) {
            let sum = &mut faults[player];
            sum.crashes += more.crashes;
            sum.illegal += more.illegal;
            sum.time_losses += more.time_losses;
        }
    }
    let ranked = |(player, (rating, faults))| Ranked {
        player,
        rating,
        faults,
    };
    let mut ranking: Vec<Ranked> = rate(&results)
        .into_iter()
        .zip(faults)
        .enumerate()
        .map(ranked)
        .collect();
    ranking.sort_by(|one, other| other.rating.elo.total_cmp(&one.rating.elo));
    ranking
}
