use crate::{Algorithm, PathPolicy};

/// What an engine does; each technique can be switched alone.
///
/// By default the techniques that only order moves are on, and those that may change a value by leaving moves out are off
/// until asked for. Margins are hundredths of the evaluator's own [`unit`](Self::unit).
///
/// ```
/// use search::{Algorithm, Options};
/// let strong = Options { null_move: true, late_moves: true, ..Options::default() };
/// let plain = Options { killers: false, ..Options::exact(Algorithm::AlphaBeta) };
/// assert!(strong.extensions && !plain.extensions);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct Options {
    /// How the root is asked.
    pub algorithm: Algorithm,
    /// The evaluator's score for one natural unit (a pawn, a disc, an open two), at least 1.
    pub unit: i32,
    /// Half the aspiration window, in hundredths of a unit.
    pub aspiration: i32,
    /// Remembers positions in the table, to answer them and to try their best move first. MTD(f) is slow without.
    pub table: bool,
    /// Tries first the two quiet moves that last cut off at the same ply (Akl and Newborn, 1977).
    pub killers: bool,
    /// Ranks quiet moves by how often they cut off anywhere (Schaeffer, 1983).
    pub history: bool,
    /// Tries early the reply that last refuted the opponent's move (Uiterwijk, 1992).
    pub counter_moves: bool,
    /// Lets a player who can afford to pass cut off (Donninger, 1993). Needs a guide with a null move; never at the root,
    /// twice in a row, or where the guide fears zugzwang.
    pub null_move: bool,
    /// Searches late quiet moves less deeply first.
    pub late_moves: bool,
    /// Extends a table move that stands alone, by this margin in hundredths of a unit (Anantharaman and others, 1990).
    pub singular: Option<i32>,
    /// Follows moves by the extra plies that the guide asks for. No line grows to more than twice its nominal length.
    pub extensions: bool,
    /// Plies followed beyond the horizon; 0 evaluates there at once.
    pub quiescence: u32,
    /// Asks the guide for proofs.
    pub prove: bool,
    /// Accepts table scores of exactly the depth asked, not of greater ones.
    pub equal_depth: bool,
    /// What is made of repetitions and other verdicts on the path.
    pub path_scores: PathPolicy,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            algorithm: Algorithm::default(),
            unit: 100,
            aspiration: 25,
            table: true,
            killers: true,
            history: true,
            counter_moves: true,
            null_move: false,
            late_moves: false,
            singular: None,
            extensions: true,
            quiescence: 32,
            prove: true,
            equal_depth: false,
            path_scores: PathPolicy::default(),
        }
    }
}

impl Options {
    /// The question to which every algorithm, and [`minimax`](crate::minimax()), gives the same answer: all moves to the
    /// same depth and the evaluator's word there.
    ///
    /// No quiescence, extension, reduction, null move or proof; table scores of equal depth only; and verdicts that look
    /// back along the path are not asked for. A guide must leave no move out: use `()`.
    pub fn exact(algorithm: Algorithm) -> Self {
        Self {
            algorithm,
            null_move: false,
            late_moves: false,
            singular: None,
            extensions: false,
            quiescence: 0,
            prove: false,
            equal_depth: true,
            path_scores: PathPolicy::BoardOnly,
            ..Self::default()
        }
    }

    /// `hundredths` of the game's unit as a score margin.
    pub(crate) fn margin(&self, hundredths: i32) -> i32 {
        (i64::from(self.unit) * i64::from(hundredths) / 100).clamp(1, i64::from(Self::WIDEST)) as i32
    }

    /// As wide as the full window.
    pub(crate) const WIDEST: i32 = 2 * game_core::Score::INFINITE.get();
}
