//! What every fuzz target is made of: the engine that runs it, and draws from the fuzzer's bytes.
//!
//! A target is a test that calls [`target!`] with a function of a byte slice. `cargo test` runs it
//! on the bytes of fixed seeds, so every run is the same; `cargo bolero test` lets a fuzzer choose
//! the bytes. The targets are in `tests/targets`, the commands in `README.md`.

mod draws;
mod seeded;

pub use bolero;
pub use draws::Draws;
pub use seeded::Seeded;

/// Runs `check` on byte slices: under a fuzzer on those it chooses, and otherwise on `runs` slices
/// of at most `length` bytes, the same every time.
///
/// It belongs in a test function, whose path is the name of the target.
#[macro_export]
macro_rules! target {
    ($runs:expr, $length:expr, $check:expr) => {{
        let location = $crate::bolero::TargetLocation {
            package_name: env!("CARGO_PKG_NAME"),
            manifest_dir: env!("CARGO_MANIFEST_DIR"),
            module_path: module_path!(),
            file: file!(),
            line: line!(),
            item_path: $crate::bolero::__item_path__!(),
            test_name: None,
        };
        if !location.should_run() {
            return;
        }
        let check: fn(&[u8]) = $check;
        #[cfg(fuzzing)]
        let target = $crate::bolero::TestTarget::new($crate::bolero::DefaultEngine::new(location))
            .with_max_len($length);
        #[cfg(not(fuzzing))]
        let target = $crate::bolero::TestTarget::new($crate::Seeded::new(location, $runs, $length));
        target.for_each(check);
    }};
}
