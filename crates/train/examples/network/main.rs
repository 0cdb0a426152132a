//! Networks from positions inside searches, for gomoku and xiangqi: `sample` plays games of the
//! engine against itself and writes labelled positions, `learn` trains the game's network on them.
//!
//! ```sh
//! cargo run --release -p boyi-train --example network -- sample GAME GAMES [SEED] [NAME=VALUE ...] > samples.txt
//! cargo run --release -p boyi-train --example network -- learn GAME NETWORK [NAME=VALUE ...] samples.txt [...]
//! ```
//!
//! `NAME=VALUE` is a rule of the game, as in `rule=renju`: for `learn`, of the files that follow it.
//! For `sample` it is also `play` or `label`, the nodes of both searches, or `longest`, the plies of
//! a game; for `learn` also `epochs`, `rate`, the learning rate at first, or `from`, a network to go
//! on from.

use engines::{Wired, Wiring};
use game_core::Notation;
use nnue::{FeatureSet, Features, Header, Layers};
use rayon::prelude::*;
use search::Guide;
use std::error::Error;
use std::fmt::Write;
use train::network::{Samples, Training, TrainingConfig};
use train::sampling::{Observed, Sampler, SamplingConfig};

type Outcome<T> = Result<T, Box<dyn Error>>;

const USAGE: &str =
    "sample GAME GAMES [SEED] [NAME=VALUE ...], or learn GAME NETWORK [NAME=VALUE ...] FILE ...";

fn main() -> Outcome<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match *words.as_slice() {
        ["sample", "gomoku", ref rest @ ..] => sample::<engines::gomoku::Gomoku>(rest, |_| true),
        ["sample", "xiangqi", ref rest @ ..] => {
            // The search settles captures before it evaluates.
            sample::<engines::xiangqi::Xiangqi>(rest, engines::xiangqi::Xiangqi::is_quiet)
        }
        ["learn", "gomoku", file, ref rest @ ..] => {
            use pattern_eval::gomoku::PointClasses;
            let (samples, course) =
                read::<engines::gomoku::Gomoku, _>(rest, &PointClasses::default(), |_, _| true)?;
            learn::<32>(&samples, PointClasses::SET, file, course)
        }
        ["learn", "xiangqi", file, ref rest @ ..] => {
            use pattern_eval::xiangqi::PieceSquare;
            // Won positions are the search's to know.
            let undecided = |pos: &xiangqi_movegen::Xiangqi, score: i32| {
                score.abs() <= 3_000 && engines::xiangqi::Xiangqi::is_quiet(pos)
            };
            let (samples, course) =
                read::<engines::xiangqi::Xiangqi, _>(rest, &PieceSquare, undecided)?;
            learn::<64>(&samples, PieceSquare::SET, file, course)
        }
        _ => Err(USAGE.into()),
    }
}

/// Prints the samples of as many games as the first word says, in an order of chance, for as many
/// are played at once as there are cores.
fn sample<W>(words: &[&str], wanted: fn(&W::Position) -> bool) -> Outcome<()>
where
    W: Wiring,
    W::Position: std::fmt::Display,
    <W::Position as Notation>::Rules: Sync,
    W::Guide: Guide<W::Position, Observed<W::Position, W::Evaluator>> + Clone,
{
    let (settings, words): (Vec<&str>, Vec<&str>) =
        words.iter().partition(|word| word.contains('='));
    let [games, ref rest @ ..] = *words.as_slice() else {
        return Err(USAGE.into());
    };
    let games: u64 = games.parse()?;
    let seed: u64 = rest.first().map_or(Ok(1), |seed| seed.parse())?;
    let mut config = SamplingConfig::default();
    let mut rules = Vec::new();
    for (name, value) in settings.iter().filter_map(|word| word.split_once('=')) {
        match name {
            "play" => config.play = value.parse()?,
            "label" => config.label = value.parse()?,
            "longest" => config.longest = value.parse()?,
            _ => rules.push((name.to_owned(), value.to_owned())),
        }
    }
    let rules = Wired::<W>::rules(&rules)?;
    let sampler = || {
        let eval = W::evaluator(&rules, None);
        let sampler = Sampler::new(eval, W::Guide::default(), W::options(), config.clone());
        sampler.wanting(wanted)
    };
    (0..games)
        .into_par_iter()
        .for_each_init(sampler, |sampler, number| {
            let mut text = String::new();
            for sample in sampler.game(&W::Position::start(&rules), seed << 32 | number) {
                writeln!(text, "{sample}").expect("a string takes all");
            }
            println!("{text}");
        });
    Ok(())
}

/// How to learn.
#[derive(Default)]
struct Course {
    config: TrainingConfig,
    /// The file of a network to go on from.
    from: Option<Vec<u8>>,
}

/// Reads the samples of all files among `words`, each by the rules that come before it, and how to
/// learn from them.
fn read<W, F>(
    words: &[&str],
    features: &F,
    keep: impl Fn(&W::Position, i32) -> bool + Sync,
) -> Outcome<(Samples, Course)>
where
    W: Wiring,
    <W::Position as Notation>::Rules: Sync,
    F: Features<W::Position> + Sync,
{
    let mut course = Course::default();
    let mut samples = Samples::default();
    let mut rules = Vec::new();
    for &word in words {
        match word.split_once('=') {
            Some(("epochs", value)) => course.config.epochs = value.parse()?,
            Some(("rate", value)) => course.config.rate = value.parse()?,
            Some(("from", value)) => course.from = Some(std::fs::read(value)?),
            Some((name, value)) => rules.push((name.to_owned(), value.to_owned())),
            None => {
                let text = std::fs::read_to_string(word)?;
                let rules = Wired::<W>::rules(&rules)?;
                samples.append(&Samples::labelled(&text, &rules, features, &keep)?);
            }
        }
    }
    Ok((samples, course))
}

fn learn<const HIDDEN: usize>(
    samples: &Samples,
    set: FeatureSet,
    file: &str,
    Course { config, from }: Course,
) -> Outcome<()> {
    let mut origin = format!(
        "{} games, {} labelled positions, {} epochs, rate {}, seed {}",
        samples.games(),
        samples.positions(),
        config.epochs,
        config.rate,
        config.seed
    );
    let mut training = Training::<HIDDEN>::new(samples, set, config);
    if let Some(bytes) = from {
        training = training.starting_from(&Layers::from_bytes(&bytes, &set)?);
        write!(origin, ", from: {}", Header::read(&bytes)?.origin)?;
    }
    eprintln!("{origin}");
    let losses = training.finish(|epoch, loss| eprintln!("epoch {epoch}: validation {loss:.5}"));
    eprintln!("{losses:?}");
    let origin = format!("{origin}, validation loss {:.5}", losses.validation);
    std::fs::write(file, training.layers().to_bytes(&set, &origin))?;
    Ok(())
}
