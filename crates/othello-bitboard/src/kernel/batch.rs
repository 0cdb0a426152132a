/// Up to 64 boards, each with a move to play on it, laid out so that a vector holds the same thing
/// of several boards.
#[derive(Clone)]
pub struct Batch {
    pub(super) own: [u64; Self::SIZE],
    pub(super) opp: [u64; Self::SIZE],
    /// The moves as the kernel marks them; after they are played, the replies.
    pub(super) marks: [u64; Self::SIZE],
    len: usize,
}

impl Batch {
    pub(super) const SIZE: usize = 64;

    pub const EMPTY: Self = Self {
        own: [0; Self::SIZE],
        opp: [0; Self::SIZE],
        marks: [0; Self::SIZE],
        len: 0,
    };

    #[inline(always)]
    pub const fn is_full(&self) -> bool {
        self.len == Self::SIZE
    }

    #[inline(always)]
    pub const fn len(&self) -> usize {
        self.len
    }

    #[inline(always)]
    pub const fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds a board and its move; a full batch starts over.
    #[inline(always)]
    pub fn push(&mut self, own: u64, opp: u64, mark: u64) {
        let i = self.len % Self::SIZE;
        (self.own[i], self.opp[i], self.marks[i]) = (own, opp, mark);
        self.len = i + 1;
    }

    /// Board `i` and its mark.
    #[inline(always)]
    pub fn get(&self, i: usize) -> (u64, u64, u64) {
        let i = i % Self::SIZE;
        (self.own[i], self.opp[i], self.marks[i])
    }

    /// Fills up with empty boards, which have no replies; gives how many were added.
    #[inline(always)]
    pub(super) fn pad(&mut self) -> usize {
        for i in self.len..Self::SIZE {
            (self.own[i], self.opp[i], self.marks[i]) = (0, 0, 0);
        }
        Self::SIZE - self.len
    }
}
