use crate::table::Known;

/// The proof and disproof numbers of a win for the attacker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    /// The least number of open positions that must be proved; 0 is a win.
    pub(super) proof: u32,
    /// The least number of open positions that must be disproved; 0 is no win.
    pub(super) disproof: u32,
    /// The plies of a proved win.
    pub(super) plies: u16,
}

impl Numbers {
    /// More than any sum of open positions.
    pub(super) const INFINITE: u32 = 1 << 30;
    /// No win.
    pub(super) const NONE: Self = Self {
        proof: Self::INFINITE,
        disproof: 0,
        plies: 0,
    };
    /// Thresholds that only a decided position reaches.
    pub(super) const OPEN: Self = Self {
        proof: Self::INFINITE,
        disproof: Self::INFINITE,
        plies: 0,
    };

    /// A win within this many plies.
    pub(super) const fn win(plies: u32) -> Self {
        Self {
            proof: 0,
            disproof: Self::INFINITE,
            plies: plies as u16,
        }
    }

    /// An unsearched position with this proof number.
    pub(super) fn fresh(proof: usize) -> Self {
        Self {
            proof: proof as u32,
            disproof: 1,
            plies: 0,
        }
    }

    /// Whether a search within `limit` is over.
    pub(super) fn exceeds(self, limit: Self) -> bool {
        self.proof >= limit.proof || self.disproof >= limit.disproof
    }
}

impl Known for Numbers {
    type Bits = [u32; 3];

    fn pack(self) -> [u32; 3] {
        [self.proof, self.disproof, self.plies.into()]
    }

    fn unpack([proof, disproof, plies]: [u32; 3]) -> Self {
        Self {
            proof,
            disproof,
            plies: plies as u16,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_and_unpacked() {
        for numbers in [
            Numbers::NONE,
            Numbers::OPEN,
            Numbers::win(225),
            Numbers {
                proof: 7,
                disproof: 9,
                plies: u16::MAX,
            },
        ] {
            assert_eq!(Numbers::unpack(numbers.pack()), numbers);
        }
    }
}
