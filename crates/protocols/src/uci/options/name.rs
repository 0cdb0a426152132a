/// The options, by purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    Hash,
    Forget,
    Threads,
    MultiPv,
    Ponder,
    Level,
    Overhead,
    Ranks,
    Repetition,
    /// In plies.
    MoveLimit,
    /// In moves of both sides.
    DrawMoves,
    Variant,
    About,
    Millis,
    Batch,
}

impl Name {
    pub const ALL: [Self; 15] = [
        Self::Millis,
        Self::Batch,
        Self::Hash,
        Self::Forget,
        Self::Threads,
        Self::MultiPv,
        Self::Ponder,
        Self::Variant,
        Self::Level,
        Self::Overhead,
        Self::Ranks,
        Self::Repetition,
        Self::MoveLimit,
        Self::DrawMoves,
        Self::About,
    ];

    /// Its name in UCI, and in UCCI; `None` where it is not offered.
    pub const fn texts(self) -> (Option<&'static str>, Option<&'static str>) {
        match self {
            Self::Hash => (Some("Hash"), Some("hashsize")),
            Self::Forget => (Some("Clear Hash"), Some("newgame")),
            Self::Threads => (Some("Threads"), Some("threads")),
            Self::MultiPv => (Some("MultiPV"), Some("multipv")),
            Self::Ponder => (Some("Ponder"), Some("ponder")),
            Self::Level => (Some("Level"), Some("level")),
            Self::Overhead => (Some("Move Overhead"), Some("overhead")),
            Self::Ranks => (Some("Ranks"), Some("ranks")),
            Self::Repetition => (Some("Repetition Rule"), Some("repetition")),
            Self::MoveLimit => (Some("Move Limit"), None),
            Self::DrawMoves => (None, Some("drawmoves")),
            Self::Variant => (Some("UCI_Variant"), None),
            Self::About => (Some("UCI_EngineAbout"), None),
            Self::Millis => (None, Some("usemillisec")),
            Self::Batch => (None, Some("batch")),
        }
    }

    /// The name for an error.
    pub fn text(self) -> &'static str {
        let (uci, ucci) = self.texts();
        uci.or(ucci).unwrap_or_default()
    }

    /// The option of that name, in either protocol; capitals make no difference, and a space may be
    /// `_`.
    pub fn find(text: &str) -> Option<Self> {
        let text = text.replace('_', " ");
        let is = |name: Option<&str>| {
            name.is_some_and(|name| name.replace('_', " ").eq_ignore_ascii_case(&text))
        };
        Self::ALL
            .into_iter()
            .find(|name| is(name.texts().0) || is(name.texts().1))
    }
}
