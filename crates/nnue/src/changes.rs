/// The features that moves have added and removed, as one stack: a move pushes what it changed.
///
/// What [`Features::changed`](crate::Features::changed) writes to. It grows to the longest line
/// searched and is then reused.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    added: Vec<u16>,
    removed: Vec<u16>,
    /// Where the changes that are being written begin.
    begin: [u32; 2],
}

/// The place of a move's changes from one perspective.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    begin: [u32; 2],
    end: [u32; 2],
}

impl Span {
    pub(crate) const EMPTY: Self = Self {
        begin: [0; 2],
        end: [0; 2],
    };
}

impl Changes {
    /// Records that `feature` is active now and was not before the move.
    #[inline]
    pub fn add(&mut self, feature: u16) {
        self.added.push(feature);
    }

    /// Records that `feature` was active before the move and is not now.
    #[inline]
    pub fn remove(&mut self, feature: u16) {
        self.removed.push(feature);
    }

    #[inline]
    fn height(&self) -> [u32; 2] {
        [self.added.len() as u32, self.removed.len() as u32]
    }

    /// What is written from here on is a span.
    #[inline]
    pub(crate) fn begin(&mut self) {
        self.begin = self.height();
    }

    /// What has been written since [`begin`](Self::begin).
    #[inline]
    pub(crate) fn span(&self) -> Span {
        Span {
            begin: self.begin,
            end: self.height(),
        }
    }

    /// Forgets a span and all after it.
    #[inline]
    pub(crate) fn truncate(&mut self, span: Span) {
        let [added, removed] = span.begin;
        self.added.truncate(added as usize);
        self.removed.truncate(removed as usize);
    }

    pub(crate) fn clear(&mut self) {
        self.added.clear();
        self.removed.clear();
    }

    #[cfg(test)]
    pub(crate) fn all(&self) -> Span {
        Span {
            begin: [0; 2],
            end: self.height(),
        }
    }

    /// What was added and what was removed.
    #[inline(always)]
    pub(crate) fn of(&self, span: Span) -> [&[u16]; 2] {
        let [added, removed] =
            [0, 1].map(|which| span.begin[which] as usize..span.end[which] as usize);
        [&self.added[added], &self.removed[removed]]
    }
}
