//! The swap2 opening, which makes the game fair: three stones by one player, then a choice for the
//! other.
//!
//! 1. The opener places three stones: black, white, black.
//! 2. The chooser takes White, or takes Black, or places two more stones, white and black.
//! 3. In the last case the opener takes Black or White.
//!
//! White moves next in any case. After the rules of the Gomocup tournament and of the Renju
//! International Federation for gomoku. It comes before the game proper, so it is a phase of its
//! own and no part of [`Gomoku`].
//!
//! ```
//! use game_core::{Player, Position};
//! use gomoku_rules::{Rules, swap2::{Choice, Opening, Seat}};
//! let mut opening = Opening::new(Rules::default());
//! for point in ["h8", "i9", "j6"] {
//!     opening.place(point.parse()?)?;
//! }
//! opening.choose(Choice::PlaceTwo)?;
//! opening.place("c3".parse()?)?;
//! opening.place("d4".parse()?)?;
//! opening.choose(Choice::Black)?;
//! let game = opening.settled().expect("the opener has chosen");
//! assert_eq!((game.black, game.start.turn()), (Seat::Opener, Player::Second));
//! assert_eq!(game.start.to_string(), "X:d4j6h8 O:c3i9 turn:O");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::{Error, Gomoku, Point, Rules};
use game_core::{Player, Position};
use thiserror::Error;

/// One of the two people at the board, before they know their colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Seat {
    /// Places the first three stones.
    Opener,
    /// Answers them.
    Chooser,
}

impl Seat {
    /// The other one.
    pub const fn other(self) -> Self {
        match self {
            Self::Opener => Self::Chooser,
            Self::Chooser => Self::Opener,
        }
    }
}

/// An answer to the stones on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Choice {
    /// To play Black from here.
    Black,
    /// To play White from here.
    White,
    /// To place a white and a black stone and leave the colours to the opener.
    PlaceTwo,
}

/// What has to happen next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Phase {
    /// `by` places a stone of `color`.
    Place {
        /// Who places it.
        by: Seat,
        /// The colour of the stone.
        color: Player,
    },
    /// `by` chooses.
    Choose {
        /// Who chooses.
        by: Seat,
        /// Whether [`Choice::PlaceTwo`] may be chosen.
        may_place: bool,
    },
    /// The colours are settled.
    Settled,
}

/// How an opening ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settled {
    /// The position the game starts from; White is to move.
    pub start: Gomoku,
    /// Who plays Black.
    pub black: Seat,
}

/// A swap2 opening under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    pos: Gomoku,
    extended: bool,
    black: Option<Seat>,
}

impl Opening {
    /// An opening on an empty board.
    pub fn new(rules: Rules) -> Self {
        Self {
            pos: Gomoku::new(rules),
            extended: false,
            black: None,
        }
    }

    /// What has to happen next.
    pub fn phase(&self) -> Phase {
        let color = self.pos.turn();
        match (self.black, self.pos.stones(), self.extended) {
            (Some(_), ..) => Phase::Settled,
            (None, 0..3, _) => Phase::Place {
                by: Seat::Opener,
                color,
            },
            (None, 3, false) => Phase::Choose {
                by: Seat::Chooser,
                may_place: true,
            },
            (None, 3..5, _) => Phase::Place {
                by: Seat::Chooser,
                color,
            },
            (None, 5.., _) => Phase::Choose {
                by: Seat::Opener,
                may_place: false,
            },
        }
    }

    /// The stones placed so far.
    pub fn position(&self) -> &Gomoku {
        &self.pos
    }

    /// Places the stone that is due on `point`.
    ///
    /// # Errors
    /// If no stone is due, or the point is not on the board or not empty.
    pub fn place(&mut self, point: Point) -> Result<(), Swap2Error> {
        let phase @ Phase::Place { .. } = self.phase() else {
            return Err(Swap2Error::NoStoneDue(self.phase()));
        };
        self.pos
            .check_move(point)
            .map_err(|error| Swap2Error::Stone { phase, error })?;
        self.pos.play(point);
        Ok(())
    }

    /// Makes the choice that is due.
    ///
    /// # Errors
    /// If no choice is due, or two more stones may not be placed any more.
    pub fn choose(&mut self, choice: Choice) -> Result<(), Swap2Error> {
        let Phase::Choose { by, may_place } = self.phase() else {
            return Err(Swap2Error::NoChoiceDue(self.phase()));
        };
        match choice {
            Choice::Black => self.black = Some(by),
            Choice::White => self.black = Some(by.other()),
            Choice::PlaceTwo if may_place => self.extended = true,
            Choice::PlaceTwo => return Err(Swap2Error::PlacedAlready),
        }
        Ok(())
    }

