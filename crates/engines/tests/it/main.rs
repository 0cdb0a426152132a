//! Engines, their sessions and their options, as front ends use them.

mod book;
mod evaluators;
mod families;
mod gomoku;
mod networks;
mod own_options;
#[cfg(feature = "othello")]
mod plain;
mod puzzles;
mod remarks;
mod searchers;
mod text;
mod weights;
mod xiangqi;
