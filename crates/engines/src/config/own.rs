//! Options that only one game's searchers take, or one searcher.

use crate::{ConfigError, EngineError};

/// An option that only one game's searchers take, or one searcher: a whole number, as gomoku's
/// `radius` for its guide and evaluator; of a switch 0 or 1, which are also read from `off` and `on`.
///
/// ```
/// let [gomoku, othello] = [engines::game("gomoku")?, engines::game("othello")?];
/// let radius = gomoku.facts().options.iter().find(|option| option.name == "radius").ok_or("no such option")?;
/// assert!(radius.takes(3) && !radius.takes(100));
/// let config: engines::EngineConfig = "pvs,radius=3".parse()?;
/// assert!(gomoku.check(&config).is_ok());
/// assert!(othello.check(&config).is_err_and(|error| error.to_string().starts_with("radius: othello has no such option")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearcherOption {
    /// Its name.
    pub name: &'static str,
    /// A short description.
    pub about: &'static str,
    /// Its default.
    pub value: i32,
    /// The least value.
    pub least: i32,
    /// The greatest value.
    pub most: i32,
    /// The value that an ablation sets.
    pub switched: &'static str,
}

impl SearcherOption {
    /// Whether it may be `value`.
    pub const fn takes(&self, value: i32) -> bool {
        self.least <= value && value <= self.most
    }
}

/// The options of one game or searcher in a configuration: names and values, in the order given.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OwnOptions<'a>(pub(super) &'a [(String, i32)]);

impl OwnOptions<'_> {
    /// Reads the value of such an option. The game checks later whether it has the option and takes
    /// the value; which game it is, is not known here.
    ///
    /// # Errors
    /// If the value is not a number, or no option could have the name.
    pub(super) fn read(name: &str, value: &str) -> Result<i32, ConfigError> {
        let word = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
        let number = match value {
            "on" => Ok(1),
            "off" => Ok(0),
            number => number.parse(),
        };
        match number {
            Ok(number) if !name.is_empty() && name.bytes().all(word) => Ok(number),
            _ => Err(ConfigError::Option(name.to_owned())),
        }
    }

    /// Checks that these are among the options `known` in `game`, with values that they take.
    pub(crate) fn check(
        self,
        game: &'static str,
        known: &[&[SearcherOption]],
    ) -> Result<(), EngineError> {
        let known = known.concat();
        for (name, value) in self.0 {
            let name = name.clone();
            let value = *value;
            let Some(option) = known.iter().find(|option| option.name == name) else {
                let known = known.iter().map(|option| option.name).collect();
                return Err(EngineError::UnknownOption { game, name, known });
            };
            let SearcherOption { least, most, .. } = *option;
            if !option.takes(value) {
                return Err(EngineError::BadOption {
                    name,
                    value,
                    least,
                    most,
                });
            }
        }
        Ok(())
    }

    /// The values of `options`, in their order; each has been [checked](Self::check).
    pub(crate) fn values(self, options: &[SearcherOption]) -> Vec<i32> {
        options.iter().map(|option| self.value(option)).collect()
    }

    /// The last value given for an option, or its default.
    pub(crate) fn value(self, option: &SearcherOption) -> i32 {
        let said = self.0.iter().rev().find(|(name, _)| name == option.name);
        said.map_or(option.value, |&(_, value)| value)
    }
}
