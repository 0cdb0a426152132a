/// A stream of numbers that is the same for the same seed, on every machine and in every version.
///
/// SplitMix64, from G. Steele, D. Lea and C. Flood, "Fast splittable pseudorandom number
/// generators" (2014).
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

    /// A number from 0 to 1, exclusive: one of 2^53, equally likely.
    pub fn fraction(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers that the authors' program prints for seed 1234567.
    #[test]
    fn it_is_splitmix64() {
        let mut stream = Stream(1_234_567);
        assert_eq!(
            [stream.next(), stream.next()],
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]
        );
    }

    #[test]
    fn streams_differ_and_stay_in_bounds() {
        let mut one = Stream::new(1, 0);
        let mut other = Stream::new(1, 1);
        assert_ne!(one.next(), other.next());
        let mut seen = [0; 5];
        for _ in 0..5_000 {
            seen[one.below(5)] += 1;
        }
        assert!(
            seen.iter().all(|count| (900..1_100).contains(count)),
            "{seen:?}"
        );
    }
}
