//! Evaluators of othello positions.
