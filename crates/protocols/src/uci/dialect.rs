use super::refusal::one_line;
use game_core::Score;

/// Which of the two protocols is spoken.
///
/// ```
/// use protocols::{Dialect, Setup, Uci, serve};
/// let setup = Setup { config: "level=1".parse()?, ..Setup::new(engines::game("xiangqi")?) };
/// let farewell = |dialect| -> Result<_, Box<dyn std::error::Error>> {
///     let mut answers = Vec::new();
///     serve(Uci::new(&setup, dialect)?, &setup, &b"quit\n"[..], &mut answers)?;
///     Ok(answers)
/// };
/// assert_eq!((farewell(Dialect::Uci)?, farewell(Dialect::Ucci)?), (b"".to_vec(), b"bye\n".to_vec()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// The Universal Chess Interface.
    Uci,
    /// The Universal Chinese Chess Protocol.
    Ucci,
}

impl Dialect {
    /// The word that ends the list of the program's options.
    pub(super) fn ok(self) -> &'static str {
        match self {
            Self::Uci => "uciok",
            Self::Ucci => "ucciok",
        }
    }

    /// A line for the person at the board.
    pub(super) fn remark(self, text: &str) -> String {
        let word = match self {
            Self::Uci => "string",
            Self::Ucci => "message",
        };
        format!("info {word} {}", one_line(text))
    }

    /// The answer if there is no move.
    pub(super) fn no_move(self) -> &'static str {
        match self {
            Self::Uci => "bestmove (none)",
            Self::Ucci => "nobestmove",
        }
    }

    /// A score for the player to move: hundredths of a soldier; for a forced end UCI counts the
    /// moves to it, and UCCI has a large number.
    pub(super) fn score(self, score: Score, units: Option<f64>) -> String {
        match (self, score.plies_to_end(), units) {
            (Self::Uci, Some(plies), _) if score.get() > 0 => format!("mate {}", plies.div_ceil(2)),
            (Self::Uci, Some(plies), _) => format!("mate {}", -(plies as i64 / 2)),
            (Self::Uci, None, units) => format!("cp {}", hundredths(score, units)),
            (Self::Ucci, None, units) => hundredths(score, units).to_string(),
            (Self::Ucci, Some(_), _) => score.get().to_string(),
        }
    }
}

fn hundredths(score: Score, units: Option<f64>) -> i64 {
    units.map_or(i64::from(score.get()), |units| {
        (units * 100.0).round() as i64
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use game_core::Outcome::{Loss, Win};

    #[test]
    fn scores_in_either() {
        let ended = |outcome, plies| Score::terminal(outcome, plies);
        for (score, uci, ucci) in [
            (Score::eval(37), "cp 37", "37"),
            (Score::eval(-1204), "cp -1204", "-1204"),
            (ended(Win, 1), "mate 1", "30999"),
            (ended(Win, 2), "mate 1", "30998"),
            (ended(Win, 5), "mate 3", "30995"),
            (ended(Loss, 2), "mate -1", "-30998"),
            (ended(Loss, 0), "mate 0", "-31000"),
            (ended(Loss, 6), "mate -3", "-30994"),
        ] {
            let units = (!score.is_decisive()).then(|| f64::from(score.get()) / 100.0);
            assert_eq!(
                (
                    Dialect::Uci.score(score, units).as_str(),
                    Dialect::Ucci.score(score, units).as_str()
                ),
                (uci, ucci)
            );
        }
    }

    #[test]
    fn remarks_are_one_line() {
        assert_eq!(Dialect::Uci.remark("a\nb\u{1b}"), "info string a b ");
        assert_eq!(Dialect::Ucci.remark("a"), "info message a");
        assert!(Dialect::Uci.remark(&"x".repeat(20_000)).len() < 400);
    }
}
