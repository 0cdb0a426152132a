//! `boyi play --tui`: a game by keys and clicks on a full screen.

use crate::common::terminal::{CTRL_C, CTRL_D, Terminal};
use crate::common::{at_terminal, boyi};
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::Duration;

const BOYI: &str = env!("CARGO_BIN_EXE_boyi");
const SIZES: [[u16; 2]; 4] = [[40, 40], [80, 24], [120, 40], [200, 50]];

fn open(size: [u16; 2], state: &Path, args: &[&str]) -> Terminal {
    let args = [&["play", "--tui"], args].concat();
    Terminal::run(BOYI, size, state, &args, &[])
}

/// The keys that take the cursor so far to the right and down, and choose.
fn choose(right: i32, down: i32) -> String {
    let arrow = |way: i32, [back, on]: [&str; 2]| {
        let key = if way < 0 { back } else { on };
        key.repeat(way.unsigned_abs() as usize)
    };
    let across = arrow(right, ["\x1b[D", "\x1b[C"]);
    let along = arrow(down, ["\x1b[A", "\x1b[B"]);
    format!("{across}{along}\r")
}

/// The keys that choose cells one after another, each given by its column and row from the top.
fn choose_all(from: [i32; 2], cells: &[[i32; 2]]) -> Vec<String> {
    let before = [from].into_iter().chain(cells.iter().copied());
    let steps = before.zip(cells);
    steps
        .map(|(from, to)| choose(to[0] - from[0], to[1] - from[1]))
        .collect()
}

/// The terminal is as it was before, after the command has ended.
fn is_restored(terminal: &Terminal, before: &str) {
    let screen = terminal.screen();
    let screen = screen.screen();
    assert!(!screen.alternate_screen() && !screen.hide_cursor());
    assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
    assert_eq!(terminal.mode(), before);
}

/// The column of each place where `sign` stands on the screen, and its row.
fn places(terminal: &Terminal, sign: &str) -> Vec<[u16; 2]> {
    let screen = terminal.screen();
    let screen = screen.screen();
    let (rows, columns) = screen.size();
    let (rows, columns) = (rows.get(), columns.get());
    let spots = (0..rows).flat_map(|row| (0..columns).map(move |column| [column, row]));
    let stands = |&[column, row]: &[u16; 2]| {
        screen
            .cell(row, column)
            .is_some_and(|cell| cell.contents() == sign)
    };
    spots.filter(stands).collect()
}

#[test]
fn five_in_a_row_by_arrows_at_any_width() {
    let state = tempfile::tempdir().expect("a folder");
    for size in SIZES {
        let mut terminal = open(size, state.path(), &["gomoku", "--players", "human,human"]);
        terminal.sees(&["black: human", "white: human", "1. black to move", "? help"]);
        let moves = [
            [7, 7],
            [6, 7],
            [7, 6],
            [6, 6],
            [7, 5],
            [6, 5],
            [7, 4],
            [6, 4],
            [7, 3],
        ];
        for (number, keys) in (1..).zip(choose_all([7, 7], &moves)) {
            terminal.types(&keys);
            let name =
                ["h", "g"][(number + 1) % 2].to_owned() + &(8 + (number - 1) / 2).to_string();
            terminal.sees(&[&format!("{number}. {name}")]);
        }
        terminal.sees(&["game over", "black wins: five in a row", "*●*"]);
        // What the prompt can do, the line can.
        terminal.types(":undo\r");
        terminal.sees(&["9. black to move"]);
        terminal.types("r");
        terminal.sees(&["game over"]);
        terminal.types("q");
        assert!(terminal.ends());
        assert!(
            terminal
                .sees(&["black wins: five in a row"])
                .contains("black wins")
        );
    }
}

