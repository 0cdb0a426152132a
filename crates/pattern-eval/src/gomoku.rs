//! Evaluators of gomoku positions.
