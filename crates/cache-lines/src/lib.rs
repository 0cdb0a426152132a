#![doc = include_str!("../README.md")]

use memmap2::MmapMut;
use prefetch_index::prefetch_index;
use self_cell::{MutBorrow, self_cell};
use std::{
    fmt,
    ops::Deref,
    sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed},
};
use zerocopy::{FromBytes, IntoBytes};

/// Eight words in one line of the processor's cache.
#[derive(Debug, Default, FromBytes, IntoBytes)]
#[repr(C, align(64))]
pub struct CacheLine(pub [AtomicU64; 8]);

/// Cache lines, shared by any number of threads; as a slice of [`CacheLine`].
pub struct CacheLines(Lines);

self_cell! {
    struct Lines {
        owner: MutBorrow<Memory>,
        #[covariant]
        dependent: Slice,
    }
}

type Slice<'a> = &'a [CacheLine];

enum Memory {
    Pages(Pages),
    Heap(Vec<CacheLine>),
}

/// Bytes in [`Pages`].
static MAPPED: AtomicUsize = AtomicUsize::new(0);

/// The bytes that all [`CacheLines`] of this process have mapped themselves, which the global
/// allocator does not count.
pub fn mapped_bytes() -> usize {
    MAPPED.load(Relaxed)
}

/// The size of a huge page on most systems. Smaller memory comes from the heap.
const HUGE_PAGE: usize = 2 << 20;

fn memory(len: usize) -> Memory {
    let bytes = len * size_of::<CacheLine>();
    if bytes >= HUGE_PAGE
        && let Some(pages) = Pages::zeroed(bytes)
    {
        return Memory::Pages(pages);
    }
    Memory::Heap((0..len).map(|_| CacheLine::default()).collect())
}

struct Pages(MmapMut);

impl Pages {
    /// Zeroed pages, huge ones where the system allows them; none where it has no anonymous
    /// mappings.
    fn zeroed(bytes: usize) -> Option<Self> {
        let pages = MmapMut::map_anon(bytes).ok()?;
        // Advice alone: a kernel without huge pages refuses it, and the pages stay small.
        #[cfg(target_os = "linux")]
        let _ = pages.advise(memmap2::Advice::HugePage);
        MAPPED.fetch_add(bytes, Relaxed);
        Some(Self(pages))
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        MAPPED.fetch_sub(self.0.len(), Relaxed);
    }
}

impl CacheLines {
    /// `len` lines of zeros. The system may allocate the memory only when it is first written.
    ///
    /// # Panics
    /// If there is not enough memory.
    pub fn zeroed(len: usize) -> Self {
        let memory = MutBorrow::new(memory(len));
        Self(Lines::new(memory, |memory| match memory.borrow_mut() {
            Memory::Pages(Pages(bytes)) => {
                <[CacheLine]>::mut_from_bytes(bytes).expect("pages hold whole lines")
            }
            Memory::Heap(lines) => lines,
        }))
    }

    /// The size of all lines, in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&**self)
    }

    /// Sets every word to zero.
    pub fn clear(&self) {
        self.iter()
            .flat_map(|line| &line.0)
            .for_each(|word| word.store(0, Relaxed));
    }

    /// Prefetches a line into the processor's cache. Does nothing beyond the last line.
    #[inline(always)]
    pub fn prefetch(&self, index: usize) {
        prefetch_index(&**self, index);
    }
}

impl Deref for CacheLines {
    type Target = [CacheLine];

    #[inline(always)]
    fn deref(&self) -> &[CacheLine] {
        self.0.borrow_dependent()
    }
}

/// A copy has its own memory.
impl Clone for CacheLines {
    fn clone(&self) -> Self {
        let copy = Self::zeroed(self.len());
        for (line, copied) in self.iter().zip(&*copy) {
            for (word, copied) in line.0.iter().zip(&copied.0) {
                copied.store(word.load(Relaxed), Relaxed);
            }
        }
        copy
    }
}

impl fmt::Debug for CacheLines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CacheLines")
            .field("len", &self.len())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    /// On the heap, the least in pages, and no whole number of them.
    const LENS: [usize; 5] = [0, 1, (1 << 15) - 1, 1 << 15, (1 << 15) + 1];

    #[test]
    fn lines_are_zeros_and_keep_what_they_are_told() {
        for len in LENS {
            let lines = CacheLines::zeroed(len);
            assert_eq!((lines.len(), lines.bytes()), (len, 64 * len));
            let words = || lines.iter().flat_map(|line| &line.0);
            assert!(words().all(|word| word.load(Relaxed) == 0));
            words()
                .zip(1..)
                .for_each(|(word, n)| word.store(n, Relaxed));
            assert!(words().zip(1..).all(|(word, n)| word.load(Relaxed) == n));
            lines.clear();
            assert!(words().all(|word| word.load(Relaxed) == 0));
        }
    }

    #[test]
    fn a_line_is_one_of_the_cache() {
        for len in LENS {
            let lines = CacheLines::zeroed(len);
            assert!(lines.as_ptr().addr().is_multiple_of(64), "{len}");
        }
    }

    #[test]
    fn large_memory_alone_has_pages_of_its_own() {
        let in_pages = |len| matches!(memory(len), Memory::Pages(_));
        assert_eq!(LENS.map(in_pages), [false, false, false, true, true]);
    }

    #[test]
    fn a_copy_shares_nothing() {
        for len in [1, 1 << 15] {
            let lines = CacheLines::zeroed(len);
            lines[len - 1].0[7].store(5, Relaxed);
            let copy = lines.clone();
            assert_eq!(copy[len - 1].0[7].swap(6, Relaxed), 5);
            assert_eq!(lines[len - 1].0[7].load(Relaxed), 5);
        }
    }

    #[test]
    fn threads_share_them() {
        let lines = CacheLines::zeroed(1 << 15);
        thread::scope(|scope| {
            for word in 0..2 {
                let lines = &lines;
                scope.spawn(move || lines.iter().for_each(|line| line.0[word].store(1, Relaxed)));
            }
        });
        let sum = |line: &CacheLine| line.0.iter().map(|word| word.load(Relaxed)).sum::<u64>();
        assert!(lines.iter().all(|line| sum(line) == 2));
    }

    #[test]
    fn what_is_not_there_is_not_fetched() {
        let lines = CacheLines::zeroed(3);
        for index in [0, 2, 3, usize::MAX] {
            lines.prefetch(index);
        }
        assert_eq!(format!("{lines:?}"), "CacheLines { len: 3, .. }");
    }
}
