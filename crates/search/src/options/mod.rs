mod forward;
mod moves;
mod prob_cut;
mod range;
mod table;

use crate::builders::builders;
use crate::{Algorithm, PathPolicy, TimeManagement};
pub use forward::{Margin, MultiCut, NoisyProbCut, NullMove};
use game_core::Score;
pub use moves::{
    ExchangePruning, HistoryBonus, HistoryPruning, LatePruning, Preselection, ReductionShape,
    Reductions, Singular,
};
pub use prob_cut::{MultiProbCut, ProbCut};
pub use table::{
    OPTIONS, OptionKind, OptionNumber, OptionPart, OptionRefused, OptionRow, OptionValue,
};

/// What an engine does; each technique can be switched alone.
///
/// By default the techniques that only order moves are on, and those that may change a value by
/// leaving moves out are off until asked for. Margins are hundredths of the evaluator's own
/// [`unit`](Self::unit).
///
/// A technique is called *sound* where it leaves the value of every search to a fixed depth as it
/// is. The others trade that for depth; those that prune leave the root and the nodes of a
/// principal variation alone unless their text says otherwise, and never take a guess for a forced
/// end of the game.
///
/// What each technique is worth in gomoku, Othello and xiangqi was measured in matches: see
/// `docs/results/search-techniques.md`.
///
/// ```
/// use search::{Algorithm, NullMove, Options, Reductions};
/// let strong = Options::default().with_null_move(Some(NullMove::default()));
/// assert_eq!(strong, Options::default().with_null_move(Some(NullMove::default())));
/// let plain = Options::exact(Algorithm::AlphaBeta).with_killers(false);
/// assert!(strong.extensions && !plain.extensions);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
#[non_exhaustive]
pub struct Options {
    /// How the root is asked.
    pub algorithm: Algorithm,
    /// The evaluator's score for one natural unit (a pawn, a disc, an open two), at least 1.
    pub unit: i32,
    /// Half the aspiration window, in hundredths of a unit. Sound.
    pub aspiration: i32,
    /// Where MTD(f) asks first. Sound.
    pub first_guess: FirstGuess,
    /// Plies by which an iteration is deeper than the last, at least 1; the last one is as deep as
    /// the limits say. With 2 all are of one parity, where the evaluator sees odd and even depths
    /// differently. Sound (Slate and Atkin, 1977).
    pub step: u32,
    /// Thinks longer on a clock while moves other than the best one take nodes. Sound.
    pub time_management: Option<TimeManagement>,
    /// Returns the window's edge where a value lies beyond it, as alpha-beta was first described
    /// (Knuth and Moore, 1975), instead of the best bound seen (Fishburn, 1983): everywhere,
    /// quiescence included. Sound, and there to be compared with.
    pub fail_hard: bool,
    /// Remembers positions in the table, to answer them and to try their best move first. MTD(f) is
    /// slow without. Sound with [`equal_depth`](Self::equal_depth); else a value may be that of a
    /// deeper search.
    pub table: bool,
    /// Asks and tells the table with at least this depth left; with 0 also beyond the horizon,
    /// where a value may then be that of fewer plies. Nearer the horizon to look a position up may
    /// cost more than to search it: memory is far away. Sound, but for 0.
    pub table_depth: i32,
    /// MiB in which each thread keeps the evaluator's scores by position, so that none is evaluated
    /// twice; 0 for none. Pays where evaluating costs more than a look into memory. Sound.
    pub score_cache: u32,
    /// Looks the moves' positions up in the table before searching any, with at least this depth
    /// left: one of them may be known to cut off (enhanced transposition cutoff; Plaat and others,
    /// 1996). Sound.
    pub enhanced_cutoffs: Option<i32>,
    /// Tries first the two quiet moves that last cut off at the same ply (Akl and Newborn, 1977).
    /// Sound.
    pub killers: bool,
    /// Ranks quiet moves by how often they cut off anywhere (Schaeffer, 1983). Sound.
    pub history: bool,
    /// Ranks them also by how often they cut off after the same earlier moves, in at most 16 MiB:
    /// after the move one ply before with 1, also two plies before with 2, then four, then six.
    /// Sound.
    pub continuation: u32,
    /// What main and continuation history learn from a cutoff. Sound.
    pub history_bonus: HistoryBonus,
    /// Tries early the reply that last refuted the opponent's move (Uiterwijk, 1992). Sound.
    pub counter_moves: bool,
    /// Orders moves by the evaluation after each, with at least this depth left: expensive, and
    /// worth it where little else is known about the moves. Sound.
    pub order_by_eval: Option<i32>,
    /// Lets a player who can afford to pass cut off. Needs a guide with a null move; never at the
    /// root, twice in a row, or where the guide fears zugzwang. Unsound in zugzwang that the guide
    /// overlooks.
    pub null_move: Option<NullMove>,
    /// Compares the static evaluation with that of two plies before: where it has not risen,
    /// [late-move pruning](Self::late_pruning) leaves half as many moves, and where it has,
    /// [reverse futility](Self::reverse_futility) needs the margin of a ply less.
    pub improving: bool,
    /// Correction history, as in Stockfish: corrects the static evaluation by the mean error that
    /// searches have found in positions with the same [structure](crate::Guide::structure). Affects
    /// pruning and standing pat.
    pub correction: bool,
    /// Leaves a position whose evaluation is so far above the window that no quiet reply will bring
    /// it down (static null move; Heinz, 1998). Unsound where threats are worth more than the
    /// slack.
    pub reverse_futility: Option<Margin>,
    /// Leaves a position whose evaluation is so far below the window that only noisy moves could
    /// lift it, if they do not (Birmingham and Kent, 1977). Unsound where quiet moves make threats.
    pub razoring: Option<Margin>,
    /// Leaves out quiet moves, after the first, where the evaluation is so far below the window
    /// that they will not lift it, by the depth left after their reduction (Schaeffer, 1986; Heinz,
    /// 1998). Unsound where quiet moves make threats.
    pub futility: Option<Margin>,
    /// Leaves a position where several moves cut off in a shallower search. Unsound where several
    /// moves look good and none is.
    pub multi_cut: Option<MultiCut>,
    /// Leaves a position whose value a shallower search predicts well enough: ProbCut with one,
    /// multi-ProbCut with more (Buro, 1995 and 1997). Each is tried in turn. Unsound as often as
    /// its threshold says.
    pub prob_cuts: [Option<ProbCut>; 4],
    /// ProbCut by what the guide forecasts for the phase of the game, with one threshold for all.
    /// Unsound as often as that says.
    pub multi_prob_cut: Option<MultiProbCut>,
    /// Leaves a position that a noisy move lifts beyond the window by a margin, in quiescence and
    /// then in a shallower search (ProbCut over captures, as Stockfish's line has it). Unsound
    /// where the gain does not last.
    pub noisy_prob_cut: Option<NoisyProbCut>,
    /// Leaves out quiet moves that come too late in the order. Unsound where a good one does.
    pub late_pruning: Option<LatePruning>,
    /// Leaves out quiet moves with a bad history near the horizon. Unsound where one is good this
    /// once.
    pub history_pruning: Option<HistoryPruning>,
    /// Leaves out moves that lose by exchange near the horizon. Unsound where it is worth it.
    pub exchange_pruning: Option<ExchangePruning>,
    /// Searches late quiet moves less deeply first, and again if they surprise. Unsound where they
    /// pay later than that.
    pub late_moves: Option<Reductions>,
    /// Searches one ply less deeply where at least this depth is left and the table knows no move:
    /// the next iteration will (internal iterative reduction; Schröder, 2021). Unsound, principal
    /// variation included.
    pub internal_reduction: Option<i32>,
    /// Searches only this many of a position's moves below the root, the best by order (Greenblatt
    /// and others, 1967). Unsound, principal variation included: a good move far down the order is
    /// not seen, unless all within the beam lose by force.
    pub beam: Option<u32>,
    /// Keeps only the moves that a search of half the depth likes best. Unsound as a beam is.
    pub preselection: Option<Preselection>,
    /// Extends a table move that is better than all others by a margin (Anantharaman and others,
    /// 1990). Changes the value, by looking deeper.
    pub singular: Option<Singular>,
    /// Extends the only legal move of a position by a ply. Changes the value, by looking deeper.
    pub single_reply: bool,
    /// Follows moves by the extra plies that the guide asks for. No line grows to more than twice
    /// its nominal length. Changes the value, by looking deeper.
    pub extensions: bool,
    /// Plies followed beyond the horizon; 0 evaluates there at once. Changes the value, by looking
    /// deeper. No gain where the guide knows no noisy moves and nothing to answer, as in Othello.
    pub quiescence: u32,
    /// Leaves out noisy moves beyond the horizon whose greatest gain, by the guide, leaves the
    /// evaluation below the window by this many hundredths of a unit (delta pruning). Unsound where
    /// a capture is worth more than what it takes.
    pub delta: Option<i32>,
    /// Asks the guide for proofs. Sound as they are; they look further than the depth.
    pub prove: bool,
    /// Accepts table scores of exactly the depth asked, not of greater ones, so that the value is
    /// that of the depth. What is proved holds at any depth.
    pub equal_depth: bool,
    /// What is made of repetitions and other verdicts on the path. Only a
    /// [strict](PathPolicy::Strict) one is sound where they decide games.
    pub path_scores: PathPolicy,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            algorithm: Algorithm::default(),
            unit: 100,
            aspiration: 25,
            first_guess: FirstGuess::default(),
            step: 1,
            time_management: Some(TimeManagement::DEFAULT),
            fail_hard: false,
            table: true,
            table_depth: 1,
            score_cache: 0,
            enhanced_cutoffs: None,
            killers: true,
            history: true,
            continuation: 0,
            history_bonus: HistoryBonus::DEFAULT,
            counter_moves: true,
            order_by_eval: None,
            null_move: None,
            improving: false,
            correction: false,
            reverse_futility: None,
            razoring: None,
            futility: None,
            multi_cut: None,
            prob_cuts: [None; 4],
            multi_prob_cut: None,
            noisy_prob_cut: None,
            late_pruning: None,
            history_pruning: None,
            exchange_pruning: None,
            late_moves: None,
            internal_reduction: None,
            beam: None,
            preselection: None,
            singular: None,
            single_reply: false,
            extensions: true,
            quiescence: 32,
            delta: None,
            prove: true,
            equal_depth: false,
            path_scores: PathPolicy::default(),
        }
    }
}

