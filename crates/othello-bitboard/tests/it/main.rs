//! The rules of Othello, its notation and its files.

mod common;
mod ggf;
mod laws;
mod lists;
mod notation;
mod wthor;
