use crate::othello::PatternTrainer;
use crate::{Learner, NetworkLearner, Trainer};
use engines::gomoku::GomokuWiring;
use engines::othello::OthelloWiring;
use engines::xiangqi::XiangqiWiring;
use pattern_eval::{gomoku::PointClasses, othello::PatternFeatures, xiangqi::HalfKa};

/// The games built in that learn, in alphabetical order.
pub static LEARNERS: &[&dyn Learner] = &[
    &NetworkLearner::<GomokuWiring, { PointClasses::HIDDEN }>::NEW,
    &NetworkLearner::<OthelloWiring, { PatternFeatures::HIDDEN }>::NEW,
    &NetworkLearner::<XiangqiWiring, { HalfKa::HIDDEN }>::NEW,
];

/// The trainers of evaluators that are one game's own.
pub static TRAINERS: &[&dyn Trainer] = &[&PatternTrainer];

/// The learner of the game of that name, if it is one of [`LEARNERS`].
///
/// ```
/// let learner = train::learner("xiangqi").ok_or("it learns")?;
/// assert_eq!((learner.game().name(), learner.hidden()), ("xiangqi", 128));
/// # Ok::<(), &str>(())
/// ```
pub fn learner(game: &str) -> Option<&'static dyn Learner> {
    LEARNERS
        .iter()
        .find(|learner| learner.game().name() == game)
        .copied()
}
