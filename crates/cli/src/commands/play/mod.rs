//! `boyi play`: a game in the terminal, between people and engines.
//!
//! Everything that happens arrives as an [`Event`](events::Event) in one [`Inbox`](events::Inbox):
//! typed lines, Ctrl-C, and the reports and answers of searches. The [`Table`](table::Table)
//! handles them one at a time, with the session as referee, and a [`View`](view::View) shows what
//! happens: as lines, or on a [full screen](screen), which sends keys and clicks as events, too.

mod actions;
mod board;
mod command;
mod cursor;
mod editor;
mod events;
mod kept;
mod lineup;
mod machine;
mod player;
mod printer;
mod screen;
mod table;
#[cfg(test)]
mod tests;
mod texts;
mod view;

use crate::App;
use crate::args::{self, LimitArgs, Play, read_players};
use crate::failure::Failure;
use engines::{EngineConfig, Game, Session, Settings, SwapRule};
use game_core::Glyphs;
use kept::Kept;
use lineup::Lineup;
use printer::Printer;
use screen::Screen;
use search::Limits;
use std::io::{self, IsTerminal};
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
    if args.tui {
        check_full_screen(json)?;
        // A refusal is told before the screen is taken.
        let table = Seated::new(game, &mut args, kept)?;
        let mut screen = Screen::open(game, glyphs)?;
        return table.play(&mut screen);
    }
    let mut printer = Printer::new(game, json, glyphs);
    let view: &mut dyn View = &mut printer;
    let result = Seated::new(game, &mut args, kept).and_then(|table| table.play(view));
    if let (true, Err(failure)) = (json, &result) {
        view.error(failure.to_string())?;
    }
    result
}

/// Checks that there is a terminal to fill.
fn check_full_screen(json: bool) -> Result<(), Failure> {
    let refused = |problem: &str| {
        Err(Failure::Words {
            argument: "--tui",
            problem: problem.to_owned(),
        })
    };
    if json {
        return refused("a full screen is for people: give either --tui or --json");
    }
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return refused(
            "a full screen needs a terminal for input and output; without --tui lines are read and written",
        );
    }
    Ok(())
}

/// A game and its players, before anything is shown.
struct Seated {
    game: &'static dyn Game,
    settings: Settings,
    session: Box<dyn Session>,
    lineup: Lineup,
    opening: Option<SwapRule>,
}

impl Seated {
    fn new(game: &'static dyn Game, args: &mut Play, kept: Option<Kept>) -> Result<Self, Failure> {
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
        let opening = args.opening.as_deref();
        let opening = opening.map(|name| swap_rule(game, name)).transpose()?;
        Ok(Self {
            game,
            settings,
            session,
            lineup,
            opening,
        })
    }

    fn play(self, view: &mut dyn View) -> Result<(), Failure> {
        let table = Table::new(self.game, self.settings, self.session, self.lineup, view)?;
        table.play(self.opening)
    }
}

/// The opening of that name.
fn swap_rule(game: &dyn Game, name: &str) -> Result<SwapRule, Failure> {
    game.facts().swap(name).map_err(|error| Failure::Words {
        argument: "--opening",
        problem: error.to_string(),
    })
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
