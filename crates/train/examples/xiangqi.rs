//! Xiangqi's weights from games: `play` writes games of the engine against itself, `fit` fits the weights to their results and
//! prints them as `crates/pattern-eval/src/xiangqi/tuned.rs` has them.
//!
//! ```sh
//! cargo run --release -p train --example xiangqi -- play OPENINGS GAMES [NODES] >> games.txt
//! cargo run --release -p train --example xiangqi -- fit games.txt [SCALE] [PULL] [EPOCHS] > tuned.rs
//! ```
//!
//! `OPENINGS` has one a line, as `boyi openings` writes them or as `startpos moves ...`; two games are played from each, by
//! searches that differ a little, so that the games do.

use engines::{Mind, Question, game};
use pattern_eval::xiangqi::{Pairs, Weights};
use search::{Control, Limits};
use std::error::Error;
use std::fs::read_to_string;
use train::xiangqi::{Fitting, Options, Samples};

type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> Outcome<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["play", openings, games, rest @ ..] => play(&read_to_string(openings)?, games.parse()?, number(rest, 0, 1_500)?),
        ["fit", games, rest @ ..] => fit(&read_to_string(games)?, rest),
        _ => Err("play OPENINGS GAMES [NODES], or fit GAMES [SCALE] [PULL] [EPOCHS]".into()),
    }
}

/// The word at `place`, or else `default`.
fn number<T: std::str::FromStr<Err: Error + 'static>>(words: &[&str], place: usize, default: T) -> Outcome<T> {
    Ok(words.get(place).map(|word| word.parse()).transpose()?.unwrap_or(default))
}

/// Plies after which a game is a draw.
const LONGEST: usize = 300;

fn play(openings: &str, games: usize, nodes: u64) -> Outcome<()> {
    let (xiangqi, settings) = (game("xiangqi")?, Vec::new());
    let minds = ["aspiration,hash=1,late_log=on,null_move=3", "aspiration,hash=1,quiescence=6"];
    let mut thinkers = Vec::new();
    for mind in minds {
        thinkers.push(xiangqi.thinker(&settings, &mind.parse::<Mind>()?, 1)?);
    }
    let (mut session, question) = (xiangqi.session(&settings)?, Question::new(Limits::nodes(nodes)));
    for (i, opening) in openings.lines().flat_map(|line| [line, line]).take(games).enumerate() {
        session.set_line(opening)?;
        thinkers.iter_mut().for_each(|thinker| thinker.new_game());
        let mut result = 0;
        for ply in i % 2..i % 2 + LONGEST {
            if let Some(ending) = session.ending() {
                result = ending.winner.map_or(0, |winner| if winner == xiangqi.player_names()[0] { 1 } else { -1 });
                break;
            }
            let report = thinkers[ply % 2].think(&session.line(), &question, &Control::default(), &mut |_| {})?;
            session.play(&report.best().ok_or("no move, and no end")?)?;
        }
        println!("{result} {}", session.line());
    }
    Ok(())
}

/// By how much the last epoch's steps are smaller than the first's.
const LAST_STEP: f64 = 0.02;

fn fit(games: &str, rest: &[&str]) -> Outcome<()> {
    let samples = Samples::read(games)?;
    let epochs: u32 = number(rest, 2, 12)?;
    let default = Options::default();
    let options = Options { scale: number(rest, 0, default.scale)?, pull: number(rest, 1, default.pull)?, ..default };
    let mut fitting = Fitting::new(&samples, options);
    eprintln!("{} games, {} quiet positions", samples.games(), samples.positions());
    eprintln!("epoch  0: {:?}", fitting.losses());
    for epoch in 1..=epochs {
        fitting.epoch();
        fitting.slow_down(LAST_STEP.powf(1.0 / f64::from(epochs)));
        eprintln!("epoch {epoch:2}: {:?}", fitting.losses());
    }
    print(&fitting.weights());
    Ok(())
}

/// Weights by two kinds, a row a line.
fn pairs(table: &Pairs) -> String {
    format!("[\n{}    ]", table.map(|row| format!("        {row:?},\n")).concat())
}

/// Writes the weights as Rust.
fn print(weights: &Weights) {
    const KINDS: [&str; 7] = ["GENERAL", "ADVISOR", "ELEPHANT", "HORSE", "CHARIOT", "CANNON", "SOLDIER"];
    let Weights { material, together, against, lack, mobility, threatened, hanging, protected, palace, danger, .. } =
        weights;
    let Weights { linked_soldiers, tempo, .. } = weights;
    let bare = KINDS.map(|kind| format!("BARE_{kind}"));
    println!(
        "//! The weights that [`Weights::DEFAULT`] is made of: fitted to the results of games, see `train::xiangqi`.\n"
    );
    println!("use super::{{Bonus, Weights}};\n\npub(super) const WEIGHTS: Weights = Weights {{");
    println!("    material: {material:?},\n    placement: [{}],\n    bare: [{}],", KINDS.join(", "), bare.join(", "));
    println!("    together: {},\n    against: {},\n    lack: {lack:?},", pairs(together), pairs(against));
    println!("    mobility: {mobility:?},\n    threatened: {threatened:?},\n    hanging: {hanging:?},");
    println!("    protected: {protected:?},\n    palace: {palace:?},\n    danger: {danger:?},");
    println!("    linked_soldiers: {linked_soldiers},\n    tempo: {tempo},\n}};");
    for (prefix, tables) in [("", &weights.placement), ("BARE_", &weights.bare)] {
        for (kind, table) in KINDS.iter().zip(tables) {
            println!("\n#[rustfmt::skip]\nconst {prefix}{kind}: Bonus = [");
            for row in table {
                println!("    [{}],", row.map(|bonus| format!("{bonus:4}")).join(", "));
            }
            println!("];");
        }
    }
}
