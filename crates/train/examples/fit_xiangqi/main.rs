//! Fits the weights of xiangqi's hand-made terms to games and prints them as
//! `crates/pattern-eval/src/xiangqi/tuned.rs` has them.
//!
//! ```sh
//! boyi selfplay xiangqi --out games.data --games 60000 --nodes 900 --openings lines.txt --random-plies 0:3
//! cargo run --release -p boyi-train --example fit_xiangqi -- games.data [ONE_IN] [BY_RESULT] > tuned.rs
//! ```

mod show;

use std::error::Error;
use std::path::Path;
use std::str::FromStr;
use train::data::Reader;
use train::xiangqi::{Fitting, Options, PositionFilter, Samples};
use xiangqi_movegen::Rules;

type Outcome<T> = Result<T, Box<dyn Error>>;

/// Newton's method needs no more.
const ROUNDS: u32 = 4;

fn main() -> Outcome<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let path = words.first().ok_or("GAMES [ONE_IN] [BY_RESULT]")?;
    let filter = PositionFilter::default();
    let filter = PositionFilter {
        one_in: number(words.get(1), filter.one_in)?,
        ..filter
    };
    let options = Options::default();
    let options = Options {
        by_result: number(words.get(2), options.by_result)?,
        ..options
    };
    let samples = read(Path::new(path), filter)?;
    let mut fitting = Fitting::new(&samples, options);
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

/// The number that a word is, or else `default`.
fn number<T: FromStr<Err: Error + 'static>>(word: Option<&String>, default: T) -> Outcome<T> {
    Ok(word
        .map(|word| word.parse())
        .transpose()?
        .unwrap_or(default))
}

/// The positions of a data file, of games by the default rules.
fn read(path: &Path, filter: PositionFilter) -> Outcome<Samples> {
    let mut reader = Reader::open(path)?;
    reader
        .header()
        .expect("xiangqi", "rule=asian move-limit=120")?;
    let mut samples = Samples::default();
    while let Some(games) = reader.next_chunk()? {
        for game in &games {
            samples.add(game, &Rules::default(), filter)?;
        }
    }
    Ok(samples)
}
