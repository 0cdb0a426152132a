use super::{DEFAULT, curves, seconds};
use crate::args::Compare;
use crate::commands::plot::{self, Panel};
use crate::{failure::Failure, output, whole_file::WholeFile};
use engines::Settings;
use game_core::GameLine;
use lab::{Comparison, Milestone, Row, compare};
use search::{Control, Limits};
use serde_json::json;
use std::time::Duration;

/// Compares searchers on many positions: the cost of each depth over all of them.
pub fn run(
    args: &Compare,
    settings: &Settings,
    lines: Vec<GameLine>,
    json: bool,
) -> Result<(), Failure> {
    let game = args.position.game.game;
    let depth = args.limits.depth.unwrap_or(DEFAULT);
    let plot = args.plot.as_deref().map(WholeFile::open).transpose()?;
    let searchers = args.searchers();
    let mut sums: Vec<Sums> = searchers
        .iter()
        .map(|spec| Sums::new(spec.to_string(), depth))
        .collect();
    let mut comparison = Comparison {
        line: GameLine::default(),
        searchers,
        limits: Limits::depth(depth),
        full: args.full,
    };
    let count = lines.len();
    for line in lines {
        comparison.line = line;
        let mut courses = Vec::new();
        let asked = compare(
            game,
            settings,
            &comparison,
            &Control::default(),
            &mut |row| {
                if row.finished {
                    courses.push(Course::new(row, depth));
                }
            },
        );
        asked.map_err(|error| Failure::Text {
            argument: "--positions",
            value: comparison.line.to_string(),
            error,
        })?;
        let first: Vec<_> = (0..depth as usize)
            .map(|at| courses.iter().find_map(|course| course.passed[at]))
            .collect();
        for (sums, course) in sums.iter_mut().zip(&courses) {
            sums.add(course, &first);
        }
    }
    if !json {
        output::line(format!(
            "{}: {count} positions to depth {depth}\n\n{HEADER}",
            game.name()
        ))?;
    }
    for at in 0..depth as usize {
        let first = sums.iter().find_map(|row| row.passed[at]);
        for row in &sums {
            if let Some((own, first)) = row.passed[at].zip(first) {
                row.tell(&own, &first, count, json)?;
            }
        }
    }
    for row in sums.iter().filter(|row| row.skipped.is_some() && !json) {
        output::line(format!(
            "\n{} was not asked everywhere: {}",
            row.searcher,
            row.skipped.as_deref().unwrap_or_default()
        ))?;
    }
    match plot {
        Some(file) => plot::write(
            file,
            plot::cost(
                &format!("{}: {count} positions", game.name()),
                &panels(&sums),
            ),
        ),
        None => Ok(()),
    }
}

/// The cost of a searcher on a position at the end of each depth from 1; `None` at depths it
/// skipped.
struct Course {
    passed: Vec<Option<Milestone>>,
    skipped: Option<String>,
}

impl Course {
    fn new(row: &Row, depth: u32) -> Self {
        // A depth that the search did not need costs nothing more.
        let at = |depth| {
            row.milestones
                .iter()
                .rfind(|passed| passed.depth <= depth)
                .copied()
        };
        Self {
            passed: (1..=depth).map(at).collect(),
            skipped: row.skipped.clone(),
        }
    }
}

/// The cost of a searcher on all positions.
struct Sums {
    searcher: String,
    /// By depth from 1; the value is unused. `None` if a position has no cost there.
    passed: Vec<Option<Milestone>>,
    /// At how many positions each depth's value equals that of the first searcher with one.
    agree: Vec<usize>,
    /// Why it skipped a position.
    skipped: Option<String>,
}

impl Sums {
    fn new(searcher: String, depth: u32) -> Self {
        let nothing = |depth| Milestone {
            depth,
            nodes: 0,
            evaluations: 0,
            time: Duration::ZERO,
            score: Default::default(),
        };
        let passed = (1..=depth).map(|depth| Some(nothing(depth))).collect();
        Self {
            searcher,
            passed,
            agree: vec![0; depth as usize],
            skipped: None,
        }
    }

    /// Adds a position; `first` holds the values of the first searcher at each depth.
    fn add(&mut self, course: &Course, first: &[Option<Milestone>]) {
        self.skipped = self.skipped.take().or(course.skipped.clone());
        for (at, &one) in course.passed.iter().enumerate() {
            self.passed[at] = self.passed[at].zip(one).map(|(sum, one)| Milestone {
                nodes: sum.nodes + one.nodes,
                evaluations: sum.evaluations + one.evaluations,
                time: sum.time + one.time,
                ..sum
            });
            self.agree[at] += usize::from(
                one.zip(first[at])
                    .is_some_and(|(one, first)| one.score == first.score),
            );
        }
    }

    /// Prints the cost of a depth, and its ratio to the first searcher's.
    fn tell(
        &self,
        own: &Milestone,
        first: &Milestone,
        count: usize,
        json: bool,
    ) -> Result<(), Failure> {
        let &Milestone {
            depth,
            nodes,
            evaluations,
            time,
            ..
        } = own;
        let searcher = &self.searcher;
        let agree = self.agree[depth as usize - 1];
        let seconds = time.as_secs_f64();
        let by_nodes = nodes as f64 / first.nodes as f64;
        let by_evaluations = evaluations as f64 / first.evaluations as f64;
        let by_time = seconds / first.time.as_secs_f64();
        if json {
            output::object(&json!({
                "searcher": searcher, "depth": depth, "positions": count, "values_agree": agree,
                "nodes": nodes, "nodes_ratio": by_nodes,
                "evaluations": evaluations, "evaluations_ratio": by_evaluations,
                "time_s": seconds, "time_ratio": by_time,
            }))?;
        } else {
            // A position may need no evaluation at all.
            let [by_nodes, by_evaluations, by_time] =
                [by_nodes, by_evaluations, by_time].map(|ratio| {
                    if ratio.is_finite() {
                        format!("{ratio:.3}")
                    } else {
                        "-".to_owned()
                    }
                });
            output::line(format!(
                "| {depth} | `{searcher}` | {agree}/{count} | {nodes} | {by_nodes} | {evaluations} | {by_evaluations} | \
                 {seconds:.3} | {by_time} |"
            ))?;
        }
        Ok(())
    }
}

const HEADER: &str = "| depth | searcher | values | nodes | ratio | evaluations | ratio | time s | ratio |\n\
                      |---:|---|---:|---:|---:|---:|---:|---:|---:|";

/// Evaluations and time against depth.
fn panels(sums: &[Sums]) -> [Panel; 2] {
    let course = |row: &Sums| {
        (
            row.searcher.clone(),
            row.passed.iter().flatten().copied().collect::<Vec<_>>(),
        )
    };
    let courses: Vec<_> = sums
        .iter()
        .map(course)
        .filter(|(_, course)| !course.is_empty())
        .collect();
    let asked = || {
        courses
            .iter()
            .map(|(name, course)| (name.clone(), &course[..]))
    };
    let evaluations = curves(asked(), |passed| passed.evaluations.max(1) as f64);
    [
        Panel {
            title: "evaluated positions",
            curves: evaluations,
            label: output::si,
        },
        seconds(asked()),
    ]
}
