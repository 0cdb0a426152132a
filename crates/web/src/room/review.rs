//! The review of a game: what each of its moves lost, and what was better.

use super::run::{Run, RunRow};
use super::{Inner, Room, scores::a_ply_on};
use crate::engine::{GameRef, ReviewJob};
use crate::protocol::{ApiError, ReviewText};
use std::sync::Arc;

impl RunRow for ReviewText {
    const EVENT: &'static str = "review";

    fn run(inner: &mut Inner) -> &mut Run<Self> {
        &mut inner.review
    }

    fn index(&self) -> usize {
        self.ply - 1
    }

    fn is_finished(&self) -> bool {
        true
    }
}

impl Room {
    /// Begins to review every move of the record, those undone included, and returns the number of
    /// the review.
    pub fn review(&self) -> Result<u64, ApiError> {
        let mut inner = self.open()?;
        let (game, settings, line) = inner.table.record();
        if line.moves.is_empty() {
            return Err(ApiError::new("do", "there is no move to review"));
        }
        if inner.review.is_busy() {
            return Err(ApiError::new("do", "a review is under way: stop it first"));
        }
        let shown = line.to_string();
        let job = ReviewJob {
            game: GameRef(game),
            settings,
            line,
            most: self.app.config.time,
            room: self.id,
        };
        let app = Arc::clone(&self.app);
        Ok(self.begin_run(&mut inner, shown, move |control, each| {
            job.run(&app.cache, control, &mut |annotated, session| {
                let score = a_ply_on(annotated.score);
                each(ReviewText::new(job.game.0, session, annotated, score));
            })
        }))
    }

    /// Ends the review under way. `false` if there is none.
    pub fn end_review(&self) -> Result<bool, ApiError> {
        self.end_run::<ReviewText>()
    }
}
