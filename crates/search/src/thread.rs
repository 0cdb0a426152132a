use std::thread::Builder;

/// The stack of a thread that searches, in bytes.
///
/// A searcher recurses once a ply, deeper than the stack that threads get by default allows.
pub const STACK_SIZE: usize = 16 << 20;

/// A builder of a thread that can search: named, and with a stack of [`STACK_SIZE`].
///
/// ```
/// let thread = search::thread_builder("search").spawn(|| 6 * 7)?;
/// assert_eq!(thread.join().ok(), Some(42));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn thread_builder(name: &str) -> Builder {
    Builder::new().name(name.to_owned()).stack_size(STACK_SIZE)
}
