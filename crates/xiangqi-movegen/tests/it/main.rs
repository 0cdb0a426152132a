//! The rules of xiangqi against published counts, records and a slow reference.

mod data;
mod laws;
mod lists;
mod notation;
mod pgn;
mod records;
mod rules;
mod support;
mod texts;
mod xqf;
