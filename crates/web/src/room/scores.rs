use game_core::Score;

/// The scores of a record's positions, in the first mover's view: what the graph of the game draws.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scores(Vec<Option<Score>>);

impl Scores {
    /// The unknown scores of a record of `plies`.
    pub fn unknown(plies: usize) -> Self {
        Self(vec![None; plies + 1])
    }

    /// Records a move played at `ply` and drops the scores after it. If the move was a search's
    /// `choice`, its expected score stands until another search looks at the position.
    pub fn play(&mut self, ply: usize, choice: bool) {
        let expected = self
            .0
            .get(ply)
            .copied()
            .flatten()
            .filter(|_| choice)
            .map(a_ply_on);
        self.0.truncate(ply + 1);
        self.0.resize(ply + 2, None);
        self.0[ply + 1] = expected;
    }

    /// Records a search's score of the position at `ply`.
    pub fn note(&mut self, ply: usize, score: Score) {
        if let Some(known) = self.0.get_mut(ply) {
            *known = Some(score);
        }
    }

    /// One score a position, the start's first.
    pub fn iter(&self) -> impl Iterator<Item = Option<Score>> + '_ {
        self.0.iter().copied()
    }
}

/// The same forced end, a ply nearer.
pub fn a_ply_on(score: Score) -> Score {
    match score.plies_to_end() {
        Some(1..) if score.get() > 0 => score + 1,
        Some(1..) => score - 1,
        _ => score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game_core::Outcome;

    #[test]
    fn a_move_played_keeps_what_was_expected_of_it() {
        let mut scores = Scores::unknown(2);
        let win = |plies| Score::terminal(Outcome::Win, plies);
        scores.note(0, win(3));
        scores.note(2, Score::eval(7));
        scores.note(9, Score::eval(7));
        assert_eq!(
            scores.iter().collect::<Vec<_>>(),
            [Some(win(3)), None, Some(Score::eval(7))]
        );
        scores.play(0, true);
        assert_eq!(
            scores.iter().collect::<Vec<_>>(),
            [Some(win(3)), Some(win(2))]
        );
        scores.note(1, -win(2));
        scores.play(1, true);
        assert_eq!(scores.iter().last(), Some(Some(-win(1))));
        scores.play(2, false);
        assert_eq!(
            scores.iter().collect::<Vec<_>>(),
            [Some(win(3)), Some(-win(2)), Some(-win(1)), None]
        );
    }
}
