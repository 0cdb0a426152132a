use super::play::{Played, found};
use crate::call::Hand;
use crate::engine_choice::{allowed, named, usual};
use crate::error::ToolError;
use crate::open_game::Player;
use crate::open_games::lock;
use crate::output::GameState;
use crate::shared::{Shared, within};
use schemars::JsonSchema;
use serde::Deserialize;
use std::time::Duration;

/// The arguments of `opponent_move`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The game, as `new_game` named it.
    pub game_id: String,
    /// The level that plays; by default the game's opponent, or else level 8.
    pub level: Option<u8>,
    /// In place of a level a searcher at full strength, perhaps with options: `mcts,hash=32`.
    pub searcher: Option<String>,
    /// The longest that it may think, in milliseconds; by default as long as this server allows.
    pub time_ms: Option<u64>,
}

/// `opponent_move`
pub(crate) fn run(shared: &Shared, arguments: Arguments, hand: &Hand) -> Result<Played, ToolError> {
    let config = &shared.config;
    let most = config.time.as_millis() as u64;
    let time = within("time_ms", arguments.time_ms.unwrap_or(most), 1, most)?;
    let game_id = arguments.game_id;
    let game = shared.game(&game_id)?;
    let open = lock(&game);
    let searcher = arguments.searcher.as_deref();
    let named = named(open.game, arguments.level, searcher)?;
    let seated = || {
        let mut players = [open.to_move()].into_iter().chain(open.players());
        players.find_map(Player::engine).cloned()
    };
    let engine = named.or_else(seated).unwrap_or_else(|| usual(open.game));
    let engine = allowed(open.game, engine, config)?;
    let wanted = open.move_wanted(engine, config)?;
    drop(open);
    let played = found(shared, &game_id, &wanted, Duration::from_millis(time), hand)?;
    let state = GameState::new(&game_id, &lock(&game));
    Ok(Played {
        moves: vec![played],
        state,
    })
}
