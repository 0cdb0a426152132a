//! `boyi play` at a terminal: what a person sees and types there.

use crate::common::at_terminal;
use crate::common::terminal::{CTRL_C, CTRL_D, Terminal};

const UP: &str = "\x1b[A";
const BACKSPACE: &str = "\x7f";

#[test]
fn a_line_is_edited_and_remembered() {
    let state = tempfile::tempdir().expect("a folder");
    let players = "play othello --players human,human --letters";
    let mut terminal = at_terminal(80, state.path(), players);
    terminal.sees(&["black: human, white: human", "a b c d e f g h", "black>"]);
    // A mistake is taken back, and the board stays in its place.
    terminal.types(&format!("f4{BACKSPACE}5\r"));
    let text = terminal.sees(&["1. black (human) f5", "white>"]);
    assert_eq!(text.matches("a b c d e f g h").count(), 1, "{text}");
    // Tab completes what only one word begins like, and offers several.
    terminal.types("res\t\t");
    terminal.sees(&["resign", "restart"]);
    terminal.types("i\t\r");
    terminal.sees(&["black wins", "resignation", "game over>"]);
    terminal.types("un\t\r");
    terminal.sees(&["the resignation is taken back", "white>"]);
    // The line before the last comes back.
    terminal.types(&format!("{UP}{UP}"));
    terminal.sees(&["white> resign"]);
    terminal.types(CTRL_C);
    terminal.sees(&["leave? y/n>"]);
    terminal.types(CTRL_D);
    assert!(terminal.ends());
}

#[test]
fn leaving_is_asked_for_and_the_game_goes_on_later() {
    let state = tempfile::tempdir().expect("a folder");
    let args = "play gomoku --size 9 --players human,pvs,depth=1 --letters";
    let mut terminal = at_terminal(80, state.path(), args);
    terminal.sees(&["black>"]);
    terminal.types("e5\r");
    terminal.sees(&["2. white (pvs,depth=1)", "black>"]);
    terminal.types(CTRL_C);
    terminal.sees(&["boyi play --continue", "leave? y/n>"]);
    terminal.types("n\r");
    let text = terminal.sees_after("y/n> n", "black>");
    let reply = text.split("(pvs,depth=1) ").nth(1);
    let reply = reply.and_then(|rest| rest.split_whitespace().next());
    let reply = reply.expect("a move").to_owned();
    terminal.types(CTRL_C);
    terminal.sees(&["leave? y/n>"]);
    terminal.types("y\r");
    assert!(terminal.ends());

    let mut terminal = at_terminal(80, state.path(), "play --continue --letters");
    terminal.sees(&["black: human, white: pvs,depth=1", "black>"]);
    terminal.types("moves\r");
    terminal.sees(&[&format!("played  2 moves: e5 {reply}")]);
    terminal.types("resign\r");
    terminal.sees(&["white wins"]);
    terminal.types("quit\r");
    assert!(terminal.ends());

    // A game that is over is not gone on with.
    let mut terminal = at_terminal(80, state.path(), "play --continue");
    terminal.sees(&["no game was left unfinished"]);
    assert!(!terminal.ends());
}

#[test]
fn ctrl_c_stops_a_search_and_engines_at_play() {
    let state = tempfile::tempdir().expect("a folder");
    let args = "play othello --players human,level=1 --time 10m --seed 1";
    let mut terminal = at_terminal(80, state.path(), args);
    terminal.sees(&["black>"]);
    terminal.types("hint\r");
    terminal.sees(&["depth "]);
    terminal.types(CTRL_C);
    terminal.sees(&["hint: ", "black>"]);
    terminal.types("quit\r");
    assert!(terminal.ends());

    let args = "play othello --players pvs,pvs --time 10m --no-book";
    let mut terminal = at_terminal(80, state.path(), args);
    terminal.sees(&["black: pvs, white: pvs", "depth "]);
    terminal.types(CTRL_C);
    terminal.sees(&["go lets them play on", "> "]);
    terminal.types("go\r");
    // The line editor would keep for itself a key that came before the search began.
    terminal.sees_after("> go", "nodes");
    terminal.types(&CTRL_C.repeat(2));
    assert!(terminal.ends());
}

/// Nothing is broken in a narrow window, nor in a wide one.
#[test]
fn boards_stand_at_any_width() {
    let state = tempfile::tempdir().expect("a folder");
    for game in ["gomoku", "othello", "xiangqi"] {
        for columns in [40, 80, 200] {
            let args = format!("play {game} --players human,human --letters");
            let mut terminal = at_terminal(columns, state.path(), &args);
            terminal.sees(&[">"]);
            terminal.types("board\r");
            terminal.types("help\r");
            let text = terminal.sees(&["leave"]);
            let wide = text.lines().map(|line| line.chars().count()).max();
            assert!(wide < Some(columns.into()), "{text}");
            terminal.types("hint\r");
            terminal.sees_after("> hint", "depth ");
            terminal.types(CTRL_C);
            terminal.sees(&["hint: "]);
            terminal.types("quit\r");
            assert!(terminal.ends());
        }
    }
}

/// The board is in colours, and without them as everywhere else.
#[test]
fn the_board_is_coloured_where_it_may_be() {
    let state = tempfile::tempdir().expect("a folder");
    let args = "play gomoku --rule renju --players human,human --position X:g8i8h7h9";
    let args: Vec<&str> = args.split(' ').collect();
    for (environment, last, coloured) in
        [(&[][..], "[○]", true), (&[("NO_COLOR", "1")], "[○]", false)]
    {
        let program = env!("CARGO_BIN_EXE_boyi");
        let mut terminal = Terminal::run(program, [80, 40], state.path(), &args, environment);
        terminal.sees(&["white>"]);
        terminal.types("a1\r");
        let text = terminal.sees(&["1. white (human) a1", last, "black>"]);
        // Three-three at h8, by its kind where the game draws the board itself.
        let marked = if coloured { "×" } else { "3" };
        assert!(text.contains(marked), "{text}");
        assert_eq!(text.contains("┌─┬"), coloured, "{text}");
        let screen = terminal.screen();
        let row = (0..40).find(|&row| {
            let cell = screen.screen().cell(row, 1);
            cell.is_some_and(|cell| cell.contents() == "8")
        });
        let stone = screen.screen().cell(row.expect("a row"), 15).expect("g8");
        assert_eq!(stone.contents(), "●", "{text}");
        assert_eq!(stone.bgcolor() != vt100::Color::Default, coloured);
        drop(screen);
        terminal.types("quit\r");
        assert!(terminal.ends());
    }
}
