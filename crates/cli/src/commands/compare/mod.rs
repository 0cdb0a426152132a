//! `boyi compare`: one question to several searchers.

mod position;
mod positions;

use crate::args::{Compare, check_searcher};
use crate::commands::plot::{Curve, Panel};
use crate::failure::Failure;
use lab::Milestone;

/// The depth of the question when no limit is given.
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

/// A curve for each searcher: what `height` tells of the depths it passed.
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
    // A microsecond is the least that is worth telling.
    let curves = curves(courses, |passed| passed.time.as_secs_f64().max(1e-6));
    Panel {
        title: "seconds",
        curves,
        label: |time| time.to_string(),
    }
}
