use crate::{EngineConfig, EngineError, Game};
use thiserror::Error;

/// What an engine may take whose configuration comes from outside: from a visitor of a page, or
/// from a client of a protocol.
///
/// ```
/// let othello = engines::game("othello")?;
/// let allowance = engines::Allowance { hash: 32, threads: 2, memory: 96 };
/// assert_eq!(allowance.check(othello, &"mcts,hash=3".parse()?)?, 3 + 1);
/// let error = allowance.check(othello, &"pvs,hash=64".parse()?).unwrap_err();
/// assert_eq!(error.to_string(), "hash=64 is more than the 32 MiB that this server allows");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// The largest table or tree of a searcher, in MiB. A level sets its own.
    pub hash: usize,
    /// The most threads of a searcher.
    pub threads: usize,
    /// The most memory of an engine, in MiB, by [its own count](Game::check).
    pub memory: usize,
}

/// Why an engine configuration from outside is refused.
///
/// ```
/// use engines::{Allowance, NotAllowed};
/// let othello = engines::game("othello")?;
/// let allowance = Allowance { hash: 32, threads: 2, memory: 96 };
/// let refused = allowance.check(othello, &"smp,threads=8".parse()?).unwrap_err();
/// assert!(matches!(refused, NotAllowed::Threads { threads: 8, most: 2 }));
/// let refused = allowance.check(othello, &"level=3,network=mine.nnue".parse()?).unwrap_err();
/// assert_eq!(refused.to_string(), "an engine may name no file of this server's machine: no network=FILE");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NotAllowed {
    /// It names a file.
    #[error("an engine may name no file of this server's machine: no network=FILE")]
    File,
    /// The game does not take it.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// Its table is too large.
    #[error("hash={hash} is more than the {most} MiB that this server allows")]
    Hash {
        /// The size asked for, in MiB.
        hash: usize,
        /// The size allowed, in MiB.
        most: usize,
    },
    /// It has too many threads.
    #[error("{threads} threads are more than the {most} that this server allows")]
    Threads {
        /// The number asked for.
        threads: usize,
        /// The number allowed.
        most: usize,
    },
    /// It would take too much memory.
    #[error("it would take {wanted} MiB, and this server allows an engine {most}")]
    Memory {
        /// The memory that it would take, in MiB.
        wanted: usize,
        /// The memory allowed, in MiB.
        most: usize,
    },
}

impl Allowance {
    /// Checks that `game` takes `config`, that it names no file, and that it asks for no more than
    /// is allowed. Returns the memory that the engine may take, in MiB.
    ///
    /// # Errors
    /// If it is refused, saying why and what would be accepted.
    pub fn check(&self, game: &dyn Game, config: &EngineConfig) -> Result<usize, NotAllowed> {
        // First, so that nothing tells whether there is such a file.
        if config.weights().network().is_some() {
            return Err(NotAllowed::File);
        }
        let wanted = game.check(config)?;
        if let EngineConfig::Searcher(searcher) = config {
            if searcher.hash > self.hash {
                return Err(NotAllowed::Hash {
                    hash: searcher.hash,
                    most: self.hash,
                });
            }
            if searcher.threads > self.threads {
                return Err(NotAllowed::Threads {
                    threads: searcher.threads,
                    most: self.threads,
                });
            }
        }
        if wanted > self.memory {
            let most = self.memory;
            return Err(NotAllowed::Memory { wanted, most });
        }
        Ok(wanted)
    }
}

#[cfg(test)]
#[cfg(feature = "othello")]
mod tests {
    use super::*;

    #[test]
    fn no_file_is_named_from_outside() {
        let othello = crate::game("othello").expect("built in");
        let allowance = Allowance {
            hash: 64,
            threads: 2,
            memory: 96,
        };
        for text in [
            "pvs,network=/a",
            "level=3,network=a",
            "mcts,eval=handmade,network=",
        ] {
            let engine = text.parse().expect("a configuration");
            let refused = allowance.check(othello, &engine);
            assert!(matches!(refused, Err(NotAllowed::File)), "{text}");
        }
    }

    #[test]
    fn every_bound_holds() {
        let othello = crate::game("othello").expect("built in");
        let allowance = Allowance {
            hash: 16,
            threads: 2,
            memory: 16,
        };
        let check = |text: &str| allowance.check(othello, &text.parse().expect(text));
        assert!(check("mcts,hash=15").is_ok_and(|wanted| wanted <= 16));
        assert!(matches!(
            check("pvs,hash=17"),
            Err(NotAllowed::Hash { hash: 17, most: 16 })
        ));
        assert!(matches!(
            check("smp,hash=1,threads=3"),
            Err(NotAllowed::Threads {
                threads: 3,
                most: 2
            })
        ));
        assert!(matches!(
            check("mcts,hash=16"),
            Err(NotAllowed::Memory {
                wanted: 17..,
                most: 16
            })
        ));
        assert!(matches!(check("pvs,luck=1"), Err(NotAllowed::Engine(_))));
    }
}
