//! `boyi play`: a game in the terminal, between people and engines.
//!
//! Everything that happens arrives as an [`Event`](events::Event) in one [`Inbox`](events::Inbox):
//! typed lines, Ctrl-C, and the reports and answers of searches. The [`Table`](table::Table)
//! handles them one at a time, with the session as referee.

mod actions;
mod command;
mod editor;
mod events;
mod kept;
mod lineup;
mod machine;
mod player;
mod table;
#[cfg(test)]
mod tests;
mod view;

use crate::App;
use crate::args::{self, LimitArgs, Play, read_players};
use crate::failure::Failure;
use engines::{EngineConfig, Game};
use game_core::Glyphs;
use kept::Kept;
use lineup::Lineup;
use search::Limits;
use std::time::Duration;
use table::Table;
use view::View;

/// `boyi play`
pub fn run(mut args: Play, app: &App, json: bool) -> Result<(), Failure> {
    let glyphs = if args.letters {
        Glyphs::Letters
    } else {
        Glyphs::Native
    };
    let kept = args.go_on.then(Kept::last).transpose()?;
    let game = match (args.game, &kept) {
        (Some(game), Some(kept)) if kept.game != game.name() => {
            let problem = format!("the last game was of {}, not of {}", kept.game, game.name());
            return Err(Failure::Words {
                argument: "--continue",
                problem,
            });
        }
        (Some(game), _) => game,
        (None, kept) => {
            let name = kept.as_ref().map_or("", |kept| &kept.game);
            app.games().get(name).map_err(|error| Failure::Words {
                argument: "--continue",
                problem: error.to_string(),
            })?
        }
    };
    let mut view = View::new(game, json, glyphs);
    let result = sit_down(game, &mut args, kept, &mut view);
    if let (true, Err(failure)) = (json, &result) {
        view.error(failure.to_string())?;
    }
    result
}

fn sit_down(
    game: &'static dyn Game,
    args: &mut Play,
    kept: Option<Kept>,
    view: &mut View,
) -> Result<(), Failure> {
    let settings = match &kept {
        Some(kept) => kept.settings.clone(),
        None => args.rules.settings(game),
    };
    let mut session = game.session(&settings).map_err(Failure::Setting)?;
    args::place(session.as_mut(), args.position.as_deref())?;
    if let Some(path) = &args.record {
        args::load(session.as_mut(), path)?;
    }
    if let Some(kept) = kept {
        args.resume(&kept)?;
        let refused = |error| Failure::Text {
            argument: "--continue",
            value: kept.line.to_string(),
            error,
        };
        session.set_line(kept.line.clone()).map_err(refused)?;
    }
    // Stepping through a record starts at its beginning, playing on starts at its end.
    let stepping = args.record.is_some() && args.players.is_none() && args.first.is_none();
    while stepping && session.undo() {}
    let lineup = Lineup::new(game, args, &*session)?;
    Table::new(game, settings, session, lineup, view)?.play()
}

impl Play {
    /// Takes from a game that was left what is not asked for in another way.
    fn resume(&mut self, kept: &Kept) -> Result<(), Failure> {
        let refused = |problem| Failure::Words {
            argument: "--continue",
            problem,
        };
        if self.players.is_none() {
            let mut players = read_players(&kept.players).map_err(refused)?;
            if let Some(level) = self.level {
                for engine in players.0.iter_mut().flatten() {
                    *engine = EngineConfig::level(level).into();
                }
            }
            self.players = Some(players);
        }
        if self.limits.or(Limits::none()) == Limits::none() {
            self.limits = LimitArgs {
                depth: kept.depth,
                nodes: kept.nodes,
                time: kept.time_ms.map(Duration::from_millis),
            };
        }
        self.seed = self.seed.or(Some(kept.seed));
        Ok(())
    }
}
