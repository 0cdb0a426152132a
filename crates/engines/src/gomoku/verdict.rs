//! Static verdicts: how the game ends within four plies.

use super::guide::{GomokuNode, any_legal, patterns};
use game_core::{Evaluator, Outcome, Position, Score};
use gomoku_rules::{Gomoku, Point, Rule};
use pattern_eval::gomoku::{Patterns, Threat};

/// A decided game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Verdict {
    outcome: Outcome,
    /// Plies to the end, whatever the loser plays.
    plies: usize,
    /// The move that wins, or resists longest; `None` if all are equal.
    pub(super) best: Option<Point>,
}

impl Verdict {
    fn win(plies: usize, best: Point) -> Option<Self> {
        Some(Self {
            outcome: Outcome::Win,
            plies,
            best: Some(best),
        })
    }

    fn loss(plies: usize) -> Option<Self> {
        Some(Self {
            outcome: Outcome::Loss,
            plies,
            best: None,
        })
    }

    /// Its score, `ply` plies below the root.
    pub(super) fn score(self, ply: usize) -> Score {
        Score::terminal(self.outcome, ply + self.plies)
    }
}

/// The verdict on a position that is not over: a five that can be made or cannot be prevented, or a
/// straight four that can be made or cannot be prevented.
#[inline]
pub(super) fn verdict(pos: &Gomoku, eval: &Patterns) -> Option<Verdict> {
    let own = pos.turn();
    let other = !pos.turn();
    let best = eval.best(own);
    let worst = eval.best(other);
    if best.max(worst) < Threat::StraightFour {
        return None;
    }
    if best == Threat::Five {
        return Verdict::win(1, eval.points(own, Threat::Five).iter().next()?);
    }
    // There is no telling by the shapes alone where a row may be shut in.
    if pos.rules().rule().shuts_in() {
        return None;
    }
    if worst == Threat::Five {
        let points = eval.points(other, Threat::Five);
        let helpless = eval.count(other, Threat::Five) > 1 || !any_legal(pos, points);
        return if helpless && !(is_crowded(pos) && pos.count_moves() == 0) {
            Verdict::loss(2)
        } else {
            None
        };
    }
    if is_crowded(pos) {
        return None;
    }
    if best == Threat::StraightFour {
        // Black's point may be forbidden.
        let legal = eval
            .points(own, Threat::StraightFour)
            .iter()
            .find(|&point| pos.is_legal(point));
        return legal
            .and_then(|point| Verdict::win(3, point))
            .or_else(|| unprevented(pos, eval));
    }
    unprevented(pos, eval)
}

/// Whether, in renju on an almost full board, Black may have only forbidden points left, which is a
/// draw, not a loss.
fn is_crowded(pos: &Gomoku) -> bool {
    pos.rules().rule() == Rule::Renju && pos.rules().area() - pos.stones() < 40
}

/// The straight four that the opponent will make next, if no stone prevents it and no four gains
/// time.
fn unprevented(pos: &Gomoku, eval: &Patterns) -> Option<Verdict> {
    let own = pos.turn();
    let other = !pos.turn();
    let hopeless = eval.best(own) < Threat::Four
        && eval
            .defences(pos, other)
            .is_some_and(|defences| defences.is_empty());
    if hopeless { Verdict::loss(4) } else { None }
}

/// Appends the moves of the verdict on `line`, to the end of the game.
pub(super) fn foresee<E: Evaluator<Gomoku> + AsRef<Patterns>>(
    line: &mut GomokuNode<'_, E>,
    moves: &mut Vec<Point>,
) {
    let pos = line.pos();
    let eval = patterns(line);
    if pos.decided().is_some() {
        return;
    }
    let Some(verdict) = verdict(pos, eval) else {
        return;
    };
    let threat = eval.points(
        !pos.turn(),
        if verdict.plies == 2 {
            Threat::Five
        } else {
            Threat::StraightFour
        },
    );
    let Some(mv) = verdict
        .best
        .or_else(|| threat.iter().find(|&point| pos.is_legal(point)))
    else {
        return;
    };
    moves.push(mv);
    foresee(&mut line.play(mv), moves);
}

#[cfg(test)]
mod tests {
    use super::*;
    use game_core::{Node, Notation, Player, zobrist::mix};
    use gomoku_rules::Rules;
    use search::{Algorithm, AlphaBeta, Limits, Options, Searcher};

    fn judged(pos: &Gomoku) -> Option<Verdict> {
        let mut eval = Patterns::default();
        eval.reset(pos);
        verdict(pos, &eval)
    }

    /// The value of a search of every move.
    fn searched(pos: &Gomoku, depth: u32) -> Score {
        let mut engine =
            AlphaBeta::new(Patterns::default()).with_options(Options::exact(Algorithm::Pvs));
        engine.think(pos, Limits::depth(depth)).score()
    }

    /// The plies of a verdict that a search confirms, as does the line that it foresees.
    fn agreed(pos: &Gomoku, verdict: Verdict) -> usize {
        assert_eq!(
            searched(pos, verdict.plies as u32),
            verdict.score(0),
            "{pos}"
        );
        let mut eval = Patterns::default();
        let mut line = Vec::new();
        foresee(&mut Node::new(pos.clone(), &mut eval), &mut line);
        assert_eq!(line.len(), verdict.plies, "{pos}: {line:?}");
        verdict.plies
    }

