use crate::{args::Eval, failure::Failure, output};
use engines::Session;
use serde_json::json;
use std::io;

/// `boyi eval`
pub fn run(args: &Eval, json: bool) -> Result<(), Failure> {
    Ok(print(&*args.position.session()?, json)?)
}

/// Prints the parts of the evaluation and their sum.
pub fn print(session: &dyn Session, json: bool) -> io::Result<()> {
    let evaluation = session.evaluation();
    if json {
        let value = evaluation.map(|(terms, score)| {
            let terms: serde_json::Map<_, _> = terms.iter().map(|term| (term.name.to_owned(), term.value.into())).collect();
            json!({ "turn": session.turn(), "terms": terms, "score": score })
        });
        output::object(&value.unwrap_or_else(|| json!({ "turn": session.turn(), "terms": {}, "score": null })))?;
        return Ok(());
    }
    match evaluation {
        None => output::line(format!("the game is over: {}", crate::commands::show::outcome_text(session.ending())))?,
        Some((terms, score)) => {
            for term in terms {
                output::line(format!("{:<24} {:>+10.1}", term.name, term.value))?;
            }
            output::line(format!("{:<24} {score:>+8}   for {}", "sum", session.turn()))?;
        }
    }
    Ok(())
}
