//! What several tools answer with.

use crate::open_game::OpenGame;
use engines::{Ending, Game, GameHistory, RuleSetting};
use game_core::{Glyphs, Score};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// Where a game stands.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct GameState {
    /// Names the game in other calls.
    pub game_id: String,
    /// The kind of game.
    pub game: String,
    /// Every setting of the rules.
    pub settings: BTreeMap<String, String>,
    /// The two sides, the first mover first.
    pub players: Vec<PlayerText>,
    /// The moves played.
    pub ply: usize,
    /// The side to move, by its name; null once the game is over.
    pub to_move: Option<String>,
    /// Whether it is for the client to move, by `play`.
    pub your_turn: bool,
    /// How many moves are legal: `legal_moves` lists them.
    pub legal_moves: usize,
    /// The last move.
    pub last_move: Option<String>,
    /// How the game ended, if it did.
    pub outcome: Option<Outcome>,
    /// The start and every move since: `new_game` takes it as its `line`.
    pub line: String,
    /// The position alone, in the game's notation.
    pub position: String,
    /// The board in letters.
    pub board: String,
}

/// One of the two sides.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct PlayerText {
    /// The side's name.
    pub name: String,
    /// `client`, or the engine that plays, as `level=3`.
    pub played_by: String,
}

/// How a game ended.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Outcome {
    /// The side that won; null in a draw.
    pub winner: Option<String>,
    /// Why, in a few words.
    pub reason: String,
    /// The first mover's margin of victory, negative if lost, in a game with margins.
    pub margin: Option<i32>,
}

/// What a position is worth.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct ScoreText {
    /// In the game's words, as `+120` or `win in 3`.
    pub text: String,
    /// In the game's unit; null where the end is forced.
    pub units: Option<f64>,
    /// The probability of a win and half that of a draw, 0 to 1.
    pub win_probability: f64,
    /// Whether this is the proved result of the game, not an estimate.
    pub proved: bool,
    /// The plies until the end, where it is forced.
    pub plies_to_end: Option<usize>,
}

/// A setting and the values that it takes.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct SettingText {
    /// The name.
    pub name: String,
    /// What it sets.
    pub about: String,
    /// The words that it takes.
    pub values: Vec<String>,
    /// The least whole number that it takes, if it takes any.
    pub least: Option<u32>,
    /// The greatest.
    pub most: Option<u32>,
    /// The value without one given.
    pub default: String,
}

impl GameState {
    /// The state of `open`, which has this id.
    pub fn new(game_id: &str, open: &OpenGame) -> Self {
        let session = open.session();
        let state = session.state();
        let view = session.view();
        let GameHistory { line, .. } = session.history();
        let goes_on = state.ending.is_none();
        let played_by = open.players().each_ref().map(|player| player.name());
        let names = state.players.into_iter();
        Self {
            game_id: game_id.to_owned(),
            game: open.game.name().to_owned(),
            settings: settings(open),
            players: names
                .zip(played_by)
                .map(|(name, played_by)| PlayerText {
                    name: name.to_owned(),
                    played_by,
                })
                .collect(),
            ply: state.ply,
            to_move: goes_on.then(|| state.player().to_owned()),
            your_turn: goes_on && open.to_move().engine().is_none(),
            legal_moves: if goes_on { view.legal.len() } else { 0 },
            last_move: line.moves.last().cloned(),
            outcome: state
                .ending
                .map(|ending| Outcome::new(ending, state.players)),
            line: line.to_string(),
            position: view.position,
            board: session.diagram(Glyphs::Letters),
        }
    }
}

impl Outcome {
    fn new(ending: Ending, players: [&'static str; 2]) -> Self {
        Self {
            winner: ending.winner_name(players).map(str::to_owned),
            reason: ending.reason.to_owned(),
            margin: ending.margin,
        }
    }
}

impl ScoreText {
    /// `score` as `game` reads it.
    pub fn new(game: &dyn Game, score: Score) -> Self {
        let reading = game.reading(score);
        Self {
            text: reading.to_string(),
            units: reading.units,
            win_probability: in_ten_thousandths(reading.win_probability),
            proved: reading.is_final,
            plies_to_end: score.plies_to_end(),
        }
    }
}

impl SettingText {
    /// All of `settings`.
    pub fn all(settings: &[RuleSetting]) -> Vec<Self> {
        settings.iter().map(Self::new).collect()
    }

    fn new(setting: &RuleSetting) -> Self {
        Self {
            name: setting.name.to_owned(),
            about: setting.about.to_owned(),
            values: setting.values.iter().map(ToString::to_string).collect(),
            least: setting.range.map(|(least, _)| least),
            most: setting.range.map(|(_, most)| most),
            default: setting.default.to_owned(),
        }
    }
}

/// A probability to four places: more would say nothing, and cost the reader.
fn in_ten_thousandths(probability: f64) -> f64 {
    (probability * 10_000.0).round() / 10_000.0
}

/// Every setting of the rules, defaults included.
fn settings(open: &OpenGame) -> BTreeMap<String, String> {
    let rules = open.game.facts().rules.iter();
    let defaults = rules.map(|setting| (setting.name.to_owned(), setting.default.to_owned()));
    let given = open.session().settings().iter().cloned();
    defaults.chain(given).collect()
}
