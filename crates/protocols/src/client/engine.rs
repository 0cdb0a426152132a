//! Lets a program take the place of an engine of this library, to play and to give hints.

use super::Program;
use engines::{Answer, Engine, EngineError, SearchRequest, Turn};
use game_core::{GameLine, Score};
use search::{Bound, Control, Report, Variation};
use std::time::Instant;

impl Engine for Program {
    /// Asks the program for its move. A stop makes it answer at once if the protocol has a word for
    /// that, and else ends it; it is started again for the next move.
    fn choose(
        &mut self,
        line: &GameLine,
        request: &SearchRequest,
        control: &Control,
        progress: &mut dyn FnMut(&Report<String>),
    ) -> Result<Answer, EngineError> {
        self.session.set_line(line.up_to(0))?;
        let start = self.session.view();
        self.session.set_line(line)?;
        let line = self.session.line();
        let limits = self.command.limits.and(request.limits);
        let turn = Turn {
            line: &line,
            to_move: self.session.state().turn,
            start: &start,
            limits,
            clocks: None,
            patience: None,
        };
        let asked = Instant::now();
        let answer = match if self.ready { Ok(()) } else { self.get_ready() } {
            Ok(()) => self.try_ask(&turn, control, true),
            Err(problem) => Err(problem),
        };
        let Answer { reply, mut report } = self
            .judge(answer)
            .map_err(|error| EngineError::Program(Box::new(error)))?;
        report.time = asked.elapsed();
        if let (Some(mv), true) = (reply.mv(), report.lines.is_empty()) {
            report.lines.push(Variation {
                moves: vec![mv.to_owned()],
                score: Score::DRAW,
                bound: Bound::None,
            });
        }
        progress(&report);
        Ok(Answer { reply, report })
    }

    fn new_game(&mut self) {
        self.ready = false;
    }
}
