//! `boyi play` at a terminal: what a person sees and types there.

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

const CTRL_C: &str = "\x03";
const CTRL_D: &str = "\x04";
const UP: &str = "\x1b[A";
const BACKSPACE: &str = "\x7f";

/// A terminal in which the command runs.
struct Terminal {
    screen: Arc<Mutex<vt100::Parser>>,
    keys: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    /// The terminal is closed when it is dropped.
    _master: Box<dyn MasterPty + Send>,
}

impl Terminal {
    const PATIENCE: Duration = Duration::from_secs(120);

    /// A terminal so wide, in which `boyi` runs with what it keeps in that folder.
    fn open(columns: u16, state: &Path, args: &str) -> Self {
        let of_screen = |size| NonZeroU16::new(size).expect("a screen is not empty");
        let (rows, cols) = (40, columns);
        let parser = vt100::Parser::new(of_screen(rows), of_screen(cols), 0);
        let size = PtySize {
            rows,
            cols,
            ..PtySize::default()
        };
        let pair = native_pty_system().openpty(size).expect("a terminal");
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_boyi"));
        command.args(args.split(' '));
        command.env("TERM", "xterm-256color");
        command.env("XDG_STATE_HOME", state);
        let child = pair.slave.spawn_command(command).expect("the program runs");
        drop(pair.slave);
        let screen = Arc::new(Mutex::new(parser));
        let mut output = pair.master.try_clone_reader().expect("its output");
        let drawn = screen.clone();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                drawn.lock().expect("no panic").process(&bytes[..count]);
            }
        });
        Self {
            screen,
            keys: pair.master.take_writer().expect("its keyboard"),
            child,
            _master: pair.master,
        }
    }

    fn screen(&self) -> MutexGuard<'_, vt100::Parser> {
        self.screen.lock().expect("no panic")
    }

    /// What stands on the screen once all of `parts` do.
    fn sees(&self, parts: &[&str]) -> String {
        self.waits(&format!("{parts:?}"), |text| {
            parts.iter().all(|part| text.contains(part))
        })
    }

    /// What stands on the screen once `part` stands somewhere after the last `mark`.
    fn sees_after(&self, mark: &str, part: &str) -> String {
        self.waits(&format!("{part:?} after {mark:?}"), |text| {
            text.rsplit_once(mark)
                .is_some_and(|(_, after)| after.contains(part))
        })
    }

    /// What stands on the screen once it `shows` what is waited for.
    fn waits(&self, wanted: &str, shows: impl Fn(&str) -> bool) -> String {
        let begun = Instant::now();
        loop {
            let text = self.screen().screen().contents();
            if shows(&text) {
                return text;
            }
            assert!(begun.elapsed() < Self::PATIENCE, "no {wanted} on\n{text}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn types(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("it listens");
    }

    /// Whether the command ends well.
    fn ends(&mut self) -> bool {
        let begun = Instant::now();
        while begun.elapsed() < Self::PATIENCE {
            if let Some(status) = self.child.try_wait().expect("a status") {
                return status.success();
            }
            thread::sleep(Duration::from_millis(20));
        }
        panic!("it goes on:\n{}", self.screen().screen().contents());
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // It has ended, unless the test failed.
        let _ = self.child.kill();
    }
}

#[test]
fn a_line_is_edited_and_remembered() {
    let state = tempfile::tempdir().expect("a folder");
    let players = "play othello --players human,human --letters";
    let mut terminal = Terminal::open(80, state.path(), players);
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
    let mut terminal = Terminal::open(80, state.path(), args);
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

    let mut terminal = Terminal::open(80, state.path(), "play --continue --letters");
    terminal.sees(&["black: human, white: pvs,depth=1", "black>"]);
    terminal.types("moves\r");
    terminal.sees(&[&format!("played  2 moves: e5 {reply}")]);
    terminal.types("resign\r");
    terminal.sees(&["white wins"]);
    terminal.types("quit\r");
    assert!(terminal.ends());

    // A game that is over is not gone on with.
    let mut terminal = Terminal::open(80, state.path(), "play --continue");
    terminal.sees(&["no game was left unfinished"]);
    assert!(!terminal.ends());
}

#[test]
fn ctrl_c_stops_a_search_and_engines_at_play() {
    let state = tempfile::tempdir().expect("a folder");
    let args = "play othello --players human,level=1 --time 10m --seed 1";
    let mut terminal = Terminal::open(80, state.path(), args);
    terminal.sees(&["black>"]);
    terminal.types("hint\r");
    terminal.sees(&["depth "]);
    terminal.types(CTRL_C);
    terminal.sees(&["hint: ", "black>"]);
    terminal.types("quit\r");
    assert!(terminal.ends());

    let args = "play othello --players pvs,pvs --time 10m --no-book";
    let mut terminal = Terminal::open(80, state.path(), args);
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
            let mut terminal = Terminal::open(columns, state.path(), &args);
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
