use std::ops::Neg;

/// The proof and disproof numbers of a position for the player to move there: `phi` is the least
/// number of leaves that must still fall his way for him to reach his goal, `delta` for him to be
/// denied it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) phi: u32,
    pub(super) delta: u32,
    /// Where the attacker is denied: because of the path here, or the ply where the search ends,
    /// and so not for certain.
    pub(super) tainted: bool,
    /// Once settled, the plies to the end that was found.
    pub(super) plies: u16,
}

/// The numbers for the other player: what proves one's goal disproves the other's.
impl Neg for Numbers {
    type Output = Self;
    fn neg(self) -> Self {
        Self {
            phi: self.delta,
            delta: self.phi,
            ..self
        }
    }
}

impl Numbers {
    /// More than any sum of what is still open.
    pub(super) const INFINITE: u32 = 1 << 30;

    /// The player to move has his goal, or never will.
    pub(super) const fn settled(reached: bool) -> Self {
        let (phi, delta) = if reached {
            (0, Self::INFINITE)
        } else {
            (Self::INFINITE, 0)
        };
        Self {
            phi,
            delta,
            tainted: false,
            plies: 0,
        }
    }

    /// A position not looked at, with this many moves: one may be enough for the player to move,
    /// and to deny him takes an answer to each.
    pub(super) fn fresh(moves: usize) -> Self {
        Self {
            phi: 1,
            delta: moves as u32,
            tainted: false,
            plies: 0,
        }
    }

    /// The search's thresholds: never reached before the position is settled.
    pub(super) const OPEN: Self = Self {
        phi: Self::INFINITE,
        delta: Self::INFINITE,
        tainted: false,
        plies: 0,
    };

    /// Whether the player to move is known to reach his goal, or to be denied it.
    pub(super) fn reached(self) -> Option<bool> {
        if self.phi == 0 {
            Some(true)
        } else if self.delta == 0 {
            Some(false)
        } else {
            None
        }
    }

    /// Whether a search within `limit` is over.
    pub(super) fn exceeds(self, limit: Self) -> bool {
        self.phi >= limit.phi || self.delta >= limit.delta
    }
}
