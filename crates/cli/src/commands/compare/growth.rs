use super::DEFAULT;
use crate::args::Compare;
use crate::{failure::Failure, output};
use arena::stats::Z95;
use engines::Settings;
use lab::{Course, Growth, GrowthRow, Problem};
use search::{Control, Limits};
use serde_json::{Value, json};

/// Searches positions, whose best moves may be known, within a budget: solutions, and how the trees
/// grow.
pub fn run(
    args: &Compare,
    settings: &Settings,
    problems: Vec<Problem>,
    json: bool,
) -> Result<(), Failure> {
    if args.plot.is_some() {
        let problem = "what each depth took is drawn where --depth alone is given and no best \
                       move is known";
        return Err(Failure::Words {
            argument: "--plot",
            problem: problem.to_owned(),
        });
    }
    let game = args.position.game.game;
    let growth = Growth {
        problems,
        searchers: args.searchers(),
        limits: args.limits.or(Limits::depth(DEFAULT)),
        full: args.full,
        judge: args.judge.map(Limits::nodes),
    };
    let control = Control::default();
    let mut written = Ok(());
    let mut each = |course: &Course| {
        if json && written.is_ok() {
            written = output::object(&course_json(&growth, course));
        }
        if written.is_err() {
            control.stop();
        }
    };
    let rows = growth
        .run(game, settings, &control, &mut each)
        .map_err(|error| Failure::Match(Box::new(error)))?;
    written?;
    if json {
        rows.iter()
            .try_for_each(|row| output::object(&row_json(row)))?;
        return Ok(());
    }
    let known = growth
        .problems
        .iter()
        .filter(|problem| problem.is_known())
        .count();
    output::line(format!(
        "{}: {} positions, {known} with known best moves\n\n{HEADER}",
        game.name(),
        growth.problems.len(),
    ))?;
    rows.iter().try_for_each(|row| output::line(text(row)))?;
    if rows.iter().any(|row| row.loss.is_some()) {
        output::line(format!("\n{LOSSES}"))?;
        for row in &rows {
            output::line(losses(row))?;
        }
    }
    output::line(format!("\n{PHASES}"))?;
    for row in &rows {
        for at in &row.phases {
            output::line(format!(
                "| `{}` | {} | {} | {} | {} |",
                row.searcher,
                at.phase,
                at.positions,
                share(at.solved, at.known),
                width(at.branching),
            ))?;
        }
    }
    output::line(format!("\n{DEPTHS}"))?;
    for row in &rows {
        for at in &row.depths {
            output::line(format!(
                "| `{}` | {} | {} | {} |",
                row.searcher,
                at.depth,
                at.positions,
                width(Some(at.branching)),
            ))?;
        }
    }
    Ok(())
}

const HEADER: &str = "| searcher | solved | nodes to solution | median | time s | depth | branching |\n\
                      |---|---:|---:|---:|---:|---:|---:|";
const LOSSES: &str = "| searcher | gives away | more than the first |\n|---|---:|---:|";
const PHASES: &str =
    "| searcher | phase | positions | solved | branching |\n|---|---|---:|---:|---:|";
const DEPTHS: &str = "| searcher | depth | positions | branching |\n|---|---:|---:|---:|";

fn text(row: &GrowthRow) -> String {
    // Without a known best move there is no way to a solution to tell of.
    let known = row.known > 0;
    let told = [
        known.then(|| row.nodes.to_string()),
        row.median_nodes.map(|median| format!("{median:.0}")),
        known.then(|| format!("{:.3}", row.seconds)),
        row.depth.map(|depth| format!("{depth:.2}")),
    ];
    let [nodes, median, seconds, depth] = told.map(|it| it.unwrap_or_else(|| "-".to_owned()));
    format!(
        "| `{}` | {} | {nodes} | {median} | {seconds} | {depth} | {} |",
        row.searcher,
        share(row.solved, row.known),
        width(row.branching),
    )
}

/// In percent of the probability of winning, the error that of 95 %.
fn losses(row: &GrowthRow) -> String {
    let told = row.loss.map(|loss| {
        let [mean, more, error] = [loss.mean, loss.more, Z95 * loss.error].map(|x| 100.0 * x);
        format!("{mean:.3} % | {more:+.3} ± {error:.3}")
    });
    format!(
        "| `{}` | {} |",
        row.searcher,
        told.as_deref().unwrap_or("- | -")
    )
}

fn share(solved: usize, known: usize) -> String {
    if known == 0 {
        "-".to_owned()
    } else {
        format!("{solved}/{known}")
    }
}

fn width(branching: Option<f64>) -> String {
    branching.map_or("-".to_owned(), |branching| format!("{branching:.3}"))
}

fn course_json(growth: &Growth, course: &Course) -> Value {
    let problem = &growth.problems[course.problem];
    let solution = course
        .solution
        .map(|at| json!({ "depth": at.depth, "nodes": at.nodes, "time_s": at.time.as_secs_f64() }));
    json!({
        "position": course.problem + 1, "id": problem.id, "line": problem.line.to_string(),
        "searcher": growth.searchers[course.searcher].to_string(), "phase": course.phase.name(),
        "best": course.best, "best_moves": problem.best, "moves_to_avoid": problem.avoid,
        "solution": solution,
        "depth": course.end.map(|end| end.depth), "nodes": course.end.map(|end| end.nodes),
        "time_s": course.end.map(|end| end.time.as_secs_f64()),
        "score": course.end.map(|end| end.score.get()), "branching": course.branching(),
        "loss": course.loss,
    })
}

fn row_json(row: &GrowthRow) -> Value {
    let phases: Vec<_> = row
        .phases
        .iter()
        .map(|at| {
            json!({
                "phase": at.phase.name(), "positions": at.positions, "known": at.known,
                "solved": at.solved, "branching": at.branching,
            })
        })
        .collect();
    let depths: Vec<_> = row
        .depths
        .iter()
        .map(
            |at| json!({ "depth": at.depth, "positions": at.positions, "branching": at.branching }),
        )
        .collect();
    json!({
        "searcher": row.searcher, "positions": row.positions, "known": row.known,
        "solved": row.solved, "nodes_to_solution": row.nodes, "median_nodes": row.median_nodes,
        "time_s": row.seconds, "depth": row.depth, "branching": row.branching, "phases": phases,
        "depths": depths, "loss": row.loss.map(|loss| json!({
            "mean": loss.mean, "more": loss.more, "standard_error": loss.error,
        })),
    })
}
