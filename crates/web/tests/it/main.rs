//! The server, asked over real connections.

mod commands;
mod common;
mod frames;
mod games;
mod http;
mod linking;
mod local;
mod rooms;
mod searches;
