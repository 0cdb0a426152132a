//! `boyi play --tui`: the game on a full screen.
//!
//! [`State`] is what is shown and what a key means there, without any terminal; [`draw`] lays it
//! out. A key becomes a line, as if it had been typed at the prompt: the table remains the only
//! referee.

mod draw;
mod line;
mod popup;
mod state;
mod terminal;
#[cfg(test)]
mod tests;

use super::board::Colours;
use super::events::Event;
use super::texts;
use super::view::{Input, Ply, Tone, View, Waiting};
use crate::commands::{eval, show::outcome_text};
use crate::output;
use engines::{Ending, Game, Session};
use game_core::Glyphs;
use popup::Popup;
use ratatui::crossterm::event::{Event as TerminalEvent, KeyCode, KeyModifiers};
use search::Report;
use state::State;
use std::io;
use terminal::FullScreen;

/// A view that fills the terminal.
pub struct Screen {
    full: Option<FullScreen>,
    state: State,
}

impl Screen {
    /// Makes the terminal a full screen, with pieces drawn as `glyphs`.
    ///
    /// # Errors
    /// If the terminal refuses.
    pub fn open(game: &'static dyn Game, glyphs: Glyphs) -> io::Result<Self> {
        let state = State::new(game, glyphs, Colours::of_stdout());
        let full = Some(FullScreen::open()?);
        Ok(Self { full, state })
    }
}

impl View for Screen {
    fn input(&self) -> Input {
        Input::Screen
    }

    fn stays(&self) -> bool {
        true
    }

    fn heading(&mut self, names: [String; 2]) -> io::Result<()> {
        self.state.seat(names);
        Ok(())
    }

    fn say(&mut self, tone: Tone, text: &str) -> io::Result<()> {
        self.state.tell(tone, text.to_owned());
        Ok(())
    }

    fn board(&mut self, session: &dyn Session) -> io::Result<()> {
        self.state.stand(session);
        Ok(())
    }

    /// The board is always in sight.
    fn position(&mut self, session: &dyn Session) -> io::Result<()> {
        self.board(session)
    }

    fn progress(&mut self, report: &Report<String>) -> io::Result<()> {
        self.state.search(report);
        Ok(())
    }

    fn ply(&mut self, session: &dyn Session, ply: Ply) -> io::Result<()> {
        self.state.stand(session);
        if let Some(report) = ply.report {
            self.state.search(report);
        }
        let text = texts::ply(session.state().ply, &ply);
        self.say(Tone::Notice, &text)
    }

    fn hint(&mut self, report: &Report<String>, session: &dyn Session) -> io::Result<()> {
        self.state.search(report);
        self.state
            .advise(session.variation(report.pv()).first().map(|mv| mv.cells));
        let why = texts::reasons(report, session);
        let text = texts::hint(self.state.game(), report, &why);
        self.say(Tone::Notice, &text)
    }

    fn moves(&mut self, session: &dyn Session) -> io::Result<()> {
        let lines = texts::moves(session).into();
        self.state.show(Popup::new("moves", lines));
        Ok(())
    }

    fn evaluation(&mut self, session: &dyn Session) -> io::Result<()> {
        self.state
            .show(Popup::new("evaluation", eval::texts(session)));
        Ok(())
    }

    fn help(&mut self) -> io::Result<()> {
        self.state.show(Popup::help());
        Ok(())
    }

    fn outcome(&mut self, ending: Ending) -> io::Result<()> {
        let text = outcome_text(Some(ending), self.state.game().facts().players);
        self.say(Tone::Notice, &text)
    }

    /// Draws the screen.
    fn wait(&mut self, waiting: &Waiting) -> io::Result<()> {
        self.state.wait(*waiting);
        if let Some(full) = &mut self.full {
            full.terminal.draw(|frame| self.state.draw(frame))?;
        }
        Ok(())
    }

    fn take(&mut self, event: TerminalEvent) -> io::Result<Option<Event>> {
        #[cfg(unix)]
        if let (TerminalEvent::Key(key), Some(full)) = (&event, &mut self.full)
            && key.code == KeyCode::Char('z')
            && key.modifiers.contains(KeyModifiers::CONTROL)
        {
            full.suspend()?;
            return Ok(None);
        }
        Ok(self.state.take(&event))
    }

    /// Leaves the full screen, and says how the game ended where it stays in sight.
    fn end(
        &mut self,
        _session: &dyn Session,
        ending: Option<Ending>,
        seed: Option<u64>,
    ) -> io::Result<()> {
        self.full = None;
        if let Some(ending) = ending {
            let players = self.state.game().facts().players;
            output::line(outcome_text(Some(ending), players))?;
        }
        match seed {
            Some(seed) => output::line(format!("seed {seed}")),
            None => Ok(()),
        }
    }
}
