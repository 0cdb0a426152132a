use game_core::Player;
use std::{fmt, str::FromStr};
use thiserror::Error;
use xiangqi_movegen::{Board, Kind, Piece};

/// The pieces on the board, where only one side has pieces that can win.
///
/// The *strong* side has chariots, horses, cannons or soldiers, the *weak* side none; both may have
/// guards (advisors and elephants). It is written in the letters of a FEN, each side's after its
/// general's, the strong side first.
///
/// ```
/// use endgames::Material;
/// let material: Material = "KRKAABB".parse()?;
/// assert_eq!((material.pieces(), material.to_string()), (7, "KRKAABB".to_owned()));
/// assert!("KAKAA".parse::<Material>().is_err(), "neither side can win");
/// # Ok::<(), endgames::MaterialError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Material {
    /// The numbers of pieces by kind, of the strong side and of the weak side.
    counts: [[u8; 7]; 2],
}

/// A text that is no [`Material`], and why.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MaterialError {
    /// A letter that is no piece's.
    #[error("{0:?} is no piece: K, R, N, C, P, A or B")]
    Letter(char),
    /// The text needs two generals, which separate the sides.
    #[error("two generals are needed, each before its side's other pieces: {0:?}")]
    Generals(String),
    /// More of a kind than a side can have.
    #[error("a side has at most {most} of {}: {text:?}", kind.name())]
    TooMany {
        /// The kind.
        kind: Kind,
        /// How many a side can have.
        most: usize,
        /// The text.
        text: String,
    },
    /// The first side must have pieces that can win, and the second none.
    #[error(
        "{0:?}: of two sides the first must have a chariot, horse, cannon or soldier, and the second none"
    )]
    Sides(String),
}

/// The order in which the pieces of a side are written.
const WRITTEN: [Kind; 7] = [
    Kind::General,
    Kind::Chariot,
    Kind::Horse,
    Kind::Cannon,
    Kind::Soldier,
    Kind::Advisor,
    Kind::Elephant,
];

/// Whether pieces of `kind` can cross the river, and so win.
fn attacks(kind: Kind) -> bool {
    !matches!(kind, Kind::General | Kind::Advisor | Kind::Elephant)
}

impl Material {
    /// The material of a board and its strong side; `None` if both sides can win, or neither.
    pub fn of(board: &Board) -> Option<(Self, Player)> {
        let counts =
            Player::BOTH.map(|player| Kind::ALL.map(|kind| board.pieces(player, kind).len() as u8));
        match counts.map(|side| has_attackers(&side)) {
            [true, false] => Some((Self { counts }, Player::First)),
            [false, true] => Some((
                Self {
                    counts: [counts[1], counts[0]],
                },
                Player::Second,
            )),
            _ => None,
        }
    }

    /// The number of pieces, both generals among them.
    pub fn pieces(&self) -> usize {
        self.counts
            .iter()
            .flatten()
            .map(|&count| usize::from(count))
            .sum()
    }

    /// The pieces that are present, with the strong side as Red, and their numbers.
    pub(crate) fn groups(&self) -> impl Iterator<Item = (Piece, usize)> {
        Player::BOTH
            .into_iter()
            .flat_map(move |player| {
                Kind::ALL
                    .into_iter()
                    .map(move |kind| (Piece::new(player, kind), self.count(player, kind)))
            })
            .filter(|&(_, count)| count > 0)
    }

    fn count(&self, player: Player, kind: Kind) -> usize {
        self.counts[player.index()][kind.index()].into()
    }

    /// The materials after one capture in which a side can still win.
    pub fn after_a_capture(&self) -> Vec<Self> {
        let mut found = Vec::new();
        for (piece, _) in self
            .groups()
            .filter(|(piece, _)| piece.kind != Kind::General)
        {
            let mut after = *self;
            after.counts[piece.player.index()][piece.kind.index()] -= 1;
            if has_attackers(&after.counts[0]) {
                found.push(after);
            }
        }
        found
    }
}

/// Whether either side has a piece that can win.
pub(crate) fn somebody_can_win(board: &Board) -> bool {
    Kind::ALL
        .into_iter()
        .any(|kind| attacks(kind) && !board.kind(kind).is_empty())
}

