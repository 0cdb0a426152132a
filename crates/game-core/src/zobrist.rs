//! Zobrist keys: one frozen random number a feature, joined by exclusive or (A. L. Zobrist, 1970).
//!
//! ```
//! use game_core::zobrist;
//! const KEYS: [u64; 2 * 64] = zobrist::keys(*b"othello\0");
//! assert_ne!(KEYS[0], KEYS[1]);
//! ```

/// The finaliser of SplitMix64 (Steele, Lea and Flood, 2014): a bijection on 64 bits that mixes
/// them well.
///
/// ```
/// use game_core::zobrist::mix;
/// // A key for a game whose state is small: a heap of counters, and whose turn it is.
/// let key = |left: u64, turn: u64| mix(left << 1 | turn);
/// assert_ne!(key(5, 0), key(5, 1));
/// // The first number of SplitMix64 from 0: keys are the same in every release.
/// assert_eq!(mix(0), 0xe220_a839_7b1d_cdaf);
/// ```
#[inline]
pub const fn mix(bits: u64) -> u64 {
    let mut z = bits.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// `N` keys, the SplitMix64 sequence that starts at the eight letters of `name`: frozen once a game
/// has named itself.
///
/// ```
/// use game_core::zobrist;
/// // A piece of either player on each of nine squares.
/// const KEYS: [u64; 2 * 9] = zobrist::keys(*b"noughts\0");
/// let corner = KEYS[0];
/// let both = corner ^ KEYS[9 + 4];
/// // To take a piece away is to add it again.
/// assert_eq!(both ^ KEYS[9 + 4], corner);
/// ```
pub const fn keys<const N: usize>(name: [u8; 8]) -> [u64; N] {
    let seed = u64::from_le_bytes(name);
    let mut keys = [0; N];
    let mut i = 0;
    while i < N {
        keys[i] = mix(seed.wrapping_add((i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)));
        i += 1;
    }
    keys
}

#[cfg(test)]
mod tests {
    #[test]
    fn keys_are_frozen() {
        // The published first outputs of SplitMix64 with seed 0.
        let keys: [u64; 3] = super::keys([0; 8]);
        assert_eq!(
            keys,
            [
                0xe220_a839_7b1d_cdaf,
                0x6e78_9e6a_a1b9_65f4,
                0x06c4_5d18_8009_454f
            ]
        );
    }
}
