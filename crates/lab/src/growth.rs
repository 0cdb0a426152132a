use crate::judge::Judge;
use crate::median::median;
use crate::{Comparison, Milestone, Problem, Row, compare};
use engines::{EngineError, Game, Phase, SearcherConfig, Settings};
use search::{Control, Limits};

/// What a budget buys: searchers on positions whose best moves may be known. When is the best move
/// found, how deep does a search come, and how does its tree grow with depth?
///
/// ```
/// use lab::{Growth, Problem};
/// use search::Limits;
/// let gomoku = engines::game("gomoku")?;
/// let suite = "startpos moves h8 a1 i8 a15 j8 o1 ; bm g8 k8\n";
/// let growth = Growth {
///     problems: Problem::parse_suite(suite, gomoku, &Default::default())?,
///     searchers: vec!["aspiration".parse()?, "pvs".parse()?],
///     limits: Limits::nodes(2_000),
///     full: true,
///     judge: None,
/// };
/// let rows = growth.run(gomoku, &Default::default(), &Default::default(), &mut |_| {})?;
/// assert_eq!((rows.len(), rows[0].solved, rows[0].known), (2, 1, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Growth {
    /// The positions.
    pub problems: Vec<Problem>,
    /// The searchers, in the order of the rows.
    pub searchers: Vec<SearcherConfig>,
    /// What each search may spend.
    pub limits: Limits,
    /// As of a [`Comparison`].
    pub full: bool,
    /// What a search may spend that judges one move by itself, if every answer is to be judged: the
    /// first searcher judges them, with the game's own options. Worth many times what the searches
    /// themselves may spend.
    pub judge: Option<Limits>,
}

/// One search of one position.
#[derive(Clone, Debug)]
pub struct Course {
    /// The position's index among the problems.
    pub problem: usize,
    /// The searcher's index.
    pub searcher: usize,
    /// How far the game has come there.
    pub phase: Phase,
    /// Whether the best move is known.
    pub known: bool,
    /// The search at its end; `None` if it was skipped.
    pub end: Option<Milestone>,
    /// The move that it chose.
    pub best: Option<String>,
    /// The search at the end of the iteration from which on a best move was its answer, or at its
    /// own end if it changed its mind in an iteration that was cut off. `None` if it has not solved
    /// the position.
    pub solution: Option<Milestone>,
    /// The cost of each completed depth, the shallowest first.
    pub milestones: Vec<Milestone>,
    /// What the move gives away, from 0 to 1 of the probability of winning, if it was judged:
    /// against the best of all searchers' and the judge's own.
    pub loss: Option<f64>,
}

impl Course {
    /// Plies over which branching is averaged.
    pub const LAST: u32 = 4;

    /// The effective branching factor: by how much the nodes spent so far grew with every ply, the
    /// geometric mean over the last [`LAST`](Self::LAST) plies completed. `None` where fewer than
    /// two depths were, or the search saw the game to its end: its tree is small and shallow.
    pub fn branching(&self) -> Option<f64> {
        let last = self.milestones.last()?;
        if self.end?.score.is_decisive() {
            return None;
        }
        let from = self
            .undecided()
            .find(|earlier| earlier.depth + Self::LAST >= last.depth)
            .filter(|earlier| earlier.depth < last.depth)?;
        Some(ratio(from, last).powf(1.0 / f64::from(last.depth - from.depth)))
    }

    /// The depths completed before the end of the game was seen.
    fn undecided(&self) -> impl Iterator<Item = &Milestone> {
        self.milestones
            .iter()
            .take_while(|passed| !passed.score.is_decisive())
    }
}

fn ratio(from: &Milestone, to: &Milestone) -> f64 {
    to.nodes as f64 / from.nodes.max(1) as f64
}

