use super::play::Played;
use crate::engine_choice::{allowed, named, usual};
use crate::error::ToolError;
use crate::open_game::{OpenGame, Player};
use crate::open_games::lock;
use crate::output::GameState;
use crate::shared::Shared;
use engines::{Game, Session};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The arguments of `new_game`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The kind of game, as `list_games` names it.
    pub game: String,
    /// Settings of its rules that are not to be the defaults, as `{"rule": "renju"}`.
    #[serde(default)]
    pub settings: BTreeMap<String, String>,
    /// A position to begin at, perhaps with moves: `startpos moves f5 d6`, or a position in the
    /// game's notation.
    pub line: Option<String>,
    /// A record in the game's file format, to go on at its end; in place of a line.
    pub record: Option<String>,
    /// An engine that plays one side. Without one you play both.
    pub opponent: Option<Opponent>,
    /// The seed of the lower levels' mistakes: with the same seed and the same moves of yours a
    /// level plays the same game. Random without one.
    pub seed: Option<u64>,
}

/// An engine that plays one side of a game.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Opponent {
    /// Its level, from 1, the weakest, to the strongest that `list_games` names; 8 by default.
    pub level: Option<u8>,
    /// In place of a level a searcher at full strength, perhaps with options: `pvs,depth=6`.
    pub searcher: Option<String>,
    /// The name of the side that it plays; by default the one that moves second.
    pub plays: Option<String>,
}

/// `new_game`, but for the move of an opponent that begins.
pub(crate) fn run(shared: &Shared, arguments: Arguments) -> Result<Played, ToolError> {
    let game = shared.config.games.get(&arguments.game)?;
    let players = players(shared, game, arguments.opponent.as_ref())?;
    let session = session(shared, game, &arguments)?;
    let seed = arguments.seed.unwrap_or_else(rand::random);
    let open = OpenGame::new(game, session, players, seed);
    let id = lock(&shared.open).open(open, shared.config.open_games)?;
    Ok(Played {
        moves: Vec::new(),
        state: shared.read(&id, |open| GameState::new(&id, open))?,
    })
}

/// Who plays, the first mover first.
fn players(
    shared: &Shared,
    game: &dyn Game,
    opponent: Option<&Opponent>,
) -> Result<[Player; 2], ToolError> {
    let Some(opponent) = opponent else {
        return Ok([Player::Client, Player::Client]);
    };
    let searcher = opponent.searcher.as_deref();
    let engine = named(game, opponent.level, searcher)?.unwrap_or_else(|| usual(game));
    let engine = Player::Engine(Box::new(allowed(game, engine, &shared.config)?));
    let players = game.facts().players;
    match &opponent.plays {
        Some(name) if name == players[0] => Ok([engine, Player::Client]),
        Some(name) if name != players[1] => Err(ToolError::UnknownPlayer {
            name: name.clone(),
            players,
        }),
        _ => Ok([Player::Client, engine]),
    }
}

/// The session that the game begins with.
fn session(
    shared: &Shared,
    game: &dyn Game,
    arguments: &Arguments,
) -> Result<Box<dyn Session>, ToolError> {
    let settings = arguments.settings.clone().into_iter().collect();
    let mut session = game.session(&settings).map_err(ToolError::Settings)?;
    match (&arguments.line, &arguments.record) {
        (Some(_), Some(_)) => return Err(ToolError::LineAndRecord),
        (Some(line), None) => session.set_line(line).map_err(ToolError::Line)?,
        (None, Some(record)) => session.load(record).map_err(ToolError::Record)?,
        (None, None) => {}
    }
    let most = shared.config.record;
    if session.state().ply > most {
        return Err(ToolError::TooLong { most });
    }
    Ok(session)
}
