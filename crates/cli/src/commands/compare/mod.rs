//! `boyi compare`: several searchers on the same positions.

mod position;
mod positions;

use crate::args::{Compare, check_searcher};
use crate::commands::plot::{Curve, Panel};
use crate::failure::Failure;
use lab::Milestone;

/// The depth by default.
const DEFAULT: u32 = 4;

/// `boyi compare`
pub fn run(args: &Compare, json: bool) -> Result<(), Failure> {
    let game = args.position.game.game();
    args.searchers
        .0
        .iter()
        .try_for_each(|spec| check_searcher(game, spec))?;
    match &args.positions {
        Some(from) => positions::run(args, from, json),
        None => position::run(args, json),
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
