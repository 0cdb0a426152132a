use game_core::Score;

/// A cache of the evaluator's scores by the positions' keys, one thread's own: a new score takes
/// the place of an old one.
#[derive(Clone, Debug, Default)]
pub(crate) struct EvalCache {
    /// The key's upper bits, and the score in the lowest; the bits that it takes are those that
    /// lead to the place. The bits are [turned round](Self::EMPTY), so that what is empty is zero,
    /// and takes no memory before it is written to.
    entries: Vec<u64>,
}

impl EvalCache {
    const SCORE: u64 = 0xffff;
    /// Upper bits that no position should have.
    const EMPTY: u64 = !Self::SCORE;

    /// How many bytes one of this many MiB takes.
    pub(crate) fn bytes(mib: u32) -> usize {
        (mib as usize)
            .checked_ilog2()
            .map_or(0, |log| 1 << (20 + log))
    }

    /// Becomes one of this many MiB, rounded down to a power of two; of none it holds nothing. What
    /// it knows is kept where the size is.
    pub(crate) fn resize(&mut self, mib: u32) {
        let len = Self::bytes(mib) / size_of::<u64>();
        if len != self.entries.len() {
            self.entries = vec![0; len];
        }
    }

    /// The score of the position with this key: a known one, and true, or what `evaluate` says,
    /// which is kept.
    #[inline]
    pub(crate) fn score(&mut self, key: u64, evaluate: impl FnOnce() -> Score) -> (Score, bool) {
        // Evaluators' scores fit sixteen bits.
        const { assert!(Score::MAX_EVAL.get() <= i16::MAX as i32) };
        let Some(last) = self.entries.len().checked_sub(1) else {
            return (evaluate(), false);
        };
        let entry = &mut self.entries[key as usize & last];
        let known = *entry ^ Self::EMPTY;
        if known & !Self::SCORE == key & !Self::SCORE {
            return (Score::eval((known as i16).into()), true);
        }
        let score = evaluate();
        *entry = (key & !Self::SCORE | score.get() as u64 & Self::SCORE) ^ Self::EMPTY;
        (score, false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_says_what_the_evaluator_said_of_the_same_position() {
        let mut cache = EvalCache::default();
        let ask = |cache: &mut EvalCache, key: u64, value: i32| {
            let (score, known) = cache.score(key, || Score::eval(value));
            (score.get(), known)
        };
        assert_eq!(
            (ask(&mut cache, 1, 5), ask(&mut cache, 1, 6)),
            ((5, false), (6, false)),
            "of no size"
        );
        cache.resize(1);
        let most = Score::MAX_EVAL.get();
        for (i, value) in [0, 1, -1, most, -most].into_iter().enumerate() {
            let key = 0x0123_4567_89ab_cdef ^ (i as u64) << 40;
            assert_eq!(
                (ask(&mut cache, key, value), ask(&mut cache, key, 7)),
                ((value, false), (value, true))
            );
            assert_eq!(
                ask(&mut cache, key ^ 1 << 20, 3),
                (3, false),
                "another position in the same place"
            );
            assert_eq!(ask(&mut cache, key, 4), (4, false), "which took it");
        }
        cache.resize(1);
        assert_eq!(
            ask(&mut cache, 0x0123_4567_89ab_cdef ^ 4 << 40, 8),
            (4, true),
            "kept"
        );
        cache.resize(3);
        assert_eq!(
            (ask(&mut cache, 1, 8), cache.entries.len()),
            ((8, false), 1 << 18)
        );
        cache.resize(0);
        assert_eq!(ask(&mut cache, 1, 9), (9, false));
    }
}
