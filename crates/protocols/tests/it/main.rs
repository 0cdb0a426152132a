//! Whole conversations, as graphical programs lead them.

mod common;
mod interrupt;
mod malformed;
mod nboard;
mod ponder;
mod scripts;
mod uci;
mod ugi;
