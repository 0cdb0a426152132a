//! What a game looks like from outside.

use super::{Purpose, Table};
use crate::Config;
use crate::protocol::{AnalysisText, ApiError, GameText, Named, ScoreText, extension};
use engines::{EngineConfig, Game, Level, Settings};
use game_core::GameLine;
use serde_json::{Value, json};
use std::collections::BTreeMap;

impl Table {
    /// The whole state, as the `game` event has it.
    pub fn text<'a>(&'a self, room: &'a str) -> GameText<'a> {
        let ending = self.table.ending();
        let view = self.session().view();
        let mut moves = self.session().moves();
        moves.extend(self.session().future());
        let analysis = self.analysis.as_ref();
        GameText {
            room,
            version: self.version,
            game: self.game.0.name(),
            settings: self.settings(),
            start: self.session().start(),
            start_board: self.start.clone().into(),
            position: self.session().position(),
            line: self.session().line().to_string(),
            moves,
            ply: self.ply(),
            turn: self.session().turn(),
            mover: self.table.to_move(),
            legal: if ending.is_none() {
                view.legal.into_iter().map(|(mv, _)| mv).collect()
            } else {
                Vec::new()
            },
            forbidden: if ending.is_none() {
                let named =
                    |&(cell, kind): &(usize, _)| (view.board.cells[cell].name.clone(), kind);
                view.marks.iter().map(named).collect()
            } else {
                Vec::new()
            },
            ending: ending.map(Into::into),
            players: self.table.seats(),
            paused: self.table.is_paused(),
            analysis: analysis.map(|analysis| AnalysisText {
                lines: analysis.lines,
                engine: analysis.engine.to_string(),
            }),
            board: view.board.into(),
            scores: self
                .scores
                .iter()
                .map(|score| Some(ScoreText::new(self.game.0, score?)))
                .collect(),
            searching: self
                .search
                .as_ref()
                .map(|search| search.purpose)
                .map(Purpose::name),
        }
    }

    /// Every rule setting, defaults included.
    fn settings(&self) -> BTreeMap<&str, &str> {
        let defaults = self
            .game
            .0
            .facts()
            .rules
            .iter()
            .map(|setting| (setting.name, setting.default));
        let given = self
            .session()
            .settings()
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()));
        defaults.chain(given).collect()
    }

    /// The game, its rules and its line: the subject of a laboratory run.
    pub fn subject(&self) -> (&'static dyn Game, Settings, GameLine) {
        (
            self.game.0,
            self.session().settings().clone(),
            self.session().line(),
        )
    }

    /// The record in the game's file format.
    pub fn export(&self) -> Value {
        let names = [0, 1].map(|player: usize| Some(self.table.seats()[player].name()));
        json!({
            "name": format!("boyi-{}.{}", self.game.0.name(), extension(self.game.0)),
            "text": self.session().save(names),
            "media": "text/plain",
        })
    }

    /// The parts of the evaluation in the game's unit, for the first mover.
    pub fn evaluate(
        &self,
        engine: Option<Named<EngineConfig>>,
        config: &Config,
    ) -> Result<Value, ApiError> {
        let engine = self
            .given(engine, config)?
            .unwrap_or_else(|| EngineConfig::level(Level::DEFAULT));
        let evaluation = self
            .session()
            .evaluate(engine.weights())
            .map_err(|error| ApiError::new("engine", error))?;
        let unit = f64::from(self.game.0.facts().points_per_unit.max(1));
        let sign = if self.session().first_to_move() {
            1.0
        } else {
            -1.0
        };
        let units = |points: f64| {
            // No minus before a zero.
            let value = sign * points / unit;
            if value == 0.0 { 0.0 } else { value }
        };
        let (terms, total) = match evaluation {
            Some((terms, total)) => (terms, Some(units(f64::from(total)))),
            None => (Vec::new(), None),
        };
        let terms: Vec<_> = terms
            .iter()
            .map(|term| json!({ "name": term.name, "value": units(term.value) }))
            .collect();
        Ok(json!({ "terms": terms, "total": total, "unit": self.game.0.facts().unit }))
    }
}
