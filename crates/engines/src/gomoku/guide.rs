use super::{ThreatBudget, order, verdict};
use game_core::{Evaluator, Node, Outcome, Player, Position, Score, Window};
use gomoku_rules::{Gomoku, Point, Rule};
use pattern_eval::gomoku::{Patterns, PointSet, Threat};
use search::{Bound, Budget, Guide, Horizon, MoveKind, Proof, Stage, Stopped};
use solvers::gomoku::{Vcf, Verdict as Found};

/// A node with an evaluator that keeps the patterns.
pub(super) type GomokuNode<'e, E> = Node<'e, Gomoku, E>;

/// The patterns of the node's evaluator.
#[inline(always)]
pub(super) fn patterns<'n, E>(line: &'n GomokuNode<'_, E>) -> &'n Patterns
where
    E: Evaluator<Gomoku> + AsRef<Patterns>,
{
    line.eval().as_ref()
}

/// The guide of gomoku: a side that can make five does; a threat to make five is answered; so is a
/// threat to make a straight four, unless the side to move makes a four itself.
///
/// Where a row may be [shut in](gomoku_rules::Rule::shuts_in) the last is left to the search, and
/// so are wins by fours: a four then has more answers than one.
///
/// ```
/// use engines::gomoku::GomokuGuide;
/// use pattern_eval::gomoku::Patterns;
/// use search::{AlphaBeta, Limits, Searcher};
/// let pos: gomoku_rules::Gomoku = "X:h8j9k9h10i10h11i11k11 O:i7j7j8h9i9g10j11g12 turn:X".parse()?;
/// let mut engine = AlphaBeta::new(Patterns::default()).guided_by(GomokuGuide::default());
/// let report = engine.think(&pos, Limits::depth(1));
/// // A win by fours is found at any depth.
/// assert_eq!((report.pv()[0].to_string(), report.score().plies_to_end()), ("k8".to_owned(), Some(5)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GomokuGuide {
    /// Finds wins by continuous fours.
    vcf: Vcf,
    looks: ThreatBudget,
}

impl GomokuGuide {
    /// The memory for positions without a win by fours.
    pub(super) const BYTES: usize = 1 << 20;

    /// A guide with this budget for wins by fours.
    pub fn looking(looks: ThreatBudget) -> Self {
        Self {
            vcf: Vcf::with_bytes(Self::BYTES),
            looks,
        }
    }

    /// The win by fours of the player to move, if a search of `nodes` finds one.
    fn by_fours<E: Evaluator<Gomoku> + AsRef<Patterns>>(
        &mut self,
        line: &GomokuNode<'_, E>,
        nodes: u64,
        budget: &mut Budget<'_>,
    ) -> Result<Option<&[Point]>, Stopped> {
        if line.pos().rules().rule().shuts_in() {
            return Ok(None);
        }
        let mut left = nodes;
        let mut stopped = false;
        let mut spend = |nodes: u64| {
            left = left.saturating_sub(nodes);
            stopped |= budget.spend_many(nodes).is_err();
            left > 0 && !stopped
        };
        match self.vcf.prove(line.pos(), &mut spend) {
            Found::Win => Ok(Some(self.vcf.line())),
            _ if stopped => Err(Stopped),
            _ => Ok(None),
        }
    }
}

impl Default for GomokuGuide {
    fn default() -> Self {
        Self::looking(ThreatBudget::default())
    }
}

/// Whether the player to move must answer a five that the opponent could make.
#[inline]
fn in_check<E: Evaluator<Gomoku> + AsRef<Patterns>>(line: &GomokuNode<'_, E>) -> bool {
    patterns(line).best(!line.pos().turn()) == Threat::Five
}

/// Whether the opponent could make a straight four, or better.
#[inline]
fn is_threatened<E: Evaluator<Gomoku> + AsRef<Patterns>>(line: &GomokuNode<'_, E>) -> bool {
    patterns(line).best(!line.pos().turn()) >= Threat::StraightFour
}

