/// How a child is chosen on the way down the tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Selection {
    /// By its value and how seldom it was tried (Auer, Cesa-Bianchi and Fischer, 2002; UCT: Kocsis
    /// and Szepesvári, 2006). Every child is tried once first.
    Ucb1,
    /// The rarely tried are weighted by the guide's move ordering (PUCT: Rosin, 2011, as Silver and
    /// others, 2016).
    #[default]
    Puct,
}

/// How a leaf is valued.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Leaf {
    /// By the evaluator.
    #[default]
    Evaluator,
    /// By a game of random moves to its end.
    Playout,
}

/// What a Monte Carlo tree search does.
///
/// ```
/// use search::{MctsOptions, Selection};
/// let options = MctsOptions { selection: Selection::Ucb1, exploration: 1.4, ..MctsOptions::default() };
/// assert_eq!(options.seed, 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct MctsOptions {
    /// How a child is chosen.
    pub selection: Selection,
    /// How much the rarely tried are favoured, 0 or more.
    pub exploration: f32,
    /// How a leaf is valued.
    pub leaf: Leaf,
    /// The evaluator's score for one natural unit, at least 1: four of them are worth 0.76 on a
    /// scale from -1 to 1.
    pub unit: i32,
    /// Seed of the playouts.
    pub seed: u64,
    /// The most memory the tree may take, in bytes. Once it is full, leaves are valued but not
    /// grown.
    pub bytes: usize,
}

impl Default for MctsOptions {
    fn default() -> Self {
        Self {
            selection: Selection::default(),
            exploration: 1.4,
            leaf: Leaf::default(),
            unit: 100,
            seed: 0,
            bytes: 64 << 20,
        }
    }
}

impl MctsOptions {
    /// A score as a value from -1 to 1.
    pub(super) fn squash(&self, score: game_core::Score) -> f32 {
        (score.get() as f32 / (4 * self.unit) as f32).tanh()
    }

    /// The score that a value stands for.
    pub(super) fn score(&self, value: f32) -> game_core::Score {
        game_core::Score::eval(
            (value.clamp(-0.999_999, 0.999_999).atanh() * (4 * self.unit) as f32) as i32,
        )
    }
}
