//! What is told of a search while it goes on.

use engines::Game;
use search::{Bound, Report, Variation};
use std::io::{self, Write};

use super::board::at;

/// How much is told, and what has been.
#[derive(Clone, Debug, Default)]
pub struct Chat {
    /// Whether the manager is a board that speaks Yixin's dialect.
    pub yixin: bool,
    /// As `INFO show_detail` has it: 1 for the best move as it changes, 2 for every iteration, 3
    /// for both.
    pub detail: u64,
    /// The depth told last, and the best move.
    told: (u32, Option<String>),
}

impl Chat {
    /// Another search begins.
    pub fn begin(&mut self) {
        self.told = (0, None);
    }

    /// Tells how the search goes, if that is wanted and new.
    pub fn progress(
        &mut self,
        game: &dyn Game,
        report: &Report<String>,
        lines: usize,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let best = report.best();
        if self.detail & 1 != 0 && best.is_some() && best != self.told.1 {
            if let Some(mv) = best.as_deref().and_then(written) {
                writeln!(out, "MESSAGE REALTIME REFRESH\nMESSAGE REALTIME BEST {mv}")?;
            }
            self.told.1 = best;
        }
        if (self.yixin || self.detail & 2 != 0) && report.depth > self.told.0 {
            self.told.0 = report.depth;
            self.lines(game, report, lines, out)?;
        }
        Ok(())
    }

    /// Tells what came of the search.
    pub fn result(
        &self,
        game: &dyn Game,
        report: &Report<String>,
        lines: usize,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        if report.depth > self.told.0 {
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
            // That a value is no less, or no more, is told as `boyi analyze` does.
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