fn has_attackers(side: &[u8; 7]) -> bool {
    Kind::ALL
        .into_iter()
        .any(|kind| attacks(kind) && side[kind.index()] > 0)
}

impl FromStr for Material {
    type Err = MaterialError;

    /// Reads `KRKAABB`; letters of either case, and those of other dialects (see
    /// [`Kind::from_letter`]).
    ///
    /// # Errors
    /// If it is no such text.
    fn from_str(text: &str) -> Result<Self, MaterialError> {
        let mut counts = [[0; 7]; 2];
        let mut side = None;
        for letter in text.chars() {
            let kind = Kind::from_letter(letter).ok_or(MaterialError::Letter(letter))?;
            side = match (kind, side) {
                (Kind::General, None) => Some(0),
                (Kind::General, Some(0)) => Some(1),
                (Kind::General, _) | (_, None) => return Err(MaterialError::Generals(text.into())),
                (_, side) => side,
            };
            let count: &mut u8 = &mut counts[side.unwrap_or(0)][kind.index()];
            *count += 1;
            if usize::from(*count) > kind.most() {
                return Err(MaterialError::TooMany {
                    kind,
                    most: kind.most(),
                    text: text.into(),
                });
            }
        }
        if side != Some(1) {
            return Err(MaterialError::Generals(text.into()));
        }
        if !has_attackers(&counts[0]) || has_attackers(&counts[1]) {
            return Err(MaterialError::Sides(text.into()));
        }
        Ok(Self { counts })
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for player in Player::BOTH {
            for kind in WRITTEN {
                for _ in 0..self.count(player, kind) {
                    write!(f, "{}", kind.letter().to_ascii_uppercase())?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xiangqi_movegen::Xiangqi;

    #[test]
    fn texts_are_read_back() {
        for text in ["KRKAABB", "KNPKA", "KCABKBB", "KPPPPPK"] {
            assert_eq!(
                text.parse::<Material>()
                    .map(|material| material.to_string()),
                Ok(text.to_owned())
            );
        }
        assert_eq!("khke".parse::<Material>(), "KNKB".parse());
    }

    #[test]
    fn other_texts_are_refused() {
        let sides = |text: &str| Err(MaterialError::Sides(text.into()));
        let generals = |text: &str| Err(MaterialError::Generals(text.into()));
        for (text, problem) in [
            ("KXK", Err(MaterialError::Letter('X'))),
            ("", generals("")),
            ("KR", generals("KR")),
            ("RKK", generals("RKK")),
            ("KRKAK", generals("KRKAK")),
            ("KAK", sides("KAK")),
            ("KKR", sides("KKR")),
            ("KRKR", sides("KRKR")),
        ] {
            assert_eq!(text.parse::<Material>(), problem, "{text}");
        }
        let problem = "KRRRK".parse::<Material>().expect_err("three chariots");
        assert_eq!(
            problem.to_string(),
            "a side has at most 2 of chariot: \"KRRRK\""
        );
    }

    #[test]
    fn captures_lead_to_less() {
        let after = |text: &str| {
            let material: Material = text.parse().expect(text);
            material
                .after_a_capture()
                .iter()
                .map(Material::to_string)
                .collect::<Vec<_>>()
        };
        assert_eq!(after("KRK"), [""; 0]);
        assert_eq!(after("KRAKAAB"), ["KRKAAB", "KRAKAB", "KRAKAA"]);
        assert_eq!(after("KPPK"), ["KPK"]);
    }

    #[test]
    fn a_board_is_told_by_its_strong_side() {
        let of = |fen: &str| {
            let pos: Xiangqi = fen.parse().expect(fen);
            Material::of(pos.board()).map(|(material, strong)| (material.to_string(), strong))
        };
        assert_eq!(
            of("3k5/9/9/9/9/9/9/9/4A4/4K3R w"),
            Some(("KRAK".into(), Player::First))
        );
        assert_eq!(
            of("3k4r/9/9/9/9/9/9/9/4A4/4K4 w"),
            Some(("KRKA".into(), Player::Second))
        );
        assert_eq!(of("3k4r/9/9/9/9/9/9/9/4A4/4K3N w"), None);
        assert_eq!(of("3k5/9/9/9/9/9/9/9/4A4/4K4 w"), None);
    }
}
