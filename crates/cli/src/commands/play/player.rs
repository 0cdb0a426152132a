use super::events::Event;
use engines::Seat;
use game_core::GameLine;
use std::sync::mpsc::Sender;

/// A request to a player: the game so far, and a number that identifies the answers.
#[derive(Clone, Debug)]
pub struct Turn {
    /// Unique in this run, so that a late answer is recognised.
    pub id: u64,
    /// The start and the moves since, as `line` of a session gives them.
    pub line: GameLine,
}

/// A player at the board: a person or an engine.
///
/// The table asks every player in the same way, and does not wait for the answer.
pub trait Player {
    /// The name that records and announcements use.
    fn name(&self) -> String;

    /// Whether the moves are typed at the prompt.
    fn is_person(&self) -> bool;

    /// Asks the player for a move and returns at once. The move comes as an [`Event::Answer`] or,
    /// from a person, as a typed line.
    fn begin_turn(&mut self, turn: Turn, events: &Sender<Event>);

    /// Makes a search under way answer now.
    fn hurry(&mut self);

    /// Ends the turn, answered or not, and returns when the player is idle.
    fn end_turn(&mut self);

    /// Prepares the player for a new game.
    fn new_game(&mut self);
}

impl Seat for Box<dyn Player> {
    fn is_person(&self) -> bool {
        (**self).is_person()
    }
}

/// A person at the keyboard, who plays through the terminal.
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
