use super::adam::Adam;
use super::boards::Boards;
use super::model::Model;
use crate::xiangqi::Losses;
use crate::xiangqi::regression::apart;
use game_core::Player;
use pattern_eval::xiangqi::Layers;
use rand::{RngExt, SeedableRng, rngs::StdRng, seq::SliceRandom};
use rayon::prelude::*;

/// How a network is taught.
#[derive(Clone, Debug)]
pub struct Course {
    /// How often it sees every position.
    pub epochs: u32,
    /// After how many positions it changes.
    pub batch: usize,
    /// By how much a number changes at first, about: a whole unit is 1. In the end it is nothing.
    pub rate: f32,
    /// By what part of that rate numbers are drawn towards 0 with each batch.
    pub fading: f32,
    /// How much of what is learnt of a position is the game's result, 0 to 1. The rest is the
    /// chance of winning that its search saw, if one is known.
    pub by_result: f64,
    /// Of how many games one is set aside for validation.
    pub aside: u64,
    /// Of what it begins with, and of the order in which it learns.
    pub seed: u64,
}

impl Default for Course {
    fn default() -> Self {
        Self {
            epochs: 20,
            batch: 1 << 14,
            rate: 0.003,
            fading: 0.01,
            by_result: 0.1,
            aside: 32,
            seed: 1,
        }
    }
}

/// A network that is being taught. The same course with the same positions leads to the same
/// network, on however many threads.
#[derive(Debug)]
pub struct Training<'b> {
    boards: &'b Boards,
    course: Course,
    model: Model,
    adam: Adam,
    random: StdRng,
    training: Vec<usize>,
    validation: Vec<usize>,
    epoch: u32,
}

/// A batch is worked through in so many parts at once.
const PARTS: usize = 8;

impl<'b> Training<'b> {
    /// Begins with a network that knows what pieces are worth, and otherwise nothing.
    pub fn new(boards: &'b Boards, course: Course) -> Self {
        let (training, validation) = apart(boards.games(), course.seed, course.aside, |game| {
            boards.game(game)
        });
        let model = Model::new(course.seed);
        let adam = Adam::new(model.0.len());
        let random = StdRng::seed_from_u64(course.seed);
        Self {
            boards,
            course,
            model,
            adam,
            random,
            training,
            validation,
            epoch: 0,
        }
    }

    /// Whether the course is over.
    pub fn is_over(&self) -> bool {
        self.epoch >= self.course.epochs
    }

    /// The network as it is now.
    pub fn layers(&self) -> Layers {
        self.model.layers()
    }

    /// How well it tells what is to be learnt. Takes as long as an epoch, or nearly.
    pub fn losses(&self) -> Losses {
        Losses {
            training: self.loss(&self.training),
            validation: self.validation(),
        }
    }

    /// How well it tells what it has not learnt from, in nats.
    pub fn validation(&self) -> f64 {
        self.loss(&self.validation)
    }

    fn loss(&self, positions: &[usize]) -> f64 {
        let surprise = |&at: &usize| self.learn(at, false, None);
        // In parts, whose sums do not depend on how many threads there are.
        let sums: Vec<f64> = positions
            .par_chunks(1 << 12)
            .map(|part| part.iter().map(surprise).sum())
            .collect();
        sums.iter().sum::<f64>() / positions.len().max(1) as f64
    }

    /// Once through all positions, in an order of chance.
    pub fn epoch(&mut self) {
        let mut order = std::mem::take(&mut self.training);
        order.shuffle(&mut self.random);
        let batches = order.len().div_ceil(self.course.batch.max(1)).max(1);
        for (nth, batch) in order.chunks(self.course.batch.max(1)).enumerate() {
            let done = (self.epoch as f32 + nth as f32 / batches as f32)
                / self.course.epochs.max(1) as f32;
            let rate =
                self.course.rate * 0.5 * (1.0 + (std::f32::consts::PI * done.min(1.0)).cos());
            let gradient = self.gradient(batch);
            self.adam.step(&mut self.model.0, &gradient.0, rate);
            self.model.restrain(rate * self.course.fading);
        }
        (self.training, self.epoch) = (order, self.epoch + 1);
    }

