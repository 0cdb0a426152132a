use crate::annotation::Loss;
use crate::compare::question_only;
use engines::{Engine, EngineConfig, EngineError, Game, SearchRequest, SearcherConfig, Settings};
use game_core::{GameLine, Score};
use search::{Control, Limits, Report};

/// Judges the moves of others by longer searches, each of one move alone.
pub(crate) struct Judge<'g> {
    game: &'g dyn Game,
    engine: Box<dyn Engine>,
    request: SearchRequest,
}

impl<'g> Judge<'g> {
    /// `searcher` judges, with the game's own options and as strong as it can be.
    ///
    /// # Errors
    /// If the game refuses it.
    pub fn new(
        game: &'g dyn Game,
        settings: &Settings,
        searcher: &SearcherConfig,
        limits: Limits,
    ) -> Result<Self, EngineError> {
        let mut config = question_only(searcher, true);
        config.limits = Limits::default();
        Ok(Self {
            game,
            engine: game.engine(settings, &EngineConfig::Searcher(config), 0)?,
            request: SearchRequest::new(limits).with_instant(false),
        })
    }

    /// What each of `answers` gives away at `line` in probability of winning, against the best of
    /// them and of what the judge would play.
    ///
    /// # Errors
    /// If the position cannot be read.
    pub fn losses(
        &mut self,
        line: &GameLine,
        answers: &[Option<String>],
        control: &Control,
    ) -> Result<Vec<Option<f64>>, EngineError> {
        let own = self.think(line, self.request.clone(), control)?.best();
        let mut judged: Vec<(&str, Score)> = Vec::new();
        for mv in answers.iter().flatten().chain(&own) {
            if judged.iter().all(|(known, _)| known != mv) {
                let alone = self.request.clone().with_only(vec![mv.clone()]);
                judged.push((mv, self.think(line, alone, control)?.score()));
            }
        }
        let best = judged.iter().map(|(_, score)| *score).max();
        let loss = |mv: &String| {
            let (_, score) = judged.iter().find(|(known, _)| known == mv)?;
            Some(Loss::new(self.game, best?, *score).probability)
        };
        Ok(answers.iter().map(|mv| loss(mv.as_ref()?)).collect())
    }

    /// A search that remembers nothing of those before: the order of moves does not matter.
    fn think(
        &mut self,
        line: &GameLine,
        request: SearchRequest,
        control: &Control,
    ) -> Result<Report<String>, EngineError> {
        self.engine.new_game();
        self.engine.think(line, &request, control, &mut |_| {})
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engines::game;

    #[test]
    fn what_misses_a_win_gives_it_away_and_one_of_two_wins_nothing() {
        let gomoku = game("gomoku").unwrap();
        let mut judge = Judge::new(
            gomoku,
            &Settings::default(),
            &"aspiration".parse().unwrap(),
            Limits::nodes(2_000),
        )
        .unwrap();
        // Both have an open four: who does not win now has lost.
        let line = GameLine::from("startpos moves h8 a1 i8 b1 j8 c1 k8 d1");
        let answers = ["l8", "o15", "g8", "l8"].map(|mv| Some(mv.to_owned()));
        let answers: Vec<_> = answers.into_iter().chain([None]).collect();
        let mut losses =
            |answers: &[Option<String>]| judge.losses(&line, answers, &Control::default()).unwrap();
        let found = [Some(0.0), Some(1.0), Some(0.0), Some(0.0), None];
        assert_eq!(losses(&answers), found);
        // Where nobody found the win, the judge does.
        assert_eq!(losses(&answers[1..2]), [Some(1.0)]);
    }
}
