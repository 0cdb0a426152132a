use super::{Solved, Solver};
use crate::{args::Solve, failure::Failure, output};
use engines::Session;
use othello_bitboard::Othello;
use serde_json::json;
use solvers::{
    Limits,
    othello::{Endgame, Goal, Selectivity, Solution},
};
use std::{num::NonZeroUsize, ops::ControlFlow};

/// Solves endgames.
pub struct Ends {
    endgame: Endgame,
    goal: Goal,
    /// The last selectivity.
    to: Selectivity,
    limits: Limits,
    json: bool,
}

impl Ends {
    /// The solver of the arguments.
    pub fn new(args: &Solve, json: bool) -> Self {
        let goal = if args.othello.wld {
            Goal::Outcome
        } else {
            Goal::Margin
        };
        let limits = Limits {
            time: args.time,
            ..Limits::default()
        };
        let to = args.othello.selectivity.unwrap_or(Selectivity::Exact);
        let threads = args.othello.threads.map_or(1, NonZeroUsize::get);
        Self {
            endgame: Endgame::default().with_threads(threads),
            goal,
            to,
            limits,
            json,
        }
    }
}

impl Solver for Ends {
    /// Othello's session writes positions as OBF.
    fn solve(&mut self, session: &dyn Session) -> Result<Solved, Failure> {
        let text = &session.view().position;
        let position: Othello = match text.parse() {
            Ok(position) => position,
            Err(error) => return Ok(Solved::Refused(error.to_string())),
        };
        if !self.json {
            output::line(text)?;
        }
        let mut levels = Vec::new();
        let mut printed = Ok(());
        let goal = self.goal;
        let limits = &self.limits;
        let json = self.json;
        let mut keep = |solution: &Solution| {
            if !json {
                printed = row(&position, solution);
            }
            levels.push(solution.clone());
            if printed.is_ok() {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        };
        // Lower selectivities help if a limit may end the search at one; for the exact score alone
        // there is a faster way.
        let found = if self.to == Selectivity::Exact && limits.time.is_none() {
            self.endgame
                .solve(&position, goal, limits)
                .inspect(|solution| {
                    let _ = keep(solution);
                })
        } else {
            self.endgame.refine(&position, goal, self.to, limits, keep)
        };
        printed?;
        let (nodes, time) = match &found {
            Ok(solution) => (solution.nodes, solution.time),
            Err(unsolved) => (unsolved.nodes, unsolved.time),
        };
        if json {
            object(text, &levels, nodes, time.as_secs_f64())?;
        } else if let Err(unsolved) = &found {
            let unknown = if levels.is_empty() {
                "score unknown: "
            } else {
                ""
            };
            output::line(format!("  {unknown}{unsolved}"))?;
        }
        Ok(if found.is_ok() {
            Solved::Yes
        } else {
            Solved::No
        })
    }
}

/// The result as JSON.
fn object(text: &str, levels: &[Solution], nodes: u64, seconds: f64) -> Result<(), Failure> {
    let line = |solution: &Solution| {
        solution
            .line
            .iter()
            .map(|mv| mv.to_string())
            .collect::<Vec<_>>()
    };
    let level = |solution: &Solution| {
        json!({
            "selectivity": solution.selectivity.percent(), "score": solution.score, "nodes": solution.nodes,
            "time_s": solution.time.as_secs_f64(), "pv": line(solution),
        })
    };
    let last = levels.last();
    let pv = last.map(line).unwrap_or_default();
    output::object(&json!({
        "position": text, "score": last.map(|last| last.score), "best": pv.first(),
        "selectivity": last.map(|last| last.selectivity.percent()), "nodes": nodes, "time_s": seconds, "pv": pv,
        "levels": levels.iter().map(level).collect::<Vec<_>>(),
    }))?;
    Ok(())
}

/// The result of one selectivity as a line.
fn row(position: &Othello, solution: &Solution) -> Result<(), Failure> {
    let score = solution.score;
    let level = solution.selectivity;
    let seconds = solution.time.as_secs_f64();
    let count = output::si(solution.nodes as f64);
    let speed = output::si(solution.nodes as f64 / seconds.max(1e-9));
    let empties = position.empty().count_ones();
    let line: Vec<_> = solution.line.iter().map(|mv| mv.to_string()).collect();
    let line = line.join(" ");
    output::line(format!(
        "  score {score:>+4}  at {level:>4}  empty {empties:>2}  nodes {count:>7}  {speed:>7}/s  {seconds:>7.2} s  {line}"
    ))?;
    Ok(())
}
