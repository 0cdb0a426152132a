use super::state::State;
use super::*;
use crate::commands::play::events::Event;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyEvent, MouseButton, MouseEvent, MouseEventKind};

/// A screen of a game between two people, without a terminal.
struct Table {
    session: Box<dyn Session>,
    state: State,
    terminal: Terminal<TestBackend>,
    leaving: bool,
}

impl Table {
    fn new(game: &str, width: u16, height: u16) -> Self {
        let game = engines::game(game).expect("built in");
        let session = game.session(&Vec::new()).expect("the default rules");
        let mut state = State::new(game, Glyphs::Native, Colours::Indexed);
        state.seat(["Ada", "Bo"].map(str::to_owned));
        state.stand(&*session);
        let terminal = Terminal::new(TestBackend::new(width, height)).expect("a buffer");
        Self {
            session,
            state,
            terminal,
            leaving: false,
        }
    }

    /// What stands on the screen.
    fn text(&mut self) -> String {
        let state = self.session.state();
        self.state.wait(Waiting {
            player: state.player(),
            is_person: true,
            thinking: false,
            over: state.ending.is_some(),
            leaving: self.leaving,
        });
        let drawn = self.terminal.draw(|frame| self.state.draw(frame));
        let drawn = drawn.expect("a buffer is never full");
        let width = usize::from(drawn.area.width).max(1);
        let rows = drawn.buffer.content().chunks(width);
        let rows = rows.map(|row| row.iter().map(|cell| cell.symbol()).collect::<String>());
        rows.collect::<Vec<_>>().join("\n")
    }

    /// Presses keys; a line that comes of one is played.
    fn keys(&mut self, keys: &[KeyCode]) -> Vec<Event> {
        let mut others = Vec::new();
        for &key in keys {
            self.text();
            let event = self.state.take(&TerminalEvent::Key(KeyEvent::from(key)));
            self.play(event, &mut others);
        }
        others
    }

    fn play(&mut self, event: Option<Event>, others: &mut Vec<Event>) {
        match event {
            Some(Event::Line(line)) if self.session.play(&line).is_ok() => {
                self.state.stand(&*self.session);
            }
            other => others.extend(other),
        }
    }

    fn click(&mut self, cell: usize) {
        self.text();
        let drawn = self.state.drawn.as_ref().expect("a board");
        let [column, row] = drawn.drawing.place(cell).expect("a cell");
        let event = MouseEvent {
            kind: MouseEventKind::Down(MouseButton::Left),
            column: (drawn.column + column - drawn.from[0]) as u16,
            row: (drawn.row + row - drawn.from[1]) as u16,
            modifiers: KeyModifiers::NONE,
        };
        let event = self.state.take(&TerminalEvent::Mouse(event));
        self.play(event, &mut Vec::new());
    }

    fn moves(&self) -> String {
        self.session.line().moves.join(" ")
    }
}

fn chars(text: &str) -> Vec<KeyCode> {
    text.chars().map(KeyCode::Char).collect()
}

use KeyCode::{Down, Enter, Esc, Left, Right, Up};

#[test]
fn stones_are_placed_by_keys_and_clicks() {
    let mut table = Table::new("gomoku", 80, 24);
    table.keys(&[Enter, Left, Enter]);
    table.keys(&chars("kl "));
    assert_eq!(table.moves(), "h8 g8 h9");
    table.click(0);
    assert_eq!(table.moves(), "h8 g8 h9 a15");
    let text = table.text();
    for part in [
        "black: Ada",
        "white: Bo",
        "5. black to move",
        "4. a15",
        ">○<",
        "15",
    ] {
        assert!(text.contains(part), "no {part:?} in\n{text}");
    }
    // A point that is taken is no move.
    assert!(table.keys(&[Enter]).is_empty());
    assert!(table.text().contains("no move begins at a15"));
}

#[test]
fn pieces_go_from_where_to_where() {
    let mut table = Table::new("xiangqi", 100, 30);
    table.keys(&[Down, Down, Enter]);
    let text = table.text();
    assert!(text.contains('•'), "the targets are shown:\n{text}");
    table.keys(&[Up, Enter]);
    assert_eq!(table.moves(), "e3e4");
    table.click(0);
    table.click(9);
    assert_eq!(table.moves(), "e3e4 a9a8");
    // A choice is taken back, or changed for another piece.
    table.keys(&[Esc]);
    table.click(89);
    table.click(82);
    table.click(65);
    assert_eq!(table.moves(), "e3e4 a9a8 b0c2");
}

