//! Reads lines of input, whatever bytes they hold.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// A line longer than this many bytes is cut off there: a game of four hundred moves in one line is
/// a few thousand.
const LONGEST: u64 = 16 << 10;

/// At most this many bytes of lines wait; further input is left unread, so memory is bounded.
const WAITING: usize = 4 << 20;

/// The byte order mark that some systems write before UTF-8 text.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// A line as lossy UTF-8, without its newline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// Its text.
    pub text: String,
    /// Whether it was too long and is cut off.
    pub cut: bool,
}

/// Passes every line of `source` to `take`, until that returns false. A byte order mark before the
/// first line is skipped.
pub(crate) fn each_line(source: impl Read, mut take: impl FnMut(Line) -> bool) -> io::Result<()> {
    let mut source = BufReader::new(source);
    let mut bytes = Vec::new();
    let mut first = true;
    loop {
        bytes.clear();
        if source
            .by_ref()
            .take(LONGEST)
            .read_until(b'\n', &mut bytes)?
            == 0
        {
            return Ok(());
        }
        let ended = bytes.last() == Some(&b'\n');
        let cut = !ended && bytes.len() as u64 == LONGEST && skip_rest(&mut source)?;
        if ended {
            bytes.pop();
        }
        let said = if first {
            bytes.strip_prefix(MARK).unwrap_or(&bytes)
        } else {
            &bytes
        };
        first = false;
        if !take(Line {
            text: String::from_utf8_lossy(said).into_owned(),
            cut,
        }) {
            return Ok(());
        }
    }
}

/// Skips the rest of a line; returns whether there was any.
fn skip_rest(source: &mut impl BufRead) -> io::Result<bool> {
    let next = source.fill_buf()?.first().copied();
    source.skip_until(b'\n')?;
    Ok(next.is_some_and(|byte| byte != b'\n'))
}

/// The room for waiting lines.
#[derive(Clone, Debug, Default)]
pub(crate) struct Room(Arc<(Mutex<Taken>, Condvar)>);

#[derive(Debug, Default)]
struct Taken {
    bytes: usize,
    closed: bool,
}

impl Room {
    /// The memory of a line beside its text.
    const LINE: usize = 64;

    /// Waits until there is room for `line`; `false` if the reader is gone.
    pub fn take(&self, line: &Line) -> bool {
        let (taken, freed) = &*self.0;
        let taken = taken.lock().unwrap_or_else(PoisonError::into_inner);
        let full = |taken: &mut Taken| taken.bytes >= WAITING && !taken.closed;
        let mut taken = freed
            .wait_while(taken, full)
            .unwrap_or_else(PoisonError::into_inner);
        taken.bytes += line.text.len() + Self::LINE;
        !taken.closed
    }

    /// Frees the room of a line that no longer waits.
    pub fn free(&self, line: &Line) {
        let (taken, freed) = &*self.0;
        taken.lock().unwrap_or_else(PoisonError::into_inner).bytes -= line.text.len() + Self::LINE;
        freed.notify_all();
    }

    /// Whether the sender of more lines must wait.
    pub fn is_full(&self) -> bool {
        self.0
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .bytes
            >= WAITING
    }

    /// Marks the reader as gone.
    pub fn close(&self) {
        let (taken, freed) = &*self.0;
        taken.lock().unwrap_or_else(PoisonError::into_inner).closed = true;
        freed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<(String, bool)> {
        let mut lines = Vec::new();
        each_line(bytes, |line| {
            lines.push((line.text, line.cut));
            true
        })
        .expect("memory can be read");
        lines
    }

    fn whole(texts: &[&str]) -> Vec<(String, bool)> {
        texts.iter().map(|&text| (text.to_owned(), false)).collect()
    }

    #[test]
    fn lines_of_all_sorts() {
        assert_eq!(lines(b""), whole(&[]));
        assert_eq!(lines(b"a\r\n\nlast"), whole(&["a\r", "", "last"]));
        assert_eq!(lines(b"\xff\0\n"), whole(&["\u{fffd}\0"]));
        assert_eq!(
            lines("\u{feff}1 name\n\u{feff}2".as_bytes()),
            whole(&["1 name", "\u{feff}2"])
        );
        for longer in [0, 1, 2, 20_000] {
            let mut bytes = vec![b'x'; LONGEST as usize + longer];
            let end = vec![("x".repeat(LONGEST as usize), longer > 0)];
            assert_eq!(lines(&bytes), end, "{longer}");
            bytes.extend(b"\nnext\n");
            assert_eq!(lines(&bytes), [end, whole(&["next"])].concat(), "{longer}");
        }
    }

    #[test]
    fn who_says_too_much_waits() {
        let room = Room::default();
        let line = Line {
            text: "x".repeat(1 << 20),
            cut: false,
        };
        assert!((0..4).all(|_| !room.is_full() && room.take(&line)));
        assert!(room.is_full());
        let outside = room.clone();
        let waits = std::thread::spawn(move || {
            outside.take(&Line {
                text: String::new(),
                cut: false,
            })
        });
        std::thread::yield_now();
        room.free(&line);
        assert!(waits.join().expect("no panic"));
        assert!(room.take(&line));
        room.close();
        assert!(!room.take(&line));
    }
}
