//! The fuzz targets, one module a subject: each states what must hold of any text, file or line.

#[path = "../../../crates/protocols/tests/it/common/mod.rs"]
mod common;
mod files;
mod glass;
mod gomocup;
mod gomoku;
mod gtp;
mod laws;
mod logs;
mod mcp;
mod nboard;
mod othello;
mod texts;
mod uci;
mod ugi;
mod web;
mod xiangqi;
