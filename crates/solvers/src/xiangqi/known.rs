use crate::table;

/// The known bounds of a position's mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// There is no mate within this many attacker's moves.
    pub(super) none: u8,
    /// There is a mate within this many.
    pub(super) mate: u8,
    /// The packed move that mates, or stops it.
    pub(super) mv: u16,
}

impl Known {
    /// More moves than any search uses: as `none`, there is no mate at all; as `mate`, none is
    /// known.
    pub(super) const ENDLESS: u8 = u8::MAX;
    /// No knowledge.
    pub(super) const NOTHING: Self = Self {
        none: 0,
        mate: Self::ENDLESS,
        mv: 0,
    };
}

impl table::Known for Known {
    type Bits = [u32; 1];

    fn pack(self) -> [u32; 1] {
        [u32::from(self.none) | u32::from(self.mate) << 8 | u32::from(self.mv) << 16]
    }

    fn unpack([bits]: [u32; 1]) -> Self {
        Self {
            none: bits as u8,
            mate: (bits >> 8) as u8,
            mv: (bits >> 16) as u16,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Known as _;

    #[test]
    fn packed_and_unpacked() {
        for known in [
            Known::NOTHING,
            Known {
                none: 3,
                mate: 200,
                mv: 0xfedc,
            },
            Known {
                none: Known::ENDLESS,
                mate: 0,
                mv: 1,
            },
        ] {
            assert_eq!(Known::unpack(known.pack()), known);
        }
    }
}
