use engines::EngineConfig;

/// The resources that the manager allows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Resources {
    /// The memory of the brain, in bytes.
    pub memory: Option<u64>,
    /// The table's size, in KiB.
    pub hash: Option<u64>,
    pub threads: Option<usize>,
}

impl Resources {
    /// The memory of the program without its table.
    const BESIDE: u64 = 24 << 20;
    /// The memory of each search thread.
    const A_THREAD: u64 = 2 << 20;
    /// The largest table, in MiB.
    pub const LARGEST: u64 = 4_096;

    /// `config` within these resources. A level sets its own threads and table, which are smaller
    /// than any memory a manager gives.
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
        // The table's size is a power of two that fits, but there is always a table.
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
