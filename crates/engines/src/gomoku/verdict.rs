//! How the game ends within four plies, seen at a glance.

use super::guide::{GomokuLine, any_legal};
use game_core::{Outcome, Player, Position, Score};
use gomoku_rules::{Gomoku, Point, Rule};
use pattern_eval::gomoku::{Patterns, Shape, Threat};

/// A game as good as over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Verdict {
    outcome: Outcome,
    /// Plies to the end, whatever the loser does.
    plies: usize,
    /// The move that wins, or what puts up most resistance; none where any is as good.
    pub(super) best: Option<Point>,
}

impl Verdict {
    fn win(plies: usize, best: Point) -> Option<Self> {
        Some(Self { outcome: Outcome::Win, plies, best: Some(best) })
    }

    fn loss(plies: usize) -> Option<Self> {
        Some(Self { outcome: Outcome::Loss, plies, best: None })
    }

    /// Its score, `ply` plies below the root.
    pub(super) fn score(self, ply: usize) -> Score {
        Score::terminal(self.outcome, ply + self.plies)
    }
}

/// What is certain of a position that is not over: a five that can be made, one that cannot be prevented, a straight four that
/// can be made, one that cannot be prevented.
#[inline]
pub(super) fn verdict(pos: &Gomoku, eval: &Patterns) -> Option<Verdict> {
    let (own, other) = (pos.turn(), !pos.turn());
    let (best, worst) = (eval.best(own), eval.best(other));
    if best.max(worst) < Threat::StraightFour {
        return None;
    }
    if best == Threat::Five {
        return Verdict::win(1, eval.points(own, Threat::Five).iter().next()?);
    }
    if worst == Threat::Five {
        let points = eval.points(other, Threat::Five);
        let helpless = eval.count(other, Threat::Five) > 1 || !any_legal(pos, points);
        return if helpless { Verdict::loss(2) } else { None };
    }
    if best == Threat::StraightFour {
        // Black's may be forbidden.
        let legal = eval.points(own, Threat::StraightFour).iter().find(|&point| pos.is_legal(point));
        return legal.and_then(|point| Verdict::win(3, point)).or_else(|| unprevented(pos, eval));
    }
    unprevented(pos, eval)
}

/// The straight four that the opponent will make next: no stone prevents it, and no four gains time.
fn unprevented(pos: &Gomoku, eval: &Patterns) -> Option<Verdict> {
    let (own, other) = (pos.turn(), !pos.turn());
    let hopeless = eval.best(own) < Threat::Four
        && eval.defences(pos, other).is_some_and(|defences| defences.is_empty())
        && !may_be_forbidden(pos, eval, other);
    if hopeless { Verdict::loss(4) } else { None }
}

/// Whether a stone of his opponent may yet forbid `player` to make a straight four: in renju one that makes a three real.
fn may_be_forbidden(pos: &Gomoku, eval: &Patterns, player: Player) -> bool {
    let open_threes = |point| eval.shapes(point, player).into_iter().filter(|&shape| shape == Shape::OpenThree).count();
    pos.rules().rule() == Rule::Renju
        && player == Player::First
        && eval.points(player, Threat::StraightFour).iter().any(|point| open_threes(point) > 1)
}

/// Appends the moves of the verdict on `line`, to the end of the game.
pub(super) fn foresee(line: &mut GomokuLine<'_>, moves: &mut Vec<Point>) {
    let (pos, eval) = (line.pos(), line.eval());
    if pos.decided().is_some() {
        return;
    }
    let Some(verdict) = verdict(pos, eval) else { return };
    let threat = eval.points(!pos.turn(), if verdict.plies == 2 { Threat::Five } else { Threat::StraightFour });
    let Some(mv) = verdict.best.or_else(|| threat.iter().find(|&point| pos.is_legal(point))) else { return };
    moves.push(mv);
    foresee(&mut line.play(mv), moves);
}
