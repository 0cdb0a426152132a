use super::adam::Adam;
use super::boards::Boards;
use super::model::Model;
use crate::xiangqi::Losses;
use crate::xiangqi::regression::apart;
use game_core::Player;
use pattern_eval::xiangqi::Layers;
use rand::{RngExt, SeedableRng, rngs::StdRng, seq::SliceRandom};
use rayon::prelude::*;

/// Hyperparameters of the training of a network.
#[derive(Clone, Debug)]
pub struct TrainingConfig {
    /// Passes over the positions.
    pub epochs: u32,
    /// Positions in a batch.
    pub batch: usize,
    /// Initial learning rate; it falls to 0 along a cosine.
    pub rate: f32,
    /// Decoupled weight decay, as a fraction of the learning rate.
    pub decay: f32,
    /// Weight of the game's result in the target, 0 to 1; the rest is the win probability of the
    /// position's search score, where there is one.
    pub by_result: f64,
    /// One game in this many is kept for validation.
    pub validation_one_in: u64,
    /// Seed of the initial weights and of the order of batches.
    pub seed: u64,
}

impl Default for TrainingConfig {
    fn default() -> Self {
        Self {
            epochs: 20,
            batch: 1 << 14,
            rate: 0.003,
            decay: 0.01,
            by_result: 0.1,
            validation_one_in: 32,
            seed: 1,
        }
    }
}

/// A network in training. The same configuration and positions give the same network on any number
/// of threads.
#[derive(Debug)]
pub struct Training<'b> {
    boards: &'b Boards,
    config: TrainingConfig,
    model: Model,
    adam: Adam,
    random: StdRng,
    training: Vec<usize>,
    validation: Vec<usize>,
    epoch: u32,
}

/// Parts of a batch whose gradients are computed in parallel.
const PARTS: usize = 8;

impl<'b> Training<'b> {
    /// Starts from a network whose PSQT holds the plain piece values.
    pub fn new(boards: &'b Boards, config: TrainingConfig) -> Self {
        let (training, validation) = apart(
            boards.games(),
            config.seed,
            config.validation_one_in,
            |game| boards.game(game),
        );
        let model = Model::new(config.seed);
        let adam = Adam::new(model.0.len());
        let random = StdRng::seed_from_u64(config.seed);
        Self {
            boards,
            config,
            model,
            adam,
            random,
            training,
            validation,
            epoch: 0,
        }
    }

    /// Whether all epochs are done.
    pub fn is_over(&self) -> bool {
        self.epoch >= self.config.epochs
    }

    /// The network as it is now.
    pub fn layers(&self) -> Layers {
        self.model.layers()
    }

    /// Mean cross-entropy on both sets. Takes nearly as long as an epoch.
    pub fn losses(&self) -> Losses {
        Losses {
            training: self.loss(&self.training),
            validation: self.validation(),
        }
    }

    /// Mean cross-entropy on the validation set, in nats.
    pub fn validation(&self) -> f64 {
        self.loss(&self.validation)
    }

    fn loss(&self, positions: &[usize]) -> f64 {
        let cross_entropy = |&at: &usize| self.loss_at(at, false, None);
        // In parts, whose sums do not depend on how many threads there are.
        let sums: Vec<f64> = positions
            .par_chunks(1 << 12)
            .map(|part| part.iter().map(cross_entropy).sum())
            .collect();
        sums.iter().sum::<f64>() / positions.len().max(1) as f64
    }

    /// One pass over all positions, in random order.
    pub fn epoch(&mut self) {
        let mut order = std::mem::take(&mut self.training);
        order.shuffle(&mut self.random);
        let batches = order.len().div_ceil(self.config.batch.max(1)).max(1);
        for (nth, batch) in order.chunks(self.config.batch.max(1)).enumerate() {
            let done = (self.epoch as f32 + nth as f32 / batches as f32)
                / self.config.epochs.max(1) as f32;
            let rate =
                self.config.rate * 0.5 * (1.0 + (std::f32::consts::PI * done.min(1.0)).cos());
            let gradient = self.gradient(batch);
            self.adam.step(&mut self.model.0, &gradient.0, rate);
            self.model.decay_and_clip(rate * self.config.decay);
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
                    self.loss_at(at, random.random(), Some(&mut gradient));
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

    /// The cross-entropy at a position, in nats.
    fn loss_at(&self, at: usize, mirrored: bool, gradient: Option<&mut Model>) -> f64 {
        let board = self.boards.board(at);
        let red = board
            .target
            .chance(self.config.by_result, Layers::SCALE.into());
        let chance = if board.turn == Player::First {
            red
        } else {
            1.0 - red
        };
        self.model.loss(board, mirrored, chance, gradient)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xiangqi::PositionFilter;
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
        Boards::read(&text, PositionFilter::ALL).expect("games")
    }

    fn trained(boards: &Boards, config: TrainingConfig) -> (Layers, [Losses; 2]) {
        let mut training = Training::new(boards, config);
        let before = training.losses();
        while !training.is_over() {
            training.epoch();
        }
        (training.layers(), [before, training.losses()])
    }

    fn config() -> TrainingConfig {
        TrainingConfig {
            epochs: 4,
            batch: 256,
            validation_one_in: 8,
            ..TrainingConfig::default()
        }
    }

    #[test]
    fn what_wins_games_is_found_in_them() {
        let (layers, [before, after]) = trained(&boards(), config());
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
                trained(
                    &boards,
                    TrainingConfig {
                        epochs: 1,
                        ..config()
                    },
                )
            })
        };
        assert_eq!(on(1), on(3));
        let other = trained(
            &boards,
            TrainingConfig {
                epochs: 1,
                seed: 2,
                ..config()
            },
        );
        assert_ne!(on(1).0, other.0);
    }

    #[test]
    fn without_games_nothing_is_learnt() {
        let (layers, [before, after]) = trained(&Boards::default(), config());
        assert_eq!((layers, before), (Model::new(1).layers(), after));
    }
}
