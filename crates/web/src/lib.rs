#![doc = include_str!("../README.md")]

mod accept;
mod address;
mod admission;
mod assets;
mod config;
mod engine;
mod guard;
mod outbox;
mod protocol;
mod rate;
mod room;
mod rooms;
mod server;
mod socket;
mod token;
mod visitor;

pub use config::Config;
pub use server::Server;
pub use visitor::Visitor;
