use super::editor::Editor;
use super::view::Input;
use crate::signals::on_interrupt;
use engines::{Answer, EngineError};
use ratatui::crossterm::event::{self, Event as TerminalEvent};
use search::Report;
use std::{
    collections::VecDeque,
    io::{self, BufRead},
    sync::mpsc::{self, Receiver, RecvTimeoutError, Sender},
    thread,
    time::{Duration, Instant},
};

/// An event at the table.
#[derive(Debug)]
pub enum Event {
    /// A line was typed.
    Line(String),
    /// No line will follow.
    EndOfInput,
    /// Ctrl-C.
    Interrupt,
    /// A key or a click on a full screen, or a change of its size.
    Terminal(TerminalEvent),
    /// An engine has finished an iteration of that turn.
    Progress(u64, Report<String>),
    /// An engine has answered in that turn, or could not.
    Answer(u64, Result<Answer, EngineError>),
}

/// The one channel on which every event arrives.
pub struct Inbox {
    sender: Sender<Event>,
    receiver: Receiver<Event>,
    /// Lines of a script that came before their turn.
    held: VecDeque<String>,
    /// When the search that keeps a script's `quit` waiting must end.
    patience: Option<Instant>,
    /// Whether a person types the lines.
    terminal: bool,
    /// Reads them, once the inbox is open.
    editor: Option<Editor>,
    /// Whether a person sits at a terminal, and may be asked something.
    attended: bool,
    ended: bool,
}

impl Inbox {
    /// How long a script's `quit` waits for the move under way.
    const PATIENCE: Duration = Duration::from_secs(1);

    /// An empty inbox; `terminal` is whether a person types the lines, which decides what their end
    /// means.
    pub fn new(terminal: bool) -> Self {
        let (sender, receiver) = mpsc::channel();
        Self {
            sender,
            receiver,
            held: VecDeque::new(),
            patience: None,
            terminal,
            editor: None,
            attended: false,
            ended: false,
        }
    }

    /// The sender of events.
    pub fn sender(&self) -> &Sender<Event> {
        &self.sender
    }

    /// Listens to that input and to Ctrl-C from now on.
    pub fn open(&mut self, input: Input) {
        let events = self.sender.clone();
        // The threads wait in a read that cannot be interrupted: they end with the program.
        match input {
            Input::Editor => self.editor = Some(Editor::open(events)),
            Input::Screen => drop(thread::spawn(move || read_terminal(&events))),
            Input::Lines => drop(thread::spawn(move || {
                read_lines(io::stdin().lock(), &events);
            })),
        }
        self.attended = input != Input::Lines;
        let interrupt = self.sender.clone();
        on_interrupt(move || drop(interrupt.send(Event::Interrupt)));
    }

    /// The editor of lines at a terminal; elsewhere they come by themselves.
    pub fn editor(&self) -> Option<&Editor> {
        self.editor.as_ref()
    }

    /// Whether a person sits at a terminal, and may be asked something.
    pub fn is_attended(&self) -> bool {
        self.attended
    }

    /// Whether a person types the lines.
    pub fn is_terminal(&self) -> bool {
        self.terminal
    }

    /// Waits for the next event. While an engine is `thinking`, the end of the input is held back
    /// unless a person typed it; the lines of a `script` are held back too, except `stop`.
    pub fn next(&mut self, thinking: bool, script: bool) -> Event {
        loop {
            if !thinking {
                self.patience = None;
            }
            if !(thinking && script)
                && let Some(line) = self.held.pop_front()
            {
                return Event::Line(line);
            }
            if !thinking && self.ended {
                return Event::EndOfInput;
            }
            let quitting = thinking && self.held.front().is_some_and(|line| is(line, "quit"));
            let until = quitting.then(|| {
                *self
                    .patience
                    .get_or_insert_with(|| Instant::now() + Self::PATIENCE)
            });
            let event = match until {
                Some(until) => self
                    .receiver
                    .recv_timeout(until.saturating_duration_since(Instant::now())),
                None => self
                    .receiver
                    .recv()
                    .map_err(|_| RecvTimeoutError::Disconnected),
            };
            match event {
                Ok(Event::Line(line)) if thinking && script && !is(&line, "stop") => {
                    self.held.push_back(line)
                }
                Ok(Event::EndOfInput) if !self.terminal => self.ended = true,
                Ok(event) => return event,
                Err(RecvTimeoutError::Timeout) => {
                    self.patience = None;
                    return Event::Line("stop".to_owned());
                }
                // Cannot happen: this holds a sender too.
                Err(RecvTimeoutError::Disconnected) => return Event::EndOfInput,
            }
        }
    }
}

fn is(line: &str, word: &str) -> bool {
    line.trim().eq_ignore_ascii_case(word)
}

/// Sends what a person does on a full screen, and the end when the terminal has gone.
fn read_terminal(events: &Sender<Event>) {
    loop {
        let event = event::read().map_or(Event::EndOfInput, Event::Terminal);
        let last = matches!(event, Event::EndOfInput);
        if events.send(event).is_err() || last {
            return;
        }
    }
}

/// Sends every line of `input`, as lossy UTF-8, and then its end.
fn read_lines(mut input: impl BufRead, events: &Sender<Event>) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let event = match input.read_until(b'\n', &mut bytes) {
            Ok(1..) => Event::Line(String::from_utf8_lossy(&bytes).trim().to_owned()),
            Ok(0) | Err(_) => Event::EndOfInput,
        };
        let last = matches!(event, Event::EndOfInput);
        if events.send(event).is_err() || last {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inbox(text: &[u8]) -> Inbox {
        let inbox = Inbox::new(false);
        read_lines(text, inbox.sender());
        inbox
    }

    fn line(event: Event) -> String {
        let Event::Line(line) = event else {
            panic!("{event:?} is not a line")
        };
        line
    }

    #[test]
    fn lines_come_as_they_are_typed_and_then_their_end() {
        let mut inbox = inbox(b"h8\r\n\n b\xffd \nlast");
        for expected in ["h8", "", "b\u{fffd}d", "last"] {
            assert_eq!(line(inbox.next(false, true)), expected);
        }
        assert!(matches!(inbox.next(false, true), Event::EndOfInput));
        assert!(
            matches!(inbox.next(false, true), Event::EndOfInput),
            "it stays ended"
        );
    }

    #[test]
    fn a_script_waits_while_something_thinks() {
        let mut inbox = inbox(b"h8\nSTOP\n");
        assert_eq!(line(inbox.next(true, true)), "STOP");
        inbox
            .sender()
            .send(Event::Answer(7, Err(EngineError::Panicked)))
            .expect("the inbox is open");
        assert!(
            matches!(inbox.next(true, true), Event::Answer(7, _)),
            "nor does the end overtake"
        );
        assert_eq!(line(inbox.next(false, true)), "h8");
        assert!(matches!(inbox.next(false, true), Event::EndOfInput));
    }

    #[test]
    fn a_person_does_not_wait() {
        let mut inbox = inbox(b"help\nboard\n");
        assert_eq!(line(inbox.next(true, false)), "help");
        assert_eq!(line(inbox.next(true, false)), "board");
    }

    #[test]
    fn quit_ends_a_long_thought() {
        let mut inbox = inbox(b"quit\n");
        assert_eq!(line(inbox.next(true, true)), "stop");
        assert_eq!(line(inbox.next(false, true)), "quit");
    }
}
