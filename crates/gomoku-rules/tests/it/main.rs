//! The rules of gomoku and renju, their notation and their files.

mod caro;
mod lists;
mod notation;
mod position;
mod reference;
mod renju;
