//! What the search knows about dots and boxes: a line that closes a box, a line that offers one, and
//! when nothing can change the winner.

use crate::board::Line;
use crate::position::{DotsAndBoxes, each};
use engines::game_core::{Evaluator, Node, Outcome, Position, Score, Window};
use engines::search::{Bound, Budget, Guide, MoveKind, Proof, Stage, Stopped};

/// The guide of dots and boxes.
#[derive(Clone, Copy, Debug, Default)]
pub struct BoxesGuide;

impl BoxesGuide {
    /// A line that gives a box away comes after all that do not.
    const GIVES_AWAY: i32 = -(1 << 15);
}

impl<E: Evaluator<DotsAndBoxes>> Guide<DotsAndBoxes, E> for BoxesGuide {
    /// Lines that close a box are the noisy ones.
    fn candidates(
        &mut self,
        line: &mut Node<'_, DotsAndBoxes, E>,
        stage: Stage,
        _depth: i32,
        moves: &mut Vec<Line>,
    ) {
        let pos = line.pos();
        let wanted = |&mv: &Line| pos.closes(mv) == (stage == Stage::Noisy);
        moves.extend(each(pos.open()).filter(wanted));
    }

    fn rank(&mut self, line: &mut Node<'_, DotsAndBoxes, E>, moves: &[Line], ranks: &mut [i32]) {
        for (&mv, rank) in moves.iter().zip(ranks) {
            let offers = line.pos().sides_beside(mv).filter(|&sides| sides == 2);
            *rank += offers.count() as i32 * Self::GIVES_AWAY;
        }
    }

    fn kind(&mut self, line: &mut Node<'_, DotsAndBoxes, E>, mv: Line) -> MoveKind {
        if line.pos().closes(mv) {
            MoveKind::Noisy
        } else {
            MoveKind::Quiet
        }
    }

    /// More than half of the boxes win, at the end: every game has as many moves as lines.
    fn prove(
        &mut self,
        line: &mut Node<'_, DotsAndBoxes, E>,
        _depth: i32,
        _window: Window,
        _budget: &mut Budget<'_>,
    ) -> Result<Option<Proof<Line>>, Stopped> {
        let pos = line.pos();
        let all = pos.board().boxes.len() as u32;
        let [own, other] = [pos.turn(), !pos.turn()].map(|player| 2 * pos.boxes(player) > all);
        let outcome = match (own, other) {
            (true, _) => Outcome::Win,
            (_, true) => Outcome::Loss,
            _ => return Ok(None),
        };
        let end = line.ply() + pos.open().count_ones() as usize;
        Ok(Some(Proof {
            score: Score::terminal(outcome, end),
            bound: Bound::Exact,
            best: None,
        }))
    }
}
