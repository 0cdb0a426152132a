use crate::{Engine, Game, SearchRequest, Session, TextError};
use game_core::Score;
use search::{Control, Limits, Report};

/// What is said about a game that was played.
///
/// ```
/// use engines::{Commentary, Mark};
/// use search::Limits;
/// let gomoku = engines::game("gomoku")?;
/// let mut session = gomoku.session(&Vec::new())?;
/// // White does not answer a four.
/// session.set_line("startpos moves h8 a1 i8 a15 j8 o1 k8 o15 l8")?;
/// let mut engine = gomoku.engine(session.settings(), &"aspiration".parse()?, 0)?;
/// let mut comments = Vec::new();
/// Commentary { from: 8, ..Commentary::new(Limits::depth(4)) }.run(
///     gomoku,
///     session.as_mut(),
///     engine.as_mut(),
///     &Default::default(),
///     &mut |comment| comments.push(comment.clone()),
/// )?;
/// assert_eq!((comments.len(), comments[1].played.as_str(), comments[1].mark), (2, "l8", None));
/// assert!(comments[1].score.is_decisive());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Commentary {
    /// What the search of a position may cost. A move that the search would not have played costs
    /// as much again.
    pub limits: Limits,
    /// The first move commented on, from 1: an opening may be skipped.
    pub from: usize,
    /// What an inaccuracy, a mistake and a blunder lose at least, in the game's unit.
    pub marks: [f64; 3],
}

/// A move played, and what would have been better.
#[derive(Clone, Debug)]
pub struct Comment {
    /// Its number, from 1.
    pub ply: usize,
    /// Whose move it was, 0 for the first mover.
    pub player: usize,
    /// The move played.
    pub played: String,
    /// What it is worth, for the one who played it.
    pub score: Score,
    /// What was expected to follow, the move itself first.
    pub follows: Vec<String>,
    /// The search of the position before the move, its best line first.
    pub report: Report<String>,
    /// Whether there was no other legal move.
    pub forced: bool,
    /// What the move lost, in the game's unit: 0 of a forced or the best move.
    pub loss: f64,
    /// How bad that is; `None` if it is not.
    pub mark: Option<Mark>,
}

/// How bad a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// Written `?!`.
    Inaccuracy,
    /// Written `?`.
    Mistake,
    /// Written `??`.
    Blunder,
}

impl Mark {
    /// All of them, the least bad first.
    pub const ALL: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// In one word.
    pub fn name(self) -> &'static str {
        ["inaccuracy", "mistake", "blunder"][self as usize]
    }

    /// As chess annotators write it.
    pub fn sign(self) -> &'static str {
        ["?!", "?", "??"][self as usize]
    }
}

impl Commentary {
    /// What an inaccuracy, a mistake and a blunder lose at least, unless it is said otherwise: one,
    /// two and four units.
    pub const MARKS: [f64; 3] = [1.0, 2.0, 4.0];

    /// What it loses to miss a forced win or to allow one, in units.
    pub const FORCED: f64 = 10.0;

