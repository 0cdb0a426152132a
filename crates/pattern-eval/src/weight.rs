/// A weight of an evaluator: its name and bounds.
///
/// ```
/// use pattern_eval::Weight;
/// const MOBILITY: Weight = Weight::new("mobility", 40, (0, 1_000), "points for each move");
/// assert!(MOBILITY.takes(MOBILITY.value) && MOBILITY.takes(1_000));
/// assert!(!MOBILITY.takes(-1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weight {
    /// The name in lower case, with `_` between words and a dot after a group: `mobility`,
    /// `material.chariot`.
    pub name: &'static str,
    /// The default.
    pub value: i32,
    /// The least value.
    pub least: i32,
    /// The greatest value.
    pub most: i32,
    /// A short description with the unit.
    pub about: &'static str,
}

impl Weight {
    /// A weight that is `value` unless it is changed, within these bounds, both included.
    pub const fn new(
        name: &'static str,
        value: i32,
        (least, most): (i32, i32),
        about: &'static str,
    ) -> Self {
        Self {
            name,
            value,
            least,
            most,
            about,
        }
    }

    /// Whether it may be `value`.
    pub const fn takes(&self, value: i32) -> bool {
        self.least <= value && value <= self.most
    }
}

/// An evaluator whose weights can be changed by name. An evaluator without weights implements it
/// with an empty body.
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
    /// The weights, with their defaults. Each affects the score of some position.
    const WEIGHTS: &'static [Weight] = &[];

    /// The same evaluator with these weights, in the order of [`WEIGHTS`](Self::WEIGHTS); if there
    /// are fewer, the others do not change. They must be within their bounds. Reset the evaluator
    /// before use.
    fn with_weights(self, values: &[i32]) -> Self {
        let _ = values;
        self
    }
}