impl Options {
    /// The question to which every algorithm, and [`minimax`](crate::minimax()), gives the same
    /// answer: all moves to the same depth and the evaluator's word there.
    ///
    /// No quiescence, extension, reduction, forward pruning or proof; table scores of equal depth
    /// only; and verdicts that look back along the path are not asked for. A guide must leave no
    /// move out: use `()`.
    pub fn exact(algorithm: Algorithm) -> Self {
        Self {
            algorithm,
            extensions: false,
            quiescence: 0,
            prove: false,
            equal_depth: true,
            path_scores: PathPolicy::BoardOnly,
            ..Self::default()
        }
    }

    /// Minimax's value by the fastest way: MTD(f) in steps of two plies, with the table from three
    /// plies on, moves ordered by evaluation and enhanced transposition cutoffs far from the horizon.
    /// Every move is searched to the full depth, with nothing pruned, reduced or extended and no
    /// quiescence. Deeper scores of the table are taken, so that a value may be better than that of
    /// the depth asked for.
    ///
    /// `docs/results/search-speed.md` has its speed beside another library's.
    ///
    /// ```
    /// use search::Options;
    /// assert_eq!(Options::fast().full_width(), Options::fast());
    /// ```
    pub fn fast() -> Self {
        Self {
            equal_depth: false,
            step: 2,
            counter_moves: false,
            table_depth: 3,
            enhanced_cutoffs: Some(6),
            order_by_eval: Some(5),
            ..Self::exact(Algorithm::MtdF)
        }
    }

