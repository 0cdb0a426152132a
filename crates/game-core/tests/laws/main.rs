//! The vocabulary tried out on tic-tac-toe, and the laws of `conform` on tic-tac-toe gone wrong.

mod conform;
mod toy;
mod vocabulary;
