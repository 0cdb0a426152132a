//! The messages of a connection: requests, replies and events, as PROTOCOL.md describes them.

mod api_error;
mod command;
mod event;
mod hello;
mod player;
mod request;
mod score;

pub(crate) use api_error::ApiError;
pub(crate) use command::{
    Analyze, Command, Lab, LabLimits, Named, OfGame, OnePuzzle, Open, Play, What,
};
pub(crate) use event::{
    AnalysisText, BoardText, CellsText, Closed, EndingText, GameText, HintText, ReviewText,
    RowText, RunState, RunText, ShapeText, State, SwapText, Thinking, Trouble, event, why,
};
pub(crate) use hello::hello;
pub(crate) use player::{Player, PlayerArgs, check};
pub(crate) use request::{Refused, Request, reply};
pub(crate) use score::ScoreText;
