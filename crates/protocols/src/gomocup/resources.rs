use engines::EngineConfig;

/// What the manager lets the brain take of the machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Resources {
    /// Bytes of memory, all in all.
    pub memory: Option<u64>,
    /// KiB of a table.
    pub hash: Option<u64>,
    pub threads: Option<usize>,
}

impl Resources {
    /// What the program takes beside its table.
    const BESIDE: u64 = 24 << 20;
    /// And every thread of a search.
    const A_THREAD: u64 = 2 << 20;
    /// The largest table, in MiB.
    pub const LARGEST: u64 = 4_096;

    /// `config` with no more than that. A level has threads and a table of its own, the largest of
    /// them smaller than any memory that is given.
    pub fn bound(&self, config: &EngineConfig) -> EngineConfig {
        let EngineConfig::Searcher(spec) = config else {
            return config.clone();
        };
        let mut spec = spec.clone();
        spec.threads = self.threads.unwrap_or(spec.threads);
        let wanted = self.hash.map_or(spec.hash as u64, |kib| kib >> 10);
        let room = self.memory.map(|bytes| {
            let beside = Self::BESIDE + Self::A_THREAD * spec.threads as u64;
            bytes.saturating_sub(beside) >> 20
        });
        // The table's size is a power of two at most that large, but there is always one.
        spec.hash = room
            .map_or(wanted, |room| room.min(wanted))
            .clamp(1, Self::LARGEST) as usize;
        EngineConfig::Searcher(spec)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash(resources: Resources, config: &str) -> (usize, usize) {
        let EngineConfig::Searcher(spec) =
            resources.bound(&config.parse().expect("a configuration"))
        else {
            panic!("a level")
        };
        (spec.hash, spec.threads)
    }

    #[test]
    fn memory_bounds_the_table() {
        let none = Resources::default();
        let memory = |mib: u64| Resources {
            memory: Some(mib << 20),
            ..none
        };
        assert_eq!(hash(none, "pvs,hash=64"), (64, 1));
        assert_eq!(hash(memory(350), "pvs,hash=64"), (64, 1));
        assert_eq!(hash(memory(70), "pvs,hash=64"), (44, 1));
        assert_eq!(hash(memory(70), "pvs,hash=64,threads=4"), (38, 4));
        assert_eq!(hash(memory(1), "pvs,hash=64"), (1, 1));
        assert_eq!(
            hash(
                Resources {
                    hash: Some(32 << 10),
                    ..memory(350)
                },
                "pvs,hash=64"
            ),
            (32, 1)
        );
        assert_eq!(
            hash(
                Resources {
                    hash: Some(u64::MAX),
                    ..none
                },
                "pvs"
            ),
            (4_096, 1)
        );
        assert_eq!(
            hash(
                Resources {
                    hash: Some(u64::MAX),
                    ..memory(70)
                },
                "pvs"
            ),
            (44, 1)
        );
        assert_eq!(
            hash(
                Resources {
                    threads: Some(8),
                    ..none
                },
                "pvs,hash=2"
            ),
            (2, 8)
        );
        assert_eq!(
            memory(1).bound(&EngineConfig::level(3)).to_string(),
            "level=3"
        );
    }
}