#[test]
fn the_shortest_game_of_othello_by_vi_keys_and_clicks() {
    let state = tempfile::tempdir().expect("a folder");
    for size in SIZES {
        let args = ["othello", "--players", "human,human", "--letters"];
        let mut terminal = open(size, state.path(), &args);
        terminal.sees(&["black to move", "d4"]);
        // e6, from d4.
        terminal.types("ljj ");
        terminal.sees(&["1. e6"]);
        let moves = [[5, 3], [4, 2], [5, 5], [6, 4], [3, 5], [4, 6], [5, 4]];
        for keys in choose_all([4, 5], &moves) {
            terminal.types(&keys);
        }
        terminal.sees(&["8. f5"]);
        // The last move by a click on c5: in the row of the cursor, three cells to its left.
        let cursor = places(&terminal, ">");
        let [column, row] = *cursor
            .iter()
            .find(|[column, row]| {
                let next = places(&terminal, "<");
                next.contains(&[column + 2, *row])
            })
            .expect("a cursor");
        let letters = places(&terminal, "c");
        let of_f5 = column + 1;
        let of_c5 = letters
            .iter()
            .map(|[column, _]| *column)
            .filter(|&column| column < of_f5)
            .max();
        let [column, row] = [of_c5.expect("a column"), row].map(|at| at + 1);
        terminal.types(&format!("\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m"));
        terminal.sees(&["black wins", "game over"]);
        terminal.types("q");
        assert!(terminal.ends());
    }
}

/// Pieces of two columns stand under one another and above their letters; a game to its mate.
#[test]
fn xiangqi_is_aligned_at_any_width_and_played_to_a_mate() {
    let state = tempfile::tempdir().expect("a folder");
    for size in SIZES {
        let args = ["xiangqi", "--players", "human,human"];
        let mut terminal = open(size, state.path(), &args);
        terminal.sees(&["red to move", "將", "帥", "e5"]);
        let general = |sign| places(&terminal, sign)[0][0];
        let column = general("帥");
        assert_eq!(general("將"), column);
        // The first file that is called e.
        assert!(places(&terminal, "e").iter().any(|[at, _]| *at == column));
        for (sign, file) in [("俥", "a"), ("相", "c"), ("炮", "h")] {
            let columns: Vec<_> = places(&terminal, file)
                .iter()
                .map(|place| place[0])
                .collect();
            let stands = places(&terminal, sign);
            assert!(
                stands.iter().any(|[at, _]| columns.contains(at)),
                "{sign} above {file}"
            );
        }
        // The cannon from h2 to e2: chosen, its targets shown, and there.
        for keys in choose_all([4, 4], &[[7, 7]]) {
            terminal.types(&keys);
        }
        terminal.sees(&[">炮<", "•"]);
        terminal.types(&choose(-3, 0));
        terminal.sees(&["1. h2e2", "2. black to move"]);
        terminal.types(&CTRL_C.repeat(2));
        assert!(terminal.ends());

        let fen = "3k5/4R4/9/9/9/9/9/9/9/R3K4 w";
        let args = ["xiangqi", "--players", "human,human", "--position", fen];
        let mut terminal = open(size, state.path(), &args);
        terminal.sees(&["red to move", "e5"]);
        for keys in choose_all([4, 4], &[[0, 9], [0, 0]]) {
            terminal.types(&keys);
        }
        terminal.sees(&["red wins: checkmate", "game over"]);
        terminal.types("q");
        assert!(terminal.ends());
    }
}

#[test]
fn ctrl_c_stops_a_search_and_asks_and_the_terminal_is_as_before() {
    let state = tempfile::tempdir().expect("a folder");
    let args = [
        "othello",
        "--players",
        "human,pvs,depth=1",
        "--time",
        "10m",
        "--no-book",
    ];
    let mut terminal = open([100, 30], state.path(), &args);
    terminal.sees(&["black to move"]);
    assert!(terminal.screen().screen().alternate_screen());
    terminal.types("H");
    terminal.sees(&["looking for a move", "depth "]);
    terminal.types(CTRL_C);
    terminal.sees(&["hint: ", "black to move"]);
    terminal.types(":f5\r");
    terminal.sees(&["2. ", "3. black to move"]);
    // Two within a second would leave at once.
    thread::sleep(Duration::from_millis(1100));
    terminal.types(CTRL_C);
    terminal.sees(&["leave? y/n"]);
    terminal.types("n");
    terminal.sees(&["? help", "black to move"]);
    thread::sleep(Duration::from_millis(1100));
    terminal.types("q");
    terminal.sees(&["leave? y/n"]);
    terminal.types("y");
    assert!(terminal.ends());
    let cooked = at_terminal(80, state.path(), "play nothing");
    is_restored(&terminal, &cooked.mode());

    // The game goes on where it was left.
    let mut terminal = open([80, 24], state.path(), &["--continue"]);
    terminal.sees(&[
        "black: human",
        "white: pvs,depth=1",
        "1. f5",
        "3. black to move",
    ]);
    terminal.types(CTRL_D);
    assert!(terminal.ends());
    is_restored(&terminal, &cooked.mode());
}

