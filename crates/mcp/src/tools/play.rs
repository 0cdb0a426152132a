use crate::call::Hand;
use crate::error::ToolError;
use crate::open_game::MoveWanted;
use crate::open_games::lock;
use crate::output::{GameState, ScoreText};
use crate::shared::Shared;
use engines::SearchRequest;
use schemars::JsonSchema;
use search::{Bound, Limits};
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// The arguments of `play`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The game, as `new_game` named it.
    pub game_id: String,
    /// The move in the game's notation: `legal_moves` lists them.
    #[serde(rename = "move")]
    pub text: String,
}

/// What was played.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Played {
    /// The moves played by this call: yours, then the opponent's.
    pub moves: Vec<MoveText>,
    /// The game after them.
    pub state: GameState,
}

/// A move that was played.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct MoveText {
    /// The side that played it, by its name.
    pub player: String,
    /// `client`, or the engine that chose it.
    pub by: String,
    /// The move as the game writes it.
    #[serde(rename = "move")]
    pub text: String,
    /// What an engine thought of it, for the side that played it.
    pub score: Option<ScoreText>,
}

impl Played {
    /// Whether the game's opponent is to reply.
    pub fn wants_reply(&self) -> bool {
        self.state.seen.to_move.is_some() && !self.state.your_turn
    }
}

/// `play`, but for the reply.
pub(crate) fn run(shared: &Shared, arguments: Arguments) -> Result<Played, ToolError> {
    let Arguments { game_id, text } = arguments;
    let game = shared.game(&game_id)?;
    let mut open = lock(&game);
    let player = open.session().state().player().to_owned();
    let played = MoveText {
        player,
        by: "client".to_owned(),
        text: open.play(&text, &shared.config)?,
        score: None,
    };
    Ok(Played {
        moves: vec![played],
        state: GameState::new(&game_id, &open),
    })
}

/// Plays the moves of the game's opponent, as long as it is to move, after those `played`.
pub(super) fn reply(shared: &Shared, mut played: Played, hand: &Hand) -> Result<Played, ToolError> {
    /// A move takes this long at least, where a side has many in a row.
    const LEAST: Duration = Duration::from_millis(50);
    let begun = Instant::now();
    let game_id = &played.state.game_id;
    let game = shared.game(game_id)?;
    loop {
        let wanted = lock(&game).reply_wanted(&shared.config);
        let Some(wanted) = wanted else {
            played.state = GameState::new(game_id, &lock(&game));
            return Ok(played);
        };
        let left = shared.config.time.saturating_sub(begun.elapsed());
        let found = found(shared, game_id, &wanted, left.max(LEAST), hand)?;
        played.moves.push(found);
    }
}

/// Finds a move within `time` and plays it.
pub(super) fn found(
    shared: &Shared,
    game_id: &str,
    wanted: &MoveWanted,
    time: Duration,
    hand: &Hand,
) -> Result<MoveText, ToolError> {
    let MoveWanted {
        subject,
        engine,
        seed,
        ..
    } = wanted;
    let request = SearchRequest::new(Limits::time(time));
    let report = subject.search(engine, &request, *seed, hand)?;
    let best = report.best().ok_or(ToolError::NoMove)?;
    let score = report
        .lines
        .first()
        .filter(|line| line.bound != Bound::None)
        .map(|line| ScoreText::new(subject.game, line.score));
    let game = shared.game(game_id)?;
    let mut open = lock(&game);
    let player = open.session().state().player().to_owned();
    Ok(MoveText {
        text: open.play_found(wanted, &best)?,
        player,
        by: engine.to_string(),
        score,
    })
}
