//! Renju against the engine, with the typed crates: you are Black, and the forbidden points are
//! marked.
//!
//!     cargo run --release --example play_gomoku
//!
//! Without a terminal the engine plays both sides.

use boyi::core::{Notation, Player, Position};
use boyi::engines::{Wiring, gomoku};
use boyi::gomoku::{Gomoku, Point, Rule, Rules};
use boyi::search::{AlphaBeta, Limits, Searcher};
use std::io::{BufRead, IsTerminal, Write, stdin, stdout};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rules = Rules::new(15, Rule::Renju)?;
    let mut pos = Gomoku::start(&rules);
    let mut last = None;
    let mut engine = AlphaBeta::new(gomoku::GomokuWiring::evaluator(&rules, None))
        .guided_by(gomoku::GomokuGuide::default())
        .with_options(gomoku::GomokuWiring::options(&rules));
    let person = stdin().is_terminal();

    while pos.outcome().is_none() {
        println!("{}", pos.diagram(last, Default::default()));
        let mv = if person && pos.turn() == Player::First {
            match ask(&pos)? {
                Some(point) => point,
                None => return Ok(()),
            }
        } else {
            let report = engine.think(&pos, Limits::nodes(20_000));
            println!(
                "{} plays {:?}",
                Gomoku::player_name(pos.turn()),
                report.score()
            );
            report.best().ok_or("an undecided game has a move")?
        };
        pos.play(mv);
        last = Some(mv);
    }
    println!("{}", pos.diagram(last, Default::default()));
    println!("{}", pos.reason().unwrap_or_default());
    Ok(())
}

/// Asks until a legal move is named; `None` at the end of input.
fn ask(pos: &Gomoku) -> Result<Option<Point>, Box<dyn std::error::Error>> {
    loop {
        print!("your move: ");
        stdout().flush()?;
        let mut text = String::new();
        if stdin().lock().read_line(&mut text)? == 0 {
            return Ok(None);
        }
        match pos.parse_move(text.trim()) {
            Ok(point) => return Ok(Some(point)),
            Err(error) => println!("{error}"),
        }
    }
}
