//! What several tools answer with.

use crate::open_game::OpenGame;
use engines::{Game, Observation, RuleSetting};
use game_core::Score;
use schemars::JsonSchema;
use serde::Serialize;

/// Where a game stands.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct GameState {
    /// Names the game in other calls.
    pub game_id: String,
    /// What there is to see of it.
    #[serde(flatten)]
    pub seen: Observation<PlayerText>,
    /// Whether it is for the client to move, by `play`.
    pub your_turn: bool,
}

/// One of the two sides.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct PlayerText {
    /// The side's name.
    pub name: String,
    /// `client`, or the engine that plays, as `level=3`.
    pub played_by: String,
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
        let ending = open.ending();
        let players = open.session().state().players;
        let player = |seat: usize| PlayerText {
            name: players[seat].to_owned(),
            played_by: open.players()[seat].name(),
        };
        let seen = Observation::ended(open.game, open.session(), ending);
        Self {
            game_id: game_id.to_owned(),
            seen: seen.with_players([0, 1].map(player)),
            your_turn: ending.is_none() && open.to_move().engine().is_none(),
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
pub(crate) fn in_ten_thousandths(probability: f64) -> f64 {
    (probability * 10_000.0).round() / 10_000.0
}
