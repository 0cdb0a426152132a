//! Wins by threats, and the moves that stop them.

use super::GomokuWiring;
use crate::solver::{
    Asked, BuiltSolver, Finding, Solved, Solver, SolverFacts, SolverWiring, fields,
};
use crate::{EngineError, RuleSetting, Session};
use game_core::Notation;
use gomoku_rules::{Point, Rules};
use serde_json::json;
use solvers::SolveLimits;
use solvers::gomoku::{Defences, Goal, Solution, Vcf, Vct, Verdict};
use std::ops::ControlFlow;

pub(super) const SOLVER: SolverWiring<GomokuWiring> = SolverWiring {
    facts: SolverFacts {
        about: "whether the player to move wins by threats, with the line; \"none\" is proved too",
        settings: &[
            RuleSetting::choice(
                "threats",
                "by fours alone (vcf), or by fours and open threes (vct)",
                &["vcf", "vct"],
                "vcf",
            ),
            RuleSetting::switch("shortest", "find a win with the fewest plies"),
            RuleSetting::switch(
                "defend",
                "find the moves that leave the opponent no win by fours, in place of a win",
            ),
        ],
    },
    build,
};

fn build(rules: &Rules, asked: &Asked<'_>) -> BuiltSolver {
    if asked.is_on("defend") && (asked.value("threats").is_some() || asked.is_on("shortest")) {
        return Err(EngineError::BadSetting {
            name: "defend".to_owned(),
            value: "on".to_owned(),
            why: "it is a question of its own: leave threats and shortest out".to_owned(),
        });
    }
    let goal = if asked.is_on("shortest") {
        Goal::Shortest
    } else {
        Goal::Any
    };
    let question = match asked.value("threats") {
        _ if asked.is_on("defend") => Question::Defences(Vcf::default()),
        Some("vct") => Question::FoursAndThrees(Vct::default(), goal),
        _ => Question::Fours(Vcf::default(), goal),
    };
    let limits = SolveLimits {
        time: asked.time,
        ..SolveLimits::default()
    };
    Ok(Box::new(Threats {
        question,
        rules: *rules,
        limits,
    }))
}

/// Solves for wins by threats, or for the moves that stop them.
struct Threats {
    question: Question,
    rules: Rules,
    limits: SolveLimits,
}

/// The question for every position.
enum Question {
    Fours(Vcf, Goal),
    FoursAndThrees(Vct, Goal),
    Defences(Vcf),
}

impl Solver for Threats {
    fn solve(
        &mut self,
        session: &dyn Session,
        tell: &mut dyn FnMut(&Finding) -> ControlFlow<()>,
    ) -> Result<Solved, EngineError> {
        let text = session.view().position;
        let pos = gomoku_rules::Gomoku::parse(&text, &self.rules).map_err(EngineError::notation)?;
        // The cost of a position must not depend on earlier ones.
        let (finding, solved) = match &mut self.question {
            Question::Fours(vcf, goal) => {
                vcf.forget();
                win(vcf.solve(&pos, *goal, &self.limits), *goal)
            }
            Question::FoursAndThrees(vct, goal) => {
                vct.forget();
                win(vct.solve(&pos, *goal, &self.limits), *goal)
            }
            Question::Defences(vcf) => {
                vcf.forget();
                defence(vcf.defences(&pos, &self.limits))
            }
        };
        let _ = tell(&finding);
        Ok(solved)
    }
}

fn win(solution: Solution, goal: Goal) -> (Finding, Solved) {
    let Solution {
        verdict,
        line,
        minimal,
        nodes,
        time,
    } = solution;
    let is_win = verdict == Verdict::Win;
    let shortest = if minimal {
        ", the fewest there are"
    } else {
        ""
    };
    let result = if is_win {
        format!("win in {} plies{shortest}", line.len())
    } else {
        verdict.to_string()
    };
    let complete = match verdict {
        Verdict::Win => goal == Goal::Any || minimal,
        Verdict::None => true,
        Verdict::Unknown => false,
    };
    let data = fields(json!({
        "result": verdict.to_string(), "plies": is_win.then_some(line.len()), "line": names(&line),
        "minimal": minimal,
    }));
    let finding = Finding {
        result,
        line: names(&line),
        notes: Vec::new(),
        nodes,
        time,
    };
    let solved = Solved {
        complete,
        data,
        nodes,
        time,
    };
    (finding, solved)
}

fn defence(defences: Defences) -> (Finding, Solved) {
    let Defences {
        threat,
        good,
        unknown,
        nodes,
        time,
    } = defences;
    let result = if threat.is_empty() {
        "no threat by fours".to_owned()
    } else {
        let moves = names(&threat).join(" ");
        format!("threat in {} plies: {moves}", threat.len())
    };
    let counted =
        |what, points: &[Point]| format!("{what} {}: {}", points.len(), names(points).join(" "));
    let mut notes = vec![counted("defences", &good)];
    if !unknown.is_empty() {
        notes.push(counted("unknown", &unknown));
    }
    let data = fields(json!({
        "threat": names(&threat), "defences": names(&good), "unknown": names(&unknown),
    }));
    let finding = Finding {
        result,
        line: Vec::new(),
        notes,
        nodes,
        time,
    };
    let solved = Solved {
        complete: unknown.is_empty(),
        data,
        nodes,
        time,
    };
    (finding, solved)
}

fn names(points: &[Point]) -> Vec<String> {
    points.iter().map(Point::to_string).collect()
}
