//! Prints a search iteration by iteration, or annotates a whole game.

mod game;
mod graph;
mod position;

use crate::args::{Analyze, Ply, check_searcher};
use crate::{failure::Failure, signals::on_interrupt};
use engines::{Engine, EngineConfig, SearcherConfig, Session};
use search::Control;

/// `boyi analyze`
pub fn run(args: &Analyze, json: bool) -> Result<(), Failure> {
    check_searcher(args.game.game, &args.searcher)?;
    match (&args.record, args.ply) {
        (Some(path), None) => game::run(args, path, json),
        (Some(path), Some(ply)) => {
            let mut session = args.game.session()?;
            crate::args::load(session.as_mut(), path)?;
            go_to(session.as_mut(), ply)?;
            position::run(args, session.as_ref(), json)
        }
        (None, _) => {
            let mut session = args.game.session()?;
            crate::args::place(session.as_mut(), args.position.as_deref())?;
            position::run(args, session.as_ref(), json)
        }
    }
}

/// Takes back what comes after `ply`.
fn go_to(session: &mut dyn Session, ply: Ply) -> Result<(), Failure> {
    let Ply::Number(ply) = ply else { return Ok(()) };
    let last = session.state().ply;
    if ply > last {
        let problem = format!("{ply}: the record has {last} moves; 0 to {last} or end is needed");
        return Err(Failure::Words {
            argument: "--ply",
            problem,
        });
    }
    session.seek(ply);
    Ok(())
}

/// The engine to search with.
fn engine(args: &Analyze, session: &dyn Session) -> Result<Box<dyn Engine>, Failure> {
    let mut spec: SearcherConfig = args.searcher.clone();
    if let Some(threads) = args.threads {
        spec.threads = threads.into();
    }
    args.game
        .game
        .engine(session.settings(), &EngineConfig::Searcher(spec), 0)
        .map_err(Failure::Setting)
}

/// A control that Ctrl-C stops.
pub fn interruptible() -> Control {
    let control = Control::default();
    let interrupt = control.clone();
    on_interrupt(move || interrupt.stop());
    control
}