    /// Comments on every move.
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            from: 1,
            marks: Self::MARKS,
        }
    }

    /// Comments on the game that `session` holds, up to the position it is at, which it is left at;
    /// ends early if `control` is stopped.
    ///
    /// Each position is searched, and where another move was played, that move alone too, to the
    /// depth that the first search reached, so that both values look equally far. What `engine`
    /// learns from a move helps with the next.
    ///
    /// # Errors
    /// If the engine cannot read the game: it was made for other rules.
    pub fn run(
        &self,
        game: &dyn Game,
        session: &mut dyn Session,
        engine: &mut dyn Engine,
        control: &Control,
        each: &mut dyn FnMut(&Comment),
    ) -> Result<(), TextError> {
        let moves = session.moves();
        while session.undo() {}
        let mut result = Ok(());
        for (ply, played) in (1..).zip(&moves) {
            if ply >= self.from && result.is_ok() && !control.is_stopped() {
                match self.comment(game, session, engine, control, (ply, played)) {
                    Ok(comment) if !control.is_stopped() => each(&comment),
                    Ok(_) => {}
                    Err(error) => result = Err(error),
                }
            }
            session.redo();
        }
        result
    }

    fn comment(
        &self,
        game: &dyn Game,
        session: &dyn Session,
        engine: &mut dyn Engine,
        control: &Control,
        (ply, played): (usize, &str),
    ) -> Result<Comment, TextError> {
        let line = session.line();
        let question = SearchRequest {
            instant: false,
            ..SearchRequest::new(self.limits)
        };
        let report = engine.think(&line, &question, control, &mut |_| {})?;
        // Where a rule had ended the game already, nothing is searched and nothing can be lost.
        let over = session.ending().is_some();
        let (score, follows) = if over || report.best().as_deref() == Some(played) {
            (report.score(), report.pv().to_vec())
        } else {
            let depth = question
                .limits
                .depth
                .unwrap_or(u32::MAX)
                .min(report.depth.max(1));
            let only = vec![played.to_owned()];
            let question = SearchRequest {
                only,
                limits: self.limits.with_depth(depth),
                ..question
            };
            let report = engine.think(&line, &question, control, &mut |_| {})?;
            (report.score(), report.pv().to_vec())
        };
        let forced = over || session.legal_moves().len() == 1;
        let loss = if forced {
            0.0
        } else {
            loss(game, report.score(), score)
        };
        let mark = Mark::ALL
            .into_iter()
            .zip(self.marks)
            .rfind(|(_, least)| loss >= *least)
            .map(|(mark, _)| mark);
        let played = played.to_owned();
        let player = usize::from(!session.first_to_move());
        Ok(Comment {
            ply,
            player,
            played,
            score,
            follows,
            report,
            forced,
            loss,
            mark,
        })
    }
}

/// What a move worth `played` loses where one worth `best` was to be had. A forced end that comes
/// sooner or later is the same.
fn loss(game: &dyn Game, best: Score, played: Score) -> f64 {
    if played >= best {
        return 0.0;
    }
    match (game.units(best), game.units(played)) {
        (Some(best), Some(played)) => (best - played).max(0.0),
        (None, None) if (best.get() > 0) == (played.get() > 0) => 0.0,
        _ => Commentary::FORCED,
    }
}

#[cfg(test)]
#[cfg(all(feature = "gomoku", feature = "othello"))]
mod tests {
    use super::*;
    use crate::game;
    use game_core::Outcome;

    #[test]
    fn losses_are_in_units_and_a_forced_end_is_ten() {
        let gomoku = game("gomoku").expect("built in");
        let eval = Score::eval;
        let win = Score::terminal(Outcome::Win, 3);
        let later = Score::terminal(Outcome::Win, 7);
        for (best, played, expected) in [
            (eval(800), eval(400), 1.0),
            (eval(200), eval(-200), 1.0),
            (eval(0), eval(5), 0.0),
            (win, later, 0.0),
            (-later, -win, 0.0),
            (win, eval(3_000), 10.0),
            (eval(-3_000), -win, 10.0),
            (win, -win, 10.0),
        ] {
            assert_eq!(loss(gomoku, best, played), expected, "{best} {played}");
        }
    }

    /// A finished game of Othello is worth discs, in whatever range of scores it is kept.
    #[test]
    fn discs_are_discs_to_the_end() {
        use pattern_eval::othello::final_score;
        let othello = game("othello").expect("built in");
        assert_eq!(othello.units(final_score(-12)), Some(-12.0));
        assert_eq!(othello.units(Score::eval(350)), Some(3.5));
        assert_eq!(loss(othello, final_score(10), final_score(4)), 6.0);
        assert_eq!(loss(othello, final_score(2), final_score(-2)), 4.0);
        assert_eq!(game("gomoku").expect("built in").units(Score::WIN), None);
    }
}