    /// The same options without any that leave out moves, or the last plies of a line, on a guess:
    /// none that prune forward, reduce, or select. What is left looks at every move to the full
    /// depth (Shannon's type A, 1950), as far as the guide offers it.
    ///
    /// ```
    /// use search::{NullMove, Options};
    /// let options = Options::default().with_null_move(Some(NullMove::default())).with_beam(Some(8));
    /// assert_eq!(options.full_width(), Options::default());
    /// ```
    pub const fn full_width(self) -> Self {
        Self {
            null_move: None,
            reverse_futility: None,
            razoring: None,
            futility: None,
            multi_cut: None,
            prob_cuts: [None; 4],
            multi_prob_cut: None,
            noisy_prob_cut: None,
            late_pruning: None,
            history_pruning: None,
            exchange_pruning: None,
            late_moves: None,
            internal_reduction: None,
            beam: None,
            preselection: None,
            delta: None,
            ..self
        }
    }

    /// `hundredths` of the game's unit as a score margin.
    pub(crate) fn margin(&self, hundredths: i32) -> i32 {
        (i64::from(self.unit) * i64::from(hundredths) / 100).clamp(1, i64::from(Self::WIDEST))
            as i32
    }

    /// As wide as the full window.
    pub(crate) const WIDEST: i32 = 2 * Score::INFINITE.get();

