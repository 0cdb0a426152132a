//! The common part of both solvers: bounds, limits and lines around a search.

use super::{
    meter::{Meter, Stopped},
    solution::{Goal, Solution, Verdict},
};
use crate::SolveLimits;
use gomoku_rules::{Gomoku, Point};
use web_time::Instant;

/// A search of one position for a win within a bound: this many fours, or this many plies.
pub(super) trait Root {
    /// More than any board has room for.
    const ENDLESS: u16;

    /// The bounds within which a win of fewer plies is possible, the least first.
    fn below(plies: usize) -> impl Iterator<Item = u16>;

    /// Whether there is a win within `bound`; if so, its line is stored.
    fn root(&mut self, bound: u16) -> Result<bool, Stopped>;

    fn line(&mut self) -> &mut Vec<Point>;

    /// Whether there is a win, and if so, whether the line is the shortest.
    fn run(&mut self, goal: Goal) -> (Verdict, bool) {
        match self.root(Self::ENDLESS) {
            Ok(true) => {}
            Ok(false) => return (Verdict::None, false),
            Err(Stopped) => {
                // Part of a line may already be stored.
                self.line().clear();
                return (Verdict::Unknown, false);
            }
        }
        if goal == Goal::Any {
            return (Verdict::Win, self.line().len() == 1);
        }
        // The first search's refutations are in the table, which makes the search for a shorter win
        // faster.
        let known = self.line().clone();
        let mut minimal = true;
        for bound in Self::below(known.len()) {
            match self.root(bound) {
                Ok(true) => return (Verdict::Win, true),
                Ok(false) => {}
                Err(Stopped) => {
                    minimal = false;
                    break;
                }
            }
        }
        self.line().clone_from(&known);
        (Verdict::Win, minimal)
    }
}

/// A solver that answers questions about positions by such searches.
pub(super) trait Solver {
    /// The number of positions that a search with limits accounts for at once.
    const PERIOD: u64;

    /// Whether the player to move wins, and if so, whether by the shortest line, which is stored.
    fn run(&mut self, pos: &Gomoku, goal: Goal, meter: &mut Meter<'_>) -> (Verdict, bool);

    /// The line of the win that was found last.
    fn last_line(&self) -> &[Point];

    fn solve_within(&mut self, pos: &Gomoku, goal: Goal, limits: &SolveLimits) -> Solution {
        let start = Instant::now();
        let mut spend = limits.spend(start);
        let mut meter = Meter::new(Self::PERIOD, &mut spend);
        let (verdict, minimal) = self.run(pos, goal, &mut meter);
        let nodes = meter.nodes();
        let line = if verdict == Verdict::Win {
            self.last_line().to_vec()
        } else {
            Vec::new()
        };
        Solution {
            verdict,
            line,
            minimal,
            nodes,
            time: start.elapsed(),
        }
    }

    fn prove_paying(&mut self, pos: &Gomoku, spend: &mut dyn FnMut(u64) -> bool) -> Verdict {
        let mut meter = Meter::new(16, spend);
        let (verdict, _) = self.run(pos, Goal::Any, &mut meter);
        // A result is valid even if it used up the budget.
        if meter.nodes() > 0 {
            let _ = meter.pay();
        }
        verdict
    }
}
