//! The lines that come out of a program, whatever it does.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// A line longer than this many bytes is cut off there. Option lists of known engines are a few
/// thousand bytes long.
const LONGEST: u64 = 16 << 10;

/// This many lines wait to be read; a program that writes more waits with them, so that memory is
/// bounded.
pub(super) const WAITING: usize = 256;

/// The lines of `source` as they come, on a thread that ends with it, or when nobody listens any
/// more.
pub(super) fn lines(source: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = sync_channel(WAITING);
    thread::spawn(move || {
        // What cannot be read any more has ended.
        let _ = each_line(source, |line| sender.send(line).is_ok());
    });
    receiver
}

/// The last line of a stream that is read away.
#[derive(Clone, Debug, Default)]
pub(super) struct Tail(Arc<Mutex<String>>);

impl Tail {
    /// Reads `source` to its end on a thread of its own.
    pub fn of(source: impl Read + Send + 'static) -> Self {
        let tail = Self::default();
        let last = tail.clone();
        thread::spawn(move || {
            let _ = each_line(source, |line| {
                if !line.is_empty() {
                    *last.0.lock().unwrap_or_else(PoisonError::into_inner) = line;
                }
                true
            });
        });
        tail
    }

    /// The last line that was not empty.
    pub fn last(&self) -> String {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

/// Hands on every line of `source`, trimmed and in whatever is UTF-8 of it, until `take` wants no
/// more.
fn each_line(source: impl Read, mut take: impl FnMut(String) -> bool) -> io::Result<()> {
    let mut source = BufReader::new(source);
    let mut line = Vec::new();
    loop {
        line.clear();
        if source.by_ref().take(LONGEST).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        if line.len() as u64 == LONGEST && line.last() != Some(&b'\n') {
            source.skip_until(b'\n')?;
        }
        if !take(String::from_utf8_lossy(&line).trim().to_owned()) {
            return Ok(());
        }
    }
}

/// A sink of lines, written by a thread of its own: a program that does not read cannot hold up
/// whoever speaks to it. No more waits there than is said between two answers.
pub(super) struct Writer(Sender<String>);

impl Writer {
    /// Writes to `sink`, which is closed when this is dropped.
    pub fn new(mut sink: impl io::Write + Send + 'static) -> Self {
        let (sender, receiver) = channel::<String>();
        thread::spawn(move || {
            for line in receiver {
                // A program that no longer reads has ended; that is noticed where its answer is
                // awaited.
                if sink
                    .write_all(line.as_bytes())
                    .and_then(|()| sink.flush())
                    .is_err()
                {
                    break;
                }
            }
        });
        Self(sender)
    }

    /// Writes `line`; `false` if nobody reads any more.
    pub fn write(&self, line: &str) -> bool {
        self.0.send(format!("{line}\n")).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Vec<String> {
        lines(io::Cursor::new(bytes.to_vec())).iter().collect()
    }

    #[test]
    fn lines_of_all_sorts() {
        assert_eq!(read(b""), [""; 0]);
        assert_eq!(
            read(b"uciok\r\n\n  a b \nlast"),
            ["uciok", "", "a b", "last"]
        );
        assert_eq!(read(b"\xff\xfe7,7\0\n"), ["\u{fffd}\u{fffd}7,7\0"]);
        let mut long = vec![b'x'; 3 * LONGEST as usize];
        long.extend(b"\nnext\n");
        let cut = read(&long);
        assert_eq!(
            (cut[0].len() as u64, cut[1].as_str(), cut.len()),
            (LONGEST, "next", 2)
        );
    }

    #[test]
    fn a_flood_waits() {
        /// Never ends, and counts what was read of it.
        struct Flood(Arc<Mutex<usize>>);
        impl Read for Flood {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                buffer.fill(b'\n');
                *self.0.lock().expect("not poisoned") += buffer.len();
                Ok(buffer.len())
            }
        }
        let count = Arc::new(Mutex::new(0));
        let flood = lines(Flood(count.clone()));
        let deadline = std::time::Instant::now() + std::time::Duration::from_millis(50);
        while std::time::Instant::now() < deadline {
            thread::yield_now();
        }
        assert!(*count.lock().expect("not poisoned") <= 2 * (8 << 10));
        assert_eq!(flood.recv(), Ok(String::new()));
        drop(flood);
        // The thread ends with its listener: nothing else holds the count.
        while Arc::strong_count(&count) > 1 {
            thread::yield_now();
        }
    }

    #[test]
    fn who_does_not_read_holds_nobody_up() {
        /// Takes a line when it is told to.
        struct Slow(Receiver<()>, Sender<Vec<u8>>);
        impl io::Write for Slow {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                self.0.recv().map_err(|_| io::ErrorKind::BrokenPipe)?;
                let _ = self.1.send(bytes.to_vec());
                Ok(bytes.len())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let (go, told) = channel();
        let (sender, written) = channel();
        let writer = Writer::new(Slow(told, sender));
        assert!((0..2_000).all(|number| writer.write(&number.to_string())));
        assert!((0..2_000).all(|_| go.send(()).is_ok()));
        let all: Vec<u8> = written.iter().take(2_000).flatten().collect();
        assert!(
            String::from_utf8_lossy(&all)
                .lines()
                .eq((0..2_000).map(|number| number.to_string()))
        );
        // One that has closed its input is noticed.
        drop(go);
        while writer.write("") {
            thread::yield_now();
        }
    }
}
