//! `play --tui` draws and plays games that it does not know.

#[expect(
    dead_code,
    reason = "shared with the tests of the command, which use more of it"
)]
#[path = "../../../../../crates/cli/tests/it/common/terminal.rs"]
mod terminal;

use std::path::Path;
use terminal::{CTRL_C, CTRL_D, Terminal};

const LEFT: &str = "\x1b[D";
const RIGHT: &str = "\x1b[C";
const SIZES: [[u16; 2]; 2] = [[40, 40], [80, 24]];

fn open(size: [u16; 2], state: &Path, game: &str, more: &[&str]) -> Terminal {
    let args = [&["play", "--tui", game, "--players", "human,human"], more].concat();
    let terminal = Terminal::run(env!("CARGO_BIN_EXE_boyi-games"), size, state, &args, &[]);
    terminal.sees(&["to move", "? help"]);
    terminal
}

fn leave(mut terminal: Terminal) {
    terminal.types(CTRL_D);
    assert!(terminal.ends());
}

/// The keys of a click on a text.
fn click(terminal: &Terminal, text: &str) -> String {
    let contents = terminal.sees(&[text]);
    let is_digit = |sign: Option<char>| sign.is_some_and(|sign| sign.is_ascii_digit());
    let places = contents.lines().enumerate().flat_map(|(row, line)| {
        let found = line.match_indices(text);
        // Another number may hold this one.
        let alone = found.filter(|(at, _)| {
            !is_digit(line[..*at].chars().next_back())
                && !is_digit(line[at + text.len()..].chars().next())
        });
        let columns = alone.map(|(at, _)| line[..at].chars().count());
        columns
            .map(move |column| (column + 1, row + 1))
            .collect::<Vec<_>>()
    });
    let (column, row) = places
        .min_by_key(|(column, _)| *column)
        .expect("it is there");
    format!("\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m")
}

#[test]
fn a_disc_falls_and_four_in_a_row_are_marked() {
    let state = tempfile::tempdir().expect("a folder");
    for size in SIZES {
        let mut terminal = open(size, state.path(), "connect-four", &[]);
        for _ in 0..3 {
            terminal.types(&format!("\r{}\r{}", LEFT.repeat(3), RIGHT.repeat(3)));
        }
        terminal.types("\r");
        let text = terminal.sees(&["red wins: four in a row", "game over"]);
        // The fourth is below the cursor.
        assert_eq!(text.matches("*●*").count(), 3, "{text}");
        leave(terminal);
    }
}

#[test]
fn a_capture_goes_jump_by_jump() {
    let state = tempfile::tempdir().expect("a folder");
    let position = ["--position", "W:W22,32:B1,11,18"];
    for size in SIZES {
        let mut terminal = open(size, state.path(), "draughts", &position);
        let from = click(&terminal, "22");
        terminal.types(&from);
        terminal.sees(&["•"]);
        let between = click(&terminal, "15");
        terminal.types(&between);
        let end = click(&terminal, "8");
        terminal.types(&end);
        terminal.sees(&["22x15x8", "black to move"]);
        leave(terminal);
    }
}

#[test]
fn a_piece_in_hand_is_dropped() {
    let state = tempfile::tempdir().expect("a folder");
    let position = ["--position", "1l1/3/3/1L1[CC] w"];
    for size in SIZES {
        let mut terminal = open(size, state.path(), "animal-shogi", &position);
        terminal.sees(&["C2"]);
        // Down to the hand and to the chicks, and up to the square above them.
        terminal.types(&format!("jjj{LEFT}\r"));
        terminal.sees(&["C*", "•"]);
        terminal.types("k\r");
        let text = terminal.sees(&["1. C*a1", "sky to move"]);
        assert!(!text.contains("C2"), "{text}");
        leave(terminal);
    }
}

#[test]
fn hexagons_have_edges_and_the_swap_is_in_a_list() {
    let state = tempfile::tempdir().expect("a folder");
    for size in SIZES {
        let mut terminal = open(size, state.path(), "hex", &[]);
        terminal.sees(&["━━━━", "║", "f6"]);
        terminal.types("\r");
        terminal.sees(&["1. f6", "1 swap-pieces"]);
        terminal.types("1");
        terminal.sees(&["2. swap-pieces", "3. red to move"]);
        // A search ends as everywhere.
        terminal.types("H");
        terminal.sees(&["depth "]);
        terminal.types(CTRL_C);
        terminal.sees(&["hint: "]);
        leave(terminal);
    }
}

#[test]
fn lines_join_dots() {
    let state = tempfile::tempdir().expect("a folder");
    for size in SIZES {
        let mut terminal = open(size, state.path(), "dots-and-boxes", &[]);
        terminal.types(&format!("{RIGHT}\r{LEFT}{LEFT}\r"));
        terminal.sees(&["1. f5", "2. d5", "━", "═"]);
        terminal.types("j\r");
        terminal.sees(&["no move begins at d4"]);
        leave(terminal);
    }
}

#[test]
fn a_piece_goes_from_where_to_where() {
    let state = tempfile::tempdir().expect("a folder");
    for size in SIZES {
        let mut terminal = open(size, state.path(), "breakthrough", &["--letters"]);
        terminal.types("jjj\r");
        let text = terminal.sees(&["*", "d2"]);
        assert_eq!(text.matches('*').count(), 3, "{text}");
        terminal.types("k\r");
        terminal.sees(&["1. d2", "black to move"]);
        leave(terminal);
    }
}
