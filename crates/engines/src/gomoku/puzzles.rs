//! Puzzles of gomoku: wins by fours, wins by threats, and the one move that stops the opponent's.

use crate::puzzles::{FoundPuzzle, PuzzleMaker, only_moves, whatever_the_answer};
use game_core::{Outcome, Position};
use gomoku_rules::{Gomoku, Point};
use solvers::SolveLimits;
use solvers::gomoku::{Goal, Vcf, Vct, Verdict};

/// A win by fours alone.
const FOURS: &str = "fours";
/// A win by fours and open threes, where fours alone are not enough.
const THREATS: &str = "threats";
/// The opponent would win by fours.
const DEFENCE: &str = "defence";

/// Two moves of threats and the five.
const PLIES: usize = 5;
/// A line that a person can still see; those of the search for threats may wander.
const LONGEST: usize = 15;

/// Proves them by the threat searches.
#[derive(Default)]
pub(super) struct ByThreats {
    fours: Vcf,
    threats: Vct,
}

impl PuzzleMaker<Gomoku> for ByThreats {
    fn find(&mut self, pos: &Gomoku) -> Option<FoundPuzzle<Point>> {
        self.fours.forget();
        let limits = SolveLimits::nodes(100_000);
        let win = self.fours.solve(pos, Goal::Shortest, &limits);
        match win.verdict {
            Verdict::Win if win.line.len() >= PLIES && win.minimal => {
                let only = only_moves(pos, &win.line, |after, _| self.wins_by_fours(after));
                found(FOURS, win.line, only, win.nodes)
            }
            Verdict::None => self.defence(pos).or_else(|| self.by_threats(pos)),
            _ => None,
        }
    }
}

impl ByThreats {
    /// Where the player to move has no win by fours but the opponent threatens one.
    fn defence(&mut self, pos: &Gomoku) -> Option<FoundPuzzle<Point>> {
        let defences = self.fours.defences(pos, &SolveLimits::nodes(200_000));
        let [only] = defences.good[..] else {
            return None;
        };
        let is_one = defences.threat.len() >= PLIES && defences.unknown.is_empty();
        is_one.then_some(())?;
        found(DEFENCE, vec![only], 1, defences.nodes)
    }

    fn by_threats(&mut self, pos: &Gomoku) -> Option<FoundPuzzle<Point>> {
        self.threats.forget();
        let win = self
            .threats
            .solve(pos, Goal::Any, &SolveLimits::nodes(30_000));
        if win.verdict != Verdict::Win || !(PLIES..=LONGEST).contains(&win.line.len()) {
            return None;
        }
        let mut killers = win.line.clone();
        let only = only_moves(pos, &win.line, |after, _| {
            self.wins_by_threats(after, &mut killers)
        });
        found(THREATS, win.line, only, win.nodes)
    }

    /// Whether the player who has just moved wins by fours, whatever the answer.
    fn wins_by_fours(&mut self, after: &Gomoku) -> Option<bool> {
        if let Some(outcome) = after.outcome() {
            return Some(outcome == Outcome::Loss);
        }
        let defences = self.fours.defences(after, &SolveLimits::nodes(200_000));
        if !defences.good.is_empty() {
            return Some(false);
        }
        defences.unknown.is_empty().then_some(true)
    }

    /// Whether the player who has just moved wins by threats, whatever the answer.
    fn wins_by_threats(&mut self, after: &Gomoku, killers: &mut Vec<Point>) -> Option<bool> {
        whatever_the_answer(after, killers, |pos| {
            match self
                .threats
                .solve(pos, Goal::Any, &SolveLimits::nodes(3_000))
                .verdict
            {
                Verdict::Win => Some(true),
                Verdict::None => Some(false),
                Verdict::Unknown => None,
            }
        })
    }
}

fn found(
    theme: &'static str,
    solution: Vec<Point>,
    only: usize,
    nodes: u64,
) -> Option<FoundPuzzle<Point>> {
    (only > 0).then_some(FoundPuzzle {
        theme,
        solution,
        only,
        nodes,
    })
}
