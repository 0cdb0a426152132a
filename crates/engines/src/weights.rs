use crate::{ConfigError, EngineError, NetworkError, Wiring, networked};
use game_core::Notation;
use pattern_eval::Weighted;
use std::fmt;
use std::path::{Path, PathBuf};

/// The evaluator and weights that an engine configuration changes: an evaluator by name, as
/// `eval=handmade`, and weights by name, as `eval.mobility=600`; or a network of the game from a
/// file, as `network=FILE`.
///
/// Which names there are depends on the game: see
/// [`GameFacts::evaluators`](crate::GameFacts::evaluators),
/// [`GameFacts::weights`](crate::GameFacts::weights) and [`Game::check`](crate::Game::check). If a
/// game has several evaluators, the weights belong to one of them, and changing a weight chooses
/// it. With `eval=none` any game is searched by its rules alone.
///
/// ```
/// let config: engines::EngineConfig = "level=3,eval.mobility=600".parse()?;
/// assert_eq!(config.weights().iter().collect::<Vec<_>>(), [("mobility", 600)]);
/// let othello = engines::game("othello")?;
/// assert!(othello.check(&config).is_ok());
/// assert!(othello.check(&"pvs,eval.luck=1".parse()?).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Weights {
    evaluator: Option<String>,
    changes: Vec<(String, i32)>,
    network: Option<PathBuf>,
}

impl Weights {
    /// The prefix of weights among the options of an engine configuration.
    pub const PREFIX: &'static str = "eval.";

    /// The option that names an evaluator.
    pub const EVALUATOR: &'static str = "eval";

    /// The name of no evaluator, in every game: each position is even, and a search sees the ends of
    /// games alone. Without an evaluator there are no weights to change, and nothing is explained.
    pub const NONE: &'static str = "none";

    /// Whether [no evaluator](Self::NONE) is chosen.
    pub fn is_none(&self) -> bool {
        self.chosen() == Some(Self::NONE)
    }

    /// Chooses the evaluator of that name.
    pub fn choose(&mut self, evaluator: &str) {
        self.evaluator = Some(evaluator.to_owned());
    }

    /// The evaluator chosen by its name, if one is.
    pub fn chosen(&self) -> Option<&str> {
        self.evaluator.as_deref()
    }

    /// The option that names the file of a network.
    pub const NETWORK: &'static str = "network";

    /// Chooses the network in this file, in place of the evaluator and its weights. It is read
    /// whenever an engine is made.
    pub fn set_network(&mut self, file: &Path) {
        self.network = Some(file.to_owned());
    }

    /// The file of the network chosen, if one is. Who takes configurations from strangers refuses
    /// these: a file's name is for the user of this machine to give.
    pub fn network(&self) -> Option<&Path> {
        self.network.as_deref()
    }

