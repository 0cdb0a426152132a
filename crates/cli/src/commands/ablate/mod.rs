//! Measures each option of a searcher: in nodes and time to a depth, or in games.

mod games;
mod table;

use crate::args::{Ablate, check_searcher};
use crate::failure::Failure;
use engines::{Change, Family};

/// `boyi ablate`
pub fn run(args: &Ablate, json: bool) -> Result<(), Failure> {
    let changes = changes(args)?;
    if args.play {
        games::run(args, changes, json)
    } else {
        table::run(args, changes, json)
    }
}

/// The options to switch.
fn changes(args: &Ablate) -> Result<Vec<Change>, Failure> {
    let spec = &args.searcher;
    let ablates = match spec.family {
        Family::Kernel(_) => spec.threads == 1,
        family => family == Family::Added,
    };
    if !ablates {
        let problem = format!(
            "{spec}: alphabeta, aspiration, pvs or mtdf is needed, on one thread, or a searcher with options of its own"
        );
        return Err(Failure::Words {
            argument: "--searcher",
            problem,
        });
    }
    check_searcher(args.game.game, spec)?;
    let game = args.game.game;
    let facts = game.facts();
    let searcher = game.searcher(spec.name());
    let own = searcher.map_or(&[][..], |facts| facts.options);
    let all = spec.changes(args.game.options()?, &[facts.options, own].concat());
    for name in &args.options {
        if !all.iter().any(|change| change.option == name) {
            let mut known: Vec<_> = all.iter().map(|change| change.option).collect();
            known.dedup();
            let problem = format!(
                "{name:?} is no option that {spec} can switch; there are {}",
                known.join(", ")
            );
            return Err(Failure::Words {
                argument: "--options",
                problem,
            });
        }
    }
    // A match is expensive: unless others are named, it is played only for options that are on.
    let wanted = |change: &Change| match args.options.as_slice() {
        [] => change.off || !args.play,
        names => names.iter().any(|name| name == change.option),
    };
    Ok(all.into_iter().filter(wanted).collect())
}
