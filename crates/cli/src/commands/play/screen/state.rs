//! What a full screen shows, and what a key means there.

use super::super::board::{Colours, Drawing, Look, Marks, nearest_cell};
use super::super::cursor::{Direction, Entry, step};
use super::super::editor::Words;
use super::super::events::Event;
use super::super::view::{Tone, Waiting};
use super::line::{Line, Typed};
use super::popup::Popup;
use engines::{Game, GameView, Session};
use game_core::{Glyphs, MoveCells};
use ratatui::crossterm::event::{
    Event as TerminalEvent, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton,
    MouseEventKind,
};
use search::Report;
use std::collections::VecDeque;

/// The keys for the moves of a list.
const LABELS: &str = "123456789abcdefghijklmnopqrstuvwxyz";

/// What a full screen shows.
pub struct State {
    game: &'static dyn Game,
    glyphs: Glyphs,
    colours: Colours,
    /// Who plays, the first mover first.
    pub(super) names: [String; 2],
    pub(super) position: Option<Standing>,
    pub(super) waiting: Option<Waiting>,
    /// The last report of a search.
    pub(super) report: Option<Report<String>>,
    hint: Option<MoveCells>,
    pub(super) messages: VecDeque<(Tone, String)>,
    pub(super) cursor: usize,
    entry: Entry,
    /// Moves that are entered alike, one of which is meant.
    choice: Vec<String>,
    pub(super) line: Line,
    /// Whether the line is being typed.
    pub(super) typing: bool,
    pub(super) popup: Option<Popup>,
    pub(super) drawn: Option<Drawn>,
}

/// Where the game stands.
pub(super) struct Standing {
    pub look: Look,
    pub view: GameView,
    /// The moves played.
    pub played: Vec<String>,
}

/// A board where it was drawn last.
pub(super) struct Drawn {
    pub drawing: Drawing,
    /// Its part in sight: the first column and row.
    pub from: [usize; 2],
    /// Where that is on the screen: a column, a row, a width and a height.
    pub column: usize,
    pub row: usize,
    pub width: usize,
    pub height: usize,
}

impl Drawn {
    /// The cell at a column and a row of the screen.
    fn cell_at(&self, column: usize, row: usize) -> Option<usize> {
        let column = column
            .checked_sub(self.column)
            .filter(|&at| at < self.width)?;
        let row = row.checked_sub(self.row).filter(|&at| at < self.height)?;
        self.drawing
            .cell_at(column + self.from[0], row + self.from[1])
    }
}

impl State {
    /// How many messages are kept.
    const MESSAGES: usize = 100;

    /// The state before the game has a position.
    pub fn new(game: &'static dyn Game, glyphs: Glyphs, colours: Colours) -> Self {
        Self {
            game,
            glyphs,
            colours,
            names: Default::default(),
            position: None,
            waiting: None,
            report: None,
            hint: None,
            messages: VecDeque::new(),
            cursor: 0,
            entry: Entry::default(),
            choice: Vec::new(),
            line: Line::default(),
            typing: false,
            popup: None,
            drawn: None,
        }
    }

