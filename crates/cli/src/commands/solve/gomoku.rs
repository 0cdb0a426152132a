use super::{Solved, Solver};
use crate::{args, args::Solve, failure::Failure, output};
use engines::{EngineError, Session, Settings, Wired};
use game_core::Notation;
use gomoku_rules::{Gomoku, Point, Rules};
use serde_json::json;
use solvers::{
    Limits,
    gomoku::{Defences, Goal, Solution, Vcf, Vct, Verdict},
};

/// Solves for wins by threats, or for the moves that stop them.
pub struct Threats {
    question: Question,
    rules: Rules,
    limits: Limits,
    json: bool,
}

/// The question for every position.
enum Question {
    Fours(Vcf, Goal),
    FoursAndThrees(Vct, Goal),
    Defences(Vcf),
}

impl Threats {
    /// The solver of the arguments, under the rules of `settings`.
    ///
    /// # Errors
    /// If gomoku has no such rules.
    pub fn new(args: &Solve, settings: &Settings, json: bool) -> Result<Self, EngineError> {
        let rules = Wired::<engines::gomoku::Gomoku>::rules(settings)?;
        let limits = Limits {
            time: args.time,
            ..Limits::default()
        };
        let goal = if args.gomoku.shortest {
            Goal::Shortest
        } else {
            Goal::Any
        };
        let question = match args.gomoku.threats.unwrap_or_default() {
            _ if args.gomoku.defend => Question::Defences(Vcf::default()),
            args::Threats::Vcf => Question::Fours(Vcf::default(), goal),
            args::Threats::Vct => Question::FoursAndThrees(Vct::default(), goal),
        };
        Ok(Self {
            question,
            rules,
            limits,
            json,
        })
    }

    fn tell_win(&self, text: &str, solution: &Solution, goal: Goal) -> Result<Solved, Failure> {
        let Solution {
            verdict,
            line,
            minimal,
            nodes,
            time,
        } = solution;
        let win = *verdict == Verdict::Win;
        if self.json {
            output::object(&json!({
                "position": text, "result": verdict.to_string(), "plies": win.then_some(line.len()), "line": names(line),
                "minimal": minimal, "nodes": nodes, "time_s": time.as_secs_f64(),
            }))?;
        } else {
            let shortest = if *minimal {
                ", the fewest there are"
            } else {
                ""
            };
            let result = if win {
                format!("win in {} plies{shortest}", line.len())
            } else {
                verdict.to_string()
            };
            let nodes = output::si(*nodes as f64);
            let seconds = time.as_secs_f64();
            output::line(text)?;
            output::line(format!(
                "  {result}  nodes {nodes}  {seconds:.3} s  {}",
                names(line).join(" ")
            ))?;
        }
        Ok(match verdict {
            Verdict::Win if goal == Goal::Shortest && !minimal => Solved::No,
            Verdict::Win | Verdict::None => Solved::Yes,
            Verdict::Unknown => Solved::No,
        })
    }

    fn tell_defences(&self, text: &str, defences: &Defences) -> Result<Solved, Failure> {
        let Defences {
            threat,
            good,
            unknown,
            nodes,
            time,
        } = defences;
        if self.json {
            output::object(&json!({
                "position": text, "threat": names(threat), "defences": names(good), "unknown": names(unknown),
                "nodes": nodes, "time_s": time.as_secs_f64(),
            }))?;
        } else {
            let threat = if threat.is_empty() {
                "no threat by fours".to_owned()
            } else {
                format!(
                    "threat in {} plies: {}",
                    threat.len(),
                    names(threat).join(" ")
                )
            };
            let nodes = output::si(*nodes as f64);
            let seconds = time.as_secs_f64();
            output::line(text)?;
            output::line(format!("  {threat}  nodes {nodes}  {seconds:.3} s"))?;
            output::line(format!(
                "  defences {}: {}",
                good.len(),
                names(good).join(" ")
            ))?;
            if !unknown.is_empty() {
                output::line(format!(
                    "  unknown {}: {}",
                    unknown.len(),
                    names(unknown).join(" ")
                ))?;
            }
        }
        Ok(if unknown.is_empty() {
            Solved::Yes
        } else {
            Solved::No
        })
    }
}

fn names(points: &[Point]) -> Vec<String> {
    points.iter().map(Point::to_string).collect()
}

impl Solver for Threats {
    fn solve(&mut self, session: &dyn Session) -> Result<Solved, Failure> {
        let text = &session.view().position;
        let pos = match Gomoku::parse(text, &self.rules) {
            Ok(pos) => pos,
            Err(error) => return Ok(Solved::Refused(error.to_string())),
        };
        // The cost of a position must not depend on earlier ones.
        match &mut self.question {
            Question::Fours(vcf, goal) => {
                vcf.forget();
                let solution = vcf.solve(&pos, *goal, &self.limits);
                let goal = *goal;
                self.tell_win(text, &solution, goal)
            }
            Question::FoursAndThrees(vct, goal) => {
                vct.forget();
                let solution = vct.solve(&pos, *goal, &self.limits);
                let goal = *goal;
                self.tell_win(text, &solution, goal)
            }
            Question::Defences(vcf) => {
                vcf.forget();
                let defences = vcf.defences(&pos, &self.limits);
                self.tell_defences(text, &defences)
            }
        }
    }
}
