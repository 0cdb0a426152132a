use crate::{EngineError, Setting, Wiring};
use game_core::Notation;

/// A setting of a game's rules or of its solver with its values, as a page or a command offers it.
///
/// ```
/// let gomoku = engines::game("gomoku")?;
/// let size = gomoku.facts().rules.iter().find(|setting| setting.name == "size").ok_or("no such setting")?;
/// assert_eq!((size.range, size.default), (Some((5, 20)), "15"));
/// assert!(size.takes("19") && !size.takes("21") && !size.takes("large"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleSetting {
    /// The name.
    pub name: &'static str,
    /// A short description.
    pub about: &'static str,
    /// The words that it takes.
    pub values: &'static [&'static str],
    /// The least and the greatest whole number that it takes, if it takes any.
    pub range: Option<(u32, u32)>,
    /// The default.
    pub default: &'static str,
}

impl RuleSetting {
    /// A setting that is `on` or `off`, and off by default.
    pub const fn switch(name: &'static str, about: &'static str) -> Self {
        Self {
            name,
            about,
            values: &["off", "on"],
            range: None,
            default: "off",
        }
    }

    /// A setting that is one of `values`.
    pub const fn choice(
        name: &'static str,
        about: &'static str,
        values: &'static [&'static str],
        default: &'static str,
    ) -> Self {
        Self {
            name,
            about,
            values,
            range: None,
            default,
        }
    }

    /// A setting that is a whole number of `range`, both ends included.
    pub const fn number(
        name: &'static str,
        about: &'static str,
        range: (u32, u32),
        default: &'static str,
    ) -> Self {
        Self {
            name,
            about,
            values: &[],
            range: Some(range),
            default,
        }
    }

    /// The value among those `given` that counts: the last one, or the default without any.
    ///
    /// ```
    /// let threads = engines::RuleSetting::number("threads", "threads", (1, 64), "1");
    /// assert_eq!(threads.value_in(&[]), "1");
    /// let given = ["2", "3"].map(|value| ("threads".to_owned(), value.to_owned()));
    /// assert_eq!(threads.value_in(&given), "3");
    /// ```
    pub fn value_in<'a>(&self, given: &'a [Setting]) -> &'a str {
        value_of(given, self.name).unwrap_or(self.default)
    }

    /// Whether it takes `on` and `off`, and nothing else.
    pub fn is_switch(&self) -> bool {
        self.range.is_none() && matches!(self.values, ["off", "on"] | ["on", "off"])
    }

    /// Whether it takes `value`.
    pub fn takes(&self, value: &str) -> bool {
        let number = || {
            value.parse().is_ok_and(|number: u32| {
                self.range
                    .is_some_and(|(least, most)| (least..=most).contains(&number))
            })
        };
        self.values.contains(&value) || number()
    }

    /// Its values, for people: `freestyle, standard, renju or caro`, `a number from 1 to 65535 or none`.
    pub fn expected(&self) -> String {
        let range = self
            .range
            .map(|(least, most)| format!("a number from {least} to {most}"));
        let words: Vec<_> = range
            .into_iter()
            .chain(self.values.iter().map(|&value| value.to_owned()))
            .collect();
        match words.as_slice() {
            [all @ .., last] if !all.is_empty() => format!("{} or {last}", all.join(", ")),
            _ => words.concat(),
        }
    }

    /// The one of the `known` settings of a game that is given a value here.
    ///
    /// # Errors
    /// If there is none of that name, or it does not take the value.
    pub fn checked(
        game: &'static str,
        known: &'static [Self],
        (name, value): &Setting,
    ) -> Result<&'static Self, EngineError> {
        let setting = known.iter().find(|setting| setting.name == name);
        let setting = setting.ok_or_else(|| EngineError::UnknownSetting {
            game,
            name: name.clone(),
            value: value.clone(),
            known,
        })?;
        if setting.takes(value) {
            Ok(setting)
        } else {
            Err(setting.refusal(value))
        }
    }

    /// Why its game refuses `value`.
    fn refusal(&self, value: &str) -> EngineError {
        let why = format!("{} is needed", self.expected());
        EngineError::BadSetting {
            name: self.name.to_owned(),
            value: value.to_owned(),
            why,
        }
    }
}

/// The value that counts of those that `settings` give to a name: the last one.
pub(crate) fn value_of<'a>(settings: &'a [Setting], name: &str) -> Option<&'a str> {
    let given = settings.iter().rev().find(|(known, _)| known == name);
    given.map(|(_, value)| value.as_str())
}

/// A value that the rules do not allow: [`Wiring::set_rule`].
///
/// ```
/// use engines::{RuleRefused, Wiring, gomoku::GomokuWiring};
/// let mut rules = gomoku_rules::Rules::default();
/// assert_eq!(GomokuWiring::set_rule(&mut rules, "size", "19"), Ok(()));
/// assert_eq!(GomokuWiring::set_rule(&mut rules, "size", "2"), Err(RuleRefused));
/// assert_eq!(rules.size(), 19);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the rules do not allow it")]
pub struct RuleRefused;

/// The rules that `settings` describe, with the game's defaults for the others.
pub(crate) fn rules<W: Wiring>(
    settings: &[Setting],
) -> Result<<W::Position as Notation>::Rules, EngineError> {
    let mut rules = Default::default();
    for setting in settings {
        let known = RuleSetting::checked(W::Position::NAME, W::RULES, setting)?;
        let (name, value) = setting;
        W::set_rule(&mut rules, name, value).map_err(|RuleRefused| known.refusal(value))?;
    }
    Ok(rules)
}
