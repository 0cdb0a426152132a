//! The solvers against plain search and published positions.

mod cases;
mod gomoku;
mod othello;
mod wthor;
mod xiangqi;
