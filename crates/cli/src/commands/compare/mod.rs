//! `boyi compare`: several searchers on the same positions.

mod cost;
mod growth;
mod position;

use crate::args::{Compare, Positions, check_searcher};
use crate::commands::plot::{Curve, Panel};
use crate::commands::positions::{positions, suite};
use crate::failure::Failure;
use lab::{Milestone, Problem};

/// The depth by default.
const DEFAULT: u32 = 4;

/// `boyi compare`
pub fn run(args: &Compare, json: bool) -> Result<(), Failure> {
    let game = args.position.game.game;
    args.searchers()
        .iter()
        .try_for_each(|spec| check_searcher(game, spec))?;
    let Some(from) = &args.positions else {
        return position::run(args, json);
    };
    let settings = args.position.game.session()?.settings().clone();
    let problems = match from {
        Positions::File(path) => suite(path, game, &settings)?,
        Positions::Count(_) => {
            let mut session = args.position.game.session()?;
            let mut problems = Vec::new();
            for line in positions(game, &settings, from, args.seed)? {
                // A line of a session is taken by another.
                if session.set(&line).is_ok() {
                    problems.push(Problem::unknown(session.as_ref()));
                }
            }
            problems
        }
    };
    let has_budget = args.limits.nodes.is_some() || args.limits.time.is_some();
    if has_budget || args.judge.is_some() || problems.iter().any(Problem::is_known) {
        growth::run(args, &settings, problems, json)
    } else {
        let lines = problems.into_iter().map(|problem| problem.line).collect();
        cost::run(args, &settings, lines, json)
    }
}

/// A curve for each searcher, with the `height` of each depth.
fn curves<'c>(
    courses: impl Iterator<Item = (String, &'c [Milestone])>,
    height: fn(&Milestone) -> f64,
) -> Vec<Curve> {
    let points = |course: &[Milestone]| {
        course
            .iter()
            .map(|passed| (passed.depth, height(passed)))
            .collect()
    };
    courses
        .map(|(name, course)| Curve {
            name,
            points: points(course),
        })
        .collect()
}

/// Time against depth.
fn seconds<'c>(courses: impl Iterator<Item = (String, &'c [Milestone])>) -> Panel {
    // Times below a microsecond are drawn as one.
    let curves = curves(courses, |passed| passed.time.as_secs_f64().max(1e-6));
    Panel {
        title: "seconds",
        curves,
        label: |time| time.to_string(),
    }
}
