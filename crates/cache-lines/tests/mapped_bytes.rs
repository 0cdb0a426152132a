//! Alone in its process: the bytes of all cache lines are counted together.

use cache_lines::{CacheLines, mapped_bytes};

#[test]
fn large_memory_is_counted_while_it_is_there() {
    assert_eq!(mapped_bytes(), 0);
    let large = CacheLines::zeroed(1 << 16);
    let _small = CacheLines::zeroed(100);
    assert_eq!(mapped_bytes(), large.bytes());
    let copy = large.clone();
    assert_eq!(mapped_bytes(), large.bytes() + copy.bytes());
    drop(large);
    assert_eq!(mapped_bytes(), copy.bytes());
    drop(copy);
    assert_eq!(mapped_bytes(), 0);
}
