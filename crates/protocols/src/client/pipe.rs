//! Reads a program's lines and writes to it, however it behaves.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// A line longer than this many bytes is cut off there. Option lists of known engines are a few
/// thousand bytes long.
const LONGEST: u64 = 16 << 10;

/// At most this many lines wait to be read; a program that writes more must wait, so memory is
/// bounded.
pub(super) const WAITING: usize = 256;

/// The lines of `source` as they come, read on a thread that ends with it or with the receiver.
pub(super) fn lines(source: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = sync_channel(WAITING);
    thread::spawn(move || {
        // A read error ends the stream.
        let _ = each_line(source, |line| sender.send(line).is_ok());
    });
    receiver
}

/// Drains a stream and keeps its last line.
#[derive(Clone, Debug, Default)]
pub(super) struct Tail(Arc<Mutex<String>>);

impl Tail {
    /// Reads `source` to its end on a separate thread.
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

/// Passes every line of `source` to `take`, trimmed and as lossy UTF-8, until `take` returns false.
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

/// A sink of lines, written by a separate thread: a program that does not read cannot block the
/// caller. At most the lines between two answers wait there.
pub(super) struct Writer(Sender<String>);

impl Writer {
    /// Writes to `sink`, which is closed when this is dropped.
    pub fn new(mut sink: impl io::Write + Send + 'static) -> Self {
        let (sender, receiver) = channel::<String>();
        thread::spawn(move || {
            for line in receiver {
                // A program that no longer reads has ended; the wait for its answer notices that.
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

    /// Writes `line`; `false` if the program no longer reads.
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
    fn a_program_that_does_not_read_blocks_no_caller() {
        /// Takes a line when the test allows it.
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
        // A closed input is noticed.
        drop(go);
        while writer.write("") {
            thread::yield_now();
        }
    }
}