/// Whether the player to move may play on any of `points`.
#[inline]
pub(super) fn any_legal(pos: &Gomoku, points: &PointSet) -> bool {
    // Only Black in renju has forbidden points.
    match pos.rules().rule() == Rule::Renju && pos.turn() == Player::First {
        true => points.iter().any(|point| pos.is_legal(point)),
        false => !points.is_empty(),
    }
}

impl<E: Evaluator<Gomoku> + AsRef<Patterns>> Guide<Gomoku, E> for GomokuGuide {
    fn new_search(&mut self) {
        self.vcf.forget();
    }

    /// Moves that make a five, or a four and something more, are noisy, and so are the answers to the
    /// opponent's four. A four alone is a quiet move. Against three in a row the only others are
    /// those that prevent the straight four.
    fn candidates(
        &mut self,
        line: &mut GomokuNode<'_, E>,
        stage: Stage,
        _depth: i32,
        moves: &mut Vec<Point>,
    ) {
        let pos = line.pos();
        let eval = patterns(line);
        let own = pos.turn();
        let other = !pos.turn();
        let noisy = stage == Stage::Noisy;
        let best = eval.best(own);
        let mut offer = |points: &PointSet| moves.extend(points.iter());
        if best == Threat::Five {
            if noisy {
                offer(eval.points(own, Threat::Five));
            }
            return;
        }
        let shuts_in = pos.rules().rule().shuts_in();
        if in_check(line) {
            let answers = &answers(pos, eval.points(other, Threat::Five));
            // The answers may be forbidden to Black; then any move will do, since the game is lost,
            // or drawn if there is none.
            match (noisy, any_legal(pos, answers)) {
                (true, true) => offer(answers),
                (false, false) => pos.generate(moves),
                _ => {}
            }
            return;
        }
        let straight = eval.points(own, Threat::StraightFour);
        if best == Threat::StraightFour && !shuts_in && any_legal(pos, straight) {
            if noisy {
                offer(straight);
            }
            return;
        }
        let fours = eval.points(own, Threat::Four);
        let good_fours = fours
            .iter()
            .filter(|&four| eval.threat(four, own).0 > Threat::Four);
        let good_fours = &good_fours.collect();
        if noisy {
            offer(good_fours);
            if shuts_in {
                offer(straight);
            }
            return;
        }
        let quiet = match eval.defences(pos, other) {
            Some(defences) if !shuts_in => defences,
            _ => eval.near(pos),
        };
        let quiet = quiet.or(fours).without(good_fours);
        let quiet = if shuts_in {
            quiet.without(straight)
        } else {
            quiet
        };
        let quiet = on_empty(pos, quiet);
        if any_legal(pos, &quiet) || any_legal(pos, good_fours) {
            moves.extend(quiet.iter());
        } else {
            pos.generate(moves);
        }
    }

    #[inline]
    fn rank(&mut self, line: &mut GomokuNode<'_, E>, moves: &[Point], ranks: &mut [i32]) {
        let turn = line.pos().turn();
        let patterns = patterns(line);
        for (&mv, rank) in moves.iter().zip(ranks) {
            *rank += order::rank(patterns, mv, turn);
        }
    }

    #[inline]
    fn kind(&mut self, line: &mut GomokuNode<'_, E>, mv: Point) -> MoveKind {
        if is_threatened(line) {
            MoveKind::Forced
        } else if patterns(line).threat(mv, line.pos().turn()).0 > Threat::Four {
            MoveKind::Noisy
        } else {
            MoveKind::Quiet
        }
    }

    /// A four extends without limit; three in a row once, at the horizon.
    #[inline]
    fn horizon(&mut self, line: &mut GomokuNode<'_, E>, depth: i32) -> Horizon {
        if in_check(line) || depth >= 0 && is_threatened(line) {
            Horizon::MustAnswer
        } else {
            Horizon::StandPat
        }
    }

    /// A four has one answer: following both costs one position. One late in the order is reduced
    /// as a quiet move is, or fours that threaten nothing more put off every horizon.
    #[inline]
    fn extension(&mut self, line: &mut GomokuNode<'_, E>, _mv: Point, reduction: i32) -> i32 {
        (reduction == 0 && in_check(line)).into()
    }

