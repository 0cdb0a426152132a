//! What the search knows about animal shogi: captures and promotions come first, a lion in check must
//! be saved, and a game that comes back to itself is drawn.

use crate::board::{Kind, goal};
use crate::evaluation::worth;
use crate::position::{AnimalShogi, Move};
use engines::game_core::{Evaluator, Node, Position, Score};
use engines::search::{Guide, Horizon, MoveKind, PathDependence, PathScore, Stage};

/// The guide of animal shogi.
#[derive(Clone, Copy, Debug, Default)]
pub struct AnimalShogiGuide;

impl AnimalShogiGuide {
    /// Above history's 2^14, and with the greatest gain below a killer's 2^24.
    const GAIN: i32 = 1 << 14;
    /// In hundreds of points: more than anything else that can be gained.
    const LION: i32 = 100;
}

/// What a noisy move gains at once; `None` where it is the game.
fn gain(pos: &AnimalShogi, mv: Move) -> Option<i32> {
    let player = pos.turn();
    let Move::Step { from, to } = mv else {
        return Some(0);
    };
    let taken = match pos.kind_at(!player, to) {
        Some(kind) => worth(kind)?,
        None => 0,
    };
    if goal(player) & to.bit() == 0 {
        return Some(taken);
    }
    match pos.kind_at(player, from)? {
        Kind::Lion => None,
        Kind::Chick => Some(taken + 220),
        _ => Some(taken),
    }
}

impl<E: Evaluator<AnimalShogi>> Guide<AnimalShogi, E> for AnimalShogiGuide {
    fn candidates(
        &mut self,
        line: &mut Node<'_, AnimalShogi, E>,
        stage: Stage,
        _depth: i32,
        moves: &mut Vec<Move>,
    ) {
        let pos = line.pos();
        let first = moves.len();
        pos.generate(moves);
        let mut kept = first;
        for at in first..moves.len() {
            if pos.is_noisy(moves[at]) == (stage == Stage::Noisy) {
                moves[kept] = moves[at];
                kept += 1;
            }
        }
        moves.truncate(kept);
    }

    /// What gains most first, by the least valuable piece.
    fn rank(&mut self, line: &mut Node<'_, AnimalShogi, E>, moves: &[Move], ranks: &mut [i32]) {
        let pos = line.pos();
        for (&mv, rank) in moves.iter().zip(ranks) {
            if !pos.is_noisy(mv) {
                continue;
            }
            let hundreds = gain(pos, mv).map_or(Self::LION, |points| 1 + points / 10);
            let by = match mv {
                Move::Step { from, .. } => pos.kind_at(pos.turn(), from),
                Move::Drop { .. } => None,
            };
            let least = Kind::ALL.len() - by.map_or(0, Kind::index);
            *rank += (8 * hundreds + least as i32) * Self::GAIN;
        }
    }

    fn kind(&mut self, line: &mut Node<'_, AnimalShogi, E>, mv: Move) -> MoveKind {
        if line.pos().is_noisy(mv) {
            MoveKind::Noisy
        } else {
            MoveKind::Quiet
        }
    }

    fn gain(&mut self, line: &mut Node<'_, AnimalShogi, E>, mv: Move) -> Option<i32> {
        gain(line.pos(), mv)
    }

    /// An evaluation says nothing of a lion in check.
    fn horizon(&mut self, line: &mut Node<'_, AnimalShogi, E>, _depth: i32) -> Horizon {
        let pos = line.pos();
        if pos.is_in_check(pos.turn()) {
            Horizon::MustAnswer
        } else {
            Horizon::StandPat
        }
    }

    /// A check.
    fn extension(&mut self, line: &mut Node<'_, AnimalShogi, E>, _: Move, _: i32) -> i32 {
        line.pos().is_in_check(line.pos().turn()).into()
    }

    /// A draw as soon as a position occurs again below the root: it may occur a third time.
    fn path_verdict(&mut self, line: &mut Node<'_, AnimalShogi, E>) -> Option<PathScore> {
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
    fn path_matters(&mut self, line: &mut Node<'_, AnimalShogi, E>) -> bool {
        line.pos().last_occurrence().is_some()
    }
}
