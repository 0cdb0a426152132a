use super::{Solved, Solver};
use crate::{args::Solve, failure::Failure, output};
use game_core::Notation;
use gomoku_rules::{Gomoku, Rules};
use serde_json::json;
use solvers::{
    Limits,
    gomoku::{Goal, Solution, Vcf, Verdict},
};

/// Wins by threats.
pub struct Threats {
    vcf: Vcf,
    goal: Goal,
    rules: Rules,
    limits: Limits,
    json: bool,
}

impl Threats {
    /// The solver that the arguments ask for; their rules have been found good.
    pub fn new(args: &Solve, json: bool) -> Self {
        let default = Rules::default();
        let rule = args.gomoku.rule.as_deref().and_then(|rule| rule.parse().ok()).unwrap_or(default.rule());
        let size = args.gomoku.size.as_deref().and_then(|size| size.parse().ok()).unwrap_or(default.size());
        let rules = Rules::new(size, rule).unwrap_or(default);
        let goal = if args.gomoku.shortest { Goal::Shortest } else { Goal::Any };
        let limits = Limits { time: args.time, ..Limits::default() };
        Self { vcf: Vcf::default(), goal, rules, limits, json }
    }
}

impl Solver for Threats {
    fn solve(&mut self, text: &str) -> Result<Solved, Failure> {
        let pos = match Gomoku::parse(text, &self.rules) {
            Ok(pos) => pos,
            Err(error) => return Ok(Solved::Refused(error.to_string())),
        };
        self.vcf.forget();
        let solution = self.vcf.solve(&pos, self.goal, &self.limits);
        let Solution { verdict, line, minimal, nodes, time } = &solution;
        let (win, seconds) = (*verdict == Verdict::Win, time.as_secs_f64());
        let line: Vec<_> = line.iter().map(|point| point.to_string()).collect();
        if self.json {
            output::object(&json!({
                "position": text, "result": verdict.to_string(), "plies": win.then_some(line.len()), "line": line,
                "minimal": minimal, "nodes": nodes, "time_s": seconds,
            }))?;
        } else {
            let shortest = if *minimal { ", the fewest there are" } else { "" };
            let result = if win { format!("win in {} plies{shortest}", line.len()) } else { verdict.to_string() };
            let nodes = output::si(*nodes as f64);
            output::line(text)?;
            output::line(format!("  {result}  nodes {nodes}  {seconds:.3} s  {}", line.join(" ")))?;
        }
        Ok(match verdict {
            Verdict::Win if self.goal == Goal::Shortest && !minimal => Solved::No,
            Verdict::Win | Verdict::None => Solved::Yes,
            Verdict::Unknown => Solved::No,
        })
    }
}
