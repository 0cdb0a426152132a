#![doc = include_str!("../README.md")]
#![cfg_attr(
    not(feature = "server"),
    allow(dead_code, reason = "many threads and many visitors are a server's")
)]

mod address;
mod config;
mod engine;
mod explorer;
mod local;
mod outbox;
mod protocol;
mod room;
mod rooms;
mod stills;
mod timers;
mod token;
mod visitor;

#[cfg(feature = "server")]
mod server;

pub use config::Config;
pub use local::LocalGames;
#[cfg(feature = "server")]
pub use server::{Connection, Server};
