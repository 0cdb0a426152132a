//! Training of xiangqi's network, by [`train::network`](crate::network): the same games and quiet
//! positions as the regression of weights, but many more.

use super::games::{GameError, PositionFilter, read};
use crate::network::{Samples, Target, Training, TrainingConfig};
use game_core::{Outcome, Player, Position};
use pattern_eval::xiangqi::{PieceSquare, Weights};
use xiangqi_movegen::Square;

/// Reads games, one a line: see [`train::xiangqi`](super). Empty lines are skipped. Keeps the
/// positions that `choice` admits, some 140 bytes each.
///
/// # Errors
/// If a line is no game, saying which.
pub fn samples(text: &str, choice: PositionFilter) -> Result<Samples, GameError> {
    let mut samples = Samples::default();
    let mut ended = 0;
    let ends = read(text, choice, |game, pos, target| {
        (ended..game).for_each(|_| samples.end_game());
        ended = game;
        let red = match target.result {
            result if result > 0.5 => Outcome::Win,
            result if result < 0.5 => Outcome::Loss,
            _ => Outcome::Draw,
        };
        let score = target.score.map(|score| score.round() as i32);
        let target = if pos.turn() == Player::First {
            Target {
                result: Some(red),
                score,
            }
        } else {
            Target {
                result: Some(!red),
                score: score.map(|score| -score),
            }
        };
        samples.push_position(&PieceSquare, pos, target);
    })?;
    (ended..ends.len()).for_each(|_| samples.end_game());
    Ok(samples)
}

/// Starts the training of a network whose PSQT holds the plain piece values.
pub fn training(samples: &Samples, config: TrainingConfig) -> Training<'_, 64> {
    let mut psqt = vec![0.0; PieceSquare::SET.count];
    let own = psqt.chunks_mut(Square::COUNT).zip(Weights::PLAIN.material);
    for (squares, value) in own {
        squares.fill(value as f32);
    }
    Training::new(samples, PieceSquare::SET, config).with_psqt(&psqt)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xiangqi::games::tests::drawn_at_random;
    use game_core::{Evaluator, Notation};
    use pattern_eval::xiangqi::{Layers, Network};
    use std::sync::Arc;
    use xiangqi_movegen::{Kind, Rules, Xiangqi};

    fn config() -> TrainingConfig {
        TrainingConfig {
            epochs: 4,
            batch: 256,
            validation_one_in: 8,
            ..TrainingConfig::default()
        }
    }

    #[test]
    fn games_end_where_their_lines_do() {
        let text = "1 startpos moves h2e2 h9g7\n\n0 startpos\n-1 startpos moves c3c4 ; -10\n";
        let samples = samples(text, PositionFilter::ALL).expect("games");
        assert_eq!((samples.games(), samples.positions()), (3, 3));
        assert_eq!([0, 1, 2].map(|game| samples.game(game)), [0..2, 2..2, 2..3]);
        let targets = [0, 1, 2].map(|position| samples.sample(position).target);
        let target = |result, score| Target {
            result: Some(result),
            score,
        };
        assert_eq!(targets[0], target(Outcome::Win, None));
        assert_eq!(targets[1], target(Outcome::Loss, None), "Black is to move");
        assert_eq!(targets[2], target(Outcome::Loss, Some(-10)));
    }

    #[test]
    fn the_quantised_network_agrees() {
        let line = "startpos moves h2e2 h9g7 h0g2 i9h9 b0c2 b9c7 i0h0 h7i7 g3g4 c6c5";
        let text = format!("1 {line}\n");
        let samples = samples(&text, PositionFilter::ALL).expect("a game");
        let training = training(&samples, config());
        let mut eval = Network::new(PieceSquare, Arc::new(training.layers()));
        let record = Xiangqi::parse_line(line, &Rules::default()).expect("a game");
        let mut pos = record.start;
        let mut position = 0;
        for mv in record.moves {
            let mut here = Samples::default();
            let target = samples.sample(position).target;
            here.push_position(&PieceSquare, &pos, target);
            if here.sample(0).features == samples.sample(position).features {
                eval.reset(&pos);
                let whole = eval.evaluate(&pos).get() as f32;
                let value = training.value(position);
                assert!((value - whole).abs() < 4.0, "{value} {whole}");
                position += 1;
            }
            pos.play(mv);
        }
        assert_eq!(position, samples.positions());
    }

    /// Games that Red wins where Black has lost a horse.
    #[test]
    fn what_wins_games_is_found_in_them() {
        let text = drawn_at_random(1_500, |pos| {
            pos.board().pieces(Player::Second, Kind::Horse).len() < 2
        });
        let samples = samples(&text, PositionFilter::ALL).expect("games");
        let mut training = training(&samples, config());
        let plain = training.layers();
        let before = training.losses();
        while !training.is_over() {
            training.epoch();
        }
        let after = training.losses();
        assert!(
            after.training < before.training && after.validation < before.validation,
            "{before:?} {after:?}"
        );
        let down: Xiangqi = "rnbakab1r/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"
            .parse()
            .expect("a position");
        let horse_up = |layers: Layers| {
            let mut eval = Network::new(PieceSquare, Arc::new(layers));
            let mut value = |pos| {
                eval.reset(pos);
                eval.evaluate(pos).get()
            };
            value(&down) - value(&Xiangqi::default())
        };
        let (plain, learnt) = (horse_up(plain), horse_up(training.layers()));
        assert!(learnt > plain + 50, "{learnt} after {plain}");
    }
}
