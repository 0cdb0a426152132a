use engines::{Engine, EngineError, Game, SearchRequest, Session};
use game_core::Score;
use search::{Control, Limits, Report};

/// Annotates the moves of a finished game.
///
/// ```
/// use lab::Annotator;
/// use search::Limits;
/// let gomoku = engines::game("gomoku")?;
/// let mut session = gomoku.session(&Vec::new())?;
/// // White does not answer a four.
/// session.set_line("startpos moves h8 a1 i8 a15 j8 o1 k8 o15 l8")?;
/// let mut engine = gomoku.engine(session.settings(), &"aspiration".parse()?, 0)?;
/// let mut moves = Vec::new();
/// Annotator { from: 8, ..Annotator::new(Limits::depth(4)) }.run(
///     gomoku,
///     session.as_mut(),
///     engine.as_mut(),
///     &Default::default(),
///     &mut |annotated, _| moves.push(annotated.clone()),
/// )?;
/// assert_eq!((moves.len(), moves[1].played.as_str(), moves[1].quality), (2, "l8", None));
/// assert!(moves[1].score.is_decisive());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Annotator {
    /// The limits of each search. A move other than the best one is searched once more.
    pub limits: Limits,
    /// The first move annotated, from 1, to skip an opening.
    pub from: usize,
    /// The least loss of an inaccuracy, a mistake and a blunder, as
    /// [probability of winning](AnnotatedMove::probability_lost).
    pub thresholds: [f64; 3],
}

/// A move of the game, its score, and the best move instead.
#[derive(Clone, Debug)]
pub struct AnnotatedMove {
    /// Its number, from 1.
    pub ply: usize,
    /// The player who moved, 0 for the first mover.
    pub player: usize,
    /// The move played.
    pub played: String,
    /// Its score, for the player who moved.
    pub score: Score,
    /// The expected line, from the move itself on.
    pub pv: Vec<String>,
    /// The search of the position before the move, its best line first.
    pub report: Report<String>,
    /// Whether there was no other legal move.
    pub forced: bool,
    /// The loss against the best move, in the game's unit: 0 for a forced or the best move.
    pub loss: f64,
    /// The probability of winning that is lost against the best move, 0 to 1.
    pub probability_lost: f64,
    /// The quality of a bad move.
    pub quality: Option<MoveQuality>,
}

impl AnnotatedMove {
    /// Whether it is worth no less than the search's own choice, and there was another move.
    pub fn is_best(&self) -> bool {
        !self.forced && self.score >= self.report.score()
    }
}

/// The quality of a bad move, as chess annotators classify it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MoveQuality {
    /// Written `?!`.
    Inaccuracy,
    /// Written `?`.
    Mistake,
    /// Written `??`.
    Blunder,
}

impl MoveQuality {
    /// All qualities, the least bad first.
    pub const ALL: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The name in lower case.
    pub fn name(self) -> &'static str {
        ["inaccuracy", "mistake", "blunder"][self as usize]
    }

    /// The annotation symbol.
    pub fn symbol(self) -> &'static str {
        ["?!", "?", "??"][self as usize]
    }
}

impl Annotator {
    /// The default thresholds: 5, 10 and 15 % of a win, as Lichess has them.
    pub const THRESHOLDS: [f64; 3] = [0.05, 0.10, 0.15];

    /// The default limits of a search: the same result on every machine.
    pub const LIMITS: Limits = Limits::nodes(100_000);

    /// The loss, in units, of a move that misses a forced win or allows one.
    pub const DECISIVE: f64 = 10.0;

