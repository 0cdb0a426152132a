use super::{order, verdict};
use game_core::{Line, Player, Position, Window};
use gomoku_rules::{Gomoku, Point, Rule};
use pattern_eval::gomoku::{Patterns, PointSet, Threat};
use search::{Bound, Budget, Guide, Horizon, Kind, Proof, Stage, Stopped};

pub(super) type GomokuLine<'e> = Line<'e, Gomoku, Patterns>;

/// What a search of gomoku should know: who can make five makes it; what would make five is answered; so is what would make a
/// straight four, unless by a four of one's own.
#[derive(Clone, Debug, Default)]
pub struct ThreatsFirst;

/// Whether the player to move must answer a five that the opponent could make.
#[inline]
fn in_check(line: &GomokuLine<'_>) -> bool {
    line.eval().best(!line.pos().turn()) == Threat::Five
}

/// Whether the opponent could make a straight four, or better.
#[inline]
fn is_threatened(line: &GomokuLine<'_>) -> bool {
    line.eval().best(!line.pos().turn()) >= Threat::StraightFour
}

/// Whether the player to move may play on some point of `points`.
#[inline]
pub(super) fn any_legal(pos: &Gomoku, points: &PointSet) -> bool {
    // Nobody but Black in renju is forbidden anything.
    match pos.rules().rule() == Rule::Renju && pos.turn() == Player::First {
        true => points.iter().any(|point| pos.is_legal(point)),
        false => !points.is_empty(),
    }
}

impl Guide<Gomoku, Patterns> for ThreatsFirst {
    /// Moves that make a five or a four are noisy, and so are the answers to the opponent's four. Against three in a row only
    /// what prevents the straight four is offered besides.
    fn candidates(&mut self, line: &mut GomokuLine<'_>, stage: Stage, _depth: i32, moves: &mut Vec<Point>) {
        let (pos, eval) = (line.pos(), line.eval());
        let (own, other) = (pos.turn(), !pos.turn());
        let noisy = stage == Stage::Noisy;
        let best = eval.best(own);
        let mut offer = |points: &PointSet| moves.extend(points.iter());
        if best == Threat::Five {
            if noisy {
                offer(eval.points(own, Threat::Five));
            }
            return;
        }
        if in_check(line) {
            let answers = eval.points(other, Threat::Five);
            // Black may be forbidden to answer; then any move will do, for the game is lost.
            match (noisy, any_legal(pos, answers)) {
                (true, true) => offer(answers),
                (false, false) => pos.generate(moves),
                _ => {}
            }
            return;
        }
        let straight = eval.points(own, Threat::StraightFour);
        if best == Threat::StraightFour && any_legal(pos, straight) {
            if noisy {
                offer(straight);
            }
            return;
        }
        let fours = eval.points(own, Threat::Four);
        if noisy {
            offer(fours);
            return;
        }
        let quiet = eval.defences(pos, other).unwrap_or_else(|| eval.near(pos)).without(fours);
        let quiet = on_empty(pos, quiet);
        if any_legal(pos, &quiet) || any_legal(pos, fours) {
            moves.extend(quiet.iter());
        } else {
            pos.generate(moves);
        }
    }

    #[inline]
    fn rank(&mut self, line: &mut GomokuLine<'_>, moves: &[Point], ranks: &mut [i32]) {
        let turn = line.pos().turn();
        for (&mv, rank) in moves.iter().zip(ranks) {
            *rank += order::rank(line.eval(), mv, turn);
        }
    }

    #[inline]
    fn kind(&mut self, line: &mut GomokuLine<'_>, mv: Point) -> Kind {
        if is_threatened(line) {
            Kind::Forced
        } else if line.eval().threat(mv, line.pos().turn()).0 >= Threat::Four {
            Kind::Noisy
        } else {
            Kind::Quiet
        }
    }

    /// A four is answered as far as it takes; three in a row once, at the horizon itself.
    #[inline]
    fn horizon(&mut self, line: &mut GomokuLine<'_>, depth: i32) -> Horizon {
        if in_check(line) || depth >= 0 && is_threatened(line) { Horizon::MustAnswer } else { Horizon::StandPat }
    }

    /// A four has one answer: following both costs one position.
    #[inline]
    fn extension(&mut self, line: &mut GomokuLine<'_>, _mv: Point) -> i32 {
        in_check(line).into()
    }

    #[inline]
    fn null_move(&mut self, line: &mut GomokuLine<'_>) -> Option<Point> {
        (!is_threatened(line)).then_some(Point::NULL)
    }

    #[inline]
    fn prove(
        &mut self,
        line: &mut GomokuLine<'_>,
        _depth: i32,
        _window: Window,
        _budget: &mut Budget<'_>,
    ) -> Result<Option<Proof<Point>>, Stopped> {
        let verdict = verdict::verdict(line.pos(), line.eval());
        Ok(verdict.map(|verdict| Proof { score: verdict.score(line.ply()), bound: Bound::Exact, best: verdict.best }))
    }

    fn proof_line(&mut self, line: &mut GomokuLine<'_>, moves: &mut Vec<Point>, _: &mut Budget<'_>) -> Result<(), Stopped> {
        verdict::foresee(line, moves);
        Ok(())
    }
}

/// Those of `points` that are empty.
#[inline]
fn on_empty(pos: &Gomoku, points: PointSet) -> PointSet {
    points.and(&PointSet::of_rows(|row| pos.lines().empty(row)))
}
