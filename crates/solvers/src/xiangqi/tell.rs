//! The line of a mate that has been proved.

use super::{Attack, search::Search};
use crate::meter::Stopped;
use game_core::Position;
use xiangqi_movegen::Move;

impl Search<'_, '_> {
    /// Appends the line of the mate within `moves`, the fewest there are: every answer resists as
    /// long as any does. What the table has forgotten is proved again.
    pub(super) fn tell(&mut self, moves: u8, line: &mut Vec<Move>) -> Result<(), Stopped> {
        let mut legal = Vec::new();
        self.pos.legal_moves(&mut legal);
        for mv in legal {
            let allowed = self.attack == Attack::Any || self.pos.gives_check(mv);
            if allowed && self.after(mv, |search| search.defend(moves - 1))? {
                line.push(mv);
                return self.after(mv, |search| search.tell_answer(moves - 1, line));
            }
        }
        unreachable!("a mate that has been proved has a first move")
    }

    fn tell_answer(&mut self, moves: u8, line: &mut Vec<Move>) -> Result<(), Stopped> {
        let mut legal = Vec::new();
        self.pos.legal_moves(&mut legal);
        for mv in legal {
            // One that held out for fewer moves than there are would make the mate shorter.
            if moves == 1 || !self.after(mv, |search| search.attack(moves - 1))? {
                line.push(mv);
                return self.after(mv, |search| search.tell(moves, line));
            }
        }
        Ok(())
    }
}