/// A searcher over all positions.
#[derive(Clone, Debug)]
pub struct GrowthRow {
    /// The searcher's name.
    pub searcher: String,
    /// Positions searched.
    pub positions: usize,
    /// Of these, those whose best move is known.
    pub known: usize,
    /// Of these, those it solved.
    pub solved: usize,
    /// Nodes to solution over all known positions; one that was not solved counts with all that was
    /// spent on it.
    pub nodes: u64,
    /// The median of the nodes to solution over all known positions; `None` where fewer than half
    /// were solved.
    pub median_nodes: Option<f64>,
    /// Seconds to solution, counted as the nodes are.
    pub seconds: f64,
    /// The mean depth completed where the game was not seen to its end; `None` if it always was.
    pub depth: Option<f64>,
    /// The geometric mean of the [branching](Course::branching) of all positions that have one.
    pub branching: Option<f64>,
    /// The same by phase.
    pub phases: Vec<PhaseGrowth>,
    /// The growth from depth to depth.
    pub depths: Vec<DepthGrowth>,
    /// What the moves give away; `None` where none was judged.
    pub loss: Option<MeanLoss>,
}

/// What the moves of a searcher give away in probability of winning, the mean over all positions
/// that were judged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanLoss {
    /// The mean itself, from 0 to 1.
    pub mean: f64,
    /// How much more that is than the first searcher's in the same positions.
    pub more: f64,
    /// The standard error of `more`.
    pub error: f64,
}

impl MeanLoss {
    fn new(own: &[Course], first: &[Course]) -> Option<Self> {
        let judged: Vec<(f64, f64)> = own
            .iter()
            .zip(first)
            .filter_map(|(own, first)| own.loss.zip(first.loss))
            .collect();
        let count = judged.len() as f64;
        let mean =
            |value: &dyn Fn(&(f64, f64)) -> f64| judged.iter().map(value).sum::<f64>() / count;
        let more = mean(&|(own, first)| own - first);
        let variance = mean(&|(own, first)| (own - first - more).powi(2));
        (!judged.is_empty()).then(|| Self {
            mean: mean(&|(own, _)| *own),
            more,
            error: (variance / count).sqrt(),
        })
    }
}

/// A searcher in one phase of the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PhaseGrowth {
    /// The phase.
    pub phase: Phase,
    /// Positions searched.
    pub positions: usize,
    /// Of these, those whose best move is known.
    pub known: usize,
    /// Of these, those it solved.
    pub solved: usize,
    /// The geometric mean of the branching.
    pub branching: Option<f64>,
}

/// How a tree grew by a ply.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DepthGrowth {
    /// The depth reached, in plies.
    pub depth: u32,
    /// In how many positions.
    pub positions: usize,
    /// The geometric mean of the nodes up to this depth as a multiple of those up to the depth
    /// completed before, by ply.
    pub branching: f64,
}

impl Growth {
    /// Searches every position by each searcher in turn, with nothing remembered from one to the
    /// next, and tells of each as it comes; ends early if `control` is stopped, and then leaves out
    /// the position in progress.
    ///
    /// # Errors
    /// If a position cannot be read or the game refuses a searcher.
    pub fn run(
        &self,
        game: &dyn Game,
        settings: &Settings,
        control: &Control,
        each: &mut dyn FnMut(&Course),
    ) -> Result<Vec<GrowthRow>, EngineError> {
        let mut courses: Vec<Vec<Course>> = vec![Vec::new(); self.searchers.len()];
        let mut judge = match self.searchers.first().zip(self.judge) {
            Some((first, limits)) => Some(Judge::new(game, settings, first, limits)?),
            None => None,
        };
        for (index, problem) in self.problems.iter().enumerate() {
            let comparison = Comparison {
                line: problem.line.clone(),
                searchers: self.searchers.clone(),
                limits: self.limits,
                full: self.full,
            };
            let mut found: Vec<Course> = Vec::new();
            let mut since = None;
            compare(game, settings, &comparison, control, &mut |row| {
                let now = reached(row);
                let answer = row.report.as_ref().and_then(|report| report.best());
                let solves = answer.as_deref().is_some_and(|mv| problem.is_solved_by(mv));
                since = since.or(now).filter(|_| solves);
                if row.finished {
                    found.push(Course {
                        problem: index,
                        searcher: row.index,
                        phase: problem.phase,
                        known: problem.is_known(),
                        end: now,
                        best: answer,
                        solution: since.take(),
                        milestones: row.milestones.clone(),
                        loss: None,
                    });
                }
            })?;
            if let Some(judge) = &mut judge {
                let answers: Vec<_> = found.iter().map(|course| course.best.clone()).collect();
                let losses = judge.losses(&problem.line, &answers, control)?;
                for (course, loss) in found.iter_mut().zip(losses) {
                    course.loss = loss;
                }
            }
            if control.is_stopped() {
                break;
            }
            for course in found {
                each(&course);
                courses[course.searcher].push(course);
            }
        }
        Ok(self
            .searchers
            .iter()
            .zip(&courses)
            .map(|(searcher, own)| GrowthRow::new(searcher.to_string(), own, &courses[0]))
            .collect())
    }
}

