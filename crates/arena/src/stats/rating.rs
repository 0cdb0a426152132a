use super::estimate::Z95;
use super::{Trinomial, score_of_elo};

/// The rating of one of several players.
///
/// ```
/// use arena::stats::{Trinomial, rate};
/// let none = Trinomial::default();
/// let won = Trinomial { wins: 15, draws: 0, losses: 5 };
/// let level = Trinomial { wins: 8, draws: 4, losses: 8 };
/// let ratings = rate(&[
///     vec![none, won, won],
///     vec![won.reversed(), none, level],
///     vec![won.reversed(), level, none],
/// ]);
/// let [first, second, third] = &ratings[..] else { return Err("three players") };
/// assert!(first.elo > 100.0 && (second.elo - third.elo).abs() < 1e-6);
/// assert_eq!((first.games.wins, first.games.losses), (30, 10));
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rating {
    /// Elo above the average of all.
    pub elo: f64,
    /// Half the width of its 95 % interval, the others' ratings taken as known.
    pub elo_error: f64,
    /// All games of this player.
    pub games: Trinomial,
}

/// Rates players by their games against each other: `results[i][j]` are those of player i against
/// player j, from i's view.
///
/// The ratings are those that expect every player's actual points: the maximum likelihood of the
/// logistic model, with a draw as half a win and half a loss. R. Bradley and M. Terry, "Rank
/// analysis of incomplete block designs" (1952), found by the iteration of E. Zermelo (1929). Every
/// two players who met are given one more drawn game, so that the ratings of players who won or
/// lost every game stay finite.
///
/// # Panics
/// If `results` is not square.
///
/// ```
/// use arena::stats::{Trinomial, rate};
/// let none = Trinomial::default();
/// let three_to_one = Trinomial { wins: 30, draws: 0, losses: 10 };
/// let ratings = rate(&[vec![none, three_to_one], vec![three_to_one.reversed(), none]]);
/// assert!((ratings[0].elo - ratings[1].elo - 185.2).abs() < 0.1);
/// ```
pub fn rate(results: &[Vec<Trinomial>]) -> Vec<Rating> {
    let count = results.len();
    assert!(
        results.iter().all(|row| row.len() == count),
        "one row and one column a player"
    );
    let total = |i: usize| {
        results[i]
            .iter()
            .fold(Trinomial::default(), |sum, &games| sum + games)
    };
    let played = |i: usize, j: usize| match results[i][j].games() {
        0 => 0.0,
        games => games as f64 + 1.0,
    };
    let mut strength = vec![1.0; count];
    for _ in 0..ROUNDS {
        let mut moved: f64 = 0.0;
        for i in 0..count {
            let met = (0..count).filter(|&j| played(i, j) > 0.0).count() as f64;
            let expected: f64 = (0..count)
                .map(|j| played(i, j) / (strength[i] + strength[j]))
                .sum();
            if met > 0.0 {
                let next: f64 = (total(i).points() + 0.5 * met) / expected;
                moved = moved.max((next / strength[i]).ln().abs());
                strength[i] = next;
            }
        }
        if moved < 1e-12 {
            break;
        }
    }
    let elo: Vec<f64> = strength
        .iter()
        .map(|strength| 400.0 * strength.log10())
        .collect();
    let mean = elo.iter().sum::<f64>() / count.max(1) as f64;
    let error = |i: usize| {
        let share = |j: usize| score_of_elo(elo[i] - elo[j]);
        let information: f64 = (0..count)
            .map(|j| played(i, j) * share(j) * (1.0 - share(j)))
            .sum();
        Z95 * ELO / information.sqrt()
    };
    (0..count)
        .map(|i| Rating {
            elo: elo[i] - mean,
            elo_error: error(i),
            games: total(i),
        })
        .collect()
}

/// Elo of a factor e in strength.
const ELO: f64 = 400.0 / core::f64::consts::LN_10;

/// Enough for the iteration to end by itself, even where players differ by a thousand Elo.
const ROUNDS: usize = 10_000;

#[cfg(test)]
mod tests {
    use super::*;

    fn games(wins: u64, draws: u64, losses: u64) -> Trinomial {
        Trinomial {
            wins,
            draws,
            losses,
        }
    }

    #[test]
    fn everyone_makes_the_points_expected() {
        let table = [
            [games(0, 0, 0), games(12, 5, 3), games(9, 2, 9)],
            [games(3, 5, 12), games(0, 0, 0), games(4, 1, 15)],
        ];
        let third = [games(9, 2, 9), games(15, 1, 4), games(0, 0, 0)];
        let results: Vec<Vec<_>> = table
            .iter()
            .chain([&third])
            .map(|row| row.to_vec())
            .collect();
        let ratings = rate(&results);
        assert!(ratings.iter().map(|rating| rating.elo).sum::<f64>().abs() < 1e-6);
        for i in 0..3 {
            // The games played, and the drawn one added for each opponent.
            let against = |j: usize| results[i][j].games() as f64 + if i == j { 0.0 } else { 1.0 };
            let expected: f64 = (0..3)
                .map(|j| against(j) * score_of_elo(ratings[i].elo - ratings[j].elo))
                .sum();
            assert!(
                (expected - 1.0 - ratings[i].games.points()).abs() < 1e-6,
                "{i}: {ratings:?}"
            );
        }
    }

    #[test]
    fn extremes_stay_finite_and_in_order() {
        let none = Trinomial::default();
        let all = games(50, 0, 0);
        let ratings = rate(&[
            vec![none, all, all],
            vec![all.reversed(), none, all],
            vec![all.reversed(); 2].into_iter().chain([none]).collect(),
        ]);
        assert!(
            ratings
                .iter()
                .all(|rating| rating.elo.is_finite() && rating.elo_error > 0.0),
            "{ratings:?}"
        );
        assert!(ratings.is_sorted_by(|a, b| a.elo > b.elo), "{ratings:?}");
        assert!(rate(&[]).is_empty());
        assert_eq!(rate(&[vec![none]])[0].elo, 0.0);
    }

    /// Two players are rated as far apart as the Elo of their score says.
    #[test]
    fn two_players_are_a_match() {
        let none = Trinomial::default();
        let match_ = games(41, 18, 40);
        let ratings = rate(&[vec![none, match_], vec![match_.reversed(), none]]);
        let elo = super::super::elo_of_score((match_.points() + 0.5) / 100.0);
        assert!(
            (ratings[0].elo - ratings[1].elo - elo).abs() < 1e-6,
            "{ratings:?} {elo}"
        );
    }
}
