//! The line in which commands are typed on a full screen.

use super::super::editor::Words;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use unicode_width::UnicodeWidthStr;

/// A line that is being typed, and those typed before.
#[derive(Clone, Debug, Default)]
pub struct Line {
    text: String,
    /// Where the cursor is, in bytes.
    at: usize,
    history: Vec<String>,
    /// The line of the history that is shown.
    shown: Option<usize>,
}

/// What a key does to the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed {
    /// It goes on.
    Going,
    /// It is given up.
    Dropped,
    /// It is complete.
    Done(String),
    /// It may go on with one of these words.
    Offers(Vec<String>),
}

impl Line {
    /// The text so far.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// How many columns there are before the cursor.
    pub fn column(&self) -> usize {
        self.text[..self.at].width()
    }

    /// Takes a key; `words` are what may be typed.
    pub fn take(&mut self, key: KeyEvent, words: &Words) -> Typed {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Enter => {
                let text = self.clear();
                if text.trim().is_empty() {
                    return Typed::Dropped;
                }
                self.history.push(text.clone());
                return Typed::Done(text);
            }
            KeyCode::Esc => {
                self.clear();
                return Typed::Dropped;
            }
            KeyCode::Char('u') if control => {
                self.text.drain(..self.at);
                self.at = 0;
            }
            KeyCode::Char('a') if control => self.at = 0,
            KeyCode::Char('e') if control => self.at = self.text.len(),
            KeyCode::Char(_) if control => {}
            KeyCode::Char(sign) => {
                self.text.insert(self.at, sign);
                self.at += sign.len_utf8();
            }
            KeyCode::Backspace if self.text.is_empty() => return Typed::Dropped,
            KeyCode::Backspace => {
                self.left();
                self.delete();
            }
            KeyCode::Delete => self.delete(),
            KeyCode::Left => self.left(),
            KeyCode::Right => {
                let next = self.text[self.at..].chars().next();
                self.at += next.map_or(0, char::len_utf8);
            }
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = self.text.len(),
            KeyCode::Up => self.recall(true),
            KeyCode::Down => self.recall(false),
            KeyCode::Tab => return self.complete(words),
            _ => {}
        }
        Typed::Going
    }

    fn clear(&mut self) -> String {
        self.at = 0;
        self.shown = None;
        std::mem::take(&mut self.text)
    }

    fn left(&mut self) {
        let before = self.text[..self.at].chars().next_back();
        self.at -= before.map_or(0, char::len_utf8);
    }

    fn delete(&mut self) {
        if self.at < self.text.len() {
            self.text.remove(self.at);
        }
    }

    /// Shows a line that was typed before this one, or after.
    fn recall(&mut self, earlier: bool) {
        let newest = self.history.len();
        let shown = self.shown.unwrap_or(newest);
        let next = if earlier {
            shown.checked_sub(1)
        } else {
            Some(shown + 1)
        };
        let Some(next) = next else { return };
        self.text = self.history.get(next).cloned().unwrap_or_default();
        self.shown = Some(next.min(newest));
        self.at = self.text.len();
    }

    /// Goes on as far as all words that begin like the line agree.
    fn complete(&mut self, words: &Words) -> Typed {
        let (from, offers) = words.offers(&self.text, self.at);
        let Some(common) = common(&offers) else {
            return Typed::Going;
        };
        let typed = self.at - from;
        if offers.len() == 1 || common.len() > typed {
            self.text.replace_range(from..self.at, &common);
            self.at = from + common.len();
            return Typed::Going;
        }
        Typed::Offers(offers)
    }
}

/// What all words begin with; `None` without words.
fn common(words: &[String]) -> Option<String> {
    let (first, others) = words.split_first()?;
    let agree = |other: &String| {
        let pairs = first.chars().zip(other.chars());
        let same = pairs.take_while(|(one, other)| one == other);
        same.map(|(one, _)| one.len_utf8()).sum::<usize>()
    };
    let length = others.iter().map(agree).min().unwrap_or(first.len());
    Some(first[..length].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn types(line: &mut Line, keys: &[KeyCode]) -> Typed {
        let words = Words::new(["h8", "h9"].map(str::to_owned).to_vec());
        let mut last = Typed::Going;
        for &key in keys {
            last = line.take(key.into(), &words);
        }
        last
    }

    fn text(text: &str) -> Vec<KeyCode> {
        text.chars().map(KeyCode::Char).collect()
    }

    #[test]
    fn a_line_is_edited_completed_and_remembered() {
        use KeyCode::{Backspace, Down, Enter, Esc, Home, Left, Right, Tab, Up};
        let mut line = Line::default();
        types(&mut line, &text("炮二x"));
        types(&mut line, &[Backspace, Left]);
        assert_eq!((line.text(), line.column()), ("炮二", 2));
        types(&mut line, &[Home, Right, Right, Right]);
        assert_eq!(types(&mut line, &[Enter]), Typed::Done("炮二".to_owned()));
        types(&mut line, &text("unx"));
        assert_eq!(types(&mut line, &[Backspace, Tab]), Typed::Going);
        assert_eq!(line.text(), "undo");
        assert_eq!(types(&mut line, &[Esc]), Typed::Dropped);
        types(&mut line, &text("res"));
        let offers = ["resign", "restart"].map(str::to_owned).to_vec();
        assert_eq!(types(&mut line, &[Tab]), Typed::Offers(offers));
        types(&mut line, &[Up]);
        assert_eq!(line.text(), "炮二");
        types(&mut line, &[Up, Down, Down]);
        assert_eq!(line.text(), "");
        assert_eq!(types(&mut line, &[Backspace]), Typed::Dropped);
        assert_eq!(types(&mut line, &[Enter]), Typed::Dropped);
    }
}
