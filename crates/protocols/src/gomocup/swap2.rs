//! Answers a swap2 opening by searching positions with the stones.

use super::board::at;
use super::command::At;
use super::refusal::Refusal;
use game_core::{Position, Score};
use gomoku_rules::swap2::{Choice, Opening, Phase};
use gomoku_rules::{Gomoku, Point, Rules};
use rand::{SeedableRng, rngs::StdRng, seq::IndexedRandom};
use search::{Limits, Report};

/// An opening being answered, one search after another.
///
/// - The first three stones are, of some dozens at random near the centre, those after which
///   neither side is ahead.
/// - The player who chooses takes the side that is ahead. If neither is ahead by more than half a
///   unit of the evaluator, a choice gains nothing: the player places two stones that keep the
///   balance, and the opponent has to choose.
///
/// Sets of stones are compared by successive halving (Karnin, Koren and Somekh, "Almost optimal
/// exploration in multi-armed bandits", 2013): all are searched for a short while, the better half
/// again for twice as long, and so on.
pub struct Swap2 {
    opening: Opening,
    /// What all searches together may cost.
    limits: Limits,
    /// The evaluator's unit.
    unit: i32,
    seed: u64,
    stage: Stage,
}

enum Stage {
    /// Searches the stones on the board.
    Choosing,
    /// Searches sets of stones to add.
    Balancing(Halving),
}

/// What follows a search.
pub enum Step {
    /// Another search, of this position.
    Search { line: String, limits: Limits },
    /// These stones are placed, or played.
    Stones(Vec<At>),
    /// Colours are swapped.
    Swap,
}

impl Swap2 {
    /// The nodes of all searches of sets together, if neither a time nor a number is given: a
    /// level, a depth or the searcher's own limit bounds only one search, and there are dozens.
    const NODES: u64 = 500_000;
    /// Each of the two questions gets half the effort.
    const PARTS: u32 = 2;

    /// Begins the answer to these stones within `limits`.
    ///
    /// # Errors
    /// If swap2 asks nothing at this number of stones, or they cannot stand there.
    pub fn new(
        rules: Rules,
        stones: &[(At, Point)],
        limits: Limits,
        unit: i32,
        seed: u64,
    ) -> Result<Self, Refusal> {
        let mut opening = Opening::new(rules);
        for &(at, point) in stones {
            if let Phase::Choose {
                may_place: true, ..
            } = opening.phase()
            {
                opening
                    .choose(Choice::PlaceTwo)
                    .map_err(|_| Refusal::Swap2(stones.len()))?;
            }
            match opening.phase() {
                Phase::Place { .. } => opening.place(point).map_err(|error| match error {
                    gomoku_rules::swap2::Swap2Error::Stone {
                        error: gomoku_rules::Error::Forbidden { kind, .. },
                        ..
                    } => Refusal::Forbidden { at, kind },
                    _ => Refusal::Occupied(at),
                })?,
                _ => return Err(Refusal::Swap2(stones.len())),
            }
        }
        let stage = match (opening.phase(), stones.len()) {
            (Phase::Choose { .. }, _) => Stage::Choosing,
            (Phase::Place { .. }, 0) => Stage::Balancing(Halving::of(Vec::new())),
            _ => return Err(Refusal::Swap2(stones.len())),
        };
        let mut swap2 = Self {
            opening,
            limits,
            unit,
            seed,
            stage,
        };
        if stones.is_empty() {
            swap2.stage = Stage::Balancing(Halving::of(swap2.near_the_centre()?));
        }
        Ok(swap2)
    }

    /// The stones of the opening.
    pub fn position(&self) -> &Gomoku {
        self.opening.position()
    }

    /// The first search: of the stones on the board, or of those to add.
    pub fn first(&self) -> Step {
        match &self.stage {
            Stage::Choosing => {
                let parts = if self.may_place() { Self::PARTS } else { 1 };
                Step::Search {
                    line: self.position().to_string(),
                    limits: part(self.limits, parts),
                }
            }
            Stage::Balancing(halving) => self.search(halving),
        }
    }

    fn may_place(&self) -> bool {
        matches!(
            self.opening.phase(),
            Phase::Choose {
                may_place: true,
                ..
            }
        )
    }

