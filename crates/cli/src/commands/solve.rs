use crate::{
    args::{Solve, place},
    failure::Failure,
    output,
};
use engines::{Finding, Session, Solver};
use serde_json::{Map, json};
use std::ops::ControlFlow;

/// `boyi solve`
pub fn run(args: &Solve, json: bool) -> Result<(), Failure> {
    let game = args.game;
    let settings = args.rules.settings(game);
    let mut session = game.session(&settings).map_err(Failure::Setting)?;
    let solver = game.solver(&settings, &args.asked.0, args.time);
    let solver = solver.map_err(Failure::Setting)?;
    let mut run = Run {
        // The parser accepts only games with a solver.
        solver: solver.ok_or_else(|| Failure::Words {
            argument: "GAME",
            problem: format!("{} has no solver", game.name()),
        })?,
        json,
        unsolved: 0,
        positions: 0,
    };
    match &args.what.file {
        None => {
            place(session.as_mut(), args.what.position.as_deref())?;
            run.solve(session.as_ref(), 1)?;
        }
        Some(path) => {
            let bytes = std::fs::read(path).map_err(|error| Failure::File {
                path: path.clone(),
                error,
            })?;
            for (line, text) in (1..).zip(String::from_utf8_lossy(&bytes).lines()) {
                // OBF's own comments are lines that begin with %.
                let text = text.split([';', '#']).next().unwrap_or_default().trim();
                if text.is_empty() || text.starts_with('%') {
                    continue;
                }
                match session.set_line(text) {
                    Ok(()) => run.solve(session.as_ref(), line)?,
                    Err(error) => run.refuse(line, &error.to_string())?,
                }
            }
            if run.positions == 0 {
                return Err(Failure::Empty { path: path.clone() });
            }
        }
    }
    match run.unsolved {
        0 => Ok(()),
        unsolved => Err(Failure::Unsolved {
            unsolved,
            positions: run.positions,
        }),
    }
}

/// Solves one position after the other.
struct Run {
    solver: Box<dyn Solver>,
    json: bool,
    unsolved: usize,
    positions: usize,
}

impl Run {
    /// Solves the position of `session`, from that line of the input, and prints the result.
    fn solve(&mut self, session: &dyn Session, line: usize) -> Result<(), Failure> {
        let position = session.view().position;
        let json = self.json;
        let mut printed = Ok(());
        let mut told = false;
        let solved = self.solver.solve(session, &mut |finding| {
            if !json {
                let begun = std::mem::replace(&mut told, true);
                printed = print(finding, (!begun).then_some(&position));
            }
            match printed {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        });
        printed?;
        let solved = match solved {
            Ok(solved) => solved,
            Err(error) => return self.refuse(line, &format!("{position}: {error}")),
        };
        if json {
            let mut object = Map::new();
            object.insert("position".to_owned(), position.into());
            object.extend(solved.data);
            object.insert("nodes".to_owned(), solved.nodes.into());
            object.insert("time_s".to_owned(), solved.time.as_secs_f64().into());
            output::object(&object.into())?;
        }
        self.positions += 1;
        self.unsolved += usize::from(!solved.complete);
        Ok(())
    }

    /// Reports a line that is not a position.
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

/// Prints a finding, after the position if one is given.
fn print(finding: &Finding, position: Option<&String>) -> Result<(), Failure> {
    let Finding {
        result,
        line,
        notes,
        nodes,
        time,
    } = finding;
    if let Some(position) = position {
        output::line(position)?;
    }
    let seconds = time.as_secs_f64();
    let speed = output::si(*nodes as f64 / seconds.max(1e-9));
    let nodes = output::si(*nodes as f64);
    let text = format!(
        "  {result}  nodes {nodes:>7}  {speed:>7}/s  {seconds:>7.3} s  {}",
        line.join(" ")
    );
    output::line(text.trim_end())?;
    for note in notes {
        output::line(format!("  {note}"))?;
    }
    Ok(())
}
