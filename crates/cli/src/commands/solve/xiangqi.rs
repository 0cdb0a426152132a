use super::{Solved, Solver};
use crate::{args::Solve, failure::Failure, output};
use engines::{EngineError, Session, Settings, Wired};
use game_core::Notation;
use serde_json::json;
use solvers::{
    Limits,
    xiangqi::{Attack, Mate, Solution, Verdict},
};
use std::time::Duration;
use xiangqi_movegen::{Rules, Xiangqi};

/// Solves for mates.
pub struct Mates {
    mate: Mate,
    attack: Attack,
    most: usize,
    rules: Rules,
    limits: Limits,
    json: bool,
}

impl Mates {
    /// Without a limit, a position without a mate would be searched forever.
    const TIME: Duration = Duration::from_secs(10);

    /// The solver that the arguments ask for, under the rules of `settings`.
    ///
    /// # Errors
    /// If xiangqi has no such rules.
    pub fn new(args: &Solve, settings: &Settings, json: bool) -> Result<Self, EngineError> {
        let rules = Wired::<engines::xiangqi::Xiangqi>::rules(settings)?;
        let attack = if args.xiangqi.checks {
            Attack::Checks
        } else {
            Attack::Any
        };
        let time = args
            .time
            .or_else(|| args.xiangqi.moves.is_none().then_some(Self::TIME));
        let most = args.xiangqi.moves.unwrap_or(Mate::MOST);
        let limits = Limits {
            time,
            ..Limits::default()
        };
        Ok(Self {
            mate: Mate::default(),
            attack,
            most,
            rules,
            limits,
            json,
        })
    }

    fn tell(&self, text: &str, solution: &Solution) -> Result<(), Failure> {
        let Solution {
            verdict,
            moves,
            line,
            minimal,
            refuted,
            nodes,
            time,
        } = solution;
        let line: Vec<_> = line.iter().map(|mv| mv.to_string()).collect();
        if self.json {
            output::object(&json!({
                "position": text, "result": verdict.to_string(), "moves": (*verdict == Verdict::Mate).then_some(moves),
                "line": line, "minimal": minimal, "none_within": refuted, "nodes": nodes, "time_s": time.as_secs_f64(),
            }))?;
            return Ok(());
        }
        let kind = if self.attack == Attack::Checks {
            " by checks"
        } else {
            ""
        };
        let none = |within: usize| format!("no mate{kind} within {within} {}", plural(within));
        let result = match (verdict, refuted) {
            (Verdict::Mate, _) if *minimal => format!(
                "mate{kind} in {moves} {}, the fewest there are",
                plural(*moves)
            ),
            (Verdict::Mate, refuted) => {
                format!(
                    "mate in {moves} {}; {}",
                    plural(*moves),
                    none(refuted.unwrap_or_default())
                )
            }
            (Verdict::None, None) => format!("no mate{kind}"),
            (Verdict::None, &Some(within)) => none(within),
            (Verdict::Unknown, refuted) => {
                format!("unknown; {}", none(refuted.unwrap_or_default()))
            }
        };
        let nodes = output::si(*nodes as f64);
        let seconds = time.as_secs_f64();
        output::line(text)?;
        output::line(
            format!(
                "  {result}  nodes {nodes}  {seconds:.3} s  {}",
                line.join(" ")
            )
            .trim_end(),
        )?;
        Ok(())
    }
}

fn plural(moves: usize) -> &'static str {
    if moves == 1 { "move" } else { "moves" }
}

impl Solver for Mates {
    /// The moves before the position count, because of repetition.
    fn solve(&mut self, session: &dyn Session) -> Result<Solved, Failure> {
        let pos = match Xiangqi::read_line(&session.line(), &self.rules) {
            Ok(record) => record.end(),
            Err(error) => return Ok(Solved::Refused(error.to_string())),
        };
        let solution = self.mate.solve(&pos, self.attack, self.most, &self.limits);
        self.tell(&session.view().position, &solution)?;
        Ok(if solution.verdict == Verdict::Unknown {
            Solved::No
        } else {
            Solved::Yes
        })
    }
}
