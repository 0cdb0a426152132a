use crate::{Clock, Report, RootMove};

/// On a clock, thinks longer while moves other than the best one take nodes: what is hard to
/// refute may be better.
///
/// The soft bound of a move is its fair share of the time, times `base`, times 1 + `nodes` (0.6 -
/// the best move's part of all nodes), both in hundredths. As in Stockfish, whose further signs, a
/// best move that has changed and a score that falls, gained nothing in three games. Nothing
/// changes without a clock.
///
/// ```
/// use search::{OptionRow, Options, TimeManagement};
/// let time = TimeManagement { base: 70, nodes: 50 };
/// let row = OptionRow::named("time_management").ok_or("no such option")?;
/// assert_eq!(row.get(&Options::default().with_time_management(Some(time)))[0].to_string(), "70:50");
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TimeManagement {
    /// Hundredths of the fair share, for a best move that took 0.6 of the nodes.
    pub base: i32,
    /// How much the nodes count, in hundredths: with 100, a best move that took 0.4 of them adds a
    /// fifth, one that took 0.8 takes a fifth away.
    pub nodes: i32,
}

impl TimeManagement {
    /// 0.6 of the fair share, times 1.48 where the best move took no nodes and 0.68 where it took
    /// all.
    pub const DEFAULT: Self = Self {
        base: 60,
        nodes: 80,
    };

    /// How many times the soft bound of an [allotment](crate::Allotment) may be spent after the
    /// iteration of `report`.
    pub(crate) fn factor<M: PartialEq>(self, report: &Report<M>) -> f64 {
        let best = report.pv().first();
        let nodes = |root: &RootMove<M>| root.nodes as f64;
        let all: f64 = report.roots.iter().map(nodes).sum();
        let own = report
            .roots
            .iter()
            .find(|root| Some(&root.mv) == best)
            .map_or(0.0, nodes);
        let doubt = 0.6 - own / all.max(1.0);
        let share = f64::from(self.base) / 100.0;
        let more = 1.0 + f64::from(self.nodes) / 100.0 * doubt;
        share / Clock::SOFT * more.max(0.0)
    }
}

impl Default for TimeManagement {
    /// [`DEFAULT`](Self::DEFAULT).
    fn default() -> Self {
        Self::DEFAULT
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AlphaBeta, Limits, Options, Searcher, Variation};
    use game_core::from_fn;
    use othello_bitboard::Othello;
    use std::time::Duration;

    /// The factor after an iteration that found the move `a`, when the moves have had these nodes.
    fn factor(base: i32, nodes: i32, spent: &[(char, u64)]) -> f64 {
        let mut report = Report::of(Variation::unknown('a'));
        report.roots = spent
            .iter()
            .map(|&(mv, nodes)| RootMove { mv, nodes })
            .collect();
        TimeManagement { base, nodes }.factor(&report)
    }

    #[test]
    fn nodes_of_other_moves_take_longer() {
        for (base, nodes, spent, expected) in [
            (50, 0, &[('a', 1), ('b', 9)][..], 1.0),
            (75, 0, &[('a', 1)], 1.5),
            (50, 50, &[('a', 60), ('b', 40)], 1.0),
            (50, 50, &[('b', 30), ('c', 30), ('a', 40)], 1.1),
            (100, 50, &[('a', 100), ('b', 0)], 1.6),
            (50, 50, &[('b', 100)], 1.3),
            (50, 50, &[], 1.3),
            (50, 1_000, &[('a', 100)], 0.0),
        ] {
            let factor = factor(base, nodes, spent);
            assert!((factor - expected).abs() < 1e-9, "{spent:?}: {factor}");
        }
    }

    #[test]
    fn a_clock_is_spent_by_it_and_a_fixed_time_is_not() {
        let depth = |base, limits: Limits| {
            AlphaBeta::new(from_fn(Othello::margin))
                .with_options(
                    Options::default()
                        .with_time_management(Some(TimeManagement { base, nodes: 0 })),
                )
                .think(&Othello::START, limits)
                .depth
        };
        let clock = Limits::clock(Clock::new(Duration::from_secs(60), Duration::ZERO));
        assert_eq!(depth(0, clock.with_depth(4)), 1);
        assert_eq!(depth(1_000_000, clock.with_depth(4)), 4);
        let fixed = Limits::time(Duration::from_secs(60)).with_depth(4);
        assert_eq!(depth(0, fixed), 4);
    }
}
