use game_core::Score;

/// The score of a won game without its margin: more than any evaluation of
/// [`Handmade`](super::Handmade).
pub const WON: i32 = 20_000;

/// The score of one disc of the final margin.
pub const DISC: i32 = 100;

/// The value of a finished game with `margin` discs, empty squares given to the winner.
///
/// It stays in the undecided range of [`Score`], so that a search prefers the larger win to the
/// nearer one; any win is above every evaluation of an unfinished game.
///
/// ```
/// use pattern_eval::othello::{final_margin, final_score};
///
/// assert!(final_score(64) > final_score(2) && final_score(2) > final_score(0));
/// assert_eq!(final_margin(final_score(-12)), Some(-12));
/// ```
#[inline]
pub const fn final_score(margin: i32) -> Score {
    Score::eval(WON * margin.signum() + DISC * margin)
}

/// The value of an unfinished game: `value`, in centi-discs, kept within what a board can hold.
#[inline]
pub(super) fn expected_score(value: i32) -> Score {
    Score::eval(value.clamp(-64 * DISC, 64 * DISC))
}

/// The margin of a score of [`final_score`]; `None` if no finished game has this score.
///
/// An evaluation of exactly 0 reads as a draw.
pub fn final_margin(score: Score) -> Option<i32> {
    let value = score.get();
    let margin = (value - WON * value.signum()) / DISC;
    ((-64..=64).contains(&margin) && final_score(margin) == score).then_some(margin)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margins_read_back_in_order() {
        for margin in -64..=64 {
            assert_eq!(final_margin(final_score(margin)), Some(margin));
            assert!(!final_score(margin).is_decisive());
            assert!(margin == 64 || final_score(margin) < final_score(margin + 1));
        }
        for other in [1, -1, 100, 19_999, 20_000, 20_050, 26_500, 30_000, -26_401] {
            assert_eq!(final_margin(Score::eval(other)), None, "{other}");
        }
        assert_eq!(final_margin(Score::WIN), None);
    }
}