    /// Annotates every move.
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            from: 1,
            thresholds: Self::THRESHOLDS,
        }
    }

    /// Annotates the moves that led to the position of `session`, which is left where it was: `each`
    /// is given a move and the session at the position before it. Ends early if `control` is stopped.
    ///
    /// Each position is searched. If another move than the best one was played, that move alone is
    /// searched too, to the depth of the first search, so that both scores look equally far. The
    /// engine keeps its table from move to move.
    ///
    /// # Errors
    /// If the engine was made for other rules and cannot read the game.
    pub fn run(
        &self,
        game: &dyn Game,
        session: &mut dyn Session,
        engine: &mut dyn Engine,
        control: &Control,
        each: &mut dyn FnMut(&AnnotatedMove, &dyn Session),
    ) -> Result<(), EngineError> {
        let moves = session.line().moves;
        while session.undo() {}
        let mut result = Ok(());
        for (ply, played) in (1..).zip(&moves) {
            if ply >= self.from && result.is_ok() && !control.is_stopped() {
                match self.annotate(game, session, engine, control, (ply, played)) {
                    Ok(annotated) if !control.is_stopped() => each(&annotated, session),
                    Ok(_) => {}
                    Err(error) => result = Err(error),
                }
            }
            session.redo();
        }
        result
    }

    fn annotate(
        &self,
        game: &dyn Game,
        session: &dyn Session,
        engine: &mut dyn Engine,
        control: &Control,
        (ply, played): (usize, &str),
    ) -> Result<AnnotatedMove, EngineError> {
        let line = session.line();
        let question = SearchRequest::new(self.limits).with_instant(false);
        let report = engine.think(&line, &question, control, &mut |_| {})?;
        // Where a rule had ended the game already, nothing is searched and nothing can be lost.
        let over = session.state().ending.is_some();
        let (score, pv) = if over || report.best().as_deref() == Some(played) {
            (report.score(), report.pv().to_vec())
        } else {
            let depth = question
                .limits
                .depth
                .unwrap_or(u32::MAX)
                .min(report.depth.max(1));
            let only = vec![played.to_owned()];
            let question = question
                .with_only(only)
                .with_limits(self.limits.with_depth(depth));
            let report = engine.think(&line, &question, control, &mut |_| {})?;
            (report.score(), report.pv().to_vec())
        };
        let forced = over || session.legal_moves().len() == 1;
        let Loss { units, probability } = if forced {
            Loss::default()
        } else {
            Loss::new(game, report.score(), score)
        };
        let quality = MoveQuality::ALL
            .into_iter()
            .zip(self.thresholds)
            .rfind(|(_, least)| probability >= *least)
            .map(|(quality, _)| quality);
        let played = played.to_owned();
        let player = session.state().turn.index();
        Ok(AnnotatedMove {
            ply,
            player,
            played,
            score,
            pv,
            report,
            forced,
            loss: units,
            probability_lost: probability,
            quality,
        })
    }
}

/// What a move loses against the best one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Loss {
    /// In the game's unit.
    units: f64,
    /// Of the probability of winning.
    pub probability: f64,
}

impl Loss {
    /// Of a move worth `played` where one worth `best` was to be had. A forced end that comes sooner
    /// or later is the same.
    pub fn new(game: &dyn Game, best: Score, played: Score) -> Self {
        if played >= best {
            return Self::default();
        }
        let [best, played] = [best, played].map(|score| game.reading(score));
        let same_end = (best.score.get() > 0) == (played.score.get() > 0);
        let units = match (best.units, played.units) {
            (Some(best), Some(played)) => (best - played).max(0.0),
            (None, None) if same_end => 0.0,
            _ => Annotator::DECISIVE,
        };
        Self {
            units,
            probability: (best.win_probability - played.win_probability).max(0.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engines::game;
    use game_core::Outcome;

    fn units(game: &dyn Game, best: Score, played: Score) -> f64 {
        Loss::new(game, best, played).units
    }

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
            assert_eq!(units(gomoku, best, played), expected, "{best} {played}");
        }
    }

    /// A finished game of Othello is worth discs, in whatever range of scores it is kept.
    #[test]
    fn discs_are_discs_to_the_end() {
        use pattern_eval::othello::final_score;
        let [gomoku, othello] = ["gomoku", "othello"].map(|name| game(name).expect(name));
        assert_eq!(othello.reading(final_score(-12)).units, Some(-12.0));
        assert_eq!(othello.reading(Score::eval(350)).units, Some(3.5));
        assert_eq!(units(othello, final_score(10), final_score(4)), 6.0);
        assert_eq!(units(othello, final_score(2), final_score(-2)), 4.0);
        assert_eq!(gomoku.reading(Score::WIN).units, None);
    }

    /// A piece counts for less the more the game is decided; a win given away counts for all.
    #[test]
    fn the_same_piece_loses_less_of_a_win_where_the_game_is_decided() {
        let xiangqi = game("xiangqi").expect("built in");
        let facts = xiangqi.facts();
        let half = f64::from(facts.half_win) * f64::from(facts.points_per_unit);
        let at = |halves: f64| Score::eval((halves * half) as i32);
        let win = Score::terminal(Outcome::Win, 5);
        let lost = |best, played| Loss::new(xiangqi, best, played).probability;
        for (best, played, expected) in [
            (at(1.0), at(0.0), 0.25),
            (at(0.0), at(-1.0), 0.25),
            (at(2.0), at(1.0), 0.15),
            (at(4.0), at(3.0), 81.0 / 82.0 - 27.0 / 28.0),
            (win, at(0.0), 0.5),
            (win, -win, 1.0),
            (win, Score::terminal(Outcome::Win, 9), 0.0),
            (Score::DRAW, at(0.5), 0.0),
        ] {
            let probability = lost(best, played);
            assert!(
                (probability - expected).abs() < 0.01,
                "{best} {played}: {probability}"
            );
        }
    }
}
