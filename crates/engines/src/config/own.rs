//! Options that only one game's searchers take.

use crate::{ConfigError, EngineError, Wiring};
use game_core::Notation;

/// An option that only one game's searchers take: a number for the game's guide or evaluator, as
/// gomoku's `radius`.
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
pub struct GameOption {
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

impl GameOption {
    /// Whether it may be `value`.
    pub const fn takes(&self, value: i32) -> bool {
        self.least <= value && value <= self.most
    }
}

/// The options of one game in a configuration: names and values, in the order given.
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
        match value.parse() {
            Ok(number) if !name.is_empty() && name.bytes().all(word) => Ok(number),
            _ => Err(ConfigError::Option(name.to_owned())),
        }
    }

    /// Checks that the game has these options and takes their values.
    pub(crate) fn check<W: Wiring>(self) -> Result<(), EngineError> {
        let game = W::Position::NAME;
        let known = W::OPTIONS;
        for (name, value) in self.0 {
            let name = name.clone();
            let value = *value;
            let Some(option) = known.iter().find(|option| option.name == name) else {
                return Err(EngineError::UnknownOption { game, name, known });
            };
            let GameOption { least, most, .. } = *option;
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

    /// The values of all the game's options, in its order; each has been [checked](Self::check).
    pub(crate) fn values<W: Wiring>(self) -> Vec<i32> {
        W::OPTIONS.iter().map(|option| self.value(option)).collect()
    }

    /// The last value given for an option, or its default.
    pub(super) fn value(self, option: &GameOption) -> i32 {
        let said = self.0.iter().rev().find(|(name, _)| name == option.name);
        said.map_or(option.value, |&(_, value)| value)
    }
}
