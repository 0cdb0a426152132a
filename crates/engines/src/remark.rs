use game_core::Text;
use std::borrow::Cow;

/// One thing that a move does, in words: what the rules, the shapes or a solver show, never a guess.
///
/// A game tells its own by [`Wiring::remarks`](crate::Wiring::remarks).
///
/// ```
/// let mut session = engines::game("gomoku")?.session(&Default::default())?;
/// session.set_line("X:f8g8h8 O:f9g9h9 turn:O")?;
/// let told: Vec<_> = session.remarks("e9")?.into_iter().map(|remark| remark.text.en).collect();
/// assert_eq!(told, ["makes a straight four"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// What it is about, by a word of the game's, the same in every language: `four`, `fork`.
    pub kind: &'static str,
    /// What the move does, without a subject: `blocks a four`.
    pub text: Text,
}

impl Remark {
    /// A remark in English and Chinese.
    pub fn new(
        kind: &'static str,
        en: impl Into<Cow<'static, str>>,
        zh: impl Into<Cow<'static, str>>,
    ) -> Self {
        let (en, zh) = (en.into(), zh.into());
        Self {
            kind,
            text: Text { en, zh },
        }
    }
}
