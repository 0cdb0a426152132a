//! The messages about a search under way.

use engines::Game;
use search::{Bound, Report, Variation};
use std::io::{self, Write};

use super::board::at;

/// How much to report, and what has been reported.
#[derive(Clone, Debug, Default)]
pub struct Chat {
    /// Whether the manager is a board that speaks Yixin's dialect.
    pub yixin: bool,
    /// The value of `INFO show_detail`: 1 for the best move as it changes, 2 for every iteration, 3
    /// for both.
    pub detail: u64,
    /// The depth and the best move reported last.
    reported: (u32, Option<String>),
}

impl Chat {
    /// Begins the messages of a new search.
    pub fn begin(&mut self) {
        self.reported = (0, None);
    }

    /// Reports the progress of the search, if that is wanted and new.
    pub fn progress(
        &mut self,
        game: &dyn Game,
        report: &Report<String>,
        lines: usize,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let best = report.best();
        if self.detail & 1 != 0 && best.is_some() && best != self.reported.1 {
            if let Some(mv) = best.as_deref().and_then(written) {
                writeln!(out, "MESSAGE REALTIME REFRESH\nMESSAGE REALTIME BEST {mv}")?;
            }
            self.reported.1 = best;
        }
        if (self.yixin || self.detail & 2 != 0) && report.depth > self.reported.0 {
            self.reported.0 = report.depth;
            self.lines(game, report, lines, out)?;
        }
        Ok(())
    }

    /// Reports the result of the search.
    pub fn result(
        &self,
        game: &dyn Game,
        report: &Report<String>,
        lines: usize,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        if report.depth > self.reported.0 {
            self.lines(game, report, lines, out)
        } else {
            Ok(())
        }
    }

    /// A line for each of the best moves.
    fn lines(
        &self,
        game: &dyn Game,
        report: &Report<String>,
        count: usize,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let known = report
            .lines
            .iter()
            .filter(|line| !line.moves.is_empty() && report.is_known(line));
        for (number, line) in (1..).zip(known.take(count)) {
            let number = if count > 1 {
                format!("({number}) ")
            } else {
                String::new()
            };
            let depth = report.depth;
            let nodes = report.nodes;
            let time = report.time.as_millis();
            // A bound is written as `boyi analyze` does.
            let sign = match line.bound {
                Bound::Lower => "≥ ",
                Bound::Upper => "≤ ",
                Bound::Exact | Bound::None => "",
            };
            let score = game.reading(line.score);
            let pv = moves(line);
            writeln!(
                out,
                "MESSAGE {number}depth {depth} score {sign}{score} nodes {nodes} time {time} ms pv {pv}"
            )?;
        }
        Ok(())
    }
}

fn moves(line: &Variation<String>) -> String {
    line.moves
        .iter()
        .filter_map(|mv| written(mv))
        .collect::<Vec<_>>()
        .join(" ")
}

/// A move of an engine as the protocol writes it.
pub fn written(mv: &str) -> Option<String> {
    mv.parse().ok().map(|point| at(point).to_string())
}
