//! The tools, a file each: what it takes, what it answers with, and what it does.

mod analyze;
mod close_game;
mod explain;
mod legal_moves;
mod list_games;
mod new_game;
mod opponent_move;
mod play;
mod puzzle;
mod resign;
mod review;
mod rules;
mod show;
mod solve;
mod state;
mod undo;

use crate::Server;
use crate::arguments::Parameters;
use crate::call::{Hand, run, run_in_turn};
use crate::error::ToolError;
use crate::open_games::lock;
use crate::output::GameState;
use crate::shared::Shared;
use play::Played;
use rmcp::handler::server::tool::schema_for_output;
use rmcp::handler::server::wrapper::Json;
use rmcp::model::CallToolResult;
use rmcp::service::RequestContext;
use rmcp::{RoleServer, tool, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;

type Context = RequestContext<RoleServer>;

/// A tool without arguments.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nothing {}

/// A tool that takes a game in progress and nothing else.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OneGame {
    /// The game, as `new_game` named it.
    pub game_id: String,
}

impl Server {
    /// Does the `work` of a tool at once.
    async fn at_once<A, T>(
        &self,
        Parameters(arguments): Parameters<A>,
        context: Context,
        work: impl FnOnce(&Shared, A) -> Result<T, ToolError> + Send + 'static,
    ) -> Result<T, ToolError>
    where
        A: Send + 'static,
        T: Send + 'static,
    {
        let arguments = arguments?;
        let shared = Arc::clone(&self.shared);
        run(context, move |_| work(&shared, arguments)).await
    }

    /// Does the `work` of a tool that searches when its turn comes.
    async fn in_turn<A, T>(
        &self,
        Parameters(arguments): Parameters<A>,
        context: Context,
        work: impl FnOnce(&Shared, A, &Hand) -> Result<T, ToolError> + Send + 'static,
    ) -> Result<T, ToolError>
    where
        A: Send + 'static,
        T: Send + 'static,
    {
        let arguments = arguments?;
        let shared = Arc::clone(&self.shared);
        let places = Arc::clone(&shared.searches);
        run_in_turn(places, context, move |hand| work(&shared, arguments, hand)).await
    }

    /// Has the game's opponent reply to what is `played`, if it is to move.
    async fn replied(&self, played: Played, context: Context) -> Result<Played, ToolError> {
        if !played.wants_reply() {
            return Ok(played);
        }
        self.in_turn(Parameters(Ok(played)), context, play::reply)
            .await
    }
}

// A schema of answers is found where a method names `Json` in full.
#[tool_router(vis = "pub(crate)")]
impl Server {
    /// Lists the kinds of games with the settings of their rules, their levels and searchers; the
    /// games in progress; and the limits of this server.
    #[tool(annotations(read_only_hint = true, open_world_hint = false))]
    async fn list_games(
        &self,
        arguments: Parameters<Nothing>,
        context: Context,
    ) -> Result<Json<list_games::GameList>, ToolError> {
        let work = |shared: &Shared, _| Ok(list_games::run(shared));
        self.at_once(arguments, context, work).await.map(Json)
    }

    /// Explains the rules of a kind of game, each with a position to see it in.
    #[tool(annotations(read_only_hint = true, open_world_hint = false))]
    async fn rules(
        &self,
        arguments: Parameters<rules::Arguments>,
        context: Context,
    ) -> Result<Json<rules::Rules>, ToolError> {
        self.at_once(arguments, context, rules::run).await.map(Json)
    }

    /// Opens a game: from the initial position, or from any position or record. With an opponent,
    /// an engine plays one side and replies to each of your moves; without one you play both sides.
    #[tool(annotations(destructive_hint = false, open_world_hint = false))]
    async fn new_game(
        &self,
        arguments: Parameters<new_game::Arguments>,
        context: Context,
    ) -> Result<Json<Played>, ToolError> {
        let opened = self
            .at_once(arguments, context.clone(), new_game::run)
            .await?;
        let id = opened.state.game_id.clone();
        let replied = self.replied(opened, context).await;
        // The client would never learn the id.
        replied
            .map(Json)
            .inspect_err(|_| lock(&self.shared.open).forget(&id))
    }

    /// Tells where a game stands: whose turn it is, the position, the outcome, the board as text.
    #[tool(annotations(read_only_hint = true, open_world_hint = false))]
    async fn state(
        &self,
        arguments: Parameters<OneGame>,
        context: Context,
    ) -> Result<Json<GameState>, ToolError> {
        self.at_once(arguments, context, state::run).await.map(Json)
    }

    /// Lists the legal moves, and the points that only a rule forbids, with the kind of the rule.
    #[tool(annotations(read_only_hint = true, open_world_hint = false))]
    async fn legal_moves(
        &self,
        arguments: Parameters<OneGame>,
        context: Context,
    ) -> Result<Json<legal_moves::LegalMoves>, ToolError> {
        self.at_once(arguments, context, legal_moves::run)
            .await
            .map(Json)
    }

