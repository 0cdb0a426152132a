//! Opening books: built, read and asked.

mod book;
mod common;
mod edax;
mod symmetric;
