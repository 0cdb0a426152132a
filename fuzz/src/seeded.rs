use bolero::bolero_engine::{Engine, Failure, Test, driver, input::Bytes, panic};
use bolero::{TargetLocation, bolero_engine};
use std::time::{Duration, Instant};
use std::{env, fmt::Debug, fs, path::PathBuf};

/// The engine of `cargo test`: it runs a target on the inputs that fuzzers have saved, and then on
/// the bytes of fixed seeds.
///
/// `BOYI_FUZZ_SECONDS` makes it go on for that long, and `BOYI_FUZZ_SEED` chooses the first seed.
/// A failing input is shrunk before it is shown.
#[derive(Debug)]
pub struct Seeded {
    location: TargetLocation,
    runs: u64,
    length: usize,
}

impl Seeded {
    /// An engine that runs `runs` inputs of at most `length` bytes.
    pub fn new(location: TargetLocation, runs: u64, length: usize) -> Self {
        Self {
            location,
            runs,
            length,
        }
    }

    /// The inputs that fuzzers have saved for this target, in the order of their names.
    fn saved(&self) -> Vec<PathBuf> {
        let folder = self.location.work_dir().unwrap_or_default();
        let mut files: Vec<_> = ["corpus", "crashes"]
            .into_iter()
            .filter_map(|name| fs::read_dir(folder.join(name)).ok())
            .flat_map(|entries| entries.filter_map(Result::ok))
            .map(|entry| entry.path())
            .filter(|path| path.is_file())
            .collect();
        files.sort();
        files
    }

    /// The bytes of `seed`: many short inputs, some long ones.
    fn bytes(&self, seed: u64) -> Vec<u8> {
        let mut state = seed;
        let mut next = || {
            // SplitMix64 (Steele, Lea and Flood, 2014).
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut mixed = state;
            mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            mixed ^ (mixed >> 31)
        };
        let most = self.length >> (next() % 4);
        let length = next() as usize % (most + 1);
        let mut bytes = Vec::with_capacity(length + 8);
        while bytes.len() < length {
            bytes.extend(next().to_le_bytes());
        }
        bytes.truncate(length);
        bytes
    }
}

/// A whole number from the environment.
fn number(name: &str) -> Option<u64> {
    env::var(name).ok().and_then(|text| text.parse().ok())
}

impl<T: Test> Engine<T> for Seeded
where
    T::Value: Debug,
{
    type Output = ();

    fn run(self, mut test: T, options: driver::Options) {
        panic::set_hook();
        panic::forward_panic(false);
        let mut run = |name: &str, bytes: Vec<u8>| {
            let Err(error) = test.test(&mut Bytes::new(&bytes, &options)) else {
                return;
            };
            let shrunk = bolero_engine::shrink::shrink(&mut test, bytes.clone(), None, &options);
            let failure = match shrunk {
                Some(failure) => failure,
                None => Failure {
                    error,
                    input: test.generate_value(&mut Bytes::new(&bytes, &options)),
                    seed: None,
                },
            };
            panic::forward_panic(true);
            panic!("{name}: {failure}");
        };
        for path in self.saved() {
            let bytes = fs::read(&path).expect("a saved input");
            run(&path.display().to_string(), bytes);
        }
        let first = number("BOYI_FUZZ_SEED").unwrap_or(1);
        let seconds = number("BOYI_FUZZ_SECONDS").map(Duration::from_secs);
        let begun = Instant::now();
        for seed in first.. {
            let goes_on = match seconds {
                Some(seconds) => begun.elapsed() < seconds,
                None => seed < first + self.runs,
            };
            if !goes_on {
                println!("{}: {} inputs", self.location.item_path(), seed - first);
                break;
            }
            run(&format!("BOYI_FUZZ_SEED={seed}"), self.bytes(seed));
        }
        panic::forward_panic(true);
    }
}
