use crate::{EngineError, Game, Session, Weights};
use game_core::Player;

/// The evaluation of a position, term by term, in the game's [unit](crate::GameFacts::unit) and in
/// the view of the first mover.
///
/// ```
/// use engines::{Evaluation, Weights};
/// let othello = engines::game("othello")?;
/// let mut session = othello.session(&Default::default())?;
/// session.set_line("startpos moves f5d6c3")?;
/// let evaluation = Evaluation::of(othello, &*session, &Weights::default())?.ok_or("it goes on")?;
/// let sum: f64 = evaluation.terms.iter().map(|(_, value)| value).sum();
/// assert!((sum - evaluation.total).abs() < 0.1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// The terms by name; empty where an evaluator has no parts.
    pub terms: Vec<(&'static str, f64)>,
    /// The whole.
    pub total: f64,
}

impl Evaluation {
    /// The evaluation of the position of `session`, a game of `game`, by the evaluator with these
    /// `weights`; `None` if the game is over.
    ///
    /// # Errors
    /// As [`Session::evaluate`].
    pub fn of(
        game: &dyn Game,
        session: &dyn Session,
        weights: &Weights,
    ) -> Result<Option<Self>, EngineError> {
        let Some((terms, total)) = session.evaluate(weights)? else {
            return Ok(None);
        };
        let unit = f64::from(game.facts().points_per_unit.max(1));
        let sign = match session.state().turn {
            Player::First => 1.0,
            Player::Second => -1.0,
        };
        let units = |points: f64| {
            let value = sign * points / unit;
            // No minus before a zero.
            if value == 0.0 { 0.0 } else { value }
        };
        let terms = terms.iter().map(|term| (term.name, units(term.value)));
        Ok(Some(Self {
            terms: terms.collect(),
            total: units(f64::from(total)),
        }))
    }
}