    /// Goes on after a search; with `hurry` the answer comes now.
    ///
    /// # Errors
    /// If the search found nothing, or the board has no room for two more stones.
    pub fn next(&mut self, report: &Report<String>, hurry: bool) -> Result<Step, Refusal> {
        let score = report.known_score();
        let may_place = self.may_place();
        match &mut self.stage {
            Stage::Balancing(halving) => halving.judge(score),
            Stage::Choosing
                if may_place
                    && !hurry
                    && score.is_some_and(|score| score.get().abs() * 2 <= self.unit) =>
            {
                self.stage = Stage::Balancing(Halving::of(self.near_the_stones()?));
                return Ok(self.first());
            }
            // White is to move: the player moves if that is good or no better choice is known.
            Stage::Choosing if score.is_none_or(|score| score >= Score::DRAW) => {
                let best = report
                    .best()
                    .and_then(|mv| mv.parse().ok())
                    .ok_or(Refusal::NoMove)?;
                return Ok(Step::Stones(vec![at(best)]));
            }
            Stage::Choosing => return Ok(Step::Swap),
        }
        Ok(match &self.stage {
            Stage::Balancing(halving) => match halving.settled(hurry) {
                Some(stones) => Step::Stones(stones.iter().map(|&point| at(point)).collect()),
                None => self.search(halving),
            },
            Stage::Choosing => self.first(),
        })
    }

    /// The search of the next set of stones.
    fn search(&self, halving: &Halving) -> Step {
        let mut after = self.position().clone();
        halving.next().iter().for_each(|&point| after.play(point));
        let parts = if self.position().stones() == 0 {
            1
        } else {
            Self::PARTS
        };
        let searches = Halving::ROUNDS * halving.alive() as u32;
        let mut limits = part(self.limits, parts.saturating_mul(searches));
        if limits.time.is_none() && limits.nodes.is_none() {
            limits.nodes = Some(Self::NODES / u64::from(searches.max(1)));
        }
        Step::Search {
            line: after.to_string(),
            limits,
        }
    }

    /// Sets of three stones.
    fn near_the_centre(&self) -> Result<Vec<Vec<Point>>, Refusal> {
        let size = self.position().rules().size();
        let centre = f64::from(size - 1) / 2.0;
        let near = |at: u8| (f64::from(at) - centre).abs() <= 3.5;
        self.sets(|point| near(point.col()) && near(point.row()), 3)
    }

    /// Sets of two more.
    fn near_the_stones(&self) -> Result<Vec<Vec<Point>>, Refusal> {
        let pos = self.position();
        let stones: Vec<Point> = game_core::Player::BOTH
            .into_iter()
            .flat_map(|player| pos.points(player))
            .collect();
        let reach = |a: u8, b: u8| a.abs_diff(b) <= 3;
        self.sets(
            |point| {
                stones
                    .iter()
                    .any(|s| reach(s.col(), point.col()) && reach(s.row(), point.row()))
            },
            2,
        )
    }

    /// Sets of `count` points at random among those that are empty and `near`, and may be played
    /// one after another.
    fn sets(&self, near: impl Fn(Point) -> bool, count: usize) -> Result<Vec<Vec<Point>>, Refusal> {
        let points: Vec<Point> = self
            .position()
            .empty()
            .filter(|&point| near(point))
            .collect();
        let mut rng = StdRng::seed_from_u64(self.seed);
        let sets =
            std::iter::repeat_with(|| points.sample(&mut rng, count).copied().collect::<Vec<_>>());
        let fits = |set: &Vec<Point>| {
            let mut pos = self.position().clone();
            set.len() == count
                && set.iter().all(|&point| {
                    let fits = pos.decided().is_none() && pos.is_legal(point);
                    pos.play(point);
                    fits
                })
                && pos.decided().is_none()
        };
        // Few sets are refused: if all are, there is no room.
        let sets: Vec<_> = sets
            .take(Halving::SETS * 4)
            .filter(fits)
            .take(Halving::SETS)
            .collect();
        if sets.is_empty() {
            Err(Refusal::NoRoom)
        } else {
            Ok(sets)
        }
    }
}

/// One of `parts` equal parts of `limits`; a limit that cannot be divided stays.
fn part(limits: Limits, parts: u32) -> Limits {
    let parts = parts.max(1);
    let time = limits.allotment().hard.map(|time| time / parts);
    let nodes = limits.nodes.map(|nodes| (nodes / u64::from(parts)).max(1));
    Limits {
        time,
        nodes,
        clock: None,
        ..limits
    }
}

