#![doc = include_str!("../README.md")]

mod accept;
mod address;
mod admission;
mod assets;
mod config;
mod connection;
mod engine;
mod explorer;
mod guard;
mod outbox;
mod protocol;
mod rate;
mod room;
mod rooms;
mod server;
mod socket;
mod stills;
mod token;

pub use config::Config;
pub use connection::Connection;
pub use server::Server;