#[test]
fn engines_at_play_wait_and_two_ctrl_c_leave() {
    let state = tempfile::tempdir().expect("a folder");
    let args = [
        "othello",
        "--players",
        "pvs,pvs",
        "--time",
        "10m",
        "--no-book",
    ];
    let mut terminal = open([80, 24], state.path(), &args);
    terminal.sees(&["black is thinking", "depth "]);
    terminal.types(CTRL_C);
    terminal.sees(&["go lets them play on", "black waits: g lets it move"]);
    terminal.types("g");
    terminal.sees(&["black is thinking"]);
    terminal.types(&CTRL_C.repeat(2));
    assert!(terminal.ends());

    // A game that is over stays in sight.
    let args = [
        "gomoku",
        "--size",
        "5",
        "--players",
        "pvs,depth=1,pvs,depth=1",
    ];
    let mut terminal = open([80, 24], state.path(), &args);
    terminal.sees(&["game over"]);
    terminal.types("q");
    assert!(terminal.ends());
}

#[test]
fn a_signal_that_ends_it_restores_the_terminal() {
    let state = tempfile::tempdir().expect("a folder");
    let mut terminal = open([80, 24], state.path(), &["othello"]);
    terminal.sees(&["black to move"]);
    let process = terminal.process().to_string();
    let sent = Command::new("kill").args(["-TERM", &process]).status();
    assert!(sent.expect("kill is there").success());
    assert!(!terminal.ends());
    let cooked = at_terminal(80, state.path(), "play nothing");
    is_restored(&terminal, &cooked.mode());
}

#[test]
fn another_size_is_another_layout() {
    let state = tempfile::tempdir().expect("a folder");
    let args = ["xiangqi", "--players", "human,human"];
    let mut terminal = open([120, 40], state.path(), &args);
    terminal.sees(&["red to move", "帥"]);
    for [columns, rows] in [[40, 24], [20, 8], [200, 50], [40, 40], [80, 24]] {
        terminal.resize(columns, rows);
        // The cursor is in sight, even where the board is not.
        terminal.waits("a cursor", |text| text.contains('>') && text.contains('<'));
        if columns >= 40 {
            let wide = places_fit(&terminal.sees(&["red to move", "帥", "將"]), columns);
            assert!(wide, "{columns} columns");
        }
    }
    terminal.types("?");
    terminal.sees(&["help: any key closes", "move the cursor"]);
    terminal.types("x");
    terminal.types(CTRL_D);
    assert!(terminal.ends());
}

fn places_fit(text: &str, columns: u16) -> bool {
    let most = text.lines().map(|line| line.chars().count()).max();
    most <= Some(columns.into())
}

#[test]
fn without_colours_signs_tell_all() {
    let state = tempfile::tempdir().expect("a folder");
    let args = ["play", "--tui", "othello", "--players", "human,human"];
    for (environment, coloured) in [(&[("NO_COLOR", "1")][..], false), (&[], true)] {
        let mut terminal = Terminal::run(BOYI, [80, 24], state.path(), &args, environment);
        let text = terminal.sees(&["●", "○", ">", "<", "black to move"]);
        let screen = terminal.screen().screen().clone();
        let (rows, columns) = screen.size();
        let (rows, columns) = (rows.get(), columns.get());
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let plain = vt100::Color::Default;
        let any = cells
            .filter_map(|(row, column)| screen.cell(row, column))
            .any(|cell| cell.fgcolor() != plain || cell.bgcolor() != plain);
        assert_eq!(any, coloured, "{text}");
        terminal.types("q");
        assert!(terminal.ends());
    }
}

#[test]
fn a_full_screen_wants_a_terminal() {
    for (more, told) in [
        (&[][..], "needs a terminal"),
        (&["--json"], "either --tui or --json"),
    ] {
        let args = [&["play", "othello", "--tui"], more].concat();
        let output = boyi(&args).output().expect("it runs");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains("--tui: ") && error.contains(told), "{error}");
        assert!(output.stdout.is_empty());
    }
}
