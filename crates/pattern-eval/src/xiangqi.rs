//! Evaluators of xiangqi positions.