    /// Plays your move. If the game has an opponent, its reply is played and returned as well.
    #[tool(annotations(destructive_hint = false, open_world_hint = false))]
    async fn play(
        &self,
        arguments: Parameters<play::Arguments>,
        context: Context,
    ) -> Result<Json<Played>, ToolError> {
        let played = self.at_once(arguments, context.clone(), play::run).await?;
        let text = played.moves.iter().map(|mv| mv.text.clone()).collect();
        let replied = self.replied(played, context).await;
        replied.map(Json).map_err(|error| ToolError::NoReply {
            played: text,
            error: Box::new(error),
        })
    }

    /// Has an engine play one move for whichever side is to move: by a level or a searcher, or by
    /// default the game's opponent.
    #[tool(annotations(destructive_hint = false, open_world_hint = false))]
    async fn opponent_move(
        &self,
        arguments: Parameters<opponent_move::Arguments>,
        context: Context,
    ) -> Result<Json<Played>, ToolError> {
        self.in_turn(arguments, context, opponent_move::run)
            .await
            .map(Json)
    }

    /// Takes your last move back, and the replies to it.
    #[tool(annotations(destructive_hint = true, open_world_hint = false))]
    async fn undo(
        &self,
        arguments: Parameters<OneGame>,
        context: Context,
    ) -> Result<Json<undo::Undone>, ToolError> {
        self.at_once(arguments, context, undo::run).await.map(Json)
    }

    /// Resigns the game for your side, or, where you play both, for the side to move. undo takes it
    /// back.
    #[tool(annotations(destructive_hint = true, open_world_hint = false))]
    async fn resign(
        &self,
        arguments: Parameters<OneGame>,
        context: Context,
    ) -> Result<Json<resign::Resigned>, ToolError> {
        self.at_once(arguments, context, resign::run)
            .await
            .map(Json)
    }

    /// Shows the board as text, as an SVG picture, or both.
    #[tool(
        output_schema = schema_for_output::<show::Shown>(),
        annotations(read_only_hint = true, open_world_hint = false)
    )]
    async fn show(
        &self,
        arguments: Parameters<show::Arguments>,
        context: Context,
    ) -> Result<CallToolResult, ToolError> {
        self.at_once(arguments, context, show::run).await
    }

    /// Searches the position of a game: the best moves with what is expected to follow, their
    /// scores in the game's unit and as winning probabilities. Changes nothing.
    #[tool(annotations(read_only_hint = true, open_world_hint = false))]
    async fn analyze(
        &self,
        arguments: Parameters<analyze::Arguments>,
        context: Context,
    ) -> Result<Json<analyze::Analysis>, ToolError> {
        self.in_turn(arguments, context, analyze::run)
            .await
            .map(Json)
    }

    /// Reviews the moves of a game: what each is worth, the best move instead, and which are
    /// inaccuracies, mistakes and blunders. Changes nothing.
    #[tool(annotations(read_only_hint = true, open_world_hint = false))]
    async fn review(
        &self,
        arguments: Parameters<review::Arguments>,
        context: Context,
    ) -> Result<Json<review::Review>, ToolError> {
        self.in_turn(arguments, context, review::run)
            .await
            .map(Json)
    }

    /// Explains a move, the last one or any legal one: what it does, in words, and the terms of the
    /// evaluation before and after it.
    #[tool(annotations(read_only_hint = true, open_world_hint = false))]
    async fn explain(
        &self,
        arguments: Parameters<explain::Arguments>,
        context: Context,
    ) -> Result<Json<explain::Explanation>, ToolError> {
        self.at_once(arguments, context, explain::run)
            .await
            .map(Json)
    }

    /// Solves the position of a game exactly, if its kind has a solver: list_games says what it
    /// finds and what it may be asked.
    #[tool(annotations(read_only_hint = true, open_world_hint = false))]
    async fn solve(
        &self,
        arguments: Parameters<solve::Arguments>,
        context: Context,
    ) -> Result<Json<solve::Solution>, ToolError> {
        self.in_turn(arguments, context, solve::run).await.map(Json)
    }

    /// Sets an exercise: a position with one move that reaches a goal. `new_game` opens it by its
    /// `line`; the solution comes only on request.
    #[tool(annotations(read_only_hint = true, open_world_hint = false))]
    async fn puzzle(
        &self,
        arguments: Parameters<puzzle::Arguments>,
        context: Context,
    ) -> Result<Json<puzzle::Exercise>, ToolError> {
        self.at_once(arguments, context, puzzle::run)
            .await
            .map(Json)
    }

    /// Ends a game and forgets it, which makes room for another.
    #[tool(annotations(destructive_hint = true, open_world_hint = false))]
    async fn close_game(
        &self,
        arguments: Parameters<OneGame>,
        context: Context,
    ) -> Result<Json<close_game::Closed>, ToolError> {
        self.at_once(arguments, context, close_game::run)
            .await
            .map(Json)
    }
}
