use game_core::Score;
use rand::{Rng, RngExt};
use search::{Bound, Variation};

/// How a weaker player errs: it overlooks moves, and does not always choose the best of those that
/// it sees.
///
/// It chooses among the [best moves](Self::CANDIDATES) that a search finds, so that it plays no absurd
/// one. A win with the next move is always seen, and a move after which the opponent wins
/// with the next one is avoided where there is another.
///
/// ```
/// use engines::{Mistakes, SearcherConfig};
/// let config: SearcherConfig = "pvs,oversight=100,temperature=50".parse()?;
/// assert_eq!(config.mistakes, Mistakes { oversight: 100, temperature: 50 });
/// assert!("pvs,depth=3".parse::<SearcherConfig>()?.mistakes.is_none());
/// # Ok::<(), engines::ConfigError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mistakes {
    /// Of a thousand candidates, those that are overlooked.
    pub oversight: u32,
    /// The temperature of the choice among the others in hundredths of the evaluator's
    /// [unit](search::Options::unit): a move worse than another by so much is chosen e times less
    /// often. At zero the best is.
    pub temperature: u32,
}

impl Mistakes {
    /// None at all.
    pub const NONE: Self = Self {
        oversight: 0,
        temperature: 0,
    };

    /// How many moves are candidates.
    pub const CANDIDATES: usize = 24;

    /// Whether there are none.
    pub fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// The place of the move that is played of these `lines`, which a search ranked, in a game with
    /// this `unit`; `None` if there is nothing to choose.
    pub fn choose<M>(
        self,
        lines: &[Variation<M>],
        unit: i32,
        random: &mut impl Rng,
    ) -> Option<usize> {
        let exact = lines
            .iter()
            .take_while(|line| line.bound == Bound::Exact)
            .count();
        let lines = &lines[..exact];
        let best = lines.first()?.score;
        let ends_soon = |score: Score, plies| {
            score
                .plies_to_end()
                .is_some_and(|distance| distance <= plies)
        };
        if ends_soon(best, 1) && best > Score::DRAW {
            return Some(0);
        }
        let loses_at_once = |score: Score| score < Score::DRAW && ends_soon(score, 2);
        let reasonable = lines
            .iter()
            .take_while(|line| loses_at_once(best) || !loses_at_once(line.score))
            .count();
        let mut seen: Vec<usize> = (0..reasonable)
            .filter(|_| random.random_range(0..1000) >= self.oversight)
            .collect();
        if seen.is_empty() {
            seen = (0..reasonable).collect();
        }
        let first = *seen.first()?;
        if self.temperature == 0 {
            return Some(first);
        }
        let scale = f64::from(self.temperature) / 100.0 * f64::from(unit.max(1));
        let weight = |place: usize| {
            let behind = i64::from(lines[first].score.get()) - i64::from(lines[place].score.get());
            (-(behind as f64) / scale).exp()
        };
        let mut rest =
            random.random_range(0.0..1.0) * seen.iter().map(|&at| weight(at)).sum::<f64>();
        for &place in &seen {
            rest -= weight(place);
            if rest < 0.0 {
                return Some(place);
            }
        }
        // What rounding has left.
        Some(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game_core::Outcome;
    use rand::{SeedableRng, rngs::StdRng};

    fn win_in(plies: usize) -> Score {
        Score::terminal(Outcome::Win, plies)
    }

    fn loss_in(plies: usize) -> Score {
        Score::terminal(Outcome::Loss, plies)
    }

    fn lines(scores: &[Score]) -> Vec<Variation<u8>> {
        let line = |(mv, &score): (usize, &Score)| Variation {
            moves: vec![mv as u8],
            score,
            bound: Bound::Exact,
        };
        scores.iter().enumerate().map(line).collect()
    }

    /// How often each place is chosen of a thousand times.
    fn counts(mistakes: Mistakes, lines: &[Variation<u8>]) -> Vec<usize> {
        let mut random = StdRng::seed_from_u64(7);
        let mut counts = vec![0; lines.len()];
        for _ in 0..1_000 {
            counts[mistakes.choose(lines, 100, &mut random).expect("moves")] += 1;
        }
        counts
    }

    #[test]
    fn the_warmer_the_more_even() {
        let lines = lines(&[50, 50, -50, -350].map(Score::eval));
        let at = |temperature| {
            let mistakes = Mistakes {
                temperature,
                oversight: 0,
            };
            counts(mistakes, &lines)
        };
        assert_eq!(at(0), [1_000, 0, 0, 0]);
        let cool = at(100);
        assert!(
            (350..480).contains(&cool[0]) && (350..480).contains(&cool[1]),
            "{cool:?}"
        );
        // A unit behind: e times less often.
        assert!((110..210).contains(&cool[2]) && cool[3] < 30, "{cool:?}");
        let hot = at(10_000);
        assert!(
            hot.iter().all(|count| (200..300).contains(count)),
            "{hot:?}"
        );
    }

    #[test]
    fn what_is_overlooked_is_not_played() {
        let lines = lines(&[300, 100, 0].map(Score::eval));
        let mistakes = Mistakes {
            oversight: 500,
            temperature: 0,
        };
        let counts = counts(mistakes, &lines);
        // Where nothing is seen, the best is.
        assert!((570..680).contains(&counts[0]), "{counts:?}");
        assert!(
            (200..300).contains(&counts[1]) && counts[2] > 80,
            "{counts:?}"
        );
        assert_eq!(
            Mistakes::NONE.choose::<u8>(&[], 100, &mut StdRng::seed_from_u64(1)),
            None
        );
    }

    #[test]
    fn a_win_is_taken_and_a_threat_answered() {
        let wild = Mistakes {
            oversight: 900,
            temperature: 100_000,
        };
        let won = lines(&[win_in(1), Score::eval(900), Score::eval(800)]);
        assert_eq!(counts(wild, &won), [1_000, 0, 0]);
        let threatened = lines(&[Score::eval(-400), loss_in(2), loss_in(2)]);
        assert_eq!(counts(wild, &threatened), [1_000, 0, 0]);
        let lost = lines(&[loss_in(2), loss_in(2)]);
        assert!(counts(wild, &lost).iter().all(|&count| count > 300));
        // A win further away may be overlooked.
        let far = lines(&[win_in(5), Score::eval(0)]);
        assert!(counts(wild, &far)[1] > 100);
    }

    /// The others have not been searched to the end.
    #[test]
    fn only_what_was_searched_is_a_candidate() {
        let mut lines = lines(&[10, 0, -10].map(Score::eval));
        lines[1].bound = Bound::Upper;
        let wild = Mistakes {
            oversight: 0,
            temperature: 100_000,
        };
        assert_eq!(counts(wild, &lines), [1_000, 0, 0]);
    }
}
