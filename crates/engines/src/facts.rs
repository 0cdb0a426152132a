use crate::{
    EndgameFacts, EngineError, ForeignBook, Level, NameList, RuleSetting, SearcherOption,
    SolverFacts, SwapRule,
};
use game_core::RecordFormat;
use pattern_eval::Weight;

/// The constants of a game that a command line, a protocol or a page needs before a game is played.
///
/// ```
/// let othello = engines::game("othello")?.facts();
/// assert_eq!((othello.name, othello.players, othello.unit), ("othello", ["black", "white"], "discs"));
/// let mobility = othello.weights.iter().find(|weight| weight.name == "mobility").ok_or("no such weight")?;
/// assert!(mobility.takes(600) && !mobility.takes(1_000_000));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct GameFacts {
    /// The name in lower case.
    pub name: &'static str,
    /// The names of the two players, the first mover first.
    pub players: [&'static str; 2],
    /// The unit of scores, in the plural: discs, soldiers, open twos.
    pub unit: &'static str,
    /// Whether the Go Text Protocol names a move by the point that it puts a piece on: see
    /// [`Wiring::GTP_POINTS`](crate::Wiring::GTP_POINTS).
    pub gtp_points: bool,
    /// Points of score in one unit.
    pub points_per_unit: i32,
    /// The units of score halfway between an even game and a won one: with them, the engine's own
    /// games brought three quarters of a point. `docs/results/win-probability.md` has the fit.
    pub half_win: f32,
    /// The plies that even plain minimax searches in moments.
    pub study_depth: u32,
    /// Whether a win has a margin, as Othello's discs.
    pub has_margins: bool,
    /// Whether the game is shipped with [puzzles](crate::Game::puzzles).
    pub has_puzzles: bool,
    /// The game's exact solver, if it has one.
    pub solver: Option<SolverFacts>,
    /// The game's endgame tables, if it has any.
    pub endgames: Option<EndgameFacts>,
    /// The opening books of other programs that the game reads.
    pub foreign_books: &'static [ForeignBook],
    /// The settings of the rules.
    pub rules: &'static [RuleSetting],
    /// The openings by which two players may share the sides fairly.
    pub swaps: &'static [SwapRule],
    /// The file formats of its records, the default one first.
    pub formats: &'static [RecordFormat],
    /// The files of names that its records need.
    pub name_lists: &'static [NameList],
    /// The evaluators that `eval=NAME` chooses from, the default one first; empty if there is only
    /// one.
    pub evaluators: &'static [&'static str],
    /// The weights of the evaluator that `eval.NAME=VALUE` changes.
    pub weights: &'static [Weight],
    /// The search options that only this game has.
    pub options: &'static [SearcherOption],
    /// The levels, the weakest first.
    pub levels: &'static [Level],
    /// The positions of the bench.
    pub bench: Bench,
}

impl GameFacts {
    /// Level `number`; beyond the weakest and the strongest, the nearest.
    pub fn level(&self, number: u8) -> Level {
        Level::nearest(self.levels, number)
    }

    /// The number of the strongest level.
    pub fn strongest(&self) -> u8 {
        self.levels.len() as u8
    }

    /// How many points worse than the best an opening move of level `number` may be: a third of a unit
    /// for every level below the strongest. So the lower levels vary their openings, and the
    /// strongest plays the best move.
    pub fn book_margin(&self, number: u8) -> i32 {
        Level::book_margin(self.levels, number, self.points_per_unit)
    }

    /// The opening of that name among [`swaps`](Self::swaps).
    ///
    /// # Errors
    /// If there is none, saying which there are.
    ///
    /// ```
    /// let gomoku = engines::game("gomoku")?.facts();
    /// assert_eq!(gomoku.swap("swap2")?.plies, 3);
    /// assert!(gomoku.swap("pie").is_err_and(|error| error.to_string().ends_with("it has swap, swap2")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn swap(&self, name: &str) -> Result<SwapRule, EngineError> {
        let found = self.swaps.iter().find(|rule| rule.name == name);
        found.copied().ok_or_else(|| EngineError::UnknownSwap {
            game: self.name,
            name: name.to_owned(),
            known: self.swaps,
        })
    }

    /// The format of the files whose names end in `extension`, in either case; `None` if there is
    /// none.
    ///
    /// ```
    /// let othello = engines::game("othello")?.facts();
    /// assert_eq!(othello.format("GGF").map(|format| format.extension), Some("ggf"));
    /// assert_eq!((othello.format("doc"), othello.own_format().extension), (None, "txt"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn format(&self, extension: &str) -> Option<&'static RecordFormat> {
        find_format(self.formats, extension)
    }

    /// The game's own format, the first one: it is text, and holds every record.
    ///
    /// # Panics
    /// If the game has no format at all; every one built in has.
    pub fn own_format(&self) -> &'static RecordFormat {
        &self.formats[0]
    }
}

/// The one of `formats` whose files have names that end in `extension`, in either case.
pub(crate) fn find_format(
    formats: &'static [RecordFormat],
    extension: &str,
) -> Option<&'static RecordFormat> {
    formats
        .iter()
        .find(|format| format.extension.eq_ignore_ascii_case(extension))
}

/// Fixed work for a search.
///
/// ```
/// let othello = engines::game("othello")?;
/// let bench = othello.facts().bench;
/// let mut session = othello.session(&Vec::new())?;
/// for &line in bench.lines {
///     session.set_line(line)?;
///     assert_eq!(session.state().ending, None, "there is something to search, {} plies deep", bench.depth);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bench {
    /// Positions, each optionally with moves.
    pub lines: &'static [&'static str],
    /// The depth of the searches, in plies, chosen to take little time.
    pub depth: u32,
}
