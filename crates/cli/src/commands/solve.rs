use crate::{
    args::{Solve, place},
    failure::Failure,
    output,
};
use engines::{GAMES, Session};
use othello_bitboard::Othello;
use serde_json::json;
use solvers::othello::{Endgame, Goal, Limits};

/// `boyi solve`
pub fn run(args: &Solve, json: bool) -> Result<(), Failure> {
    let game = GAMES.iter().copied().find(|game| game.name() == args.game).unwrap_or(GAMES[0]);
    let mut session = game.session(&Vec::new()).map_err(Failure::Setting)?;
    let goal = if args.wld { Goal::Outcome } else { Goal::Margin };
    let limits = Limits { time: args.time, ..Limits::default() };
    let mut solver = Solver { endgame: Endgame::default(), goal, limits, json, unsolved: 0, positions: 0 };
    match &args.what.file {
        None => {
            place(session.as_mut(), args.what.position.as_deref())?;
            solver.solve(session.as_ref())?;
        }
        Some(path) => {
            let bytes = std::fs::read(path).map_err(|error| Failure::File { path: path.clone(), error })?;
            for (line, text) in (1..).zip(String::from_utf8_lossy(&bytes).lines()) {
                let text = text.split([';', '#']).next().unwrap_or_default().trim();
                if text.is_empty() {
                    continue;
                }
                match session.set_line(text) {
                    Ok(()) => solver.solve(session.as_ref())?,
                    Err(error) => solver.refuse(line, &error.to_string())?,
                }
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
        let found = self.endgame.solve(&position, self.goal, &self.limits);
        let (nodes, time) = match &found {
            Ok(solution) => (solution.nodes, solution.time),
            Err(unsolved) => (unsolved.nodes, unsolved.time),
        };
        let solution = found.ok();
        self.unsolved += usize::from(solution.is_none());
        let score = solution.as_ref().map(|solution| solution.score);
        let line: Vec<_> = solution.iter().flat_map(|solution| &solution.line).map(|mv| mv.to_string()).collect();
        let seconds = time.as_secs_f64();
        if self.json {
            output::object(&json!({
                "position": text, "score": score, "best": line.first(), "nodes": nodes, "time_s": seconds, "pv": line,
            }))?;
        } else {
            let score = score.map_or("unknown".to_owned(), |score| format!("{score:+}"));
            let (count, speed) = (output::si(nodes as f64), output::si(nodes as f64 / seconds.max(1e-9)));
            let empties = position.empty().count_ones();
            let line = line.join(" ");
            output::line(format!(
                "{text}\n  score {score:>7}  empty {empties:>2}  nodes {count:>7}  {speed:>7}/s  {seconds:>7.2} s  {line}"
            ))?;
        }
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
