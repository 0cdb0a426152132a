//! What the search knows about draughts: captures cannot be refused, and a game that comes back to
//! itself is drawn.

use crate::board::crown_row;
use crate::position::{Draughts, Move};
use engines::game_core::{Evaluator, Node, Position, Score};
use engines::search::{Guide, Horizon, MoveKind, PathDependence, PathScore, Stage};

/// The guide of draughts.
#[derive(Clone, Copy, Debug, Default)]
pub struct DraughtsGuide;

impl DraughtsGuide {
    /// Above history's 2^14 and below a killer's 2^24.
    const CAPTURE: i32 = 1 << 20;
}

/// Whether `mv` crowns a man.
fn crowns(pos: &Draughts, mv: Move) -> bool {
    let bit = mv.from.bit();
    pos.kings() & bit == 0 && mv.to.bit() & crown_row(pos.turn()) != 0
}

impl<E: Evaluator<Draughts>> Guide<Draughts, E> for DraughtsGuide {
    /// Where there is a capture there are captures alone; else a man that is crowned is noisy.
    fn candidates(
        &mut self,
        line: &mut Node<'_, Draughts, E>,
        stage: Stage,
        _depth: i32,
        moves: &mut Vec<Move>,
    ) {
        let pos = line.pos();
        if pos.jumpers(pos.turn()) != 0 {
            if stage == Stage::Noisy {
                pos.generate_captures(moves);
            }
            return;
        }
        let first = moves.len();
        pos.generate_steps(moves);
        let mut kept = first;
        for at in first..moves.len() {
            if crowns(pos, moves[at]) == (stage == Stage::Noisy) {
                moves[kept] = moves[at];
                kept += 1;
            }
        }
        moves.truncate(kept);
    }

    /// The captures of most pieces first.
    fn rank(&mut self, line: &mut Node<'_, Draughts, E>, moves: &[Move], ranks: &mut [i32]) {
        let pos = line.pos();
        for (&mv, rank) in moves.iter().zip(ranks) {
            let gain = 2 * mv.captures() as i32 + i32::from(crowns(pos, mv));
            *rank += gain * Self::CAPTURE;
        }
    }

    fn kind(&mut self, line: &mut Node<'_, Draughts, E>, mv: Move) -> MoveKind {
        if mv.captures() > 0 || crowns(line.pos(), mv) {
            MoveKind::Noisy
        } else {
            MoveKind::Quiet
        }
    }

    /// A capture must be made: an evaluation before it says nothing.
    fn horizon(&mut self, line: &mut Node<'_, Draughts, E>, _depth: i32) -> Horizon {
        let pos = line.pos();
        if pos.jumpers(pos.turn()) != 0 {
            Horizon::MustAnswer
        } else {
            Horizon::StandPat
        }
    }

    /// A draw as soon as a position occurs again below the root: it may occur a third time.
    fn path_verdict(&mut self, line: &mut Node<'_, Draughts, E>) -> Option<PathScore> {
        if let Some(verdict) = line.pos().adjudicate() {
            return Some(PathScore::adjudicated(line, verdict));
        }
        let back = line.pos().last_occurrence();
        let back = back.filter(|&back| back <= line.ply())?;
        Some(PathScore {
            score: Score::DRAW,
            dependence: PathDependence::ply((line.ply() - back) as i32),
        })
    }

    /// A position that occurred earlier in the game may be drawn when it repeats.
    fn path_matters(&mut self, line: &mut Node<'_, Draughts, E>) -> bool {
        line.pos().last_occurrence().is_some()
    }
}
