use crate::{
    args::{Solve, place},
    failure::Failure,
    output,
};
use engines::{GAMES, Session};
use othello_bitboard::Othello;
use serde_json::json;
use solvers::othello::{Endgame, Goal, Limits, Selectivity, Solution};
use std::ops::ControlFlow;

/// `boyi solve`
pub fn run(args: &Solve, json: bool) -> Result<(), Failure> {
    let game = GAMES.iter().copied().find(|game| game.name() == args.game).unwrap_or(GAMES[0]);
    let mut session = game.session(&Vec::new()).map_err(Failure::Setting)?;
    let goal = if args.wld { Goal::Outcome } else { Goal::Margin };
    let limits = Limits { time: args.time, ..Limits::default() };
    let (endgame, to) = (Endgame::default(), args.selectivity);
    let mut solver = Solver { endgame, goal, to, limits, json, unsolved: 0, positions: 0 };
    match &args.what.file {
        None => {
            place(session.as_mut(), args.what.position.as_deref())?;
            solver.solve(session.as_ref())?;
        }
        Some(path) => {
            let bytes = std::fs::read(path).map_err(|error| Failure::File { path: path.clone(), error })?;
            for (line, text) in (1..).zip(String::from_utf8_lossy(&bytes).lines()) {
                // OBF's own comments are lines that begin with %.
                let text = text.split([';', '#']).next().unwrap_or_default().trim();
                if text.is_empty() || text.starts_with('%') {
                    continue;
                }
                match session.set_line(text) {
                    Ok(()) => solver.solve(session.as_ref())?,
                    Err(error) => solver.refuse(line, &error.to_string())?,
                }
            }
            if solver.positions == 0 {
                return Err(Failure::Empty { path: path.clone() });
            }
        }
    }
    match solver.unsolved {
        0 => Ok(()),
        unsolved => Err(Failure::Unsolved { unsolved, positions: solver.positions }),
    }
}

/// Solves one position after the other, and says what came of it.
struct Solver {
    endgame: Endgame,
    goal: Goal,
    /// The level to go to.
    to: Selectivity,
    limits: Limits,
    json: bool,
    unsolved: usize,
    positions: usize,
}

impl Solver {
    fn solve(&mut self, session: &dyn Session) -> Result<(), Failure> {
        let text = session.position();
        // A session writes its position as OBF.
        let position: Othello = match text.parse() {
            Ok(position) => position,
            Err(error) => return self.refuse(self.positions + 1, &format!("{text}: {error}")),
        };
        self.positions += 1;
        if !self.json {
            output::line(&text)?;
        }
        let (mut levels, mut told) = (Vec::new(), Ok(()));
        let (goal, limits, json) = (self.goal, &self.limits, self.json);
        let mut keep = |solution: &Solution| {
            if !json {
                told = row(&position, solution);
            }
            levels.push(solution.clone());
            if told.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        // Lower levels are of use where it may end at one of them; to the exact score the solver knows a quicker way.
        let found = if self.to == Selectivity::Exact && limits.time.is_none() {
            self.endgame.solve(&position, goal, limits).inspect(|solution| {
                let _ = keep(solution);
            })
        } else {
            self.endgame.refine(&position, goal, self.to, limits, keep)
        };
        told?;
        self.unsolved += usize::from(found.is_err());
        let (nodes, time) = match &found {
            Ok(solution) => (solution.nodes, solution.time),
            Err(unsolved) => (unsolved.nodes, unsolved.time),
        };
        if json {
            return Self::object(&text, &levels, nodes, time.as_secs_f64());
        }
        if let Err(unsolved) = found {
            let unknown = if levels.is_empty() { "score unknown: " } else { "" };
            output::line(format!("  {unknown}{unsolved}"))?;
        }
        Ok(())
    }

    /// What has been found, in JSON.
    fn object(text: &str, levels: &[Solution], nodes: u64, seconds: f64) -> Result<(), Failure> {
        let line = |solution: &Solution| solution.line.iter().map(|mv| mv.to_string()).collect::<Vec<_>>();
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

    /// Tells of a line that is no position.
    fn refuse(&mut self, line: usize, error: &str) -> Result<(), Failure> {
        (self.positions, self.unsolved) = (self.positions + 1, self.unsolved + 1);
        if self.json {
            output::object(&json!({ "line": line, "error": error }))?;
        } else {
            output::line(format!("line {line}: {error}"))?;
        }
        Ok(())
    }
}

/// One line of what a level has found.
fn row(position: &Othello, solution: &Solution) -> Result<(), Failure> {
    let (score, level, seconds) = (solution.score, solution.selectivity, solution.time.as_secs_f64());
    let (count, speed) = (output::si(solution.nodes as f64), output::si(solution.nodes as f64 / seconds.max(1e-9)));
    let empties = position.empty().count_ones();
    let line: Vec<_> = solution.line.iter().map(|mv| mv.to_string()).collect();
    let line = line.join(" ");
    output::line(format!(
        "  score {score:>+4}  at {level:>4}  empty {empties:>2}  nodes {count:>7}  {speed:>7}/s  {seconds:>7.2} s  {line}"
    ))?;
    Ok(())
}
