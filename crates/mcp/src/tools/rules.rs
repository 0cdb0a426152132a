use crate::error::ToolError;
use crate::shared::Shared;
use game_core::RuleCard;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The arguments of `rules`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The kind of game, as `list_games` names it.
    pub game: String,
}

/// The rules of a kind of game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Rules {
    /// The kind of game.
    pub game: String,
    /// How to play, in a line.
    pub how_to_play: String,
    /// The initial position, in the game's notation.
    pub initial_position: String,
    /// Some legal moves there, in the game's notation.
    pub first_moves: Vec<String>,
    /// The rules, one thing after another.
    pub rules: Vec<Rule>,
}

/// One thing to know of the rules.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Rule {
    /// What it is about.
    pub title: String,
    /// The rule.
    pub text: String,
    /// Settings of the rules under which it holds, if others than the defaults.
    pub settings: BTreeMap<String, String>,
    /// A position to see it in: `new_game` takes it as its `line`.
    pub line: String,
}

impl From<RuleCard> for Rule {
    fn from(card: RuleCard) -> Self {
        let settings = card.settings.iter();
        Self {
            title: card.title.en.into_owned(),
            text: card.text.en.into_owned(),
            settings: settings
                .map(|&(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
            line: card.line.to_owned(),
        }
    }
}

/// `rules`
pub(crate) fn run(shared: &Shared, Arguments { game }: Arguments) -> Result<Rules, ToolError> {
    /// Enough to see how a move is written.
    const MOVES: usize = 8;
    let game = shared.config.games.get(&game)?;
    let session = game.session(&Vec::new()).map_err(ToolError::Settings)?;
    let presentation = game.presentation();
    let mut first_moves = session.legal_moves();
    first_moves.truncate(MOVES);
    Ok(Rules {
        game: game.name().to_owned(),
        how_to_play: presentation.how_to_play.en.into_owned(),
        initial_position: session.view().position,
        first_moves,
        rules: presentation.rules.into_iter().map(Rule::from).collect(),
    })
}
