//! A search, from `go` to `bestmove`.

use super::Uci;
use super::dialect::Dialect;
use super::findings::{self, Memory};
use super::go::Go;
use super::refusal::Refusal;
use crate::{SearchResult, Worker};
use engines::SearchRequest;
use game_core::{GameLine, Player, Score};
use search::{Limits, Report};
use std::io::{self, Write};

/// A search that has been asked for.
pub struct Task {
    /// The line to search.
    pub line: GameLine,
    /// A legal move to play if the rules have ended the game and no search runs.
    pub any: Option<String>,
    /// Whether only a stop or a mate ends it.
    pub endless: bool,
    /// Whether its answer waits for a stop.
    pub infinite: bool,
    /// Whether its answer waits for the opponent's move.
    pub pondering: bool,
    /// The opponent offers a draw.
    pub draw: bool,
    /// The report last written.
    pub reported: Option<Report<String>>,
    /// The answer, while it waits.
    pub found: Option<SearchResult>,
}

impl Uci {
    /// The most plies of `perft`: more would take too long.
    pub(super) const PERFT: u64 = 5;

    /// The moves that `go` may consider, if it can be carried out.
    pub(super) fn only(&self, go: &Go) -> Result<Vec<String>, Refusal> {
        if go.depth == Some(0) && self.dialect == Dialect::Uci {
            return Err(Refusal::argument("depth", "a number from 1", "0"));
        }
        if let Some(depth) = go.perft.filter(|depth| *depth > Self::PERFT) {
            return Err(Refusal::Perft(depth));
        }
        self.board.moves("searchmoves", &go.moves, self.ranks())
    }

    /// Begins a search, or answers at once if none is needed.
    pub(super) fn go(
        &mut self,
        go: Go,
        engine: &mut Worker,
        out: &mut dyn Write,
    ) -> io::Result<Result<(), Refusal>> {
        let only = match self.only(&go) {
            Ok(only) => only,
            Err(refusal) => return Ok(Err(refusal)),
        };
        self.release(out)?;
        if let Some(depth) = go.perft {
            return self.perft(depth as u32, out).map(Ok);
        }
        if go.depth == Some(0) {
            return self.evaluate(out).map(Ok);
        }
        let (line, over) = self.board.question();
        // UCCI's endless search ends by itself where it has found a mate.
        let infinite = go.infinite && self.dialect == Dialect::Uci;
        let asked = go.limits(
            self.board.session().state().turn == Player::First,
            self.options.unit(),
            self.options.overhead,
        );
        let limits = if go.infinite {
            self.setup.limits.and(Limits {
                time: None,
                clock: None,
                ..asked
            })
        } else {
            self.setup.limits(asked)
        };
        let multi_pv = self.options.multi_pv;
        let exclude = self.board.banned().to_vec();
        let allowed = |mv: &String| (only.is_empty() || only.contains(mv)) && !exclude.contains(mv);
        let any = self.board.session().legal_moves().into_iter().find(allowed);
        let instant = multi_pv == 1 && !go.infinite && limits.mate.is_none();
        let question = SearchRequest::new(limits)
            .with_multi_pv(multi_pv)
            .with_only(only)
            .with_exclude(exclude)
            .with_instant(instant);
        engine.set_rules(self.options.settings.clone());
        let begun = if go.ponder {
            engine.ponder(line.clone(), question)
        } else {
            engine.think(line.clone(), question)
        };
        if let Err(error) = begun {
            return Ok(Err(Refusal::Search(error.to_string())));
        }
        if let Some(reason) = over {
            let remark = format!(
                "the game is over by the rules ({reason}), and goes on as if the position were its first"
            );
            writeln!(out, "{}", self.dialect.remark(&remark))?;
        }
        if !go.passed_over.is_empty() {
            let remark = format!(
                "go: not understood, and passed over: {}",
                go.passed_over.join(" ")
            );
            writeln!(out, "{}", self.dialect.remark(&remark))?;
        }
        let endless = go.infinite;
        let pondering = go.ponder;
        self.task = Some(Task {
            line,
            any,
            endless,
            infinite,
            pondering,
            draw: go.draw,
            reported: None,
            found: None,
        });
        Ok(Ok(()))
    }

    /// Counts leaves, move by move.
    fn perft(&self, depth: u32, out: &mut dyn Write) -> io::Result<()> {
        let counted = self.board.session().perft(depth).by_move;
        counted
            .iter()
            .try_for_each(|(mv, leaves)| writeln!(out, "{}: {leaves}", self.ranks().write(mv)))?;
        writeln!(
            out,
            "\nNodes searched: {}\n",
            counted.iter().map(|(_, leaves)| leaves).sum::<u64>()
        )
    }

    /// Writes the static score of the position; there is no move.
    fn evaluate(&self, out: &mut dyn Write) -> io::Result<()> {
        if let Some((_, value)) = self.board.session().evaluation() {
            let score = Score::eval(value);
            writeln!(
                out,
                "info depth 0 score {}",
                self.dialect
                    .score(score, self.setup.game.reading(score).units)
            )?;
        }
        writeln!(out, "{}", self.dialect.no_move())
    }

    pub(super) fn hit(
        &mut self,
        draw: bool,
        engine: &Worker,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let Some(task) = self.task.as_mut().filter(|task| task.pondering) else {
            return Ok(());
        };
        (task.pondering, task.draw) = (false, task.draw || draw);
        engine.hit();
        if task.infinite {
            Ok(())
        } else {
            self.release(out)
        }
    }

    /// Writes the answer that waits for a stop or the opponent's move, if there is one.
    pub(super) fn release(&mut self, out: &mut dyn Write) -> io::Result<()> {
        match self.task.take_if(|task| task.found.is_some()) {
            Some(Task {
                found: Some(answer),
                any,
                draw,
                ..
            }) => self.conclude(answer, any, draw, out),
            _ => Ok(()),
        }
    }

    fn conclude(
        &self,
        answer: SearchResult,
        any: Option<String>,
        draw: bool,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let report = match answer {
            Ok(report) => report,
            Err(problem) => {
                writeln!(
                    out,
                    "{}",
                    Refusal::Search(problem.to_string()).line(self.dialect)
                )?;
                Report::empty()
            }
        };
        let Some(best) = report.best().or(any) else {
            return writeln!(out, "{}", self.dialect.no_move());
        };
        let ranks = self.ranks();
        let mut line = format!("bestmove {}", ranks.write(&best));
        if let Some(reply) = report.pv().get(1) {
            line += &format!(" ponder {}", ranks.write(reply));
        }
        // A side that is not ahead accepts a draw.
        if draw && report.known_score().is_some_and(|score| score.get() <= 0) {
            line += " draw";
        }
        writeln!(out, "{line}")
    }

    /// Writes the report of the search, if it is new.
    pub(super) fn tell(&mut self, report: &Report<String>, out: &mut dyn Write) -> io::Result<()> {
        let dialect = self.dialect;
        let ranks = self.ranks();
        let Some(task) = &mut self.task else {
            return Ok(());
        };
        if task.reported.as_ref().is_some_and(|reported| {
            (&reported.lines, reported.depth) == (&report.lines, report.depth)
        }) {
            return Ok(());
        }
        self.memory = Memory::of(&task.line, report).or(self.memory.take());
        task.reported = Some(report.clone());
        findings::lines(self.setup.game, report, dialect, ranks)
            .iter()
            .try_for_each(|line| writeln!(out, "{line}"))
    }
}
