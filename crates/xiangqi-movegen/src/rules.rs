/// What the players agree on beside the moves: how repetition is judged, and when a game without
/// captures is drawn.
///
/// ```
/// use xiangqi_movegen::{RepetitionRule, Rules};
/// let rules = Rules { repetition: RepetitionRule::DrawOnly, ..Rules::default() };
/// assert_eq!(rules.move_limit, Some(120));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Rules {
    /// How a position that occurs for the third time is judged.
    pub repetition: RepetitionRule,
    /// After how many plies without a capture the game is drawn, at most 65,535, beyond which
    /// nothing is counted; `None` for never. Soldiers' moves do not start the count again.
    pub move_limit: Option<u32>,
    /// How many checks of each side since the last capture the move limit counts; its further
    /// checks, and the replies to them, are not counted. `None` counts every ply.
    pub check_credit: Option<u32>,
}

impl Default for Rules {
    /// Asian rules in their computer form, 120 plies, of each side's checks the first ten counted.
    fn default() -> Self {
        Self {
            repetition: RepetitionRule::default(),
            move_limit: Some(120),
            check_credit: Some(10),
        }
    }
}

/// How a position that occurs for the third time since the last capture is judged.
///
/// The window judged is the game from the first of the three occurrences to the last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum RepetitionRule {
    /// Always a draw.
    DrawOnly,
    /// A side whose every move in the window was a check loses, unless both sides' were; all else
    /// is a draw.
    CheckBan,
    /// As `CheckBan`; and if neither side's every move was a check, a side whose every move newly
    /// attacked one and the same enemy piece loses, unless both sides did so. The [front
    /// page](crate) says what counts as an attack.
    ///
    /// This is the part of the rules of the Asian Xiangqi Federation that engines agree on.
    #[default]
    AsianCore,
}
