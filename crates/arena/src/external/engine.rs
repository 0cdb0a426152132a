//! A program where an engine of this library is expected: at a board, to play and to give hints.

use super::Program;
use crate::{Reply, Turn};
use engines::{Engine, SearchRequest, TextError};
use game_core::{GameLine, Score};
use search::{Bound, Control, Report, Variation};
use std::time::Instant;

impl Engine for Program {
    /// Asks the program for its move; [`Reply::RESIGN`] stands for a move where it resigns. A stop
    /// has it answer at once where the protocol has a word for that, and else ends it; it is
    /// started again when it is next asked.
    fn think(
        &mut self,
        line: &GameLine,
        question: &SearchRequest,
        control: &Control,
        progress: &mut dyn FnMut(&Report<String>),
    ) -> Result<Report<String>, TextError> {
        self.session.set_line(line)?;
        let line = self.session.line();
        let limits = self.command.limits.and(question.limits);
        let turn = Turn {
            line: &line,
            limits,
            clocks: None,
            patience: None,
        };
        let asked = Instant::now();
        let answer = match if self.ready { Ok(()) } else { self.get_ready() } {
            Ok(()) => self.ask(&turn, control, true),
            Err(problem) => Err(problem),
        };
        let Reply { mv, nodes, score } = self
            .judge(answer)
            .map_err(|error| TextError::Program(Box::new(error)))?;
        let bound = if score.is_some() {
            Bound::Exact
        } else {
            Bound::None
        };
        let variation = Variation {
            moves: vec![mv],
            score: score.unwrap_or(Score::DRAW),
            bound,
        };
        let report = Report {
            lines: vec![variation],
            nodes,
            time: asked.elapsed(),
            ..Report::empty()
        };
        progress(&report);
        Ok(report)
    }

    fn new_game(&mut self) {
        self.ready = false;
    }
}
