//! What shows the game to people or programs.

use super::events::Event;
use engines::{Ending, Session};
use ratatui::crossterm::event::Event as TerminalEvent;
use search::Report;
use std::io;
use std::time::Duration;

/// What shows a game: [lines of text or JSON](super::printer::Printer), or [a full
/// screen](super::screen::Screen).
///
/// The table calls it for everything that happens; it changes nothing in the game.
pub trait View {
    /// Where a person's input comes from.
    fn input(&self) -> Input;

    /// Whether the view stays open when engines have played a game to its end.
    fn stays(&self) -> bool {
        false
    }

    /// Shows who plays, the first mover first.
    fn heading(&mut self, names: [String; 2]) -> io::Result<()>;

    /// Shows a message.
    fn say(&mut self, tone: Tone, text: &str) -> io::Result<()>;

    /// Shows the board, after every move and where the game has gone elsewhere.
    fn board(&mut self, session: &dyn Session) -> io::Result<()>;

    /// The board on request.
    fn position(&mut self, session: &dyn Session) -> io::Result<()>;

    /// Shows the progress of a search.
    fn progress(&mut self, report: &Report<String>) -> io::Result<()>;

    /// The move that has just been played.
    fn ply(&mut self, session: &dyn Session, ply: Ply) -> io::Result<()>;

    /// Shows a hint.
    fn hint(&mut self, report: &Report<String>, session: &dyn Session) -> io::Result<()>;

    /// The moves played and the legal ones.
    fn moves(&mut self, session: &dyn Session) -> io::Result<()>;

    /// The parts of the evaluation.
    fn evaluation(&mut self, session: &dyn Session) -> io::Result<()>;

    /// The commands.
    fn help(&mut self) -> io::Result<()>;

    /// How the game ended.
    fn outcome(&mut self, ending: Ending) -> io::Result<()>;

    /// The table waits for the next event: a view shows that it waits for a person, or draws
    /// what has changed.
    fn wait(&mut self, waiting: &Waiting) -> io::Result<()>;

    /// Takes what a person did at the terminal, and gives the event that it means to the table, if
    /// any.
    fn take(&mut self, event: TerminalEvent) -> io::Result<Option<Event>> {
        let _ = event;
        Ok(None)
    }

    /// The program ends.
    fn end(
        &mut self,
        session: &dyn Session,
        ending: Option<Ending>,
        seed: Option<u64>,
    ) -> io::Result<()>;
}

impl dyn View + '_ {
    /// Shows a notice.
    pub fn notice(&mut self, text: impl AsRef<str>) -> io::Result<()> {
        self.say(Tone::Notice, text.as_ref())
    }

    /// Shows an error.
    pub fn error(&mut self, text: impl AsRef<str>) -> io::Result<()> {
        self.say(Tone::Error, text.as_ref())
    }

    /// Shows why a line is neither a move nor a command.
    pub fn refused(&mut self, text: impl AsRef<str>) -> io::Result<()> {
        self.say(Tone::Refusal, text.as_ref())
    }
}

/// Where a person's input comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// Lines of standard input, typed or from another program.
    Lines,
    /// Lines that a person edits at a terminal.
    Editor,
    /// Keys and clicks on a full screen.
    Screen,
}

/// What kind of message a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Something to know.
    Notice,
    /// Something went wrong.
    Error,
    /// A line is neither a move nor a command.
    Refusal,
}

/// What the table waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// The player to move.
    pub player: &'static str,
    /// Whether that is a person.
    pub is_person: bool,
    /// Whether a search is under way.
    pub thinking: bool,
    /// Whether the game is over.
    pub over: bool,
    /// Whether a person is asked if the program should end.
    pub leaving: bool,
}

/// A move that was played.
pub struct Ply<'a> {
    /// The colour of the player who made it.
    pub player: &'static str,
    /// That player's name.
    pub name: String,
    /// The move.
    pub mv: &'a str,
    /// The engine's report of it.
    pub report: Option<&'a Report<String>>,
    /// How long the player took.
    pub time: Duration,
}
