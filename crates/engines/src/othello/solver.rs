//! Endgames solved to the last disc.

use super::OthelloWiring;
use crate::solver::{
    Asked, BuiltSolver, Finding, Solved, Solver, SolverFacts, SolverWiring, fields,
};
use crate::{EngineError, RuleSetting, Session};
use serde_json::{Value, json};
use solvers::SolveLimits;
use solvers::othello::{Endgame, Goal, Selectivity, Solution};
use std::ops::ControlFlow;

pub(super) const SOLVER: SolverWiring<OthelloWiring> = SolverWiring {
    facts: SolverFacts {
        about: "the score in discs for the side to move, empty squares given to the winner; with \
                wld 1, 0 or -1. A score below 100% is a likely one: shallow searches have stood for \
                deep ones, each of them with that probability of being right",
        settings: &[
            RuleSetting::switch("wld", "find out only who wins: several times as fast"),
            RuleSetting::choice(
                "selectivity",
                "the percentage to end with, 100 for the proved score",
                &[
                    "73", "87", "95", "98", "99", "100", "73%", "87%", "95%", "98%", "99%", "100%",
                ],
                "100",
            ),
            RuleSetting::number(
                "threads",
                "threads for each position; with several, nodes and lines may change from \
                        run to run",
                (1, 1024),
                "1",
            ),
        ],
    },
    build,
};

fn build((): &(), asked: &Asked<'_>) -> BuiltSolver {
    let goal = if asked.is_on("wld") {
        Goal::Outcome
    } else {
        Goal::Margin
    };
    // The setting takes what can be read.
    let to = asked.value("selectivity").map(str::parse);
    let to = to.and_then(Result::ok).unwrap_or(Selectivity::Exact);
    let limits = SolveLimits {
        time: asked.time,
        ..SolveLimits::default()
    };
    Ok(Box::new(Ends {
        endgame: Endgame::default().with_threads(asked.number("threads").unwrap_or(1)),
        goal,
        to,
        limits,
    }))
}

/// Solves endgames.
struct Ends {
    endgame: Endgame,
    goal: Goal,
    /// The last selectivity.
    to: Selectivity,
    limits: SolveLimits,
}

impl Solver for Ends {
    /// Othello's session writes positions as OBF.
    fn solve(
        &mut self,
        session: &dyn Session,
        tell: &mut dyn FnMut(&Finding) -> ControlFlow<()>,
    ) -> Result<Solved, EngineError> {
        let text = session.view().position;
        let position: othello_bitboard::Othello = text.parse().map_err(EngineError::notation)?;
        let empties = position.empty().count_ones();
        let mut levels = Vec::new();
        let mut keep = |solution: &Solution| {
            levels.push(solution.clone());
            tell(&finding(empties, solution))
        };
        // Lower selectivities help if a limit may end the search at one; for the exact score alone
        // there is a faster way.
        let found = if self.to == Selectivity::Exact && self.limits.time.is_none() {
            let solved = self.endgame.solve(&position, self.goal, &self.limits);
            solved.inspect(|solution| {
                let _ = keep(solution);
            })
        } else {
            self.endgame
                .refine(&position, self.goal, self.to, &self.limits, keep)
        };
        let (nodes, time) = match &found {
            Ok(solution) => (solution.nodes, solution.time),
            Err(unsolved) => (unsolved.nodes, unsolved.time),
        };
        if let Err(unsolved) = &found {
            let unknown = if levels.is_empty() {
                "score unknown: "
            } else {
                ""
            };
            let _ = tell(&Finding {
                result: format!("{unknown}{unsolved}"),
                nodes,
                time,
                ..Finding::default()
            });
        }
        let last = levels.last();
        let pv = last.map(moves).unwrap_or_default();
        let data = json!({
            "score": last.map(|last| last.score), "best": pv.first(),
            "selectivity": last.map(|last| last.selectivity.percent()), "pv": pv,
            "levels": levels.iter().map(level).collect::<Vec<_>>(),
        });
        Ok(Solved {
            complete: found.is_ok(),
            data: fields(data),
            nodes,
            time,
        })
    }
}

fn moves(solution: &Solution) -> Vec<String> {
    solution.line.iter().map(|mv| mv.to_string()).collect()
}

/// The result of one selectivity, for programs.
fn level(solution: &Solution) -> Value {
    json!({
        "selectivity": solution.selectivity.percent(), "score": solution.score,
        "nodes": solution.nodes, "time_s": solution.time.as_secs_f64(), "pv": moves(solution),
    })
}

/// The same for people.
fn finding(empties: u32, solution: &Solution) -> Finding {
    let Solution {
        score, selectivity, ..
    } = solution;
    Finding {
        result: format!("score {score:>+4}  at {selectivity:>4}  empty {empties:>2}"),
        line: moves(solution),
        notes: Vec::new(),
        nodes: solution.nodes,
        time: solution.time,
    }
}
