mod gomoku;
mod othello;
mod xiangqi;

use crate::{
    args::{Solve, place},
    failure::Failure,
    output,
};
use engines::{GAMES, Session};
use serde_json::json;

/// `boyi solve`
pub fn run(args: &Solve, json: bool) -> Result<(), Failure> {
    if let Some(argument) = args.foreign() {
        return Err(Failure::Words {
            argument,
            problem: format!("{} has no such option", args.game),
        });
    }
    let game = GAMES
        .iter()
        .copied()
        .find(|game| game.name() == args.game)
        .unwrap_or(GAMES[0]);
    let mut session = game
        .session(&args.rules.settings())
        .map_err(Failure::Setting)?;
    let solver: Box<dyn Solver> = match args.game.as_str() {
        "gomoku" => Box::new(
            gomoku::Threats::new(args, session.settings(), json).map_err(Failure::Setting)?,
        ),
        "othello" => Box::new(othello::Ends::new(args, json)),
        "xiangqi" => {
            let mates = xiangqi::Mates::new(args, session.settings(), json);
            Box::new(mates.map_err(Failure::Setting)?)
        }
        game => unreachable!("{game} has passed the parser, which knows the games with a solver"),
    };
    let mut run = Run {
        solver,
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

/// The solver of a game, as the command sees it.
trait Solver {
    /// Solves the position of `session` and prints the result.
    fn solve(&mut self, session: &dyn Session) -> Result<Solved, Failure>;
}

/// The result of a position.
enum Solved {
    Yes,
    /// A limit was reached.
    No,
    /// The solver does not take it, and why.
    Refused(String),
}

/// Solves one position after the other.
struct Run {
    solver: Box<dyn Solver>,
    json: bool,
    unsolved: usize,
    positions: usize,
}

impl Run {
    fn solve(&mut self, session: &dyn Session, line: usize) -> Result<(), Failure> {
        match self.solver.solve(session)? {
            Solved::Yes => {}
            Solved::No => self.unsolved += 1,
            Solved::Refused(error) => {
                return self.refuse(line, &format!("{}: {error}", session.view().position));
            }
        }
        self.positions += 1;
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