/// Finds, among sets of stones, one that keeps the game in balance.
struct Halving {
    /// The remaining sets; the first `judged` have the scores of this round.
    sets: Vec<(Vec<Point>, i32)>,
    judged: usize,
}

impl Halving {
    /// The number of sets at first.
    const SETS: usize = 32;
    /// The number of rounds until one is left.
    const ROUNDS: u32 = Self::SETS.ilog2();

    fn of(sets: Vec<Vec<Point>>) -> Self {
        Self {
            sets: sets.into_iter().map(|set| (set, i32::MAX)).collect(),
            judged: 0,
        }
    }

    fn alive(&self) -> usize {
        self.sets.len()
    }

    /// The next set to search.
    fn next(&self) -> &[Point] {
        self.sets.get(self.judged).map_or(&[], |(set, _)| set)
    }

    /// Records the score of that set. A set without a score comes last.
    fn judge(&mut self, score: Option<Score>) {
        if let Some((_, imbalance)) = self.sets.get_mut(self.judged) {
            *imbalance = score.map_or(i32::MAX, |score| score.get().abs());
            self.judged += 1;
        }
        if self.judged == self.sets.len() && self.sets.len() > 1 {
            self.sets.sort_by_key(|&(_, imbalance)| imbalance);
            self.sets.truncate(self.sets.len().div_ceil(2));
            self.judged = 0;
        }
    }

