//! Xiangqi by text alone, as a server or a page would play it: a session keeps the rules, an engine
//! finds the moves.
//!
//!     cargo run --release --example play_xiangqi
//!
//! Without a terminal two levels play each other.

use boyi::core::Player;
use boyi::engines::{EngineConfig, SearchRequest, Session, game};
use boyi::search::{Control, Limits};
use std::io::{BufRead, IsTerminal, stdin};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let xiangqi = game("xiangqi")?;
    let settings = Vec::new();
    let mut session = xiangqi.session(&settings)?;
    let mut red = xiangqi.engine(&settings, &EngineConfig::level(2), 1)?;
    let mut black = xiangqi.engine(&settings, &EngineConfig::level(3), 2)?;
    let person = stdin().is_terminal();

    while session.state().ending.is_none() {
        let ours = session.state().turn == Player::First;
        if person && ours {
            println!(
                "{}\nyour move, as h2e2:",
                session.diagram(Default::default())
            );
            if !ask(session.as_mut())? {
                return Ok(());
            }
            continue;
        }
        let engine = if ours { &mut red } else { &mut black };
        let question = SearchRequest::new(Limits::none());
        let report = engine.think(&session.line(), &question, &Control::default(), &mut |_| {})?;
        session.play(&report.best().ok_or("an undecided game has a move")?)?;
    }
    println!("{}", session.diagram(Default::default()));
    let end = session.state();
    println!("{} moves: {:?}", end.ply, end.ending);
    Ok(())
}

/// Reads moves until one is legal; `false` at the end of input.
fn ask(session: &mut dyn Session) -> Result<bool, Box<dyn std::error::Error>> {
    for line in stdin().lock().lines() {
        match session.play(line?.trim()) {
            Ok(_) => return Ok(true),
            Err(error) => println!("{error}"),
        }
    }
    Ok(false)
}
