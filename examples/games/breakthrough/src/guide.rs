//! What the search knows about Breakthrough: captures come first, a piece before the last row must
//! be answered, and some races are decided.

use crate::position::{Breakthrough, Move, forwards, goal};
use crate::runs::decided_race;
use engines::game_core::{Evaluator, Node, Outcome, Position, Score, Window};
use engines::search::{Bound, Budget, Guide, Horizon, MoveKind, Proof, Stage, Stopped};

/// The guide of Breakthrough.
#[derive(Clone, Copy, Debug, Default)]
pub struct BreakthroughGuide;

impl BreakthroughGuide {
    /// Above history's 2^14 and below a killer's 2^24.
    const CAPTURE: i32 = 1 << 20;
}

/// Captures, and moves to the last row.
fn noisy(pos: &Breakthrough) -> u64 {
    pos.pieces(!pos.turn()) | goal(pos.turn())
}

/// Whether the opponent has a piece that reaches the last row by its next move.
fn is_threatened(pos: &Breakthrough) -> bool {
    pos.distance(!pos.turn()) == Some(1)
}

impl<E: Evaluator<Breakthrough>> Guide<Breakthrough, E> for BreakthroughGuide {
    fn candidates(
        &mut self,
        line: &mut Node<'_, Breakthrough, E>,
        stage: Stage,
        _depth: i32,
        moves: &mut Vec<Move>,
    ) {
        let pos = line.pos();
        match stage {
            Stage::Noisy => pos.generate_to(noisy(pos), moves),
            Stage::Quiet => pos.generate_to(!noisy(pos), moves),
        }
    }

    /// Captures first, of the foremost pieces before others, and by a piece that is not then taken
    /// itself; of quiet moves those of the foremost pieces.
    fn rank(&mut self, line: &mut Node<'_, Breakthrough, E>, moves: &[Move], ranks: &mut [i32]) {
        let pos = line.pos();
        let (player, other) = (pos.turn(), pos.pieces(!pos.turn()));
        let attacked = forwards(other, !player, -1) | forwards(other, !player, 1);
        for (mv, rank) in moves.iter().zip(ranks) {
            let to = 1_u64 << mv.to;
            let row = i32::from(mv.to / 8);
            let come = if goal(player) > 0xff { row } else { 7 - row };
            let safe = i32::from(attacked & to == 0);
            *rank += if goal(player) & to != 0 {
                16 * Self::CAPTURE
            } else if other & to != 0 {
                // The nearer to our side, the more dangerous it was.
                (1 + 7 - come + 4 * safe) * Self::CAPTURE
            } else {
                (come + 8 * safe) * 128
            };
        }
    }

    fn kind(&mut self, line: &mut Node<'_, Breakthrough, E>, mv: Move) -> MoveKind {
        if noisy(line.pos()) & 1 << mv.to != 0 {
            MoveKind::Noisy
        } else {
            MoveKind::Quiet
        }
    }

    fn gain(&mut self, line: &mut Node<'_, Breakthrough, E>, mv: Move) -> Option<i32> {
        let wins = goal(line.pos().turn()) & 1 << mv.to != 0;
        (!wins).then_some(2 * crate::evaluation::PIECE)
    }

    fn horizon(&mut self, line: &mut Node<'_, Breakthrough, E>, _depth: i32) -> Horizon {
        if is_threatened(line.pos()) {
            Horizon::MustAnswer
        } else {
            Horizon::StandPat
        }
    }

    /// A piece before the last row is a check.
    fn extension(&mut self, line: &mut Node<'_, Breakthrough, E>, _: Move, _: i32) -> i32 {
        is_threatened(line.pos()).into()
    }

    /// A race that one side wins, whatever the other does.
    fn prove(
        &mut self,
        line: &mut Node<'_, Breakthrough, E>,
        _depth: i32,
        _window: Window,
        _budget: &mut Budget<'_>,
    ) -> Result<Option<Proof<Move>>, Stopped> {
        let Some((outcome, plies, best)) = decided_race(line.pos()) else {
            return Ok(None);
        };
        let bound = if outcome == Outcome::Win {
            Bound::Lower
        } else {
            Bound::Upper
        };
        Ok(Some(Proof {
            score: Score::terminal(outcome, line.ply() + plies),
            bound,
            best,
        }))
    }
}
