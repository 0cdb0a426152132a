use std::fmt;

/// How far a game has come, by what is on the board: positions from the same phase are alike.
///
/// ```
/// use engines::Phase;
/// let mut session = engines::game("othello")?.session(&Default::default())?;
/// assert_eq!(session.phase(), Phase::Opening);
/// session.set_line("startpos moves f5d6c3d3c4f4c5b3c2e3d2c6b4b5f2f3e2")?;
/// assert_eq!(session.phase(), Phase::Middle);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// The pieces come into play.
    Opening,
    /// Most of the game.
    Middle,
    /// Little is left: few pieces, or few empty places.
    Ending,
}

impl Phase {
    /// All phases, in order.
    pub const ALL: [Self; 3] = [Self::Opening, Self::Middle, Self::Ending];

    /// The phase of a board with `men` pieces, where they only come: opening and middle end with
    /// these numbers.
    pub const fn filling(men: u32, [opening, middle]: [u32; 2]) -> Self {
        if men <= opening {
            Self::Opening
        } else if men <= middle {
            Self::Middle
        } else {
            Self::Ending
        }
    }

    /// The phase of a board with `men` pieces, where they only go: opening and middle begin with
    /// these numbers at the least.
    pub const fn emptying(men: u32, [opening, middle]: [u32; 2]) -> Self {
        if men >= opening {
            Self::Opening
        } else if men >= middle {
            Self::Middle
        } else {
            Self::Ending
        }
    }

    /// The name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Middle => "middle",
            Self::Ending => "ending",
        }
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
