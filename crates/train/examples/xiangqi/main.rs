//! Xiangqi's evaluators from games: `play` writes games of the engine against itself, `learn`
//! trains the network on them and writes `crates/pattern-eval/data/xiangqi.network`, `fit` fits the
//! weights of the handmade terms to them and prints them as
//! `crates/pattern-eval/src/xiangqi/tuned.rs` has them.
//!
//! ```sh
//! cargo run --release -p boyi-train --example xiangqi -- play LINES GAMES [NODES] [SEED] > games.txt
//! cargo run --release -p boyi-train --example xiangqi -- learn xiangqi.network [EPOCHS] [SEED] < games.txt
//! cargo run --release -p boyi-train --example xiangqi -- fit games.txt [ONE_IN] [BY_RESULT] > tuned.rs
//! ```
//!
//! `LINES` has one a line, as `boyi openings` writes them or as `startpos moves ...`; a game leaves
//! one of them anywhere.

mod play;
mod show;

use pattern_eval::xiangqi::PieceSquare;
use std::error::Error;
use std::fs::read_to_string;
use train::network::TrainingConfig;
use train::xiangqi::{Fitting, Options, PositionFilter, Samples, network};

type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> Outcome<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["play", lines, games, rest @ ..] => {
            play::play(&read_to_string(lines)?, games.parse()?, number(rest, 0, 1_000)?, number(rest, 1, 1)?)
        }
        ["learn", file, rest @ ..] => learn(file, &std::io::read_to_string(std::io::stdin())?, rest),
        ["fit", games, rest @ ..] => fit(&read_to_string(games)?, rest),
        _ => Err("play LINES GAMES [NODES] [SEED], learn NETWORK [EPOCHS] [SEED], or fit GAMES [ONE_IN] [BY_RESULT]".into()),
    }
}

/// The word at `place`, or else `default`.
fn number<T: std::str::FromStr<Err: Error + 'static>>(
    words: &[&str],
    place: usize,
    default: T,
) -> Outcome<T> {
    Ok(words
        .get(place)
        .map(|word| word.parse())
        .transpose()?
        .unwrap_or(default))
}

/// What is won by more is left out: such a search saw the end, or nearly so.
const WITHIN: f32 = 3_000.0;

fn learn(file: &str, games: &str, rest: &[&str]) -> Outcome<()> {
    let samples = network::samples(
        games,
        PositionFilter {
            one_in: 1,
            within: WITHIN,
        },
    )?;
    let default = TrainingConfig::default();
    eprintln!(
        "{} games, {} quiet positions",
        samples.games(),
        samples.positions()
    );
    let course = TrainingConfig {
        epochs: number(rest, 0, default.epochs)?,
        seed: number(rest, 1, default.seed)?,
        ..default
    };
    let origin = format!(
        "{} games, {} quiet positions, {} epochs, results counting for {}, seed {}",
        samples.games(),
        samples.positions(),
        course.epochs,
        course.by_result,
        course.seed
    );
    let mut training = network::training(&samples, course);
    eprintln!("before: {:?}", training.losses());
    let losses = training.finish(|epoch, loss| eprintln!("epoch {epoch}: validation {loss:.5}"));
    eprintln!("after: {losses:?}");
    let origin = format!("{origin}, validation loss {:.5}", losses.validation);
    std::fs::write(file, training.layers().to_bytes(&PieceSquare::SET, &origin))?;
    Ok(())
}

/// Newton's method needs no more.
const ROUNDS: u32 = 4;

fn fit(games: &str, rest: &[&str]) -> Outcome<()> {
    let choice = PositionFilter::default();
    let samples = Samples::read(
        games,
        PositionFilter {
            one_in: number(rest, 0, choice.one_in)?,
            ..choice
        },
    )?;
    let default = Options::default();
    let mut fitting = Fitting::new(
        &samples,
        Options {
            by_result: number(rest, 1, default.by_result)?,
            ..default
        },
    );
    eprintln!(
        "{} games, {} quiet positions",
        samples.games(),
        samples.positions()
    );
    eprintln!("round 0: {:?}", fitting.losses());
    for round in 1..=ROUNDS {
        fitting.round();
        eprintln!("round {round}: {:?}", fitting.losses());
    }
    show::show(&fitting.weights());
    Ok(())
}
