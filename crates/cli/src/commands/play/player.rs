use super::events::Event;
use engines::Seat;
use game_core::GameLine;
use std::sync::mpsc::Sender;

/// A question to a player: the game so far, and the number by which answers to it are known.
#[derive(Clone, Debug)]
pub struct Turn {
    /// No other turn of this sitting has it: an answer that comes too late is recognised by it.
    pub id: u64,
    /// The start and the moves since, as `line` of a session gives them.
    pub line: GameLine,
}

/// One who sits at the board: a person, or something that thinks.
///
/// Every player is asked in the same way; the table neither waits for one nor knows how the other
/// finds moves.
pub trait Player {
    /// The name that records and announcements use.
    fn name(&self) -> String;

    /// Whether the moves are typed at the prompt.
    fn is_person(&self) -> bool;

    /// Tells the player to find a move; returns at once. The move comes as an [`Event::Answer`] or,
    /// a person's, as a line that is typed.
    fn begin_turn(&mut self, turn: Turn, events: &Sender<Event>);

    /// Asks for the answer now. Nothing happens if none is due.
    fn hurry(&mut self);

    /// Ends the turn, answered or not, and returns when the player has come to rest.
    fn end_turn(&mut self);

    /// Tells the player that another game begins.
    fn new_game(&mut self);
}

impl Seat for Box<dyn Player> {
    fn is_person(&self) -> bool {
        (**self).is_person()
    }
}

/// A person at the keyboard: whatever is to be known comes and goes through the terminal.
pub struct Person;

impl Person {
    /// A person's name in records, and how `--players` spells one.
    pub const NAME: &str = "human";
}

impl Player for Person {
    fn name(&self) -> String {
        Self::NAME.to_owned()
    }

    fn is_person(&self) -> bool {
        true
    }

    fn begin_turn(&mut self, _: Turn, _: &Sender<Event>) {}

    fn hurry(&mut self) {}

    fn end_turn(&mut self) {}

    fn new_game(&mut self) {}
}
