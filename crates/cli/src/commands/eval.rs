use crate::args::{Eval, check};
use crate::{failure::Failure, output};
use engines::{EngineConfig, Session, Term, Weight};
use serde_json::json;
use std::io;

/// `boyi eval`
pub fn run(args: &Eval, json: bool) -> Result<(), Failure> {
    let game = args.position.game.game;
    check(game, &args.searcher)?;
    if args.weights {
        return Ok(game
            .facts()
            .weights
            .iter()
            .try_for_each(|weight| list(weight, &args.searcher, json))?);
    }
    let session = args.position.session()?;
    let evaluation = session
        .evaluate(args.searcher.weights())
        .map_err(Failure::Setting)?;
    Ok(tell(&*session, evaluation, json)?)
}

/// Prints the parts of the evaluation by the game's own weights, and their sum.
pub fn print(session: &dyn Session, json: bool) -> io::Result<()> {
    tell(session, session.evaluation(), json)
}

/// The same as lines of text.
pub fn texts(session: &dyn Session) -> Vec<String> {
    lines(session, session.evaluation())
}

/// Prints a weight's value and bounds.
fn list(weight: &Weight, config: &EngineConfig, json: bool) -> io::Result<()> {
    let Weight {
        name,
        value,
        least,
        most,
        about,
    } = *weight;
    let value = config
        .weights()
        .iter()
        .find(|(changed, _)| *changed == name)
        .map_or(value, |(_, value)| value);
    if json {
        return output::object(
            &json!({ "name": name, "value": value, "least": least, "most": most, "about": about }),
        );
    }
    output::line(format!(
        "{name:<24} {value:>8}   from {least} to {most}: {about}"
    ))
}

fn tell(session: &dyn Session, evaluation: Option<(Vec<Term>, i32)>, json: bool) -> io::Result<()> {
    let state = session.state();
    let player = state.player();
    if json {
        let value = evaluation.map(|(terms, score)| {
            let terms: serde_json::Map<_, _> = terms
                .iter()
                .map(|term| (term.name.to_owned(), term.value.into()))
                .collect();
            json!({ "turn": player, "terms": terms, "score": score })
        });
        output::object(
            &value.unwrap_or_else(|| json!({ "turn": player, "terms": {}, "score": null })),
        )?;
        return Ok(());
    }
    lines(session, evaluation).iter().try_for_each(output::line)
}

/// The parts of an evaluation in lines of text.
fn lines(session: &dyn Session, evaluation: Option<(Vec<Term>, i32)>) -> Vec<String> {
    let state = session.state();
    let Some((terms, score)) = evaluation else {
        let outcome = crate::commands::show::outcome_text(state.ending, state.players);
        return vec![format!("the game is over: {outcome}")];
    };
    let part = |term: Term| format!("{:<24} {:>+10.1}", term.name, term.value);
    let sum = format!("{:<24} {score:>+8}   for {}", "sum", state.player());
    terms.into_iter().map(part).chain([sum]).collect()
}