    /// Whether a node outside the principal variation may be left before its moves are searched.
    pub(crate) fn prunes_forward(&self) -> bool {
        let Self {
            null_move,
            reverse_futility,
            razoring,
            multi_cut,
            prob_cuts,
            multi_prob_cut,
            noisy_prob_cut,
            ..
        } = self;
        null_move.is_some()
            || reverse_futility.is_some()
            || razoring.is_some()
            || multi_cut.is_some()
            || multi_prob_cut.is_some()
            || noisy_prob_cut.is_some()
            || prob_cuts.iter().any(Option::is_some)
    }
}

/// Where MTD(f) asks first; from there it follows the answers (Plaat, Schaeffer, Pijls and de
/// Bruin, 1996).
///
/// ```
/// use game_core::from_fn;
/// use othello_bitboard::Othello;
/// use search::{Algorithm, AlphaBeta, FirstGuess, Limits, Options, Searcher};
/// // MTD(f), SSS* and DUAL* differ in what they visit, and agree on the value.
/// let [last, above, below] = [FirstGuess::Last, FirstGuess::Above, FirstGuess::Below].map(|guess| {
///     let options = Options::exact(Algorithm::MtdF).with_first_guess(guess);
///     let mut engine = AlphaBeta::new(from_fn(Othello::margin)).with_options(options);
///     engine.think(&Othello::START, Limits::depth(4))
/// });
/// assert_eq!([above.score(), below.score()], [last.score(); 2]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum FirstGuess {
    /// At the last iteration's value.
    #[default]
    Last,
    /// At plus infinity, MTD(+∞), coming down: the positions that SSS* visits (Stockman, 1979), in
    /// its order.
    Above,
    /// At minus infinity, MTD(-∞), going up: DUAL* (Marsland, Reinefeld and Schaeffer, 1987).
    Below,
}

impl FirstGuess {
    /// The guess, where the last iteration said `last`.
    pub(crate) fn score(self, last: Score) -> Score {
        match self {
            Self::Last => last,
            Self::Above => Score::INFINITE,
            Self::Below => -Score::INFINITE,
        }
    }
}

builders! { Options
    with_algorithm => algorithm: Algorithm;
    with_unit => unit: i32;
    with_aspiration => aspiration: i32;
    with_first_guess => first_guess: FirstGuess;
    with_step => step: u32;
    with_time_management => time_management: Option<TimeManagement>;
    with_fail_hard => fail_hard: bool;
    with_table => table: bool;
    with_table_depth => table_depth: i32;
    with_score_cache => score_cache: u32;
    with_enhanced_cutoffs => enhanced_cutoffs: Option<i32>;
    with_killers => killers: bool;
    with_history => history: bool;
    with_continuation => continuation: u32;
    with_history_bonus => history_bonus: HistoryBonus;
    with_improving => improving: bool;
    with_correction => correction: bool;
    with_counter_moves => counter_moves: bool;
    with_order_by_eval => order_by_eval: Option<i32>;
    with_null_move => null_move: Option<NullMove>;
    with_reverse_futility => reverse_futility: Option<Margin>;
    with_razoring => razoring: Option<Margin>;
    with_futility => futility: Option<Margin>;
    with_multi_cut => multi_cut: Option<MultiCut>;
    with_prob_cuts => prob_cuts: [Option<ProbCut>; 4];
    with_multi_prob_cut => multi_prob_cut: Option<MultiProbCut>;
    with_noisy_prob_cut => noisy_prob_cut: Option<NoisyProbCut>;
    with_late_pruning => late_pruning: Option<LatePruning>;
    with_history_pruning => history_pruning: Option<HistoryPruning>;
    with_exchange_pruning => exchange_pruning: Option<ExchangePruning>;
    with_late_moves => late_moves: Option<Reductions>;
    with_internal_reduction => internal_reduction: Option<i32>;
    with_beam => beam: Option<u32>;
    with_preselection => preselection: Option<Preselection>;
    with_singular => singular: Option<Singular>;
    with_single_reply => single_reply: bool;
    with_extensions => extensions: bool;
    with_quiescence => quiescence: u32;
    with_delta => delta: Option<i32>;
    with_prove => prove: bool;
    with_equal_depth => equal_depth: bool;
    with_path_scores => path_scores: PathPolicy;
}
