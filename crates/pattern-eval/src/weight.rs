/// One of the numbers that an evaluator judges by: its name, and what it may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weight {
    /// In lower case, words joined by `_`, a member to its group by a dot: `mobility`,
    /// `material.chariot`.
    pub name: &'static str,
    /// The default.
    pub value: i32,
    /// The least that it may be.
    pub least: i32,
    /// The greatest that it may be.
    pub most: i32,
    /// What it is for, and in what unit, in a few words.
    pub about: &'static str,
}

impl Weight {
    /// Whether it may be `value`.
    pub const fn takes(&self, value: i32) -> bool {
        self.least <= value && value <= self.most
    }
}

/// An evaluator whose weights can be changed by their names. One without weights implements this
/// with nothing in it.
///
/// ```
/// # #[cfg(feature = "othello")] {
/// use pattern_eval::{Weighted, othello::Handmade};
/// let mut values: Vec<_> = Handmade::WEIGHTS.iter().map(|weight| weight.value).collect();
/// let mobility = Handmade::WEIGHTS.iter().position(|weight| weight.name == "mobility").expect("it has one");
/// values[mobility] = 600;
/// let eval = Handmade::default().with_weights(&values);
/// assert_eq!(eval.weights[mobility], 600);
/// # }
/// ```
pub trait Weighted: Sized {
    /// The weights, with their defaults. Each of them changes what some position is worth.
    const WEIGHTS: &'static [Weight] = &[];

    /// The same evaluator with these weights, in the order of [`WEIGHTS`](Self::WEIGHTS); where
    /// there are fewer, the others stay as they are. They are to be within their bounds. It is to
    /// be reset before it judges.
    fn with_weights(self, values: &[i32]) -> Self {
        let _ = values;
        self
    }
}
