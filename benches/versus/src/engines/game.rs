use game_core::Position;
use std::fmt::{Debug, Display};

/// What the interfaces of the other libraries ask of a game beyond what Boyi's does.
pub trait Game:
    Position<Move: Display + Send + Sync> + Copy + Debug + Eq + Send + Sync + 'static
{
    /// The legal moves one after another.
    type Moves: Iterator<Item = Self::Move> + Clone;

    /// The move of this [slot](Position::slot).
    fn numbered(slot: u8) -> Self::Move;

    /// The moves of a game that is not over.
    fn moves(&self) -> Self::Moves;

    /// The position that a legal move leads to.
    fn after(&self, mv: Self::Move) -> Self;

    /// What the evaluator says of it, for the player to move.
    fn value(&self) -> i16;
}