    /// The set chosen, if one is left, or one is wanted now.
    fn settled(&self, hurry: bool) -> Option<&[Point]> {
        let best = self
            .sets
            .iter()
            .min_by_key(|&&(_, imbalance)| imbalance)
            .map(|(set, _)| set.as_slice());
        best.filter(|_| hurry || self.sets.len() <= 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::{Bound, Variation};

    const UNIT: i32 = 120;

    fn report(mv: &str, score: i32) -> Report<String> {
        Report::of(Variation {
            moves: vec![mv.to_owned()],
            score: Score::eval(score),
            bound: Bound::Exact,
        })
    }

    fn asked(stones: &[&str]) -> Result<Swap2, Refusal> {
        let points = stones.iter().map(|text| text.parse::<Point>().expect(text));
        let stones: Vec<_> = points
            .map(|point| (crate::gomocup::board::at(point), point))
            .collect();
        Swap2::new(Rules::default(), &stones, Limits::nodes(640), UNIT, 1)
    }

    fn text(step: Step) -> String {
        match step {
            Step::Search { line, limits } => format!("{line}: {}", limits.nodes.expect("nodes")),
            Step::Stones(stones) => stones
                .iter()
                .map(At::to_string)
                .collect::<Vec<_>>()
                .join(" "),
            Step::Swap => "SWAP".to_owned(),
        }
    }

    #[test]
    fn who_is_ahead_is_chosen() {
        const THREE: &[&str] = &["h8", "i9", "j10"];
        const FIVE: &[&str] = &["h8", "i9", "j10", "a1", "b2"];
        for (stones, share) in [(THREE, 320), (FIVE, 640)] {
            for (score, want) in [(UNIT, "6,5"), (-UNIT, "SWAP")] {
                let mut swap2 = asked(stones).expect("a question");
                assert!(text(swap2.first()).ends_with(&format!("turn:O: {share}")));
                assert_eq!(
                    swap2.next(&report("g6", score), false).map(text),
                    Ok(want.to_owned())
                );
            }
        }
        // With five stones there is no third choice.
        assert_eq!(
            asked(FIVE)
                .expect("a question")
                .next(&report("g6", 0), false)
                .map(text),
            Ok("6,5".to_owned())
        );
        assert_eq!(
            asked(FIVE)
                .expect("a question")
                .next(&report("g6", -1), false)
                .map(text),
            Ok("SWAP".to_owned())
        );
        assert_eq!(
            asked(THREE)
                .expect("a question")
                .next(&report("g6", -1), true)
                .map(text),
            Ok("SWAP".to_owned())
        );
    }

    #[test]
    fn in_a_balanced_position_two_stones_are_placed() {
        let mut swap2 = asked(&["h8", "i9", "j10"]).expect("a question");
        let mut step = swap2
            .next(&report("g6", UNIT / 2), false)
            .expect("another search");
        let mut searches = 0;
        let mut last = String::new();
        while let Step::Search { line, .. } = step {
            searches += 1;
            assert!(line.starts_with("X:") && line.ends_with("turn:O"), "{line}");
            // Whatever comes later is better.
            last.clone_from(&line);
            step = swap2
                .next(&report("g6", 10_000 - searches), false)
                .expect("a step");
        }
        assert_eq!(searches, 32 + 16 + 8 + 4 + 2);
        let Step::Stones(stones) = step else {
            panic!("no stones")
        };
        assert_eq!(stones.len(), 2);
        let after = swap2.opening.clone();
        let mut pos = after.position().clone();
        for at in stones {
            pos.play(Point::new(at.x as u8, at.y as u8).expect("a point"));
        }
        assert_eq!(pos.to_string(), last);
    }

    #[test]
    fn what_is_not_known_is_not_in_balance() {
        let unknown = || Report::of(Variation::unknown("g6".to_owned()));
        // Of 32 sets only the last has a score.
        let mut swap2 = asked(&[]).expect("a question");
        let mut step = swap2.first();
        let mut last = String::new();
        for number in 1..=32 {
            let Step::Search { line, .. } = step else {
                panic!("no search")
            };
            last.clone_from(&line);
            step = swap2
                .next(
                    &if number == 32 {
                        report("g6", 500)
                    } else {
                        unknown()
                    },
                    false,
                )
                .expect("a step");
        }
        // It comes first in the next round, and is taken.
        let Step::Search { line, .. } = step else {
            panic!("no search")
        };
        assert_eq!(line, last);
        let Ok(Step::Stones(stones)) = swap2.next(&report("g6", 500), true) else {
            panic!("no stones")
        };
        let mut pos = Gomoku::new(Rules::default());
        stones
            .iter()
            .for_each(|at| pos.play(Point::new(at.x as u8, at.y as u8).expect("a point")));
        assert_eq!(pos.to_string(), last);
        // Without a score of three stones the player moves and places no others.
        assert_eq!(
            asked(&["h8", "i9", "j10"])
                .expect("a question")
                .next(&unknown(), false)
                .map(text),
            Ok("6,5".to_owned())
        );
    }

    #[test]
    fn sets_cost_little_where_nothing_bounds_them() {
        let bounds = |limits: Limits| {
            let mut swap2 = Swap2::new(Rules::default(), &[], limits, UNIT, 1).expect("a question");
            let mut costs = Vec::new();
            let mut step = swap2.first();
            while let Step::Search { limits, .. } = step {
                costs.push(limits);
                step = swap2.next(&report("g6", 5), false).expect("a step");
            }
            costs
        };
        for limits in [Limits::none(), Limits::depth(30)] {
            let costs = bounds(limits);
            assert_eq!(costs.len(), 62);
            assert!(
                costs
                    .iter()
                    .all(|cost| cost.depth == limits.depth && cost.time.is_none())
            );
            let all: u64 = costs.iter().map(|cost| cost.nodes.expect("a bound")).sum();
            assert!((Swap2::NODES / 2..=Swap2::NODES).contains(&all), "{all}");
        }
        let time = std::time::Duration::from_secs(1);
        assert!(
            bounds(Limits::time(time))
                .iter()
                .all(|cost| cost.nodes.is_none() && cost.time.is_some_and(|cost| cost < time))
        );
    }

    #[test]
    fn an_opening_is_three_stones_that_differ() {
        for hurry in [false, true] {
            let mut swap2 = asked(&[]).expect("a question");
            let mut step = swap2.first();
            while let Step::Search { limits, .. } = step {
                assert!(limits.nodes.is_some_and(|nodes| nodes <= 640 / 10));
                step = swap2.next(&report("g6", 5), hurry).expect("a step");
            }
            let Step::Stones(stones) = step else {
                panic!("no stones")
            };
            assert!(
                stones.len() == 3
                    && stones[0] != stones[1]
                    && stones[1] != stones[2]
                    && stones[0] != stones[2]
            );
        }
    }

    #[test]
    fn other_numbers_of_stones_ask_nothing() {
        for stones in [
            &["h8"][..],
            &["h8", "i9"],
            &["h8", "i9", "j10", "a1"],
            &["h8", "i9", "j10", "a1", "a2", "a3"],
        ] {
            assert_eq!(asked(stones).err(), Some(Refusal::Swap2(stones.len())));
        }
        assert_eq!(
            asked(&["h8", "i9", "h8"]).err(),
            Some(Refusal::Occupied(At { x: 7, y: 7 }))
        );
    }
}
