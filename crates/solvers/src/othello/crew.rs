//! The threads of one solve: each searches the whole tree, but leaves to the others what they are
//! at, and takes what they have found from the table they share.
//!
//! A move that another thread is searching is put off until the others are done: simplified ABDADA
//! (T. Kerrigan after J.-C. Weill, "The ABDADA Distributed Minimax Search Algorithm", 1996). A
//! thread leaves a subtree once the table knows enough of a position above it.

use super::{table::hash, window::Window};
use arrayvec::ArrayVec;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// From this many empty squares on threads share out the moves of a position.
pub(super) const SHARED_FROM: u32 = 15;

/// What the threads of a solve tell each other beside the table.
#[derive(Debug)]
pub(super) struct Crew {
    /// Hashes of positions that are being searched; two of the same place forget one, which only
    /// costs time.
    busy: [AtomicU64; 1024],
    /// The positions that the helpers have visited.
    pub(super) nodes: AtomicU64,
    /// The solve is over.
    pub(super) over: AtomicBool,
}

impl Crew {
    pub(super) fn new() -> Self {
        Self {
            busy: [const { AtomicU64::new(0) }; 1024],
            nodes: AtomicU64::new(0),
            over: AtomicBool::new(false),
        }
    }

    fn place(&self, hash: u64) -> &AtomicU64 {
        &self.busy[hash as usize % self.busy.len()]
    }

    /// Whether a thread is searching the position.
    pub(super) fn is_busy(&self, own: u64, opp: u64) -> bool {
        let hash = hash(own, opp);
        self.place(hash).load(Relaxed) == hash
    }

    /// A thread begins to search the position, or ends.
    pub(super) fn set_busy(&self, own: u64, opp: u64, busy: bool) {
        let hash = hash(own, opp);
        self.place(hash).store(if busy { hash } else { 0 }, Relaxed);
    }
}

/// Ends the solve for the helpers, however its scope is left.
pub(super) struct Dismiss<'a>(pub(super) &'a Crew);

impl Drop for Dismiss<'_> {
    fn drop(&mut self) {
        self.0.over.store(true, Relaxed);
    }
}

/// A position that is being searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ancestor {
    pub(super) own: u64,
    pub(super) opp: u64,
    pub(super) depth: u32,
    pub(super) window: Window,
}

/// The positions from the root to where a thread is, as far as they are shared.
pub(super) type Ancestors = ArrayVec<Ancestor, 64>;