    /// Gives the weight `name` this value, whatever it had.
    pub fn set(&mut self, name: &str, value: i32) {
        match self.changes.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = value,
            None => self.changes.push((name.to_owned(), value)),
        }
    }

    /// The weights changed, in the order in which they were made.
    pub fn iter(&self) -> impl Iterator<Item = (&str, i32)> {
        self.changes
            .iter()
            .map(|(name, value)| (name.as_str(), *value))
    }

    /// Whether nothing is chosen or changed.
    pub fn is_empty(&self) -> bool {
        self.evaluator.is_none() && self.changes.is_empty() && self.network.is_none()
    }

    /// Reads one option; `None` if `option` is neither the evaluator's nor a weight's nor a network's.
    pub(crate) fn read(&mut self, option: &str, value: &str) -> Option<Result<(), ConfigError>> {
        if option == Self::EVALUATOR {
            self.choose(value);
            return Some(Ok(()));
        }
        if option == Self::NETWORK {
            self.set_network(Path::new(value));
            return Some(Ok(()));
        }
        let name = option.strip_prefix(Self::PREFIX)?;
        let expected = "a whole number";
        let bad = || ConfigError::Value {
            name: option.to_owned(),
            value: value.to_owned(),
            expected,
        };
        Some(
            value
                .parse()
                .map(|value| self.set(name, value))
                .map_err(|_| bad()),
        )
    }

    /// The values of all the weights of a game's evaluator, in its order.
    fn values<W: Wiring>(&self) -> Result<Vec<i32>, EngineError> {
        let known = W::Evaluator::WEIGHTS;
        let mut values: Vec<_> = known.iter().map(|weight| weight.value).collect();
        for (name, value) in self.iter() {
            let at = known
                .iter()
                .position(|weight| weight.name == name)
                .ok_or_else(|| EngineError::UnknownWeight {
                    game: W::Position::NAME,
                    name: name.to_owned(),
                    known,
                })?;
            let least = known[at].least;
            let most = known[at].most;
            if !known[at].takes(value) {
                return Err(EngineError::BadWeight {
                    name: name.to_owned(),
                    value,
                    least,
                    most,
                });
            }
            values[at] = value;
        }
        Ok(values)
    }

    /// The name of the resulting evaluator, if not the game's own. [`NONE`](Self::NONE) is none.
    fn name<W: Wiring>(&self) -> Result<Option<&'static str>, EngineError> {
        let weighted = W::WEIGHTED.filter(|_| !self.changes.is_empty());
        let Some(chosen) = self.chosen() else {
            return Ok(weighted);
        };
        if self.is_none() {
            return Err(EngineError::NoEvaluator);
        }
        let known = W::EVALUATORS
            .iter()
            .find(|&&name| name == chosen)
            .ok_or_else(|| EngineError::UnknownEvaluator {
                game: W::Position::NAME,
                name: chosen.to_owned(),
                known: W::EVALUATORS,
            })?;
        match weighted.filter(|weighted| weighted != known) {
            Some(weighted) => Err(EngineError::Weightless {
                evaluator: known,
                weighted,
            }),
            None => Ok(Some(known)),
        }
    }

    /// Whether the game has this evaluator and these weights, and they may be what they are.
    pub(crate) fn check<W: Wiring>(&self) -> Result<(), EngineError> {
        if self.is_none() && self.changes.is_empty() && self.network.is_none() {
            return Ok(());
        }
        match self.network_evaluator::<W>() {
            Some(network) => network.map(drop),
            None => self.name::<W>().and(self.values::<W>()).map(drop),
        }
    }

    /// The evaluator with the network chosen, if one is.
    fn network_evaluator<W: Wiring>(&self) -> Option<Result<W::Evaluator, EngineError>> {
        let path = self.network()?;
        let eval = if self.evaluator.is_some() || !self.changes.is_empty() {
            Err(NetworkError::Chosen)
        } else {
            networked::open::<W>(path)
        };
        Some(eval.map_err(|error| EngineError::Network {
            path: path.to_owned(),
            error,
        }))
    }

    /// The evaluator with these weights; where nothing is said, the game's own.
    pub(crate) fn evaluator<W: Wiring>(
        &self,
        rules: &<W::Position as Notation>::Rules,
    ) -> Result<W::Evaluator, EngineError> {
        if let Some(network) = self.network_evaluator::<W>() {
            return network;
        }
        let eval = W::evaluator(rules, self.name::<W>()?);
        if self.changes.is_empty() {
            Ok(eval)
        } else {
            Ok(eval.with_weights(&self.values::<W>()?))
        }
    }
}

/// As options that follow an engine configuration's: `,eval=handmade`, `,eval.mobility=600` each,
/// and `,network=FILE`.
impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(evaluator) = self.chosen() {
            write!(f, ",{}={evaluator}", Self::EVALUATOR)?;
        }
        self.iter()
            .try_for_each(|(name, value)| write!(f, ",{}{name}={value}", Self::PREFIX))?;
        match self.network() {
            Some(path) => write!(f, ",{}={}", Self::NETWORK, path.display()),
            None => Ok(()),
        }
    }
}