/// The search as it stands in `row`: after a depth or, once it is finished, at its end.
fn reached(row: &Row) -> Option<Milestone> {
    let report = row.report.as_ref()?;
    let at_end = Milestone {
        depth: report.depth,
        nodes: report.nodes,
        evaluations: report.stats.evaluations,
        time: report.time,
        score: report.score(),
    };
    Some(match row.milestones.last() {
        Some(&last) if !row.finished => last,
        _ => at_end,
    })
}

impl GrowthRow {
    fn new(searcher: String, courses: &[Course], first: &[Course]) -> Self {
        let known: Vec<&Course> = courses.iter().filter(|course| course.known).collect();
        let spent = |course: &&Course| course.solution.or(course.end);
        let costs =
            |cost: fn(&Milestone) -> f64| known.iter().filter_map(spent).map(move |m| cost(&m));
        let solved = |courses: &[&Course]| {
            courses
                .iter()
                .filter(|course| course.solution.is_some())
                .count()
        };
        let unsolved = f64::INFINITY;
        let nodes_to_solution: Vec<f64> = known
            .iter()
            .map(|course| course.solution.map_or(unsolved, |at| at.nodes as f64))
            .collect();
        let depths: Vec<f64> = courses
            .iter()
            .filter_map(|course| course.end)
            .filter(|end| !end.score.is_decisive())
            .map(|end| f64::from(end.depth))
            .collect();
        let phases = Phase::ALL.map(|phase| {
            let of: Vec<&Course> = courses
                .iter()
                .filter(|course| course.phase == phase)
                .collect();
            let known: Vec<&Course> = of.iter().copied().filter(|course| course.known).collect();
            PhaseGrowth {
                phase,
                positions: of.len(),
                known: known.len(),
                solved: solved(&known),
                branching: geometric_mean(of.iter().filter_map(|course| course.branching())),
            }
        });
        Self {
            searcher,
            positions: courses.len(),
            known: known.len(),
            solved: solved(&known),
            nodes: costs(|at| at.nodes as f64).sum::<f64>() as u64,
            median_nodes: Some(median(nodes_to_solution))
                .filter(|median| median.is_finite() && !known.is_empty()),
            seconds: costs(|at| at.time.as_secs_f64()).sum(),
            depth: (!depths.is_empty()).then(|| depths.iter().sum::<f64>() / depths.len() as f64),
            branching: geometric_mean(courses.iter().filter_map(Course::branching)),
            phases: phases
                .into_iter()
                .filter(|phase| phase.positions > 0)
                .collect(),
            depths: by_depth(courses),
            loss: MeanLoss::new(courses, first),
        }
    }
}

/// The growth from each depth to the next.
fn by_depth(courses: &[Course]) -> Vec<DepthGrowth> {
    let deepest = courses
        .iter()
        .flat_map(|course| &course.milestones)
        .map(|passed| passed.depth)
        .max();
    let at = |depth: u32| {
        let grown = |course: &Course| {
            let passed: Vec<&Milestone> = course.undecided().collect();
            let pair = passed.windows(2).find(|pair| pair[1].depth == depth)?;
            let plies = pair[1].depth - pair[0].depth;
            Some(ratio(pair[0], pair[1]).powf(1.0 / f64::from(plies)))
        };
        let ratios: Vec<f64> = courses.iter().filter_map(grown).collect();
        Some(DepthGrowth {
            depth,
            positions: ratios.len(),
            branching: geometric_mean(ratios.into_iter())?,
        })
    };
    (1..=deepest.unwrap_or(0)).filter_map(at).collect()
}