    /// The mean gradient of a batch.
    fn gradient(&mut self, batch: &[usize]) -> Model {
        let seed: u64 = self.random.random();
        let parts: Vec<Model> = batch
            .par_chunks(batch.len().div_ceil(PARTS).max(1))
            .enumerate()
            .map(|(nth, part)| {
                let mut gradient = Model::zero();
                let mut random = StdRng::seed_from_u64(seed ^ nth as u64);
                for &at in part {
                    self.learn(at, random.random(), Some(&mut gradient));
                }
                gradient
            })
            .collect();
        let mut sum = Model::zero();
        for part in parts {
            sum.0
                .iter_mut()
                .zip(part.0)
                .for_each(|(sum, part)| *sum += part / batch.len() as f32);
        }
        sum
    }

    /// The surprise at a position, in nats.
    fn learn(&self, at: usize, mirrored: bool, gradient: Option<&mut Model>) -> f64 {
        let board = self.boards.board(at);
        let red = board
            .lesson
            .chance(self.course.by_result, Layers::SCALE.into());
        let chance = if board.turn == Player::First {
            red
        } else {
            1.0 - red
        };
        self.model.learn(board, mirrored, chance, gradient)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xiangqi::Choice;
    use crate::xiangqi::games::tests::drawn_at_random;
    use game_core::Evaluator;
    use pattern_eval::xiangqi::Network;
    use std::sync::Arc;
    use xiangqi_movegen::{Kind, Xiangqi};

    /// Games that Red wins where Black has lost a horse.
    fn boards() -> Boards {
        let text = drawn_at_random(1_500, |pos| {
            pos.board().pieces(Player::Second, Kind::Horse).len() < 2
        });
        Boards::read(&text, Choice::ALL).expect("games")
    }

    fn taught(boards: &Boards, course: Course) -> (Layers, [Losses; 2]) {
        let mut training = Training::new(boards, course);
        let before = training.losses();
        while !training.is_over() {
            training.epoch();
        }
        (training.layers(), [before, training.losses()])
    }

    fn course() -> Course {
        Course {
            epochs: 4,
            batch: 256,
            aside: 8,
            ..Course::default()
        }
    }

    #[test]
    fn what_wins_games_is_found_in_them() {
        let (layers, [before, after]) = taught(&boards(), course());
        assert!(
            after.training < before.training && after.validation < before.validation,
            "{before:?} {after:?}"
        );
        let down: Xiangqi = "rnbakab1r/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"
            .parse()
            .expect("a position");
        let horse_up = |layers: Layers| {
            let mut eval = Network::new(Arc::new(layers));
            let mut value = |pos| {
                eval.reset(pos);
                eval.evaluate(pos).get()
            };
            value(&down) - value(&Xiangqi::default())
        };
        let plain = horse_up(Model::new(1).layers());
        let learnt = horse_up(layers);
        assert!(learnt > plain + 50, "{learnt} after {plain}");
    }

    #[test]
    fn a_course_leads_to_the_same_network_on_any_number_of_threads() {
        let boards = boards();
        let on = |threads| {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .expect("threads");
            pool.install(|| {
                taught(
                    &boards,
                    Course {
                        epochs: 1,
                        ..course()
                    },
                )
            })
        };
        assert_eq!(on(1), on(3));
        let other = taught(
            &boards,
            Course {
                epochs: 1,
                seed: 2,
                ..course()
            },
        );
        assert_ne!(on(1).0, other.0);
    }

    #[test]
    fn without_games_nothing_is_learnt() {
        let (layers, [before, after]) = taught(&Boards::default(), course());
        assert_eq!((layers, before), (Model::new(1).layers(), after));
    }
}
