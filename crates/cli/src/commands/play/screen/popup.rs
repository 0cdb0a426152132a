//! A text over the board, such as the help.

use super::super::command::COMMANDS;

/// A text that is shown until a key closes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Popup {
    /// What it is.
    pub title: &'static str,
    /// The text.
    pub lines: Vec<String>,
    /// How many lines are above those in sight.
    pub above: usize,
}

/// Every key: what it is called, and what it does.
pub const KEYS: [(&str, &str); 17] = [
    ("arrows, h j k l", "move the cursor"),
    (
        "Enter, Space, click",
        "choose a cell: one, or from where to where",
    ),
    ("Esc", "choose none"),
    (
        "1 to 9",
        "a move that is not on the board, or one of several",
    ),
    ("H", "a hint"),
    ("u, r", "undo, redo"),
    ("b, n", "one ply back, one on"),
    ("g", "the engine moves"),
    ("s", "the engine moves now"),
    ("e", "the parts of the evaluation"),
    ("m", "the moves played, and the legal ones"),
    (":", "type a move or a command; Tab completes it"),
    ("?", "this help"),
    (
        "q, Ctrl-C",
        "stop a search; else leave, if need be at once by two",
    ),
    ("Ctrl-D", "leave"),
    ("Ctrl-L", "draw the screen anew"),
    ("Ctrl-Z", "back to the shell until fg"),
];

impl Popup {
    /// A text of these lines.
    pub fn new(title: &'static str, lines: Vec<String>) -> Self {
        Self {
            title,
            lines,
            above: 0,
        }
    }

    /// The keys, and the commands for the line.
    pub fn help() -> Self {
        let keys = KEYS.iter().map(|(key, what)| format!("{key:<20} {what}"));
        let heading = ["", "After : a move in the game's notation, or:"].map(str::to_owned);
        let commands = COMMANDS.iter();
        let commands = commands.map(|(_, example, what)| format!("{example:<20} {what}"));
        Self::new("help", keys.chain(heading).chain(commands).collect())
    }
}
