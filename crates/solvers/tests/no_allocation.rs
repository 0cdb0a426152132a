//! After warm-up a search for fours allocates nothing. Alone in its binary, so that no other test's
//! are counted.

#![cfg(feature = "gomoku")]

use cases::cases;
use solvers::gomoku::{Vcf, Verdict};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;

#[allow(dead_code)] // The other tests look at more of a case.
#[path = "it/cases/mod.rs"]
mod cases;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[test]
fn a_leaf_allocates_nothing() {
    let cases = cases();
    let mut vcf = Vcf::with_bytes(1 << 16);
    let mut search = || {
        vcf.forget();
        let region = Region::new(ALLOCATOR);
        let mut nodes = 0;
        let mut wins = 0;
        for case in &cases {
            let verdict = vcf.prove(&case.pos, &mut |spent| {
                nodes += spent;
                true
            });
            wins += usize::from(verdict == Verdict::Win);
        }
        let change = region.change();
        (change.allocations + change.reallocations, nodes, wins)
    };
    search();
    // What runs the tests may allocate meanwhile, though not all the time.
    let Some((allocations, nodes, wins)) = (0..20).map(|_| search()).min() else {
        unreachable!("20 are some")
    };
    assert_eq!(
        (allocations, wins),
        (0, cases.iter().filter(|case| case.plies.is_some()).count())
    );
    assert!(nodes > 1_000, "{nodes} positions");
}