/// The geometric mean; `None` of nothing.
fn geometric_mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0), |(sum, count), value| {
        (sum + value.ln(), count + 1)
    });
    (count > 0).then(|| (sum / f64::from(count)).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use game_core::{Outcome, Score};
    use std::time::Duration;

    fn milestone(depth: u32, nodes: u64) -> Milestone {
        Milestone {
            depth,
            nodes,
            evaluations: 0,
            time: Duration::from_millis(nodes),
            score: Score::eval(7),
        }
    }

    fn course(milestones: &[(u32, u64)], solution: Option<(u32, u64)>) -> Course {
        let milestones: Vec<_> = milestones.iter().map(|&(d, n)| milestone(d, n)).collect();
        Course {
            problem: 0,
            searcher: 0,
            phase: Phase::Middle,
            known: true,
            end: milestones.last().copied(),
            best: None,
            solution: solution.map(|(d, n)| milestone(d, n)),
            milestones,
            loss: None,
        }
    }

    fn close(found: Option<f64>, expected: f64) -> bool {
        found.is_some_and(|found| (found - expected).abs() < 1e-9)
    }

    #[test]
    fn branching_is_that_of_the_last_plies() {
        let doubling = [(1, 9_000), (2, 10), (3, 20), (4, 40), (5, 80), (6, 160)];
        assert!(close(course(&doubling, None).branching(), 2.0));
        // Two plies an iteration.
        assert!(close(course(&[(2, 10), (4, 90)], None).branching(), 3.0));
        assert_eq!(course(&[(3, 10)], None).branching(), None);
        assert_eq!(course(&[], None).branching(), None);
        // A mate ends the growth.
        let mut mated = course(&doubling, None);
        let mate = Milestone {
            score: Score::terminal(Outcome::Win, 3),
            ..milestone(7, 161)
        };
        mated.milestones.push(mate);
        mated.end = Some(mate);
        assert_eq!((mated.branching(), by_depth(&[mated]).len()), (None, 5));
    }

    #[test]
    fn what_is_not_solved_costs_all_that_was_spent() {
        let courses = [
            course(&[(1, 10), (2, 40)], Some((1, 10))),
            course(&[(1, 10), (2, 90)], None),
            course(&[(1, 20), (2, 40)], Some((2, 40))),
            Course {
                known: false,
                phase: Phase::Ending,
                ..course(&[(1, 10), (2, 160)], None)
            },
        ];
        let row = GrowthRow::new("pvs".to_owned(), &courses, &[]);
        assert_eq!(row.loss, None);
        assert_eq!((row.positions, row.known, row.solved), (4, 3, 2));
        assert_eq!((row.nodes, row.median_nodes), (140, Some(40.0)));
        assert!(close(Some(row.seconds), 0.14) && close(row.depth, 2.0));
        // The fourth root of 4, 9, 2 and 16.
        assert!(close(row.branching, 1152_f64.powf(0.25)));
        assert_eq!(
            (
                row.depths.len(),
                row.depths[0].depth,
                row.depths[0].positions
            ),
            (1, 2, 4)
        );
        assert!(close(Some(row.depths[0].branching), 1152_f64.powf(0.25)));
        let phases: Vec<_> = row
            .phases
            .iter()
            .map(|at| (at.phase, at.known, at.solved))
            .collect();
        assert_eq!(phases, [(Phase::Middle, 3, 2), (Phase::Ending, 0, 0)]);
        // Half of the two at most.
        let row = GrowthRow::new("pvs".to_owned(), &courses[1..2], &[]);
        assert_eq!((row.solved, row.nodes, row.median_nodes), (0, 90, None));
    }

    #[test]
    fn losses_are_compared_where_both_were_judged() {
        let judged = |losses: &[Option<f64>]| -> Vec<Course> {
            let of = |&loss| Course {
                loss,
                ..course(&[(1, 10)], None)
            };
            losses.iter().map(of).collect()
        };
        let first = judged(&[Some(0.1), Some(0.0), None, Some(0.5)]);
        let own = judged(&[Some(0.2), Some(0.3), Some(0.9), None]);
        let loss = MeanLoss::new(&own, &first).unwrap();
        assert!(close(Some(loss.mean), 0.25) && close(Some(loss.more), 0.2));
        // Differences of 0.1 and 0.3: their deviation is 0.1, and there are two.
        assert!(close(Some(loss.error), 0.1 / 2f64.sqrt()));
        let itself = MeanLoss::new(&first, &first).unwrap();
        assert!(close(Some(itself.mean), 0.2) && (itself.more, itself.error) == (0.0, 0.0));
        assert_eq!(MeanLoss::new(&judged(&[None]), &first), None);
    }
}
