//! What is at random, the same for the same seed.

use std::time::{Duration, Instant};

/// Numbers that look like chance.
pub struct Chance(pub u64);

impl Chance {
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = game_core::zobrist::mix(self.0);
        (self.0 >> 16) as usize % end
    }

    pub fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    pub fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    /// A line as it comes: one in four is damaged, by `signs` or by what is there already; a few
    /// are very long.
    pub fn damage(&mut self, line: &str, signs: &[u8]) -> Vec<u8> {
        let mut bytes = line.as_bytes().to_vec();
        if self.one_in(4) {
            for _ in 0..=self.below(3) {
                let at = self.below(bytes.len() + 1);
                let sign = self.of(signs);
                match self.below(4) {
                    0 if at < bytes.len() => bytes[at] = sign,
                    1 if at < bytes.len() => drop(bytes.remove(at)),
                    2 if at < bytes.len() => bytes.insert(at, bytes[at]),
                    _ => bytes.insert(at, sign),
                }
            }
        }
        if self.one_in(2_000) {
            bytes.resize(16_380 + self.below(10), b'7');
        }
        bytes.retain(|&byte| byte != b'\n');
        bytes
    }
}

/// Conversations until `BOYI_FUZZ_SECONDS` have passed, or ten minutes, with seeds from
/// `BOYI_FUZZ_SEED` on: `converse` is told whom with, the seed, how many lines and when to end, and
/// returns how many lines it was.
pub fn converse_for_long(converse: impl Fn(&str, u64, usize, Option<Instant>) -> usize) {
    let number = |name: &str, default: u64| {
        std::env::var(name)
            .ok()
            .and_then(|text| text.parse().ok())
            .unwrap_or(default)
    };
    let end = Instant::now() + Duration::from_secs(number("BOYI_FUZZ_SECONDS", 600));
    let mut seed = number("BOYI_FUZZ_SEED", 1_000);
    let mut said = 0;
    let mut talks = 0;
    while Instant::now() < end {
        for config in [
            "pvs,depth=1,hash=1",
            "aspiration,nodes=2000,hash=1",
            "smp,depth=2,hash=1",
            "level=2",
        ] {
            said += converse(config, seed, 5_000, Some(end));
            (seed, talks) = (seed + 1, talks + 1);
        }
    }
    println!(
        "{said} lines in {talks} conversations, seeds to {seed}: all answered as they should be"
    );
}
