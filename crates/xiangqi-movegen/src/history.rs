use crate::Move;

/// What the move limit counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Clock {
    /// Counted plies since the last capture.
    pub plies: u16,
    /// Each player's checks since the last capture.
    pub checks: [u16; 2],
}

impl Clock {
    /// The clock after a quiet ply of the player with index `us` that was made in check, or gave
    /// check.
    #[inline]
    pub fn after_quiet(
        mut self,
        us: usize,
        was_checked: bool,
        gives_check: bool,
        credit: Option<u32>,
    ) -> Self {
        let beyond = |checks: u16| credit.is_some_and(|credit| u32::from(checks) > credit);
        if gives_check {
            self.checks[us] = self.checks[us].saturating_add(1);
        }
        if !(gives_check && beyond(self.checks[us]) || was_checked && beyond(self.checks[1 - us])) {
            self.plies = self.plies.saturating_add(1);
        }
        self
    }
}

/// A move played, and what the position was before it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ply {
    pub key: u64,
    pub mv: Move,
    pub in_check: bool,
    pub clock: Clock,
    /// Plies back to the last capture or null move, or to the start.
    pub reversible: u32,
}

/// The moves played since the position was set up.
#[derive(Debug)]
pub(crate) struct History(Vec<Ply>);

impl History {
    /// Room for a search below a game, so that playing moves does not allocate.
    const SPARE: usize = 256;

    pub fn new() -> Self {
        Self(Vec::with_capacity(Self::SPARE))
    }

    #[inline]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    #[inline]
    pub fn push(&mut self, ply: Ply) {
        self.0.push(ply);
    }

    #[inline]
    pub fn pop(&mut self) -> Option<Ply> {
        self.0.pop()
    }

    /// The ply that led away from the position `back` plies ago, which is at least 1 and at most
    /// [`len`](Self::len).
    #[inline]
    pub fn back(&self, back: usize) -> &Ply {
        &self.0[self.0.len() - back]
    }
}

impl Clone for History {
    /// Clones with room to spare, which a derived clone would not have.
    fn clone(&self) -> Self {
        let mut plies = Vec::with_capacity(self.0.len() + Self::SPARE);
        plies.extend_from_slice(&self.0);
        Self(plies)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checks_beyond_the_credit_and_their_replies_are_not_counted() {
        let mut clock = Clock::default();
        for round in 1..=5_u16 {
            clock = clock.after_quiet(0, false, true, Some(3));
            assert_eq!(clock.plies, (2 * round - 1).min(6));
            clock = clock.after_quiet(1, true, false, Some(3));
            assert_eq!(clock.plies, (2 * round).min(6));
        }
        // A quiet move counts again, and so does its reply.
        clock = clock
            .after_quiet(0, false, false, Some(3))
            .after_quiet(1, false, false, Some(3));
        assert_eq!((clock.plies, clock.checks), (8, [5, 0]));
        // A reply that gives check itself is the other side's first.
        clock = clock
            .after_quiet(0, false, true, Some(3))
            .after_quiet(1, true, true, Some(3));
        assert_eq!((clock.plies, clock.checks), (8, [6, 1]));
        assert_eq!(clock.after_quiet(0, true, false, Some(3)).plies, 9);
        assert_eq!(clock.after_quiet(0, true, true, None).plies, 9);
    }

    #[test]
    fn a_clone_has_room_to_spare() {
        assert!(History::new().clone().0.capacity() >= History::SPARE);
    }
}
