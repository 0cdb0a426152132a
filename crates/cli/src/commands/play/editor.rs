use super::command::COMMANDS;
use super::events::Event;
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{ColorMode, CompletionType, Config, Context, Helper};
use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

/// A prompt for a line at a terminal.
#[derive(Clone, Debug, Default)]
pub struct Prompt {
    /// What is written before the line.
    pub text: String,
    /// The legal moves, which Tab offers beside the commands.
    pub moves: Vec<String>,
}

/// Reads lines at a terminal, one for each prompt, with editing, a history, and Tab for moves,
/// commands and files.
///
/// Between two prompts the terminal is as any other program finds it, so that Ctrl-C is a signal.
pub struct Editor {
    prompts: Sender<Prompt>,
    asking: Arc<AtomicBool>,
}

impl Editor {
    /// An editor that sends every line to `events`, Ctrl-C as an interrupt, and Ctrl-D as the end.
    pub fn open(events: Sender<Event>) -> Self {
        let (prompts, asked) = mpsc::channel();
        let asking = Arc::new(AtomicBool::new(false));
        let answered = asking.clone();
        // It waits in a read that cannot be interrupted: it ends with the program.
        thread::spawn(move || read_lines(&asked, &events, &answered));
        Self { prompts, asking }
    }

    /// Asks for a line, unless one is asked for already.
    pub fn ask(&self, prompt: Prompt) {
        if !self.asking.swap(true, Ordering::SeqCst) {
            // The reader is gone only after the end of the input.
            drop(self.prompts.send(prompt));
        }
    }
}

fn read_lines(prompts: &Receiver<Prompt>, events: &Sender<Event>, asking: &AtomicBool) {
    let plain = anstream::stdout().current_choice() == anstream::ColorChoice::Never;
    let colours = if plain {
        ColorMode::Disabled
    } else {
        ColorMode::Enabled
    };
    let config = Config::builder()
        .auto_add_history(true)
        .completion_type(CompletionType::List)
        .color_mode(colours)
        .build();
    let editor = rustyline::Editor::<Words, DefaultHistory>::with_config(config);
    let Ok(mut editor) = editor else {
        drop(events.send(Event::EndOfInput));
        return;
    };
    for prompt in prompts {
        editor.set_helper(Some(Words::new(prompt.moves)));
        let event = match editor.readline(&prompt.text) {
            Ok(line) => Event::Line(line),
            Err(ReadlineError::Interrupted) => Event::Interrupt,
            Err(_) => Event::EndOfInput,
        };
        asking.store(false, Ordering::SeqCst);
        if events.send(event).is_err() {
            return;
        }
    }
}

/// What may be typed.
pub struct Words {
    moves: Vec<String>,
    files: FilenameCompleter,
}

impl Words {
    /// Commands, and these moves.
    pub fn new(moves: Vec<String>) -> Self {
        Self {
            moves,
            files: FilenameCompleter::new(),
        }
    }

    /// What the word before `at` may become, and where it begins.
    pub fn offers(&self, line: &str, at: usize) -> (usize, Vec<String>) {
        // A folder that cannot be read offers nothing.
        let (from, pairs) = self.pairs(line, at).unwrap_or_default();
        let texts = pairs.into_iter().map(|pair| pair.replacement);
        (from, texts.collect())
    }

    /// The same as rustyline takes it.
    fn pairs(&self, line: &str, at: usize) -> rustyline::Result<(usize, Vec<Pair>)> {
        match line[..at].split_once(' ') {
            None => Ok((0, self.beginning_with(&line[..at]))),
            Some(("save" | "load", _)) => self.files.complete_path(line, at),
            Some(_) => Ok((at, Vec::new())),
        }
    }

    /// The moves and commands that begin like `start`, in either case.
    fn beginning_with(&self, start: &str) -> Vec<Pair> {
        let commands = COMMANDS.iter().map(|&(word, example, _)| {
            // Something follows.
            let rest = if word == example { "" } else { " " };
            (word.to_owned(), format!("{word}{rest}"))
        });
        let moves = self.moves.iter().map(|mv| (mv.clone(), mv.clone()));
        let fits = |(word, _): &(String, String)| {
            word.get(..start.len())
                .is_some_and(|head| head.eq_ignore_ascii_case(start))
        };
        let pair = |(display, replacement)| Pair {
            display,
            replacement,
        };
        commands.chain(moves).filter(fits).map(pair).collect()
    }
}

impl Completer for Words {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        self.pairs(line, at)
    }
}

impl Highlighter for Words {
    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _: bool) -> Cow<'b, str> {
        let strong = super::printer::STRONG;
        Cow::Owned(format!("{strong}{prompt}{strong:#}"))
    }
}

impl Hinter for Words {
    type Hint = String;
}

impl Validator for Words {}

impl Helper for Words {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tab_offers_what_begins_like_the_line() {
        let words = Words::new(["h8", "h9", "i9"].map(str::to_owned).to_vec());
        let offered = |line: &str| {
            let history = DefaultHistory::new();
            let (at, pairs) = words
                .complete(line, line.len(), &Context::new(&history))
                .expect("no file is read");
            let pairs = pairs.into_iter().map(|pair| pair.replacement);
            (at, pairs.collect::<Vec<_>>())
        };
        assert_eq!(offered("h").1, ["hint", "help", "h8", "h9"]);
        assert_eq!(offered("H9"), (0, vec!["h9".to_owned()]));
        assert_eq!(offered("le").1, ["level "]);
        assert_eq!(offered("").1.len(), COMMANDS.len() + 3);
        assert!(offered("undo h").1.is_empty() && offered("炮").1.is_empty());
    }
}
