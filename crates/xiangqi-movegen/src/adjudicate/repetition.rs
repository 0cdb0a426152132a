//! The third occurrence of a position.

use super::Verdict;
use crate::{Reason, RepetitionRule, Xiangqi};
use game_core::{Outcome, Player, Position};

impl Xiangqi {
    /// The verdict on the third occurrence of the position, if this is it.
    #[inline]
    pub(super) fn repetition(&self) -> Option<Verdict> {
        // Two rounds of four plies.
        if self.reversible() < 8 {
            return None;
        }
        let first = self.earlier().nth(1)?;
        Some(self.judge_window(first))
    }

    /// The verdict on the last `plies` plies, which led back to where they began.
    #[cold]
    pub(crate) fn judge_window(&self, plies: usize) -> Verdict {
        let guilty = |reason, player: Player| {
            let outcome = Outcome::of(Some(!player), self.turn());
            Verdict::new(outcome, reason, plies)
        };
        let draw = Verdict::new(Outcome::Draw, Reason::Repetition, plies);
        let rule = self.rules().repetition;
        if rule == RepetitionRule::DrawOnly {
            return draw;
        }
        // The moves that led to every other position were one player's.
        let all_checks = |first: usize| {
            (first..plies)
                .step_by(2)
                .all(|back| self.checked_back(back))
        };
        match (all_checks(0), all_checks(1)) {
            (true, true) => return draw,
            (true, false) => return guilty(Reason::PerpetualCheck, !self.turn()),
            (false, true) => return guilty(Reason::PerpetualCheck, self.turn()),
            (false, false) => {}
        }
        if rule == RepetitionRule::CheckBan {
            return draw;
        }
        let chased = self.chased(plies);
        match (chased[0].is_empty(), chased[1].is_empty()) {
            (false, true) => guilty(Reason::PerpetualChase, Player::First),
            (true, false) => guilty(Reason::PerpetualChase, Player::Second),
            _ => draw,
        }
    }

    /// Whether the player to move `back` plies ago was in check.
    fn checked_back(&self, back: usize) -> bool {
        if back == 0 {
            self.in_check()
        } else {
            self.history().back(back).in_check
        }
    }
}
