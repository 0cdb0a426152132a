use crate::builders::builders;
/// How a child is chosen on the way down the tree.
///
/// ```
/// use game_core::from_fn;
/// use othello_bitboard::Othello;
/// use search::{Limits, Mcts, MctsOptions, Searcher, Selection};
/// // UCB1 tries each of the four first moves once; PUCT need not, where nothing is to be explored.
/// let tried = [Selection::Ucb1, Selection::Puct].map(|selection| {
///     let options = MctsOptions::default().with_selection(selection).with_exploration(0.0);
///     let mut search = Mcts::new(from_fn(Othello::margin)).with_options(options);
///     let report = search.think(&Othello::START, Limits::nodes(8));
///     report.roots.iter().filter(|root| root.nodes > 0).count()
/// });
/// assert_eq!(tried, [4, 1]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
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
///
/// ```
/// use game_core::from_fn;
/// use othello_bitboard::Othello;
/// use search::{Leaf, Limits, Mcts, MctsOptions, Searcher};
/// // Random games instead of an evaluator, which is not asked: the same ones for the same seed.
/// let options = MctsOptions::default().with_leaf(Leaf::Playout).with_seed(7);
/// let mut search = Mcts::new(from_fn(|_: &Othello| 0)).with_options(options);
/// let report = search.think(&Othello::START, Limits::nodes(50));
/// search.new_game();
/// assert_eq!(search.think(&Othello::START, Limits::nodes(50)).pv(), report.pv());
/// assert_eq!(report.stats.evaluations, 0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
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
/// let options = MctsOptions::default().with_selection(Selection::Ucb1).with_exploration(1.4);
/// assert_eq!(options.seed, 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
#[non_exhaustive]
pub struct MctsOptions {
    /// How a child is chosen.
    pub selection: Selection,
    /// How much the rarely tried are favoured, 0 or more.
    pub exploration: f32,
    /// How a leaf is valued.
    pub leaf: Leaf,
    /// How much worse than its parent a child is taken to be, on a scale from -1 to 1, that PUCT
    /// has never tried, 0 to 2 (first-play urgency; Gelly and Wang, 2006).
    pub first_play: f32,
    /// The visits after which a leaf gets children, at least 1 (Coulom, 2006). More of them save
    /// memory, and time where a value costs less than to list and rank the moves.
    pub expand: u32,
    /// Asks the guide for a [proof](crate::Guide::prove) at each new leaf. Who wins, where it knows
    /// that, is proved of the leaf as the end of the game is.
    pub proofs: bool,
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
            first_play: 0.0,
            expand: 1,
            proofs: true,
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

builders! { MctsOptions
    with_selection => selection: Selection;
    with_exploration => exploration: f32;
    with_leaf => leaf: Leaf;
    with_first_play => first_play: f32;
    with_expand => expand: u32;
    with_proofs => proofs: bool;
    with_unit => unit: i32;
    with_seed => seed: u64;
    with_bytes => bytes: usize;
}
