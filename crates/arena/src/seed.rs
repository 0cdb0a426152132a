use std::hash::Hasher;

/// A stream of numbers that is the same for the same seed, on every machine and in every version.
///
/// SplitMix64, from G. Steele, D. Lea and C. Flood, "Fast splittable pseudorandom number generators" (2014).
#[derive(Clone, Debug)]
pub(crate) struct Stream(u64);

impl Stream {
    /// The stream number `index` of `seed`.
    pub fn new(seed: u64, index: u64) -> Self {
        let mut stream = Self(seed);
        stream.0 = stream.next() ^ index;
        stream.0 = stream.next();
        stream
    }

    /// The next number.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// The next number below `bound`, which is not 0: uniform up to a bias of `bound` in 2^64.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }
}

/// FNV-1a of 64 bits, by G. Fowler, L. Noll and K.-P. Vo: unlike the standard library's hasher, the same for ever.
#[derive(Clone, Debug)]
pub(crate) struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers that the authors' program prints for seed 1234567.
    #[test]
    fn it_is_splitmix64() {
        let mut stream = Stream(1_234_567);
        assert_eq!([stream.next(), stream.next()], [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
    }

    #[test]
    fn streams_differ_and_stay_in_bounds() {
        let (mut one, mut other) = (Stream::new(1, 0), Stream::new(1, 1));
        assert_ne!(one.next(), other.next());
        let mut seen = [0; 5];
        for _ in 0..5_000 {
            seen[one.below(5)] += 1;
        }
        assert!(seen.iter().all(|count| (900..1_100).contains(count)), "{seen:?}");
    }

    /// The authors' test vectors.
    #[test]
    fn the_hash_is_fnv_1a() {
        for (text, expected) in
            [("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8)]
        {
            let mut hash = Fnv::default();
            hash.write(text.as_bytes());
            assert_eq!(hash.finish(), expected, "{text}");
        }
    }
}