    /// A search of every move finds what the verdicts say, win or loss and in how many plies. Where
    /// they are silent it finds none within two plies, and within four none but where the player to
    /// move has a four to make, or Black may have none but forbidden points left.
    #[test]
    fn verdicts_are_what_a_search_finds() {
        let mut seen = [0; 5];
        for (seed, rule) in
            (0..400).flat_map(|seed| ["freestyle", "standard", "renju"].map(|rule| (seed, rule)))
        {
            let rules = Rules::new(6, rule.parse().expect("a rule")).expect("a size");
            let mut pos = Gomoku::new(rules);
            let mut state = mix(seed);
            let mut moves = Vec::new();
            for _ in 0..12 + seed % 8 {
                moves.clear();
                if pos.legal_moves(&mut moves).is_some() {
                    break;
                }
                state = mix(state);
                pos.play(moves[(state % moves.len() as u64) as usize]);
            }
            if pos.outcome().is_some() {
                continue;
            }
            match judged(&pos) {
                Some(verdict) => seen[agreed(&pos, verdict)] += 1,
                None => {
                    assert!(!searched(&pos, 2).is_decisive(), "{pos}");
                    let mut eval = Patterns::default();
                    eval.reset(&pos);
                    let open = eval.best(pos.turn()) < Threat::Four && !is_crowded(&pos);
                    assert!(
                        seed % 16 > 0 || !open || !searched(&pos, 4).is_decisive(),
                        "{pos}"
                    );
                }
            }
        }
        assert!([1, 2, 3].iter().all(|&plies| seen[plies] > 0), "{seen:?}");
        // Two open threes are rare by chance.
        for rule in [Rule::Freestyle, Rule::Standard] {
            let rules = Rules::new(7, rule).expect("a size");
            for text in [
                "X:b2c2d2b6c6d6 O:g1g4a4e4 turn:O",
                "X:g1g4a4e4 O:b2c2d2b6c6d6 turn:X",
            ] {
                let pos = Gomoku::parse(text, &rules).expect("a set-up");
                assert_eq!(agreed(&pos, judged(&pos).expect("a loss")), 4, "{text}");
            }
        }
    }

    /// Two straight fours that no stone prevents lose in four plies, whichever side threatens them
    /// and by whatever rule; unless a stone forbids Black one of them, in renju: that on f9 stops
    /// the one along the diagonal, and makes the row's three on h8 real.
    #[test]
    fn two_straight_fours_to_come() {
        for rule in [Rule::Freestyle, Rule::Standard, Rule::Renju] {
            let rules = Rules::new(15, rule).expect("a size");
            for text in [
                "X:h8i8j8c3d3e3 O:a15c15 turn:O",
                "X:a15c15 O:h8i8j8c3d3e3 turn:X",
            ] {
                let pos = Gomoku::parse(text, &rules).expect(text);
                assert_eq!(
                    judged(&pos).map(|verdict| verdict.plies),
                    Some(4),
                    "{text} {rule}"
                );
            }
        }
        let text = "X:g8i8h9h10h11i7j6f5f6f7g10i12 O:k8f4h13e6j7 turn:O";
        for (rule, plies) in [(Rule::Standard, Some(4)), (Rule::Renju, None)] {
            let pos = Gomoku::parse(text, &Rules::new(15, rule).expect("a size")).expect(text);
            assert_eq!(judged(&pos).map(|verdict| verdict.plies), plies, "{rule}");
            let mut eval = Patterns::default();
            eval.reset(&pos);
            let defences: Vec<String> = eval
                .defences(&pos, Player::First)
                .expect("threats")
                .iter()
                .map(|at| at.to_string())
                .collect();
            assert_eq!(
                defences,
                if plies.is_some() {
                    &[][..]
                } else {
                    &["f9"][..]
                },
                "{rule}"
            );
        }
    }

    #[test]
    fn verdicts_by_hand() {
        let renju = Rules::new(15, Rule::Renju).expect("a size");
        let table = [
            ("X:h8i8j8k8 O:h9i9j9 turn:X", Some(1)),
            ("X:h8i8j8k8 O:h9i9j9g8 turn:O", None),
            ("X:h8i8j8k8 O:h9i9j9 turn:O", Some(2)),
            ("X:h8i8j8 O:h9i9 turn:X", Some(3)),
            ("X:h8i8j8c3d3e3 O:a15c15 turn:O", Some(4)),
            ("X:h8i8j8c3d3e3 O:a15b15c15 turn:O", None),
            ("X:h8i8j8 O:a15 turn:O", None),
        ];
        for (text, plies) in table {
            let pos = Gomoku::parse(text, &Rules::default()).expect(text);
            assert_eq!(judged(&pos).map(|verdict| verdict.plies), plies, "{text}");
        }
        // In renju Black has not lost with only forbidden points left.
        let small = Rules::new(7, Rule::Renju).expect("a size");
        let text = "X:d1d2d3d5d6a4g4g3f7f3b7c3c1b6b1f2e1g7e7a3f5g2e2c5 O:d7b4c4e4f6b3g1a6b5a2f1a5e3a1c7a7e6g5c2e5c6g6b2 turn:O";
        let mut pos = Gomoku::parse(text, &small).expect(text);
        assert_eq!(judged(&pos).map(|verdict| verdict.plies), None);
        pos.play(Notation::parse_move(&pos, "f4").expect("a move"));
        assert_eq!(pos.outcome(), Some(Outcome::Draw));
        // In renju Black may not block at k8, which would make a four-four.
        let text = "X:h8i8j8k5k6k7 O:l9m10n11o12a1a3 turn:X";
        for (rules, plies) in [(Rules::default(), None), (renju, Some(2))] {
            let pos = Gomoku::parse(text, &rules).expect(text);
            assert_eq!(
                judged(&pos).map(|verdict| verdict.plies),
                plies,
                "{rules:?}"
            );
        }
    }
}