    /// The game.
    pub fn game(&self) -> &'static dyn Game {
        self.game
    }

    /// What the terminal shows.
    pub fn colours(&self) -> Colours {
        self.colours
    }

    /// Takes who plays.
    pub fn seat(&mut self, names: [String; 2]) {
        self.names = names;
    }

    /// Takes a message.
    pub fn tell(&mut self, tone: Tone, text: String) {
        if self.messages.len() == Self::MESSAGES {
            self.messages.pop_front();
        }
        self.messages.push_back((tone, text));
    }

    /// Takes the position of the game.
    pub fn stand(&mut self, session: &dyn Session) {
        let view = session.view();
        let look = Look::new(self.game, session, self.glyphs, self.colours);
        let cells = look.shape().places.len();
        let is_new = self
            .position
            .as_ref()
            .map(|now| now.look.shape().places.len())
            != Some(cells);
        if is_new {
            self.cursor = middle(&look);
        }
        self.entry.offer(&view.legal);
        self.choice.clear();
        self.hint = None;
        self.report = None;
        self.position = Some(Standing {
            look,
            view,
            played: session.line().moves,
        });
    }

    /// Takes the report of a search.
    pub fn search(&mut self, report: &Report<String>) {
        self.report = Some(report.clone());
    }

    /// Takes the move of a hint.
    pub fn advise(&mut self, hint: Option<MoveCells>) {
        self.hint = hint;
    }

    /// Shows a text over the board.
    pub fn show(&mut self, popup: Popup) {
        self.popup = Some(popup);
    }

    /// Takes what the table waits for.
    pub fn wait(&mut self, waiting: Waiting) {
        self.waiting = Some(waiting);
    }

    /// Whether a person is asked if the program should end.
    pub(super) fn is_leaving(&self) -> bool {
        self.waiting.is_some_and(|waiting| waiting.leaving)
    }

    fn is_over(&self) -> bool {
        self.waiting.is_some_and(|waiting| waiting.over)
    }

    /// What is marked on the board.
    pub(super) fn marks(&self) -> Marks {
        let asked = self.is_leaving() || self.typing;
        Marks {
            cursor: (!asked).then_some(self.cursor),
            chosen: self.entry.chosen().to_vec(),
            targets: self.entry.targets(),
            hint: self.hint,
        }
    }

    /// The moves of the list, each with its key: those entered alike, or those that are not on the
    /// board.
    pub(super) fn listed(&self) -> Vec<(char, &str)> {
        let (moves, keys) = if !self.choice.is_empty() {
            (self.choice.as_slice(), LABELS.len())
        } else if self.is_over() {
            (&[][..], 0)
        } else {
            // The letters are other keys.
            (self.entry.off_board(), 9)
        };
        let moves = moves.iter().map(String::as_str);
        LABELS.chars().take(keys).zip(moves).collect()
    }

    /// Whether the list asks which of several moves is meant.
    pub(super) fn is_choosing(&self) -> bool {
        !self.choice.is_empty()
    }

    /// Takes what a person did, and gives what it means to the table.
    pub fn take(&mut self, event: &TerminalEvent) -> Option<Event> {
        match event {
            TerminalEvent::Key(key) if key.kind != KeyEventKind::Release => self.key(*key),
            TerminalEvent::Mouse(mouse) => {
                let (column, row) = (usize::from(mouse.column), usize::from(mouse.row));
                match mouse.kind {
                    MouseEventKind::Down(MouseButton::Left) => self.click(column, row),
                    MouseEventKind::ScrollUp => self.scroll(true, 3),
                    MouseEventKind::ScrollDown => self.scroll(false, 3),
                    _ => None,
                }
            }
            // What was pasted belongs to a line; a change of size is drawn by the next wait.
            _ => None,
        }
    }

    fn key(&mut self, key: KeyEvent) -> Option<Event> {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c') if control => return Some(Event::Interrupt),
            KeyCode::Char('d') if control => return Some(Event::EndOfInput),
            _ => {}
        }
        if self.popup.is_some() {
            return self.read(key.code);
        }
        if self.typing {
            return self.type_on(key);
        }
        if self.is_leaving() {
            return match key.code {
                KeyCode::Char('y' | 'Y') => Some(Event::Line("y".to_owned())),
                KeyCode::Char('q') => Some(Event::Interrupt),
                KeyCode::Char('n' | 'N') | KeyCode::Esc => Some(Event::Line("n".to_owned())),
                _ => None,
            };
        }
        if let KeyCode::Char(sign) = key.code
            && let Some(&(_, mv)) = self.listed().iter().find(|(label, _)| *label == sign)
        {
            let mv = mv.to_owned();
            self.choice.clear();
            return Some(Event::Line(mv));
        }
        if self.is_choosing() {
            // Any other key goes back to the board.
            self.choice.clear();
            return None;
        }
        self.board_key(key.code, control)
    }

    /// A key on the board.
    fn board_key(&mut self, code: KeyCode, control: bool) -> Option<Event> {
        let command = |word: &str| Some(Event::Line(word.to_owned()));
        match code {
            KeyCode::Left | KeyCode::Char('h') => self.go(Direction::Left),
            KeyCode::Right | KeyCode::Char('l') if !control => self.go(Direction::Right),
            KeyCode::Up | KeyCode::Char('k') => self.go(Direction::Up),
            KeyCode::Down | KeyCode::Char('j') => self.go(Direction::Down),
            KeyCode::Enter | KeyCode::Char(' ') => return self.press(self.cursor),
            KeyCode::Esc => drop(self.entry.cancel()),
            KeyCode::Char('H') => return command("hint"),
            KeyCode::Char('u') => return command("undo"),
            KeyCode::Char('r') => return command("redo"),
            KeyCode::Char('b') => return command("back"),
            KeyCode::Char('n') => return command("next"),
            KeyCode::Char('g') => return command("go"),
            KeyCode::Char('s') => return command("stop"),
            KeyCode::Char('e') => return command("eval"),
            KeyCode::Char('m') => return command("moves"),
            KeyCode::Char('?') => return command("help"),
            KeyCode::Char(':') => self.typing = true,
            KeyCode::Char('q') => return Some(Event::Interrupt),
            _ => {}
        }
        None
    }

    /// A key on a text over the board.
    fn read(&mut self, code: KeyCode) -> Option<Event> {
        match code {
            KeyCode::Up | KeyCode::Char('k') => self.scroll(true, 1),
            KeyCode::Down | KeyCode::Char('j') => self.scroll(false, 1),
            KeyCode::PageUp => self.scroll(true, 10),
            KeyCode::PageDown | KeyCode::Char(' ') => self.scroll(false, 10),
            _ => {
                self.popup = None;
                None
            }
        }
    }

    /// Moves the text over the board by some lines. Drawing stops it at its end.
    fn scroll(&mut self, up: bool, lines: usize) -> Option<Event> {
        if let Some(popup) = &mut self.popup {
            popup.above = if up {
                popup.above.saturating_sub(lines)
            } else {
                popup.above + lines
            };
        }
        None
    }

    fn type_on(&mut self, key: KeyEvent) -> Option<Event> {
        let legal = self.position.iter().flat_map(|now| &now.view.legal);
        let words = Words::new(legal.map(|mv| mv.text.clone()).collect());
        match self.line.take(key, &words) {
            Typed::Going => None,
            Typed::Dropped => {
                self.typing = false;
                None
            }
            Typed::Offers(words) => {
                self.tell(Tone::Notice, words.join("  "));
                None
            }
            Typed::Done(text) => {
                self.typing = false;
                Some(Event::Line(text))
            }
        }
    }

    fn go(&mut self, direction: Direction) {
        if let Some(now) = &self.position {
            self.cursor = step(now.look.shape(), self.cursor, direction);
        }
    }

    fn click(&mut self, column: usize, row: usize) -> Option<Event> {
        if self.popup.take().is_some() || self.typing || self.is_leaving() {
            return None;
        }
        self.choice.clear();
        let cell = self.drawn.as_ref()?.cell_at(column, row)?;
        self.cursor = cell;
        self.press(cell)
    }

    /// Chooses a cell for the move that is being entered.
    fn press(&mut self, cell: usize) -> Option<Event> {
        if self.is_over() {
            self.tell(Tone::Notice, "the game is over".to_owned());
            return None;
        }
        let before = self.entry.chosen().len();
        let mut moves = self.entry.press(cell);
        if moves.len() > 1 {
            self.choice = moves;
            return None;
        }
        if let Some(mv) = moves.pop() {
            return Some(Event::Line(mv));
        }
        if self.entry.chosen().is_empty() && before == 0 {
            self.refuse(cell);
        }
        None
    }

    /// Says why no move begins at a cell.
    fn refuse(&mut self, cell: usize) {
        let Some(now) = &self.position else { return };
        let name = now.view.board.cells.get(cell).map_or("", |cell| &cell.name);
        let text = match self.forbidden(cell) {
            Some(why) => format!("{name}: {why}"),
            None => format!("no move begins at {name}"),
        };
        self.tell(Tone::Error, text);
    }

    /// Why a rule forbids a cell, if one does.
    pub(super) fn forbidden(&self, cell: usize) -> Option<String> {
        let now = self.position.as_ref()?;
        let (_, kind) = now.view.marks.iter().find(|(marked, _)| *marked == cell)?;
        let key = format!("forbidden.{kind}");
        let words = self.game.presentation().words;
        let text = words.iter().find(|(word, _)| *word == key);
        Some(text.map_or_else(
            || format!("forbidden ({kind})"),
            |(_, text)| text.en.to_string(),
        ))
    }
}

/// The cell in the middle of a board.
fn middle(look: &Look) -> usize {
    let places = &look.shape().places;
    let count = places.len().max(1) as f32;
    let mean = |axis: usize| places.iter().map(|place| place[axis]).sum::<f32>() / count;
    nearest_cell(look.shape(), [mean(0), mean(1)]).unwrap_or_default()
}