    /// The game that results, once the colours are settled.
    pub fn settled(&self) -> Option<Settled> {
        Some(Settled {
            start: self.pos.clone(),
            black: self.black?,
        })
    }
}

/// What a player may not do in an opening.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Swap2Error {
    /// A stone was placed where something else is due.
    #[error("no stone is due: {0:?}")]
    NoStoneDue(Phase),
    /// A choice was made where something else is due.
    #[error("no choice is due: {0:?}")]
    NoChoiceDue(Phase),
    /// Two stones have been placed already: only the colours are left to choose.
    #[error("two more stones have been placed already")]
    PlacedAlready,
    /// The stone cannot stand there.
    #[error("{error}")]
    Stone {
        /// What was due.
        phase: Phase,
        /// What is wrong with the point.
        #[source]
        error: Error,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opened() -> Opening {
        let mut opening = Opening::new(Rules::default());
        for (text, color) in [
            ("h8", Player::First),
            ("i9", Player::Second),
            ("a1", Player::First),
        ] {
            assert_eq!(
                opening.phase(),
                Phase::Place {
                    by: Seat::Opener,
                    color
                }
            );
            assert!(matches!(
                opening.choose(Choice::Black),
                Err(Swap2Error::NoChoiceDue(_))
            ));
            opening.place(text.parse().expect("a point")).expect("due");
        }
        opening
    }

    #[test]
    fn three_stones_and_a_colour() {
        for (choice, black) in [
            (Choice::Black, Seat::Chooser),
            (Choice::White, Seat::Opener),
        ] {
            let mut opening = opened();
            assert_eq!(
                opening.phase(),
                Phase::Choose {
                    by: Seat::Chooser,
                    may_place: true
                }
            );
            assert_eq!(opening.position().to_string(), "X:a1h8 O:i9 turn:O");
            assert_eq!(opening.settled(), None);
            assert!(matches!(
                opening.place(Point::NULL),
                Err(Swap2Error::NoStoneDue(_))
            ));
            opening.choose(choice).expect("due");
            let settled = opening.settled().expect("settled");
            assert_eq!(
                (settled.black, settled.start.turn(), settled.start.stones()),
                (black, Player::Second, 3)
            );
            assert!(matches!(
                opening.choose(choice),
                Err(Swap2Error::NoChoiceDue(Phase::Settled))
            ));
        }
    }

    #[test]
    fn two_more_stones_and_the_opener_chooses() {
        for (choice, black) in [
            (Choice::Black, Seat::Opener),
            (Choice::White, Seat::Chooser),
        ] {
            let mut opening = opened();
            opening.choose(Choice::PlaceTwo).expect("due");
            for (text, color) in [("b5", Player::Second), ("c6", Player::First)] {
                assert_eq!(
                    opening.phase(),
                    Phase::Place {
                        by: Seat::Chooser,
                        color
                    }
                );
                opening.place(text.parse().expect("a point")).expect("due");
            }
            assert_eq!(
                opening.phase(),
                Phase::Choose {
                    by: Seat::Opener,
                    may_place: false
                }
            );
            assert_eq!(
                opening.choose(Choice::PlaceTwo),
                Err(Swap2Error::PlacedAlready)
            );
            opening.choose(choice).expect("due");
            let settled = opening.settled().expect("settled");
            assert_eq!(
                (settled.black, settled.start.turn(), settled.start.stones()),
                (black, Player::Second, 5)
            );
        }
    }

    #[test]
    fn stones_stand_on_empty_points() {
        let mut opening = Opening::new(Rules::default());
        let before = opening.clone();
        for bad in [Point::new(15, 0), Some(Point::NULL)].into_iter().flatten() {
            let refused = opening.place(bad);
            assert!(
                matches!(
                    refused,
                    Err(Swap2Error::Stone {
                        error: Error::OffBoard { .. },
                        ..
                    })
                ),
                "{refused:?}"
            );
        }
        assert_eq!(opening, before);
        let point = "h8".parse().expect("a point");
        opening.place(point).expect("due");
        assert!(matches!(
            opening.place(point),
            Err(Swap2Error::Stone {
                error: Error::Occupied(_),
                ..
            })
        ));
    }
}
