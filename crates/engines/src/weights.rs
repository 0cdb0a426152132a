use crate::{SpecError, TextError, Wiring};
use game_core::Notation;
use pattern_eval::Weighted;
use std::fmt;

/// What a mind changes of its evaluator's weights, by name, as `eval.mobility=600` says it.
///
/// Which names there are depends on the game: see [`Game::weights`](crate::Game::weights) and
/// [`Game::check`](crate::Game::check).
///
/// ```
/// let mind: engines::Mind = "level=3,eval.mobility=600".parse()?;
/// assert_eq!(mind.weights().iter().collect::<Vec<_>>(), [("mobility", 600)]);
/// let othello = engines::game("othello")?;
/// assert!(othello.check(&mind).is_ok());
/// assert!(othello.check(&"pvs,eval.luck=1".parse()?).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Weights(Vec<(String, i32)>);

impl Weights {
    /// What the names begin with, where they are options of a mind.
    pub const PREFIX: &'static str = "eval.";

    /// Gives the weight `name` this value, whatever it had.
    pub fn set(&mut self, name: &str, value: i32) {
        match self.0.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = value,
            None => self.0.push((name.to_owned(), value)),
        }
    }

    /// The changes, in the order in which they were made.
    pub fn iter(&self) -> impl Iterator<Item = (&str, i32)> {
        self.0.iter().map(|(name, value)| (name.as_str(), *value))
    }

    /// Whether nothing is changed.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Reads one option; `None` if `option` is no weight's.
    pub(crate) fn read(&mut self, option: &str, value: &str) -> Option<Result<(), SpecError>> {
        let name = option.strip_prefix(Self::PREFIX)?;
        let expected = "a whole number";
        let bad = || SpecError::Value { name: option.to_owned(), value: value.to_owned(), expected };
        Some(value.parse().map(|value| self.set(name, value)).map_err(|_| bad()))
    }

    /// The values of all the weights of a game's evaluator, in its order.
    fn values<W: Wiring>(&self) -> Result<Vec<i32>, TextError> {
        let known = W::Evaluator::WEIGHTS;
        let mut values: Vec<_> = known.iter().map(|weight| weight.value).collect();
        for (name, value) in self.iter() {
            let at = known.iter().position(|weight| weight.name == name).ok_or_else(|| TextError::UnknownWeight {
                game: W::Position::NAME,
                name: name.to_owned(),
                known,
            })?;
            let (least, most) = (known[at].least, known[at].most);
            if !known[at].takes(value) {
                return Err(TextError::BadWeight { name: name.to_owned(), value, least, most });
            }
            values[at] = value;
        }
        Ok(values)
    }

    /// Whether the game has these weights, and they may be what they are.
    pub(crate) fn check<W: Wiring>(&self) -> Result<(), TextError> {
        self.values::<W>().map(|_| ())
    }

    /// A game's evaluator with these weights; without any, the game's own.
    pub(crate) fn evaluator<W: Wiring>(&self, rules: &<W::Position as Notation>::Rules) -> Result<W::Evaluator, TextError> {
        let eval = W::evaluator(rules);
        if self.is_empty() { Ok(eval) } else { Ok(eval.with_weights(&self.values::<W>()?)) }
    }
}

/// As options that follow a mind's: `,eval.mobility=600` each.
impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|(name, value)| write!(f, ",{}{name}={value}", Self::PREFIX))
    }
}
