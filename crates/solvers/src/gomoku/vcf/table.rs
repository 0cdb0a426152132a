//! Positions without a win by fours.

/// A table of positions in which the player to move has no win by a number of fours.
///
/// A fixed number of entries in pairs, indexed by the key; the entry with fewer fours is replaced.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// The key, and the number of fours with the solve that found it in the bits above
    /// [`FOURS`](Self::FOURS).
    pairs: Vec<[[u64; 2]; 2]>,
    age: u64,
}

impl Table {
    /// The bits that hold a number of fours.
    const FOURS: u64 = 0xffff;

    /// The largest table of a power of two within `bytes`, at least one pair. Its memory is only
    /// touched on use.
    pub(super) fn with_bytes(bytes: usize) -> Self {
        let most = (bytes / size_of::<[[u64; 2]; 2]>()).max(1);
        Self {
            pairs: vec![[[0; 2]; 2]; 1 << most.ilog2()],
            age: 1,
        }
    }

    /// Its size.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.pairs)
    }

    /// Clears the table, at no cost.
    pub(super) fn forget(&mut self) {
        self.age += 1;
    }

    #[inline(always)]
    fn index(&self, key: u64) -> usize {
        (key >> 16) as usize & (self.pairs.len() - 1)
    }

    /// The number of fours by which there is no win; 0 if unknown.
    #[inline(always)]
    pub(super) fn probe(&self, key: u64) -> u16 {
        let age = self.age << 16;
        let known = self.pairs[self.index(key)]
            .iter()
            .find(|entry| entry[0] == key && entry[1] & !Self::FOURS == age);
        known.map_or(0, |entry| entry[1] as u16)
    }

    /// Stores that there is no win by this many `fours`.
    #[inline(always)]
    pub(super) fn store(&mut self, key: u64, fours: u16) {
        let index = self.index(key);
        let age = self.age << 16;
        let pair = &mut self.pairs[index];
        let worth = |entry: &[u64; 2]| {
            if entry[1] & !Self::FOURS == age {
                entry[1] & Self::FOURS
            } else {
                0
            }
        };
        let known = pair.iter().position(|entry| entry[0] == key);
        let place = known.unwrap_or(usize::from(worth(&pair[1]) <= worth(&pair[0])));
        pair[place] = [key, age | u64::from(fours)];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_keeps_the_most_and_forgets_all() {
        let mut table = Table::with_bytes(0);
        table.store(1, 5);
        table.store(2, 9);
        assert_eq!((table.probe(1), table.probe(2), table.probe(3)), (5, 9, 0));
        table.store(3, 1);
        assert_eq!((table.probe(1), table.probe(2), table.probe(3)), (0, 9, 1));
        table.store(3, 7);
        assert_eq!((table.probe(2), table.probe(3)), (9, 7));
        table.forget();
        assert_eq!((table.probe(2), table.probe(3), table.bytes()), (0, 0, 32));
    }
}
