//! The searches, and what their answers are for.

use super::{
    Gomocup, Reply,
    board::{Board, at},
    chat::written,
    command::{At, Stone},
    refusal::Refusal,
    swap2::{Step, Swap2},
};
use crate::Worker;
use engines::SearchRequest;
use gomoku_rules::Point;
use search::{Limits, Report};
use std::time::Instant;

/// What a search is for.
pub(super) struct Task {
    pub(super) kind: Kind,
    since: Instant,
}

pub(super) enum Kind {
    /// A move, the best of this many that are ranked.
    Move(usize),
    Swap2(Box<Swap2>),
}

impl Gomocup {
    /// Begins the searches for a swap2 opening.
    pub(super) fn answer_opening(&mut self, stones: &[Stone], engine: &mut Worker) -> Reply {
        let board = self.open()?;
        let rules = board.position().rules();
        let points = stones
            .iter()
            .map(|stone| Ok((stone.at, board.point(stone.at)?)));
        let points = points.collect::<Result<Vec<(At, Point)>, Refusal>>()?;
        // Stones alternate, so the last but one is the side to move's.
        let own = |i: usize| (points.len() - i).is_multiple_of(2);
        let stones: Vec<_> = (0..)
            .zip(&points)
            .map(|(i, &(at, _))| Stone { at, own: own(i) })
            .collect();
        let board = Board::new(rules).set(&stones, true)?;
        let limits = self.limits();
        let unit = self.setup.game.facts().points_per_unit;
        let seed = self.setup.seed.wrapping_add(self.openings);
        let swap2 = Swap2::new(rules, &points, limits, unit, seed)?;
        self.step(swap2.first(), engine)?;
        self.board = Some(board);
        self.openings = self.openings.wrapping_add(1);
        self.task = Some(Task {
            kind: Kind::Swap2(Box::new(swap2)),
            since: Instant::now(),
        });
        Ok(None)
    }

    /// Goes on with a swap2 opening; the task stays until it has been answered.
    pub(super) fn step(&mut self, step: Step, engine: &mut Worker) -> Reply {
        match step {
            Step::Search { line, limits } => {
                self.chat.begin();
                let question = SearchRequest::new(limits).with_instant(false);
                self.search(line, question, engine)?;
                Ok(None)
            }
            Step::Stones(stones) => {
                self.finish();
                let board = self.open()?;
                stones.iter().try_for_each(|&at| board.play(at))?;
                Ok(Some(
                    stones
                        .iter()
                        .map(At::to_string)
                        .collect::<Vec<_>>()
                        .join(" "),
                ))
            }
            Step::Swap => {
                self.finish();
                Ok(Some("SWAP".to_owned()))
            }
        }
    }

    /// Begins the search for the move that follows the stones just placed.
    pub(super) fn follow(&mut self, engine: &mut Worker) -> Reply {
        self.think(1, engine).map_err(|refusal| match refusal {
            Refusal::Over(reason) => Refusal::Ended(reason),
            other => other,
        })
    }

    /// Begins the search for the next move, ranking `multi_pv` moves.
    pub(super) fn think(&mut self, multi_pv: usize, engine: &mut Worker) -> Reply {
        let limits = self.limits();
        let board = self.open()?;
        board.check_open()?;
        let multi_pv = multi_pv.min(board.position().rules().area() as usize);
        let question = SearchRequest::new(limits)
            .with_multi_pv(multi_pv)
            .with_instant(multi_pv == 1);
        let line = board.line();
        self.chat.begin();
        self.search(line, question, engine)?;
        self.task = Some(Task {
            kind: Kind::Move(multi_pv),
            since: Instant::now(),
        });
        Ok(None)
    }

    pub(super) fn search(
        &mut self,
        line: String,
        question: SearchRequest,
        engine: &mut Worker,
    ) -> Result<(), Refusal> {
        engine.set_rules(self.open()?.settings());
        engine
            .think(line, question)
            .map_err(|error| Refusal::Search(error.to_string()))
    }

    /// The limits of the next move.
    pub(super) fn limits(&self) -> Limits {
        self.setup.limits(self.limits.and(self.times.limits()))
    }

    /// Ends the search and subtracts its time.
    pub(super) fn finish(&mut self) {
        if let Some(task) = self.task.take() {
            self.times.spend(task.since.elapsed());
        }
    }

    /// Plays the move found and answers with it.
    pub(super) fn decide(&mut self, report: &Report<String>) -> Reply {
        let point = report
            .best()
            .and_then(|mv| mv.parse().ok())
            .ok_or(Refusal::NoMove)?;
        self.open()?.play(at(point))?;
        Ok(written(&point.to_string()))
    }
}
