//! `boyi play`: a game in the terminal, between people and engines.
//!
//! Everything that happens arrives as an [`Event`](events::Event) in one [`Inbox`](events::Inbox):
//! typed lines, Ctrl-C, and the reports and answers of searches. The [`Table`](table::Table)
//! handles them one at a time, with the session as referee.

mod actions;
mod command;
mod events;
mod lineup;
mod machine;
mod player;
mod table;
#[cfg(test)]
mod tests;
mod view;

use crate::{
    args::{self, Play},
    failure::Failure,
};
use game_core::Glyphs;
use lineup::Lineup;
use table::Table;
use view::View;

/// `boyi play`
pub fn run(args: Play, json: bool) -> Result<(), Failure> {
    let glyphs = if args.letters {
        Glyphs::Letters
    } else {
        Glyphs::Native
    };
    let mut view = View::new(args.game.game, json, glyphs);
    let result = sit_down(&args, &mut view);
    if let (true, Err(failure)) = (json, &result) {
        view.error(failure.to_string())?;
    }
    result
}

fn sit_down(args: &Play, view: &mut View) -> Result<(), Failure> {
    let mut session = args.game.session()?;
    args::place(session.as_mut(), args.position.as_deref())?;
    if let Some(path) = &args.record {
        args::load(session.as_mut(), path)?;
    }
    // Stepping through a record starts at its beginning, playing on starts at its end.
    let stepping = args.record.is_some() && args.players.is_none() && args.first.is_none();
    while stepping && session.undo() {}
    let lineup = Lineup::new(args, &*session)?;
    Table::new(args, session, lineup, view)?.play()
}
