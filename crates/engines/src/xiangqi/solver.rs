//! Mates, proved.

use super::XiangqiWiring;
use crate::solver::{
    Asked, BuiltSolver, Finding, Solved, Solver, SolverFacts, SolverWiring, fields,
};
use crate::{EngineError, RuleSetting, Session};
use game_core::Notation;
use serde_json::json;
use solvers::SolveLimits;
use solvers::xiangqi::{Attack, Mate, Solution, Verdict};
use std::ops::ControlFlow;
use std::time::Duration;
use xiangqi_movegen::Rules;

pub(super) const SOLVER: SolverWiring<XiangqiWiring> = SolverWiring {
    facts: SolverFacts {
        about: "the fewest moves in which the player to move mates (stalemate loses, too), with \
                the line against the longest resistance. Without moves or a time a position has \
                10 s",
        settings: &[
            RuleSetting::switch("checks", "mates by continuous checks alone"),
            RuleSetting::number(
                "moves",
                "the most moves of the mating side; \"none\" is proved up to this many",
                (1, Mate::MOST as u32),
                "100",
            ),
        ],
    },
    build,
};

/// Without a limit, a position without a mate would be searched forever.
const TIME: Duration = Duration::from_secs(10);

fn build(rules: &Rules, asked: &Asked<'_>) -> BuiltSolver {
    let attack = if asked.is_on("checks") {
        Attack::Checks
    } else {
        Attack::Any
    };
    let most = asked.number("moves");
    let limits = SolveLimits {
        time: asked.time.or_else(|| most.is_none().then_some(TIME)),
        ..SolveLimits::default()
    };
    Ok(Box::new(Mates {
        mate: Mate::default(),
        attack,
        most: most.unwrap_or(Mate::MOST),
        rules: *rules,
        limits,
    }))
}

/// Solves for mates.
struct Mates {
    mate: Mate,
    attack: Attack,
    most: usize,
    rules: Rules,
    limits: SolveLimits,
}

impl Mates {
    /// The answer in words.
    fn result(&self, solution: &Solution) -> String {
        let Solution {
            verdict,
            moves,
            minimal,
            refuted,
            ..
        } = solution;
        let kind = if self.attack == Attack::Checks {
            " by checks"
        } else {
            ""
        };
        let none = |within: usize| format!("no mate{kind} within {within} {}", plural(within));
        let moves = *moves;
        match (verdict, refuted) {
            (Verdict::Mate, _) if *minimal => {
                format!(
                    "mate{kind} in {moves} {}, the fewest there are",
                    plural(moves)
                )
            }
            (Verdict::Mate, refuted) => {
                let none = none(refuted.unwrap_or_default());
                format!("mate in {moves} {}; {none}", plural(moves))
            }
            (Verdict::None, None) => format!("no mate{kind}"),
            (Verdict::None, &Some(within)) => none(within),
            (Verdict::Unknown, refuted) => {
                format!("unknown; {}", none(refuted.unwrap_or_default()))
            }
        }
    }
}

impl Solver for Mates {
    /// The moves before the position count, because of repetition.
    fn solve(
        &mut self,
        session: &dyn Session,
        tell: &mut dyn FnMut(&Finding) -> ControlFlow<()>,
    ) -> Result<Solved, EngineError> {
        let record = xiangqi_movegen::Xiangqi::read_line(&session.line(), &self.rules);
        let pos = record.map_err(EngineError::notation)?.end();
        let solution = self.mate.solve(&pos, self.attack, self.most, &self.limits);
        let line: Vec<_> = solution.line.iter().map(|mv| mv.to_string()).collect();
        let verdict = solution.verdict;
        let (nodes, time) = (solution.nodes, solution.time);
        let data = json!({
            "result": verdict.to_string(),
            "moves": (verdict == Verdict::Mate).then_some(solution.moves),
            "line": line, "minimal": solution.minimal, "none_within": solution.refuted,
        });
        let _ = tell(&Finding {
            result: self.result(&solution),
            line,
            notes: Vec::new(),
            nodes,
            time,
        });
        Ok(Solved {
            complete: verdict != Verdict::Unknown,
            data: fields(data),
            nodes,
            time,
        })
    }
}

fn plural(moves: usize) -> &'static str {
    if moves == 1 { "move" } else { "moves" }
}