    #[inline]
    fn null_move(&mut self, line: &mut GomokuNode<'_, E>) -> Option<Point> {
        (!is_threatened(line)).then_some(Point::NULL)
    }

    /// First the static verdict, then wins by fours.
    fn prove(
        &mut self,
        line: &mut GomokuNode<'_, E>,
        depth: i32,
        window: Window,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Proof<Point>>, Stopped> {
        if let Some(verdict) = verdict::verdict(line.pos(), patterns(line)) {
            return Ok(Some(Proof {
                score: verdict.score(line.ply()),
                bound: Bound::Exact,
                best: verdict.best,
            }));
        }
        let ply = line.ply();
        if patterns(line).best(line.pos().turn()) < Threat::Four {
            return Ok(None);
        }
        let nodes = self.looks.at(ply, depth, || budget.left().0);
        if nodes == 0 || depth <= 0 && line.evaluate() >= window.beta {
            return Ok(None);
        }
        let win = self.by_fours(line, nodes, budget)?;
        Ok(win.map(|moves| Proof {
            score: Score::terminal(Outcome::Win, ply + moves.len()),
            bound: Bound::Lower,
            best: moves.first().copied(),
        }))
    }

    fn proof_line(
        &mut self,
        line: &mut GomokuNode<'_, E>,
        moves: &mut Vec<Point>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stopped> {
        if verdict::verdict(line.pos(), patterns(line)).is_some() {
            verdict::foresee(line, moves);
        } else if let Some(win) = self.by_fours(line, self.looks.root, budget)? {
            moves.extend(win);
        }
        Ok(())
    }
}

/// Where a stone of the player to move may keep the other from making five on one of `fives`.
#[inline]
fn answers(pos: &Gomoku, fives: &PointSet) -> PointSet {
    let mut answers = *fives;
    if pos.rules().rule().shuts_in() {
        for five in fives.iter() {
            pos.stops(five, !pos.turn(), |point| answers.insert(point));
        }
    }
    answers
}

/// Those of `points` that are empty.
#[inline]
fn on_empty(pos: &Gomoku, points: PointSet) -> PointSet {
    points.and(&PointSet::of_rows(|row| pos.lines().empty(row)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_four_alone_is_a_quiet_move() {
        let text = "X:e8f8g8h10h11 O:d8a1c3a5o1 turn:X";
        let pos: Gomoku = text.parse().expect("a position");
        let [alone, with_three, quiet] = ["i8", "h8", "h7"].map(|name| name.parse().expect(name));
        let mut eval = Patterns::default();
        let node = &mut Node::new(pos, &mut eval);
        let guide = &mut GomokuGuide::default();
        let mut offered = |stage| {
            let mut moves = Vec::new();
            guide.candidates(node, stage, 3, &mut moves);
            [alone, with_three, quiet].map(|mv| moves.contains(&mv))
        };
        assert_eq!(offered(Stage::Noisy), [false, true, false]);
        assert_eq!(offered(Stage::Quiet), [true, false, true]);
        let kinds = [alone, with_three, quiet].map(|mv| guide.kind(node, mv));
        assert_eq!(
            kinds,
            [MoveKind::Quiet, MoveKind::Noisy, MoveKind::Quiet],
            "as they are offered"
        );
        // A four extends unless it is reduced.
        for (mv, reduction, extension) in [(alone, 0, 1), (alone, 1, 0), (quiet, 0, 0)] {
            let extended = node.after(mv, |child| guide.extension(child, mv, reduction));
            assert_eq!(extended, extension, "{mv} reduced by {reduction}");
        }
    }

    /// Against three in a row a four is an answer too, wherever it is.
    #[test]
    fn a_four_answers_three_in_a_row() {
        let text = "X:b2c2d2 O:a2h8i8j8 turn:X";
        let pos: Gomoku = text.parse().expect("a position");
        let mut eval = Patterns::default();
        let node = &mut Node::new(pos, &mut eval);
        let mut moves = Vec::new();
        GomokuGuide::default().candidates(node, Stage::Quiet, 3, &mut moves);
        let named: Vec<String> = moves.iter().map(Point::to_string).collect();
        assert_eq!(named, ["e2", "f2", "g8", "k8"]);
    }
}