#[test]
fn passes_are_chosen_from_a_list() {
    let mut table = Table::new("othello", 80, 24);
    let line = "--XXXXXX--XXXXXX--XXXXXX--XXXXXX--XXXXXX--XXXXXX--XXXXXX---XOOOO X";
    let set = table.session.set_line(line);
    set.expect("a position");
    table.state.stand(&*table.session);
    let legal = table.session.legal_moves();
    if legal != ["pass"] && legal != ["--"] {
        // Only a position where the side must pass is of use here.
        return;
    }
    assert!(table.text().contains("1 "));
    table.keys(&chars("1"));
    assert_eq!(table.session.state().ply, 1);
}

#[test]
fn lines_are_typed_and_other_keys_are_commands() {
    let mut table = Table::new("othello", 60, 30);
    let line = |event: &Event| match event {
        Event::Line(line) => line.clone(),
        other => format!("{other:?}"),
    };
    let said: Vec<_> = table.keys(&chars("Hurbngsem?")).iter().map(line).collect();
    let want = [
        "hint", "undo", "redo", "back", "next", "go", "stop", "eval", "moves", "help",
    ];
    assert_eq!(said, want);
    table.keys(&chars(":f"));
    assert!(table.text().contains(":f"));
    table.keys(&[KeyCode::Char('5'), Enter]);
    assert_eq!(table.moves(), "f5");
    let said = table.keys(&[&chars(":level 3")[..], &[Enter]].concat());
    assert_eq!(said.iter().map(line).collect::<Vec<_>>(), ["level 3"]);
    assert!(matches!(table.keys(&chars("q"))[..], [Event::Interrupt]));
    table.leaving = true;
    assert!(table.text().contains("leave? y/n"));
    assert_eq!(
        table
            .keys(&chars("xny"))
            .iter()
            .map(line)
            .collect::<Vec<_>>(),
        ["n", "y"]
    );
}

#[test]
fn help_is_read_and_closed() {
    let mut table = Table::new("gomoku", 80, 24);
    table.state.show(Popup::help());
    let text = table.text();
    assert!(
        text.contains("move the cursor") && text.contains("arrows scroll"),
        "{text}"
    );
    table.keys(&[
        KeyCode::PageDown,
        KeyCode::PageDown,
        KeyCode::PageDown,
        KeyCode::PageDown,
    ]);
    assert!(table.text().contains("quit  "));
    table.keys(&[Esc]);
    assert!(!table.text().contains("quit  "));
}

/// Whatever the size, the board or the part of it with the cursor is in sight, and nothing panics.
#[test]
fn any_size_will_do() {
    for game in ["gomoku", "othello", "xiangqi"] {
        for (width, height) in [
            (200, 60),
            (120, 40),
            (80, 24),
            (40, 40),
            (40, 24),
            (30, 10),
            (20, 8),
        ] {
            let mut table = Table::new(game, width, height);
            table.keys(&[Left; 20]);
            table.keys(&[Up; 20]);
            let text = table.text();
            assert!(
                text.contains('>') && text.contains('<'),
                "{game} {width}x{height}\n{text}"
            );
            if width >= 40 && height >= 24 {
                let parts = ["Ada", "Bo", "to move", "? help"];
                for part in parts {
                    assert!(
                        text.contains(part),
                        "no {part} in {game} {width}x{height}\n{text}"
                    );
                }
            }
            table.keys(&chars(":x"));
            table.state.show(Popup::help());
            table.text();
        }
        for (width, height) in [(0, 0), (1, 1), (2, 2), (5, 3), (200, 1), (1, 50)] {
            let mut table = Table::new(game, width, height);
            table.text();
            table.state.show(Popup::help());
            table.keys(&[Right, Esc, KeyCode::Char(':'), KeyCode::Char('h'), Esc]);
            table.leaving = true;
            table.text();
        }
    }
}
