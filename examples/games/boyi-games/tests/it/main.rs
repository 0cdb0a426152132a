//! The games in everything that those built in have: the command, its matches and protocols,
//! learning, the server.

mod best_first;
mod common;
mod connect_four;
mod every_game;
#[cfg(unix)]
mod full_screen;
mod guide;
