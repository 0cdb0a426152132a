//! Networks from positions inside searches, for gomoku and xiangqi: `sample` plays games of the
//! engine against itself and writes labelled positions, `learn` trains the game's network on them.
//!
//! ```sh
//! cargo run --release -p boyi-train --example network -- sample GAME GAMES [SEED] [NAME=VALUE ...] > samples.txt
//! cargo run --release -p boyi-train --example network -- learn GAME NETWORK [EPOCHS] [NAME=VALUE ...] < samples.txt
//! ```
//!
//! `NAME=VALUE` is a rule of the game, as in `rule=renju`; for `sample` also `play` and `label`, the
//! nodes of both searches.

use engines::{Wired, Wiring};
use game_core::Notation;
use nnue::FeatureSet;
use rayon::prelude::*;
use search::Guide;
use std::error::Error;
use std::fmt::Write;
use train::network::{Samples, Training, TrainingConfig};
use train::sampling::{Observed, Sampler, SamplingConfig};

type Outcome<T> = Result<T, Box<dyn Error>>;

const USAGE: &str =
    "sample GAME GAMES [SEED] [NAME=VALUE ...], or learn GAME NETWORK [EPOCHS] [NAME=VALUE ...]";

fn main() -> Outcome<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (settings, words): (Vec<&str>, Vec<&str>) = words
        .iter()
        .map(String::as_str)
        .partition(|word| word.contains('='));
    let mut config = SamplingConfig::default();
    let mut rules = Vec::new();
    for (name, value) in settings.iter().filter_map(|word| word.split_once('=')) {
        match name {
            "play" => config.play = value.parse()?,
            "label" => config.label = value.parse()?,
            _ => rules.push((name.to_owned(), value.to_owned())),
        }
    }
    match *words.as_slice() {
        ["sample", game, games, ref rest @ ..] => {
            let games = games.parse()?;
            let seed = number(rest.first(), 1)?;
            match game {
                "gomoku" => sample::<engines::gomoku::Gomoku>(
                    &Wired::<engines::gomoku::Gomoku>::rules(&rules)?,
                    games,
                    seed,
                    &config,
                ),
                "xiangqi" => sample::<engines::xiangqi::Xiangqi>(
                    &Wired::<engines::xiangqi::Xiangqi>::rules(&rules)?,
                    games,
                    seed,
                    &config,
                ),
                _ => Err(USAGE.into()),
            }
        }
        ["learn", game, file, ref rest @ ..] => {
            let text = std::io::read_to_string(std::io::stdin())?;
            let epochs = number(rest.first(), TrainingConfig::default().epochs)?;
            match game {
                "gomoku" => {
                    use pattern_eval::gomoku::PointClasses;
                    let rules = Wired::<engines::gomoku::Gomoku>::rules(&rules)?;
                    let samples = Samples::labelled::<gomoku_rules::Gomoku, _>(
                        &text,
                        &rules,
                        &PointClasses::default(),
                    )?;
                    learn::<32>(&samples, PointClasses::SET, file, epochs)
                }
                "xiangqi" => {
                    use pattern_eval::xiangqi::PieceSquare;
                    let rules = Wired::<engines::xiangqi::Xiangqi>::rules(&rules)?;
                    let samples = Samples::labelled::<xiangqi_movegen::Xiangqi, _>(
                        &text,
                        &rules,
                        &PieceSquare,
                    )?;
                    learn::<64>(&samples, PieceSquare::SET, file, epochs)
                }
                _ => Err(USAGE.into()),
            }
        }
        _ => Err(USAGE.into()),
    }
}

fn number<T: std::str::FromStr<Err: Error + 'static>>(
    word: Option<&&str>,
    default: T,
) -> Outcome<T> {
    Ok(word
        .map(|word| word.parse())
        .transpose()?
        .unwrap_or(default))
}

/// Prints the samples of `games` games, in an order of chance, for as many are played at once as
/// there are cores.
fn sample<W>(
    rules: &<W::Position as Notation>::Rules,
    games: u64,
    seed: u64,
    config: &SamplingConfig,
) -> Outcome<()>
where
    W: Wiring,
    W::Position: std::fmt::Display,
    <W::Position as Notation>::Rules: Sync,
    W::Guide: Guide<W::Position, Observed<W::Position, W::Evaluator>> + Clone,
{
    let sampler = || {
        let eval = W::evaluator(rules, None);
        Sampler::new(eval, W::Guide::default(), W::options(), config.clone())
    };
    (0..games)
        .into_par_iter()
        .for_each_init(sampler, |sampler, number| {
            let mut text = String::new();
            for sample in sampler.game(&W::Position::start(rules), seed << 32 | number) {
                writeln!(text, "{sample}").expect("a string takes all");
            }
            println!("{text}");
        });
    Ok(())
}

fn learn<const HIDDEN: usize>(
    samples: &Samples,
    set: FeatureSet,
    file: &str,
    epochs: u32,
) -> Outcome<()> {
    let config = TrainingConfig {
        epochs,
        ..TrainingConfig::default()
    };
    let origin = format!(
        "{} games, {} labelled positions, {epochs} epochs, seed {}",
        samples.games(),
        samples.positions(),
        config.seed
    );
    eprintln!("{origin}");
    let mut training = Training::<HIDDEN>::new(samples, set, config);
    for epoch in 1.. {
        if training.is_over() {
            break;
        }
        training.epoch();
        eprintln!("epoch {epoch}: validation {:.5}", training.validation());
    }
    let losses = training.losses();
    eprintln!("{losses:?}");
    let origin = format!("{origin}, validation loss {:.5}", losses.validation);
    std::fs::write(file, training.layers().to_bytes(&set, &origin))?;
    Ok(())
}
