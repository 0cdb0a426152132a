use game_core::Player;

/// The features that moves have added and removed, as one stack for each perspective: a move pushes
/// what it changed.
///
/// What [`Features::changed`](crate::Features::changed) writes to. It grows to the longest line
/// searched and is then reused.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    perspectives: [Stack; 2],
}

#[derive(Clone, Debug, Default)]
struct Stack {
    added: FeatureStack,
    removed: FeatureStack,
    /// Where the changes that are being written begin.
    begin: [u32; 2],
    /// Whether a refresh has been asked for since then.
    refresh: bool,
}

/// A stack of features whose push has no branch: a processor predicts badly which features a move
/// changes.
#[derive(Clone, Debug, Default)]
struct FeatureStack {
    /// Those beyond `count` are memory to reuse.
    memory: Vec<u16>,
    count: usize,
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
    /// Records that from the perspective of `viewer` this feature is active now and was not before
    /// the move.
    #[inline]
    pub fn add(&mut self, viewer: Player, feature: u16) {
        self.add_if(true, viewer, feature);
    }

    /// Records that from the perspective of `viewer` this feature was active before the move and is
    /// not now.
    #[inline]
    pub fn remove(&mut self, viewer: Player, feature: u16) {
        self.remove_if(true, viewer, feature);
    }

    /// [Adds](Self::add) if `active`, without a branch.
    #[inline]
    pub fn add_if(&mut self, active: bool, viewer: Player, feature: u16) {
        self.perspectives[viewer.index()]
            .added
            .push_if(active, feature);
    }

    /// [Removes](Self::remove) if `active`, without a branch.
    #[inline]
    pub fn remove_if(&mut self, active: bool, viewer: Player, feature: u16) {
        self.perspectives[viewer.index()]
            .removed
            .push_if(active, feature);
    }

    /// Has the perspective of `viewer` refreshed from
    /// [`active`](crate::Features::active) instead, as when a king has moved to another king
    /// bucket; what else is recorded for it is then ignored.
    #[inline]
    pub fn refresh(&mut self, viewer: Player) {
        self.perspectives[viewer.index()].refresh = true;
    }

    /// What is written from here on is a span of each perspective.
    #[inline]
    pub(crate) fn begin(&mut self) {
        for stack in &mut self.perspectives {
            stack.begin = stack.height();
            stack.refresh = false;
        }
    }

    /// What has been written for a perspective since [`begin`](Self::begin), and whether it has to
    /// be refreshed.
    #[inline]
    pub(crate) fn span(&self, viewer: usize) -> (Span, bool) {
        let stack = &self.perspectives[viewer];
        let span = Span {
            begin: stack.begin,
            end: stack.height(),
        };
        (span, stack.refresh)
    }

    /// Forgets a span of a perspective and all after it.
    #[inline]
    pub(crate) fn truncate(&mut self, viewer: usize, span: Span) {
        let [added, removed] = span.begin;
        self.perspectives[viewer].added.count = added as usize;
        self.perspectives[viewer].removed.count = removed as usize;
    }

    pub(crate) fn clear(&mut self) {
        for stack in &mut self.perspectives {
            stack.added.count = 0;
            stack.removed.count = 0;
        }
    }

    #[cfg(test)]
    pub(crate) fn is_empty(&self) -> bool {
        self.perspectives
            .iter()
            .all(|stack| stack.height() == [0; 2])
    }

    /// What was added and what was removed from a perspective.
    #[inline(always)]
    pub(crate) fn of(&self, viewer: usize, span: Span) -> [&[u16]; 2] {
        let [added, removed] =
            [0, 1].map(|which| span.begin[which] as usize..span.end[which] as usize);
        let stack = &self.perspectives[viewer];
        [&stack.added.memory[added], &stack.removed.memory[removed]]
    }
}

impl Stack {
    #[inline]
    fn height(&self) -> [u32; 2] {
        [self.added.count as u32, self.removed.count as u32]
    }
}

impl FeatureStack {
    #[inline]
    fn push_if(&mut self, wanted: bool, feature: u16) {
        if self.count == self.memory.len() {
            self.grow();
        }
        self.memory[self.count] = feature;
        self.count += usize::from(wanted);
    }

    #[cold]
    fn grow(&mut self) {
        self.memory.resize(2 * self.count + 64, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_active_is_not_recorded() {
        let mut changes = Changes::default();
        changes.begin();
        for feature in 0..200 {
            changes.add_if(feature % 3 == 0, Player::First, feature);
            changes.remove_if(feature % 2 == 0, Player::Second, feature);
        }
        let [first, second] = [0, 1].map(|viewer| {
            let (span, refresh) = changes.span(viewer);
            assert!(!refresh);
            changes.of(viewer, span).map(<[u16]>::to_vec)
        });
        let every = |step| (0..200).step_by(step).collect::<Vec<u16>>();
        assert_eq!(first, [every(3), Vec::new()]);
        assert_eq!(second, [Vec::new(), every(2)]);
    }
}
