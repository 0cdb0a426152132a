#![doc = include_str!("../README.md")]

pub mod othello;
pub mod xiangqi;
