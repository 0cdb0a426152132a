/// How the ten ranks are counted in coordinates, from Red's back rank.
///
/// Here they always go from 0 to 9; other programs do not all agree.
///
/// ```
/// use xiangqi_movegen::notation::Ranks;
/// assert_eq!(Ranks::FromOne.write("a9a0"), "a10a1");
/// assert_eq!(Ranks::FromOne.read("H3-E3").as_deref(), Some("h2e2"));
/// assert_eq!(Ranks::FromZero.read("a10a1"), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ranks {
    /// From 0 to 9: ICCS, all that speak UCCI, and Pikafish.
    #[default]
    FromZero,
    /// From 1 to 10: Fairy-Stockfish, and boards that tell a program of `UCI_Variant`.
    FromOne,
}

impl Ranks {
    /// The other way to count.
    pub fn other(self) -> Self {
        match self {
            Self::FromZero => Self::FromOne,
            Self::FromOne => Self::FromZero,
        }
    }

    /// `mv`, a move as `h2e2`, counted so.
    pub fn write(self, mv: &str) -> String {
        match self {
            Self::FromZero => mv.to_owned(),
            Self::FromOne => mv
                .chars()
                .map(|c| match c.to_digit(10) {
                    Some(rank) => (rank + 1).to_string(),
                    None => c.to_string(),
                })
                .collect(),
        }
    }

    /// A move counted so, `h3e3` or `H3-E3`, as `h2e2`; `None` if it is not one.
    pub fn read(self, text: &str) -> Option<String> {
        let (from, rest) = self.square(text)?;
        let (to, rest) = self.square(rest.strip_prefix('-').unwrap_or(rest))?;
        rest.is_empty().then(|| from + &to)
    }

    /// The square that `text` begins with, and what follows.
    fn square(self, text: &str) -> Option<(String, &str)> {
        let file = text.chars().next()?.to_ascii_lowercase();
        let digits = text.bytes().skip(1).take_while(u8::is_ascii_digit).count();
        let (rank, rest) = text.get(1..)?.split_at(digits);
        let rank: u8 = if rank == "10" || digits == 1 {
            rank.parse().ok()?
        } else {
            return None;
        };
        let rank = if self == Self::FromOne {
            rank.checked_sub(1)?
        } else {
            rank
        };
        (('a'..='i').contains(&file) && rank < 10).then(|| (format!("{file}{rank}"), rest))
    }

    /// What a move alone shows about the numbering of its ranks: rank 0 is none of ten from 1, rank
    /// 10 none from 0.
    pub fn shown_by(mv: &str) -> Option<Self> {
        [Self::FromZero, Self::FromOne]
            .into_iter()
            .find(|ranks| ranks.read(mv).is_some() && ranks.other().read(mv).is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_in_either() {
        for (zero, one) in [("h2e2", "h3e3"), ("a9a0", "a10a1"), ("i0i9", "i1i10")] {
            assert_eq!(
                (Ranks::FromOne.write(zero), Ranks::FromZero.write(zero)),
                (one.to_owned(), zero.to_owned())
            );
            assert_eq!(Ranks::FromOne.read(one).as_deref(), Some(zero));
            assert_eq!(Ranks::FromZero.read(zero).as_deref(), Some(zero));
            assert_eq!(
                Ranks::FromOne.read(&one.to_uppercase()).as_deref(),
                Some(zero)
            );
        }
        assert_eq!(Ranks::FromOne.read("A10-A1").as_deref(), Some("a9a0"));
        assert_eq!(Ranks::FromZero.read("a10a1"), None);
        assert_eq!(Ranks::FromOne.read("a0a1"), None);
    }

    #[test]
    fn other_texts_are_none() {
        for text in [
            "",
            "h",
            "h2",
            "h2e",
            "h2e2x",
            "h2--e2",
            "-h2e2",
            "h+2e2",
            "h02e2",
            "j2e2",
            "h11e2",
            "\u{e9}2e2",
            "h2\u{70ae}2",
        ] {
            assert_eq!(
                (Ranks::FromZero.read(text), Ranks::FromOne.read(text)),
                (None, None),
                "{text}"
            );
            assert_eq!(Ranks::shown_by(text), None, "{text}");
        }
    }

    #[test]
    fn what_moves_show() {
        for (mv, ranks) in [
            ("a10a9", Some(Ranks::FromOne)),
            ("a0a1", Some(Ranks::FromZero)),
            ("a1a2", None),
        ] {
            assert_eq!(Ranks::shown_by(mv), ranks, "{mv}");
        }
    }
}
