//! What a game looks like from outside.

use super::{Purpose, Table};
use crate::Config;
use crate::protocol::{
    AnalysisText, ApiError, CellsText, EndingText, GameText, Named, ScoreText, ShapeText, SwapText,
};
use engines::{
    EngineConfig, Evaluation, Game, GameHistory, GameView, IndexedPlace, LegalMove, Level,
    Settings, SwapStep,
};
use game_core::{BoardView, GameLine, Player};
use serde_json::{Value, json};
use std::collections::BTreeMap;

impl Table {
    /// The whole state, as the `game` event has it.
    pub fn text<'a>(&'a self, room: &'a str) -> GameText<'a> {
        let ending = self.table.ending();
        let view = self.session().view();
        let state = self.session().state();
        let GameHistory {
            line,
            undone,
            turns,
        } = self.session().history();
        let analysis = self.analysis.as_ref();
        let swap_step = self.table.swap_step();
        let to_choose = matches!(swap_step, Some(SwapStep::Choose { .. }));
        let legal = if ending.is_none() && !to_choose {
            view.legal.clone()
        } else {
            Vec::new()
        };
        GameText {
            room,
            version: self.version,
            game: self.game.0.name(),
            settings: self.settings(),
            shape: ShapeText::new(&self.shape, &self.start),
            start: line.start.clone(),
            start_board: self.start.clone().into(),
            line: line.to_string(),
            moves: line.extended(&undone).moves,
            ply: state.ply,
            turn: state.player(),
            turns: turns.into_iter().map(Player::index).collect(),
            mover: self.table.to_move(),
            forbidden: if ending.is_none() {
                forbidden(&view)
            } else {
                Vec::new()
            },
            checked: view.checked,
            deciding: view.deciding,
            last: view.last.map(CellsText::from),
            routes: routes(&legal, &view.board),
            legal: legal.into_iter().map(|mv| mv.text).collect(),
            position: view.position,
            ending: ending.map(|ending| EndingText::new(ending, state.players)),
            players: self.table.seats(),
            swap: self
                .table
                .swap_rule()
                .map(|rule| SwapText::new(rule, swap_step)),
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

    /// The game, its rules and all of its moves, those undone included: the subject of a review.
    pub fn record(&self) -> (&'static dyn Game, Settings, GameLine) {
        let (game, settings, _) = self.subject();
        let GameHistory { line, undone, .. } = self.session().history();
        (game, settings, line.extended(&undone))
    }

    /// The position, as a database of games finds it.
    pub fn place(&self) -> Result<IndexedPlace, ApiError> {
        let (game, settings, line) = self.subject();
        game.indexer(&settings)
            .and_then(|indexer| indexer.place(&line))
            .map_err(|error| ApiError::new("do", error))
    }

    /// The record in the game's file format.
    pub fn export(&self) -> Result<Value, ApiError> {
        let names = [0, 1].map(|player: usize| Some(self.table.seats()[player].name()));
        let format = self.game.0.facts().own_format();
        let record = self
            .session()
            .save(format.extension, names)
            .map_err(|error| ApiError::new("do", error))?;
        Ok(json!({
            "name": format!("boyi-{}.{}", self.game.0.name(), format.extension),
            "text": String::from_utf8_lossy(&record),
            "media": "text/plain",
        }))
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
        let evaluation = Evaluation::of(self.game.0, self.session(), engine.weights())
            .map_err(|error| ApiError::new("engine", error))?;
        let total = evaluation.as_ref().map(|evaluation| evaluation.total);
        let terms: Vec<_> = evaluation
            .map_or_else(Vec::new, |evaluation| evaluation.terms)
            .into_iter()
            .map(|(name, value)| json!({ "name": name, "value": value }))
            .collect();
        Ok(json!({ "terms": terms, "total": total, "unit": self.game.0.facts().unit }))
    }
}

/// The cells that only a rule forbids, each with its kind.
pub(crate) fn forbidden(view: &GameView) -> Vec<(String, &'static str)> {
    let named = |(name, kind): (&str, _)| (name.to_owned(), kind);
    view.forbidden().map(named).collect()
}

/// How each of the moves is entered, without those entered by the cell of their name.
pub(crate) fn routes(legal: &[LegalMove], board: &BoardView) -> BTreeMap<String, Vec<Vec<usize>>> {
    legal
        .iter()
        .filter(|mv| !is_plain(mv, board))
        .map(|mv| (mv.text.clone(), mv.routes.clone()))
        .collect()
}

/// Whether a move is entered by the cell of its name, and by nothing else.
fn is_plain(mv: &LegalMove, board: &BoardView) -> bool {
    let [route] = mv.routes.as_slice() else {
        return false;
    };
    let [cell] = route.as_slice() else {
        return false;
    };
    board
        .cells
        .get(*cell)
        .is_some_and(|cell| cell.name == mv.text)
}
